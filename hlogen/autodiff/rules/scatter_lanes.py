"""The pieces of a scatter brought together by the row they land on, so that they can be folded all rows at once.

A lane is one piece; lanes are in the order of their rows, and in the scatter's own order within one row.
"""

from __future__ import annotations

from hlogen.autodiff.rules.scatter_rows import Rows, replaced, taken
from hlogen.autodiff.site import converted, full_like, reshaped
from hlogen.builder.elementwise import and_, compare, or_, select, shift_left, shift_right_logical, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.modes import I32, I64
from hlogen.builder.reduction import reduce, sort
from hlogen.builder.shape import broadcast_in_dim, concatenate, iota, pad, slice
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType, TensorType

PRED = IntegerType(1)


class Lanes:
    """The lanes of a scatter. With `are_distinct` no two land on the same row, so they stay as they are.

    `layout` is that of the scatter. `rows` are the numbers of the lanes' rows (`layout.count` where they are dropped);
    `is_kept` says which aren't dropped, `is_first` and `is_last` which is the first and the last on its row (None where
    all are).
    """

    def __init__(self, layout: Rows, are_distinct: bool) -> None:
        self.layout = layout
        self.number_type = TensorType((layout.pieces,), layout.number_type)
        self.are_distinct = are_distinct or layout.pieces == 1
        self.rows = layout.destinations
        self.order: Tensor | None = None
        self.is_first: Tensor | None = None
        self.is_last: Tensor | None = None
        if not self.are_distinct:
            self.rows, self.order = sorted_stably(self.rows, layout.count)
            self.is_first, self.is_last = borders(self.rows)
        self.is_kept = compare(self.rows, full_like(self.rows, layout.count), "LT")

    def ordered(self, flat: Tensor) -> Tensor:
        """Flat updates, lane by lane."""
        if self.order is None:
            return flat
        pieces = taken(reshaped(flat, [self.layout.pieces, self.layout.width]), self.order, [self.layout.width])
        return reshaped(pieces, [self.layout.size])

    def unordered(self, lanes: Tensor) -> Tensor:
        """What belongs to each lane, in the order of the flat updates."""
        if self.order is None:
            return lanes
        shape = (self.layout.pieces, self.layout.width)
        pieces = replaced(emit_constant(0, lanes.element_type, shape), self.order, reshaped(lanes, shape))
        return reshaped(pieces, [self.layout.size])

    def kept(self, lanes: Tensor, instead: complex) -> Tensor:
        """What belongs to each element of the lanes, with `instead` where they are dropped."""
        return chosen(self.layout.spread(self.is_kept), lanes, instead)

    def after_first(self, firsts: Tensor, lanes: Tensor) -> Tensor:
        """What comes to each lane from the one before it on its row, of `lanes`; of `firsts` to the first of a row."""
        if self.is_first is None:
            return firsts
        return select(self.layout.spread(self.is_first), firsts, _moved(lanes, self.layout.width))

    def before_last(self, lasts: Tensor, lanes: Tensor) -> Tensor:
        """What comes to each lane from the one behind it on its row, of `lanes`; of `lasts` to the last of a row."""
        if self.is_last is None:
            return lasts
        return select(self.layout.spread(self.is_last), lasts, _moved(lanes, -self.layout.width))

    def reached(self, lanes: Tensor, distance: int, otherwise: complex) -> Tensor:
        """What the lane has that is `distance` before (negative: behind); `otherwise` where that is on another row."""
        no_row = emit_constant(-1, self.layout.number_type, ())
        there = pad(self.rows, no_row, edge_padding_low=[distance], edge_padding_high=[-distance])
        is_same = self.layout.spread(compare(there, self.rows, "EQ"))
        return select(is_same, _moved(lanes, distance * self.layout.width), full_like(lanes, otherwise))

    def put_first(self, table: Tensor, lanes: Tensor) -> Tensor:
        """`table`, each row that lanes land on replaced by the first of them."""
        return self.layout.put(table, self._only(self.is_first), lanes)

    def put_last(self, table: Tensor, lanes: Tensor) -> Tensor:
        """`table`, each row that lanes land on replaced by the last of them."""
        return self.layout.put(table, self._only(self.is_last), lanes)

    def ranks(self) -> tuple[Tensor, Tensor]:
        """How many lanes come before each on its row, and the greatest such number of all that aren't dropped.

        The latter is -1 where all are dropped.
        """
        numbers = iota(self.number_type)
        table = emit_constant(0, self.layout.number_type, (self.layout.count,))
        starts = taken(replaced(table, self._only(self.is_first), numbers), self.rows, [])
        ranks = subtract(numbers, starts)
        none = full_like(ranks, -1)
        return ranks, reduce(select(self.is_kept, ranks, none), -1, [0], "max")

    def _only(self, wanted: Tensor | None) -> Tensor:
        """The rows of the lanes that are wanted; the others are dropped."""
        return self.rows if wanted is None else select(wanted, self.rows, full_like(self.rows, self.layout.count))


def borders(ordered: Tensor) -> tuple[Tensor, Tensor]:
    """Of numbers in order, which is the first and which the last of its like."""
    (size,) = ordered.type.static_shape
    differs = compare(
        slice(ordered, start_indices=[1], limit_indices=[size]),
        slice(ordered, start_indices=[0], limit_indices=[size - 1]),
        "NE",
    )
    yes = emit_constant(True, PRED, (1,))
    return concatenate([yes, differs], dimension=0), concatenate([differs, yes], dimension=0)


def sorted_stably(keys: Tensor, most: int) -> tuple[Tensor, Tensor]:
    """Numbers from 0 to `most` in order, and where each of them stood; equal ones keep their order.

    A number and its place are sorted as one integer, where that holds both: backends sort plain integers far faster
    than pairs by a comparator, and equal ones are none.
    """
    (size,) = keys.type.static_shape
    bits, places = (size - 1).bit_length(), iota(keys.type)
    largest = ((most + 1) << bits) - 1
    if largest > I64.maximum:
        keys, places = sort([keys, places], lambda a, b, m, n: compare(a, b, "LT"), is_stable=True)
        return keys, places
    wide = I32 if largest <= I32.maximum else I64
    keys_there, places_there = (converted(value, wide) for value in (keys, places))
    both = or_(shift_left(keys_there, full_like(keys_there, bits)), places_there)
    (both,) = sort([both], lambda a, b: compare(a, b, "LT"), is_stable=False)
    ordered = shift_right_logical(both, full_like(both, bits))
    found = and_(both, full_like(both, (1 << bits) - 1))
    return converted(ordered, keys.element_type), converted(found, keys.element_type)


def chosen(mask: Tensor, value: Tensor, instead: complex) -> Tensor:
    """The parts of `value` along dimension 0 for which `mask` is true, and `instead`."""
    if value.rank > 1:
        mask = broadcast_in_dim(mask, value.type.static_shape, broadcast_dimensions=[0])
    return select(mask, value, full_like(value, instead))


def _moved(flat: Tensor, distance: int) -> Tensor:
    """`flat` moved towards its end (negative: its start), zeros moving in."""
    edge = emit_constant(0, flat.element_type, ())
    return pad(flat, edge, edge_padding_low=[distance], edge_padding_high=[-distance])
