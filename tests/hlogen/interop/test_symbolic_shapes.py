"""Programs that JAX writes for a size that only has a name: run, derived, batched and refined, as JAX computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl

jax = pytest.importorskip("jax")
export = pytest.importorskip("jax.export")
onnx = pytest.importorskip("hlogen.export.onnx")
runs = pytest.importorskip("helpers.onnx_runs")
jnp = jax.numpy

W = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)
X = np.random.default_rng(1).normal(size=(5, 4)).astype(np.float32)


def dense(w: Any, x: Any) -> Any:
    return jnp.mean(jax.nn.softmax(x @ w)[:, 0] * jnp.tanh(x).sum(1))


def indexed(w: Any, x: Any) -> Any:
    rows = w[jnp.clip(x.astype(int)[:, 0], 0, 3)]
    return jnp.sum(rows**2) + jnp.max(x, axis=0).sum() + jnp.concatenate([x, x]).sum()


@pytest.mark.parametrize("function", [dense, indexed])
def test_a_batch_of_a_named_size(function: Callable[..., Any]) -> None:
    (size,) = export.symbolic_shape("b")
    shapes = jax.ShapeDtypeStruct(W.shape, W.dtype), jax.ShapeDtypeStruct((size, 4), X.dtype)
    expected = function(W, X)
    for program in (hl.parse(export.export(jax.jit(function))(*shapes)), hl.from_jax(function, *shapes)):
        for _ in range(2):
            np.testing.assert_allclose(hl.run(program, W, X), expected, rtol=1e-5)
        np.testing.assert_allclose(hl.run(hl.grad(program, 0), W, X), jax.grad(function)(W, X), rtol=1e-4, atol=1e-6)
        refined = hl.transform.refine(program, [None, X.shape])
        assert all(argument.type.is_static for argument in refined.default_entry.arguments)
        np.testing.assert_allclose(hl.run(refined, W, X), expected, rtol=1e-5)
        batched = hl.vmap(program, (None, 0), axis_size=2)
        np.testing.assert_allclose(hl.run(batched, W, np.stack([X, X])), [expected] * 2, rtol=1e-5)


def layers(w: Any, x: Any) -> Any:
    """What only a model's run has sizes for: a mask of rows, a loop over them, sorted rows, windows and products."""
    rows = x.reshape(-1, 1, 2, 2)
    windows = jax.lax.conv_general_dilated(rows, jnp.ones((3, 1, 2, 2)), (1, 1), "SAME").reshape(x.shape[0], -1)
    scores = jnp.where(jnp.tril(jnp.ones((x.shape[0], x.shape[0]))) > 0, jax.nn.softmax(x @ x.T), 0)
    carry, sums = jax.lax.scan(lambda carry, row: (jnp.tanh(carry) + row, carry.sum()), jnp.zeros(4), x)
    ends = x[::-1], jnp.pad(x, ((1, 2), (0, 0))), x.at[0].set(0.0), jnp.argmax(x, 0), jnp.sort(x, axis=1)
    return scores @ x, windows, carry, sums, ends


def test_a_model_of_a_named_size() -> None:
    (size,) = export.symbolic_shape("b")
    shapes = jax.ShapeDtypeStruct(W.shape, W.dtype), jax.ShapeDtypeStruct((size, 4), X.dtype)
    for function in (dense, indexed, layers):
        program = hl.parse(export.export(jax.jit(function))(*shapes))
        model = onnx.to_onnx(program, dynamic_axes={"arg1": {0: "b"}})
        assert model.graph.input[1].type.tensor_type.shape.dim[0].dim_param == "b"
        session = runs.session_of(model)
        for rows in (X, X[:1]) if function is layers else (X,):
            results = session.run(None, {"arg0": W, "arg1": rows})
            for mine, theirs in zip(results, jax.tree.leaves(jax.jit(function)(W, rows)), strict=True):
                np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-6)
