"""Runs StableHLO programs on NumPy: the specification's semantics, exactly, on whole arrays."""

from hlogen.errors import CheckFailed, ExecutionError, UnsupportedOpError, UsageError
from interpreter.evaluate import Listener
from interpreter.executable import Executable, load, run

__all__ = [
    "CheckFailed",
    "Executable",
    "ExecutionError",
    "Listener",
    "UnsupportedOpError",
    "UsageError",
    "load",
    "run",
]
