"""What tasks read and write: arrays in memory, and values that needn't be there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from interpreter.compiled.body import literal
from interpreter.compiled.elements import Held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.layout import Layout
from interpreter.compiled.rows.convert import converted

_COUNT = Held("i64", "i64", "signed", 64)


@dataclass(eq=False)
class Buffer:
    """Memory that elements of one type are in; or the `same` as another buffer's. `data` is what a constant holds."""

    type: Held
    size: int
    same: Buffer | None = None
    data: bytes | None = None
    place: str = ""

    @property
    def root(self) -> Buffer:
        return self if self.same is None else self.same.root

    def pointer(self, emit: Emitter) -> str:
        """What it is called in the function that is written."""
        root = self.root
        return root.place if root.data is None else emit.data(root.data)


@dataclass(frozen=True)
class InMemory:
    """Elements of a buffer."""

    buffer: Buffer
    layout: Layout

    @property
    def type(self) -> Held:
        return self.buffer.type


@dataclass(frozen=True)
class Splat:
    """One constant everywhere."""

    type: Held
    value: np.generic
    layout: Layout


@dataclass(frozen=True)
class Counted:
    """Numbers that grow with the index: the places of a layout."""

    type: Held
    layout: Layout


Value: TypeAlias = InMemory | Splat | Counted


def read(emit: Emitter, value: Value, at: str) -> str:
    """An element of a value, which is at that place of its layout."""
    match value:
        case InMemory():
            return emit.load(value.type, value.buffer.pointer(emit), at)
        case Splat():
            return literal(emit, value.type, value.value)
        case Counted():
            return converted(emit, at, _COUNT, value.type)


def scalar(emit: Emitter, value: Value) -> str:
    """The element of a value that has one."""
    return read(emit, value, str(value.layout.offset))


class Task:
    """What is written as a whole, behind all that it reads."""

    @property
    def reads(self) -> Sequence[Value]:
        raise NotImplementedError

    @property
    def writes(self) -> Sequence[InMemory]:
        raise NotImplementedError

    @property
    def rooms(self) -> Sequence[Buffer]:
        """What else it needs while it works."""
        return ()

    @property
    def work(self) -> int:
        """About how many elements are worked on."""
        return max(value.layout.size for value in self.writes)

    @property
    def size(self) -> int:
        """The elements of the largest array that it goes through, which decides whether threads share it."""
        return max(value.layout.size for value in (*self.reads, *self.writes))

    @property
    def rows(self) -> int:
        """How often its outermost loop turns, of which it may do a range."""
        return 1

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        """`whole` is the range of the outermost loop, where it isn't all."""
        raise NotImplementedError
