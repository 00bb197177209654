"""A scatter as operations that no order is left open in: its updates folded one after the other, all rows at once.

What lands on a row is a segment of the updates sorted by row, in the scatter's own order. A round takes the next
update of each segment that has one, so there are as many rounds as one row has updates at most. Segments stand with
the longest first: those of a round are the front part of them, lie next to each other, and are taken in chunks. When
few are left, whose rounds may be many, the rounds take a small chunk alone.

Where the update computation looks at no old value, the last update of each row is all that is needed.

Scatters of numbers are in there whose result is the same in any order: counts, first places, last updates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal

from hlogen.autodiff.rules.scatter_computation import UpdateComputation
from hlogen.autodiff.rules.scatter_fold import promoted
from hlogen.autodiff.rules.scatter_lanes import borders, sorted_stably
from hlogen.autodiff.rules.scatter_rows import Rows, replaced, taken
from hlogen.autodiff.site import Site, full_like, reshaped
from hlogen.builder.elementwise import add, and_, compare, convert, select, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.inner import emit_while
from hlogen.builder.reduction import reduce, sort
from hlogen.builder.scatter import scatter
from hlogen.builder.shape import (
    broadcast_in_dim,
    concatenate,
    dynamic_slice,
    dynamic_update_slice,
    iota,
    pad,
    reshape,
    slice,
)
from hlogen.builder.tensor import Tensor

# Chunks of some size, and not too many, keep the steps that follow one another near to the number of rounds.
_CHUNK_ELEMENTS = 1 << 12
_MOST_CHUNKS = 64
# The small chunk, whose rounds go on as long as there are updates.
_FEW_ELEMENTS = 1 << 6


# How updates are folded: in rounds, for devices that do much at once; by turns of single updates, for CPUs.
By = Literal["rounds", "turns"]


def folded(site: Site, overwrites: bool, by: By) -> list[Tensor]:
    """The results of the scatter at `site`, in lexicographic order of its updates.

    `overwrites` says that its update computation makes each result of updates alone, or keeps the old value: then
    nothing is folded.
    """
    rows, (inputs, updates) = Rows(site), promoted(site)
    if rows.is_empty:
        return inputs
    computation = UpdateComputation(site, [False] * len(site.inputs))
    tables = [rows.table(value) for value in inputs]
    pieces = [reshaped(rows.flat(value), [rows.pieces, *rows.piece_shape]) for value in updates]
    fold = _last_ones if overwrites else _in_rounds if by == "rounds" else _by_turns
    return [rows.of_table(table) for table in fold(rows, computation, tables, pieces)]


def _last_ones(
    rows: Rows, computation: UpdateComputation, tables: Sequence[Tensor], pieces: Sequence[Tensor]
) -> list[Tensor]:
    """The tables after the last piece of each row."""
    numbers = iota(rows.destinations.type)
    lasts = _landed(full_like(_per_row(rows), -1), rows.destinations, numbers, "max")
    is_last = compare(taken(lasts, rows.destinations, []), numbers, "EQ")
    where = select(is_last, rows.destinations, full_like(rows.destinations, rows.count))
    olds = [taken(table, where, rows.piece_shape) for table in tables]
    return [
        replaced(table, where, value)
        for table, value in zip(tables, _applied(computation, olds, pieces, is_last), strict=True)
    ]


def _in_rounds(
    rows: Rows, computation: UpdateComputation, tables: Sequence[Tensor], pieces: Sequence[Tensor]
) -> list[Tensor]:
    """The tables after all pieces, one after the other on each row."""
    ordered, order = sorted_stably(rows.destinations, rows.count)
    segments = _segments_by_row(rows, ordered) if rows.count <= rows.pieces else _segments_by_place(rows, ordered)
    size = segments.counts.type.static_shape[0]
    chunk = min(size, max(-(-_CHUNK_ELEMENTS // rows.width), -(-size // _MOST_CHUNKS)))
    few = min(size, -(-_FEW_ELEMENTS // rows.width))
    segments = segments.longest_first(rows.pieces).padded(chunk, rows.count)
    values = [taken(table, segments.rows, rows.piece_shape) for table in tables]

    def step(number: Tensor, part: _Segments, olds: Sequence[Tensor]) -> list[Tensor]:
        """What becomes of the values of some segments in the round of this number."""
        has_one = compare(part.counts, _like(number, part.counts), "GT")
        places = taken(order, add(part.starts, _like(number, part.starts)), [])
        news = [taken(piece, places, rows.piece_shape) for piece in pieces]
        afters = _applied(computation, olds, news, has_one)
        return [_chosen(has_one, after, old) for after, old in zip(afters, olds, strict=True)]

    zero = emit_constant(0, rows.number_type, ())
    number = zero
    if few < size:
        # Until no segment but the first few has an update left.
        limit = _at(segments.counts, full_like(zero, few))

        def body(state: list[Tensor]) -> list[Tensor]:
            number, at, *values = state
            part = segments.part(at, chunk)
            olds = [_sliced(value, at, chunk) for value in values]
            values = [_put(value, new, at) for value, new in zip(values, step(number, part, olds), strict=True)]
            after = add(at, full_like(at, chunk))
            is_next = compare(_at(segments.counts, after), number, "LE")
            number = select(is_next, add(number, full_like(number, 1)), number)
            return [number, select(is_next, zero, after), *values]

        number, _, *values = emit_while([zero, zero, *values], lambda state: compare(state[0], limit, "LT"), body)
    head = segments.part(zero, few)
    longest = _at(segments.counts, zero)
    firsts = [_sliced(value, zero, few) for value in values]

    def round(state: list[Tensor]) -> list[Tensor]:
        number, *firsts = state
        return [add(number, full_like(number, 1)), *step(number, head, firsts)]

    _, *firsts = emit_while([number, *firsts], lambda state: compare(state[0], longest, "LT"), round)
    values = [_put(value, first, zero) for value, first in zip(values, firsts, strict=True)]
    return [replaced(table, segments.rows, value) for table, value in zip(tables, values, strict=True)]


def _by_turns(
    rows: Rows, computation: UpdateComputation, tables: Sequence[Tensor], pieces: Sequence[Tensor]
) -> list[Tensor]:
    """The same, piece by piece: compilers for CPUs make machine code of such a loop, which needs no sort."""
    count = emit_constant(rows.count, rows.number_type, ())
    end = emit_constant(rows.pieces, rows.number_type, ())
    number = emit_constant(0, rows.number_type, ())

    def turn(state: list[Tensor]) -> list[Tensor]:
        number, *tables = state
        row = _at(rows.destinations, number)
        is_kept = reshape(compare(row, count, "LT"), [1])
        # Where no row is meant, this is some other one's, which gets back what it had.
        olds = [dynamic_slice(table, _starts(table, row), slice_sizes=[1, *rows.piece_shape]) for table in tables]
        news = [_sliced(piece, number, 1) for piece in pieces]
        afters = _applied(computation, olds, news, is_kept)
        values = [_chosen(is_kept, after, old) for after, old in zip(afters, olds, strict=True)]
        tables = [_put(table, value, row) for table, value in zip(tables, values, strict=True)]
        return [add(number, full_like(number, 1)), *tables]

    _, *tables = emit_while([number, *tables], lambda state: compare(state[0], end, "LT"), turn)
    return tables


@dataclass(frozen=True)
class _Segments:
    """The rows that pieces land on: for each its number, and where its pieces start in their order, and how many.

    There may be segments without pieces.
    """

    rows: Tensor
    starts: Tensor
    counts: Tensor

    def longest_first(self, most: int) -> _Segments:
        """In the order of their counts, which are no more than `most`."""
        shorter, order = sorted_stably(subtract(full_like(self.counts, most), self.counts), most)
        counts = subtract(full_like(shorter, most), shorter)
        return _Segments(taken(self.rows, order, []), taken(self.starts, order, []), counts)

    def padded(self, size: int, no_row: int) -> _Segments:
        """With `size` segments more, of nothing; those of no pieces have no row any more."""
        rows = select(compare(self.counts, full_like(self.counts, 0), "GT"), self.rows, full_like(self.rows, no_row))
        return _Segments(
            _extended(rows, size, no_row), _extended(self.starts, size, 0), _extended(self.counts, size, 0)
        )

    def part(self, at: Tensor, size: int) -> _Segments:
        return _Segments(*(_sliced(value, at, size) for value in (self.rows, self.starts, self.counts)))


def _segments_by_row(rows: Rows, ordered: Tensor) -> _Segments:
    """One for each row of the table."""
    numbers = iota(ordered.type)
    counts = _landed(_per_row(rows), ordered, full_like(numbers, 1), "add")
    starts = _landed(full_like(counts, rows.pieces), ordered, numbers, "min")
    return _Segments(iota(counts.type), starts, counts)


def _segments_by_place(rows: Rows, ordered: Tensor) -> _Segments:
    """One for each piece, so that a large table costs nothing: those of pieces that aren't the first have none."""
    numbers = iota(ordered.type)
    is_kept = compare(ordered, full_like(ordered, rows.count), "LT")
    end = reduce(convert(is_kept, rows.number_type), 0, [0], "add")
    is_first, _ = borders(ordered)
    starts = select(and_(is_first, is_kept), numbers, _like(end, numbers))
    (starts,) = sort([starts], lambda a, b: compare(a, b, "LT"))
    following = slice(starts, start_indices=[1], limit_indices=[rows.pieces])
    ends = concatenate([following, reshape(end, [1])], dimension=0)
    return _Segments(taken(ordered, starts, []), starts, subtract(ends, starts))


def _applied(
    computation: UpdateComputation, olds: Sequence[Tensor], news: Sequence[Tensor], is_ready: Tensor
) -> list[Tensor]:
    """What becomes of pieces, the update computation's own elements being flat."""
    shape = olds[0].type.static_shape
    flat = [prod(shape)]
    ready = reshaped(_wide(is_ready, shape), flat)
    results = computation.applied([reshaped(old, flat) for old in olds], [reshaped(new, flat) for new in news], ready)
    return [reshaped(result, shape) for result in results]


def _per_row(rows: Rows) -> Tensor:
    """A zero for each row."""
    return emit_constant(0, rows.number_type, (rows.count,))


def _landed(per_row: Tensor, where: Tensor, numbers: Tensor, computation: Literal["add", "min", "max"]) -> Tensor:
    """`per_row` after `numbers` have landed there; those that land on no row are dropped."""
    result: Tensor = scatter(
        per_row,
        reshape(where, [*where.type.static_shape, 1]),
        numbers,
        computation,
        update_window_dims=[],
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
    )
    return result


def _chosen(mask: Tensor, value: Tensor, other: Tensor) -> Tensor:
    return select(_wide(mask, value.type.static_shape), value, other)


def _wide(mask: Tensor, shape: Sequence[int]) -> Tensor:
    """What holds for each piece, for each element of it."""
    return mask if len(shape) == 1 else broadcast_in_dim(mask, shape, broadcast_dimensions=[0])


def _like(scalar: Tensor, value: Tensor) -> Tensor:
    return broadcast_in_dim(scalar, value.type.static_shape, broadcast_dimensions=[])


def _at(values: Tensor, index: Tensor) -> Tensor:
    return reshape(_sliced(values, index, 1), [])


def _sliced(value: Tensor, at: Tensor, size: int) -> Tensor:
    """`size` pieces, from the one of number `at`."""
    return dynamic_slice(value, _starts(value, at), slice_sizes=[size, *value.type.static_shape[1:]])


def _put(value: Tensor, part: Tensor, at: Tensor) -> Tensor:
    return dynamic_update_slice(value, part, _starts(value, at))


def _starts(value: Tensor, at: Tensor) -> list[Tensor]:
    return [at, *[full_like(at, 0)] * (value.rank - 1)]


def _extended(values: Tensor, size: int, number: int) -> Tensor:
    edge = emit_constant(number, values.element_type, ())
    return pad(values, edge, edge_padding_low=[0], edge_padding_high=[size])
