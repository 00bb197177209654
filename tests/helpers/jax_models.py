"""Models as people write them in JAX, with parameters in pytrees: what crosses the border between JAX and hlogen.

Each is a function of parameters and inputs that gives a loss, and its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Cache(NamedTuple):
    """Keys and values of the tokens so far, and how many these are."""

    keys: Any
    values: Any
    length: Any


def _normal(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng([seed, *shape]).normal(size=shape).astype(np.float32) * 0.5


def _norm(x, scale):
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale


def decode(params, cache, token):
    """One token of a transformer with a cache of keys and values: a loss, logits and the new cache."""
    x = params["embed"][token]
    h = _norm(x, params["norm"])
    query, key, value = (h @ params[name] for name in ("q", "k", "v"))
    keys = jax.lax.dynamic_update_slice(cache.keys, key[None], (cache.length, 0))
    values = jax.lax.dynamic_update_slice(cache.values, value[None], (cache.length, 0))
    scores = jnp.where(jnp.arange(keys.shape[0]) <= cache.length, keys @ query, -1e9)
    x = x + jax.nn.softmax(scores) @ values @ params["o"]
    x = x + jax.nn.gelu(x @ params["mlp"][0] + params["mlp"][1]) @ params["mlp"][2]
    logits = x @ params["embed"].T
    loss = jax.nn.logsumexp(logits) - logits[token]
    return loss, {"logits": logits, "cache": Cache(keys, values, cache.length + 1)}


def _decode_arguments() -> tuple[Any, ...]:
    params = {
        "embed": _normal(7, 4),
        "norm": np.ones(4, np.float32),
        "mlp": (_normal(4, 8), _normal(8), _normal(8, 4)),
        **{name: _normal(4, 4, seed=number) for number, name in enumerate("qkvo")},
    }
    return params, Cache(_normal(5, 4), _normal(5, 4, seed=1), np.int32(2)), np.int32(3)


def recurrent(params, xs):
    """A recurrent network by scan, which sums up what each step says."""

    def step(state, x):
        state = jnp.tanh(x @ params["w"] + state @ params["u"] + params["b"])
        return state, (state**2).sum()

    last, losses = jax.lax.scan(step, jnp.zeros(3), xs)
    return losses.sum(), last


def _recurrent_arguments() -> tuple[Any, ...]:
    return {"w": _normal(2, 3), "u": _normal(3, 3), "b": _normal(3)}, _normal(4, 2)


def residual_block(params, images):
    """A block of a ResNet: two convolutions with norms, a way around them."""
    layout = ("NHWC", "HWIO", "NHWC")

    def convolved(x, kernel, scale):
        x = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=layout)
        centred = x - x.mean((0, 1, 2))
        return centred * jax.lax.rsqrt((centred**2).mean((0, 1, 2)) + 1e-5) * scale

    h = jax.nn.relu(convolved(images, *params["first"]))
    h = jax.nn.relu(images + convolved(h, *params["second"]))
    pooled = jax.lax.reduce_window(h, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return (pooled**2).mean(), pooled


def _residual_arguments() -> tuple[Any, ...]:
    one, other = ((_normal(3, 3, 2, 2, seed=seed), np.ones(2, np.float32)) for seed in (0, 1))
    return {"first": one, "second": other}, _normal(1, 4, 4, 2)


def graph_network(params, nodes, senders, receivers):
    """Messages along edges, summed up where they arrive, twice."""
    for w in params["rounds"]:
        messages = jax.nn.relu(nodes[senders] @ w)
        arrived = jax.ops.segment_sum(messages, receivers, nodes.shape[0])
        nodes = nodes + arrived / jnp.maximum(jnp.bincount(receivers, length=nodes.shape[0]), 1)[:, None]
    return (nodes**2).sum(), nodes


def _graph_arguments() -> tuple[Any, ...]:
    edges = np.array([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]], np.int32)
    return {"rounds": [_normal(3, 3), _normal(3, 3, seed=1)]}, _normal(4, 3), *edges


def mixture(params, tokens):
    """A layer of experts, each token going to the two that its router likes best."""
    weights, chosen = jax.lax.top_k(jax.nn.softmax(tokens @ params["router"]), 2)
    up, down = params["experts"]["up"][chosen], params["experts"]["down"][chosen]
    h = jax.nn.silu(jnp.einsum("td,tedh->teh", tokens, up))
    out = jnp.einsum("te,teh,tehd->td", weights, h, down)
    return (out**2).sum(), {"out": out, "chosen": chosen}


def _mixture_arguments() -> tuple[Any, ...]:
    experts = {"up": _normal(4, 3, 5), "down": _normal(4, 5, 3)}
    return {"router": _normal(3, 4), "experts": experts}, _normal(6, 3)


MODELS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "decode": (decode, _decode_arguments()),
    "recurrent": (recurrent, _recurrent_arguments()),
    "residual_block": (residual_block, _residual_arguments()),
    "graph_network": (graph_network, _graph_arguments()),
    "mixture": (mixture, _mixture_arguments()),
}
