"""The slow models of collective ops: values of every process, by process_id, and the groups that exchange them.

A grid maps (replica_id, partition_id) to the operands there. Groups are split from it by the specification's four
strategies, literally.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
ProcessId: TypeAlias = tuple[int, int]
Grid: TypeAlias = Mapping[ProcessId, Sequence[Array]]
Groups: TypeAlias = Sequence[Sequence[int]]


def cross_replica(grid: Grid, replica_groups: Groups) -> list[list[ProcessId]]:
    partition_ids = sorted({partition_id for _, partition_id in grid})
    return [[(replica_id, p) for replica_id in group] for group in replica_groups for p in partition_ids]


def cross_partition(grid: Grid, partition_groups: Groups) -> list[list[ProcessId]]:
    replica_ids = sorted({replica_id for replica_id, _ in grid})
    return [[(r, partition_id) for partition_id in group] for group in partition_groups for r in replica_ids]


def cross_replica_and_partition(grid: Grid, replica_groups: Groups) -> list[list[ProcessId]]:
    partition_ids = sorted({partition_id for _, partition_id in grid})
    return [[(replica_id, p) for p in partition_ids for replica_id in group] for group in replica_groups]


def flattened_ids(grid: Grid, flattened_id_groups: Groups) -> list[list[ProcessId]]:
    num_partitions = len({partition_id for _, partition_id in grid})
    return [[divmod(flattened_id, num_partitions) for flattened_id in group] for group in flattened_id_groups]


def _of_all(grid: Grid, groups: Groups, channel_id: int, use_global_device_ids: bool) -> list[list[ProcessId]]:
    """The strategies of all_gather, all_reduce and reduce_scatter."""
    if channel_id <= 0:
        return cross_replica(grid, groups)
    return (flattened_ids if use_global_device_ids else cross_replica_and_partition)(grid, groups)


def _of_some(grid: Grid, groups: Groups, channel_id: int) -> list[list[ProcessId]]:
    """The strategies of the other collective ops."""
    return (cross_replica if channel_id <= 0 else cross_partition)(grid, groups)


def _joined(parts: Sequence[Array], dimension: int) -> Array:
    return np.concatenate(parts, dimension)


def all_gather(
    grid: Grid, *, all_gather_dim: int, replica_groups: Groups, channel_id: int = 0, use_global_device_ids: bool = False
) -> dict[ProcessId, list[Array]]:
    results = {}
    for process_group in _of_all(grid, replica_groups, channel_id, use_global_device_ids):
        for receiver in process_group:
            each = zip(*(grid[sender] for sender in process_group), strict=True)
            results[receiver] = [_joined(operands, all_gather_dim) for operands in each]
    return results


def all_reduce(
    grid: Grid,
    *,
    replica_groups: Groups,
    channel_id: int = 0,
    use_global_device_ids: bool = False,
    computation: Callable[[Any, Any], Any],
) -> dict[ProcessId, list[Array]]:
    results = {}
    for process_group in _of_all(grid, replica_groups, channel_id, use_global_device_ids):
        each = zip(*(grid[sender] for sender in process_group), strict=True)
        reduced = [_folded(operands, computation) for operands in each]
        results.update(dict.fromkeys(process_group, reduced))
    return results


def _folded(operands: Sequence[Array], computation: Callable[[Any, Any], Any]) -> Array:
    result = operands[0].copy()
    for result_index in np.ndindex(*result.shape):
        for operand in operands[1:]:
            result[result_index] = computation(result[result_index], operand[result_index])
    return result


def reduce_scatter(
    grid: Grid, *, scatter_dimension: int, replica_groups: Groups, **more: Any
) -> dict[ProcessId, list[Array]]:
    reduced = all_reduce(grid, replica_groups=replica_groups, **more)
    strategy = {
        name: more.get(name, default) for name, default in (("channel_id", 0), ("use_global_device_ids", False))
    }
    return {
        receiver: [
            np.split(value, len(process_group), scatter_dimension)[receiver_index] for value in reduced[receiver]
        ]
        for process_group in _of_all(grid, replica_groups, **strategy)
        for receiver_index, receiver in enumerate(process_group)
    }


def all_to_all(
    grid: Grid,
    *,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: Groups,
    channel_id: int = 0,
) -> dict[ProcessId, list[Array]]:
    results = {}
    for process_group in _of_some(grid, replica_groups, channel_id):
        for receiver_index, receiver in enumerate(process_group):
            results[receiver] = [
                _joined(
                    [
                        np.split(grid[sender][i], split_count, split_dimension)[receiver_index]
                        for sender in process_group
                    ],
                    concat_dimension,
                )
                for i in range(len(grid[receiver]))
            ]
    return results


def _zeros(grid: Grid, zero: int = 0) -> dict[ProcessId, list[Array]]:
    """What a process gets that nobody sends to; `zero` is how 0 is stored."""
    return {process: [np.full_like(operand, zero) for operand in operands] for process, operands in grid.items()}


def collective_broadcast(
    grid: Grid, *, replica_groups: Groups, channel_id: int = 0, has_dynamic_root: bool = False, zero: int = 0
) -> dict[ProcessId, list[Array]]:
    """With a dynamic root, the last operand says which of a group is the source of each other operand."""
    results = {process: values[: len(values) - has_dynamic_root] for process, values in _zeros(grid, zero).items()}
    for process_group in _of_some(grid, replica_groups, channel_id):
        for process in process_group:
            for j in range(len(results[process])):
                root = int(grid[process][-1][j]) if has_dynamic_root else 0
                results[process][j] = grid[process_group[root]][j]
    return results


def collective_permute(
    grid: Grid, *, source_target_pairs: Groups, channel_id: int = 0, zero: int = 0
) -> dict[ProcessId, list[Array]]:
    results = _zeros(grid, zero)
    for source, target in _of_some(grid, source_target_pairs, channel_id):
        results[target] = list(grid[source])
    return results


def collective_reduce(
    grid: Grid, *, replica_groups: Groups, channel_id: int = 0, computation: Callable[[Any, Any], Any]
) -> dict[ProcessId, list[Array]]:
    """The result is on the source process, the first of its group, alone."""
    results = _zeros(grid)
    for process_group in _of_some(grid, replica_groups, channel_id):
        each = zip(*(grid[sender] for sender in process_group), strict=True)
        results[process_group[0]] = [_folded(operands, computation) for operands in each]
    return results
