"""Derivatives and batches of dot_general as JAX lowers products, against JAX's own."""

import numpy as np
import pytest
from helpers.jax_programs import hold_batches, hold_derivatives, lowered, wide_numbers

import hlogen as hl
import interpreter
from hlogen.ir import DotDimensionNumbers

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax

# What runs JAX's derivatives: the interpreter, or what JAX compiles.
BOTH = pytest.mark.parametrize("on", ["interpreter", pytest.param("xla", marks=pytest.mark.campaign)])


@pytest.fixture(autouse=True)
def _x64():
    with wide_numbers(jax):
        yield


# Shapes of the operands of each.
EINSUMS = {
    "ij,jk->ik": ((2, 3), (3, 4)),
    "ij,kj->ik": ((2, 3), (4, 3)),
    "bij,bjk->bik": ((2, 3, 4), (2, 4, 2)),
    "bhqd,bhkd->bhqk": ((2, 2, 3, 2), (2, 2, 4, 2)),
    "qbhd,kbhd->bhqk": ((3, 2, 2, 2), (4, 2, 2, 2)),
    "abc,cba->": ((2, 3, 4), (4, 3, 2)),
    "abc,adcb->d": ((2, 3, 4), (2, 2, 4, 3)),
    "i,j->ij": ((2,), (3,)),
    "i,i->i": ((3,), (3,)),
    "i,i->": ((3,), (3,)),
    "ij,j->i": ((2, 3), (3,)),
    "cab,bdc->dac": ((2, 3, 4), (4, 2, 2)),
    "ij,jk->ki": ((0, 3), (3, 2)),
    "ia,aj->ij": ((2, 0), (0, 3)),
}


def operands(equation, dtype="float64"):
    rng = np.random.default_rng(len(equation))
    scale = 1 + 0.5j if dtype == "complex128" else 1
    return [np.asarray(jnp.asarray(scale * rng.normal(size=shape)).astype(dtype)) for shape in EINSUMS[equation]]


def einsum(equation, **options):
    return lambda x, y: jnp.einsum(equation, x, y, **options)


@pytest.mark.share(2)
@pytest.mark.parametrize("equation", EINSUMS)
@BOTH
def test_derivatives(on, equation):
    hold_derivatives(jax, einsum(equation), operands(equation), on=on)


@pytest.mark.share(2)
@pytest.mark.parametrize("equation", EINSUMS)
@BOTH
def test_batches(on, equation):
    x, y = operands(equation)
    for axes in ((0, None), (None, y.ndim), (x.ndim, 0)):
        hold_batches(jax, einsum(equation), [x, y], axes, on=on)


@pytest.mark.parametrize("equation", ["bij,bjk->bik", "abc,adcb->d"])
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
@BOTH
def test_element_types(on, equation, dtype):
    tolerance = 1e-5 if dtype == "float32" else 1e-10
    hold_derivatives(jax, einsum(equation), operands(equation, dtype), tolerance=tolerance, on=on)


@pytest.mark.parametrize("equation", ["bij,bjk->bik", "qbhd,kbhd->bhqk"])
def test_wider_results(equation):
    """bf16 operands with an f32 result: gradients are bf16, rounded once from f32."""
    function = einsum(equation, preferred_element_type=jnp.float32)
    x, y = operands(equation, "bfloat16")
    hold_derivatives(jax, function, [x, y], order=1, tolerance=2e-2)
    cotangent = np.random.default_rng(0).normal(size=function(x, y).shape).astype(np.float32)
    _, gradient, _ = interpreter.run(hl.vjp(lowered(jax, function, x, y)), x, y, cotangent)
    _, pull = jax.vjp(einsum(equation), x.astype(np.float64), y.astype(np.float64))
    exact = pull(cotangent.astype(np.float64))[0]
    np.testing.assert_array_equal(gradient, np.asarray(jnp.asarray(exact).astype(jnp.bfloat16)))


def test_precision_and_algorithm_are_kept():
    def product(x, y):
        return jnp.matmul(x, y, precision=(lax.Precision.HIGHEST, lax.Precision.DEFAULT))

    def algorithmic(x, y):
        return lax.dot_general(x, y, (((1,), (0,)), ((), ())), precision="BF16_BF16_F32")

    x, y = np.ones((2, 3), np.float32), np.ones((3, 4), np.float32)
    for function, name in ((product, "precision_config"), (algorithmic, "algorithm")):
        program = lowered(jax, function, x, y)
        (there,) = [op for op in program.function("main").body.walk() if op.name == "stablehlo.dot_general"]
        assert there.attributes[name]
        for derived in (hl.vjp(program), hl.jvp(program), hl.vmap(program, axis_size=2)):
            print(derived)  # upstream's verifier has no objection
            products = [op for op in derived.module.functions[derived.name].body.walk() if op.name == there.name]
            assert products
            assert all(op.attributes[name] == there.attributes[name] for op in products)


def test_a_batch_on_both_sides_is_a_batching_dimension():
    program = lowered(jax, einsum("ij,jk->ik"), *operands("ij,jk->ik"))
    batched = hl.vmap(program, axis_size=5)
    (product,) = [op for op in batched.module.functions[batched.name].body.operations if "dot" in op.name]
    assert product.attributes["dot_dimension_numbers"] == DotDimensionNumbers((0,), (0,), (2,), (1,))
