"""Batches of what JAX calls by name: one call of the whole batch, which gives what a call for each example gives."""

from functools import cache

import numpy as np
import pytest
from helpers.jax_programs import wide_numbers

import hlogen as hl
import interpreter
from hlogen.autodiff.batching.custom_call import LEADING
from hlogen.ir import dtype_of

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax
linalg = jax.scipy.linalg

SQUARE, TALL = (3, 3), (4, 3)
FUNCTIONS = {
    "cholesky": (lambda x: lax.linalg.cholesky(x, symmetrize_input=False), SQUARE),
    "lu": (lambda x: tuple(lax.linalg.lu(x)), TALL),
    "qr": (lambda x: tuple(jnp.linalg.qr(x, "complete")), TALL),
    "qr, pivoting": (lambda x: tuple(linalg.qr(x, pivoting=True)), TALL),
    "eigh": (lambda x: tuple(lax.linalg.eigh(x, symmetrize_input=False)), SQUARE),
    "svd": (lambda x: tuple(jnp.linalg.svd(x, full_matrices=False)), TALL),
    "singular values": (lambda x: lax.linalg.svd(x, compute_uv=False), TALL),
    "svd by qr": (lambda x: tuple(lax.linalg.svd(x, algorithm=lax.linalg.SvdAlgorithm.QR)), TALL),
    "tridiagonal": (lambda x: tuple(lax.linalg.tridiagonal(x)), SQUARE),
    "triangular solve": (lambda x: lax.linalg.triangular_solve(x, x[:, :2], left_side=True), SQUARE),
    "of a product of reflectors": (lambda x: lax.linalg.ormqr(x, x[0, :], x @ x, left=True), SQUARE),
    "eig": (lambda x: tuple(lax.linalg.eig(x)), SQUARE),
    "schur": (lambda x: tuple(lax.linalg.schur(x)), SQUARE),
    "hessenberg": (lambda x: tuple(lax.linalg.hessenberg(x)), SQUARE),
    "tridiagonal solve": (lambda x: lax.linalg.tridiagonal_solve(x[0], x[1], x[2], x), SQUARE),
}
ON_GPUS = ("cholesky", "lu", "qr", "eigh", "svd", "singular values", "svd by qr", "tridiagonal")
CASES = [*((name, "cpu") for name in FUNCTIONS), *((name, "cuda") for name in ON_GPUS)]
# What JAX calls for numbers of 32 bits, on other GPUs, elsewhere or no more: its operands, results and inputs.
OTHERS = {
    **{target: (["3x4xf32"], ["3x2xf32", "3x2xi32"]) for target in ("TopK", "mhlo.topk")},
    **{
        target: (["2x3xf32"], ["2x3xf32"])
        for target in ("LayoutConstraint", "MoveToDevice", "MoveToHost", "annotate_device_placement")
    },
    **{f"{gpu}_threefry2x32_ffi": (["3xui32"] * 4, ["3xui32"] * 2) for gpu in ("cu", "hip")},
    **{f"{gpu}_lu_pivots_to_permutation": (["3xi32"], ["4xi32"]) for gpu in ("cu", "hip")},
    "ProductOfElementaryHouseholderReflectors": (["4x3xf32", "3xf32"], ["4x3xf32"]),
}


@pytest.fixture(autouse=True)
def _x64():
    with wide_numbers(jax):
        yield


@cache
def lowered(name, platform, dtype):
    function, shape = FUNCTIONS[name]
    traced = jax.jit(function).trace(jax.ShapeDtypeStruct(shape, dtype))
    return hl.parse(traced.lower(lowering_platforms=(platform,)).as_text())


def calls(function):
    found = [operation.attributes.get("call_target_name") for operation in function.module.walk()]
    return [target for target in found if target is not None]


def hold(function, arguments, axes=0):
    """As many loops and calls as `function` has, and the bits that it gives for each example."""
    batched = hl.vmap(function, axes, axis_size=4)
    loops = [[op for op in each.module.walk() if op.name == "stablehlo.while"] for each in (function, batched)]
    assert len(loops[0]) == len(loops[1])
    assert 0 < len(calls(batched)) <= len(calls(function))
    results = interpreter.run(batched, *arguments)
    for number in range(4):
        one = [x[number] if axes == 0 or axes[at] == 0 else x for at, x in enumerate(arguments)]
        for result, expected in zip(results, interpreter.run(function, *one), strict=True):
            np.testing.assert_array_equal(result[number], expected)


@pytest.mark.parametrize("dtype", ["f8", "c16"])
@pytest.mark.parametrize(("name", "platform"), CASES)
def test_a_batch_is_one_call(name, platform, dtype):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(4, *FUNCTIONS[name][1]))
    x = x + 1j * rng.normal(size=x.shape) if dtype == "c16" else x
    if x.shape[-2:] == SQUARE:
        x = x @ x.conj().swapaxes(-1, -2) + np.eye(3)
    hold(lowered(name, platform, dtype), [x])


@pytest.mark.parametrize("target", OTHERS)
def test_a_batch_of_other_calls_is_one(target):
    types, results = OTHERS[target]
    attributes = {"call_target_name": target}
    function = hl.function(*types, name="main")(
        lambda *x: hl.operation("stablehlo.custom_call", x, attributes=attributes, result_types=results)
    )
    rng = np.random.default_rng(0)
    one = [rng.integers(0, 9, type.static_shape).astype(dtype_of(type.element_type)) for type in map(hl.tensor, types)]
    every = [np.stack([rng.permutation(x.reshape(-1)).reshape(x.shape) for _ in range(4)]) for x in one]
    hold(function, every)
    if len(types) > 1:
        hold(function, [*every[:-1], one[-1]], [*[0] * (len(types) - 1), None])


def test_layouts_and_counts_are_those_of_the_batch():
    (call,) = (op for op in hl.vmap(lowered("cholesky", "cpu", "f8"), axis_size=4).module.walk() if "custom" in op.name)
    text = jax.jit(FUNCTIONS["cholesky"][0]).lower(np.zeros((4, 3, 3))).as_text()
    (wanted,) = (op for op in hl.parse(text).walk() if "custom" in op.name)
    assert [str(result.type) for result in call.results] == [str(result.type) for result in wanted.results]
    attributes = dict(wanted.attributes)
    attributes.pop("sdy.sharding_rule", None)
    assert dict(call.attributes) == attributes


def test_what_is_called_once_is_what_is_tested():
    seen = {target for dtype in ("f8", "c16") for case in CASES for target in calls(lowered(*case, dtype))} | {*OTHERS}
    narrow = {"d": "s", "z": "c"}
    seen |= {f"lapack_{narrow[name[7]]}{name[8:]}" for name in seen if name.startswith("lapack_")}
    seen |= {name.replace("cusolver", "hipsolver") for name in seen}
    assert LEADING - seen == {"cusolver_gesdd_ffi", "hipsolver_gesdd_ffi"}  # what gesvd is to the interpreter


def test_what_the_interpreter_knows_is_called_once_or_says_something_of_dimensions():
    from interpreter.kernels import custom_call

    interpreter.load(lowered("cholesky", "cpu", "f8"))
    # Those of hlogen's own are about named axes, which a vmap takes away.
    ours = ("check.", "hlogen.", "stablehlo.dynamic_", "test.")
    others = {target for target in custom_call._TARGETS if not target.startswith(ours)}
    about_dimensions = {"Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "xla.sdy.FuncResultSharding"}
    assert others - LEADING == {*about_dimensions, "ApproxTopK", "shape_assertion"}
