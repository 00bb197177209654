"""What a program asks of whoever runs it as to accuracy: result_accuracy, precision_config, dot_general's algorithm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import OpaqueAttr, Operation

WITH_ACCURACY = [
    *(hl.cbrt, hl.cosine, hl.exponential, hl.exponential_minus_one, hl.log, hl.log_plus_one, hl.logistic, hl.rsqrt),
    *(hl.sine, hl.sqrt, hl.tan, hl.tanh),
]
DOT = {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]}
TF32 = {"lhs_precision_type": "tf32", "rhs_precision_type": "tf32", "accumulation_type": "f32"}


def written(body: Callable[..., Any], name: str) -> Operation:
    """The operation of a function of a 4x4xf32, after upstream has read and written it."""
    text = str(hl.function("4x4xf32", name="main")(body))
    return next(op for op in hl.parse(text).walk() if op.name.startswith(name))


@pytest.mark.parametrize("operation", WITH_ACCURACY, ids=lambda operation: operation.__name__)
def test_result_accuracy(operation: Callable[..., Any]) -> None:
    def accuracy(given: Any) -> str:
        attribute = written(lambda x: operation(x, result_accuracy=given), "stablehlo").attributes["result_accuracy"]
        assert isinstance(attribute, OpaqueAttr)
        return attribute.text

    assert "mode<HIGHEST>" in accuracy("HIGHEST").replace("result_accuracy_mode", "mode")
    assert "DEFAULT" in accuracy("DEFAULT") or accuracy("DEFAULT") == "#stablehlo.result_accuracy<>"
    tolerances = accuracy({"atol": 2.0**-20, "rtol": np.float32(0.5), "ulps": 3})
    assert "atol = 9.5367431640625E-7" in tolerances
    assert "rtol = 5.000000e-01" in tolerances
    assert "ulps = 3" in tolerances
    assert "TOLERANCE" in tolerances


def test_an_algorithm_of_products() -> None:
    algorithm = written(lambda x: hl.dot_general(x, x, algorithm=TF32, **DOT), "stablehlo").attributes["algorithm"]
    expected = (
        "lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, "
        "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false"
    )
    assert algorithm == OpaqueAttr(f"#stablehlo.dot_algorithm<{expected}>")
    six = {
        **dict.fromkeys(("lhs_precision_type", "rhs_precision_type"), "bf16"),
        "accumulation_type": np.float32,
        "lhs_component_count": 1,
        "rhs_component_count": 1,
        "num_primitive_operations": 6,
    }
    asked = {"precision_config": ["DEFAULT", "DEFAULT"], "algorithm": six}
    algorithm = written(lambda x: hl.dot_general(x, x, **asked, **DOT), "stablehlo").attributes["algorithm"]
    assert "num_primitive_operations = 6" in str(algorithm)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lhs_precision_type", "bf16"),
        ("rhs_precision_type", "bf16"),
        ("accumulation_type", "f64"),
        ("lhs_component_count", 2),
        ("rhs_component_count", 2),
        ("num_primitive_operations", 3),
        ("allow_imprecise_accumulation", True),
    ],
)
def test_each_field_of_an_algorithm_is_taken_and_written(name: str, value: Any) -> None:
    """The specification's struct has these seven, and each says something by itself, whatever hardware knows."""
    counts = ("lhs_component_count", "rhs_component_count", "num_primitive_operations")
    fields = {**TF32, **dict.fromkeys(counts, 1), "allow_imprecise_accumulation": False, name: value}
    f = hl.function("4x4xf32", name="main")(lambda x: hl.dot_general(x, x, algorithm={**TF32, name: value}, **DOT))
    (algorithm,) = (op.attributes["algorithm"] for op in f.module.walk() if op.name == "stablehlo.dot_general")
    said = ", ".join(f"{field} = {str(of).lower()}" for field, of in fields.items())
    assert algorithm == OpaqueAttr(f"#stablehlo.dot_algorithm<{said}>")


def test_it_changes_no_result_here() -> None:
    @hl.function("4x4xf32")
    def f(x):
        return hl.tanh(x, result_accuracy="HIGHEST") - hl.tanh(x)

    assert not interpreter.run(f, np.linspace(-2, 2, 16, dtype=np.float32).reshape(4, 4))[0].any()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda x: hl.tanh(x, result_accuracy="BEST"), "DEFAULT, HIGHEST or a dict of tolerances, not 'BEST'"),
        (lambda x: hl.tanh(x, result_accuracy={"tol": 1}), "result_accuracy is a dict of atol, rtol and ulps"),
        (lambda x: hl.tanh(x, result_accuracy={"atol": -1}), "atol is a finite number of at least 0, not -1"),
        (lambda x: hl.tanh(x, result_accuracy={"ulps": -1}), "ulps = -1, expected at least 0"),
        (lambda x: hl.tanh(x, result_accuracy=3), "not int 3"),
        (lambda x: hl.dot_general(x, x, algorithm=3, **DOT), "algorithm is a dict of the specification's fields"),
        (lambda x: hl.dot_general(x, x, algorithm={"a": 1}, **DOT), "algorithm has no field 'a'\n"),
        (lambda x: hl.dot_general(x, x, algorithm={}, **DOT), "algorithm has no lhs_precision_type"),
        (
            lambda x: hl.dot_general(x, x, algorithm={**TF32, "accumulation_type": "i8"}, **DOT),
            "is i8, expected",
        ),
        (lambda x: hl.dot_general(x, x, algorithm={**TF32, "lhs_component_count": 0}, **DOT), "= 0 in algorithm"),
        (
            lambda x: hl.dot_general(x, x, precision_config=["HIGH", "DEFAULT"], algorithm=TF32, **DOT),
            "DEFAULT where there is an algorithm (C21)",
        ),
    ],
)
def test_refused(call: Callable[..., Any], says: str) -> None:
    with pytest.raises(hl.UsageError) as caught:
        hl.function("4x4xf32", name="main")(call)
    assert says in str(caught.value)


def test_derivatives_and_batches_ask_for_what_the_program_asks_for() -> None:
    """Of every product that they are made of, in either place."""
    conv = {
        "input_batch_dimension": 0,
        "input_feature_dimension": 1,
        "input_spatial_dimensions": [2],
        "kernel_output_feature_dimension": 0,
        "kernel_input_feature_dimension": 1,
        "kernel_spatial_dimensions": [2],
    }
    asked = {"precision_config": ["HIGHEST", "HIGH"]}

    @hl.function("2x3x4xf32", "5x3x2xf32", "4x3xf32", name="main")
    def main(x: Any, k: Any, w: Any) -> Any:
        dot = hl.dot_general(x, w, lhs_contracting_dimensions=[2], rhs_contracting_dimensions=[0], **asked)
        return sum((y * y).sum() for y in (dot, hl.convolution(x, k, **conv, **asked)))

    for made in (hl.grad(main, (0, 1, 2)), hl.jvp(main, (0, 1, 2)), hl.vmap(main, axis_size=2)):
        products = [op for op in made.module.walk() if op.name.endswith(("dot_general", "convolution"))]
        assert len(products) >= 2
        for op in products:
            config: Any = op.attributes["precision_config"]
            assert [each.value for each in config] == ["HIGHEST", "HIGH"], op

    @hl.function("4xf32", name="main")
    def functions(x: Any) -> Any:
        return [operation(x, result_accuracy="HIGHEST") for operation in WITH_ACCURACY]

    for op in hl.vmap(functions, axis_size=2).module.walk():
        assert "result_accuracy" in op.attributes or not op.operands or op.name.startswith("func")
