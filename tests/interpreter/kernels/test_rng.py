"""rng: the same numbers for the same seed, inside of the interval, distributed as asked."""

from __future__ import annotations

import numpy as np
import pytest

import interpreter
from hlogen.errors import ExecutionError, UsageError
from interpreter.execution import regions


def program(type: str, distribution: str, size: int = 4000, times: int = 1) -> str:
    results = ", ".join([f"tensor<{size}x{type}>"] * times)
    draws = "\n".join(
        f"%r{n} = stablehlo.rng %a, %b, %s, distribution = {distribution} : "
        f"(tensor<{type}>, tensor<{type}>, tensor<1xi64>) -> tensor<{size}x{type}>"
        for n in range(times)
    )
    return f"""
func.func @main(%a: tensor<{type}>, %b: tensor<{type}>) -> ({results}) {{
  %s = stablehlo.constant dense<[{size}]> : tensor<1xi64>
  {draws}
  return {", ".join(f"%r{n}" for n in range(times))} : {results}
}}
"""


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16", "f8E4M3FN"])
def test_uniform_floats(type) -> None:
    (values,) = interpreter.run(program(type, "UNIFORM"), -1.0, 3.0)
    wide = values.astype(np.float64)
    assert wide.min() >= -1
    assert wide.max() < 3
    quarters = np.histogram(wide, 4, (-1, 3))[0]
    assert (np.abs(quarters - 1000) < 150).all()  # more than five standard deviations


def test_an_interval_of_one_float() -> None:
    (values,) = interpreter.run(program("f64", "UNIFORM"), 1.0, np.nextafter(1.0, 2.0))
    assert (values == 1).all()


@pytest.mark.parametrize(("low", "high"), [(-np.inf, 0.0), (0.0, np.inf)])
def test_an_interval_without_end(low: float, high: float) -> None:
    with pytest.raises(ExecutionError, match="there is no uniform distribution over all of"):
        interpreter.run(program("f32", "UNIFORM", 4), low, high)


@pytest.mark.parametrize(("type", "low", "high"), [("i32", -2, 3), ("ui8", 0, 5), ("i4", -8, -3), ("i64", 0, 5)])
def test_uniform_integers(type, low, high) -> None:
    (values,) = interpreter.run(program(type, "UNIFORM"), low, high)
    counts = [int(np.sum(values.astype(np.int64) == value)) for value in range(low, high)]
    assert sum(counts) == 4000
    assert all(abs(count - 800) < 130 for count in counts)


def test_the_largest_unsigned_interval() -> None:
    (values,) = interpreter.run(program("ui64", "UNIFORM"), 0, 2**64 - 1)
    assert values.max() > 2**63
    assert values.min() < 2**60


def test_there_is_one_boolean_under_true() -> None:
    (values,) = interpreter.run(program("i1", "UNIFORM", 5), False, True)
    assert not values.any()


@pytest.mark.parametrize("type", ["f64", "f32", "bf16"])
def test_normal(type) -> None:
    (values,) = interpreter.run(program(type, "NORMAL"), 10.0, 2.0)
    wide = values.astype(np.float64)
    assert abs(wide.mean() - 10) < 0.2
    assert abs(wide.std() - 2) < 0.15
    assert abs(np.mean(np.abs(wide - 10) < 2) - 0.683) < 0.04


def test_seeds() -> None:
    text = program("f32", "NORMAL", 8, times=2)
    first, second = interpreter.run(text, 0.0, 1.0)
    assert first.tolist() != second.tolist()  # each operation goes on where the one before stopped
    again = interpreter.run(text, 0.0, 1.0, seed=0)
    assert [x.tolist() for x in again] == [first.tolist(), second.tolist()]
    other, _ = interpreter.load(text)(0.0, 1.0, seed=1)
    assert other.tolist() != first.tolist()


@pytest.mark.parametrize("seed", [-1, 1.5, True, "0"])
def test_what_is_no_seed(seed) -> None:
    with pytest.raises(UsageError, match="seed is an integer from 0 on"):
        interpreter.run(program("f32", "NORMAL", 1), 0.0, 1.0, seed=seed)


@pytest.mark.parametrize(
    ("distribution", "a", "b", "said"),
    [
        ("UNIFORM", 2.0, 2.0, "a is 2.0 and b is 2.0"),
        ("UNIFORM", 0.0, float("nan"), "a < b"),
        ("NORMAL", 0.0, -1.0, "standard deviation b >= 0, but b is -1.0"),
    ],
)
def test_what_the_specification_leaves_undefined(distribution, a, b, said) -> None:
    with pytest.raises(ExecutionError, match=said):
        interpreter.run(program("f32", distribution, 1), a, b)


def test_no_numbers_are_inadmissible() -> None:
    text = program("f32", "NORMAL", 8)
    allowed = interpreter.admissible(text, 0.0, 1.0)
    assert allowed.contains(interpreter.run(text, 0.0, 1.0, seed=5)).status == "undecided"


def test_elements_of_a_body_draw_the_same_numbers_whoever_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many elements run some at a time, unless they draw numbers: then it matters what runs when."""
    monkeypatch.setattr(regions, "_LANES_AT_ONCE", 1 << 6)
    n = 1 << 8
    rng = "stablehlo.rng %a, %h, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>"
    program = f"""func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
      %0 = "stablehlo.map"(%x) <{{dimensions = array<i64: 0>}}> ({{
      ^bb0(%a: tensor<f32>):
        %h = stablehlo.constant dense<1.0> : tensor<f32>
        %s = stablehlo.constant dense<> : tensor<0xi64>
        %r = {rng}
        %t = {rng}
        %d = stablehlo.subtract %r, %t : tensor<f32>
        stablehlo.return %d : tensor<f32>
      }}) : (tensor<{n}xf32>) -> tensor<{n}xf32>
      return %0 : tensor<{n}xf32>
    }}"""
    x = np.zeros(n, np.float32)
    (alone,), (seen,) = (interpreter.run(program, x, seed=1, listeners=some) for some in ([], [interpreter.Listener()]))
    assert alone.tobytes() == seen.tobytes()
    assert len(np.unique(alone)) > n // 2


def test_a_shape_that_is_not_the_results_type_is_an_error() -> None:
    program = """func.func @main(%shape: tensor<1xi64>) -> tensor<3xf32> {
      %a = stablehlo.constant dense<0.0> : tensor<f32>
      %b = stablehlo.constant dense<1.0> : tensor<f32>
      %r = "stablehlo.rng"(%a, %b, %shape) {rng_distribution = #stablehlo<rng_distribution UNIFORM>}
        : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
      return %r : tensor<3xf32>
    }"""
    with pytest.raises(ExecutionError, match=r"shape operand of stablehlo.rng is \[2\], which doesn't fit"):
        interpreter.run(program, [2])
