"""Collective operations: what the processes of a grid compute together (spec: all_gather ... replica_id).

`replica_groups` are rows of ids, one row for those that work together; what an id stands for, `channel_id` and
`use_global_device_ids` decide (the specification's strategies, a table of them in docs/parallel.md). An operation of
several operands takes a list and gives a tuple, a lone tensor gives a tensor. Operands are tensors of any element type
but those quantized per axis.

Each raises UsageError, at the caller's line, where ids repeat, are negative or left out (is_unique and size of
replica_groups), where groups differ in size that may not, where use_global_device_ids is set without a positive
channel_id, where a dimension isn't there or its size isn't a multiple of the group's, and where a computation's type
isn't one that the operands are promotable to. How many processes there are only a run knows, which checks the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy.typing as npt

from hlogen.builder.emit import (
    as_tensor,
    as_tensors,
    boolean,
    element_type_from,
    emit,
    emit_one,
    i64,
    integer,
)
from hlogen.builder.overloads import one_or_several
from hlogen.builder.process_groups import Pairs, ReplicaGroups, group_attributes, pair_attributes
from hlogen.builder.regions import Computation
from hlogen.builder.regions import computation as region_of_computation
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import Attribute, ElementType, Region, TensorType, Type, UnitAttr
from hlogen.spec.dims import Dim, dims_of, tensor_of
from hlogen.spec.process_groups import crosses_both, row_size

_ElementType = ElementType | str | npt.DTypeLike | None


@public
def partition_id() -> Tensor:
    """The number of this process' partition, a ui32 scalar."""
    return emit_one("stablehlo.partition_id")


@public
def replica_id() -> Tensor:
    """The number of this process' replica, a ui32 scalar."""
    return emit_one("stablehlo.replica_id")


@public
@one_or_several
def all_gather(
    operands: TensorLike | Sequence[TensorLike],
    *,
    all_gather_dim: int,
    replica_groups: ReplicaGroups,
    channel_id: int | None = None,
    use_global_device_ids: bool = False,
    num_partitions: int | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """The operands of the processes of a group, one after the other along `all_gather_dim` (C6), in the group's order.

    With a positive `channel_id` and without `use_global_device_ids` a group has its replicas in all partitions:
    `num_partitions` says how many those will be, which the result's size depends on.
    """
    require_scope("hl.all_gather")
    values, is_single = as_tensors(operands, "operands")
    dim = integer(all_gather_dim, "all_gather_dim")
    attributes: dict[str, Attribute] = {
        "all_gather_dim": i64(dim),
        **group_attributes(replica_groups, channel_id, use_global_device_ids),
    }
    size = _crossing_size("all_gather", attributes, num_partitions)
    declared = None if size is None else [_scaled(value.type, dim, lambda n: n * size) for value in values]
    results = emit("stablehlo.all_gather", values, attributes, declared=declared)
    return results[0] if is_single else results


@public
@one_or_several
def all_reduce(
    operands: TensorLike | Sequence[TensorLike],
    computation: Computation,
    *,
    replica_groups: ReplicaGroups,
    channel_id: int | None = None,
    use_global_device_ids: bool = False,
    computation_type: _ElementType = None,
) -> Tensor | tuple[Tensor, ...]:
    """The operands of the processes of a group made one, element by element, by `computation`.

    `computation` is "add", "mul", "min", "max", "and", "or", "xor", or a function of two scalars that gives one. It
    works in the operands' element type, or the wider `computation_type`, which the results then have (C7). The tree in
    which operands are combined is up to whoever runs it. Groups may differ in size.
    """
    require_scope("hl.all_reduce")
    values, is_single = as_tensors(operands, "operands")
    attributes = group_attributes(replica_groups, channel_id, use_global_device_ids)
    region = _computation(computation, values, computation_type, "all_reduce")
    results = emit("stablehlo.all_reduce", values, attributes, [region])
    return results[0] if is_single else results


@public
def reduce_scatter(
    operand: TensorLike,
    computation: Computation,
    *,
    scatter_dimension: int,
    replica_groups: ReplicaGroups,
    channel_id: int | None = None,
    use_global_device_ids: bool = False,
    num_partitions: int | None = None,
    computation_type: _ElementType = None,
) -> Tensor:
    """The part that this process has of `all_reduce`, split along `scatter_dimension` among the group (C8).

    `computation` and `computation_type` as for `all_reduce`, `num_partitions` as for `all_gather`. The size of the
    dimension is a multiple of the group's (C1).
    """
    value = as_tensor(operand, "operand")
    dim = integer(scatter_dimension, "scatter_dimension")
    attributes: dict[str, Attribute] = {
        "scatter_dimension": i64(dim),
        **group_attributes(replica_groups, channel_id, use_global_device_ids),
    }
    region = _computation(computation, [value], computation_type, "reduce_scatter")
    size = _crossing_size("reduce_scatter", attributes, num_partitions)
    declared: Type | None = None
    computed = [result.type for result in region.block.operations[-1].operands]
    if size is not None and len(computed) == 1 and isinstance(computed[0], TensorType):  # else the rule says so
        length = value.shape[dim] if 0 <= dim < value.rank else None
        if length is not None and length % size:
            raise usage_error(f"scatter_dimension = {dim} of {value.type} isn't a multiple of {size}, the group's size")
        declared = _scaled(value.type.with_element_type(computed[0].element_type), dim, lambda n: n // size)
    return emit_one("stablehlo.reduce_scatter", [value], attributes, [region], declared=declared)


@public
@one_or_several
def all_to_all(
    operands: TensorLike | Sequence[TensorLike],
    *,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: ReplicaGroups,
    channel_id: int | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """The operands split along `split_dimension`, the parts sent around, and those received put together along
    `concat_dimension` (C9): process i of a group gets part i of each of them.

    `split_count` is the size of the groups (C8), and divides the size of `split_dimension` (C2).
    """
    require_scope("hl.all_to_all")
    values, is_single = as_tensors(operands, "operands")
    attributes: dict[str, Attribute] = {
        "split_dimension": i64(integer(split_dimension, "split_dimension")),
        "concat_dimension": i64(integer(concat_dimension, "concat_dimension")),
        "split_count": i64(integer(split_count, "split_count")),
        **group_attributes(replica_groups, channel_id),
    }
    results = emit("stablehlo.all_to_all", values, attributes)
    return results[0] if is_single else results


@public
@one_or_several
def collective_broadcast(
    operands: TensorLike | Sequence[TensorLike],
    *,
    replica_groups: ReplicaGroups,
    channel_id: int | None = None,
    has_dynamic_root: bool = False,
) -> Tensor | tuple[Tensor, ...]:
    """The operands of a group's first process, for all of the group; zeros for processes that are in none.

    With `has_dynamic_root` the last operand says for each of the others from which place in the group it comes: an i32
    tensor of rank 1 with one element for each of them (C4). Groups have one size, and may leave out processes.
    """
    require_scope("hl.collective_broadcast")
    values, is_single = as_tensors(operands, "operands")
    attributes = group_attributes(replica_groups, channel_id) | _dynamic_root(has_dynamic_root)
    results = emit("stablehlo.collective_broadcast", values, attributes)
    return results[0] if is_single else results


@public
@one_or_several
def collective_reduce(
    operands: TensorLike | Sequence[TensorLike],
    computation: Computation,
    *,
    replica_groups: ReplicaGroups,
    channel_id: int | None = None,
    use_global_device_ids: bool = False,
    has_dynamic_root: bool = False,
    computation_type: _ElementType = None,
) -> Tensor | tuple[Tensor, ...]:
    """What `all_reduce` gives, for a group's first process alone; zeros for all others.

    `computation` and `computation_type` as for `all_reduce`, `has_dynamic_root` as for `collective_broadcast`: the
    place in the group of the process that gets the result. Groups have one size, and may leave out processes.
    """
    require_scope("hl.collective_reduce")
    values, is_single = as_tensors(operands, "operands")
    attributes = group_attributes(replica_groups, channel_id, use_global_device_ids) | _dynamic_root(has_dynamic_root)
    reduced = values[:-1] if has_dynamic_root else values
    region = _computation(computation, reduced, computation_type, "collective_reduce")
    results = emit("stablehlo.collective_reduce", values, attributes, [region])
    return results[0] if is_single else results


@public
def collective_permute(operand: TensorLike, *, source_target_pairs: Pairs, channel_id: int | None = None) -> Tensor:
    """The operand of the process that sends to this one, zeros where none does.

    `source_target_pairs` are pairs of ids; none is a source twice (C2) or a target (C3). They are replicas, each
    partition by itself; with a positive `channel_id` partitions, each replica by itself.
    """
    attributes = pair_attributes(source_target_pairs, channel_id)
    return emit_one("stablehlo.collective_permute", [as_tensor(operand, "operand")], attributes)


def _computation(body: Computation, operands: Sequence[Tensor], computation_type: _ElementType, name: str) -> Region:
    """The region that makes one of two scalars, in `computation_type` or the element type of all operands."""
    if computation_type is not None:
        element_type = element_type_from(computation_type, "computation_type")
    else:
        found = list(dict.fromkeys(value.element_type for value in operands))
        if len(found) > 1:
            raise usage_error(
                f"{name} has operands of {' and '.join(map(str, found))}, and one computation for all of them\n"
                "  fix: say which type it works in: computation_type=..., or reduce them one by one"
            )
        if not found:
            raise usage_error(f"{name} has no operands")
        (element_type,) = found
    return region_of_computation(body, [TensorType((), element_type)], f"computation of {name}")


def _dynamic_root(has_dynamic_root: bool) -> dict[str, Attribute]:
    return {"has_dynamic_root": UnitAttr()} if boolean(has_dynamic_root, "has_dynamic_root") else {}


def _crossing_size(name: str, attributes: dict[str, Attribute], num_partitions: int | None) -> int | None:
    """The size of groups that go through all partitions; None where the rows alone say how large groups are."""
    if not crosses_both(attributes):
        if num_partitions is not None:
            raise usage_error(
                f"num_partitions says nothing to {name} here, whose groups have the size of their rows\n"
                "  fix: leave it out"
            )
        return None
    row = row_size(attributes)
    if not row:
        return None  # for the rule to say
    if num_partitions is None:
        raise usage_error(
            f"{name} with channel_id > 0 goes across all partitions, and its result's size depends on how many\n"
            "  fix: give num_partitions, or use_global_device_ids=True and groups of all ids"
        )
    count = integer(num_partitions, "num_partitions")
    if count < 1:
        raise usage_error(f"num_partitions = {count}, expected at least 1")
    return row * count


def _scaled(type: TensorType, dim: int, size_of: Callable[[int], int]) -> TensorType:
    """`type` with another size of `dim`, if that is a dimension; if not, the rule says so."""
    dims = list(dims_of(type))
    if 0 <= dim < len(dims):
        dims[dim] = Dim(*(None if size is None else size_of(size) for size in dims[dim]))
    return tensor_of(dims, type.element_type)
