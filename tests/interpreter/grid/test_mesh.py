"""Meshes: where devices stand, and which of them work together."""

from __future__ import annotations

import re

import numpy as np
import pytest

import interpreter
from hlogen.errors import ExecutionError
from interpreter.grid.mesh import read_mesh


def test_groups_along_axes() -> None:
    mesh = read_mesh('#sdy.mesh<["x"=2, "y"=3]>')
    assert mesh.groups(mesh.used('{"x"}')) == ((0, 3), (1, 4), (2, 5))
    assert mesh.groups(mesh.used('{"y"}')) == ((0, 1, 2), (3, 4, 5))
    assert mesh.groups(mesh.used('{"x", "y"}')) == ((0, 1, 2, 3, 4, 5),)
    assert mesh.groups(mesh.used('{"y", "x"}')) == ((0, 3, 1, 4, 2, 5),)
    assert mesh.groups(()) == ((0,), (1,), (2,), (3,), (4,), (5,))


def test_devices_in_another_order() -> None:
    axes = 'axes=[<name = "x", size = 2>, <name = "y", size = 2>]'
    mesh = read_mesh(f"#stablehlo.mesh<{axes}, device_ids=dense<[3, 2, 1, 0]> : tensor<4xi64>>")
    assert mesh.groups(mesh.used('#stablehlo.axis_ref<name = "x">')) == ((3, 1), (2, 0))
    assert mesh.place(3, mesh.used('"x"')) == 0
    assert mesh.place(0, mesh.used('"x", "y"')) == 3


def test_parts_of_an_axis() -> None:
    """An axis of 8 as digits of 2, 2 and 2: 4 * a + 2 * b + c."""
    mesh = read_mesh('#sdy.mesh<["x"=8]>')
    assert mesh.groups(mesh.used('{"x":(1)2}')) == ((0, 4), (1, 5), (2, 6), (3, 7))
    assert mesh.groups(mesh.used('{"x":(2)2}')) == ((0, 2), (1, 3), (4, 6), (5, 7))
    assert mesh.groups(mesh.used('<name = "x", sub_axis_info = (4)2>')) == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert mesh.groups(mesh.used('{"x":(4)2, "x":(1)2}')) == ((0, 4, 1, 5), (2, 6, 3, 7))
    with pytest.raises(ExecutionError, match=r"\(1\)3 is no part of axis 'x', whose size is 8"):
        mesh.used('{"x":(1)3}')
    for none in ("(0)2", "(1)0"):
        with pytest.raises(ExecutionError, match=re.escape(f"{none} is no part of axis 'x', whose size is 8")):
            mesh.used(f'{{"x":{none}}}')
    with pytest.raises(ExecutionError, match=r"axis 'z' isn't in the mesh of 'x'"):
        mesh.used('{"z"}')


def test_a_mesh_of_more_devices_than_there_can_be() -> None:
    with pytest.raises(ExecutionError, match="has more than 1048576 devices"):
        read_mesh('#sdy.mesh<["x"=1099511627776, "y"=2]>')


def test_a_mesh_must_number_its_devices() -> None:
    with pytest.raises(ExecutionError, match=r"has 2 devices, but their ids are \[1, 2\]"):
        read_mesh('#sdy.mesh<["x"=2], device_ids=[1, 2]>')


DECLARED = """sdy.mesh @mesh = <["x"=2, "y"=2]> {
  stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}
}"""
INLINED = """#stablehlo.mesh<axes = [
  #stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>
]>"""


@pytest.mark.parametrize("mesh", ["@mesh", INLINED])
def test_groups_that_name_axes(mesh: str) -> None:
    program = f"""{DECLARED if mesh == "@mesh" else ""}
    func.func @main(%x: tensor<1xi32>) -> tensor<2xi32> {{
      %0 = "stablehlo.all_gather"(%x) {{
        all_gather_dim = 0 : i64, use_global_device_ids,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        replica_groups = #stablehlo.replica_group_mesh_axes<mesh = {mesh}, axes = [#stablehlo.axis_ref<name = "x">]>
      }} : (tensor<1xi32>) -> tensor<2xi32>
      return %0 : tensor<2xi32>
    }}"""
    results = interpreter.run_parallel(program, [(np.array([id], np.int32),) for id in range(4)], 1, 4)
    assert [result[0].tolist() for result in results] == [[0, 2], [1, 3], [0, 2], [1, 3]]
