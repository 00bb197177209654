"""Where elements of arrays are: what broadcasts, transposes, slices and their like give is read where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from interpreter.compiled.emit import Emitter
from interpreter.compiled.index_space import Shape, strides_of


@dataclass(frozen=True)
class Layout:
    """The element at an index stands behind `offset` and, along each dimension, its number of strides: in elements."""

    shape: Shape
    strides: tuple[int, ...]
    offset: int = 0

    @classmethod
    def whole(cls, shape: Shape) -> Layout:
        """Of an array in row-major order."""
        return cls(shape, tuple(strides_of(shape)))

    @property
    def is_contiguous(self) -> bool:
        """Whether elements are one behind the other, in row-major order."""
        return self._along() == Layout.whole(self.shape)._along()

    @property
    def is_whole(self) -> bool:
        """Whether that is from the beginning on."""
        return not self.offset and self.is_contiguous

    @property
    def size(self) -> int:
        return prod(self.shape)

    def broadcast(self, shape: Shape, dimensions: Sequence[int]) -> Layout:
        """Dimension d becomes `dimensions[d]`, and where it has one element, that is everywhere along it."""
        strides = [0] * len(shape)
        for dim, size, stride in zip(dimensions, self.shape, self.strides, strict=True):
            strides[dim] = 0 if size == 1 else stride
        return Layout(shape, tuple(strides), self.offset)

    def transpose(self, permutation: Sequence[int]) -> Layout:
        return Layout(
            tuple(self.shape[d] for d in permutation), tuple(self.strides[d] for d in permutation), self.offset
        )

    def slice(self, starts: Sequence[int], sizes: Sequence[int], steps: Sequence[int]) -> Layout:
        """`sizes` elements from `starts` on, each `steps` behind the one before."""
        offset = self.offset + sum(start * stride for start, stride in zip(starts, self.strides, strict=True))
        return Layout(tuple(sizes), tuple(a * b for a, b in zip(self.strides, steps, strict=True)), offset)

    def reshape(self, shape: Shape) -> Layout | None:
        """None where no layout has all elements at their places in row-major order."""
        old = [[size, stride] for size, stride in self._along()]
        strides: list[int] = []
        for size in reversed(shape):
            if size == 1:
                strides.append(0)
                continue
            while len(old) > 1 and old[-1][0] < size and old[-2][1] == old[-1][0] * old[-1][1]:
                count, _ = old.pop(-2)
                old[-1][0] *= count
            if not old or old[-1][0] % size:
                return None
            strides.append(old[-1][1])
            old[-1] = [old[-1][0] // size, old[-1][1] * size]
            if old[-1][0] == 1:
                old.pop()
        return Layout(shape, tuple(reversed(strides)), self.offset)

    def _along(self) -> list[tuple[int, int]]:
        """Size and stride of all dimensions that have more than one element."""
        return [(size, stride) for size, stride in zip(self.shape, self.strides, strict=True) if size != 1]


def loops(layouts: Sequence[Layout]) -> tuple[Shape, list[list[int]]]:
    """The fewest loops that run over layouts of one shape at once: their sizes, and the strides of each layout along
    them."""
    sizes: list[int] = []
    strides: list[list[int]] = [[] for _ in layouts]
    for dim, size in enumerate(layouts[0].shape):
        if size == 1:
            continue
        along = [layout.strides[dim] for layout in layouts]
        if sizes and all(before[-1] == stride * size for before, stride in zip(strides, along, strict=True)):
            sizes[-1] *= size
            for before, stride in zip(strides, along, strict=True):
                before[-1] = stride
        else:
            sizes.append(size)
            for before, stride in zip(strides, along, strict=True):
                before.append(stride)
    return tuple(sizes), strides


def position(emit: Emitter, layout: Layout, strides: Sequence[int], at: Sequence[str]) -> str:
    """Of the element that is reached in loops, along which a layout has these strides."""
    terms = [emit.times(number, stride) for number, stride in zip(at, strides, strict=True)]
    return emit.sum([str(layout.offset), *terms])
