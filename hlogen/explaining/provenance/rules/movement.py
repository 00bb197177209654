"""Operations that only move elements: the interpreter's kernel, given their numbers, says where each one goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hlogen.explaining.provenance.registry import Ran, numbered, rule, whole
from hlogen.explaining.provenance.relations import Alike, Edge, Product, moved
from interpreter.kernels.gather import dimension_numbers
from interpreter.values.array import as_array
from interpreter.values.attributes import integer, tensor_type

# The operands whose elements are moved; the others say how.
_MOVED: dict[str, tuple[int, ...]] = {
    "stablehlo.broadcast": (0,),
    "stablehlo.broadcast_in_dim": (0,),
    "stablehlo.dynamic_broadcast_in_dim": (0,),
    "stablehlo.dynamic_pad": (0, 1),
    "stablehlo.dynamic_reshape": (0,),
    "stablehlo.dynamic_slice": (0,),
    "stablehlo.dynamic_update_slice": (0, 1),
    "stablehlo.pad": (0, 1),
    "stablehlo.real_dynamic_slice": (0,),
    "stablehlo.reshape": (0,),
    "stablehlo.reverse": (0,),
    "stablehlo.set_dimension_size": (0,),
    "stablehlo.slice": (0,),
    "stablehlo.transpose": (0,),
}


@rule(*_MOVED)
def movement(ran: Ran) -> Iterable[Edge]:
    data = _MOVED[ran.op.name]
    return [*_moved(ran, data), *whole(ran, [i for i in range(len(ran.operands)) if i not in data], control=True)]


@rule("stablehlo.concatenate")
def concatenate(ran: Ran) -> Iterable[Edge]:
    return _moved(ran, range(len(ran.operands)))


@rule("stablehlo.gather", "stablehlo.dynamic_gather")
def gather(ran: Ran) -> Iterable[Edge]:
    """An element is read at a start that its own index vector names."""
    numbers = dimension_numbers(ran.op)
    indices_shape, result_shape = ran.shapes(1)
    in_batch = [d for d in range(len(result_shape)) if d not in numbers.offset_dims]
    of_batch = [d for d in range(len(indices_shape)) if d != numbers.index_vector_dim]
    vector = Product(indices_shape, result_shape, dict(zip(of_batch, in_batch, strict=True)))
    return [
        *_moved(ran, [0]),
        Edge(1, 0, vector, is_control=True),
        *whole(ran, range(2, len(ran.operands)), control=True),
    ]


@rule("stablehlo.torch_index_select")
def torch_index_select(ran: Ran) -> Iterable[Edge]:
    dim, batch_dims = integer(ran.op, "dim"), integer(ran.op, "batch_dims")
    rank, index_rank = (tensor_type(value).rank for value in ran.op.operands)
    dim += rank if dim < 0 else 0
    batch_dims += index_rank if batch_dims < 0 else 0
    along = {d: d if d < batch_dims else dim + d - batch_dims for d in range(index_rank)}
    return [*_moved(ran, [0]), Edge(1, 0, Product(*ran.shapes(1), along), is_control=True)]


@rule("stablehlo.bitcast_convert")
def bitcast_convert(ran: Ran) -> Iterable[Edge]:
    """Where widths differ, the elements of the narrower type have one more dimension, the last."""
    operand_shape, result_shape = ran.shapes(0)
    if len(operand_shape) == len(result_shape):
        return [Edge(0, 0, Alike(operand_shape, result_shape))]
    same = {d: d for d in range(min(len(operand_shape), len(result_shape)))}
    return [Edge(0, 0, Product(operand_shape, result_shape, same))]


@rule("stablehlo.map")
def map_(ran: Ran) -> Iterable[Edge]:
    return [Edge(i, 0, Alike(*ran.shapes(i))) for i in range(len(ran.operands))]


@rule("stablehlo.get_dimension_size", "chlo.constant_like")
def of_shape(ran: Ran) -> Iterable[Edge]:
    """Shapes alone go in, no elements."""
    return []


@rule("stablehlo.dynamic_iota")
def dynamic_iota(ran: Ran) -> Iterable[Edge]:
    return whole(ran, [0], control=True)


def _moved(ran: Ran, data: Sequence[int]) -> list[Edge]:
    """The edges to the operands `data`, whose elements are numbered one operand after the other."""
    operands, first = list(ran.operands), 0
    starts = {}
    for i in data:
        starts[i] = first
        operands[i] = np.asarray(numbered(operands[i]) + first)
        first += operands[i].size
    numbers = as_array(ran.step.run(*operands))
    edges = []
    for i, start in starts.items():
        size = operands[i].size
        own = np.where((numbers >= start) & (numbers < start + size), numbers - start, -1)
        edges.append(Edge(i, 0, moved(own, ran.operands[i].shape)))
    return edges
