"""Batches and derivatives of batch_norm_* of narrow floats: computed in f32, and rounded once."""

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import dtype_of

COUNT = 3000  # elements per feature: more than sums of narrow floats can count
OPTIONS = {"epsilon": 0.25, "feature_index": 0}
OPERATIONS = {
    "inference": ("wpppp", hl.batch_norm_inference),
    "training": ("wpp", hl.batch_norm_training),
    "grad": ("wpppw", hl.batch_norm_grad),
}


def function_of(name, element_type):
    kinds, operation = OPERATIONS[name]
    types = [f"2x{COUNT}x{element_type}" if kind == "w" else f"2x{element_type}" for kind in kinds]
    return hl.function(*types, name="main")(lambda *operands: operation(*operands, **OPTIONS))


def drawn(name, element_type, rng):
    dtype = dtype_of(hl.tensor(element_type).element_type)
    shapes = [(2, COUNT) if kind == "w" else (2,) for kind in OPERATIONS[name][0]]
    return [(1 + rng.random(shape) / 4).astype(dtype) for shape in shapes]


@pytest.mark.parametrize("element_type", ["f16", "bf16"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_narrow_floats(name, element_type):
    """Held against the same in f64, to the rounding of what comes out."""
    rng = np.random.default_rng(0)
    given = [drawn(name, element_type, rng) for _ in range(2)]
    tangents = drawn(name, element_type, rng)
    narrow, wide = function_of(name, element_type), function_of(name, "f64")
    batched = interpreter.run(hl.vmap(narrow, axis_size=2), *(np.stack(pair) for pair in zip(*given, strict=True)))
    for number, one in enumerate(given):
        hold([result[number] for result in batched], interpreter.run(wide, *as_wide(one)), element_type)
    pushed = interpreter.run(hl.jvp(narrow), *given[0], *tangents)
    hold(pushed, interpreter.run(hl.jvp(wide), *as_wide(given[0]), *as_wide(tangents)), element_type)


def as_wide(values):
    return [value.astype(np.float64) for value in values]


def hold(actual, expected, element_type):
    tolerance = 2.0 ** {"f16": -9, "bf16": -6}[element_type]
    for got, wanted in zip(actual, expected, strict=True):
        assert got.dtype == dtype_of(hl.tensor(element_type).element_type)
        scale = np.abs(wanted).max()
        np.testing.assert_allclose(got.astype(np.float64), wanted, rtol=tolerance, atol=tolerance * scale)
