"""Collective operations (spec: Distribution): what the processes of a group compute together.

Each meets its group where the specification speaks of `operands...@process_group`; the last process to come computes
what all of them take along. Outside of `interpreter.run_parallel` there is a grid of one process.

all_reduce takes the balanced binary tree of neighbours in the order of the process group, as `reduce` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation, Region, Value, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.grid.grid import Process, current_process
from interpreter.grid.groups import (
    Group,
    Groups,
    replica_groups,
    replica_or_partition_groups,
    source_target_pairs,
)
from interpreter.kernels.control_flow import unpacked
from interpreter.kernels.quantization import stored_zero, to_destination_type
from interpreter.kernels.reduction import Body, body_function, body_types
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import flag, integer, tensor_type

Operands = tuple[Array, ...]


@kernel("stablehlo.replica_id", of_process=True)
def replica_id(op: Operation, planner: Planner) -> Run:
    return lambda: np.array(current_process().id[0], np.uint32)


@kernel("stablehlo.partition_id", of_process=True)
def partition_id(op: Operation, planner: Planner) -> Run:
    return lambda: np.array(current_process().id[1], np.uint32)


@kernel("stablehlo.all_gather", of_process=True, quantized=Quantized.ITSELF)
def all_gather(op: Operation, planner: Planner) -> Run:
    all_gather_dim = _dimension(op, "all_gather_dim")
    groups = replica_groups(op, planner, covers=True, is_uneven_allowed=False)

    def concatenated(operands: list[Operands]) -> list[Array]:
        _require_alike(operands)
        return [_shared(np.concatenate(parts, all_gather_dim)) for parts in zip(*operands, strict=True)]

    def run(*operands: Array) -> Any:
        process = current_process()
        results = process.meet(op, _own_group(process, op, groups), operands, concatenated)
        return _checked(op, results)

    return run


@kernel("stablehlo.all_reduce", of_process=True, quantized=Quantized.ITSELF, makes=Makes.ANYTHING, sums=True)
def all_reduce(op: Operation, planner: Planner) -> Run:
    groups = replica_groups(op, planner, covers=True, is_uneven_allowed=True)
    reduced = _reduction(op, op.operands, planner)

    def run(*operands: Array) -> Any:
        process = current_process()
        return _checked(op, reduced(process, _own_group(process, op, groups), operands))

    return run


@kernel("stablehlo.reduce_scatter", of_process=True, quantized=Quantized.ITSELF, makes=Makes.ANYTHING, sums=True)
def reduce_scatter(op: Operation, planner: Planner) -> Run:
    scatter_dimension = _dimension(op, "scatter_dimension")
    groups = replica_groups(op, planner, covers=True, is_uneven_allowed=False)
    reduced = _reduction(op, op.operands, planner)

    def run(operand: Array) -> Any:
        process = current_process()
        process_group = _own_group(process, op, groups)
        _require_divisible(operand, scatter_dimension, len(process_group), "scatter_dimension")
        (reduced_value,) = reduced(process, process_group, (operand,))
        receiver_index, size = process_group.index(process.id), operand.shape[scatter_dimension] // len(process_group)
        return _checked(op, [_part(reduced_value, receiver_index, size, scatter_dimension)])

    return run


def memory_of_all_to_all(op: Operation, sizes: Sizes) -> int:
    """What the processes of a group send is there once more, together."""
    return sum(map(sizes.bytes, op.operands))


@kernel("stablehlo.all_to_all", of_process=True, quantized=Quantized.ITSELF, memory=memory_of_all_to_all)
def all_to_all(op: Operation, planner: Planner) -> Run:
    split_dimension, concat_dimension = _dimension(op, "split_dimension"), _dimension(op, "concat_dimension")
    split_count = integer(op, "split_count")
    groups = replica_or_partition_groups(op, planner, covers=True, is_uneven_allowed=False)
    if any(len(row) != split_count for row in groups.rows):
        raise ExecutionError(f"split_count is {split_count}, but replica_groups = {groups} has groups of another size")

    def run(*operands: Array) -> Any:
        process = current_process()
        process_group = _own_group(process, op, groups)
        for operand in operands:
            _require_divisible(operand, split_dimension, split_count, "split_dimension")
        sent = process.meet(op, process_group, operands, _stacked)
        receiver_index = process_group.index(process.id)
        results = []
        for operand, senders in zip(operands, sent, strict=True):
            size = operand.shape[split_dimension] // split_count
            parts = _part(senders, receiver_index, size, split_dimension + 1)
            shape = list(parts.shape[1:])
            shape[concat_dimension] *= split_count
            results.append(np.array(np.moveaxis(parts, 0, concat_dimension), order="C").reshape(shape))
        return _checked(op, results)

    return run


@kernel("stablehlo.collective_broadcast", of_process=True, quantized=Quantized.ITSELF)
def collective_broadcast(op: Operation, planner: Planner) -> Run:
    groups = replica_or_partition_groups(op, planner, covers=False, is_uneven_allowed=True)
    has_dynamic_root = flag(op, "has_dynamic_root", default=False)
    zeros = _zeros(op)

    def run(*operands: Array) -> Any:
        process = current_process()
        process_group = process.group_of(op, groups)
        if process_group is None:
            return unpacked(zeros(operands))
        roots = _roots(operands, process_group) if has_dynamic_root else [0] * len(operands)
        sent = process.meet(op, process_group, operands, _alike)
        return _checked(op, [sent[root][j] for j, root in enumerate(roots)])

    return run


@kernel("stablehlo.collective_permute", of_process=True, quantized=Quantized.ITSELF)
def collective_permute(op: Operation, planner: Planner) -> Run:
    """Each pair is a group of its own, its source in front: a process meets its target and its source."""
    if "source_target_pairs" not in op.attributes:
        raise ExecutionError("source_target_pairs is missing; write who sends to whom, such as [[0, 1], [1, 0]]")
    groups = source_target_pairs(op)
    zeros = _zeros(op)

    def run(operand: Array) -> Any:
        process = current_process()
        pairs = process.groups_of(op, groups)
        sent = process.meet_all(op, pairs, (operand,), _alike)
        for (_, target), ((received,), _) in zip(pairs, sent, strict=True):
            if target == process.id:
                return _checked(op, [received])
        return unpacked(zeros([operand]))

    return run


@kernel("stablehlo.collective_reduce", of_process=True, quantized=Quantized.ITSELF, makes=Makes.ANYTHING, sums=True)
def collective_reduce(op: Operation, planner: Planner) -> Run:
    """The reduction is the root's alone: the first process of the group, or the one that a dynamic root names."""
    strategy = replica_groups if flag(op, "use_global_device_ids", default=False) else replica_or_partition_groups
    groups = strategy(op, planner, covers=False, is_uneven_allowed=True)
    has_dynamic_root = flag(op, "has_dynamic_root", default=False)
    inputs = op.operands[:-1] if has_dynamic_root else op.operands
    reduced = _reduction(op, inputs, planner)
    zeros = _zeros(op)

    def run(*operands: Array) -> Any:
        process = current_process()
        process_group = process.group_of(op, groups)
        if process_group is None:
            return unpacked(zeros(operands))
        roots = _roots(operands, process_group) if has_dynamic_root else [0] * len(operands)
        results = reduced(process, process_group, operands[: len(inputs)])
        others = zeros(operands)
        index = process_group.index(process.id)
        return _checked(op, [results[j] if root == index else others[j] for j, root in enumerate(roots)])

    return run


def _own_group(process: Process, op: Operation, groups: Groups) -> Group:
    group = process.group_of(op, groups)
    assert group is not None, "the groups cover all processes"
    return group


def _reduction(
    op: Operation, inputs: Sequence[Value], planner: Planner
) -> Callable[[Process, Group, Operands], list[Array]]:
    """The specification's `exec` for each of the operands: computation(exec(node.left), exec(node.right)).

    It is the same in all processes of a group, unless the computation takes values from outside, which are of each.
    """
    if len(op.regions) != 1 or len(op.regions[0].blocks) != 1:  # nobody has verified a collective_reduce
        raise ExecutionError(f"{op.name} has no computation, which would be its only region")
    (type,), terminator = body_types(op.regions[0], 1), op.regions[0].block.terminator
    given = [] if terminator is None else [value.type for value in terminator.operands]
    if given != [value.type for value in op.regions[0].block.arguments[:1]]:
        listed = ", ".join(map(str, given)) or "nothing"
        raise ExecutionError(f"the computation of {op.name} gives {listed}, expected one tensor<{type}>")
    if wrong := {tensor_type(result).element_type for result in op.results} - {type}:
        raise ExecutionError(f"{op.name} gives elements of {wrong.pop()}, expected {type} as its computation")
    converted = [to_destination_type(tensor_type(value).element_type, type) for value in inputs]
    computation = body_function(op.regions[0], 1, planner)
    takes_from_outside = _takes_from_outside(op.regions[0])

    def reduced(operands: list[Operands]) -> list[Array]:
        columns = zip(*operands, strict=True)
        return [
            _shared(_tree([convert(value) for value in column], computation))
            for convert, column in zip(converted, columns, strict=True)
        ]

    def run(process: Process, process_group: Group, operands: Operands) -> list[Array]:
        if takes_from_outside:
            return reduced(process.meet(op, process_group, operands, _alike))
        results: list[Array] = process.meet(op, process_group, operands, lambda given: reduced(_alike(given)))
        return results

    return run


def _takes_from_outside(region: Region) -> bool:
    blocks = [*region.blocks, *(block for op in region.walk() for inner in op.regions for block in inner.blocks)]
    own = {value for block in blocks for value in block.arguments}
    own.update(result for op in region.walk() for result in op.results)
    return any(value not in own for op in region.walk() for value in op.operands)


def _tree(values: list[Array], computation: Body) -> Array:
    """Applies `computation` to neighbours until one value is left."""
    while len(values) > 1:
        paired = [np.asarray(computation(*values[at : at + 2])[0]) for at in range(0, len(values) - 1, 2)]
        values = paired + values[2 * len(paired) :]
    return values[0]


def _part(x: Array, index: int, size: int, dimension: int) -> Array:
    """The part of that number, of parts of a size along a dimension."""
    where = (slice(None),) * dimension
    part: Array = x[(*where, slice(index * size, (index + 1) * size))]
    return part


def _stacked(operands: list[Operands]) -> list[Array]:
    """Each operand of all processes, along one more dimension in front."""
    _require_alike(operands)
    return [np.stack(column) for column in zip(*operands, strict=True)]


def _alike(operands: list[Operands]) -> list[Operands]:
    _require_alike(operands)
    return operands


def _require_alike(operands: Sequence[Operands]) -> None:
    """Processes of different programs, or with dynamic dimensions, may come with different types."""
    types = [[(x.dtype, x.shape) for x in own] for own in operands]
    if any(own != types[0] for own in types):
        listed = " and ".join(", ".join(f"{x.dtype}{list(x.shape)}" for x in own) for own in operands)
        raise ExecutionError(f"the processes of a group come with different operands: {listed}")


def _require_divisible(operand: Array, dimension: int, parts: int, name: str) -> None:
    if operand.shape[dimension] % parts:
        raise ExecutionError(
            f"{name} = {dimension} has size {operand.shape[dimension]} in the shape {list(operand.shape)}, "
            f"which {parts} processes don't divide"
        )


def _roots(operands: Operands, process_group: Group) -> list[int]:
    """The place of the source in the group for each of the operands but the last, which says it."""
    roots = [int(root) for root in operands[-1].reshape(-1)]
    if len(roots) != len(operands) - 1:
        raise ExecutionError(f"the roots are {roots}, but there are {len(operands) - 1} operands in front of them")
    for root in roots:
        if not 0 <= root < len(process_group):
            raise ExecutionError(f"root {root} isn't in [0, {len(process_group)}), the size of its process group")
    return roots


def _dimension(op: Operation, name: str) -> int:
    dimension = integer(op, name)
    for operand in op.operands:
        rank = tensor_type(operand).rank
        if not 0 <= dimension < rank:
            raise ExecutionError(f"{name} = {dimension} isn't in [0, {rank}), the rank of {operand.type}")
    return dimension


def _checked(op: Operation, results: Sequence[Array]) -> Any:
    """The results, which depend on the number of processes, where they are of the program's types."""
    if len(results) != len(op.results):
        raise ExecutionError(f"the operands make {len(results)} results, but the operation has {len(op.results)}")
    for value, result in zip(op.results, results, strict=True):
        type = tensor_type(value)
        if len(type.shape) != result.ndim or any(
            dim not in (None, size) for dim, size in zip(type.shape, result.shape, strict=True)
        ):
            raise ExecutionError(
                f"the result has shape {list(result.shape)} in a grid of {current_process().grid.size}, "
                f"but its type is {type}"
            )
    return unpacked(results)


def _shared(result: Array) -> Array:
    """A result that several processes hold: nobody may take it for its own."""
    view = result.view()
    view.flags.writeable = False
    return view


def _zeros(op: Operation) -> Callable[[Sequence[Array]], list[Array]]:
    """What processes get that are in no group: zeros in the shapes of their operands."""
    elements = [tensor_type(value).element_type for value in op.results]
    zeros = [stored_zero(element) for element in elements]
    dtypes = [dtype_of(element) for element in elements]
    return lambda operands: [
        np.full(operand.shape, zero, dtype) for operand, zero, dtype in zip(operands, zeros, dtypes, strict=False)
    ]
