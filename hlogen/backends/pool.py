"""`backend(address)`: ready to use, and shared by everyone who asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from hlogen import forking
from hlogen.backends.address import Address, found
from hlogen.backends.process import WorkerBackend
from hlogen.backends.protocol import MEMORY_LIMIT, TIME_LIMIT, Backend
from hlogen.backends.registry import TABLE
from hlogen.ir import ProgramLike

# What the backends that need nothing but their name are called, and in a few words what they are.
BACKENDS: Mapping[str, str] = {name: row.what for name, row in sorted(TABLE.rows().items()) if not row.argument}

_lock = forking.lock()
_backends: dict[tuple[Address, float, int], Backend] = {}


def backend(name: str, *, time_limit: float | None = None, memory_limit: int | None = None) -> Backend:
    """The backend called `name`, one for everybody who asks for the same limits.

    `name` is one of BACKENDS, or an address: ``module:Class``, ``file.py:Class``, a file of TOML, ... (`address.py`).
    `time_limit` is in seconds per call, `memory_limit` in bytes of the worker's data; neither holds for "interpreter",
    which runs in this process. Where they aren't given they are what the address says, or else 60 s and 8 GiB.
    Raises UsageError where there is no such backend.
    """
    address = found(name)
    seconds = next(limit for limit in (time_limit, address.time_limit, TIME_LIMIT) if limit is not None)
    size = next(limit for limit in (memory_limit, address.memory_limit, MEMORY_LIMIT) if limit is not None)
    key = (address, seconds, size)
    with _lock:
        if key not in _backends:
            _backends[key] = (
                TABLE.rows()[address.name].made_by()
                if address.is_in_process
                else adapted(address, time_limit=seconds, memory_limit=size)
            )
        return _backends[key]


def adapted(address: Address, *, time_limit: float = TIME_LIMIT, memory_limit: int = MEMORY_LIMIT) -> WorkerBackend:
    """The backend at `address`, in a worker process of its own."""
    return WorkerBackend(address.name, _ADAPTED, (address,), time_limit=time_limit, memory_limit=memory_limit)


_ADAPTED = "hlogen.backends.adapted:Adapted"


def verify(program: ProgramLike) -> tuple[str, ...]:
    """Why upstream's parser and verifier refuse the program, in their words; empty where they accept it."""
    upstream = backend("upstream")
    assert isinstance(upstream, WorkerBackend)
    return upstream.verify(program)
