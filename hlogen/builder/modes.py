"""Out-of-bounds modes of gather and scatter: which there are, and what is known of an index before the program runs.

A mode is said per element of the index vector. What each lowers to stands in modes_gather.py and modes_scatter.py; the
flag that mode "error" returns, in modes_error.py.

Nothing here can wrap: bounds are Python integers, indices narrower than 32 bits are widened before anything is done
with them, and a bound that an index type can't say is one that its indices can't cross. Where only the running program
knows a size, the bound is a scalar of it, and the indices are signed and as wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from hlogen.builder.elementwise import and_, clamp, compare, convert, maximum, minimum
from hlogen.builder.emit import described, emit_constant
from hlogen.builder.known import ranges_of
from hlogen.builder.sizes import (
    Size,
    broadcast_to_sizes,
    common_type,
    constant_of_sizes,
    size_as,
    size_of,
    sizes_of,
    stacked,
)
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.forking import cached_property
from hlogen.ir import IntegerType

# The modes that leave the result alone; "error" gives a flag with it.
Mode = Literal["clip", "fill", "drop", "promise_in_bounds"]

# One mode for all elements of the index vector, or a sequence with one for each.
Modes: TypeAlias = "str | Sequence[str]"

# The first and the last place that an index may have.
Limits: TypeAlias = tuple[int, Size]

I32, I64 = IntegerType(32), IntegerType(64)
_MODES = ("clip", "fill", "drop", "promise_in_bounds", "error")


@dataclass(frozen=True)
class Component:
    """One element of the index vectors: its mode, the dimension that it points into, and the values it may have.

    `size` is that dimension's, `window` the size of a slice in it; `lowest` and `highest` are what is known of
    the indices. Where only the running program knows the size, it is `asked`, and `size` the largest that it may be.
    """

    mode: str
    dim: int
    size: int
    window: int
    lowest: int
    highest: int
    asked: Tensor | None = None

    @property
    def last(self) -> int:
        """The last place where a slice may lie wholly inside; negative where there is none."""
        return self.size - self.window

    @cached_property
    def limit(self) -> Size:
        """The last place where a slice lies wholly inside; negative where there is none."""
        return self.last if self.asked is None else self.asked - self.window

    @property
    def is_inside(self) -> bool:
        """Whether every index is known to be in bounds, so that all modes are the same."""
        return self.lowest >= 0 and self.highest <= (self.last if self.asked is None else -1)


def modes_of(mode: Modes, count: int, op: str) -> list[str]:
    """One mode for each of the `count` elements of the index vector; UsageError where `mode` isn't that."""
    if isinstance(mode, str):
        modes = [mode] * count
        _require_known(mode, "mode", op)
        return modes
    if not isinstance(mode, (list, tuple)):
        raise usage_error(f"mode is one of {_listed(op)}, or a list of them, not {described(mode)}")
    for number, entry in enumerate(mode):
        _require_known(entry, f"mode[{number}]", op)
    if len(mode) != count:
        raise usage_error(
            f"mode has {len(mode)} entries for index vectors of {count}\n"
            "  fix: give one for each element of an index vector, or a single one for all"
        )
    return list(mode)


def words_of(mode: Modes) -> set[str]:
    """The modes that are said, be it of no element at all."""
    return {mode} if isinstance(mode, str) else set(mode)


def components_of(
    modes: Sequence[str],
    index_map: Sequence[int],
    operand: Tensor,
    windows: Sequence[int],
    indices: Tensor,
    index_vector_dim: int,
) -> list[Component]:
    """The elements of the index vectors. `windows` are the sizes of a slice in all of the operand's dimensions."""
    ranges = ranges_of(indices, index_vector_dim, len(index_map))
    components = []
    for mode, dim, (lowest, highest) in zip(modes, index_map, ranges, strict=True):
        size: Size = operand.shape[dim] or 0
        if operand.shape[dim] is None and mode != "promise_in_bounds":
            size = size_of(operand, dim)
        asked = size_as(size, common_type([size])) if isinstance(size, Tensor) else None
        components.append(Component(mode, dim, largest_of([size]), windows[dim], lowest, highest, asked))
    return components


def comparable(indices: Tensor, components: Sequence[Component]) -> tuple[Tensor, Sequence[Component]]:
    """`widened` indices, with what they are then: signed, and as wide as sizes that only the running program knows."""
    wide = widened(indices)
    dynamic = [component.asked for component in components if component.asked is not None]
    if not dynamic:
        return wide, components
    assert isinstance(wide.element_type, IntegerType)
    if wide.element_type.maximum > I64.maximum:
        wide = minimum(wide, I64.maximum)
        components = [replace(component, highest=min(component.highest, I64.maximum)) for component in components]
    is_narrow = wide.element_type == I32 and common_type(dynamic) == I32
    return as_index_type(wide, I32 if is_narrow else I64), components


def largest_of(sizes: Sequence[Size]) -> int:
    """What none of the sizes is larger than."""
    types = [common_type([size]) for size in sizes if isinstance(size, Tensor)]
    return max([size for size in sizes if isinstance(size, int)] + [type.maximum for type in types], default=0)


def widened(indices: Tensor) -> Tensor:
    """The same indices as i32, ui32, i64 or ui64: the narrower types aren't treated well by all backends."""
    element_type = indices.element_type
    assert isinstance(element_type, IntegerType)
    return convert(indices, I32) if element_type.width < 32 else indices


def index_type_for(indices: Tensor, largest: int) -> IntegerType:
    """The signed type in which the op gets its indices: theirs if it can say `largest`, else i32 or i64."""
    for own in (I32, I64):
        if indices.element_type == own and largest <= own.maximum:
            return own
    return I32 if largest <= I32.maximum else I64


def as_index_type(indices: Tensor, element_type: IntegerType) -> Tensor:
    return indices if indices.element_type == element_type else convert(indices, element_type)


def has_one_vector(indices: Tensor, index_vector_dim: int) -> bool:
    """Whether there is a single index vector, of which every promise holds."""
    return all(size == 1 for d, size in enumerate(indices.shape) if d != index_vector_dim)


def bounds_of(component: Component) -> Limits:
    """The first and the last place that are in bounds, as (1, 0) where it is known that none is."""
    return (0, component.limit) if component.last >= 0 else (1, 0)


def nearest_of(component: Component) -> Limits:
    """Between which places an index is brought inside."""
    last = component.limit
    return (0, maximum(last, 0) if isinstance(last, Tensor) else max(last, 0))


def spread(values: Sequence[Size], like: Tensor, index_vector_dim: int) -> Tensor:
    """A tensor of the type of `like`, in which element k of every index vector is `values[k]`."""
    assert isinstance(like.element_type, IntegerType)
    if _is_one(values):
        if isinstance(values[0], int):
            return constant_of_sizes(values[0], like.element_type, sizes_of(like))
        scalar = size_as(values[0], like.element_type)
        return broadcast_to_sizes(scalar, sizes_of(like), ()) if like.rank else scalar
    return broadcast_to_sizes(row_of(values, like), sizes_of(like), [index_vector_dim])


def row_of(values: Sequence[Size], like: Tensor) -> Tensor:
    """The values as a tensor of rank 1, of the integer type of `like`."""
    if all(isinstance(value, int) for value in values):
        return emit_constant(np.array(values, like.dtype), like.element_type)
    assert isinstance(like.element_type, IntegerType)
    return stacked(values, like.element_type)


def held_between(
    indices: Tensor, index_vector_dim: int, components: Sequence[Component], ranges: Sequence[Limits | None]
) -> Tensor:
    """`indices` with element k clamped to `ranges[k]`; None leaves it alone. Emits nothing where nothing changes."""
    lows, highs = limits_of(indices, ranges)
    changes = any(
        low > component.lowest or isinstance(high, Tensor) or high < component.highest
        for component, low, high in zip(components, lows, highs, strict=True)
    )
    if not changes:
        return indices
    if _is_one(lows) and _is_one(highs):
        high = highs[0]
        if isinstance(high, Tensor):
            assert isinstance(indices.element_type, IntegerType)
            high = size_as(high, indices.element_type)
        return clamp(lows[0], indices, high)
    return clamp(spread(lows, indices, index_vector_dim), indices, spread(highs, indices, index_vector_dim))


def lie_between(
    indices: Tensor, index_vector_dim: int, components: Sequence[Component], ranges: Sequence[Limits | None]
) -> Tensor | None:
    """i1 of the shape of `indices`: whether element k is in `ranges[k]`; None leaves it alone.

    None where all are known to be.
    """
    lows, highs = limits_of(indices, ranges)
    tests = []
    if any(low > component.lowest for component, low in zip(components, lows, strict=True)):
        tests.append(compare(indices, spread(lows, indices, index_vector_dim), "GE"))
    if any(isinstance(high, Tensor) or high < each.highest for each, high in zip(components, highs, strict=True)):
        tests.append(compare(indices, spread(highs, indices, index_vector_dim), "LE"))
    if len(tests) == 2:
        return and_(*tests)
    return tests[0] if tests else None


def limits_of(indices: Tensor, ranges: Sequence[Limits | None]) -> tuple[list[int], list[Size]]:
    """Lower and upper limits that mean the same and that the index type can say."""
    element_type = indices.element_type
    assert isinstance(element_type, IntegerType)
    smallest, largest = element_type.minimum, element_type.maximum
    held: list[Limits] = [(smallest, largest) if limits is None else limits for limits in ranges]
    lows = [max(low, smallest) for low, _ in held]
    return lows, [min(high, largest) if isinstance(high, int) else high for _, high in held]


def _is_one(values: Sequence[Size]) -> bool:
    """Whether all are the same; there is at least one."""
    first = values[0] if values else None
    return bool(values) and all(
        each is first if isinstance(each, Tensor) else isinstance(first, int) and each == first for each in values
    )


def _require_known(mode: object, what: str, op: str) -> None:
    if not isinstance(mode, str) or mode not in _MODES:
        raise usage_error(f"{what} is one of {_listed(op)}, not {mode!r}")
    if op == "gather" and mode == "drop":
        raise usage_error(
            "gather has no mode 'drop': it has nothing to give where a slice is dropped\n"
            "  fix: use mode='fill', with fill_value=0 for zeros"
        )


def _listed(op: str) -> str:
    return ", ".join(repr(mode) for mode in _MODES if not (op == "gather" and mode == "drop"))
