"""Where the elements of a scatter's updates land: the inputs as tables of rows, the updates as pieces, one per row.

Whatever the dimension numbers, a scatter is pieces that land on rows: two updates can meet in an element only if their
pieces land on the same row, and pieces are numbered in the order in which the scatter takes the updates. Dimensions of
a window that no index points into are inside the rows; all others of the inputs number the rows, all others of the
updates the pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from hlogen.autodiff.site import Site, full_like, permuted, reshaped
from hlogen.builder.elementwise import add, and_, clamp, compare, convert, multiply, select
from hlogen.builder.emit import emit_constant
from hlogen.builder.gather import gather
from hlogen.builder.modes import I32, I64, widened
from hlogen.builder.scatter import scatter
from hlogen.builder.shape import broadcast_in_dim, iota, reshape, slice
from hlogen.builder.tensor import Tensor
from hlogen.forking import cached_property
from hlogen.ir import IntegerType, ScatterDimensionNumbers, TensorType


class Rows:
    """The rows and pieces of one scatter.

    `count` is how many rows a table has, `pieces` how many pieces there are, `width` how many elements a piece has; all
    elements of all pieces, one piece after the other, are the flat updates, `size` of them.
    """

    def __init__(self, site: Site) -> None:
        numbers = site.attributes["scatter_dimension_numbers"]
        assert isinstance(numbers, ScatterDimensionNumbers)
        indices = site.inputs[site.at.scatter_indices]
        assert indices is not None
        self.numbers, self.indices = numbers, indices
        self.input_shape = site.input_types[0].static_shape
        self.update_shape = site.input_types[site.at.updates][0].static_shape
        rank = len(self.input_shape)
        dropped = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
        # The dimension of the updates that each dimension of a window has there.
        self.window_dims = dict(
            zip([d for d in range(rank) if d not in dropped], numbers.update_window_dims, strict=True)
        )
        inner = [d for d in self.window_dims if d not in numbers.scatter_dims_to_operand_dims]
        inner_updates = [self.window_dims[d] for d in inner]
        self.row_dims = [d for d in range(rank) if d not in inner]
        self.piece_dims = [d for d in range(len(self.update_shape)) if d not in inner_updates]
        self.input_order = [*self.row_dims, *inner]
        self.update_order = [*self.piece_dims, *inner_updates]
        self.row_shape = [self.input_shape[d] for d in inner]
        self.piece_shape = [self.update_shape[d] for d in inner_updates]
        self.count = prod(self.input_shape[d] for d in self.row_dims)
        self.pieces = prod(self.update_shape[d] for d in self.piece_dims)
        self.width = prod(self.piece_shape)
        self.size = self.pieces * self.width

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to update, or nothing to update it with."""
        return 0 in self.input_shape or 0 in self.update_shape

    @cached_property
    def number_type(self) -> IntegerType:
        """The type of a row's number: i32 if it can say all numbers, sizes and places around the inputs."""
        largest = max((self.count, 2 * self.pieces + 2, *(2 * size for size in self.input_shape)))
        return I32 if largest < I32.maximum else I64

    @cached_property
    def destinations(self) -> Tensor:
        """For each piece the number of its row; `count` where it is out of bounds."""
        shape = tuple(self.update_shape[d] for d in self.piece_dims)
        flat: Tensor | None = None
        is_inside: Tensor | None = None
        stride = 1
        for d in reversed(self.row_dims):
            place = self._place(d, shape)
            size = self.input_shape[d]
            if place is not None:
                term = place if stride == 1 else multiply(place, full_like(place, stride))
                flat = term if flat is None else add(flat, term)
                if d in self.numbers.scatter_dims_to_operand_dims:
                    test = and_(compare(place, full_like(place, 0), "GE"), compare(place, full_like(place, size), "LT"))
                    is_inside = test if is_inside is None else and_(is_inside, test)
            stride *= size
        if flat is None:
            flat = emit_constant(0, self.number_type, shape)
        if is_inside is not None:
            flat = select(is_inside, flat, full_like(flat, self.count))
        return reshaped(flat, [self.pieces])

    def table(self, value: Tensor) -> Tensor:
        """A tensor of the inputs' shape as one row after the other."""
        return reshaped(permuted(value, self.input_order), [self.count, *self.row_shape])

    def of_table(self, table: Tensor) -> Tensor:
        """The tensor of the inputs' shape that is `table`."""
        value = reshaped(table, [self.input_shape[d] for d in self.input_order])
        return permuted(value, _inverse(self.input_order))

    def flat(self, update: Tensor) -> Tensor:
        """A tensor of the updates' shape as one piece after the other, flat."""
        return reshaped(permuted(update, self.update_order), [self.size])

    def of_flat(self, flat: Tensor) -> Tensor:
        """The tensor of the updates' shape whose pieces are `flat`."""
        value = reshaped(flat, [self.update_shape[d] for d in self.update_order])
        return permuted(value, _inverse(self.update_order))

    def spread(self, per_piece: Tensor) -> Tensor:
        """What holds for each piece, for each element of it: flat."""
        if self.width == 1:
            return per_piece
        wide = broadcast_in_dim(per_piece, [self.pieces, self.width], broadcast_dimensions=[0])
        return reshape(wide, [self.size])

    def take(self, table: Tensor, rows: Tensor) -> Tensor:
        """What stands in `table` where pieces land on `rows`, flat; anything where they are out of bounds."""
        return reshaped(taken(table, rows, self.piece_shape), [self.size])

    def put(self, table: Tensor, rows: Tensor, flat: Tensor) -> Tensor:
        """`table` with pieces put on `rows`, no two of which are the same; those out of bounds are dropped."""
        return replaced(table, rows, reshaped(flat, [self.pieces, *self.piece_shape]))

    def _place(self, d: int, shape: tuple[int, ...]) -> Tensor | None:
        """The place of each piece in dimension `d` of the inputs, which may be out of bounds; None where it is 0."""
        numbers = self.numbers
        type = TensorType(shape, self.number_type)
        scatter_dims = [n for n in range(len(self.update_shape)) if n not in numbers.update_window_dims]
        if d in numbers.input_batching_dims:
            at = numbers.scatter_indices_batching_dims[numbers.input_batching_dims.index(d)]
            dim = scatter_dims[at - (at > numbers.index_vector_dim)]
            return iota(type, iota_dimension=self.piece_dims.index(dim))
        if d not in numbers.scatter_dims_to_operand_dims:
            return None
        start = self._starts(d)
        if start.shape != shape:
            dims = [self.piece_dims.index(n) for n in scatter_dims]
            start = broadcast_in_dim(start, shape, broadcast_dimensions=dims)
        if d not in self.window_dims:
            return start
        return add(start, iota(type, iota_dimension=self.piece_dims.index(self.window_dims[d])))

    def _starts(self, d: int) -> Tensor:
        """Where the windows start in dimension `d` of the inputs.

        A start from which no element of a window is inside is moved to one next to the inputs of which the same holds,
        so that nothing overflows.
        """
        numbers = self.numbers
        indices = self.indices
        at = numbers.index_vector_dim
        if at < indices.rank:
            number = numbers.scatter_dims_to_operand_dims.index(d)
            shape = indices.type.static_shape
            first, limit = [0] * indices.rank, list(shape)
            first[at], limit[at] = number, number + 1
            part = indices if shape[at] == 1 else slice(indices, start_indices=first, limit_indices=limit)
            indices = reshape(part, [*shape[:at], *shape[at + 1 :]])
        wide = widened(indices)
        element_type = wide.element_type
        assert isinstance(element_type, IntegerType)
        window = self.update_shape[self.window_dims[d]] if d in self.window_dims else 1
        low = max(-window, element_type.minimum)
        high = min(self.input_shape[d], element_type.maximum)
        held = clamp(full_like(wide, low), wide, full_like(wide, high))
        return held if element_type == self.number_type else convert(held, self.number_type)


def taken(table: Tensor, rows: Tensor, piece_shape: Sequence[int]) -> Tensor:
    """A piece of each of `rows` of a table, from the row's start; of any row where there is none of that number."""
    return gather(
        table,
        reshape(rows, [*rows.type.static_shape, 1]),
        offset_dims=range(1, table.rank),
        collapsed_slice_dims=[0],
        start_index_map=[0],
        index_vector_dim=1,
        slice_sizes=[1, *piece_shape],
    )


def replaced(table: Tensor, rows: Tensor, pieces: Tensor) -> Tensor:
    """A table with the start of each of `rows` replaced by a piece. No two rows are the same, except for those that
    there aren't.
    """
    return scatter(
        table,
        reshape(rows, [*rows.type.static_shape, 1]),
        pieces,
        "set",
        update_window_dims=range(1, table.rank),
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
        unique_indices=True,
    )


def _inverse(order: list[int]) -> list[int]:
    return [order.index(d) for d in range(len(order))]
