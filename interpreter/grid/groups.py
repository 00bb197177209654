"""Process groups (spec: Collective ops): the four ways to split the process grid, and what groups must be like.

A process id is the pair (replica_id, partition_id). The strategies are the specification's functions, with its names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.errors import ExecutionError
from hlogen.ir import DenseElements, OpaqueAttr, Operation
from interpreter.grid.mesh import read_mesh
from interpreter.values.attributes import flag, state

ProcessId: TypeAlias = tuple[int, int]
Group: TypeAlias = tuple[ProcessId, ...]

_HANDLE = re.compile(r"\bhandle = (-?\d+)")
_MESH_AXES = re.compile(r"mesh = (?:@(?P<name>[\w.$-]+)|(?P<mesh>#stablehlo\.mesh<.*>)), axes = (?P<axes>.*)")
PADDING = -1  # fills the rows of groups of different sizes


class Meshes(Protocol):
    """The meshes that a program declares: a Planner."""

    def declared(self, name: str) -> str:
        """The text of the mesh @name."""


@dataclass(frozen=True)
class GridSize:
    """How many processes there are."""

    num_replicas: int
    num_partitions: int

    @property
    def process_ids(self) -> list[ProcessId]:
        """All of them, in the order of their flattened ids, `replica_id * num_partitions + partition_id`."""
        return [
            (replica, partition) for replica in range(self.num_replicas) for partition in range(self.num_partitions)
        ]

    def __str__(self) -> str:
        return f"{_count(self.num_replicas, 'replica')} x {_count(self.num_partitions, 'partition')}"


def cross_replica(replica_groups: Sequence[Sequence[int]], size: GridSize) -> list[Group]:
    return [
        tuple((replica_id, partition_id) for replica_id in replica_group)
        for replica_group in replica_groups
        for partition_id in range(size.num_partitions)
    ]


def cross_partition(partition_groups: Sequence[Sequence[int]], size: GridSize) -> list[Group]:
    return [
        tuple((replica_id, partition_id) for partition_id in partition_group)
        for partition_group in partition_groups
        for replica_id in range(size.num_replicas)
    ]


def cross_replica_and_partition(replica_groups: Sequence[Sequence[int]], size: GridSize) -> list[Group]:
    return [
        tuple((replica_id, partition_id) for partition_id in range(size.num_partitions) for replica_id in replica_group)
        for replica_group in replica_groups
    ]


def flattened_ids(flattened_id_groups: Sequence[Sequence[int]], size: GridSize) -> list[Group]:
    return [
        tuple(divmod(flattened_id, size.num_partitions) for flattened_id in flattened_id_group)
        for flattened_id_group in flattened_id_groups
    ]


_WAY_OUT = "; run it with interpreter.run_parallel (hlogen parallel --replicas R --partitions P)"
_STRATEGIES = {
    "cross_replica": (cross_replica, "replica"),
    "cross_partition": (cross_partition, "partition"),
    "cross_replica_and_partition": (cross_replica_and_partition, "replica"),
    "flattened_ids": (flattened_ids, "process"),
}


@dataclass(frozen=True)
class Groups:
    """The groups of one operation as it is written; `of` gives the process groups of a grid.

    `attribute` is where they are written, `strategy` how they are meant. `covers`: every id must be in one group.
    """

    attribute: str
    strategy: str
    rows: tuple[tuple[int, ...], ...]
    covers: bool

    def of(self, size: GridSize) -> list[Group]:
        """Raises ExecutionError for ids that aren't in the grid, or are left out."""
        function, kind = _STRATEGIES[self.strategy]
        limit = {"replica": size.num_replicas, "partition": size.num_partitions}.get(
            kind, size.num_replicas * size.num_partitions
        )
        ids = [id for row in self.rows for id in row]
        for id in ids:
            if not 0 <= id < limit:
                ids_there = f"{kind} ids 0 to {limit - 1}" if limit > 1 else f"{kind} id 0 alone"
                way_out = _WAY_OUT if len(size.process_ids) == 1 else ""
                raise ExecutionError(
                    f"{self.attribute} = {self} names {kind} {id}, but the grid of {size} has {ids_there} "
                    f"({self.strategy}){way_out}"
                )
        missing = sorted(set(range(limit)) - set(ids))
        if self.covers and missing:
            raise ExecutionError(
                f"{self.attribute} = {self} leaves out {kind} {', '.join(map(str, missing))} of the grid of {size} "
                f"({self.strategy}); every id must be in one group"
            )
        return function(self.rows, size)

    def __str__(self) -> str:
        return str([list(row) for row in self.rows])


def replica_groups(op: Operation, planner: Meshes, *, covers: bool, is_uneven_allowed: bool) -> Groups:
    """The groups of a collective operation whose strategy its channel and `use_global_device_ids` choose."""
    channel, is_global = channel_id(op), flag(op, "use_global_device_ids", default=False)
    if is_global and channel <= 0:
        raise ExecutionError(f"use_global_device_ids needs a positive channel_id, but it is {channel}")
    strategy = "flattened_ids" if is_global else "cross_replica_and_partition" if channel > 0 else "cross_replica"
    return _groups(op, planner, strategy, covers=covers, is_uneven_allowed=is_uneven_allowed)


def replica_or_partition_groups(op: Operation, planner: Meshes, *, covers: bool, is_uneven_allowed: bool) -> Groups:
    """The groups of a collective operation that stays within replicas or within partitions, as its channel says."""
    strategy = "cross_partition" if channel_id(op) > 0 else "cross_replica"
    return _groups(op, planner, strategy, covers=covers, is_uneven_allowed=is_uneven_allowed)


def source_target_pairs(op: Operation) -> Groups:
    """The pairs of collective_permute, send and recv, each a group of two. No id is a source twice, or a target."""
    attribute = op.attributes.get("source_target_pairs")
    if not isinstance(attribute, DenseElements | None):
        raise ExecutionError(
            f"source_target_pairs {state(op, 'source_target_pairs')}; write who sends to whom, such as [[0, 1], [1, 0]]"
        )
    array = np.empty((0, 2), np.int64) if attribute is None else attribute.array
    if array.ndim != 2 or (array.shape[1] != 2 and array.size):
        raise ExecutionError(f"source_target_pairs should have shape [n, 2], but it has shape {list(array.shape)}")
    pairs = tuple((int(source), int(target)) for source, target in array.reshape(-1, 2))
    for what, ids in (("source", [source for source, _ in pairs]), ("target", [target for _, target in pairs])):
        if (id := repeated(ids)) is not None:
            raise ExecutionError(f"source_target_pairs = {[list(pair) for pair in pairs]} has {what} {id} twice")
    strategy = "cross_partition" if channel_id(op) > 0 else "cross_replica"
    return Groups("source_target_pairs", strategy, pairs, covers=False)


def repeated(ids: Sequence[int]) -> int | None:
    """An id that is there more than once."""
    return next((id for id, times in Counter(ids).items() if times > 1), None)


def channel_id(op: Operation) -> int:
    """The id of the operation's channel; 0 where it has none."""
    handle = op.attributes.get("channel_handle")
    match = _HANDLE.search(handle.text) if isinstance(handle, OpaqueAttr) else None
    if handle is not None and match is None:
        raise ExecutionError(f"channel_handle {state(op, 'channel_handle')}, which has no handle = ...")
    return int(match[1]) if match else 0


def _groups(op: Operation, planner: Meshes, strategy: str, *, covers: bool, is_uneven_allowed: bool) -> Groups:
    attribute = op.attributes.get("replica_groups")
    if isinstance(attribute, DenseElements):
        rows = _rows(attribute.array, is_uneven_allowed=is_uneven_allowed)
    elif isinstance(attribute, OpaqueAttr):
        rows = _mesh_groups(attribute.text, planner)
    else:
        raise ExecutionError(
            f"replica_groups {state(op, 'replica_groups')}; write the ids that work together, such as [[0, 1]]"
        )
    if (id := repeated([id for row in rows for id in row])) is not None:
        raise ExecutionError(f"replica_groups = {[list(row) for row in rows]} has id {id} twice")
    return Groups("replica_groups", strategy, rows, covers)


def _rows(array: npt.NDArray[np.generic], *, is_uneven_allowed: bool) -> tuple[tuple[int, ...], ...]:
    if array.ndim != 2:
        raise ExecutionError(f"replica_groups should be 2-dimensional, but its shape is {list(array.shape)}")
    table = [[int(id) for id in row] for row in array]
    rows = tuple(tuple(row[: row.index(PADDING)] if PADDING in row else row) for row in table)
    if any(row[len(kept) :].count(PADDING) < len(row) - len(kept) for row, kept in zip(table, rows, strict=True)):
        raise ExecutionError(f"replica_groups = {table} has an id behind the padding of -1")
    sizes = sorted({len(row) for row in rows})
    if len(sizes) > 1 and not is_uneven_allowed:
        raise ExecutionError(
            f"replica_groups = {table} has groups of {' and '.join(map(str, sizes))} ids; "
            "this operation needs groups of one size"
        )
    if not any(sizes):
        raise ExecutionError(
            f"replica_groups is empty, of shape {list(array.shape)}; write the ids that work together, such as [[0, 1]]"
        )
    return tuple(row for row in rows if row)


def _mesh_groups(text: str, planner: Meshes) -> tuple[tuple[int, ...], ...]:
    """The groups that ``#stablehlo.replica_group_mesh_axes<mesh = .., axes = [..]>`` stands for."""
    match = _MESH_AXES.search(text)
    if match is None:
        raise ExecutionError(f"replica_groups is {text}, from which no groups can be read")
    mesh = read_mesh(planner.declared(match["name"]) if match["name"] else match["mesh"])
    return mesh.groups(mesh.used(match["axes"]))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
