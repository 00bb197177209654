"""Shardy's annotations: written, read back, kept by reader and writer, and refused where they don't fit."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.conform.sharded import annotate, partition
from hlogen.errors import UsageError
from hlogen.ir import OpaqueAttr
from hlogen.mlir.writer import to_bytecode, to_text

# Everything of Shardy that a program may carry.
SHARDY = """\
module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  sdy.mesh @backwards = <["a"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
  func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {"y":(1)2}], \
replicated={"y":(2)2}>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=8]>, [{"x"}]>}) \
-> (tensor<4x8xf32> {jax.result_info = "r", sdy.sharding = #sdy.sharding<@backwards, [{}, {"a"}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
    %1 = stablehlo.add %0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y"}]>]>} : tensor<4x8xf32>
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] \
manual_axes={"x"} (%arg2: tensor<2x8xf32>) {
      %3 = stablehlo.add %arg2, %arg2 : tensor<2x8xf32>
      sdy.return %3 : tensor<2x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %2 : tensor<4x8xf32>
  }
}
"""


@hl.function("16x4xf32", "8x16xf32")
def product(rows, columns):
    return rows @ columns[:4], hl.constant(np.int32(7))


class TestReaderAndWriter:
    def test_text_survives(self):
        assert to_text(hl.parse(SHARDY)) == SHARDY

    def test_bytecode_survives(self):
        assert to_text(hl.parse(to_bytecode(hl.parse(SHARDY)))) == SHARDY

    def test_they_are_attributes_and_operations(self):
        module = hl.parse(SHARDY)
        mesh, backwards, main = module.operations
        assert (mesh.name, mesh.attributes["mesh"]) == ("sdy.mesh", OpaqueAttr('#sdy.mesh<["x"=2, "y"=4]>'))
        assert backwards.attributes["sym_name"] == "backwards"
        assert main.attributes["res_attrs"][0]["jax.result_info"] == "r"
        constraint = next(op for op in module.walk() if op.name == "sdy.sharding_constraint")
        assert constraint.attributes["sharding"] == OpaqueAttr('#sdy.sharding<@mesh, [{"x"}, {}]>')


class TestAnnotate:
    def test_what_is_written(self):
        module = annotate(product, {"x": 2, "y": 4}, [("x",), (None, ("y", "x"))], [(None, "y"), None])
        assert 'sdy.mesh @mesh = <["x"=2, "y"=4]>' in to_text(module)
        rows, columns = (
            entry["sdy.sharding"] for entry in module.function("product").operation.attributes["arg_attrs"]
        )
        assert rows == OpaqueAttr('#sdy.sharding<@mesh, [{"x"}, {}]>')
        assert columns == OpaqueAttr('#sdy.sharding<@mesh, [{}, {"y", "x"}]>')
        assert module.function("product").operation.attributes["res_attrs"] == (
            {"sdy.sharding": OpaqueAttr('#sdy.sharding<@mesh, [{}, {"y"}]>')},
            {},
        )

    def test_the_program_itself_stays(self):
        before = str(product.module)
        annotate(product, {"x": 8}, [("x",), None])
        assert str(product.module) == before

    def test_other_attributes_and_functions_stay(self):
        text = """
func.func @main(%a: tensor<8xf32> {jax.kept = 1 : i32}) -> (tensor<8xf32> {jax.result_info = "r"}) {
  %0 = func.call @twice(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @twice(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
        written = to_text(annotate(hl.parse(text), {"x": 8}, [("x",)], [("x",)]))
        assert '{jax.kept = 1 : i32, sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}' in written
        assert '{jax.result_info = "r", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}' in written
        assert "func.func private @twice(%a: tensor<8xf32>) -> tensor<8xf32>" in written

    def test_nothing_that_is_computed_changes(self):
        rows, columns = np.ones((16, 4), np.float32), np.ones((8, 16), np.float32)
        annotated = annotate(product, {"x": 2}, [("x",), None])
        for before, after in zip(
            interpreter.run(product, rows, columns), interpreter.run(annotated, rows, columns), strict=True
        ):
            np.testing.assert_array_equal(before, after)

    @pytest.mark.parametrize(
        ("mesh", "arguments", "results", "message"),
        [
            ({}, [None, None], None, 'the mesh has no axis; name some with their sizes, such as {"x": 8}'),
            (8, [("x",), None], None, 'the mesh is 8; name its axes with their sizes, such as {"x": 8}'),
            (["x"], [("x",), None], None, "the mesh is ['x']; name its axes"),
            ({0: 8}, [(0,), None], None, "an axis of the mesh is called 0; a name is a text"),
            ({"x": 8}, 5, None, 'the arguments are split by 5; give a list with one split for each, such as [("x",)]'),
            ({"x": 8}, [None, None], 4, "the results are split by 4; give a list"),
            ({"x": 8}, "xy", None, "the arguments are split by 'xy'; give a list"),
            ({"x": 8}, [5, None], None, "of 2 dims, which 5 doesn't fit; give a tuple"),
            ({"x": 8}, [(3,), None], None, "is split over axis 3; the mesh has 'x'"),
            ({"x": 8}, [([{}],), None], None, "is split over axis {}; the mesh has 'x'"),
            ({"x": 0}, [None, None], None, "axis 'x' of the mesh has size 0; a size is an integer of at least 1"),
            ({"x": 8}, [("x",)], None, "@product has 2 arguments, but 1 is said how to be split; say None for one"),
            ({"x": 8}, [None, None], [None], "@product has 2 results, but 1 is said"),
            ({"x": 8}, [("y",), None], None, "argument 0 of @product is split over axis 'y'; the mesh has 'x'"),
            ({"x": 2}, [("x", "x"), None], None, "argument 0 of @product is split over axis 'x' twice"),
            (
                {"x": 2},
                ["x", None],
                None,
                "argument 0 of @product has type tensor<16x4xf32> of 2 dims, which 'x' doesn't",
            ),
            ({"x": 2}, [(None, None, "x"), None], None, "of 2 dims, which (None, None, 'x') doesn't fit"),
            (
                {"x": 3},
                [None, (None, "x")],
                None,
                "'x' splits its dim 1 into 3 parts, which don't divide 16; pad the dim",
            ),
            (
                {"x": 2, "y": 3},
                [(("x", "y"),), None],
                None,
                "argument 0 of @product has type tensor<16x4xf32>, and 'x', 'y' splits its dim 0 into 6 parts",
            ),
            ({"x": 2}, [None, None], [None, ("x",)], "result 1 of @product has type tensor<i32> of 0 dims"),
        ],
    )
    def test_refused(self, mesh, arguments, results, message):
        with pytest.raises(UsageError) as caught:
            annotate(product, mesh, arguments, results)
        assert message in str(caught.value)

    def test_a_second_mesh_is_refused(self):
        with pytest.raises(UsageError, match="the program has a mesh already"):
            annotate(hl.parse(SHARDY), {"x": 8}, [None, None])


def one_argument(mesh: str, sharding: str, type: str = "12xf32") -> str:
    attributes = f" {{sdy.sharding = #sdy.sharding<{sharding}>}}" if sharding else ""
    return f"""{mesh}
func.func @main(%a: tensor<{type}>{attributes}) -> tensor<{type}> {{
  return %a : tensor<{type}>
}}
"""


class TestChecked:
    """What `partition` refuses before XLA sees it."""

    @pytest.mark.parametrize(
        ("program", "message"),
        [
            (one_argument("", ""), "the program has no Shardy mesh; declare one"),
            (
                one_argument('sdy.mesh @m = <["x"=2]>', ""),
                'nothing in the program says how it is split over its mesh <"x"=2>',
            ),
            (
                one_argument('sdy.mesh @m = <["x"=16]>', '@m, [{"x"}]'),
                'mesh <"x"=16> of 16 devices doesn\'t fit on 8; ask',
            ),
            (
                one_argument('sdy.mesh @m = <["x"=8]>', '@m, [{"x"}]'),
                'argument 0 of @main has type tensor<12xf32>, and #sdy.sharding<@m, [{"x"}]> splits its dim 0 into 8 '
                "parts, which don't divide 12; pad the dim to a multiple of 8",
            ),
            (one_argument("", 'mesh<["x"=8]>, [{"x"}]'), "into 8 parts"),
            (one_argument('sdy.mesh @m = <["x"=2, "y"=4]>', '@m, [{"x", "y"}]'), "into 8 parts"),
            (one_argument('sdy.mesh @m = <["x"=8]>', '@m, [{"x":(1)4, ?}p1]', "10xf32"), "into 4 parts"),
            (
                one_argument('sdy.mesh @m = <["x"=2]>\nsdy.mesh @n = <["x"=4]>', '@m, [{"x"}]'),
                'meshes of different sizes: mesh <"x"=2> of 2 devices, mesh <"x"=4> of 4 devices; use one',
            ),
        ],
    )
    def test_refused(self, program, message):
        with pytest.raises(UsageError) as caught:
            partition(program)
        assert message in str(caught.value)

    def test_a_result_that_is_not_divided(self):
        program = annotate(product, {"x": 8}, [None, None])
        text = to_text(program).replace(
            "-> (tensor<16x16xf32>", '-> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}'
        )
        assert partition(text).results[0].shape == (2, 16)
        with pytest.raises(UsageError, match=r"result 0 of @product has type tensor<16x16xf32>.* into 5 parts"):
            partition(text.replace('"x"=8', '"x"=5'))

    @pytest.mark.parametrize("devices", [0, 257, True, 2.0, "8"])
    def test_how_many_devices(self, devices):
        with pytest.raises(UsageError, match=r"devices is .*; give a number from 1 to 256"):
            partition(SHARDY, devices)
