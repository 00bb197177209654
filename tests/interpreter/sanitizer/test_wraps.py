"""Indices that the program counts from the end: a note wherever one is negative, and nothing else."""

from __future__ import annotations

from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.spec.hazards import hazards

REAL = Path(__file__).parents[3] / "golden" / "real"
TEXT = hazards()["bounds.wrapped"].example
X = np.arange(24, dtype=np.float32).reshape(6, 4)
ROWS_AT, AT = np.array([0, -1, -2], np.int32), np.int32(-3)


def notes(program, *args):
    sanitizer = interpreter.Sanitizer(select="bounds.wrapped")
    interpreter.run(program, *args, sanitize=sanitizer)
    return [(one.count, one.total, [element.values for element in one.elements]) for one in sanitizer.findings]


ROWS = (2, 3, [(-1, 5), (-2, 4)])
COLUMNS = (2, 3, [(-1, 3), (-2, 2)])
ROW = (1, 1, [(-3, 3)])


def test_indexing_of_hl():
    @hl.function("6x4xf32", "3xi32", "i32")
    def program(x, i, j):
        return x[i], x.at[i].set(0.0), x[j], x[:, i], x[i, j], hl.take(x, i, axis=0, mode="clip")

    told = [ROWS, ROWS, ROW, COLUMNS, ROWS, (1, 1, [(-3, 1)]), ROWS]
    assert notes(program, X, ROWS_AT, AT) == told
    assert not notes(program, X, ROWS_AT - 9, AT - 9)  # negative still: told as out of bounds
    assert not notes(program, X, abs(ROWS_AT), abs(AT))
    assert notes(hl.function("6x4xf32", "3xi32")(lambda x, i: x[i]), X, np.int32([-9, -2, 1])) == [(1, 3, [(-2, 4)])]


def test_what_is_negative_still_is_out_of_bounds_as_it_was_given():
    @hl.function("6x4xf32", "3xi32", "i32")
    def program(x, i, j):
        return x[j], hl.dynamic_index_in_dim(x, j), x.at[i].set(0.0), x.at[i, j].get(mode="clip")

    def where(x, i):
        return x.at[i].get(mode="clip")

    sanitizer = interpreter.Sanitizer("bounds")
    interpreter.run(program, X, ROWS_AT - 6, AT - 6, sanitize=sanitizer)
    row = "component 0 is -9 as given and -3 counted from the end, clamped to 0 (dimension 0 allows 0 .. 5)"
    column = "component 1 is -9 as given and -5 counted from the end, clamped to 0 (dimension 1 allows 0 .. 3)"
    told = [(one.id, [element.text.partition(": ")[2] for element in one.elements]) for one in sanitizer.findings]
    assert [said for said in told if said[0] != "bounds.wrapped"] == [
        ("bounds.guarded", [row]),
        ("bounds.clamped", [row]),
        (
            "bounds.dropped",
            [f"it is {n - 6} as given and {n} counted from the end, dimension 0 allows 0 .. 5" for n in (-1, -2)],
        ),
        (
            "bounds.clamped",
            [
                part + column
                for part in ("", *(row.replace("-9", f"{n - 6}").replace("-3", f"{n}") + "; " for n in (-1, -2)))
            ],
        ),
    ]
    sanitizer = interpreter.Sanitizer("bounds")
    interpreter.run(hl.from_jax(where, X, ROWS_AT), X, ROWS_AT - 9, sanitize=sanitizer)
    ((id, text),) = [(one.id, one.elements[0].text) for one in sanitizer.findings]
    assert (id, "-9 as given and -3 counted from the end" in text) == ("bounds.clamped", True)


def test_a_dynamic_size():
    @hl.function("?x4xf32", "3xi32")
    def program(x, i):
        return x[i]

    assert notes(program, X, ROWS_AT) == [ROWS]


def test_indexing_of_jax_in_calls_too():
    def program(x, i, j):
        y = jnp.where(x < 0, x + 6, x)  # the same function of JAX, and no indices
        return x[i], x.at[i].add(1.0), jnp.take(y, i, axis=0), x[:, i], x[j], x[-1], x.at[-1].set(0.0)

    traced = hl.from_jax(program, X, ROWS_AT, AT)
    assert notes(traced, X - 8, ROWS_AT, AT) == [ROWS, ROWS, ROWS, COLUMNS, ROW]
    assert not notes(traced, X - 8, abs(ROWS_AT), abs(AT))


def test_a_program_of_jax_in_a_file():
    inputs = dict(np.load(REAL / "take_along_axis.inputs.npz"))
    arrays = [-1 - abs(x) if x.dtype.kind == "i" else x for x in inputs.values()]
    ((count, total, _), *_) = notes(REAL / "take_along_axis.mlir", *arrays)
    assert count == total
    assert not notes(REAL / "take_along_axis.mlir", *(abs(x) for x in inputs.values()))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dense<6>", "dense<5>"),  # another number than the size
        ("compare LT", "compare LE"),
        ("dense<0>", "dense<-1>"),
        ("add %indices, %size", "subtract %indices, %size"),
        ("add %indices, %size", "add %zero, %size"),
        ("(%operand, %start_indices)", "(%operand, %indices)"),  # it isn't used
    ],
)
def test_another_select(old, new):
    assert notes(TEXT, X[:, 0], ROWS_AT.astype(np.int64)) == [ROWS]
    assert old in TEXT
    assert not notes(TEXT.replace(old, new), X[:, 0], ROWS_AT.astype(np.int64))
