"""Arrays and what is read from programs beside them: arguments, attributes, numbers as text."""
