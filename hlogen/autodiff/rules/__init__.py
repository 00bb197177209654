"""Derivatives: one row per operation, in files by the specification's kind of operation."""
