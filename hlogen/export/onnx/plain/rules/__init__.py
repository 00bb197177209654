"""Rules and definitions of operations, found by themselves."""
