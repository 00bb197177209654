"""wrap_negative_indices=False: negative indices are out of bounds, and left to the mode, as in JAX."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter

X = np.arange(1, 13, dtype=np.float32).reshape(4, 3)
AT = np.array([-1, 2, -4, 0, 4, -9], np.int32)
INSIDE = (AT >= 0) & (AT < 4)
NO = {"wrap_negative_indices": False}
KINDS = ("i8", "i32", "i64", "constants")


def run(build, kind):
    """What `build(x, indices)` gives, with indices of a type, or constant."""
    if kind == "constants":
        return interpreter.run(hl.function("4x3xf32", name="f")(lambda x: build(x, AT)), X)
    function = hl.function("4x3xf32", f"6x{kind}", name="f")(build)
    return interpreter.run(function, X, AT.astype(f"int{kind[1:]}"))


@pytest.mark.parametrize("kind", KINDS)
def test_reads_fill_and_clip(kind) -> None:
    def build(x, at):
        return (
            x.at[at].get(mode="fill", fill_value=7, **NO),
            x.at[at, 1].get(mode="clip", **NO),
            hl.take(x, at, 0, mode="fill", fill_value=7, **NO),
        )

    filled, clipped, taken = run(build, kind)
    expected = np.where(INSIDE[:, None], X[np.clip(AT, 0, 3)], 7)
    np.testing.assert_array_equal(filled, expected)
    np.testing.assert_array_equal(taken, expected)
    np.testing.assert_array_equal(clipped, X[np.clip(AT, 0, 3), 1])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "build",
    [
        lambda x, at: x.at[at].get(mode="error", **NO),
        lambda x, at: x.at[at].set(0, mode="error", **NO),
        lambda x, at: hl.take(x, at, 0, mode="error", **NO),
    ],
)
def test_mode_error_stops_at_them(build, kind) -> None:
    with pytest.raises(hl.ExecutionError, match=r"4 of 6 index vectors .*\n  index vector \[-1\] at \[0\]: .* 0 to 3"):
        run(build, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_updates_are_dropped_and_clipped(kind) -> None:
    def build(x, at):
        return (
            x.at[at].add(100, mode="drop", **NO),
            x.at[at].set(0, mode="drop", unique_indices=False, **NO),
            x.at[at].add(100, mode="clip", **NO),
            x.at[at].apply(hl.negate, mode="drop", **NO),
        )

    added, zeroed, clipped, negated = run(build, kind)
    counts = np.bincount(AT[INSIDE], minlength=4)[:, None]
    np.testing.assert_array_equal(added, X + 100 * counts)
    np.testing.assert_array_equal(zeroed, np.where(counts, 0, X))
    np.testing.assert_array_equal(clipped, X + 100 * np.bincount(np.clip(AT, 0, 3), minlength=4)[:, None])
    np.testing.assert_array_equal(negated, np.where(counts, -X, X))


@pytest.mark.parametrize("kind", KINDS)
def test_along_an_axis(kind) -> None:
    def build(x, at):
        at = at.reshape(6, 1) if isinstance(at, np.ndarray) else hl.reshape(at, [6, 1])
        return (
            hl.take_along_axis(x, at, 0, mode="fill", fill_value=7, **NO),
            hl.put_along_axis(x, at, 0, 0, mode="drop", **NO),
        )

    taken, put = run(build, kind)
    np.testing.assert_array_equal(taken, np.where(INSIDE[:, None], X[np.clip(AT, 0, 3)], 7))
    np.testing.assert_array_equal(put, np.where(np.isin(np.arange(4), AT[INSIDE])[:, None], 0, X))


def test_a_single_index_into_slices() -> None:
    @hl.function("4x3xf32", "i32", name="f")
    def f(x, k):
        return x.at[k, 1:].get(mode="fill", fill_value=7, **NO), x.at[k].set(0, **NO), x.at[-2:].get(**NO)

    for k in (-1, 2):
        read, zeroed, sliced = interpreter.run(f, X, np.int32(k))
        np.testing.assert_array_equal(read, X[k, 1:] if k >= 0 else [7, 7])
        np.testing.assert_array_equal(zeroed, np.where((np.arange(4) == k)[:, None], 0, X))
        np.testing.assert_array_equal(sliced, X[-2:])
    assert str(f).count("stablehlo.select") == 2  # those of the modes


def test_constants_are_errors_unless_a_mode_is_given() -> None:
    for index in (-1, np.array([0, -1])):
        with pytest.raises(hl.UsageError, match=r"index -1 is out of bounds of dimension 0 .*valid: from 0 to 3\)"):
            hl.function("4x3xf32")(lambda x, index=index: x.at[index].get(**NO))
    with pytest.raises(hl.UsageError, match="wrap_negative_indices takes True or False, not int 0"):
        hl.function("4x3xf32")(lambda x: x.at[0].set(0, wrap_negative_indices=0))


def test_where_counting_starts_at_1_nothing_wraps_anyhow() -> None:
    def build(wraps):
        with hl.index_base(1):
            return str(hl.function("4x3xf32", "2xi32", name="f")(lambda x, i: x.at[i].get(wrap_negative_indices=wraps)))

    assert build(True) == build(False)
