"""What a process and its worker say to each other: pickled tuples with their length in front, over two pipes.

A request is a time limit, the name of a method of the worker's executor, and its arguments, such as
``(60.0, "run", program, entry, args)``. Answers: ``("ok", value)``,
``("usage", message)`` where the call makes no sense, ``("check", message)`` where the program itself says that
something doesn't hold, ``("out of memory", message)``, and ``("error", message)`` for everything else that is raised;
an exception whose class has an attribute ``answers`` is called that.
Both ends are this package, in processes of one user, so pickle is safe here.
"""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

_LENGTH = struct.Struct("<Q")


def send(stream: IO[bytes], message: tuple[Any, ...]) -> None:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[Any, ...] | None:
    """The next message, or None where the other end is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        return None
    message: tuple[Any, ...] = pickle.loads(data)
    return message
