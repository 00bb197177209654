"""Batching dims raised: components of index vectors that count the batches become explicit batching dims.

Then whoever reads the program sees that operand, indices and result have batches that correspond: nothing needs to be
communicated where they are sharded along these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple

from hlogen.analysis.batching import Hidden, hidden_batching_dims
from hlogen.analysis.sizes import same_size
from hlogen.builder.shape import concatenate
from hlogen.builder.tensor import Tensor
from hlogen.door import strict
from hlogen.ir import HasModule, IntegerType, Module, Operation, TensorType, Value
from hlogen.program.unused import drop_freed
from hlogen.spec.constraint import require
from hlogen.spec.dims import Dim, dims_of
from hlogen.spec.operations import check_operation
from hlogen.transform.columns import column
from hlogen.transform.expand_batching_dims import GATHERS_AND_SCATTERS, index_type_for, numbers_of, place_of_indices
from hlogen.transform.rewrite import MatchedOp, rewritten


@strict
def raise_batching_dims(program: HasModule) -> Module:
    """The program with batching dims that were hidden in indices: of every gather, dynamic_gather and scatter.

    A batching dim is raised where a component of the index vectors certainly counts 0, 1, 2 ... along one dimension of
    the indices, however that is spelled, and indexes a collapsed slice dim (inserted window dim) that has as many
    entries. The component leaves the indices, and so do the join with other components where one tensor of them is
    left, and a reshape or a wider type that came last before the join to make room for it.

    Results stay the same, bit for bit, and so do all types but those of indices. unique_indices stays, and so does
    indices_are_sorted: each batch is as sorted as it was. It is the way back from `expand_batching_dims`, whose
    programs become what they were before, but for an indices_are_sorted that was lost there.

    Raises ConstraintError where a gather, dynamic_gather or scatter breaks constraints.
    """
    replaced: list[Value] = []
    order = {operation: number for number, operation in enumerate(program.module.walk())}

    def rule(site: MatchedOp) -> Sequence[Tensor] | None:
        require(check_operation(site.op))
        hidden = hidden_batching_dims(site.judgement.access)
        if hidden is None:
            return None
        replaced.append(site.operands[place_of_indices(site.op)].value)
        return _raised(site, hidden, order)

    module = rewritten(program, dict.fromkeys(GATHERS_AND_SCATTERS, rule))
    drop_freed(module, replaced)
    return module


def _raised(site: MatchedOp, hidden: Hidden, order: Mapping[Operation, int]) -> Sequence[Tensor]:
    op = site.op
    name, numbers = numbers_of(op)
    kept, collapsed, operand_dims, indices_dims, index_map, index_vector_dim = astuple(numbers)
    raised = {batch.operand_dim: batch.indices_dim for batch in hidden.batches}
    pairs = sorted({**dict(zip(operand_dims, indices_dims, strict=True)), **raised}.items())
    if len(hidden.rest) == 1 and hidden.rest[0].is_whole:
        made = _made_for_join(op.operands[place_of_indices(op)], hidden.rest[0].value, order)
        sizes = [dims_of(_type(op.operands[0]))[dim] for dim in raised]
        indices = site.now(_without_room(hidden.rest[0].value, made, index_vector_dim, sizes))
    else:
        parts = [
            site.now(part.value) if part.is_whole else column(site, part.value, index_vector_dim, part.low, part.high)
            for part in hidden.rest
        ]
        indices = parts[0] if len(parts) == 1 else concatenate(parts, dimension=index_vector_dim)
    operands = list(site.operands)
    operands[place_of_indices(op)] = indices
    again = type(numbers)(
        kept,
        tuple(dim for dim in collapsed if dim not in raised),
        tuple(dim for dim, _ in pairs),
        tuple(d for _, d in pairs),
        tuple(dim for dim in index_map if dim not in raised),
        index_vector_dim,
    )
    return site.again(operands, {name: again})


def _made_for_join(joined: Value, part: Value, order: Mapping[Operation, int]) -> set[Operation]:
    """The operations behind `part` that stand behind all else that it is joined with."""
    join = joined.owner
    assert isinstance(join, Operation)
    others = [value.owner for value in join.operands if value is not part]
    last = max((order[owner] for owner in others if isinstance(owner, Operation)), default=-1)
    made = set[Operation]()
    while isinstance(part.owner, Operation) and part.owner.operands and order[part.owner] > last:
        made.add(part.owner)
        part = part.owner.operands[0]
    return made


def _without_room(indices: Value, made: set[Operation], index_vector_dim: int, sizes: Sequence[Dim]) -> Value:
    """The indices before they became wider, or got a dimension of size 1, to be joined with the batch numbers."""
    op = indices.owner
    if op in made and op.name == "stablehlo.convert":
        narrow, wide = _type(op.operands[0]).element_type, _type(indices).element_type
        if isinstance(narrow, IntegerType) and narrow != wide and index_type_for(narrow, sizes) == wide:
            indices, op = op.operands[0], op.operands[0].owner
    if op in made and op.name in ("stablehlo.reshape", "stablehlo.dynamic_reshape"):
        before, after = _type(op.operands[0]), _type(indices)
        has_last_dim = index_vector_dim == before.rank == after.rank - 1 and after.shape[-1] == 1
        if has_last_dim and all(same_size((op.operands[0], d), (indices, d)) for d in range(before.rank)):
            indices = op.operands[0]
    return indices


def _type(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type
