"""Operations on their way out of StableHLO, by what takes their place, and those of CHLO that broadcast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from hlogen.analysis.view import integer_of, integers_of
from hlogen.builder.emit import emit, i64_array
from hlogen.builder.gather import gather
from hlogen.builder.regions import computation
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definition
from hlogen.ir import Attribute, DotDimensionNumbers, EnumAttr, Operation, TensorType

_STABLEHLO = (
    *("add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum", "multiply", "or", "power"),
    *("remainder", "select", "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor"),
)
_BROADCASTING = {
    **{f"chlo.broadcast_{name}": f"stablehlo.{name}" for name in _STABLEHLO},
    **{f"chlo.broadcast_{name}": f"chlo.{name}" for name in ("next_after", "polygamma", "zeta")},
}


@definition(*_BROADCASTING)
def broadcasting(op: Operation, *operands: Tensor) -> Sequence[Tensor] | None:
    """`broadcast_dimensions` are those of the result that the operand of the smaller rank has, else the last ones."""
    wanted = cast(TensorType, op.result.type)
    if not wanted.is_static or not all(operand.type.is_static for operand in operands):
        return None
    given = integers_of(op, "broadcast_dimensions", ())
    whole = [
        operand if operand.shape == wanted.shape else _expanded(operand, wanted.static_shape, given)
        for operand in operands
    ]
    attributes: dict[str, Attribute] = {
        name: replace(value, dialect="stablehlo") if isinstance(value, EnumAttr) else value
        for name, value in op.attributes.items()
        if name != "broadcast_dimensions"
    }
    return emit(_BROADCASTING[op.name], whole, attributes, result_types=[wanted])


def _expanded(operand: Tensor, shape: Sequence[int], given: Sequence[int]) -> Tensor:
    dimensions = given if given and operand.rank < len(shape) else range(len(shape) - operand.rank, len(shape))
    return broadcast_in_dim(operand, shape, broadcast_dimensions=dimensions)


@definition("stablehlo.dot")
def dot(op: Operation, lhs: Tensor, rhs: Tensor) -> Sequence[Tensor] | None:
    """dot_general of lhs' last dimension and rhs' first."""
    if not lhs.rank:
        return None
    numbers = DotDimensionNumbers(lhs_contracting_dimensions=(lhs.rank - 1,), rhs_contracting_dimensions=(0,))
    attributes = {**op.attributes, "dot_dimension_numbers": numbers}
    return emit("stablehlo.dot_general", [lhs, rhs], attributes, result_types=[op.result.type])


@definition("stablehlo.broadcast")
def broadcast(op: Operation, operand: Tensor) -> Sequence[Tensor]:
    """New dimensions in front."""
    new = len(integers_of(op, "broadcast_sizes"))
    dimensions = i64_array(tuple(range(new, new + operand.rank)))
    attributes = {"broadcast_dimensions": dimensions}
    return emit("stablehlo.broadcast_in_dim", [operand], attributes, result_types=[op.result.type])


@definition("stablehlo.torch_index_select")
def torch_index_select(op: Operation, operand: Tensor, index: Tensor) -> Sequence[Tensor] | None:
    """A gather: an index out of bounds, which is an error, is clamped."""
    dim, batch_dims = integer_of(op, "dim"), integer_of(op, "batch_dims")
    dim += operand.rank if dim < 0 else 0
    batch_dims += index.rank if batch_dims < 0 else 0
    if not operand.type.is_static or not 0 <= batch_dims <= dim < operand.rank or batch_dims > index.rank:
        return None  # what isn't an axis of theirs may be as far away as an integer goes
    batch = list(range(batch_dims))
    offset = [d if d < dim else d + index.rank - batch_dims - 1 for d in range(batch_dims, operand.rank) if d != dim]
    made = gather(
        operand,
        index,
        offset_dims=offset,
        collapsed_slice_dims=[dim],
        operand_batching_dims=batch,
        start_indices_batching_dims=batch,
        start_index_map=[dim],
        index_vector_dim=index.rank,
        slice_sizes=[1 if d == dim or d in batch else size for d, size in enumerate(operand.type.static_shape)],
    )
    return [made]


@definition("stablehlo.cross-replica-sum")
def cross_replica_sum(op: Operation, operand: Tensor) -> Sequence[Tensor]:
    """all_reduce among replicas, with add."""
    add = computation("add", [TensorType((), operand.element_type)], "cross-replica-sum")
    return emit("stablehlo.all_reduce", [operand], op.attributes, [add], [op.result.type])
