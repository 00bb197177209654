"""Small programs as people write them in JAX: derivatives and batches of what JAX lowers, against JAX's own."""

from functools import cache

import numpy as np
import pytest

import hlogen as hl
import interpreter

jax = pytest.importorskip("jax")

from helpers.jax_corpus import calculating, control, indexing, libraries, models, scattering, windows  # noqa: E402, F401
from helpers.jax_corpus.against_jax import BATCH, AgainstJax  # noqa: E402
from helpers.jax_corpus.program import PROGRAMS  # noqa: E402
from helpers.reruns import require_same_bits  # noqa: E402

REVERSIBLE = [program for program in PROGRAMS if not program.no_reverse]
IN_F32 = ["add_rows", "maximum_of_rows", "layer_norm", "max_pool", "recurrent_network"]


@pytest.fixture(autouse=True)
def _x64():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def each(programs, *, by_default=1):
    """Of the quick programs, each `by_default`th is checked by default."""
    quick = [program for program in programs if program.is_quick][::by_default]
    marked = [(program, () if program in quick else pytest.mark.campaign) for program in programs]
    return pytest.mark.parametrize("program", [pytest.param(p, id=p.name, marks=marks) for p, marks in marked])


@cache
def against(program):
    return AgainstJax(program)


def agree(program, actual, expected):
    """To the tolerance of `program`, relative to each element or the largest."""
    agree_to(program.tolerance, actual, expected)


def agree_to(tolerance, actual, expected):
    assert len(actual) == len(expected)
    for got, want in zip(actual, map(np.asarray, expected), strict=True):
        assert got.dtype == want.dtype
        largest = np.abs(want[np.isfinite(want)]).max(initial=1)
        np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance * largest)


@each(REVERSIBLE, by_default=3)
def test_vjp(program):
    case = against(program)
    actual = interpreter.run(hl.vjp(case.module), *case.arguments, *case.cotangents)
    agree(program, actual, jax.jit(case.vjp)(case.arguments, case.cotangents))


@each(PROGRAMS, by_default=5)
def test_jvp(program):
    case = against(program)
    actual = interpreter.run(hl.jvp(case.module), *case.arguments, *case.tangents)
    agree(program, actual, jax.jit(case.jvp)(case.arguments, case.tangents))


@each(PROGRAMS, by_default=4)
def test_vmap(program):
    case = against(program)
    actual = interpreter.run(hl.vmap(case.module, axis_size=BATCH), *case.batched)
    agree(program, actual, jax.jit(jax.vmap(case.results))(*case.batched))


@each(PROGRAMS, by_default=11)
def test_vmap_of_some_arguments(program):
    case = against(program)
    arguments, axes = case.some_batched(), tuple(case.some_axes)
    actual = interpreter.run(hl.vmap(case.module, axes, axis_size=BATCH), *arguments)
    agree(program, actual, jax.jit(jax.vmap(case.results, axes))(*arguments))


@each(REVERSIBLE, by_default=11)
def test_vmap_of_vjp(program):
    case = against(program)
    ours = hl.vmap(hl.vjp(case.module), axis_size=BATCH)
    expected = jax.jit(jax.vmap(case.vjp))(case.batched, case.batched_cotangents)
    agree(program, interpreter.run(ours, *case.batched, *case.batched_cotangents), expected)


@each(REVERSIBLE, by_default=11)
def test_vjp_of_vmap(program):
    case = against(program)
    ours = hl.vjp(hl.vmap(case.module, axis_size=BATCH))
    expected = jax.jit(jax.vmap(case.vjp))(case.batched, case.batched_cotangents)
    agree(program, interpreter.run(ours, *case.batched, *case.batched_cotangents), expected)


@each(REVERSIBLE, by_default=11)
def test_jvp_of_vjp(program):
    case = against(program)
    ours = hl.jvp(hl.vjp(case.module), wrt=case.wrt_of_vjp)
    expected = jax.jit(case.jvp_of_vjp)(case.arguments, case.cotangents, case.second)
    agree(program, interpreter.run(ours, *case.arguments, *case.cotangents, *case.second), expected)


@each(REVERSIBLE, by_default=4)
def test_runs_come_after_others(program):
    case = against(program)
    require_same_bits(hl.vjp(case.module), (*case.arguments, *case.cotangents))


@pytest.mark.parametrize("name", IN_F32)
def test_in_f32(name):
    (program,) = (program for program in PROGRAMS if program.name == name)
    case = AgainstJax(program, np.float32)
    actual = interpreter.run(hl.vjp(case.module), *case.arguments, *case.cotangents)
    agree_to(1e-5, actual, jax.jit(case.vjp)(case.arguments, case.cotangents))
