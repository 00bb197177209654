"""Batches of products and of their derivatives: each example is what it is alone."""

from itertools import product as tuples

import numpy as np
import pytest
from helpers import campaign
from helpers.backends import run_on
from helpers.sparse_cases import FLAGS, covering, drawn
from helpers.sparse_checks import only_products
from helpers.sparse_model import ROWS

import hlogen as hl
import interpreter
from hlogen.sparse.lowerings import LOWERINGS

SIZE = 3


def stacked(rng, function, size=SIZE):
    """A batch for every argument."""
    return [rng.normal(size=(size, *type.static_shape)) for type in function.type.inputs]


def hold_batch(function, batch, axes, run=interpreter.run, size=SIZE):
    """`axes` holds 0 or None per argument: whether it has the batch, or all examples share its first."""
    batched = hl.vmap(function, in_axes=axes, axis_size=size)
    assert only_products(batched)
    given = [value if axis is not None else value[0] for value, axis in zip(batch, axes, strict=True)]
    results = run(batched, *given)
    for number in range(size):
        example = [value[number] if axis is not None else value[0] for value, axis in zip(batch, axes, strict=True)]
        for got, wanted in zip(results, interpreter.run(function, *example), strict=True):
            np.testing.assert_allclose(got[number], wanted, rtol=1e-12, atol=1e-12)


@campaign.every(2)
@pytest.mark.parametrize("name", ROWS)
def test_products_and_their_derivatives(name, every):
    """With every argument batched or not, in turn."""
    rng = np.random.default_rng(1)
    for number, one in [*enumerate(covering(name, seed=3, per_flag=1))][[*ROWS].index(name) % every :: every]:
        function = one.function()
        for derived in (function, hl.vjp(function), hl.jvp(function)):
            count = len(derived.type.inputs)
            choices = [axes for axes in tuples((0, None), repeat=count) if 0 in axes]
            hold_batch(derived, stacked(rng, derived), choices[number % len(choices)])


@campaign.every(2)
@pytest.mark.parametrize("name", ROWS)
def test_every_mixture_of_batched_arguments(name, every):
    rng = np.random.default_rng(2)
    one = drawn(rng, name, given=(True, True, True), kind="any", scale="operand", smallest=1)
    backward = hl.vjp(one.function())
    batch = stacked(rng, backward)
    mixtures = [axes for axes in tuples((0, None), repeat=4) if 0 in axes]
    for axes in mixtures[[*ROWS].index(name) % every :: every]:
        hold_batch(backward, batch, axes)


@pytest.mark.share(4)
@pytest.mark.parametrize("lowering", LOWERINGS)
@pytest.mark.parametrize("name", ROWS)
def test_batches_of_batches(name, lowering):
    """Two letters more; inner and outer batches of different sizes and arguments."""
    rng = np.random.default_rng(3)
    flags = FLAGS[rng.integers(8)]
    one = drawn(rng, name, flags, kind="duplicates", scale="operand", lowering=lowering, smallest=1)
    inner = hl.vmap(hl.vjp(one.function()), in_axes=(0, None, 0, 0), axis_size=2)
    hold_batch(inner, stacked(rng, inner), (0, 0, None, 0))
    hold_batch(inner, stacked(rng, inner), (None, 0, None, None))


@campaign.every(2)
@pytest.mark.parametrize("name", ROWS)
def test_the_derivative_of_a_batch_is_the_batch_of_derivatives(name, every):
    rng = np.random.default_rng(4)
    for one in [*covering(name, seed=5, per_flag=1)][[*ROWS].index(name) % every :: every]:
        function = one.function()
        whole = tuple(0 for _ in function.type.inputs)
        first = hl.vjp(hl.vmap(function, in_axes=whole, axis_size=SIZE))
        second = hl.vmap(hl.vjp(function), in_axes=(*whole, 0), axis_size=SIZE)
        given = stacked(rng, hl.vjp(function))
        for got, wanted in zip(interpreter.run(first, *given), interpreter.run(second, *given), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)


def test_batch_dimensions_anywhere():
    """in_axes and out_axes of any dimension."""
    rng = np.random.default_rng(5)
    one = drawn(rng, "outer", (False, False, False), kind="any", scale="operand", smallest=1)
    function = one.function()
    batch = stacked(rng, function)
    for x, y, z in ((1, 2, 0), (3, 0, 2), (2, 3, 4)):
        batched = hl.vmap(function, in_axes=(x, y, 1), out_axes=z, axis_size=SIZE)
        given = [np.moveaxis(value, 0, axis) for value, axis in zip(batch, (x, y, 1), strict=True)]
        (result,) = interpreter.run(batched, *given)
        (wanted,) = interpreter.run(hl.vmap(function, axis_size=SIZE), *batch)
        np.testing.assert_allclose(np.moveaxis(result, z, 0), wanted, rtol=1e-12, atol=1e-12)


def test_an_empty_batch():
    one = drawn(np.random.default_rng(6), "mul", (False, True, False), kind="any", scale="operand", smallest=1)
    function = hl.vmap(hl.vjp(one.function()), axis_size=0)
    results = interpreter.run(function, *(np.zeros((0, *type.static_shape[1:])) for type in function.type.inputs))
    assert all(result.size == 0 for result in results)


@pytest.mark.parametrize("backend", ["upstream", "xla"])
@pytest.mark.parametrize("name", ROWS)
def test_on_other_backends(name, backend):
    rng = np.random.default_rng(7)
    one = drawn(rng, name, (False, False, False), kind="duplicates", scale="operand", smallest=1)
    backward = hl.vjp(one.function())
    hold_batch(backward, stacked(rng, backward), (0, None, 0, 0), lambda *given: run_on(backend, *given))
