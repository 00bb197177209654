"""Assertions for tests of other people's: programs that are valid, mean the same, give what they may, and derive."""

from hlogen.testing.admissible import assert_admissible
from hlogen.testing.equivalent import assert_equivalent
from hlogen.testing.gradients import assert_gradients
from hlogen.testing.valid import assert_valid

__all__ = ["assert_admissible", "assert_equivalent", "assert_gradients", "assert_valid"]
