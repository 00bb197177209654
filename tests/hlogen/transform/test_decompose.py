"""Operations written by the ones that define them, wherever they stand; what has no definition stays as it is."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.mlir import writer
from hlogen.mlir.errors import BindingsError, VerificationError

PROGRAM = """
func.func @main(%x: tensor<2x3xf64>, %n: tensor<i32>) -> tensor<2x2xf64> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %y = "stablehlo.einsum"(%x, %x) {einsum_config = "ab,cb->ac"} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x2xf64>
  %1:2 = stablehlo.while(%i = %0, %z = %y) : tensor<i32>, tensor<2x2xf64>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %d = "stablehlo.dot"(%z, %y) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
    stablehlo.return %j, %d : tensor<i32>, tensor<2x2xf64>
  }
  %s = stablehlo.sine %1#1 : tensor<2x2xf64>
  return %s : tensor<2x2xf64>
}
"""


def names(module: hl.ir.Module) -> list[str]:
    return [operation.name.removeprefix("stablehlo.") for operation in module.walk()]


def test_operations_in_regions_are_decomposed_too() -> None:
    module = hl.parse(PROGRAM)
    before = str(module)
    made = hl.transform.decompose(module)
    assert str(module) == before
    assert names(made).count("dot_general") == 2
    assert {"einsum", "dot"}.isdisjoint(names(made))
    x = np.random.default_rng(0).normal(size=(2, 3))
    (want,), (got,) = interpreter.run(module, x, np.int32(3)), interpreter.run(made, x, np.int32(3))
    np.testing.assert_allclose(got, want, rtol=1e-13)
    writer.verify(made)


def test_some_operations_only() -> None:
    made = hl.transform.decompose(hl.parse(PROGRAM), ["stablehlo.dot"])
    assert names(made).count("dot_general") == names(made).count("einsum") == 1
    with pytest.raises(hl.UsageError, match=r"stablehlo\.sine: no definition is known; there are: chlo\.acos"):
        hl.transform.decompose(hl.parse(PROGRAM), ["stablehlo.sine"])


def test_where_nothing_is_to_do_the_program_is_given_back() -> None:
    module = hl.parse("func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }")
    assert hl.transform.decompose(module) is module


@pytest.mark.parametrize(
    "program",
    [
        "func.func @main(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {\n"
        "  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>\n"
        "  return %0 : tensor<?xf32>\n}",
        "func.func @main(%x: tensor<3x3xf32>) -> tensor<3xf32> {\n"
        '  %0 = "stablehlo.unary_einsum"(%x) {einsum_config = "ii->i"} : (tensor<3x3xf32>) -> tensor<3xf32>\n'
        "  return %0 : tensor<3xf32>\n}",
    ],
    ids=["dynamic", "diagonal"],
)
def test_what_has_no_definition_stays(program: str) -> None:
    module = hl.parse(program)
    assert names(hl.transform.decompose(module)) == names(module)


def test_cross_replica_sum() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    """
    made = hl.transform.decompose(hl.parse(text))
    assert "all_reduce" in names(made)
    args = [[np.array([1, 2], np.float32)], [np.array([10, 20], np.float32)]]
    for program in (text, made):
        results = interpreter.run_parallel(program, args, num_replicas=2)
        assert [process[0].tolist() for process in results] == [[11, 22]] * 2


def test_a_result_of_another_type_than_its_definition_gives_is_refused():
    """Upstream verifies nothing of this operation."""
    program = hl.parse("""func.func @main(%x: tensor<4x2xf64>, %i: tensor<2xi64>) -> tensor<?xi32> {
      %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64}
        : (tensor<4x2xf64>, tensor<2xi64>) -> tensor<?xi32>
      return %0 : tensor<?xi32>
    }""")
    message = r"-:2:12: stablehlo.torch_index_select gives tensor<2x2xf64>, but the program says tensor<\?xi32>"
    with pytest.raises(VerificationError, match=message):
        hl.transform.decompose(program)


@pytest.mark.parametrize("batch_dims", [-(2**63), -3, 1, 2**63 - 1])
@pytest.mark.parametrize("dim", [-(2**63), 0, 2**63 - 1])
def test_an_axis_that_is_none_is_left_to_those_who_judge(dim: int, batch_dims: int) -> None:
    module = hl.parse(f"""func.func @main(%x: tensor<4x2xf64>, %i: tensor<2xi64>) -> tensor<?x?xf64> {{
      %0 = "stablehlo.torch_index_select"(%x, %i) {{dim = {dim} : i64, batch_dims = {batch_dims} : i64}}
        : (tensor<4x2xf64>, tensor<2xi64>) -> tensor<?x?xf64>
      return %0 : tensor<?x?xf64>
    }}""")
    assert "torch_index_select" in str(hl.transform.decompose(module))


def test_tensors_of_no_known_rank_stay():
    program = hl.parse("""func.func @main(%x: tensor<*xf32>, %y: tensor<2xf32>) -> tensor<3x2xf32> {
      %0 = chlo.broadcast_add %x, %y : (tensor<*xf32>, tensor<2xf32>) -> tensor<3x2xf32>
      return %0 : tensor<3x2xf32>
    }""")
    assert hl.transform.decompose(program) is program


def test_what_upstream_defines_for_other_types_alone_is_refused():
    program = hl.parse("""func.func @main(%x: tensor<4xf8E4M3>) -> tensor<4xf8E4M3> {
      %0 = "chlo.bessel_i1e"(%x) : (tensor<4xf8E4M3>) -> tensor<4xf8E4M3>
      return %0 : tensor<4xf8E4M3>
    }""")
    with pytest.raises(BindingsError, match=r"upstream doesn't define chlo\.bessel_i1e of f8E4M3: failed to legalize"):
        hl.transform.decompose(program)


COMPOSITES = """
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.composite "acme.twice" %x {decomposition = @twice} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.composite "acme.more" %0 {decomposition = @more} : (tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @more(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.composite "acme.twice" %x {decomposition = @twice} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


@pytest.mark.parametrize(
    ("names", "left"),
    [
        (None, 3),
        (["acme.twice"], 1),
        (["acme.more"], 2),
        (["acme.twice", "acme.more"], 0),
        (["stablehlo.composite"], 0),
    ],
)
def test_composites_are_decomposed_where_they_are_named(names: list[str] | None, left: int) -> None:
    module = hl.parse(COMPOSITES)
    decomposed = hl.transform.decompose(module, names)
    assert writer.verify(decomposed) == []
    assert [op.name for op in decomposed.walk()].count("stablehlo.composite") == left
    x = np.array([1, -0.0, 3], np.float32)
    assert interpreter.run(decomposed, x)[0].tobytes() == interpreter.run(module, x)[0].tobytes()
    whole = hl.transform.inline(decomposed)
    assert [op.name for op in whole.walk()].count("func.call") == 0


def test_a_composite_that_there_is_not() -> None:
    with pytest.raises(
        hl.UsageError, match=r"acme\.none: no definition is known; there are: acme\.more, acme\.twice, chlo"
    ):
        hl.transform.decompose(hl.parse(COMPOSITES), ["acme.none"])
