"""What ways back hold, counted against what JAX says of its own."""

from types import SimpleNamespace

import numpy as np
import pytest

import hlogen as hl

X, W = np.ones((8, 4), np.float32), np.ones((4, 4), np.float32)
OURS = SimpleNamespace(
    checkpoint=lambda function, policy: hl.checkpoint(function, policy=policy),
    name=hl.checkpoint_name,
    sin=hl.sine,
    sum=hl.sum,
)


def plain(lib):
    return lambda x, w: lib.sum(lib.sin(lib.sin(x @ w) @ w))


def nothing(lib):
    one = lib.checkpoint(lambda x, w: lib.sin(lib.sin(x @ w) @ w), "nothing_saveable")
    return lambda x, w: lib.sum(one(one(x, w), w))


def dots(lib):
    one = lib.checkpoint(lambda x, w: lib.sin(lib.sin(x @ w) @ w), "dots_saveable")
    return lambda x, w: lib.sum(one(one(x, w), w))


def names(lib):
    one = lib.checkpoint(lambda x, w: lib.sin(lib.name(lib.sin(x @ w), "inner") @ w), ["inner"])
    return lambda x, w: lib.sum(one(one(x, w), w))


def nested(lib):
    inner = lib.checkpoint(lambda x, w: lib.sin(x @ w), "dots_saveable")
    outer = lib.checkpoint(lambda x, w: inner(inner(x, w), w), "nothing_saveable")
    return lambda x, w: lib.sum(outer(x, w))


@pytest.mark.parametrize("case", [plain, nothing, dots, names, nested], ids=lambda case: case.__name__)
def test_as_many_as_jax_saves(case):
    jax = pytest.importorskip("jax")
    remat = pytest.importorskip("jax.ad_checkpoint")
    saved = pytest.importorskip("jax._src.ad_checkpoint").saved_residuals

    def checkpoint(function, policy):
        policies = jax.checkpoint_policies
        chosen = policies.save_only_these_names(*policy) if isinstance(policy, list) else getattr(policies, policy)
        return jax.checkpoint(function, policy=chosen)

    library = SimpleNamespace(checkpoint=checkpoint, name=remat.checkpoint_name, sin=jax.numpy.sin, sum=jax.numpy.sum)
    theirs = [(aval.shape, "argument" in what) for aval, what in saved(case(library), X, W) if "constant" not in what]
    found = hl.saved_residuals(hl.function("8x4xf32", "4x4xf32")(case(OURS)))
    assert sorted((value.type.shape, value.is_argument) for value in found) == sorted(theirs)


def test_what_is_said():
    @hl.function("8x4xf32", "4x4xf32", "?xf32")
    def loss(x, w, z):
        last, _ = hl.scan(lambda carry, _: (hl.sine(carry @ w), None), x, length=10)
        return hl.sum(last) + hl.sum(hl.sine(z))

    found = hl.saved_residuals(loss, "w")
    assert found[0].operation == "argument w"
    rows = next(value for value in found if value.operation == "stablehlo.while")
    assert (rows.type.shape, rows.bytes) == ((10, 8, 4), 10 * 8 * 4 * 4)
    assert f"test_residuals.py:{loss.location.line + 2}" in rows.place
    assert found.bytes == 2 * rows.bytes  # what each turn starts with, and the slope of its sine
    assert found.argument_bytes == 4 * 4 * 4
    assert str(found).splitlines()[-1] == "2.5 KiB in 2 values; 64 B of arguments"
    assert "(without 1 whose sizes the run alone knows)" in str(hl.saved_residuals(loss, "z"))
    assert set(found.by_policy) == {
        "nothing_saveable",
        "everything_saveable",
        "dots_saveable",
        "dots_with_no_batch_dims_saveable",
    }
    assert found.by_policy["nothing_saveable"] == 0
    linear = hl.saved_residuals(hl.function("3xf32")(lambda x: hl.sum(x)))
    assert (len(linear), str(linear)) == (0, "the way back of main holds nothing of the way there")


def test_wrong_calls_are_explained():
    with pytest.raises(hl.UsageError, match=r"hl.saved_residuals takes a function made with @hl.function"):
        hl.saved_residuals(lambda x: x)
    with pytest.raises(hl.UsageError, match="wrt names 'z', but main takes x"):
        hl.saved_residuals(hl.function("3xf32")(lambda x: hl.sum(x)), "z")
