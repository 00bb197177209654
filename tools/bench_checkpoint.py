"""The figures of tools/bench.py for what the way back holds: peak memory on XLA's CPU backend, beside JAX's.

A transformer of 24 layers by each policy, and a scan of 1,000 steps; each is written once, for both.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

import hlogen as hl
from hlogen.backends.adapters.xla import Xla
from hlogen.mlir.writer import to_text
from tools.bench_timing import interleaved, on_xla

os.environ.setdefault("JAX_PLATFORMS", "cpu")

LAYERS, BATCH, LENGTH, WIDTH, HEADS = 24, 2, 64, 64, 4
STEPS, CARRY = 1_000, 256
WITHOUT = "without checkpoints"
POLICIES = (WITHOUT, "nothing_saveable", "dots_saveable", "dots_with_no_batch_dims_saveable", "everything_saveable")
SCANS = ("a scan", "a scan of checkpoints")
PEAK, TIME = "peak bytes, ours/JAX", "time, ours/JAX"
TARGETS = {
    f"{what}: {figure}": 1.1
    for what in (*(f"transformer, {policy}" for policy in POLICIES), *SCANS)
    for figure in (PEAK, TIME)
}
OURS = SimpleNamespace(
    checkpoint=lambda function, policy: hl.checkpoint(function, policy=policy),
    einsum=hl.einsum,
    softmax=hl.softmax,
    gelu=hl.gelu,
    mean=lambda x: hl.mean(x, axis=-1, keepdims=True),
    rsqrt=hl.rsqrt,
    tanh=hl.tanh,
    sum=hl.sum,
    scan=hl.scan,
)


def checkpoints(rounds: int) -> dict[str, float]:
    try:
        import jax
    except ImportError:
        print("jax isn't installed (the extra `jax`): what ways back hold isn't compared with its own")
        return {}
    numbers: dict[str, float] = {}
    rng = np.random.default_rng(0)
    for policy in POLICIES:
        parameters = {
            "qkv": (3, WIDTH, HEADS, WIDTH // HEADS),
            "out": (HEADS, WIDTH // HEADS, WIDTH),
            "up": (WIDTH, 4 * WIDTH),
            "down": (4 * WIDTH, WIDTH),
        }
        layers = [
            {name: rng.standard_normal(shape, np.float32) * np.float32(0.1) for name, shape in parameters.items()}
            for _ in range(LAYERS)
        ]
        x = rng.standard_normal((BATCH, LENGTH, WIDTH), np.float32)
        chosen = None if policy == WITHOUT else policy
        numbers |= compared(jax, f"transformer, {policy}", partial(transformer, policy=chosen), [layers, x], rounds)
    values = [rng.standard_normal((STEPS, CARRY), np.float32), rng.standard_normal((CARRY, CARRY), np.float32) / 64]
    for name, chosen in zip(SCANS, (None, "nothing_saveable"), strict=True):
        numbers |= compared(jax, name, partial(scan, policy=chosen), values, rounds)
    return numbers


def transformer(lib: Any, policy: str | None) -> Callable[..., Any]:
    def normal(x: Any) -> Any:
        centred = x - lib.mean(x)
        return centred * lib.rsqrt(lib.mean(centred * centred) + 1e-5)

    def layer(x: Any, w: Any) -> Any:
        y = normal(x)
        q, k, v = (lib.einsum("bsd,dhk->bhsk", y, w["qkv"][part]) for part in range(3))
        weights = lib.softmax(lib.einsum("bhsk,bhtk->bhst", q, k) * 0.25, axis=-1)
        x = x + lib.einsum("bhsk,hkd->bsd", lib.einsum("bhst,bhtk->bhsk", weights, v), w["out"])
        return x + lib.gelu(normal(x) @ w["up"]) @ w["down"]

    def loss(layers: Any, x: Any) -> Any:
        one = layer if policy is None else lib.checkpoint(layer, policy)
        for w in layers:
            x = one(x, w)
        return lib.sum(x * x)

    return loss


def scan(lib: Any, policy: str | None) -> Callable[..., Any]:
    def step(carry: Any, w: Any, x: Any) -> Any:
        hidden = lib.tanh(carry @ w + x)
        return hidden * lib.tanh(hidden * hidden + carry)

    def loss(xs: Any, w: Any) -> Any:
        one = step if policy is None else lib.checkpoint(step, policy)

        def body(carry: Any, x: Any) -> Any:
            return one(carry, w, x), None

        last, _ = lib.scan(body, xs[0], xs)
        return lib.sum(last * last)

    return loss


def compared(
    jax: Any, name: str, of: Callable[[Any], Callable[..., Any]], arguments: list[Any], rounds: int
) -> dict[str, float]:
    flat, _ = jax.tree_util.tree_flatten(arguments)
    ours = hl.grad(hl.function(*arguments, name="main")(of(OURS)), wrt=[0, 1], name="main")
    theirs = jax.jit(jax.grad(of(library(jax)), argnums=(0, 1)), keep_unused=True).lower(*arguments)
    texts = to_text(ours.module), theirs.as_text()
    run_ours, run_theirs = (on_xla(Xla(), text, flat) for text in texts)
    # What XLA plans for beside arguments and results.
    peaks = [run.executable.get_compiled_memory_stats().temp_size_in_bytes for run in (run_ours, run_theirs)]
    for got, expected in zip(run_ours(), run_theirs(), strict=True):
        expected = np.asarray(expected)
        if np.abs(np.asarray(got) - expected).max() > 1e-3 * np.abs(expected).max():
            raise SystemExit(f"{name}: the gradients differ from JAX's")
    ours_ms, theirs_ms = interleaved(run_ours, run_theirs, rounds)
    return {
        f"{name}: peak bytes": peaks[0],
        f"{name}: peak bytes, JAX": peaks[1],
        f"{name}: {PEAK}": peaks[0] / peaks[1],
        f"{name}: ms": ours_ms,
        f"{name}: ms, JAX": theirs_ms,
        f"{name}: {TIME}": ours_ms / theirs_ms,
    }


def library(jax: Any) -> SimpleNamespace:
    jnp = jax.numpy
    return SimpleNamespace(
        checkpoint=lambda function, policy: jax.checkpoint(function, policy=getattr(jax.checkpoint_policies, policy)),
        einsum=jnp.einsum,
        softmax=jax.nn.softmax,
        gelu=jax.nn.gelu,
        mean=lambda x: jnp.mean(x, axis=-1, keepdims=True),
        rsqrt=jax.lax.rsqrt,
        tanh=jnp.tanh,
        sum=jnp.sum,
        scan=jax.lax.scan,
    )


if __name__ == "__main__":
    for name, number in checkpoints(5).items():
        print(f"{name:70} {number:,.3f}")
