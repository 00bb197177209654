"""Runs StableHLO programs on NumPy: the specification's semantics, exactly, on whole arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hlogen import hooks
from hlogen.errors import CheckFailed, ExecutionError, UsageError
from interpreter.debug import SaveValues, Statistics, Step, Trace, Trap, Watch
from interpreter.errors import Deadlock, Stopped, Trapped, UnsupportedOpError
from interpreter.executable import Executable, load, run
from interpreter.execution.listener import Listener
from interpreter.kernels.custom_call import register_custom_call
from interpreter.parallel import run_parallel
from interpreter.possible.admissible import Admissible, Allowed, admissible
from interpreter.possible.verdict import Reason, Verdict
from interpreter.sanitizer import Finding, Sanitizer, SanitizerError, SanitizerWarning

__all__ = [
    "Admissible",
    "Allowed",
    "CheckFailed",
    "Deadlock",
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
    "Step",
    "Stopped",
    "Trace",
    "Trap",
    "Trapped",
    "UnsupportedOpError",
    "UsageError",
    "Verdict",
    "Watch",
    "admissible",
    "compare",
    "load",
    "register_custom_call",
    "run",
    "run_parallel",
]


compare: Callable[..., Any]


def __getattr__(name: str) -> Any:
    """`compare` runs backends, which the interpreter knows nothing of: hlogen provides it."""
    return hooks.provided("interpreter", name)
