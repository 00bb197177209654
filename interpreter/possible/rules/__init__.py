"""One rule for each operation that does more with possible values than make them unknown."""
