"""Operations on whole arrays: a function each, which says what the tasks are, or where a result is read."""
