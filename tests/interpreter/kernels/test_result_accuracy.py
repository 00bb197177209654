"""result_accuracy: met, or refused where it asks for more than is known; and what it allows to others."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.one_op import elementwise, run_op

import hlogen as hl
import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, Module, OpaqueAttr

OPS = (
    "cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sine",
    "sqrt", "tan", "tanh",
)  # fmt: skip


def asked(mode: str, **numbers: float) -> Attribute:
    listed = "".join(f"{name} = {value}, " for name, value in numbers.items())
    return OpaqueAttr(f"#stablehlo.result_accuracy<{listed}mode = #stablehlo.result_accuracy_mode<{mode}>>")


@pytest.mark.share(3)
@pytest.mark.parametrize("name", OPS)
@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "complex<f32>"])
def test_default_highest_and_what_is_known_change_nothing(name: str, type: str) -> None:
    x = [0.25, 1.5, 3.0]
    plain = elementwise(f"stablehlo.{name}", type, x)
    wide = asked("TOLERANCE", ulps=5), asked("TOLERANCE", rtol=0.01), asked("TOLERANCE", atol=0.5)
    for attribute in (asked("DEFAULT"), asked("HIGHEST"), *wide):
        found = elementwise(f"stablehlo.{name}", type, x, result_accuracy=attribute)
        np.testing.assert_array_equal(found, plain)


@pytest.mark.parametrize(
    ("name", "type", "numbers", "said"),
    [
        ("tanh", "f64", {"ulps": 1}, "asks for atol = 0, rtol = 0, ulps = 1; on f64, results are within 2 ULP"),
        ("sine", "f32", {"ulps": 0}, "on f32, results are within 0.501 ULP"),
        ("exponential", "f64", {"rtol": 1e-17}, "rtol = 1e-17, ulps = 0, at 1.0 more than is known"),
        ("exponential", "f32", {"atol": 1e-9}, "atol = 1e-09, rtol = 0, ulps = 0, at 1.0 more than is known"),
        ("sine", "f32", {"ulps": -1}, "expected none below 0"),
    ],
)
def test_more_than_is_known_is_refused(name, type, numbers, said) -> None:
    with pytest.raises(ExecutionError, match=said):
        elementwise(f"stablehlo.{name}", type, [0.0, 0.5], result_accuracy=asked("TOLERANCE", **numbers))


def test_an_absolute_tolerance_is_held_to_the_results() -> None:
    attribute = asked("TOLERANCE", atol=1e-5)
    assert elementwise("stablehlo.exponential", "f32", [1.0, -np.inf], result_accuracy=attribute)[1] == 0
    with pytest.raises(ExecutionError, match=r"at 22026\.46\d* more than is known.*ask for ulps = 1 or more"):
        elementwise("stablehlo.exponential", "f32", [10.0], result_accuracy=attribute)


@pytest.mark.parametrize("type", ["f32", "f64", "bf16"])
def test_what_is_zero_has_the_least_of_units(type: str) -> None:
    """Not that of what is a little less than 1."""
    attribute = asked("TOLERANCE", atol=1e-35)
    assert elementwise("stablehlo.tanh", type, [0.0, -0.0], result_accuracy=attribute).tolist() == [0, 0]


def test_other_words_are_refused() -> None:
    with pytest.raises(ExecutionError, match=r"mode FASTEST, expected DEFAULT, HIGHEST or TOLERANCE"):
        run_op("stablehlo.tanh", [("f32", [1.0])], "1xf32", {"result_accuracy": asked("FASTEST")})
    with pytest.raises(ExecutionError, match=r'stablehlo\.tanh should be .*, but it is "HIGHEST"'):
        run_op("stablehlo.tanh", [("f32", [1.0])], "1xf32", {"result_accuracy": "HIGHEST"})


PROGRAM = """
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {{
  %0 = "stablehlo.exponential"(%x) {{
    result_accuracy = #stablehlo.result_accuracy<{numbers}mode = #stablehlo.result_accuracy_mode<{mode}>>
  }} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}}"""


def program(mode: str, numbers: str = "") -> Module:
    return hl.parse(PROGRAM.format(mode=mode, numbers=numbers))


@pytest.mark.parametrize(
    ("numbers", "off", "status"),
    [
        ("rtol = 1.0e-3, ", 0.9e-3, "admissible"),
        ("rtol = 1.0e-3, ", -0.9e-3, "admissible"),
        ("rtol = 1.0e-3, ", 1.1e-3, "inadmissible"),
        ("ulps = 100, ", 90 * 2**-24, "admissible"),
        ("ulps = 100, ", 220 * 2**-23, "inadmissible"),
    ],
)
def test_a_judge_allows_what_the_program_asks_for(numbers: str, off: float, status: str) -> None:
    x = np.float32([0.5, -1.0, 4.0])
    judge = interpreter.admissible(program("TOLERANCE", numbers), x)
    result = (np.exp(x.astype(np.float64)) * (1 + off)).astype(np.float32)
    assert judge.contains([result]).status == status


@pytest.mark.parametrize("off", [0.0, 1e-45, 1e-30])
def test_a_judge_allows_units_of_zero_beside_zero(off: float) -> None:
    x = np.float32([-np.inf, -np.inf, -np.inf])
    judge = interpreter.admissible(program("TOLERANCE", "ulps = 3, "), x)
    assert bool(judge.contains([np.float32([0, off, 0])])) == (off < 1e-30)


@pytest.mark.parametrize("mode", ["DEFAULT", "HIGHEST"])
def test_a_judge_allows_nothing_without_a_tolerance(mode: str) -> None:
    x = np.float32([0.5, -1.0, 4.0])
    judge = interpreter.admissible(program(mode), x)
    (result,) = interpreter.run(program(mode), x)
    assert judge.contains([result])
    assert not judge.contains([np.nextafter(result, np.float32(9))])
    assert interpreter.admissible(program(mode), x, ulps=1).contains([np.nextafter(result, np.float32(9))])


def test_a_tolerance_is_more_than_what_is_asked_of_all() -> None:
    """`ulps` is about operations that say nothing themselves."""
    x = np.float32([0.5, -1.0, 4.0])
    judge = interpreter.admissible(program("TOLERANCE", "ulps = 2, "), x, ulps=1000)
    (result,) = interpreter.run(program("DEFAULT"), x)
    assert not judge.contains([result * np.float32(1 + 1e-5)])
