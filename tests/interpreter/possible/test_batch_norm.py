"""batch_norm_*: results of the specification's steps, with sums in any tree, are contained; wrong ones aren't.

The steps are written here in NumPy, each rounded to the type, and the trees drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import interpreter

Array = np.ndarray[Any, Any]
EPSILON = 1e-3
SHAPE, FEATURE = (5, 3, 4), 1
OTHERS = (0, 2)


def in_some_tree(rng: np.random.Generator, leaves: list[Array]) -> Array:
    if len(leaves) == 1:
        return leaves[0]
    middle = int(rng.integers(1, len(leaves)))
    return in_some_tree(rng, leaves[:middle]) + in_some_tree(rng, leaves[middle:])


def total(rng: np.random.Generator, x: Array) -> Array:
    rows = np.moveaxis(x, FEATURE, -1).reshape(-1, x.shape[FEATURE])
    return in_some_tree(rng, list(rows))


def placed(x: Array) -> Array:
    return x.reshape(1, -1, 1)


def training(rng: np.random.Generator, x: Array, scale: Array, offset: Array) -> list[Array]:
    count, epsilon = x.dtype.type(x.size // x.shape[FEATURE]), x.dtype.type(np.float32(EPSILON))
    mean = total(rng, x) / count
    centered = x - placed(mean)
    variance = total(rng, centered * centered) / count
    normal = centered / np.sqrt(placed(variance) + epsilon)
    return [placed(scale) * normal + placed(offset), mean, variance]


def gradient(
    rng: np.random.Generator, x: Array, scale: Array, mean: Array, variance: Array, grad: Array
) -> list[Array]:
    count, epsilon = x.dtype.type(x.size // x.shape[FEATURE]), x.dtype.type(np.float32(EPSILON))
    centered = x - placed(mean)
    shifted = placed(variance) + epsilon
    stddev = np.sqrt(shifted)
    grad_offset = total(rng, grad)
    slope = placed(total(rng, grad * centered)) * centered / shifted
    rest = grad * count - placed(grad_offset) - slope
    grad_scale = total(rng, grad * (centered / stddev))
    return [placed(scale) / stddev / count * rest, grad_scale, grad_offset]


def program(name: str, type: str) -> str:
    whole, feature = f"tensor<5x3x4x{type}>", f"tensor<3x{type}>"
    operands = [whole, feature, feature] if name == "training" else [whole, feature, feature, feature, whole]
    taken = ", ".join(f"%a{number}: {operand}" for number, operand in enumerate(operands))
    given = ", ".join(f"%a{number}" for number in range(len(operands)))
    results = f"{whole}, {feature}, {feature}"
    return f"""func.func @main({taken}) -> ({results}) {{
      %0:3 = "stablehlo.batch_norm_{name}"({given}) {{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}}
        : ({", ".join(operands)}) -> ({results})
      return %0#0, %0#1, %0#2 : {results}
    }}"""


def arguments(rng: np.random.Generator, name: str, dtype: Any) -> list[Array]:
    x = rng.normal(size=SHAPE) + 3
    feature = [rng.uniform(0.5, 2, 3) for _ in range(3)]
    listed = [x, *feature[:2]] if name == "training" else [x, *feature, rng.normal(size=SHAPE)]
    return [array.astype(dtype) for array in listed]


@pytest.mark.parametrize(("type", "dtype"), [("f32", np.float32), ("f64", np.float64)])
@pytest.mark.parametrize("name", ["training", "grad"])
def test_any_tree_is_contained_and_an_error_beyond_rounding_is_not(name: str, type: str, dtype: Any) -> None:
    rng = np.random.default_rng(0)
    given = arguments(rng, name, dtype)
    admissible = interpreter.admissible(program(name, type), *given)
    assert admissible.contains(interpreter.run(program(name, type), *given))
    assert admissible.open["unknown"] == 0
    function = training if name == "training" else gradient
    for _ in range(20):
        results = function(rng, *given)
        assert admissible.contains(results), admissible.contains(results)
    for number, result in enumerate(results):
        wrong = [array.copy() for array in results]
        wrong[number].reshape(-1)[0] += np.abs(result).max() * np.finfo(dtype).eps * 2000
        assert admissible.contains(wrong).status == "inadmissible"


def test_what_is_open_is_the_operations_own() -> None:
    given = arguments(np.random.default_rng(0), "training", np.float32)
    admissible = interpreter.admissible(program("training", "f32"), *given)
    opened = [admissible.of(1, index) for index in range(3)]
    assert {allowed.op.name for allowed in opened if allowed.op is not None} == {"stablehlo.batch_norm_training"}


def test_a_batch_whose_sums_are_exact_is_one_value() -> None:
    x = np.arange(60, dtype=np.float32).reshape(SHAPE) % 8
    ones = np.ones(3, np.float32)
    admissible = interpreter.admissible(program("training", "f32"), x, ones, ones)
    assert admissible.of(1, 0).kind == "single"


def test_open_operands_of_inference() -> None:
    text = """func.func @main(%x: tensor<4x3xf32>, %o: tensor<3xf32>) -> tensor<4x3xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
      %0 = "stablehlo.batch_norm_inference"(%x, %o, %o, %sum, %o) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
        : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
      return %0 : tensor<4x3xf32>
    }"""
    x, ones = np.random.default_rng(1).normal(size=(4, 3)).astype(np.float32), np.ones(3, np.float32)
    admissible = interpreter.admissible(text, x, ones)
    assert admissible.open["unknown"] == 0
    stddev = np.sqrt(ones + np.float32(EPSILON))
    for mean in ((x[0] + x[1]) + (x[2] + x[3]), ((x[0] + x[1]) + x[2]) + x[3], x[0] + (x[1] + (x[2] + x[3]))):
        assert admissible.contains([ones * ((x - mean) / stddev) + ones])


def test_narrow_floats_are_unknown_and_it_is_said_why() -> None:
    given = arguments(np.random.default_rng(0), "training", np.float16)
    admissible = interpreter.admissible(program("training", "f16"), *given)
    assert admissible.open["unknown"] == SHAPE[0] * SHAPE[1] * SHAPE[2] + 6
    assert "stablehlo.batch_norm_training: the specification rounds each step" in str(admissible)


def test_dynamic_shapes_are_unknown_too() -> None:
    given = arguments(np.random.default_rng(0), "training", np.float32)
    admissible = interpreter.admissible(program("training", "f32").replace("5x3x4x", "?x3x4x"), *given)
    assert admissible.open["unknown"] == SHAPE[0] * SHAPE[1] * SHAPE[2] + 6
