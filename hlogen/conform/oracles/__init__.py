"""The backends that can run a program: hlogen's interpreter, upstream's interpreter, XLA CPU, onnxruntime CPU.

`backend(name)` gives one that is ready to use and shared by everyone who asks for it. Foreign code runs in a worker
process under a time and a memory limit, because it can end the process it runs in; the worker is started at the first
call, restarted where it died, and ends with this process.
"""

from __future__ import annotations

import threading
from typing import Any, Protocol

import numpy as np

from hlogen.conform.oracles.in_process import InterpreterBackend
from hlogen.conform.oracles.process import MEMORY_LIMIT, TIME_LIMIT, Program, WorkerBackend
from hlogen.errors import UsageError

__all__ = ["BACKENDS", "MEMORY_LIMIT", "TIME_LIMIT", "Backend", "Program", "backend", "verify"]

# What a backend is called, and in a few words what it is.
BACKENDS = {
    "interpreter": "hlogen's interpreter",
    "upstream": "upstream's interpreter, through the bindings",
    "xla": "XLA CPU, from jaxlib",
    "onnxruntime": "onnxruntime CPU, on the ONNX models that hlogen writes",
}


class Backend(Protocol):
    """Runs programs. `name` is one of BACKENDS."""

    @property
    def name(self) -> str: ...

    def run(self, program: Program, *args: Any, entry: str = "main") -> tuple[np.ndarray[Any, Any], ...]:
        """The results of the function `entry` for `args`, each an array of the element type's own dtype.

        `program` and `args` are what `interpreter.run` takes. Raises OracleError where the backend refuses the program,
        OracleCrashed where it dies of it, OracleTimeout where it takes too long.
        """
        ...

    def version(self) -> dict[str, str]:
        """What runs: names of packages and dialects, and their versions."""
        ...

    def close(self) -> None:
        """Ends the worker, where there is one; the next `run` starts another."""
        ...


def verify(program: Program) -> tuple[str, ...]:
    """Why upstream's parser and verifier refuse the program, in their words; empty where they accept it."""
    upstream = backend("upstream")
    assert isinstance(upstream, WorkerBackend)
    return upstream.verify(program)


_lock = threading.Lock()
_backends: dict[tuple[str, float, int], Backend] = {}


def backend(name: str, *, time_limit: float = TIME_LIMIT, memory_limit: int = MEMORY_LIMIT) -> Backend:
    """The backend called `name`, one for everybody who asks for the same limits.

    `time_limit` is in seconds per call, `memory_limit` in bytes of the worker's data; neither holds for "interpreter",
    which runs in this process.
    """
    if name not in BACKENDS:
        raise UsageError(f"there is no backend {name!r}; the backends are {', '.join(BACKENDS)}")
    key = (name, time_limit, memory_limit)
    with _lock:
        if key not in _backends:
            if name == "interpreter":
                _backends[key] = InterpreterBackend()
            else:
                _backends[key] = WorkerBackend(name, time_limit=time_limit, memory_limit=memory_limit)
        return _backends[key]
