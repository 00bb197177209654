"""The figures of tools/bench.py for other frameworks: what it costs to go through hlogen, beside not doing so."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import hlogen as hl
from tools.bench_timing import interleaved

os.environ.setdefault("JAX_PLATFORMS", "cpu")

WRITING = "12,000 operations built and printed: hlogen/JAX lowering and printing"
LOWERED = "from_jax/JAX's own lowering"
LOWERING = f"geometric mean of {LOWERED}"
CALLING = "transformer block: to_jax/JAX, compiled"
GRADIENT = "gradient of a transformer block: to_jax/JAX, compiled"
SCAN = "gradient of a scan of 5,000 steps: to_jax/JAX, compiled"
TARGETS = {WRITING: 1.0, LOWERING: 1.1, CALLING: 1.2, GRADIENT: 1.2}


def frameworks(rounds: int) -> dict[str, float]:
    try:
        import jax
    except ImportError:
        print("jax isn't installed (the extra `jax`): what crossing over costs isn't measured")
        return {}
    written = _writing(jax, rounds)
    lowering = _lowering(jax, rounds)
    block, arguments = _block(jax, width=128)
    back = hl.to_jax(hl.from_jax(block, *arguments))
    numbers = {WRITING: written, **lowering, CALLING: _ratio(jax, back, block, arguments, rounds)}
    numbers[GRADIENT] = _ratio(jax, jax.grad(back), jax.grad(block), arguments, rounds)
    loop, arguments = _scan(jax)
    back = hl.to_jax(hl.from_jax(loop, *arguments))
    return numbers | {SCAN: _ratio(jax, jax.grad(back), jax.grad(loop), arguments, rounds)}


def _writing(jax: Any, rounds: int, layers: int = 1_715) -> float:
    """How long it takes to write a program of 12,000 operations in Python and to print it, verified."""

    def network(functions: Any, x: Any, w: Any, b: Any) -> Any:
        for _ in range(layers):  # 7 operations
            x = functions.maximum(functions.tanh(x @ w + b) * 2.0, x)
        return x

    types = ("8x16xf32", "16x16xf32", "16xf32")
    shapes = [jax.ShapeDtypeStruct(hl.tensor(type).static_shape, np.float32) for type in types]

    def ours() -> str:
        return str(hl.function(*types, name="network")(lambda *given: network(hl, *given)))

    def theirs() -> str:
        text: str = jax.jit(lambda *given: network(jax.numpy, *given)).lower(*shapes).as_text()
        return text

    ours(), theirs()
    ours_ms, theirs_ms = interleaved(ours, theirs, rounds, time.process_time)
    print(f"{WRITING}: {ours_ms:.0f} ms, {theirs_ms:.0f} ms", flush=True)
    return ours_ms / theirs_ms


def _lowering(jax: Any, rounds: int) -> dict[str, float]:
    """What hl.from_jax takes beside what it is made of: JAX's own tracing and lowering."""
    block, (params, tokens) = _block(jax, width=128)

    def six(params: Any, x: Any) -> Any:
        total = 0.0
        for layer in params:
            total = total + block(layer, x)
            x = x + total
        return total

    models = {
        "transformer block": (block, (params, tokens)),
        "RNN by scan": _recurrent(jax),
        "six transformer blocks": (six, ([params] * 6, tokens)),
        "gradient of six transformer blocks": (jax.grad(six), ([params] * 6, tokens)),
    }
    ratios = {}
    for name, (model, arguments) in models.items():
        # A function is traced once, so each turn has a function of its own.
        def theirs(model: Any = model, arguments: Any = arguments) -> Any:
            return jax.jit(lambda *given: model(*given)).lower(*arguments).compiler_ir("stablehlo")

        def ours(model: Any = model, arguments: Any = arguments) -> Any:
            return hl.from_jax(lambda *given: model(*given), *arguments)

        ours(), theirs()  # what both have in common: functions of JAX that are traced once
        ours_ms, theirs_ms = interleaved(ours, theirs, 5 * rounds, time.process_time)
        ratios[f"{name}: {LOWERED}"] = ours_ms / theirs_ms
        print(f"{name}: {LOWERED}: {ours_ms:.2f} ms, {theirs_ms:.2f} ms", flush=True)
    return ratios | {LOWERING: statistics.geometric_mean(ratios.values())}


def _ratio(jax: Any, ours: Callable[..., Any], theirs: Callable[..., Any], arguments: Any, rounds: int) -> float:
    """How long both take, compiled, which give the same."""
    on_device = jax.device_put(arguments)
    compiled = [jax.jit(function).lower(*on_device).compile() for function in (ours, theirs)]
    for one, other in zip(*(jax.tree.leaves(function(*on_device)) for function in compiled), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3)
    first, second = (lambda function=function: jax.block_until_ready(function(*on_device)) for function in compiled)
    ours_ms, theirs_ms = interleaved(first, second, 5 * rounds)
    print(f"{ours_ms:.2f} ms, {theirs_ms:.2f} ms", flush=True)
    return ours_ms / theirs_ms


def _scan(jax: Any, steps: int = 5_000, width: int = 64) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    def loop(weights: Any, rows: Any) -> Any:
        def step(carry: Any, row: Any) -> tuple[Any, None]:
            return jax.numpy.tanh(weights @ carry + row), None

        return (jax.lax.scan(step, jax.numpy.zeros(width), rows)[0] ** 2).sum()

    rng = np.random.default_rng(0)
    weights, rows = rng.standard_normal((width, width), np.float32), rng.standard_normal((steps, width), np.float32)
    return loop, (weights * 0.1, rows)


def _recurrent(jax: Any, width: int = 32, steps: int = 50) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """A gated cell, step by step."""
    jnp = jax.numpy

    def network(params: Any, rows: Any) -> Any:
        def cell(state: Any, row: Any) -> tuple[Any, Any]:
            gate = jax.nn.sigmoid(row @ params["gate"] + state @ params["kept"])
            state = (1 - gate) * state + gate * jnp.tanh(row @ params["new"] + state @ params["old"])
            return state, state

        return jax.lax.scan(cell, jnp.zeros(width, jnp.float32), rows)[1].sum()

    rng = np.random.default_rng(0)
    params = {name: rng.standard_normal((width, width), np.float32) for name in ("gate", "kept", "new", "old")}
    return network, (params, rng.standard_normal((steps, width), np.float32))


def _block(jax: Any, width: int, heads: int = 4) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Attention with a causal mask and a feed-forward layer, as a loss of parameters and tokens."""
    jnp = jax.numpy

    def norm(x: Any, scale: Any) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale

    def block(params: Any, x: Any) -> Any:
        batch, count, width = x.shape
        h = norm(x, params["norm1"])
        parts = ((h @ params[name]).reshape(batch, count, heads, width // heads) for name in ("q", "k", "v"))
        query, key, value = (part.transpose(0, 2, 1, 3) for part in parts)
        scores = jnp.einsum("bhqd,bhkd->bhqk", query, key) / np.sqrt(width // heads)
        scores = jnp.where(jnp.tril(jnp.ones((count, count), bool)), scores, -1e9)
        attended = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1), value)
        x = x + attended.transpose(0, 2, 1, 3).reshape(batch, count, width) @ params["o"]
        h = norm(x, params["norm2"])
        return ((x + jax.nn.gelu(h @ params["up"] + params["bias"]) @ params["down"]) ** 2).mean()

    rng = np.random.default_rng(0)
    shapes = dict.fromkeys("qkvo", (width, width)) | {"up": (width, 4 * width), "down": (4 * width, width)}
    params = {name: rng.standard_normal(shape, np.float32) * width**-0.5 for name, shape in shapes.items()}
    params |= {"norm1": np.ones(width, np.float32), "norm2": np.ones(width, np.float32)}
    params["bias"] = np.zeros(4 * width, np.float32)
    return block, (params, rng.standard_normal((4, 64, width), np.float32))
