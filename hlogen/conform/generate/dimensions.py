"""Valid dimension numbers with the shapes they belong to, for gather and scatter alike.

Scatter's numbers are gather's under other names, and its updates' shape is gather's result shape: one `Layout`
serves both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hlogen.conform.generate.draw import Draw, chance, choice, shuffled, subset
from hlogen.ir import GatherDimensionNumbers, ScatterDimensionNumbers

_MAX_RANK = 4
_MAX_ELEMENTS = 200
_LONG_DIMS = (100, 127, 128, 129, 200, 255, 256, 257, 300)  # around what the narrow index types can say


@dataclass(frozen=True)
class Layout:
    """The roles of all dimensions. Names are gather's; for scatter read window for offset, inserted for collapsed."""

    operand_shape: tuple[int, ...]
    indices_shape: tuple[int, ...]
    offset_dims: tuple[int, ...]
    collapsed_slice_dims: tuple[int, ...]
    operand_batching_dims: tuple[int, ...]
    start_indices_batching_dims: tuple[int, ...]
    start_index_map: tuple[int, ...]
    index_vector_dim: int
    slice_sizes: tuple[int, ...]

    @property
    def result_shape(self) -> tuple[int, ...]:
        """The shape of gather's result and of scatter's updates (gather C22, scatter C4)."""
        dropped = (*self.collapsed_slice_dims, *self.operand_batching_dims)
        offset = iter([size for d, size in enumerate(self.slice_sizes) if d not in dropped])
        batch = iter([dim for d, dim in enumerate(self.indices_shape) if d != self.index_vector_dim])
        rank = len(self.offset_dims) + len(self.indices_shape) - (self.index_vector_dim < len(self.indices_shape))
        return tuple(next(offset) if d in self.offset_dims else next(batch) for d in range(rank))

    @property
    def index_vectors(self) -> int:
        """How many index vectors there are."""
        count = 1
        for d, dim in enumerate(self.indices_shape):
            count *= 1 if d == self.index_vector_dim else dim
        return count

    def gather_numbers(self) -> GatherDimensionNumbers:
        return GatherDimensionNumbers(
            self.offset_dims,
            self.collapsed_slice_dims,
            self.operand_batching_dims,
            self.start_indices_batching_dims,
            self.start_index_map,
            self.index_vector_dim,
        )

    def scatter_numbers(self) -> ScatterDimensionNumbers:
        return ScatterDimensionNumbers(
            self.offset_dims,
            self.collapsed_slice_dims,
            self.operand_batching_dims,
            self.start_indices_batching_dims,
            self.start_index_map,
            self.index_vector_dim,
        )


def draw_layout(draw: Draw, *, collapsed_zeros: bool) -> Layout:
    """Any valid layout of up to rank 4 and a few hundred elements.

    With `collapsed_zeros` a collapsed dimension may have slice size 0 although it has elements (gather C9 allows it).
    """
    rank = choice(draw, (1, 2, 3, 0, 4, 2, 3))
    roles = [choice(draw, ("collapsed", "offset", "offset", "batching")) for _ in range(rank)]
    operand_shape = _shape(draw, rank, _MAX_ELEMENTS)
    if rank and rank <= 2 and chance(draw, 15):
        at = draw.integer(0, rank - 1)
        operand_shape[at] = choice(draw, _LONG_DIMS) if roles[at] != "batching" else operand_shape[at]
    batching = [d for d in range(rank) if roles[d] == "batching"]
    collapsed = [d for d in range(rank) if roles[d] == "collapsed"]
    offset = [d for d in range(rank) if roles[d] == "offset"]

    slice_sizes = [1] * rank
    for d, dim in enumerate(operand_shape):
        if roles[d] == "offset":
            slice_sizes[d] = _slice_size(draw, dim)
        elif dim == 0 or ((roles[d] == "batching" or collapsed_zeros) and chance(draw, 4)):
            slice_sizes[d] = 0

    mapped = shuffled(draw, subset(draw, [d for d in range(rank) if d not in batching], 75))
    has_vectors = len(mapped) != 1 or chance(draw, 60)

    # The batch dimensions of the indices: those that pair with the operand's, and free ones, in any order.
    window = 1
    for d in offset:
        window *= slice_sizes[d]
    paired = 1
    for d in batching:
        paired *= operand_shape[d]
    free = _shape(draw, choice(draw, (1, 0, 2)), max(1, _MAX_ELEMENTS // max(1, window * paired)))
    batch = shuffled(draw, [*((operand_shape[d], d) for d in batching), *((dim, -1) for dim in free)])
    indices_shape = [dim for dim, _ in batch]
    index_vector_dim = draw.integer(0, len(batch)) if has_vectors else len(batch)
    if has_vectors:
        indices_shape.insert(index_vector_dim, len(mapped))
    place = {d: at + (has_vectors and at >= index_vector_dim) for at, (_, d) in enumerate(batch) if d >= 0}

    result_rank = len(batch) + len(offset)
    offset_dims = sorted(shuffled(draw, range(result_rank))[: len(offset)])
    return Layout(
        tuple(operand_shape),
        tuple(indices_shape),
        tuple(offset_dims),
        tuple(collapsed),
        tuple(batching),
        tuple(place[d] for d in batching),
        tuple(mapped),
        index_vector_dim,
        tuple(slice_sizes),
    )


def _slice_size(draw: Draw, dim: int) -> int:
    if dim == 0 or chance(draw, 4):
        return 0
    if dim > _MAX_RANK and not chance(draw, 10):
        return draw.integer(1, 3)
    return draw.integer(1, dim)


def _shape(draw: Draw, rank: int, max_elements: int) -> list[int]:
    shape: list[int] = []
    for _ in range(rank):
        dim = 0 if chance(draw, 4) else draw.integer(1, 4)
        while dim > 1 and _product(shape) * dim > max_elements:
            dim -= 1
        shape.append(dim)
    return shape


def _product(shape: Sequence[int]) -> int:
    product = 1
    for dim in shape:
        product *= max(dim, 1)
    return product
