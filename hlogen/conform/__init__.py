"""Holds programs and backends against each other: generated programs, known differences, checks in .mlir files."""
