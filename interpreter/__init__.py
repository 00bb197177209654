"""Runs StableHLO programs on NumPy: the specification's semantics, exactly, on whole arrays."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hlogen import hooks
from hlogen.errors import CheckFailed, ExecutionError, UsageError
from interpreter.errors import Deadlock, Stopped, Trapped, UnsupportedOpError
from interpreter.executable import Executable, load, run
from interpreter.execution.listener import Listener
from interpreter.kernels.custom_call import register_custom_call
from interpreter.sanitizer import Finding, Sanitizer, SanitizerError, SanitizerWarning

if TYPE_CHECKING:
    from interpreter.debug import SaveValues, Statistics, Step, Trace, Trap, Watch
    from interpreter.parallel import run_parallel
    from interpreter.possible.admissible import Admissible, Allowed, admissible
    from interpreter.possible.verdict import Reason, Verdict

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

# What most runs need nothing of is loaded when it is first asked for.
_HOMES = {
    "interpreter.debug": "SaveValues Statistics Step Trace Trap Watch",
    "interpreter.parallel": "run_parallel",
    "interpreter.possible.admissible": "Admissible Allowed admissible",
    "interpreter.possible.verdict": "Reason Verdict",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """`compare` runs backends, which the interpreter knows nothing of: hlogen provides it."""
    home = _HOME_OF.get(name)
    if home is None:
        return hooks.provided("interpreter", name)
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
