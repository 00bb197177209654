"""How a scatter's update computation is folded into the rows it lands on, exactly in order.

A fold is given tables (one for each input), the row that each piece lands on, and the pieces, in order. It works in
place.
  kept, set    the body returns its old or its new value: nothing to do, or assignment, where the last one wins
  ufunc.at     one well-known operation on single elements: NumPy applies it in order
  rounds       any body: the first pieces of all rows at once, then the second ones, and so on. Within a round no
               two pieces land on the same row, so it runs on whole arrays
Machine code, where there is some, takes the place of landing and fold (compiled/scatter.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from hlogen.ir import (
    ComplexType,
    ElementType,
    FloatType,
    IndexType,
    IntegerType,
    Operation,
    TensorType,
    Type,
)
from interpreter.execution.regions import RegionPlan
from interpreter.kernels import bodies
from interpreter.kernels.arithmetic import ON_BOOLEANS, ON_INTEGERS
from interpreter.kernels.index_space import MAX_VOID_BYTES, plain, require
from interpreter.values.array import Array, as_array
from interpreter.values.attributes import tensor_type

Fold: TypeAlias = "Callable[[Sequence[Array], Array, Sequence[Array]], None]"
Combine: TypeAlias = "Callable[..., Sequence[Array]]"

# About as many elements are worked on at a time as stay in a core's cache.
CHUNK_ELEMENTS = 1 << 16
# Up to here a ufunc is done before rounds are worked out.
FEW_ELEMENTS = 1 << 11
# A table of more than this many rows for each piece is too large to write a number to every row that is hit.
SPARSE = 64
# Above this share of pieces that aren't the first on their row, bringing these together is cheaper than round by round.
MANY_REPEATED = 2 / 3
# Where rounds would have fewer elements than this on average, a ufunc is faster going element by element.
ELEMENTS_OF_A_ROUND = 512

_ROW = 8  # bytes of a row's number

_ON_FLOATS = {"stablehlo.add": np.add, "stablehlo.multiply": np.multiply}
_EXTREMA_ON_FLOATS = {"stablehlo.maximum": np.maximum, "stablehlo.minimum": np.minimum}
_HAVE_NEGATIVE_ZERO = {"f16", "bf16", "f32", "f64"}


def plan_fold(op: Operation, body: RegionPlan) -> Fold:
    """The fold for a scatter and its region, planned; its results are N."""
    count = len(op.results)
    block = op.regions[0].block
    scalars = [TensorType((), tensor_type(result).element_type) for result in op.results]
    for what, values in (("takes", block.arguments[:count]), ("returns", block.operations[-1].operands)):
        types = [value.type for value in values]
        require(types == scalars, "C23, C25", f"update_computation {what} {_listed(types)}, not {_listed(scalars)}")
    shortcuts = [_shortcut(fold) for fold in bodies.folds(block)]
    if None in shortcuts or len({x for x in shortcuts if isinstance(x, Operation)}) != len(block.operations) - 1:

        def combine(*values: Array) -> Sequence[Array]:
            shape = values[0].shape
            if len(shape) == 1:
                return body.lanes(*values)
            return [x.reshape(shape) for x in body.lanes(*(value.reshape(-1) for value in values))]

        return lambda tables, rows, pieces: fold_in_rounds(combine, tables, rows, pieces)

    runs = {step.op: step.run for step in body.block.steps}
    planned: list[Fold | None] = []
    for shortcut in shortcuts:
        if isinstance(shortcut, Operation):
            planned.append(_operation_fold(shortcut, runs[shortcut]))
        else:
            planned.append(fold_by_assignment if shortcut == "set" else None)

    def fold(tables: Sequence[Array], rows: Array, pieces: Sequence[Array]) -> None:
        for table, updates, one in zip(tables, pieces, planned, strict=True):
            if one is not None:
                one([table], rows, [updates])

    return fold


def works_in_rounds(op: Operation, *, on_elements: bool) -> bool:
    """Whether the fold of a scatter brings pieces together in rounds, those being elements, or rows of several."""
    shortcuts = [_shortcut(fold) for fold in bodies.folds(op.regions[0].block)]
    operations = {x for x in shortcuts if isinstance(x, Operation)}
    if None in shortcuts or len(operations) != len(op.regions[0].block.operations) - 1:
        return True
    return any(
        not on_elements or _ufuncs(one.name, tensor_type(one.result).element_type) == (None, None) for one in operations
    )


def _listed(types: Sequence[Type]) -> str:
    return ", ".join(map(str, types)) or "nothing"


def _shortcut(fold: bodies.Fold) -> Operation | str | None:
    """ "keep", "set", one operation on old and new value, or None: a result comes about otherwise."""
    if fold.update is not None:
        return None
    if fold.kind == "apply":
        return fold.op if fold.op is not None and fold.op.name in ON_INTEGERS else None
    return None if fold.kind == "other" else fold.kind


def _operation_fold(op: Operation, run: Callable[..., Array]) -> Fold:
    """The fold for a body of one commutative operation."""
    element_type = tensor_type(op.result).element_type
    ufunc, extremum = _ufuncs(op.name, element_type)

    def combine(old: Array, new: Array) -> Sequence[Array]:
        return [as_array(run(old, new))]

    def fold(tables: Sequence[Array], rows: Array, pieces: Sequence[Array]) -> None:
        (table,), (updates,) = tables, pieces
        if table.ndim == 1 and ufunc is not None:
            ufunc.at(table, rows, updates)
        elif table.ndim == 1 and extremum is not None:
            _fold_extremum(extremum, table, rows, updates)
        elif ufunc is not None and updates.size <= FEW_ELEMENTS:
            ufunc.at(table, rows, updates)
        else:
            fold_in_rounds(combine, tables, rows, pieces, ufunc)

    return fold


def _ufuncs(name: str, element_type: ElementType) -> tuple[np.ufunc | None, np.ufunc | None]:
    """The NumPy function that does the operation on elements as they are stored, if any.

    The second one does it where no negative zero is met: StableHLO orders -0.0 before 0.0, NumPy's extrema don't.
    """
    match element_type:
        case IntegerType(width=1):
            return ON_BOOLEANS.get(name), None
        case IndexType() | IntegerType(width=8 | 16 | 32 | 64):
            return ON_INTEGERS.get(name), None
        case FloatType(name=float_name) if float_name != "tf32":
            return _ON_FLOATS.get(name), _EXTREMA_ON_FLOATS.get(name) if float_name in _HAVE_NEGATIVE_ZERO else None
        case ComplexType():
            return (np.add if name == "stablehlo.add" else None), None
        case _:
            return None, None


def _fold_extremum(extremum: np.ufunc, table: Array, rows: Array, updates: Array) -> None:
    """NumPy's, which takes either of two zeros: afterwards those that have met the one that wins are set to it."""
    stored, given = plain(table), plain(updates)
    zeros = np.array([0.0, -0.0], np.float32).astype(table.dtype).view(stored.dtype)
    wins, loses = zeros if extremum is np.maximum else zeros[::-1]
    if not ((given == zeros[1]).any() or (stored.take(rows, mode="clip") == zeros[1]).any()):
        extremum.at(table, rows, updates)
        return
    meets = (given == wins) | (stored.take(rows, mode="clip") == wins)
    extremum.at(table, rows, updates)
    found = stored.take(rows, mode="clip")
    is_zero = (found == wins) | (found == loses)
    stored[rows[is_zero]] = loses
    stored[rows[is_zero & meets]] = wins


def fold_by_assignment(tables: Sequence[Array], rows: Array, pieces: Sequence[Array]) -> None:
    """The last piece that lands on a row stays. NumPy assigns in the order of a one-dimensional index."""
    for table, updates in zip(tables, pieces, strict=True):
        target, source = plain(table), plain(np.ascontiguousarray(updates))
        row_bytes = target[0].nbytes
        if target.ndim == 2 and target.flags.c_contiguous and row_bytes <= MAX_VOID_BYTES:
            whole_row = np.dtype(f"V{row_bytes}")
            target, source = target.view(whole_row).reshape(-1), source.view(whole_row).reshape(-1)
        elif target.ndim > 1:  # NumPy promises no order for parts of rows
            last = np.flatnonzero(last_of_each(rows, len(target)))
            target[rows[last]] = source[last]
            continue
        target[rows] = source


def fold_in_rounds(
    combine: Combine, tables: Sequence[Array], rows: Array, pieces: Sequence[Array], ufunc: np.ufunc | None = None
) -> None:
    """Folds by ``combine(*old values, *updates)``, which is given arrays of the same shape, one for each table."""
    n_rows = len(tables[0])
    rows, pieces = rows[::-1].copy(), [updates[::-1] for updates in pieces]  # backwards: the first of a row comes last
    left: Array | None = None  # the numbers of the pieces that these rows are of; None for all
    while n_rows <= SPARSE * len(rows) + CHUNK_ELEMENTS:
        is_first = last_of_each(rows, n_rows)
        if is_first.all():
            _fold_distinct(combine, tables, rows, pieces, left)
            return
        first, rest = np.flatnonzero(is_first), np.flatnonzero(~is_first)
        del is_first
        if len(rest) > len(rows) * MANY_REPEATED:
            del first, rest
            break
        _fold_distinct(combine, tables, rows[first], pieces, first if left is None else left[first])
        rows, left = rows[rest], rest if left is None else left[rest]
    if left is not None:
        pieces = [updates[left] for updates in pieces]
    rows = rows[::-1].copy()
    _fold_runs(combine, tables, rows, [updates[::-1] for updates in pieces], ufunc)


def memory_of_rounds(n_rows: int, count: int) -> int:
    """The bytes that `fold_in_rounds` takes for `count` pieces on tables of `n_rows`, about: it depends on the rows.

    Rows backwards, and the last of each row; then which are first and which are left over, and rows of these. Where
    most are met more than twice, pieces are put in order instead: the order, digits, and both in the next order.
    """
    stamps = 4 * (n_rows if n_rows <= SPARSE * count + CHUNK_ELEMENTS else 6 * count)
    return _ROW * count + max(stamps + (_ROW + 1) * count, 2 * _ROW * count)


def _fold_distinct(
    combine: Combine, tables: Sequence[Array], rows: Array, pieces: Sequence[Array], numbers: Array | None
) -> None:
    """Folds the pieces of these numbers, or all, no two of which land on the same row."""
    step = _rows_of_a_chunk(tables)
    for start in range(0, len(rows), step):
        chunk = slice(start, start + step)
        old = [_take(table, rows[chunk]) for table in tables]
        which = chunk if numbers is None else numbers[chunk]
        _put(tables, rows[chunk], combine(*old, *(updates[which] for updates in pieces)))


def _fold_runs(
    combine: Combine, tables: Sequence[Array], rows: Array, pieces: Sequence[Array], ufunc: np.ufunc | None
) -> None:
    """Folds pieces of which many land on the same row: these are brought together first."""
    order, starts, lengths = runs_of(rows, len(tables[0]))
    if ufunc is not None and pieces[0].size < lengths[0] * ELEMENTS_OF_A_ROUND:
        ufunc.at(tables[0], rows, pieces[0])
        return
    step = _rows_of_a_chunk(tables)
    for start in range(0, len(starts), step):
        first, length = starts[start : start + step], lengths[start : start + step]
        landing = rows[order[first]]
        values = [_take(table, landing) for table in tables]
        r = 0  # the round: it takes piece r of the first n rows, those that have more than r pieces
        while r < length[0]:
            n = int(np.searchsorted(-length, -r))
            rounds = np.arange(r, min(length[n - 1], r + max(1, step // n)))  # so many rounds have the same n rows
            picked = order[first[:n] + rounds[:, None]]
            old = [value[:n] for value in values]
            for new in zip(*(updates[picked] for updates in pieces), strict=True):
                combined = combine(*old, *new)
                if len(old) > 1:  # a body may hand on an old value that is about to be overwritten
                    combined = [x.copy() if any(np.may_share_memory(x, y) for y in old) else x for x in combined]
                for value, x in zip(old, combined, strict=True):
                    value[...] = x
            r += len(rounds)
        _put(tables, landing, values)


def _rows_of_a_chunk(tables: Sequence[Array]) -> int:
    return max(1, CHUNK_ELEMENTS // max(math.prod(tables[0].shape[1:]), 1))


def last_of_each(rows: Array, n_rows: int) -> Array:
    """Of each piece, whether it is the last that lands on its row."""
    if n_rows > SPARSE * len(rows) + CHUNK_ELEMENTS:
        rows = np.unique(rows, return_inverse=True)[1]
        n_rows = len(rows)
    stamp = np.empty(n_rows, np.int32 if len(rows) < 1 << 31 else np.int64)
    number = np.arange(len(rows), dtype=stamp.dtype)
    stamp[rows] = number  # NumPy assigns in the order of a one-dimensional index: the last one stays
    is_last: Array = stamp.take(rows, mode="clip") == number
    return is_last


def runs_of(rows: Array, n_rows: int) -> tuple[Array, Array, Array]:
    """The pieces ordered by row (in order within one), where each row's run starts in that, and its length.

    The longest runs come first.
    """
    order = stable_order(rows, n_rows)
    ordered = rows[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    lengths = np.diff(starts, append=len(rows))
    longest = int(lengths.max())
    by_length = stable_order(longest - lengths, longest)
    return order, starts[by_length], lengths[by_length]


def stable_order(keys: Array, limit: int) -> Array:
    """Like ``argsort(kind="stable")`` of keys in 0 .. limit, by NumPy's radix sort, which is for 16 bits at a time."""
    order: Array = np.argsort(keys.astype(_digit(limit)), kind="stable")
    shift = 16
    while limit >> shift:
        digit = (keys[order] >> shift).astype(_digit(limit >> shift))
        order = order[np.argsort(digit, kind="stable")]
        shift += 16
    return order


def _digit(limit: int) -> type[np.uint8 | np.uint16]:
    return np.uint8 if limit < 1 << 8 else np.uint16


def _take(table: Array, rows: Array) -> Array:
    if table.flags.c_contiguous:
        return plain(table).take(rows, 0, mode="clip").view(table.dtype)
    return table[rows]


def _put(tables: Sequence[Array], rows: Array, values: Sequence[Array]) -> None:
    for table, value in zip(tables, values, strict=True):
        fold_by_assignment([table], rows, [value])
