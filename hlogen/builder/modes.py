"""Out-of-bounds modes of gather and scatter: which there are, and what is known of an index before the program runs.

A mode is said per element of the index vector. What each lowers to stands in modes_gather.py and modes_scatter.py; the
flag that mode "error" returns, in modes_error.py.

Nothing here can wrap: bounds are Python integers, indices narrower than 32 bits are widened before anything is done
with them, and a bound that an index type can't say is one that its indices can't cross.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from hlogen.builder.elementwise import and_, clamp, compare, convert
from hlogen.builder.emit import described, emit_constant
from hlogen.builder.known import Range, ranges_of
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.ir import IntegerType

# The modes that leave the result alone; "error" gives a flag with it.
Mode = Literal["clip", "fill", "drop", "promise_in_bounds"]

# One mode for all elements of the index vector, or a sequence with one for each.
Modes: TypeAlias = "str | Sequence[str]"

I32, I64 = IntegerType(32), IntegerType(64)
_MODES = ("clip", "fill", "drop", "promise_in_bounds", "error")


@dataclass(frozen=True)
class Component:
    """One element of the index vectors: its mode, the dimension that it points into, and the values it may have.

    `size` is that dimension's, `window` the size of a slice in it; `lowest` and `highest` are what is known of
    the indices.
    """

    mode: str
    dim: int
    size: int
    window: int
    lowest: int
    highest: int

    @property
    def last(self) -> int:
        """The last place where a slice lies wholly inside; negative where there is none."""
        return self.size - self.window

    @property
    def is_inside(self) -> bool:
        """Whether every index is known to be in bounds, so that all modes are the same."""
        return self.lowest >= 0 and self.highest <= self.last


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
    what: str,
) -> list[Component]:
    """The elements of the index vectors. `windows` are the sizes of a slice in all of the operand's dimensions.

    `what` is what the operand is called in messages. UsageError where a mode needs a size that isn't known.
    """
    ranges = ranges_of(indices, index_vector_dim, len(index_map))
    components = []
    for mode, dim, (lowest, highest) in zip(modes, index_map, ranges, strict=True):
        size = operand.shape[dim]
        if size is None and mode != "promise_in_bounds":
            raise _dynamic(mode, f"{what} is {operand.type}", f"the size of its dimension {dim}")
        components.append(Component(mode, dim, size or 0, windows[dim], lowest, highest))
    return components


def require_static(indices: Tensor, words: set[str], what: str) -> None:
    """UsageError where the indices have a dynamic shape, over which no bounds can be spread."""
    if not indices.type.is_static:
        raise _dynamic(min(words - {"promise_in_bounds"}), f"{what} is {indices.type}", "their shape")


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


def bounds_of(component: Component) -> Range:
    """The first and the last place that are in bounds, as (1, 0) where none is."""
    return (0, component.last) if component.last >= 0 else (1, 0)


def spread(values: Sequence[int], like: Tensor, index_vector_dim: int) -> Tensor:
    """A constant of the type of `like`, in which element k of every index vector is `values[k]`."""
    if len(set(values)) == 1:
        return emit_constant(values[0], like.element_type, like.type.static_shape)
    row = emit_constant(np.array(values, like.dtype), like.element_type)
    return broadcast_in_dim(row, like.type.static_shape, broadcast_dimensions=[index_vector_dim])


def held_between(
    indices: Tensor, index_vector_dim: int, components: Sequence[Component], ranges: Sequence[Range | None]
) -> Tensor:
    """`indices` with element k clamped to `ranges[k]`; None leaves it alone. Emits nothing where nothing changes."""
    lows, highs = limits_of(indices, ranges)
    changes = any(
        low > component.lowest or high < component.highest
        for component, low, high in zip(components, lows, highs, strict=True)
    )
    if not changes:
        return indices
    if len({*lows}) == len({*highs}) == 1:
        return clamp(lows[0], indices, highs[0])
    return clamp(spread(lows, indices, index_vector_dim), indices, spread(highs, indices, index_vector_dim))


def lie_between(
    indices: Tensor, index_vector_dim: int, components: Sequence[Component], ranges: Sequence[Range | None]
) -> Tensor | None:
    """i1 of the shape of `indices`: whether element k is in `ranges[k]`; None leaves it alone.

    None where all are known to be.
    """
    lows, highs = limits_of(indices, ranges)
    tests = []
    if any(low > component.lowest for component, low in zip(components, lows, strict=True)):
        tests.append(compare(indices, spread(lows, indices, index_vector_dim), "GE"))
    if any(high < component.highest for component, high in zip(components, highs, strict=True)):
        tests.append(compare(indices, spread(highs, indices, index_vector_dim), "LE"))
    if len(tests) == 2:
        return and_(*tests)
    return tests[0] if tests else None


def limits_of(indices: Tensor, ranges: Sequence[Range | None]) -> tuple[list[int], list[int]]:
    """Lower and upper limits that mean the same and that the index type can say."""
    element_type = indices.element_type
    assert isinstance(element_type, IntegerType)
    smallest, largest = element_type.minimum, element_type.maximum
    held = [(smallest, largest) if limits is None else limits for limits in ranges]
    return [max(low, smallest) for low, _ in held], [min(high, largest) for _, high in held]


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


def _dynamic(mode: str, what: str, needed: str) -> Exception:
    return usage_error(
        f"mode {mode!r} needs to know {needed}, but {what}\n"
        "  fix: use tensors of a static shape, or mode='promise_in_bounds'"
    )
