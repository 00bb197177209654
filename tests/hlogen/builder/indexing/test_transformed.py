"""Derivatives and batches of random index expressions equal NumPy's sums and loops."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import campaign
from helpers.index_expressions import made_dynamic, random_array, random_index

import hlogen as hl
import interpreter
from hlogen.ir import TensorType, element_type_of

SAMPLES = [*range(40), *(pytest.param(seed, marks=pytest.mark.campaign) for seed in campaign.seeds(40, 400))]


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", SAMPLES)
def test_the_gradient_of_a_read_adds_where_it_read(seed: int) -> None:
    x, key, dynamic, rng = sample(seed)
    weights = rng.integers(1, 4, size=x[key].shape).astype(np.float64)

    def weighted(x, *given):
        result = x[filled(key, dynamic, given)] * weights
        return hl.reduce(result, 0.0, range(result.rank), "add")

    arguments = [x, *dynamic.values()]
    (gradient,) = interpreter.run(hl.grad(function(weighted, arguments), wrt=0), *arguments)
    expected = np.zeros_like(x)
    np.add.at(expected, key, weights)
    np.testing.assert_array_equal(gradient, expected)


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", SAMPLES)
def test_the_gradient_of_a_product_with_constants_scales_where_it_wrote(seed: int) -> None:
    x, key, dynamic, rng = sample(seed)
    times = np.zeros(x.shape, np.int64)
    np.add.at(times, key, 1)
    weights = rng.integers(1, 4, size=x.shape).astype(np.float64)

    def weighted(x, *given):
        result = x.at[filled(key, dynamic, given)].mul(2) * weights
        return hl.reduce(result, 0.0, range(result.rank), "add")

    arguments = [x, *dynamic.values()]
    (gradient,) = interpreter.run(hl.grad(function(weighted, arguments), wrt=0), *arguments)
    np.testing.assert_array_equal(gradient, weights * 2.0**times)


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", SAMPLES)
def test_a_batch_is_a_loop(seed: int) -> None:
    x, key, dynamic, rng = sample(seed)
    weights = rng.integers(1, 4, size=x[key].shape).astype(np.float64)

    def both(x, *given):
        place = filled(key, dynamic, given)
        return x[place], x.at[place].add(weights)

    program = function(both, [x, *dynamic.values()])
    batch = np.stack([x, x + 100, x * 2])
    in_axes = [0, *(int(rng.integers(2)) - 1 for _ in dynamic)]
    in_axes = [None if axis < 0 else 0 for axis in in_axes]
    given = [
        values if axis is None else np.stack([values] * 3)
        for values, axis in zip(dynamic.values(), in_axes[1:], strict=True)
    ]
    read, added = interpreter.run(hl.vmap(program, in_axes=tuple(in_axes), axis_size=3), batch, *given)
    for number in range(3):
        expected = batch[number, ...].copy()
        np.testing.assert_array_equal(read[number], expected[key])
        np.add.at(expected, key, weights)
        np.testing.assert_array_equal(added[number], expected)


def sample(seed: int) -> tuple[np.ndarray, tuple, dict[int, np.ndarray], np.random.Generator]:
    rng = np.random.default_rng([seed, 5])
    x = random_array(rng).astype(np.float64)
    key = random_index(rng, x)
    return x, key, made_dynamic(rng, key) if rng.random() < 0.5 else {}, rng


def filled(key: tuple, dynamic: dict[int, np.ndarray], given: tuple[hl.Tensor, ...]) -> tuple:
    places = dict(zip(dynamic, given, strict=True))
    return tuple(places.get(place, entry) for place, entry in enumerate(key))


def function(body, arguments: list[np.ndarray]) -> hl.Function:
    types = [TensorType(array.shape, element_type_of(array.dtype)) for array in arguments]
    return hl.function(*types, name="main")(body)


def test_a_batch_clamps_only_starts_that_are_not_known() -> None:
    write = hl.function("16x4xf32", "i32", "4xf32", name="main")(lambda cache, at, row: cache.at[at].set(row))

    def batch(caches, places, rows):
        return hl.vmap(write)(caches, places, rows)

    program = hl.function("3x16x4xf32", "3xi32", "3x4xf32", name="batch")(batch)
    assert [one.name for one in program.module.walk()].count("stablehlo.clamp") == 1
