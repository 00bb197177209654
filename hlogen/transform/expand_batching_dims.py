"""Batching dims expanded: explicit batching dims become indexed ones, whose indices count the batches.

Consumers of StableHLO before 1.1.0 know no batching dims. What an op with them reads or updates, one without them does
as well, where a component of each index vector is the number of its batch: an iota.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Final

import numpy as np

from hlogen.analysis.sizes import largest
from hlogen.builder.dynamic import dynamic_iota, dynamic_reshape
from hlogen.builder.elementwise import convert
from hlogen.builder.emit import emit_constant
from hlogen.builder.shape import concatenate, get_dimension_size, iota, reshape
from hlogen.builder.tensor import Tensor
from hlogen.door import strict
from hlogen.ir import (
    Attribute,
    GatherDimensionNumbers,
    HasModule,
    IntegerType,
    Module,
    Operation,
    ScatterDimensionNumbers,
    TensorType,
)
from hlogen.ir.types import I32, I64
from hlogen.spec.constraint import require
from hlogen.spec.dims import Dim, dims_of, tensor_of
from hlogen.spec.operations import check_operation
from hlogen.transform.rewrite import MatchedOp, rewritten

GATHERS_AND_SCATTERS: Final = ("stablehlo.gather", "stablehlo.dynamic_gather", "stablehlo.scatter")


@strict
def expand_batching_dims(program: HasModule) -> Module:
    """The program without batching dims: every gather, dynamic_gather and scatter that has some is written without.

    A batching dim of operand (of scatter's inputs) becomes a collapsed slice dim (inserted window dim), and its batch
    number a component of the index vectors: an iota along the dimension of the indices that it was paired with, joined
    in front of the indices. Indices of a type that doesn't hold the batch numbers become wider, to the same values.

    Results stay the same, bit for bit, and so do all types but those of indices. unique_indices stays.
    indices_are_sorted stays where the batches are the leading dimensions, and so are run through in order; else it
    becomes false, as vectors of different batches, each sorted by itself, are now one sequence. `raise_batching_dims`
    is the way back.

    Raises ConstraintError where such an operation breaks constraints.
    """
    return rewritten(program, dict.fromkeys(GATHERS_AND_SCATTERS, _expanded))


def numbers_of(op: Operation) -> tuple[str, GatherDimensionNumbers | ScatterDimensionNumbers]:
    """The dimension numbers of a gather, dynamic_gather or scatter, and the attribute that they are."""
    name = "scatter_dimension_numbers" if op.name == "stablehlo.scatter" else "dimension_numbers"
    numbers = op.attributes[name]
    assert isinstance(numbers, GatherDimensionNumbers | ScatterDimensionNumbers)
    return name, numbers


def place_of_indices(op: Operation) -> int:
    """Which operand of a gather, dynamic_gather or scatter the indices are."""
    return len(op.operands) // 2 if op.name == "stablehlo.scatter" else 1


def index_type_for(type: IntegerType, sizes: Sequence[Dim]) -> IntegerType:
    """The type of indices of `type` that are also to hold the batch numbers of batches of these sizes."""
    last = max(map(largest, sizes)) - 1
    if last <= type.maximum:
        return type
    signedness = "unsigned" if type.is_unsigned else type.signedness
    narrow = IntegerType(32, signedness)
    return narrow if last <= narrow.maximum else IntegerType(64, signedness)


def _expanded(site: MatchedOp) -> Sequence[Tensor] | None:
    op = site.op
    name, numbers = numbers_of(op)
    kept, collapsed, operand_dims, indices_dims, index_map, index_vector_dim = astuple(numbers)
    if not operand_dims:
        return None
    require(check_operation(op))
    number = place_of_indices(op)
    # In the order of the indices' dimensions, so that vectors that are sorted in each batch are sorted throughout.
    pairs = sorted(zip(indices_dims, operand_dims, strict=True))
    operands = list(site.operands)
    operands[number] = _with_batch_numbers(operands[0], operands[number], pairs, index_vector_dim)
    dims = tuple(dim for _, dim in pairs)
    again = type(numbers)(kept, tuple(sorted((*collapsed, *dims))), (), (), (*dims, *index_map), index_vector_dim)
    attributes: dict[str, Attribute] = {name: again}
    if op.attributes.get("indices_are_sorted") is True and not _stays_sorted(site):
        attributes["indices_are_sorted"] = False
    return site.again(operands, attributes)


def _stays_sorted(site: MatchedOp) -> bool:
    """Whether index vectors that are sorted in each batch are sorted throughout with batch numbers in front of them.

    They are where batches follow each other, so where batching dims come first of what gather's result (scatter's
    updates) has more than one index along.
    """
    of_indices = site.judgement.access
    if any(d is not None and size == 0 for d, size in of_indices.walk):
        return True  # there are no vectors
    are_batches = [d in of_indices.batching for d, size in of_indices.walk if size != 1]
    return are_batches == sorted(are_batches, reverse=True)


def _with_batch_numbers(
    operand: Tensor, indices: Tensor, pairs: Sequence[tuple[int, int]], index_vector_dim: int
) -> Tensor:
    """The indices with components in front that count along each dimension of `pairs`: (of indices, of operand)."""
    assert isinstance(indices.element_type, IntegerType)
    sizes = list(dims_of(indices.type))
    # Sizes of batches are asked of operand, so that one can see that the numbers are those of its batches.
    homes = [(indices, d) for d in range(indices.rank)]
    for d, dim in pairs:
        sizes[d] = dims_of(operand.type)[dim]
        homes[d] = (operand, dim)
    element_type = index_type_for(indices.element_type, [sizes[d] for d, _ in pairs])
    if index_vector_dim == indices.rank:
        sizes.append(Dim(1))
    sizes[index_vector_dim] = Dim(1)
    numbers = _iotas(tensor_of(sizes, element_type), [d for d, _ in pairs], homes)
    # From here on: `raise_batching_dims` knows by the order what was made for the join, and takes it back.
    if index_vector_dim == indices.rank:
        indices = _with_last_dim(indices)
    if indices.element_type != element_type:
        indices = convert(indices, element_type)
    return concatenate([*numbers, indices], dimension=index_vector_dim)


def _with_last_dim(indices: Tensor) -> Tensor:
    """Index vectors of one component, for indices that are these components themselves."""
    type = tensor_of([*dims_of(indices.type), Dim(1)], indices.element_type)
    if type.is_static:
        return reshape(indices, type.static_shape)
    return dynamic_reshape(indices, _shape(type, [(indices, d) for d in range(indices.rank)]), result_type=type)


def _iotas(type: TensorType, dims: Sequence[int], homes: Sequence[tuple[Tensor, int]]) -> list[Tensor]:
    """One iota along each of `dims`."""
    if type.is_static:
        return [iota(type, iota_dimension=d) for d in dims]
    shape = _shape(type, homes)
    return [dynamic_iota(shape, iota_dimension=d, result_type=type) for d in dims]


def _shape(type: TensorType, homes: Sequence[tuple[Tensor, int]]) -> Tensor:
    """The shape of a tensor of this type as a tensor; unknown sizes are those of the dimensions in `homes`."""
    is_large = any(size is not None and size > I32.maximum for size in type.shape)
    element_type = I64 if is_large else I32
    parts = []
    for d, size in enumerate(type.shape):
        if size is not None:
            parts.append(emit_constant(np.array([size]), element_type))
            continue
        home, dim = homes[d]
        asked = reshape(get_dimension_size(home, dimension=dim), [1])
        parts.append(convert(asked, element_type) if is_large else asked)
    return concatenate(parts, dimension=0)
