"""A program held against a backend, operation by operation: which is the first whose result differs."""

from hlogen.conform.opwise.comparison import Comparison, Difference, compare

__all__ = ["Comparison", "Difference", "compare"]
