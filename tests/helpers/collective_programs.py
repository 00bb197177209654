"""Programs of one collective operation, and every way to write the groups of a grid."""

from __future__ import annotations

from helpers import process_grids as model

BODY = """({{
  ^bb0(%l: tensor<{0}>, %r: tensor<{0}>):
    %s = stablehlo.{1} %l, %r : tensor<{0}>
    stablehlo.return %s : tensor<{0}>
}})"""


def op(name: str, attributes: str, shape: str = "4x4", result: str = "4x4", type: str = "i32", body: str = "") -> str:
    """A program of one operation of one operand."""
    region = BODY.format(type, body) if body else ""
    return f"""func.func @main(%x: tensor<{shape}x{type}>) -> tensor<{result}x{type}> {{
  %0 = "stablehlo.{name}"(%x) {region} {{ {attributes} }} : (tensor<{shape}x{type}>) -> tensor<{result}x{type}>
  return %0 : tensor<{result}x{type}>
}}"""


def channel(id: int) -> str:
    return f"channel_handle = #stablehlo.channel_handle<handle = {id}, type = 1>"


def groups_text(rows: list[list[int]]) -> str:
    return f"replica_groups = dense<{rows}> : tensor<{len(rows)}x{len(rows[0])}xi64>"


def halves(count: int) -> list[list[int]]:
    """Groups that aren't in order: [[2, 0], [3, 1]]."""
    middle = max(1, count // 2)
    return [[*reversed(range(start, count, middle))] for start in range(middle)]


def forms(grid: model.Grid, *, strategies: str = "global") -> list[tuple[str, model.Groups]]:
    """Every way to write groups that cover a grid, with the process groups that the specification makes of them."""
    replicas, partitions = len(grid.replica_ids), len(grid.partition_ids)
    if strategies == "global":
        ways = [
            (grid.cross_replica, replicas, ""),
            (grid.cross_replica, replicas, channel(0)),
            (grid.cross_replica_and_partition, replicas, channel(1)),
            (grid.flattened_ids, replicas * partitions, f"{channel(7)}, use_global_device_ids"),
        ]
    else:
        ways = [
            (grid.cross_replica, replicas, ""),
            (grid.cross_replica, replicas, channel(0)),
            (grid.cross_partition, partitions, channel(3)),
        ]
    return [
        (", ".join(filter(None, [groups_text(rows), suffix])), list(strategy(rows)))
        for strategy, count, suffix in ways
        for rows in (halves(count), [list(range(count))], [[id] for id in range(count)])
    ]
