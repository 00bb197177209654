"""What happens out of bounds, as far as indexing decides it: the default, and which indices need no check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import numpy as np

from hlogen.builder.elementwise import minimum
from hlogen.builder.indexing.base import Counting, Integers
from hlogen.builder.indexing.pointers import Vectors, broadcast_column
from hlogen.builder.modes import I32, I64, as_index_type, limits_of, widened
from hlogen.builder.modes_error import emit_check
from hlogen.builder.shape import concatenate, constant
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.ir import IntegerType

Mode: TypeAlias = Literal["clip", "fill", "drop", "promise_in_bounds", "error"]

_READS: tuple[Mode, ...] = ("fill", "clip", "promise_in_bounds", "error")
_UPDATES: tuple[Mode, ...] = ("drop", "fill", "clip", "promise_in_bounds", "error")


def read_mode(mode: str | None, fill_value: TensorLike | None, what: str) -> Mode:
    """The mode of a read: "fill" where none is given."""
    chosen = _chosen(mode, _READS, what)
    if fill_value is not None and chosen != "fill":
        raise usage_error(f"{what} has fill_value and mode={mode!r}, which doesn't fill\n  fix: leave one of them out")
    return chosen


def needs_check(mode: str | None) -> bool:
    """Whether constants must be in bounds: unless the caller has said what becomes of those that aren't."""
    return mode in (None, "promise_in_bounds")


def update_mode(mode: str | None, what: str) -> Mode:
    """The mode of an update: "drop" where none is given."""
    return _chosen(mode, _UPDATES, what)


def mode_arguments(
    mode: Mode, vectors: Vectors, is_inside: bool, fill_value: TensorLike | None = None
) -> dict[str, Any]:
    """The arguments of a gather or a scatter that say its mode.

    `is_inside` says that constants are in bounds, so that they need no check; where all are constants, none is needed.
    """
    if is_inside and not any(vectors.is_dynamic):
        return {}
    is_mixed = is_inside and any(vectors.is_dynamic) and not all(vectors.is_dynamic)
    modes = [mode if is_dynamic else "promise_in_bounds" for is_dynamic in vectors.is_dynamic] if is_mixed else mode
    return {"mode": modes} if fill_value is None else {"mode": modes, "fill_value": fill_value}


def in_bounds(indices: Iterable[tuple[int | Integers | Tensor, int]], counting: Counting, op: str) -> Tensor:
    """i1 scalar, the flag of mode "error": whether indices lie in the dimensions whose sizes they come with.

    Tensors are as given, and so is what the interpreter says when it stops; constants count from 0. Several are
    elements of index vectors, of which constants that are inside are left out.
    """
    given: list[Tensor] = []
    ranges = []
    for index, size in indices:
        if isinstance(index, Tensor):
            given.append(widened(index))
        elif bool(np.all((np.asarray(index) >= 0) & (np.asarray(index) < size))):
            continue
        else:
            given.append(constant(np.asarray(index, np.int64) + counting.base))
        ranges.append(counting.limits(size) if size else (1, 0))
    if not given:
        return constant(True)
    vectors = given[0] if len(given) == 1 else _joined(given)
    limits = limits_of(vectors, ranges)
    lower, upper = (constant(limit if len(given) > 1 else limit[0], vectors.element_type) for limit in limits)
    return emit_check(vectors, lower, upper, vectors.rank - (len(given) > 1), op)


def _joined(given: list[Tensor]) -> Tensor:
    """Index vectors of tensors that broadcast, in a type that has all their values but those beyond 63 bits."""
    types = [index.element_type for index in given]
    is_narrow = all(isinstance(one, IntegerType) and one.maximum <= I32.maximum for one in types)
    shape = np.broadcast_shapes(*(index.type.static_shape for index in given))
    columns = []
    for index in given:
        if isinstance(index.element_type, IntegerType) and index.element_type.maximum > I64.maximum:
            index = minimum(index, I64.maximum)
        column = as_index_type(index, I32 if is_narrow else I64)
        columns.append(broadcast_column(column, len(shape), shape, True))
    return concatenate(columns, dimension=len(shape))


def _chosen(mode: object, known: tuple[Mode, ...], what: str) -> Mode:
    if mode is None:
        return known[0]
    for name in known:
        if mode == name:
            return name
    fix = "\n  fix: hl.gather and hl.scatter take a mode for each index" if isinstance(mode, (list, tuple)) else ""
    raise usage_error(f"mode of {what} is one of {', '.join(map(repr, known))}, not {mode!r}{fix}")
