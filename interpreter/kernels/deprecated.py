"""Operations on their way out of StableHLO, which older modules still hold: each is what takes its place now.

The specification has left them out; their meaning is that of XLA's Dot and Broadcast, of TensorFlow's einsum and of
PyTorch's index_select, to which the dialect refers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, Block, DotDimensionNumbers, Operation, Region, TensorType
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.distribution import all_reduce
from interpreter.kernels.dot import dot_general, memory_of_dot_general
from interpreter.kernels.numerics import element_type, rounding, working_dtype
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import integer, integers, tensor_type

_EINSUM = re.compile(r"(?P<inputs>[A-Za-z.,]*)->(?P<output>[A-Za-z.]*)")


def memory_of_dot(op: Operation, sizes: Sizes) -> int:
    return memory_of_dot_general(_dot_general(op), sizes)


@kernel("stablehlo.dot", quantized=Quantized.ON_FLOATS, makes=Makes.NUMBERS, memory=memory_of_dot, sums=True)
def dot(op: Operation, planner: Planner) -> Run:
    """dot_general of lhs' last dimension and rhs' first, of vectors and matrices."""
    lhs, rhs = (tensor_type(value) for value in op.operands)
    if not (1 <= lhs.rank <= 2 and 1 <= rhs.rank <= 2):
        raise ExecutionError(f"stablehlo.dot takes vectors and matrices, not {lhs} and {rhs}; use dot_general")
    return dot_general(_dot_general(op), planner)


def _dot_general(op: Operation) -> Operation:
    last = tensor_type(op.operands[0]).rank - 1
    numbers = DotDimensionNumbers(lhs_contracting_dimensions=(last,), rhs_contracting_dimensions=(0,))
    return _as(op, "stablehlo.dot_general", dot_dimension_numbers=numbers)


@kernel("stablehlo.broadcast", quantized=Quantized.ON_STORAGE)
def broadcast(op: Operation, planner: Planner) -> Run:
    """New dimensions in front."""
    broadcast_sizes = integers(op, "broadcast_sizes")
    return lambda operand: np.broadcast_to(operand, (*broadcast_sizes, *operand.shape))


@kernel("stablehlo.einsum", makes=Makes.NUMBERS, sums=True)
def einsum(op: Operation, planner: Planner) -> Run:
    return _einsum(op, 2)


@kernel("stablehlo.unary_einsum", makes=Makes.NUMBERS, sums=True)
def unary_einsum(op: Operation, planner: Planner) -> Run:
    return _einsum(op, 1)


@kernel("stablehlo.torch_index_select")
def torch_index_select(op: Operation, planner: Planner) -> Run:
    """The slices of `operand` along `dim` that `index` names, batch by batch. An index out of bounds is an error."""
    dim, batch_dims = integer(op, "dim"), integer(op, "batch_dims")
    rank, index_rank = (tensor_type(value).rank for value in op.operands)
    dim += rank if dim < 0 else 0
    batch_dims += index_rank if batch_dims < 0 else 0
    if not (0 <= batch_dims <= dim < rank and batch_dims <= index_rank):
        raise ExecutionError(
            f"torch_index_select needs 0 <= batch_dims <= dim < {rank}, the operand's rank, and batch_dims at most "
            f"{index_rank}, that of index; they are {batch_dims} and {dim}"
        )

    def run(operand: Array, index: Array) -> Array:
        outside = (index < 0) | (index >= operand.shape[dim])
        if outside.any():
            at = np.unravel_index(int(outside.argmax()), index.shape)
            raise ExecutionError(
                f"index{[int(i) for i in at]} is {index[at]}, outside of dimension {dim} of the operand, "
                f"whose size is {operand.shape[dim]}"
            )
        # the selected dimension comes behind those of the batch, and what stands between them behind the index
        moved = np.moveaxis(operand, dim, batch_dims)
        batch = np.ix_(*(np.arange(size) for size in index.shape[:batch_dims])) if batch_dims else ()
        batch = tuple(b.reshape(b.shape + (1,) * (index.ndim - batch_dims)) for b in batch)
        selected = moved[(*batch, index.astype(np.int64, copy=False))]  # NumPy takes no index of 2 or 4 bits
        between = dim - batch_dims
        order = [
            *range(batch_dims),
            *range(index.ndim, index.ndim + between),
            *range(batch_dims, index.ndim),
            *range(index.ndim + between, selected.ndim),
        ]
        return np.transpose(selected, order)

    return run


@kernel("stablehlo.cross-replica-sum", of_process=True, makes=Makes.ANYTHING, sums=True)
def cross_replica_sum(op: Operation, planner: Planner) -> Run:
    """all_reduce among replicas, with add."""
    scalar = TensorType((), tensor_type(op.result).element_type)
    block = Block([scalar, scalar])
    add = Operation("stablehlo.add", block.arguments, [scalar], location=op.location)
    block.operations += [add, Operation("stablehlo.return", add.results, location=op.location)]
    return all_reduce(_as(op, "stablehlo.all_reduce", regions=[Region([block])]), planner)


def _as(op: Operation, name: str, regions: Sequence[Region] = (), **attributes: Attribute) -> Operation:
    """`op` as the operation of another name, with more attributes."""
    types = [value.type for value in op.results]
    return Operation(name, op.operands, types, {**op.attributes, **attributes}, regions, op.location)


def _einsum(op: Operation, count: int) -> Run:
    """Sums of products over the letters that the result hasn't, each rounded once, at the end."""
    config = op.attributes.get("einsum_config")
    example = "ab,bc->ac" if count == 2 else "ab->a"
    match = _EINSUM.fullmatch(config.replace(" ", "")) if isinstance(config, str) else None
    if match is None or match["inputs"].count(",") != count - 1:
        raise ExecutionError(f'einsum_config is {config!r}, which isn\'t like "{example}"')
    type = element_type(op.result.type)
    dtype = np.result_type(*(working_dtype(element_type(value.type)) for value in (*op.operands, op.result)))
    round = rounding(type, dtype) or np.asarray
    equation = match[0]

    def run(*operands: Array) -> Array:
        try:
            value = np.einsum(equation, *(x.astype(dtype, copy=False) for x in operands), optimize=count > 1)
        except ValueError as error:
            shapes = " and ".join(str(list(x.shape)) for x in operands)
            raise ExecutionError(f'einsum_config "{equation}" doesn\'t fit shapes {shapes}: {error}') from error
        return round(value)

    return run
