"""Who works together in a collective operation, as its attributes say it (spec: Collective ops)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.builder.emit import I64, boolean, described, integer, integers
from hlogen.builder.trace import usage_error
from hlogen.ir import Attribute, DenseElements, OpaqueAttr, TensorType, UnitAttr
from hlogen.spec.process_groups import PADDING

# Rows of ids; or axes of a mesh, by the text of ``#stablehlo.replica_group_mesh_axes<mesh = .., axes = [..]>``.
ReplicaGroups: TypeAlias = "Sequence[Sequence[int]] | npt.NDArray[np.integer] | str"
Pairs: TypeAlias = "Sequence[tuple[int, int]] | Sequence[Sequence[int]] | npt.NDArray[np.integer]"

_MESH_AXES = "#stablehlo.replica_group_mesh_axes<"
# What kind of channel goes from whom to whom (the specification's channel_type).
DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE = 1, 2, 3


def group_attributes(
    replica_groups: ReplicaGroups, channel_id: int | None, use_global_device_ids: bool = False
) -> dict[str, Attribute]:
    """The attributes that name the processes which work together."""
    attributes: dict[str, Attribute] = {"replica_groups": _groups(replica_groups), **channel_attributes(channel_id)}
    if boolean(use_global_device_ids, "use_global_device_ids"):
        attributes["use_global_device_ids"] = UnitAttr()
    return attributes


def pair_attributes(source_target_pairs: Pairs, channel_id: int | None) -> dict[str, Attribute]:
    """The attributes that name who sends to whom."""
    rows = _rows(source_target_pairs, "source_target_pairs", "[[0, 1], [1, 0]]")
    for row in rows:
        if len(row) != 2:
            raise usage_error(f"source_target_pairs has {list(row)}, expected a pair: the ids of source and target")
    return {"source_target_pairs": _table(rows, 2), **channel_attributes(channel_id)}


def channel_attributes(channel_id: int | None, type: int = DEVICE_TO_DEVICE) -> dict[str, Attribute]:
    """The channel of an operation, if it has one."""
    if channel_id is None:
        return {}
    handle = integer(channel_id, "channel_id")
    return {"channel_handle": OpaqueAttr(f"#stablehlo.channel_handle<handle = {handle}, type = {type}>")}


def _groups(replica_groups: ReplicaGroups) -> Attribute:
    if isinstance(replica_groups, str):
        if not replica_groups.startswith(_MESH_AXES):
            raise usage_error(
                f"replica_groups is a list of lists of ids, or the text of {_MESH_AXES}...>, not {replica_groups!r}"
            )
        return OpaqueAttr(replica_groups)
    rows = _rows(replica_groups, "replica_groups", "[[0, 1], [2, 3]]")
    return _table(rows, max(map(len, rows), default=0))


def _rows(table: object, what: str, example: str) -> list[tuple[int, ...]]:
    is_table = isinstance(table, (list, tuple)) or (isinstance(table, np.ndarray) and table.ndim == 2)
    rows = list(table) if is_table else None  # type: ignore[call-overload]  # it is one of those
    if rows is None or any(not isinstance(row, (list, tuple, range, np.ndarray)) for row in rows):
        raise usage_error(f"{what} is a list of lists of ids such as {example}, not {described(table)}")
    return [integers(row, f"{what}[{number}]") for number, row in enumerate(rows)]


def _table(rows: Sequence[tuple[int, ...]], width: int) -> DenseElements:
    """``dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>``, shorter rows filled up."""
    padded = [(*row, *(PADDING,) * (width - len(row))) for row in rows]
    return DenseElements(TensorType((len(rows), width), I64), np.array(padded, np.int64).reshape(len(rows), width))
