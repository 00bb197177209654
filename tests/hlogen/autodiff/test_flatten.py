"""What is gone before a program is derived or batched: tuples, broadcasting, and what says where elements are."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.autodiff import flatten

NESTED = """
func.func @main(%x: tensor<f64>, %p: tensor<i1>) -> tensor<f64> {
  %s = stablehlo.sine %x : tensor<f64>
  %t = stablehlo.tuple %x, %s : tuple<tensor<f64>, tensor<f64>>
  %u = call @paired(%t, %s) : (tuple<tensor<f64>, tensor<f64>>, tensor<f64>)
    -> tuple<tuple<tensor<f64>, tensor<f64>>, tensor<f64>>
  %0 = "stablehlo.if"(%p) ({
    %v = stablehlo.get_tuple_element %u[0]
      : (tuple<tuple<tensor<f64>, tensor<f64>>, tensor<f64>>) -> tuple<tensor<f64>, tensor<f64>>
    %a = stablehlo.get_tuple_element %v[1] : (tuple<tensor<f64>, tensor<f64>>) -> tensor<f64>
    stablehlo.return %a : tensor<f64>
  }, {
    stablehlo.return %x : tensor<f64>
  }) : (tensor<i1>) -> tensor<f64>
  return %0 : tensor<f64>
}
func.func private @paired(%t: tuple<tensor<f64>, tensor<f64>>, %s: tensor<f64>)
    -> tuple<tuple<tensor<f64>, tensor<f64>>, tensor<f64>> {
  %u = stablehlo.tuple %t, %s : tuple<tuple<tensor<f64>, tensor<f64>>, tensor<f64>>
  return %u : tuple<tuple<tensor<f64>, tensor<f64>>, tensor<f64>>
}
"""

PLACED = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xf64>
  %1 = stablehlo.multiply %0, %x : tensor<4xf64>
  %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf64>) -> tensor<4xf64>
  return %2 : tensor<4xf64>
}
"""

TAKEN = """
func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %t = stablehlo.tuple %x, %x : tuple<tensor<f64>, tensor<f64>>
  %u = stablehlo.custom_call @f(%t) : (tuple<tensor<f64>, tensor<f64>>) -> tuple<tensor<f64>, tensor<f64>>
  %a = stablehlo.get_tuple_element %u[1] : (tuple<tensor<f64>, tensor<f64>>) -> tensor<f64>
  return %a : tensor<f64>
}
"""


BROADCAST = """
func.func @main(%x: tensor<3x1xf64>, %y: tensor<2xf64>, %z: tensor<3xf64>) -> tensor<3x2xf64> {
  %0 = chlo.broadcast_multiply %x, %y : (tensor<3x1xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>}
    : (tensor<3x1xf64>, tensor<2xf64>) -> tensor<3x2xi1>
  %2 = chlo.broadcast_subtract %0, %z {broadcast_dimensions = array<i64: 0>}
    : (tensor<3x2xf64>, tensor<3xf64>) -> tensor<3x2xf64>
  %3 = chlo.broadcast_select %1, %2, %y : (tensor<3x2xi1>, tensor<3x2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  return %3 : tensor<3x2xf64>
}
"""

OLD = """
func.func @main(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> tensor<4x2xf64> {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2xf64>
  %1 = stablehlo.broadcast %0, sizes = [4] : (tensor<2xf64>) -> tensor<4x2xf64>
  return %1 : tensor<4x2xf64>
}
"""

DYNAMIC = """
func.func @main(%x: tensor<?xf64>, %y: tensor<f64>) -> tensor<?xf64> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf64>, tensor<f64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
"""


def test_operands_that_are_broadcast() -> None:
    program, rng = hl.parse(BROADCAST), np.random.default_rng(0)
    inputs = [rng.normal(size=shape) for shape in ((3, 1), 2, 3)]
    x, y, z = inputs
    is_less = x < y
    (result, *cotangents) = interpreter.run(hl.vjp(program), *inputs, np.ones((3, 2)))
    assert result.tolist() == np.where(is_less, x * y - z[:, None], y).tolist()
    expected = (is_less * y).sum(1, keepdims=True), np.where(is_less, x, 1).sum(0), -is_less.sum(1)
    for cotangent, wanted in zip(cotangents, expected, strict=True):
        np.testing.assert_allclose(cotangent, wanted)
    batched = interpreter.run(hl.vmap(program, (None, 0, None), axis_size=2), x, np.stack([y, -y]), z)[0]
    for entry, other in zip(batched, (y, -y), strict=True):
        assert entry.tolist() == interpreter.run(program, x, other, z)[0].tolist()


def test_operations_of_older_programs() -> None:
    x, y = np.arange(6.0).reshape(2, 3), np.array([1.0, -1.0, 2.0])
    result, *cotangents = interpreter.run(hl.vjp(hl.parse(OLD)), x, y, np.ones((4, 2)))
    assert result.tolist() == [[3, 9]] * 4
    assert [cotangent.tolist() for cotangent in cotangents] == [[[4, -4, 8]] * 2, [12, 20, 28]]
    (found,) = interpreter.run(hl.vmap(hl.parse(OLD), (None, 0), axis_size=2), x, np.stack([y, -y]))
    assert found[:, 0].tolist() == [[3, 9], [-3, -9]]


EINSUM = """
func.func @main(%x: tensor<2x3xf64>, %y: tensor<4x3xf64>, %i: tensor<2xi64>) -> tensor<2x2xf64> {
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,cb->ca"} : (tensor<2x3xf64>, tensor<4x3xf64>) -> tensor<4x2xf64>
  %1 = "stablehlo.torch_index_select"(%0, %i) {dim = 0 : i64, batch_dims = 0 : i64}
    : (tensor<4x2xf64>, tensor<2xi64>) -> tensor<2x2xf64>
  return %1 : tensor<2x2xf64>
}
"""


def test_operations_that_are_only_defined_are_derived_and_batched() -> None:
    rng = np.random.default_rng(0)
    x, y, i = rng.normal(size=(2, 3)), rng.normal(size=(4, 3)), np.array([3, 1])
    weights = rng.normal(size=(2, 2))
    result, to_x, to_y = interpreter.run(hl.vjp(hl.parse(EINSUM), wrt=(0, 1)), x, y, i, weights)
    np.testing.assert_allclose(result, (y @ x.T)[i])
    np.testing.assert_allclose(to_x, weights.T @ y[i])
    np.testing.assert_allclose(to_y[i], weights @ x)
    assert not to_y[[0, 2]].any()
    batch = np.stack([x, -x])
    (found,) = interpreter.run(hl.vmap(hl.parse(EINSUM), (0, None, None), axis_size=2), batch, y, i)
    np.testing.assert_allclose(found, np.stack([result, -result]))


def test_operands_of_dynamic_shapes_are_not_written_out() -> None:
    with pytest.raises(hl.UsageError, match=r"chlo.broadcast_add(.|\n)*no derivative rule"):
        hl.vjp(hl.parse(DYNAMIC))


def test_elements_of_tuples() -> None:
    gradient = hl.grad(hl.parse(NESTED), wrt=[0])
    assert "tuple" not in str(gradient)
    for x in (0.5, 2.0):
        assert interpreter.run(gradient, np.float64(x), np.array(True))[0] == pytest.approx(np.cos(x))
        assert interpreter.run(gradient, np.float64(x), np.array(False))[0] == 1
    batched = hl.vmap(hl.parse(NESTED), axis_size=2)
    (found,) = interpreter.run(batched, np.array([0.5, 2.0]), np.array([True, False]))
    assert found.tolist() == pytest.approx([np.sin(0.5), 2.0])


def test_where_elements_are() -> None:
    _, cotangent = interpreter.run(hl.vjp(hl.parse(PLACED)), np.arange(4.0), np.ones(4))
    assert cotangent.tolist() == [0, 2, 4, 6]
    (found,) = interpreter.run(hl.vmap(hl.parse(PLACED), axis_size=2), np.arange(8.0).reshape(2, 4))
    assert found.tolist() == [[0, 1, 4, 9], [16, 25, 36, 49]]


@pytest.mark.parametrize("make", [lambda p: hl.grad(p, wrt=[0]), lambda p: hl.vmap(p, axis_size=2)])
def test_a_tuple_that_something_takes_whole_is_refused(make) -> None:
    with pytest.raises(hl.UsageError, match=r"tuple"):
        make(hl.parse(TAKEN))


@pytest.mark.parametrize(
    ("operation", "type", "says"),
    [
        ("chlo.bessel_i1e %x : tensor<4xf64> -> tensor<4xf64>", "4xf64", "has no derivative rule, .* bessel_i0e"),
        (
            'stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf64>) -> tensor<?xf64>',
            "?xf64",
            "@Sharding .* has no derivative rule",
        ),
    ],
)
def test_what_has_a_reason_for_no_rule_or_another_type_stays(operation: str, type: str, says: str) -> None:
    """It is defined by others, which have rules, and it says where elements are, but of what has other sizes."""
    program = hl.parse(f"""func.func @main(%x: tensor<4xf64>) -> tensor<{type}> {{
      %0 = {operation}
      return %0 : tensor<{type}>
    }}""")
    with pytest.raises(hl.UsageError, match=says):
        hl.vjp(program)


@pytest.mark.parametrize(("most", "is_refused"), [(11, False), (10, True)])
def test_a_program_has_so_many_operations_once_its_calls_are_written_out(
    most: int, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flatten, "_MAX_OPERATIONS", most)

    @hl.function("f64", private=True)
    def fourfold(x):
        return x + x + x + x

    # 2 products, 3 sums for each call, and a return of each function
    program = hl.function("f64", name="main")(lambda x: fourfold(x) * fourfold(x * x))
    if is_refused:
        with pytest.raises(hl.UsageError, match=f"the program has over {most} operations once its calls are"):
            hl.grad(program)
    else:
        hl.grad(program)
