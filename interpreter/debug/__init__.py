"""Listeners for people who debug: what each operation computes, where the first NaN is made, values kept in files."""

from interpreter.debug.save import SaveValues
from interpreter.debug.statistics import Statistics
from interpreter.debug.step import Step
from interpreter.debug.trace import Trace, Watch
from interpreter.debug.trap import Trap

__all__ = ["SaveValues", "Statistics", "Step", "Trace", "Trap", "Watch"]
