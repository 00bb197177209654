"""Arrays with padding around their elements and between them (spec: pad), and windows that slide over them.

Windows that mostly look at padding don't need it built: see `touched`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, prod

import numpy as np

from hlogen.errors import ExecutionError
from interpreter.memory.available import require_available
from interpreter.values.array import Array


def padded(operand: Array, padding_value: Array, padding: Sequence[tuple[int, int, int]]) -> Array:
    """`operand` with (low, high, interior) padding per dimension; negative edges take elements away."""
    shape, source, target = [], [], []
    for dim, (low, high, interior) in zip(operand.shape, padding, strict=True):
        step = interior + 1
        size = dim + low + high + max(dim - 1, 0) * interior
        if size < 0:
            raise ExecutionError(
                f"padding low {low}, high {high} and interior {interior} leaves less than nothing of {dim}"
            )
        first = -(min(low, 0) // step)  # the first and the last operand index that stays
        last = min((size - 1 - low) // step, dim - 1)
        kept = last >= first
        shape.append(size)
        source.append(slice(first, last + 1) if kept else slice(0))
        target.append(slice(low + first * step, low + last * step + 1, step) if kept else slice(0))
    if all(low <= 0 and high <= 0 and not interior for low, high, interior in padding):
        return operand[tuple(source)]
    require_available(shape, operand.itemsize, "a padded operand")
    result = np.empty(shape, operand.dtype)
    result[...] = padding_value
    result[tuple(target)] = operand[tuple(source)]
    return result


def dilated(size: int, dilation: int) -> int:
    """How far `size` elements reach that stand `dilation` apart."""
    return 0 if size == 0 else (size - 1) * dilation + 1


MOSTLY = 4  # times as much padding as elements that are read and written isn't built
_SMALL = 1 << 16  # elements that are built whatever they are


@dataclass(frozen=True)
class Windows:
    """How windows lie on an operand, by dimension; `padding` is [low, high] of each."""

    dimensions: Sequence[int]
    strides: Sequence[int]
    base_dilations: Sequence[int]
    dilations: Sequence[int]
    padding: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        for what, steps in (("strides", self.strides), ("dilations", (*self.base_dilations, *self.dilations))):
            if min(steps, default=1) < 1:
                raise ExecutionError(f"a window has the {what} {list(steps)}, and all of them have to be at least 1")

    @property
    def padding_of_operands(self) -> list[tuple[int, int, int]]:
        """(low, high, interior) of each dimension, as `padded` takes it."""
        return [(low, high, base - 1) for (low, high), base in zip(self.padding, self.base_dilations, strict=True)]

    @property
    def is_plain(self) -> bool:
        return all(step == 1 for step in (*self.strides, *self.base_dilations, *self.dilations))

    def padded_shape(self, shape: Sequence[int]) -> list[int]:
        """The operand's shape with its padding; less than 0 where that takes more away than there is."""
        return [
            low + dim + max(dim - 1, 0) * interior + high
            for dim, (low, high, interior) in zip(shape, self.padding_of_operands, strict=True)
        ]

    def counts(self, shape: Sequence[int]) -> tuple[int, ...]:
        """How many windows fit on an operand of this shape: none where it is padded to nothing, or less."""
        spans = [dilated(size, dilation) for size, dilation in zip(self.dimensions, self.dilations, strict=True)]
        return tuple(
            (dim - span) // stride + 1 if dim >= max(span, 1) else 0
            for dim, span, stride in zip(self.padded_shape(shape), spans, self.strides, strict=True)
        )

    def see_mostly_padding(self, shape: Sequence[int]) -> bool:
        """Whether so much more padding than anything else would be built that it is left out."""
        whole = prod(max(size, 0) for size in self.padded_shape(shape))
        return whole > MOSTLY * (prod(shape) + prod(self.counts(shape))) + _SMALL

    def built(self, shape: Sequence[int]) -> int:
        """How many elements are built for windows to look at: the operand with its padding, or what each place sees."""
        if self.see_mostly_padding(shape):
            return prod(self.counts(shape))
        is_padded = any(padding != (0, 0, 0) for padding in self.padding_of_operands)
        return prod(max(size, 0) for size in self.padded_shape(shape)) if is_padded else 0

    def touched(self, shape: Sequence[int]) -> Iterator[tuple[int, tuple[slice, ...], tuple[slice, ...]]]:
        """Where windows see elements of the operand, by the place inside of a window, in lexicographic order.

        Each place comes as its number in that order, with the windows whose element there is one of the operand's, and
        with those elements. At every other place, all windows see padding.
        """
        counts = self.counts(shape)
        lines = [self._touched_along(d, shape[d], counts[d]) for d in range(len(shape))]
        for places in product(*lines):
            number = 0
            for (place, _, _), size in zip(places, self.dimensions, strict=True):
                number = number * size + place
            yield number, tuple(windows for _, windows, _ in places), tuple(elements for _, _, elements in places)

    def places(self, shape: Sequence[int]) -> list[Array]:
        """For each dimension, where the elements (second) of each window (first) are; -1 for those of the padding."""
        found = []
        for d, (dim, count) in enumerate(zip(shape, self.counts(shape), strict=True)):
            ahead = np.arange(count)[:, None] * self.strides[d] + np.arange(self.dimensions[d]) * self.dilations[d]
            place, rest = np.divmod(ahead - self.padding[d][0], self.base_dilations[d])
            found.append(np.where((rest == 0) & (place >= 0) & (place < dim), place, -1))
        return found

    def _touched_along(self, d: int, dim: int, count: int) -> list[tuple[int, slice, slice]]:
        """Of one dimension: the element e stands at low + base * e of the padded one, place k of window i at
        stride * i + dilation * k; they meet where these are one."""
        low, base, stride, dilation = self.padding[d][0], self.base_dilations[d], self.strides[d], self.dilations[d]
        size = self.dimensions[d]
        if not dim or not count:
            return []
        places: Iterable[int] = range(size)
        if size > dim * count:
            ahead = (np.arange(dim)[:, None] * base - np.arange(count) * stride + low).reshape(-1)
            ahead = np.unique(ahead[(ahead >= 0) & (ahead % dilation == 0)] // dilation)
            places = ahead[ahead < size].tolist()
        common = gcd(stride, base)
        every = base // common  # so many windows from one that sees an element to the next
        found = []
        for place in places:
            ahead_of = low - dilation * place  # stride * i - ahead_of is base * e
            if ahead_of % common:
                continue
            first = (ahead_of // common) * pow(stride // common, -1, every) % every if every > 1 else 0
            least = max(0, -(-ahead_of // stride))
            first += max(0, -(-(least - first) // every)) * every
            last = min(count - 1, (ahead_of + base * (dim - 1)) // stride)
            if first <= last:
                number = (last - first) // every
                start, step = (stride * first - ahead_of) // base, stride // common
                found.append(
                    (
                        place,
                        slice(first, first + number * every + 1, every),
                        slice(start, start + number * step + 1, step),
                    )
                )
        return found
