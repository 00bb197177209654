"""Exports real JAX programs to golden/real: the module as .mlir; its inputs, XLA's results and JAX's gradients as .npz.

What is only timed (tools/bench_programs.py) is a module in tools/, whose inputs are drawn where it runs.

Maintainers run it with the extra `jax` installed (``make real``); running the exported programs needs no JAX. Each
program is a function and the arguments it is exported for; a function's docstring becomes the file's header.
"""

from __future__ import annotations

import argparse
import inspect
import os
import textwrap
from pathlib import Path
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import sparse

ROOT = Path(__file__).resolve().parent.parent
RANDOM = np.random.default_rng(20240311)


def floats(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape).astype(np.float32)


def integers(low: int, high: int, *shape: int, dtype: Any = np.int32) -> np.ndarray:
    return RANDOM.integers(low, high, shape).astype(dtype)


def embedding_lookup(table, tokens):
    """Embedding lookup: rows of a table by token; out-of-range tokens give NaN rows (JAX's fill mode)."""
    return jnp.take(table, tokens, axis=0, mode="fill")


def embedding_gradient(table, tokens, cotangent):
    """Gradient of an embedding lookup by its table: a scatter-add of rows, tokens repeated."""
    return jax.vjp(lambda t: t[tokens], table)[1](cotangent)[0]


def take_along_axis(scores, order):
    """take_along_axis: values of each row in the order of another array; batching dims."""
    return jnp.take_along_axis(scores, order, axis=1)


def segment_sum(values, segments):
    """segment_sum: rows summed by an unsorted segment id; ids outside are dropped."""
    return jax.ops.segment_sum(values, segments, num_segments=6)


def message_passing(nodes, senders, receivers, weight):
    """One round of message passing on a graph: gather senders, transform, scatter-add to receivers, normalise, relu."""
    messages = jnp.tanh(nodes[senders] @ weight)
    received = jnp.zeros_like(nodes).at[receivers].add(messages)
    degree = jnp.zeros(nodes.shape[0]).at[receivers].add(1.0)
    return jax.nn.relu(received / jnp.maximum(degree, 1.0)[:, None] + nodes)


def kv_cache_update(cache, update, position):
    """A KV cache in bf16 updated at each sequence's own position: dynamic_update_slice under vmap is a scatter."""
    return jax.vmap(lambda c, u, p: jax.lax.dynamic_update_slice(c, u, (0, p, 0)))(cache, update, position)


def moe_routing(tokens, router, experts):
    """Mixture of experts, top-2 routing: top_k, a position per expert by cumulative sum, dispatch and combine."""
    gates, chosen = jax.lax.top_k(jax.nn.softmax(tokens @ router), 2)
    flat = chosen.reshape(-1)
    one_hot = jax.nn.one_hot(flat, experts.shape[0], dtype=jnp.int32)
    slot = (jnp.cumsum(one_hot, axis=0) * one_hot).sum(axis=1) - 1
    capacity = 4
    buffer = jnp.zeros((experts.shape[0], capacity, tokens.shape[1]), tokens.dtype)
    dispatched = buffer.at[flat, slot].set(jnp.repeat(tokens, 2, axis=0), mode="drop")
    computed = jnp.einsum("ecd,edf->ecf", dispatched, experts)
    combined = computed.at[flat, slot].get(mode="fill", fill_value=0)
    return (combined.reshape(tokens.shape[0], 2, -1) * gates[:, :, None]).sum(axis=1), chosen


def bcoo_matvec(data, indices, vector):
    """A sparse matrix (BCOO) times a vector: gather by column, multiply, scatter-add by row."""
    return sparse.BCOO((data, indices), shape=(7, 9)) @ vector


def vmapped_dynamic_slice(images, corners):
    """A crop of each image at its own corner: dynamic_slice under vmap is a gather with batching dims."""
    return jax.vmap(lambda image, corner: jax.lax.dynamic_slice(image, (corner[0], corner[1], 0), (3, 4, 2)))(
        images, corners
    )


def transformer_block(tokens, embedding, qkv, projection, up, down, scale):
    """Forward pass of a small causal transformer block: embedding, attention, normalisation, gelu feed-forward."""
    heads = 2

    def normalise(x):
        centred = x - x.mean(axis=-1, keepdims=True)
        return scale * centred * jax.lax.rsqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)

    x = embedding[tokens]
    batch, length, width = x.shape
    q, k, v = jnp.split((normalise(x) @ qkv).reshape(batch, length, 3 * heads, width // heads), 3, axis=2)
    logits = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(width // heads)
    mask = jnp.tril(jnp.ones((length, length), bool))
    attention = jax.nn.softmax(jnp.where(mask, logits, -1e9), axis=-1)
    x = x + jnp.einsum("bhqk,bkhd->bqhd", attention, v).reshape(batch, length, width) @ projection
    return x + jax.nn.gelu(normalise(x) @ up) @ down


def transformer_layer(tokens, embedding, qkv, projection, up, down, scale, keys, values, position):
    """A transformer layer of 4 heads: tokens read from an embedding, keys and values written into a cache."""
    heads = 4

    def normalise(x):
        centred = x - x.mean(axis=-1, keepdims=True)
        return scale * centred * jax.lax.rsqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)

    x = embedding[tokens]
    length, width = x.shape
    q, k, v = jnp.split((normalise(x) @ qkv).reshape(length, 3 * heads, width // heads), 3, axis=1)
    places = position + jnp.arange(length)
    keys, values = keys.at[places].set(k), values.at[places].set(v)
    logits = jnp.einsum("qhd,khd->hqk", q, keys) / np.sqrt(width // heads)
    mask = jnp.arange(keys.shape[0]) <= places[:, None]
    attention = jax.nn.softmax(jnp.where(mask, logits, -1e9), axis=-1)
    x = x + jnp.einsum("hqk,khd->qhd", attention, values).reshape(length, width) @ projection
    return x + jax.nn.gelu(normalise(x) @ up) @ down, keys, values


def histogram_argmax(values, bins):
    """Largest value of each bin and where it stands: a variadic reduction spelled as two scatters."""
    largest = jnp.full((5,), -jnp.inf).at[bins].max(values)
    position = (
        jnp.full((5,), values.shape[0])
        .at[bins]
        .min(jnp.where(values == largest[bins], jnp.arange(values.shape[0]), values.shape[0]))
    )
    return largest, position


PROGRAMS: dict[Any, tuple[Any, ...]] = {
    embedding_lookup: (floats(16, 8), np.array([[3, 15, 0], [16, 7, -1]], np.int32)),
    embedding_gradient: (floats(16, 8), integers(0, 16, 2, 6), floats(2, 6, 8)),
    take_along_axis: (floats(4, 6), np.argsort(floats(4, 6), axis=1).astype(np.int32)),
    segment_sum: (floats(12, 3), np.array([5, 0, 2, 2, 7, 0, 1, -1, 4, 5, 5, 0], np.int32)),
    message_passing: (floats(6, 4), integers(0, 6, 14), integers(0, 6, 14), floats(4, 4)),
    kv_cache_update: (
        jnp.asarray(floats(3, 2, 8, 4), jnp.bfloat16),
        jnp.asarray(floats(3, 2, 1, 4), jnp.bfloat16),
        np.array([0, 5, 9], np.int32),
    ),
    moe_routing: (floats(6, 8), floats(8, 4), floats(4, 8, 5)),
    bcoo_matvec: (floats(11), np.stack([integers(0, 7, 11), integers(0, 9, 11)], axis=1), floats(9)),
    vmapped_dynamic_slice: (floats(3, 8, 9, 2), np.array([[0, 0], [4, 7], [-2, 3]], np.int32)),
    transformer_block: (
        integers(0, 20, 2, 5),
        floats(20, 8),
        floats(8, 24) / 3,
        floats(8, 8) / 3,
        floats(8, 32) / 3,
        floats(32, 8) / 5,
        floats(8),
    ),
    histogram_argmax: (floats(20), integers(0, 5, 20)),
}


def layer_shapes(dtype: Any, tokens: int = 128, width: int = 256, cache: int = 256) -> tuple[Any, ...]:
    """The arguments of `transformer_layer`, as shapes: four heads, 1000 words."""

    def of(*shape: int) -> Any:
        return jax.ShapeDtypeStruct(shape, dtype)

    words = jax.ShapeDtypeStruct((tokens,), np.int32)
    weights = (of(1000, width), of(width, 3 * width), of(width, width), of(width, 4 * width), of(4 * width, width))
    caches = (of(cache, 4, width // 4), of(cache, 4, width // 4))
    return words, *weights, of(width), *caches, jax.ShapeDtypeStruct((), np.int32)


def export_timed() -> None:
    """Writes what is only timed to tools/."""
    for dtype, suffix in ((np.float32, "f32"), (jnp.bfloat16, "bf16")):
        text = jax.jit(transformer_layer, keep_unused=True).lower(*layer_shapes(dtype)).as_text()
        path = ROOT / "tools" / f"transformer_layer_{suffix}.mlir"
        path.write_text(_header(transformer_layer) + text)
        print(f"wrote tools/{path.name}")


def _header(function: Any, *more: str) -> str:
    header = textwrap.fill(inspect.getdoc(function) or function.__name__, 110)
    lines = [*header.splitlines(), f"Exported from JAX {jax.__version__} by tools/export_real.py.", *more]
    return "".join(f"// {line}\n" for line in lines)


def export(function: Any, arguments: tuple[Any, ...], directory: Path) -> None:
    """Writes NAME.mlir, NAME.inputs.npz, NAME.expected.npz and NAME.gradients.npz."""
    name = function.__name__
    compiled = jax.jit(function, keep_unused=True)  # the .npz holds every argument
    text = compiled.lower(*arguments).as_text()
    results = compiled(*arguments)
    results = results if isinstance(results, tuple) else (results,)
    files = f"inputs: {name}.inputs.npz, results of XLA CPU: {name}.expected.npz"
    (directory / f"{name}.mlir").write_text(_header(function, files) + text)
    names = list(inspect.signature(function).parameters)
    np.savez(directory / f"{name}.inputs.npz", **{n: np.asarray(a) for n, a in zip(names, arguments, strict=True)})
    np.savez(directory / f"{name}.expected.npz", **{f"result_{i}": np.asarray(r) for i, r in enumerate(results)})
    np.savez(directory / f"{name}.gradients.npz", **gradients(function, names, arguments, results))


def gradients(
    function: Any, names: list[str], arguments: tuple[Any, ...], results: tuple[Any, ...]
) -> dict[str, np.ndarray]:
    """A random cotangent for each result of floats, then JAX's gradient for each argument of floats."""
    random = np.random.default_rng(20240312)
    out = [i for i, result in enumerate(results) if jnp.issubdtype(result.dtype, jnp.inexact)]
    wrt = [i for i, argument in enumerate(arguments) if jnp.issubdtype(jnp.asarray(argument).dtype, jnp.inexact)]

    def derived(*given: Any) -> Any:
        complete = list(arguments)
        for i, argument in zip(wrt, given, strict=True):
            complete[i] = argument
        returned = function(*complete)
        returned = returned if isinstance(returned, tuple) else (returned,)
        return tuple(returned[i] for i in out)

    cotangents = tuple(jnp.asarray(random.standard_normal(results[i].shape), results[i].dtype) for i in out)
    _, pull = jax.vjp(derived, *(jnp.asarray(arguments[i]) for i in wrt))
    pulled = jax.jit(pull)(cotangents)
    stored = {f"cotangent_{i}": np.asarray(c) for i, c in zip(out, cotangents, strict=True)}
    return stored | {f"gradient_{names[i]}": np.asarray(g) for i, g in zip(wrt, pulled, strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "golden" / "real")
    directory = parser.parse_args().output
    directory.mkdir(parents=True, exist_ok=True)
    for function, arguments in PROGRAMS.items():
        export(function, arguments, directory)
        print(f"wrote {directory.name}/{function.__name__}.mlir")
    export_timed()


if __name__ == "__main__":
    main()
