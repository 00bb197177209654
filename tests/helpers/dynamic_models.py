"""Models of `?` sizes, and what they are given: the same written for known sizes says what they compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import hlogen as hl
from hlogen.builder import trees
from hlogen.ir import dtype_of

RNG = np.random.default_rng(3)
PARAMS = {"w": "4x3xf32", "b": "3xf32", "e": "10x4xf32"}


class Model(NamedTuple):
    """The types of its arguments, the last of which are parameters, and the number that it computes."""

    types: tuple[Any, ...]
    compute: Callable[..., Any]
    why_no_gradient: str = ""


ROWS = ("?x4xf32", PARAMS)
MODELS: dict[str, Model] = {
    "linear": Model(ROWS, lambda x, p: hl.sum(x @ p["w"] + p["b"])),
    "mlp": Model(ROWS, lambda x, p: hl.mean(hl.tanh(x @ p["w"] + p["b"]) ** 2)),
    "softmax": Model(ROWS, lambda x, p: -hl.mean(hl.softmax(x @ p["w"] + p["b"]) ** 2)),
    "softmax of all": Model(("?x?xf32", PARAMS), lambda x, p: hl.sum(hl.softmax(x) ** 2) + hl.logsumexp(x)),
    "reshape": Model(ROWS, lambda x, p: hl.sum(x.reshape(hl.size(x, 0), 2, 2).sum(1) ** 2)),
    "reshape to a row": Model(ROWS, lambda x, p: hl.sum(x.reshape(-1) ** 2)),
    "concatenate": Model(ROWS, lambda x, p: hl.sum(hl.concatenate([x, x * 2], 1) ** 2)),
    "concatenate rows": Model(ROWS, lambda x, p: hl.sum((hl.concatenate([x, x * 2], 0) @ p["w"]) ** 2)),
    "layer norm": Model(
        ROWS, lambda x, p: hl.sum((x - x.mean(1, keepdims=True)) / hl.sqrt(x.var(1, keepdims=True) + 0.1) * p["w"].T[0])
    ),
    "attention": Model(
        ("?x5x4xf32", PARAMS), lambda x, p: hl.sum(hl.softmax(hl.einsum("bqd,bkd->bqk", x, x)) @ x @ p["w"])
    ),
    "maximum": Model(ROWS, lambda x, p: hl.sum(hl.max(x, 1)) + hl.sum(hl.relu(x @ p["w"]))),
    "clip and where": Model(
        ROWS, lambda x, p: hl.sum(hl.where(x > 0, x.clip(-0.5, 0.5), x * p["e"][0])) + hl.sum(hl.clamp(0, x, 1))
    ),
    "differences": Model(ROWS, lambda x, p: hl.sum(hl.tanh(x.sum(1)[:, None] - x.sum(1)[None, :] * p["b"][0]))),
    "batch norm": Model(
        ("?x3x2xf32", PARAMS),
        lambda x, p: hl.sum(hl.tanh(hl.batch_norm_training(x, p["b"], p["b"], epsilon=0.1, feature_index=1)[0])),
    ),
    "argmax": Model(ROWS, lambda x, p: hl.sum(hl.one_hot(x.argmax(1), 4) * x)),
    "transposed": Model(ROWS, lambda x, p: hl.sum(hl.tanh(x.T @ x))),
    "sort": Model(ROWS, lambda x, p: hl.sum(hl.sort(x, dimension=1) * p["e"][0]), "sort"),
    "pad": Model(ROWS, lambda x, p: hl.sum(hl.pad(x, p["b"][0], [1, 0], [0, 2]) ** 2)),
    "tile and repeat": Model(ROWS, lambda x, p: hl.sum(hl.tile(x, (2, 1)) ** 2) + hl.sum(hl.repeat(x, 3, 0))),
    "arange": Model(ROWS, lambda x, p: hl.sum(x.sum(1) * hl.arange(hl.size(x, 0)).astype("f32"))),
    "two sizes": Model(
        ("?x4xf32", "?x4xf32", PARAMS), lambda x, y, p: hl.sum(hl.softmax(x @ y.T)) + hl.mean(hl.log_softmax(y) ** 2)
    ),
    "slices": Model(ROWS, lambda x, p: hl.sum(x[:, 1:3] ** 2) + hl.sum(x[:, 0] * 3) + hl.sum(x[:, None, ::2] ** 2)),
    "updates": Model(ROWS, lambda x, p: hl.sum(x.at[:, 0].set(0.0) ** 2) + hl.sum(x.at[:, 1].add(2.0) ** 2)),
    "embedding": Model(("?xi32", PARAMS), lambda i, p: hl.sum((hl.take(p["e"], i, axis=0) @ p["w"]) ** 2)),
    "rows of tokens": Model(
        ("?x4xf32", "?xi32", PARAMS),
        lambda x, i, p: hl.sum(hl.take_along_axis(x @ p["w"], hl.expand_dims(i % 3, 1), 1) ** 2),
    ),
    "segments": Model(
        ("?x4xf32", "?xi32", PARAMS), lambda x, i, p: hl.sum(hl.tanh(hl.segment_sum(x, i % 5, 5)) @ p["w"])
    ),
    "loop": Model(ROWS, lambda x, p: hl.sum(hl.fori(0, 3, lambda i, c: hl.tanh(c @ (p["w"] @ p["w"].T)), x))),
    "loop of as many rows": Model(
        ROWS, lambda x, p: hl.sum(hl.fori(0, hl.size(x, 0), lambda i, c: hl.tanh(c * p["b"][0] + x), x) ** 2)
    ),
    "branch and loop": Model(
        ROWS,
        lambda x, p: hl.sum(
            hl.while_loop(
                lambda c: hl.sum(c * c) > 1, lambda c: c * 0.5, hl.cond(x.sum() > 0, lambda: hl.tanh(x), lambda: x * 2)
            )
        ),
    ),
    "running": Model(
        ROWS,
        lambda x, p: hl.sum(hl.cumsum(x, 0) ** 2)
        + hl.sum(hl.cumprod(x, 0, reverse=True) * hl.cummax(x, 0))
        + hl.sum(hl.split(x, [1])[1] * p["e"][0])
        + hl.sum((x[1:] - x[:-1]) ** 2),
    ),
    "scan of rows": Model(
        ROWS,
        lambda x, p: hl.sum(hl.scan(lambda c, row: (hl.tanh(c + row @ p["w"]), row), p["b"], x, reverse=True)[0])
        + hl.sum(hl.scan(lambda c, row: (hl.tanh(c + row @ p["w"]), c**2), p["b"], x)[1]),
    ),
    "scan of batches": Model(
        ("?x3x4xf32", PARAMS),
        lambda x, p: hl.sum(
            hl.scan(lambda c, rows: ((c := hl.tanh(c @ p["w"] @ p["w"].T + rows)), c), x[:, 0], hl.swapaxes(x, 0, 1))[1]
        ),
    ),
}  # fmt: skip


def known(types: Any, size: int) -> Any:
    return trees.mapped(lambda text: text.replace("?", str(size)), list(types), "types")


def arrays(types: Any, size: int) -> Any:
    return trees.mapped(_array, known(types, size), "types")


def _array(text: str) -> Any:
    type = hl.tensor(text)
    if "i32" in text:
        return RNG.integers(0, 10, type.static_shape).astype(np.int32)
    return RNG.normal(size=type.static_shape).astype(dtype_of(type.element_type))


def built(types: Any, model: Model) -> hl.Function:
    return hl.function(*types, name="f")(model.compute)
