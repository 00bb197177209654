"""The index vectors of a gather or scatter: what of them is out of bounds, and in words which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from hlogen.forking import cached_property
from interpreter.kernels.index_space import index_components
from interpreter.sanitizer.finding import Element
from interpreter.values.array import Array

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Component:
    """Where one component of the index vectors points: at `dimension` of size `dim`, for a window of `size`."""

    dimension: int
    dim: int
    size: int

    @property
    def limit(self) -> int:
        """The highest start at which the window is in bounds."""
        return self.dim - self.size

    @property
    def allowed(self) -> str:
        """Where the window is in bounds, in words."""
        if self.limit < 0:
            return f"dimension {self.dimension} is empty"
        return f"dimension {self.dimension} allows 0 .. {self.limit}"


@dataclass(frozen=True)
class Vectors:
    """The index vectors of one execution. `values` has an array over the batch for each component."""

    components: Sequence[Component]
    values: Sequence[Array]
    batch_shape: Shape
    width: int  # of the indices' type, in bits
    is_counted: bool = False  # by the program, from the end where they were negative

    @property
    def count(self) -> int:
        return int(np.prod(self.batch_shape, dtype=np.int64))

    @cached_property
    def wrapped(self) -> list[Array | None]:
        """By component, the unsigned values that are a negative index in disguise; None where there can't be any.

        They are in the upper half of the type, none of which is in bounds, and read as signed they count back from the
        end of the dimension or less.
        """
        found: list[Array | None] = []
        for values, component in zip(self.values, self.components, strict=True):
            is_possible = values.dtype.kind == "u" and 0 < component.dim <= 1 << (self.width - 1)
            found.append(values >= (1 << self.width) - component.dim if is_possible else None)
        return found

    @cached_property
    def low(self) -> list[Array]:
        """By component, what is negative, disguised or not."""
        pairs = zip(self.values, self.wrapped, strict=True)
        return [values < 0 if wrapped is None else wrapped for values, wrapped in pairs]

    @property
    def high(self) -> list[Array]:
        """By component, what is beyond the limit, disguised negative numbers too."""
        return [values > component.limit for values, component in zip(self.values, self.components, strict=True)]

    @property
    def are_in_bounds(self) -> bool:
        """Whether every window is, as a quick look has it."""
        for values, component in zip(self.values, self.components, strict=True):
            if int(values.max()) > component.limit or (values.dtype.kind == "i" and int(values.min()) < 0):
                return False
        return True

    def at(self, place: Sequence[int]) -> tuple[int, ...]:
        return tuple(int(values[tuple(place)]) for values in self.values)

    def elements(self, wrong: Array, what: Callable[[int, Component], str], n: int) -> Iterable[Element]:
        """The first n vectors of those that `wrong` marks; `what` says what becomes of a start out of bounds."""
        for place in first_places(wrong, n):
            vector = self.at(place)
            told = []
            for k, (start, component) in enumerate(zip(vector, self.components, strict=True)):
                if 0 <= start <= component.limit:
                    continue
                name = f"component {k} is" if len(vector) > 1 else "it is"
                wrapped = self.wrapped[k]
                disguised = (
                    f" ({start - (1 << self.width)} as a signed number)"
                    if wrapped is not None and wrapped[place]
                    else ""
                )
                said = f"{start}{disguised}"
                if self.is_counted and start < 0:
                    said = f"{start - component.dim} as given and {start} counted from the end"
                told.append(f"{name} {said}, {what(start, component)}")
            yield Element(f"{vector_text(vector, place)}: {'; '.join(told)}", place, vector)


def vectors_of(indices: Array, vector_dim: int, components: Sequence[Component]) -> Vectors:
    """The vectors that `indices` holds along `vector_dim`; i1, i2 and i4 as NumPy's own integers."""
    dtype, width = indices.dtype, indices.dtype.itemsize * 8
    if dtype.kind not in "iu":
        width = 1 if dtype.kind == "b" else int(dtype.name.lstrip("uint"))
        indices = indices.astype(np.uint8 if dtype.name.startswith("u") or dtype.kind == "b" else np.int8)
    values = index_components(indices, vector_dim, len(components))
    batch_shape = tuple(dim for d, dim in enumerate(indices.shape) if d != vector_dim)
    return Vectors(components, values, batch_shape, width)


def vector_text(vector: Sequence[int], place: Sequence[int]) -> str:
    return f"index vector {list(vector)}" + (f" at {list(place)}" if place else "")


def first_places(wrong: Array, n: int) -> list[tuple[int, ...]]:
    """Where the first n True are."""
    flat = np.flatnonzero(wrong)[:n]
    return [tuple(int(x) for x in np.unravel_index(at, wrong.shape)) for at in flat]
