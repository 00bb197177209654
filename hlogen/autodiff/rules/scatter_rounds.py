"""The rounds in which lanes are folded: those that have as many lanes before them on their row go together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogen.autodiff.rules.scatter_lanes import Lanes, borders, sorted_stably
from hlogen.autodiff.rules.scatter_rows import replaced, taken
from hlogen.autodiff.site import full_like, reshaped
from hlogen.builder.elementwise import add, compare, convert, maximum, minimum, select, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.inner import emit_while
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import broadcast_in_dim, dynamic_slice, iota, pad, reshape
from hlogen.builder.tensor import Tensor
from hlogen.ir import TensorType

# A round takes its lanes in chunks. Rounds of few lanes then don't cost as much as the first one, which has the most;
# chunks of some size, and not too many, keep what is done one after the other near to the number of rounds.
CHUNK_ELEMENTS = 1 << 12
MAX_CHUNKS = 64


class Chunk:
    """Some lanes of one round. `is_valid` says for each element of the chunk whether it is one of them: flat."""

    def __init__(self, lanes: Lanes, numbers: Tensor, is_valid: Tensor) -> None:
        self._lanes, self._numbers, self._is_valid = lanes, numbers, is_valid
        self._layout = lanes.layout
        self._size = numbers.type.static_shape[0]
        self.is_valid = self._spread(is_valid)

    def of(self, lanes: Tensor, distance: int = 0) -> Tensor:
        """The part of `lanes`, flat, that belongs to the chunk; or to the lanes that are `distance` behind those."""
        numbers = add(self._numbers, full_like(self._numbers, distance)) if distance else self._numbers
        width = self._layout.width
        part = taken(reshaped(lanes, [self._layout.pieces, width]), numbers, [width])
        return reshaped(part, [self._size * width])

    def after_first(self, firsts: Tensor, lanes: Tensor) -> Tensor:
        """The part of `Lanes.after_first`."""
        return select(self._part_of_mask(self._lanes.is_first), self.of(firsts), self.of(lanes, -1))

    def before_last(self, lasts: Tensor, lanes: Tensor) -> Tensor:
        """The part of `Lanes.before_last`."""
        return select(self._part_of_mask(self._lanes.is_last), self.of(lasts), self.of(lanes, 1))

    def put(self, lanes: Tensor, part: Tensor) -> Tensor:
        """`lanes` with the part that belongs to the chunk replaced."""
        layout = self._layout
        nowhere = full_like(self._numbers, layout.pieces)
        numbers = select(self._is_valid, self._numbers, nowhere)
        table = reshaped(lanes, [layout.pieces, layout.width])
        return reshaped(replaced(table, numbers, reshaped(part, [self._size, layout.width])), [layout.size])

    def _part_of_mask(self, per_lane: Tensor | None) -> Tensor:
        assert per_lane is not None  # only where all lanes are distinct, which take no rounds
        return self._spread(taken(per_lane, self._numbers, []))

    def _spread(self, per_lane: Tensor) -> Tensor:
        """What holds for each lane of the chunk, for each element of it: flat."""
        width = self._layout.width
        wide = broadcast_in_dim(per_lane, [self._size, width], broadcast_dimensions=[0])
        return reshaped(wide, [self._size * width])


# From a chunk and lanes so far to what the chunk makes of its part.
Step = Callable[..., Sequence[Tensor]]


class Rounds:
    """The rounds of `lanes`, some of which land on the same row."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        pieces, type = lanes.layout.pieces, lanes.layout.number_type
        self._chunk = min(pieces, max(-(-CHUNK_ELEMENTS // lanes.layout.width), -(-pieces // MAX_CHUNKS)))
        numbers = iota(lanes.number_type)
        # The lanes by the number of those before them on their row; dropped ones at the end.
        ranks, self._last = lanes.ranks()
        last = full_like(ranks, pieces)
        self._ranks, self._order = sorted_stably(select(lanes.is_kept, ranks, last), pieces)
        self._kept = reduce(convert(lanes.is_kept, type), 0, [0], "add")
        # Where each round begins in that order; rounds that there aren't begin where the lanes end.
        begins = broadcast_in_dim(self._kept, [pieces + 2], broadcast_dimensions=[])
        is_first, _ = borders(self._ranks)
        self._begins = replaced(begins, select(is_first, self._ranks, full_like(ranks, pieces + 2)), numbers)

    def forward(self, step: Step, start: Sequence[Tensor]) -> Sequence[Tensor]:
        """Lanes, from `start`, replaced by what `step` gives, in all rounds but the last."""
        ahead = self._padded(0, self._chunk)
        limit = _at(self._begins, self._last)

        def body(state: list[Tensor]) -> list[Tensor]:
            position, *lanes = state
            end = _at(self._begins, _plus(_at(self._ranks, position), 1))
            chunk = self._part(ahead, position, lambda places: compare(places, _like(end, places), "LT"), position)
            return [minimum(_plus(position, self._chunk), end), *_replaced(chunk, lanes, step)]

        _, *lanes = emit_while([full_like(limit, 0), *start], lambda state: compare(state[0], limit, "LT"), body)
        return lanes

    def backward(self, step: Step, start: Sequence[Tensor]) -> Sequence[Tensor]:
        """The same from the last round to the second."""
        behind = self._padded(self._chunk, 0)
        limit = _at(self._begins, full_like(self._kept, 1))

        def body(state: list[Tensor]) -> list[Tensor]:
            position, *lanes = state
            begin = _at(self._begins, _at(self._ranks, _plus(position, -1)))
            first = _plus(position, -self._chunk)
            chunk = self._part(behind, position, lambda places: compare(places, _like(begin, places), "GE"), first)
            return [maximum(first, begin), *_replaced(chunk, lanes, step)]

        _, *lanes = emit_while([self._kept, *start], lambda state: compare(state[0], limit, "GT"), body)
        return lanes

    def _padded(self, low: int, high: int) -> Tensor:
        zero = emit_constant(0, self._order.element_type, ())
        return pad(self._order, zero, edge_padding_low=[low], edge_padding_high=[high])

    def _part(self, order: Tensor, start: Tensor, is_valid: Callable[[Tensor], Tensor], first: Tensor) -> Chunk:
        """The chunk that starts at `start` in `order`; its first lane is the one of place `first`."""
        numbers = dynamic_slice(order, [start], slice_sizes=[self._chunk])
        counts = iota(TensorType((self._chunk,), order.element_type))
        return Chunk(self._lanes, numbers, is_valid(add(counts, _like(first, counts))))


def _replaced(chunk: Chunk, lanes: Sequence[Tensor], step: Step) -> list[Tensor]:
    return [chunk.put(old, part) for old, part in zip(lanes, step(chunk, *lanes), strict=True)]


def _at(values: Tensor, index: Tensor) -> Tensor:
    return reshape(dynamic_slice(values, [index], slice_sizes=[1]), [])


def _plus(value: Tensor, number: int) -> Tensor:
    return add(value, full_like(value, number)) if number >= 0 else subtract(value, full_like(value, -number))


def _like(scalar: Tensor, value: Tensor) -> Tensor:
    return broadcast_in_dim(scalar, value.type.static_shape, broadcast_dimensions=[])
