"""What people write first: eight programs of models, in the words of NumPy and JAX, on every backend."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import hlogen as hl
from hlogen.builder import trees

RNG = np.random.default_rng(11)
F32 = np.float32


class Program(NamedTuple):
    function: hl.Function
    arguments: tuple[Any, ...]
    numpy: Callable[..., Any]


def floats(*shape: int) -> Any:
    return RNG.normal(size=shape).astype(F32)


def embedding_bag() -> Program:
    @hl.function("20x4xf32", "?xi32", "?xi32")
    def bag(table, ids, bags):
        """The mean of the rows of each of 3 bags."""
        rows = hl.take(table, ids, axis=0)
        counts = hl.segment_sum(hl.ones_like(bags, "f32"), bags, 3)
        return hl.segment_sum(rows, bags, 3) / hl.maximum(counts, 1)[:, None]

    def numpy(table: Any, ids: Any, bags: Any) -> Any:
        return np.stack([table[ids[bags == b]].mean(0) if (bags == b).any() else np.zeros(4) for b in range(3)])

    return Program(
        bag, (floats(20, 4), np.array([3, 19, 3, 0, 7], np.int32), np.array([0, 0, 2, 2, 2], np.int32)), numpy
    )


@dataclasses.dataclass
class Cache:
    keys: Any
    values: Any
    length: Any


def key_value_cache() -> Program:
    @hl.function(Cache("8x4xf32", "8x4xf32", "i32"), "4xf32", "4xf32", "4xf32")
    def attend(cache, query, key, value):
        """One step of attention: the new key and value go behind those that are there."""
        keys = cache.keys.at[cache.length].set(key)
        values = cache.values.at[cache.length].set(value)
        scores = hl.where(hl.arange(8, dtype="i32") <= cache.length, keys @ query / 2, -np.inf)
        return hl.softmax(scores) @ values, Cache(keys, values, cache.length + 1)

    cache = Cache(floats(8, 4), floats(8, 4), np.int32(3))

    def numpy(cache: Any, query: Any, key: Any, value: Any) -> Any:
        keys, values = np.array(cache.keys), np.array(cache.values)
        keys[3], values[3] = key, value
        powers = np.exp(keys[:4] @ query / 2)
        return powers / powers.sum() @ values[:4], Cache(keys, values, np.int32(4))

    return Program(attend, (cache, floats(4), floats(4), floats(4)), numpy)


def beam_search() -> Program:
    @hl.function("2x5xf32", "2xf32")
    def step(logits, scores):
        """The best 2 of the continuations of 2 beams: their scores, where they come from, and their tokens."""
        total = scores[:, None] + hl.log_softmax(logits)
        best, places = hl.top_k(total.ravel(), 2)
        return best, places // 5, places % 5

    def numpy(logits: Any, scores: Any) -> Any:
        total = scores[:, None] + logits - np.log(np.exp(logits).sum(1, keepdims=True))
        places = (-total.ravel()).argsort(kind="stable")[:2]
        return total.ravel()[places], places // 5, places % 5

    return Program(step, (floats(2, 5), floats(2)), numpy)


def mixture_of_experts() -> Program:
    @hl.function("6x4xf32", {"gate": "4x3xf32", "experts": "3x4x4xf32"})
    def layer(x, params):
        """Each row goes through its best expert, weighted by the gate."""
        gates = hl.softmax(x @ params["gate"])
        chosen = hl.argmax(gates, axis=1)
        weight = hl.take_along_axis(gates, chosen[:, None], 1)
        return hl.einsum("ni,nij->nj", x, params["experts"][chosen]) * weight

    def numpy(x: Any, params: Any) -> Any:
        logits = x @ params["gate"]
        gates = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        rows = [x[n] @ params["experts"][e] * gates[n, e] for n, e in enumerate(gates.argmax(1))]
        return np.stack(rows)

    return Program(layer, (floats(6, 4), {"gate": floats(4, 3), "experts": floats(3, 4, 4)}), numpy)


def grid_sample() -> Program:
    @hl.function("5x6xf32", "7x2xf32")
    def sample(image, points):
        """Bilinear: the four pixels around each point, those outside counting as 0."""
        low = hl.floor(points)
        part = points - low
        y, x = (low[:, k].astype("i32") for k in range(2))
        total = hl.zeros(7)
        for dy in (0, 1):
            for dx in (0, 1):
                pixels = image.at[y + dy, x + dx].get(mode="fill", fill_value=0.0, wrap_negative_indices=False)
                wy = part[:, 0] if dy else 1 - part[:, 0]
                wx = part[:, 1] if dx else 1 - part[:, 1]
                total = total + pixels * wy * wx
        return total

    def numpy(image: Any, points: Any) -> Any:
        wide = np.zeros((9, 10), F32)
        wide[2:7, 2:8] = image
        found = []
        for y, x in points:
            j, i = int(np.floor(y)), int(np.floor(x))
            a, b = y - j, x - i
            corners = wide[j + 2 : j + 4, i + 2 : i + 4]
            found.append(np.array([1 - a, a]) @ corners @ np.array([1 - b, b]))
        return np.array(found)

    points = np.array([[0, 0], [1.5, 2.25], [-0.5, 3], [3.75, 4.5], [4, 5.5], [-1.5, 1], [2, 6.75]], F32)
    return Program(sample, (floats(5, 6), points), numpy)


def non_maximum_suppression() -> Program:
    @hl.function("6x2xf32", "6xf32")
    def keep(spans, scores):
        """Of spans on a line, from the best on, those that overlap no better one that is kept by more than half."""
        order = hl.argsort(scores, descending=True)
        low, high = spans[order, 0], spans[order, 1]
        both = hl.minimum(high[:, None], high) - hl.maximum(low[:, None], low)
        either = hl.maximum(high[:, None], high) - hl.minimum(low[:, None], low)
        overlaps = both / either > 0.5

        def visit(i, kept):
            worse = hl.arange(6) > i
            return kept & ~(overlaps[i] & worse & kept[i])

        kept = hl.fori(0, 6, visit, hl.full(6, True))
        return hl.zeros(6, "i1").at[order].set(kept)

    def numpy(spans: Any, scores: Any) -> Any:
        kept: list[int] = []
        for i in (-scores).argsort():
            (a, b) = spans[i]
            if all(
                (min(b, spans[k][1]) - max(a, spans[k][0])) / (max(b, spans[k][1]) - min(a, spans[k][0])) <= 0.5
                for k in kept
            ):
                kept.append(int(i))
        return np.isin(np.arange(6), kept)

    spans = np.array([[0, 4], [0.5, 4], [5, 9], [8, 12], [5.1, 9.2], [20, 21]], F32)
    return Program(keep, (spans, np.array([0.9, 0.8, 0.6, 0.7, 0.95, 0.1], F32)), numpy)


def sparse_matrix_times_vector() -> Program:
    @hl.function("7xi32", "7xi32", "7xf32", "5xf32")
    def spmv(rows, columns, values, x):
        return hl.zeros(4).at[rows].add(values * x[columns])

    rows, columns = np.array([0, 0, 1, 3, 3, 3, 1], np.int32), np.array([1, 4, 0, 2, 3, 4, 0], np.int32)

    def numpy(rows: Any, columns: Any, values: Any, x: Any) -> Any:
        matrix = np.zeros((4, 5), F32)
        np.add.at(matrix, (rows, columns), values)
        return matrix @ x

    return Program(spmv, (rows, columns, floats(7), floats(5)), numpy)


def recurrent_network() -> Program:
    weights = {"h": "3x3xf32", "x": "2x3xf32", "b": "3xf32"}

    @hl.function(weights, "?x5x2xf32")
    def run(params, sequences):
        """The last state of each of a batch of sequences of any number."""
        steps = hl.moveaxis(sequences, 1, 0)
        state = hl.zeros((hl.size(sequences, 0), 3))
        for t in range(5):
            state = hl.tanh(state @ params["h"] + steps[t] @ params["x"] + params["b"])
        return state

    def numpy(params: Any, sequences: Any) -> Any:
        state = np.zeros((len(sequences), 3))
        for t in range(5):
            state = np.tanh(state @ params["h"] + sequences[:, t] @ params["x"] + params["b"])
        return state

    return Program(run, ({"h": floats(3, 3), "x": floats(2, 3), "b": floats(3)}, floats(4, 5, 2)), numpy)


PROGRAMS = (
    embedding_bag, key_value_cache, beam_search, mixture_of_experts, grid_sample, non_maximum_suppression,
    sparse_matrix_times_vector, recurrent_network,
)  # fmt: skip


def leaves(tree: Any) -> list[Any]:
    return [np.asarray(leaf) for leaf in trees.flatten(tree, "results")[0]]


@pytest.mark.parametrize("make", PROGRAMS, ids=lambda make: make.__name__)
def test_it_is_what_numpy_computes_on_every_backend(make: Callable[[], Program]) -> None:
    program = make()
    str(program.function)  # upstream verifies it
    expected = leaves(program.numpy(*program.arguments))
    for backend in ("interpreter", "xla", "upstream"):
        for _ in range(2):
            found = leaves(hl.run(program.function, *program.arguments, backend=backend))
            for ours, theirs in zip(found, expected, strict=True):
                assert ours.shape == theirs.shape
                np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)
