"""What a process and its worker say to each other: pickled tuples with their length in front, over two pipes.

A request is a time limit, the name of a method of the worker's executor, and its arguments, such as
``(60.0, "run", program, entry, args)``. Answers: ``("ok", value)``,
``("usage", message)`` where the call makes no sense, ``("check", message)`` where the program itself says that
something doesn't hold, ``("out of memory", message)``, and ``("error", message)`` for everything else that is raised;
an exception whose class has an attribute ``answers`` is called that. The third item is how many seconds it took.

A method that is a generator works in steps: wherever it yields, ``("step", None, seconds)`` is sent before the answer,
and the next step has the time limit for itself. So the other end knows how far it got, should it die.
Both ends are this package, in processes of one user, so pickle is safe here.
"""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

_LENGTH = struct.Struct("<Q")


def packed(message: tuple[Any, ...]) -> bytes:
    """What `send` writes."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(data)) + data


def send(stream: IO[bytes], message: tuple[Any, ...]) -> None:
    write(stream, packed(message))


def write(stream: IO[bytes], data: bytes) -> None:
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[Any, ...] | None:
    """The next message, or None where the other end is gone."""
    head = _read(stream, _LENGTH.size)
    data = None if head is None else _read(stream, _LENGTH.unpack(head)[0])
    if data is None:
        return None
    message: tuple[Any, ...] = pickle.loads(data)
    return message


def _read(stream: IO[bytes], size: int) -> bytearray | None:
    """So many bytes, from a stream without a buffer, too: who waits for a pipe has to know what is left in it."""
    data = bytearray(size)
    rest = memoryview(data)
    while len(rest):
        count = stream.readinto(rest)  # type: ignore[attr-defined]  # binary streams have it
        if not count:
            return None
        rest = rest[count:]
    return data
