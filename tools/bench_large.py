"""Times larger programs on ours, compiled and warm, and XLA: layers, scans and loops that hl.from_jax makes of JAX.

Both have their arguments on their own side, and agree up to rounding. A loop over scalars is also held against C.
Part of tools/bench.py.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

import hlogen as hl
import interpreter
from hlogen.backends.adapters.xla import Xla
from tools.bench_timing import interleaved, on_xla

TURNS = 10_000_000
LOOP = "a loop of 10,000,000 turns"
LOOP_OF_C = f"{LOOP}: ours/C"
MEAN = "geometric mean of ours/XLA"
NAMES = (
    "transformer layer 512x1024", "transformer layer 512x1024 in bf16", "ResNet block", "GNN of 100,000 edges",
    "RNN of 1,000 steps", "GRU of 1,000 steps", "NMS of 1,000 boxes", LOOP,
)  # fmt: skip
TARGETS = {MEAN: 1.0, **{f"{name}: ours/XLA": 2.0 for name in NAMES}, LOOP_OF_C: 2.0}

_IN_C = """
#include <stdint.h>
uint32_t turned(uint32_t x, uint32_t turns) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < turns; ++i) {
    x = x * 1664525u + 1013904223u;
    found = found ^ (x >> 16);
  }
  return found;
}
"""


def large(rounds: int) -> dict[str, float]:
    """The figures by name; prints a row per program."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        import jax
    except ImportError:
        print("jax isn't installed (the extra `jax`): larger programs aren't measured")
        return {}
    xla, numbers = Xla(), dict[str, float]()
    print(f"{'larger programs':36} {'ours ms':>10} {'XLA ms':>10} {'ours/XLA':>9}")
    for name, (function, arguments) in zip(NAMES, _programs(jax), strict=True):
        program = hl.from_jax(function, *arguments)
        ours, run_theirs = interpreter.load(program, compile="always"), on_xla(xla, str(program), arguments)
        for _ in range(2):  # machine code is made of what was optimized, in a second run
            _require_close(name, ours(*arguments), run_theirs())
        ours_ms, xla_ms = interleaved(partial(ours, *arguments), run_theirs, min(rounds, 5))
        numbers[f"{name}: ours/XLA"] = ours_ms / xla_ms
        print(f"{name:36} {ours_ms:10.2f} {xla_ms:10.2f} {ours_ms / xla_ms:9.2f}", flush=True)
    numbers[MEAN] = statistics.geometric_mean(numbers.values())
    return numbers | _against_c(jax, rounds)


def _programs(jax: Any) -> Iterator[tuple[Callable[..., Any], list[Any]]]:
    """In the order of NAMES."""
    rng = np.random.default_rng(0)
    yield _transformer(jax), _of_transformer(rng, np.float32)
    yield _transformer(jax), _of_transformer(rng, ml_dtypes.bfloat16)
    yield _resnet(jax), [_normal(rng, 2, 56, 56, 64), *(_normal(rng, 3, 3, 64, 64, scale=1 / 24) for _ in range(2)),
                         np.ones((2, 64), np.float32), np.zeros((2, 64), np.float32)]  # fmt: skip
    ends = rng.integers(0, 10_000, (2, 100_000), np.int32)
    yield _graph(jax), [_normal(rng, 10_000, 64), *ends, *(_normal(rng, 64, 64, scale=1 / 8) for _ in range(3))]
    yield _rnn(jax), [_normal(rng, 1_000, 128), *(_normal(rng, 128, 128, scale=1 / 16) for _ in range(2))]
    yield _gru(jax), [_normal(rng, 1_000, 128), *(_normal(rng, 128, 384, scale=1 / 16) for _ in range(2))]
    corners = rng.uniform(0, 100, (1_000, 2))
    yield _nms(jax), [np.concatenate([corners, corners + rng.uniform(5, 20, (1_000, 2))], 1).astype(np.float32)]
    yield _scalars(jax), [np.uint32(1)]


def _normal(rng: np.random.Generator, *shape: int, scale: float = 1.0) -> Any:
    return rng.standard_normal(shape, np.float32) * np.float32(scale)


def _transformer(jax: Any, heads: int = 16) -> Callable[..., Any]:
    """Attention with a causal mask, and a feed-forward layer."""
    jnp = jax.numpy

    def norm(x: Any, scale: Any) -> Any:
        wide = x.astype(np.float32)
        return (wide * jax.lax.rsqrt((wide * wide).mean(-1, keepdims=True) + 1e-6)).astype(x.dtype) * scale

    def layer(x: Any, qkv: Any, out: Any, up: Any, down: Any, scales: Any) -> Any:
        count, width = x.shape
        parts = jnp.split(norm(x, scales[0]) @ qkv, 3, -1)
        query, key, value = (part.reshape(count, heads, width // heads) for part in parts)
        scores = jnp.einsum("qhd,khd->hqk", query, key).astype(np.float32) / np.sqrt(width // heads)
        scores = jnp.where(jnp.tril(jnp.ones((count, count), bool)), scores, -1e9)
        weights = jax.nn.softmax(scores, -1).astype(x.dtype)
        x = x + jnp.einsum("hqk,khd->qhd", weights, value).reshape(count, width) @ out
        return x + jax.nn.gelu(norm(x, scales[1]) @ up) @ down

    return layer


def _of_transformer(rng: np.random.Generator, dtype: Any, count: int = 512, width: int = 1024) -> list[Any]:
    shapes = [(width, 3 * width), (width, width), (width, 4 * width), (4 * width, width)]
    weights = [_normal(rng, *shape, scale=shape[0] ** -0.5) for shape in shapes]
    return [x.astype(dtype) for x in (_normal(rng, count, width), *weights, np.ones((2, width), np.float32))]


def _resnet(jax: Any) -> Callable[..., Any]:
    def convolved(x: Any, w: Any) -> Any:
        return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def block(x: Any, first: Any, second: Any, scale: Any, shift: Any) -> Any:
        y = jax.nn.relu(convolved(x, first) * scale[0] + shift[0])
        return jax.nn.relu(convolved(y, second) * scale[1] + shift[1] + x)

    return block


def _graph(jax: Any) -> Callable[..., Any]:
    def step(nodes: Any, senders: Any, receivers: Any, sent: Any, received: Any, own: Any) -> Any:
        messages = jax.nn.relu((nodes @ sent)[senders] + (nodes @ received)[receivers])
        return nodes + jax.numpy.tanh(jax.ops.segment_sum(messages, receivers, len(nodes)) @ own)

    return step


def _rnn(jax: Any) -> Callable[..., Any]:
    def network(rows: Any, w: Any, u: Any) -> Any:
        def step(h: Any, row: Any) -> tuple[Any, Any]:
            h = jax.numpy.tanh(row @ w + h @ u)
            return h, h

        return jax.lax.scan(step, jax.numpy.zeros(len(u)), rows)

    return network


def _gru(jax: Any) -> Callable[..., Any]:
    def network(rows: Any, w: Any, u: Any) -> Any:
        def step(h: Any, row: Any) -> tuple[Any, Any]:
            (r, z, n), (of_r, of_z, of_n) = (jax.numpy.split(x, 3) for x in (row @ w, h @ u))
            r, z = jax.nn.sigmoid(r + of_r), jax.nn.sigmoid(z + of_z)
            h = (1 - z) * jax.numpy.tanh(n + r * of_n) + z * h
            return h, h.sum()

        return jax.lax.scan(step, jax.numpy.zeros(len(u)), rows)

    return network


def _nms(jax: Any) -> Callable[..., Any]:
    """Boxes in the order of their scores: one that overlaps a better one that stays goes."""
    jnp = jax.numpy

    def kept(boxes: Any) -> Any:
        areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])

        def step(i: Any, stays: Any) -> Any:
            low, high = jnp.maximum(boxes[:, :2], boxes[i, :2]), jnp.minimum(boxes[:, 2:], boxes[i, 2:])
            shared = jnp.clip(high - low, 0).prod(-1)
            overlaps = shared > 0.5 * (areas + areas[i] - shared)
            return stays & ~(overlaps & stays[i] & (jnp.arange(len(boxes)) > i))

        return jax.lax.fori_loop(0, len(boxes), step, jnp.ones(len(boxes), bool))

    return kept


def _scalars(jax: Any) -> Callable[..., Any]:
    def turned(x: Any) -> Any:
        def turn(_: Any, state: Any) -> Any:
            x, found = state
            x = x * np.uint32(1664525) + np.uint32(1013904223)
            return x, found ^ (x >> np.uint32(16))

        return jax.lax.fori_loop(0, TURNS, turn, (x, np.uint32(0)))[1]

    return turned


def _against_c(jax: Any, rounds: int) -> dict[str, float]:
    compiler = shutil.which("cc")
    if compiler is None:
        print("there is no cc: the loop isn't held against C")
        return {}
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "loop.c"), Path(folder, "loop.so")
        source.write_text(_IN_C)
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        in_c = ctypes.CDLL(str(library)).turned
    in_c.restype, in_c.argtypes = ctypes.c_uint32, [ctypes.c_uint32] * 2
    ours = interpreter.load(hl.from_jax(_scalars(jax), np.uint32(1)), compile="always")
    if int(ours(np.uint32(1))[0]) != in_c(1, TURNS):
        raise SystemExit(f"{LOOP}: C gives another result")
    ours_ms, c_ms = interleaved(lambda: ours(np.uint32(1)), lambda: in_c(1, TURNS), rounds)
    print(f"{LOOP + ', C':36} {ours_ms:10.2f} {c_ms:10.2f} {ours_ms / c_ms:9.2f}", flush=True)
    return {LOOP_OF_C: ours_ms / c_ms}


def _require_close(name: str, ours: Any, theirs: Any) -> None:
    for x, y in zip(ours, theirs, strict=True):
        got, expected = (np.asarray(value).astype(np.float64) for value in (x, y))
        tolerance = 0.06 if x.dtype == ml_dtypes.bfloat16 else 2e-3
        if not np.allclose(got, expected, rtol=tolerance, atol=tolerance):
            raise SystemExit(f"{name}: the backends give different results")
