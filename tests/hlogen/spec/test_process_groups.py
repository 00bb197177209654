"""What an operation says of its groups before a grid is known."""

from __future__ import annotations

import pytest

from hlogen.ir import OpaqueAttr, Operation
from hlogen.mlir.reader import read
from hlogen.spec.process_groups import channel_id, crosses_both, group_size, is_global, row_size, rows_of

MESH = (
    '#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, '
    '#stablehlo.mesh_axis<name = "y", size = 6>]>, axes = [{}]>'
)
ELSEWHERE = '#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>'
X, Y = '#stablehlo.axis_ref<name = "x">', '#stablehlo.axis_ref<name = "y">'
PART = '#stablehlo.axis_ref<name = "y", sub_axis_info = (2)3>'
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>"
PAIRED = "replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>"


def all_reduce(attributes: str) -> Operation:
    """An operation with these attributes, as upstream reads them."""
    module = read(f"""
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = "stablehlo.all_reduce"(%x) ({{
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      stablehlo.return %l : tensor<f32>
  }}) {{{attributes}}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}}""")
    return next(op for op in module.walk() if op.name == "stablehlo.all_reduce")


@pytest.mark.parametrize(
    ("attributes", "rows", "size"),
    [
        (PAIRED, ((0, 1), (3, 2)), 2),
        ("replica_groups = dense<[[0, 2, 1], [3, -1, -1]]> : tensor<2x3xi64>", ((0, 2, 1), (3,)), None),
        (f"replica_groups = {MESH.format(X)}", None, 2),
        (f"replica_groups = {MESH.format(f'{X}, {Y}')}", None, 12),
        (f"replica_groups = {MESH.format(f'{X}, {PART}')}", None, 6),
    ],
)
def test_rows(attributes: str, rows: tuple[tuple[int, ...], ...] | None, size: int | None) -> None:
    op = all_reduce(attributes)
    assert rows_of(op.attributes) == rows
    assert row_size(op.attributes) == group_size(op.attributes) == size


def test_a_mesh_that_is_declared_elsewhere() -> None:
    assert row_size({"replica_groups": OpaqueAttr(ELSEWHERE)}) is None


@pytest.mark.parametrize(
    ("attributes", "channel", "crosses", "uses_global_ids", "size"),
    [
        (PAIRED, None, False, False, 2),
        (f"{PAIRED}, {CHANNEL.replace('5', '0')}", 0, False, False, 2),
        (f"{PAIRED}, {CHANNEL}", 5, True, False, None),  # with all partitions, however many
        (f"{PAIRED}, {CHANNEL}, use_global_device_ids", 5, False, True, 2),
    ],
)
def test_strategies(
    attributes: str, channel: int | None, crosses: bool, uses_global_ids: bool, size: int | None
) -> None:
    given = all_reduce(attributes).attributes
    assert channel_id(given) == channel
    assert crosses_both(given) == crosses
    assert is_global(given) == uses_global_ids
    assert group_size(given) == size
