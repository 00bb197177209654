"""The specification's process grid as a slow model: values per process id, groups by its own functions, word for word.

It shares no code with the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

ProcessId = tuple[int, int]
Values = dict[ProcessId, np.ndarray[Any, Any]]
Groups = list[list[ProcessId]]

GRIDS = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 2)]


class Grid:
    """`num_replicas` by `num_partitions` processes."""

    def __init__(self, num_replicas: int, num_partitions: int) -> None:
        self.replica_ids = range(num_replicas)
        self.partition_ids = range(num_partitions)
        self.num_partitions = num_partitions
        self.ids = [(r, p) for r in self.replica_ids for p in self.partition_ids]

    def cross_replica(self, replica_groups: list[list[int]]) -> Iterator[list[ProcessId]]:
        for replica_group in replica_groups:
            for partition_id in self.partition_ids:
                process_group = []
                for replica_id in replica_group:
                    process_group.append((replica_id, partition_id))  # noqa: PERF401 - as the specification has it
                yield process_group

    def cross_partition(self, partition_groups: list[list[int]]) -> Iterator[list[ProcessId]]:
        for partition_group in partition_groups:
            for replica_id in self.replica_ids:
                process_group = []
                for partition_id in partition_group:
                    process_group.append((replica_id, partition_id))  # noqa: PERF401 - as the specification has it
                yield process_group

    def cross_replica_and_partition(self, replica_groups: list[list[int]]) -> Iterator[list[ProcessId]]:
        for replica_group in replica_groups:
            process_group = []
            for partition_id in self.partition_ids:
                for replica_id in replica_group:
                    process_group.append((replica_id, partition_id))  # noqa: PERF401 - as the specification has it
            yield process_group

    def flattened_ids(self, flattened_id_groups: list[list[int]]) -> Iterator[list[ProcessId]]:
        for flattened_id_group in flattened_id_groups:
            process_group = []
            for flattened_id in flattened_id_group:
                replica_id = flattened_id // self.num_partitions
                partition_id = flattened_id % self.num_partitions
                process_group.append((replica_id, partition_id))
            yield process_group


def all_gather(values: Values, groups: Groups, dim: int) -> Values:
    return {
        receiver: np.concatenate([values[sender] for sender in group], dim) for group in groups for receiver in group
    }


def all_reduce(values: Values, groups: Groups, computation: Callable[[Any, Any], Any]) -> Values:
    """In a chain from the left: for computations whose grouping doesn't matter."""
    results: Values = {}
    for group in groups:
        total = values[group[0]]
        for process in group[1:]:
            total = computation(total, values[process])
        results |= dict.fromkeys(group, total)
    return results


def reduce_scatter(values: Values, groups: Groups, dim: int, computation: Callable[[Any, Any], Any]) -> Values:
    reduced = all_reduce(values, groups, computation)
    return {
        receiver: np.split(reduced[receiver], len(group), dim)[group.index(receiver)]
        for group in groups
        for receiver in group
    }


def all_to_all(values: Values, groups: Groups, split: int, concat: int) -> Values:
    return {
        receiver: np.concatenate(
            [np.split(values[sender], len(group), split)[group.index(receiver)] for sender in group], concat
        )
        for group in groups
        for receiver in group
    }


def collective_broadcast(values: Values, groups: Groups) -> Values:
    sources = {process: group[0] for group in groups for process in group}
    return {id: values[sources[id]] if id in sources else np.zeros_like(value) for id, value in values.items()}


def collective_permute(values: Values, pairs: Groups) -> Values:
    sources = {target: source for source, target in pairs}
    return {id: values[sources[id]] if id in sources else np.zeros_like(value) for id, value in values.items()}


def collective_reduce(values: Values, groups: Groups, computation: Callable[[Any, Any], Any]) -> Values:
    reduced = all_reduce(values, groups, computation)
    roots = {group[0] for group in groups}
    return {id: reduced[id] if id in roots else np.zeros_like(value) for id, value in values.items()}
