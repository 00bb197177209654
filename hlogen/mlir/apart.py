"""What upstream's C++ may end its process on is done in a worker process: reading bytecode, and doubtful text.

A damaged byte of bytecode ends the process in one of 40 cases. What the worker has read it hands back as a Module, and
nothing of the bytes reaches bindings in this process. Another way would be to parse here what the worker has survived;
it takes as long, and says little: some text that C++ has got through a hundred times ends it the next time. A fork of
this process would be there sooner, but is safe only without threads, and NumPy, XLA and others have some.

The first program waits 0.2 s for the worker, which stays for the others. A small one takes 0.6 ms, of which 0.4 ms are
the way there and back; one of 50,000 operations 1.0 s instead of 0.5 s.

Done in this process is what concerns bytes that it has written itself, and everything where the environment variable
HLOGEN_TRUST_PROGRAMS is 1. In a worker all is done at once: that is there to fall.
"""

from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from typing import Any

from hlogen import forking, lifeline
from hlogen.errors import HlogenError
from hlogen.mlir import provider
from hlogen.workers.process import OUT_OF_TIME, CannotStart, Process, is_out_of_memory

VARIABLE = "HLOGEN_TRUST_PROGRAMS"
EXECUTOR = "hlogen.mlir.apart_worker:Executor"
_SECONDS, _BYTES_A_SECOND = 8.0, 20_000  # of the processor; good bytecode is read at a hundred times that speed
_PATIENCE = 20  # a busy machine takes so many times as long
_LEAST_MEMORY, _MEMORY_OF_A_BYTE = 4 << 30, 256  # bytes; an operation of 18 bytes takes 4 kB
_MOST_OF_OPERATIONS = 4 << 30  # what is larger than its operations is large by its constants,
_COPIES = 16  # which are held several times
_MOST_OWN = 1024

_lock = forking.lock()
_worker: _Worker | None = None
_own: OrderedDict[bytes, None] = OrderedDict()  # digests of what this process has written


class _Worker(Process):
    """The worker, with so much memory."""

    def __init__(self, memory: int) -> None:
        super().__init__(EXECUTOR, memory)
        self.memory = memory


def wrote(content: bytes) -> None:
    """Notes that this process has written `content`."""
    _own[_digest(content)] = None
    while len(_own) > _MOST_OWN:
        _own.popitem(last=False)


def is_own(content: bytes) -> bool:
    """Whether this process has written `content`."""
    return _digest(content) in _own


def _digest(content: bytes) -> bytes:
    import hashlib  # which loads OpenSSL: few programs are bytecode

    return hashlib.blake2b(content, digest_size=16).digest()


def is_here() -> bool:
    """Whether everything is done in this process."""
    return lifeline.is_worker() or os.environ.get(VARIABLE) == "1"


class Fallen(Exception):
    """The worker died of what it did; the message is how."""


def call(function: str, *arguments: Any, size: int) -> Any:
    """What a function (``module:name``) of a program of `size` bytes gives in the worker.

    Raises what it raises there, if that is an HlogenError, and Fallen for everything else that it ends in.
    """
    global _worker
    seconds = _SECONDS + size / _BYTES_A_SECOND
    memory = _LEAST_MEMORY + min(size * _MEMORY_OF_A_BYTE, _MOST_OF_OPERATIONS) + size * _COPIES
    bindings = os.environ.get(provider.VARIABLE, "")
    packed = pickle.dumps(arguments, pickle.HIGHEST_PROTOCOL)
    with _lock:
        worker, _worker = _worker, None
        if worker is None or not worker.is_usable() or worker.memory < memory:
            worker = _Worker(memory)
        try:
            answer = worker.ask((seconds * _PATIENCE, "call", seconds, function, packed, bindings))
        except CannotStart as error:
            provider.find()  # says better why
            raise HlogenError(
                f"the process that reads programs could not start: {error}; {VARIABLE}=1 reads them in this process, "
                "which damaged ones may end"
            ) from error
        if answer is None:
            raise Fallen(_death(worker, seconds))
        _worker = worker
    kind, value, _ = answer
    if kind != "ok":
        raise Fallen(value)
    result = pickle.loads(value)
    if isinstance(result, HlogenError):
        raise result
    return result


def _death(worker: Process, seconds: float) -> str:
    how, last_lines = worker.autopsy()
    if how in OUT_OF_TIME:
        return f"upstream took longer than {seconds:.0f} s and was stopped"
    if is_out_of_memory(last_lines):
        return "it asks for more memory than a program of its size needs"
    return f"upstream crashed on it ({how})"
