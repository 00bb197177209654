"""The modules that JAX exported from real programs give XLA's results and JAX's gradients, without JAX."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.stored import stored

import hlogen
import interpreter
from hlogen.backends import backend
from hlogen.ir import FloatType, TensorType

REAL = Path(__file__).resolve().parents[2] / "golden" / "real"
PROGRAMS = sorted(path.stem for path in REAL.glob("*.mlir"))

# Programs whose floats only move are exact; sums of products are rounded in another order by XLA.
TOLERANCE = {"bcoo_matvec": 1e-6, "message_passing": 1e-6, "moe_routing": 1e-5, "transformer_block": 1e-5}
SCATTERS_INTO_WHAT_IS_USED_AGAIN = {"histogram_argmax", "kv_cache_update"}


def test_there_are_enough() -> None:
    assert len(PROGRAMS) >= 8


@pytest.mark.parametrize("name", PROGRAMS)
def test_agrees_with_xla(name: str) -> None:
    path = REAL / f"{name}.mlir"
    module = hlogen.parse(path)
    assert hlogen.check(module) == []
    signature = module.function("main").type
    inputs = stored(REAL / f"{name}.inputs.npz", list(signature.inputs))
    expected = stored(REAL / f"{name}.expected.npz", list(signature.results))
    actual = interpreter.run(path, *inputs)
    tolerance = TOLERANCE.get(name, 0)
    for got, want in zip(actual, expected, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got.astype(np.float64), want.astype(np.float64), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_agree_with_jax(name: str) -> None:
    """To 1e-5 of the largest value: sums are rounded in another order. (2**-7 for bf16, which has 8 bits.)"""
    module = hlogen.parse(REAL / f"{name}.mlir")
    signature = module.function("main").type
    inputs = stored(REAL / f"{name}.inputs.npz", list(signature.inputs))
    results = [type for type in signature.results if is_float(type)]
    wrt = [number for number, type in enumerate(signature.inputs) if is_float(type)]
    given = stored(REAL / f"{name}.gradients.npz", [*results, *(signature.inputs[number] for number in wrt)])
    cotangents, expected = given[: len(results)], given[len(results) :]
    assert any(np.any(want) for want in expected), "there is nothing to compare"
    derived = hlogen.vjp(module, wrt)
    assert hlogen.check(derived.module) == []
    actual = interpreter.run(derived, *inputs, *cotangents)[len(signature.results) :]
    for got, want in zip(actual, expected, strict=True):
        assert (got.dtype, got.shape) == (want.dtype, want.shape)
        got, want = got.astype(np.float64), want.astype(np.float64)
        tolerance = 1e-5 if name != "kv_cache_update" else 2**-7
        np.testing.assert_allclose(got, want, rtol=0, atol=tolerance * np.abs(want).max(initial=0))


def is_float(type: TensorType) -> bool:
    return isinstance(type.element_type, FloatType)


@pytest.mark.share(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "name"),
    [
        *(("xla", name) for name in PROGRAMS),
        *(("upstream", name) for name in PROGRAMS if name not in SCATTERS_INTO_WHAT_IS_USED_AGAIN),
    ],
)
def test_gradients_on_other_backends(name: str, where: str) -> None:
    module = hlogen.parse(REAL / f"{name}.mlir")
    signature = module.function("main").type
    inputs = stored(REAL / f"{name}.inputs.npz", list(signature.inputs))
    results = [type for type in signature.results if is_float(type)]
    wrt = [number for number, type in enumerate(signature.inputs) if is_float(type)]
    given = stored(REAL / f"{name}.gradients.npz", [*results, *(signature.inputs[number] for number in wrt)])
    derived = hlogen.vjp(module, wrt)
    arguments = [*inputs, *given[: len(results)]]
    expected = interpreter.run(derived, *arguments)
    for got, want in zip(backend(where).run(derived, *arguments), expected, strict=True):
        got, want = got.astype(np.float64), want.astype(np.float64)
        tolerance = 1e-5 if name != "kv_cache_update" else 2**-7
        np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)
