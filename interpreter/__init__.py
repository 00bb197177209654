"""Runs StableHLO programs on NumPy: the specification's semantics, exactly, on whole arrays."""

from hlogen.errors import CheckFailed, ExecutionError, Trapped, UnsupportedOpError, UsageError
from interpreter.debug import SaveValues, Statistics, Trace, Trap, Watch
from interpreter.evaluate import Listener
from interpreter.executable import Executable, load, run
from interpreter.kernels.custom_call import register_custom_call
from interpreter.parallel.run import run_parallel
from interpreter.possible.admissible import Admissible, Allowed, admissible
from interpreter.possible.verdict import Reason, Verdict
from interpreter.sanitizer import Finding, Sanitizer, SanitizerError, SanitizerWarning

__all__ = [
    "Admissible",
    "Allowed",
    "CheckFailed",
    "Executable",
    "ExecutionError",
    "Finding",
    "Listener",
    "Reason",
    "Sanitizer",
    "SanitizerError",
    "SanitizerWarning",
    "SaveValues",
    "Statistics",
    "Trace",
    "Trap",
    "Trapped",
    "UnsupportedOpError",
    "UsageError",
    "Verdict",
    "Watch",
    "admissible",
    "load",
    "register_custom_call",
    "run",
    "run_parallel",
]
