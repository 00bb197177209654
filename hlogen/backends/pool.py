"""`backend(name)`: ready to use, and shared by everyone who asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from hlogen import forking
from hlogen.backends.process import WorkerBackend
from hlogen.backends.protocol import MEMORY_LIMIT, TIME_LIMIT, Backend
from hlogen.backends.registry import TABLE
from hlogen.errors import UsageError
from hlogen.ir import ProgramLike

# What a backend is called, and in a few words what it is.
BACKENDS: Mapping[str, str] = {name: row.what for name, row in TABLE.rows().items()}

_lock = forking.lock()
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
            row = TABLE.rows()[name]
            _backends[key] = (
                row.made_by()
                if row.is_in_process
                else WorkerBackend(name, row.made_by, time_limit=time_limit, memory_limit=memory_limit)
            )
        return _backends[key]


def verify(program: ProgramLike) -> tuple[str, ...]:
    """Why upstream's parser and verifier refuse the program, in their words; empty where they accept it."""
    upstream = backend("upstream")
    assert isinstance(upstream, WorkerBackend)
    return upstream.verify(program)
