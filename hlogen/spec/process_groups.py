"""Process groups as an operation writes them (spec: Collective ops): replica_groups, source_target_pairs, channels.

How many processes the grid has, only a run knows. What can be said before that is here: the ids, the strategy that they
are read by, and the sizes of groups.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import prod

from hlogen.ir.attributes import Attribute, DenseElements, OpaqueAttr, UnitAttr

Rows = tuple[tuple[int, ...], ...]

PADDING = -1  # fills the rows of groups of different sizes

_HANDLE = re.compile(r"\bhandle = (-?\d+)")
_AXIS = re.compile(r'<\s*name = "([^"]*)",\s*size = (\d+)\s*>')
_DECLARED = re.compile(r"\bmesh = @([\w.$-]+)")
_SHARDY_AXIS = re.compile(r'"([^"]*)"=(\d+)')
_SHARDY_DEVICES = re.compile(r"\bdevice_ids\s*=\s*\[([^\]]*)\]")
_REFERENCE = re.compile(r'<\s*name = "([^"]*)"(?:,\s*sub_axis_info = \(\d+\)(\d+))?\s*>')


def channel_id(attributes: Mapping[str, Attribute]) -> int | None:
    """The id of the operation's channel; None where it has none."""
    handle = attributes.get("channel_handle")
    match = _HANDLE.search(handle.text) if isinstance(handle, OpaqueAttr) else None
    return int(match[1]) if match else None


def is_global(attributes: Mapping[str, Attribute]) -> bool:
    """Whether the operation has use_global_device_ids: ids are then ``replica_id * num_partitions + partition_id``."""
    flag = attributes.get("use_global_device_ids", False)
    return flag is True or isinstance(flag, UnitAttr)


def crosses_both(attributes: Mapping[str, Attribute]) -> bool:
    """Whether the strategy of an all_gather, all_reduce or reduce_scatter is `cross_replica_and_partition`.

    A group then has the replicas of its row in all partitions, and how many those are isn't in the program.
    """
    return (channel_id(attributes) or 0) > 0 and not is_global(attributes)


def rows_of(attributes: Mapping[str, Attribute], name: str = "replica_groups") -> Rows | None:
    """The groups' ids, without padding; None where they are written as axes of a mesh, or not as a table."""
    attribute = attributes.get(name)
    if not isinstance(attribute, DenseElements) or attribute.array.ndim != 2:
        return None
    padding = PADDING if name == "replica_groups" else None
    return tuple(tuple(int(id) for id in row if id != padding) for row in attribute.array)


def row_size(attributes: Mapping[str, Attribute]) -> int | None:
    """How many ids each row of `replica_groups` has; None where they differ or aren't known."""
    attribute = attributes.get("replica_groups")
    if isinstance(attribute, OpaqueAttr):
        return _mesh_size(attribute.text)
    rows = rows_of(attributes)
    sizes = {len(row) for row in rows or ()}
    return sizes.pop() if len(sizes) == 1 else None


def group_size(attributes: Mapping[str, Attribute]) -> int | None:
    """How many processes each group has, where the operation itself says it: `dim(process_groups, 1)`."""
    return None if crosses_both(attributes) else row_size(attributes)


def inlined(attribute: OpaqueAttr, meshes: Mapping[str, str]) -> OpaqueAttr:
    """Groups along axes of a mesh that the program declares, as groups that say the mesh themselves.

    `meshes` are its texts ``#sdy.mesh<["x"=2, "y"=4]>`` by name.
    """
    declared = _DECLARED.search(attribute.text)
    if declared is None or declared[1] not in meshes:
        return attribute
    text = meshes[declared[1]]
    axes = [f'#stablehlo.mesh_axis<name = "{name}", size = {size}>' for name, size in _SHARDY_AXIS.findall(text)]
    devices = _SHARDY_DEVICES.search(text)
    order = ""
    if devices is not None:
        count = len(devices[1].split(","))
        order = f", device_ids = dense<[{devices[1]}]> : tensor<{count}xi64>"
    mesh = f"#stablehlo.mesh<axes = [{', '.join(axes)}]{order}>"
    return OpaqueAttr(attribute.text.replace(declared[0], f"mesh = {mesh}", 1))


def _mesh_size(text: str) -> int | None:
    """The product of the sizes of the axes that groups go along; None where the mesh is declared elsewhere."""
    mesh, _, axes = text.rpartition("axes = [")
    sizes = {name: int(size) for name, size in _AXIS.findall(mesh)}
    references = _REFERENCE.findall(axes)
    if not references or any(name not in sizes for name, _ in references):
        return None
    return prod(int(part) if part else sizes[name] for name, part in references)
