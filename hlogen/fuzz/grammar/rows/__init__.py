"""The rows, by kinds of operations."""
