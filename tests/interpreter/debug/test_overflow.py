"""What is an overflow: an infinity of finite operands, unless the exact result is one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

POLES: list[tuple[str, list[float]]] = [
    ("stablehlo.log", [0]),
    ("stablehlo.log_plus_one", [-1]),
    ("stablehlo.rsqrt", [0]),
    ("stablehlo.divide", [1, 0]),
    ("stablehlo.divide", [-2, 0]),
    ("stablehlo.power", [0, -1]),
    ("chlo.atanh", [1]),
    ("chlo.atanh", [-1]),
    ("chlo.erf_inv", [1]),
    ("chlo.erf_inv", [-1]),
    ("chlo.lgamma", [0]),
    ("chlo.lgamma", [-3]),
    ("chlo.polygamma", [1, 0]),
    ("chlo.polygamma", [1, -2]),
    ("chlo.zeta", [1, 2]),
    ("chlo.zeta", [2, 0]),
    ("chlo.zeta", [2, -1]),
]
OVERFLOWS: list[tuple[str, list[float]]] = [
    ("stablehlo.exponential", [1000]),
    ("stablehlo.multiply", [1e30, 1e30]),
    ("stablehlo.add", [3e38, 3e38]),
    ("stablehlo.divide", [1e30, 1e-30]),
    ("stablehlo.power", [1e30, 2]),
    ("stablehlo.power", [1e-30, -2]),
    ("chlo.lgamma", [3e38]),
    ("chlo.sinh", [1000]),
    ("chlo.cosh", [-1000]),
]


def run(name: str, operands: list[float], element: str = "f32") -> Any:
    type = hl.tensor(f"3x{element}")

    @hl.function(*[type] * len(operands), name="main")
    def main(*x: Any) -> Any:
        return hl.operation(name, list(x), result_types=[type])[0]

    one = {"chlo.zeta": 3.0}.get(name, 0.5)  # where nothing happens
    args = [np.array([one, value, one], hl.ir.dtype_of(type.element_type)) for value in operands]
    (result,) = interpreter.run(main, *args, listeners=[interpreter.Trap("overflow")])
    return result[1]


@pytest.mark.parametrize(("name", "operands"), POLES)
def test_a_pole_is_no_overflow(name: str, operands: list[float]) -> None:
    assert abs(run(name, operands)) == np.inf


@pytest.mark.parametrize(
    ("name", "operands", "element"),
    [
        (name, operands, element)
        for element in ("f32", "bf16", "complex<f32>")
        for name, operands in OVERFLOWS
        if (name, element) != ("chlo.lgamma", "complex<f32>")
    ],
)
def test_a_result_that_is_too_large_is_one(name: str, operands: list[float], element: str) -> None:
    with pytest.raises(interpreter.Trapped) as caught:
        run(name, operands, element)
    assert caught.value.index == (1,)


def test_booleans_and_what_has_no_exact_result_are_not_looked_at() -> None:
    @hl.function("2xf32", "2xi1", name="main")
    def main(x: Any, p: Any) -> Any:
        return hl.bitcast_convert(x, "i32"), hl.is_finite(x), hl.add(p, p)

    x, true = np.array([np.inf, 1], np.float32), np.array([True, False])
    bits, finite, either = interpreter.run(main, x, true, listeners=[interpreter.Trap("overflow")])
    assert bits.tolist() == x.view(np.int32).tolist()
    assert finite.tolist() == [False, True]
    assert either.tolist() == [True, False]


def test_bits_that_stand_for_infinity_are_no_overflow() -> None:
    main = hl.function("1xi32", name="main")(lambda x: hl.bitcast_convert(x, "f32"))
    (found,) = interpreter.run(main, np.array([0x7F800000], np.int32), listeners=[interpreter.Trap("overflow")])
    assert found.tolist() == [np.inf]
