"""Matrices drawn at random, in all forms and lowerings: scale, spmm, sddmm, their gradients and those of the gradients.

Each is a sum of products of two numbers, ``z[zs] += v[vs] * x[xs]`` one after the other, and so are its derivatives.
"""

from __future__ import annotations

from itertools import product as tuples
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from helpers import campaign

import hlogen as hl
import interpreter
from hlogen.sparse import SparseMatrix
from hlogen.sparse.lowerings import LOWERINGS

Array = npt.NDArray[Any]
FORMS = ("entries", "csr", "info", "bcoo")


class Terms:
    """The products of two numbers that a call adds up: places in x, v and z, by flat number."""

    def __init__(self, places: list[tuple[int, int, int]], x: Array, v: Array, shape: tuple[int, ...]) -> None:
        self.x, self.v, self.z = np.array(places, np.int64).reshape(-1, 3).T
        self.shapes = (x.shape, v.shape, shape)

    def to_z(self, x: Array, v: Array) -> Array:
        return self._added(2, self.z, x.ravel()[self.x] * v.ravel()[self.v])

    def to_x(self, v: Array, z: Array) -> Array:
        return self._added(0, self.x, v.ravel()[self.v] * z.ravel()[self.z])

    def to_v(self, x: Array, z: Array) -> Array:
        return self._added(1, self.v, x.ravel()[self.x] * z.ravel()[self.z])

    def _added(self, number: int, places: Array, products: Array) -> Array:
        result = np.zeros(int(np.prod(self.shapes[number])))
        np.add.at(result, places, products)
        return result.reshape(self.shapes[number])


def matrix_of(form: str, rng: np.random.Generator) -> tuple[SparseMatrix, list[int], list[int], list[float]]:
    """A matrix, and the rows, columns and values that its program's values are numbered by."""
    count, shape = int(rng.integers(0, 12)), (int(rng.integers(1, 6)), int(rng.integers(1, 6)))
    rows, cols = rng.integers(0, shape[0], count), rng.integers(0, shape[1], count)
    values = rng.normal(size=count)
    if form == "entries":
        return SparseMatrix.from_entries(rows, cols, values, shape), rows.tolist(), cols.tolist(), values.tolist()
    rows = np.sort(rows)
    starts = np.array([(rows < row).sum() for row in range(shape[0] + 1)])
    entries = rows.tolist(), cols.tolist(), values.tolist()
    if form == "csr":
        return SparseMatrix.from_csr(starts, cols, values, shape), *entries
    if form == "info":
        return SparseMatrix.from_info(scale=values, index=cols, seg_out=starts, out_size=shape[0]), *entries
    outside = rng.random(count) < 0.3  # padding

    class Padded:
        n_batch, n_dense = 0, 0
        indices = np.stack([np.where(outside, shape[0], rows), np.where(outside, shape[1], cols)], axis=1)
        data = values

    Padded.shape = shape  # type: ignore[attr-defined]  # a class has no other way to see this one
    kept = [(-1 if gone else row) for gone, row in zip(outside, rows.tolist(), strict=True)]
    return SparseMatrix.from_sparse(Padded), kept, cols.tolist(), values.tolist()


def hold(call: Any, terms: Terms, x: Array, v: Array, rng: np.random.Generator) -> None:
    """The call is its terms; so are its vjp, and the vjp of that, to 1e-12."""
    z = terms.to_z(x, v)
    function = hl.function(*(f"{'x'.join(map(str, each.shape))}xf64" for each in (x, v)))(call)
    backward = hl.vjp(function)
    gz, cz, cx, cv = (rng.normal(size=each.shape) for each in (z, z, x, v))
    expected = [z, terms.to_x(v, gz), terms.to_v(x, gz)]
    expected += [
        terms.to_x(v, cz) + terms.to_x(cv, gz),
        terms.to_v(x, cz) + terms.to_v(cx, gz),
        terms.to_z(cx, v) + terms.to_z(x, cv),
    ]
    results = interpreter.run(hl.vjp(backward), x, v, gz, cz, cx, cv)
    for got, wanted in zip(results, expected, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)


def draw(seed: int, form: str) -> None:
    rng = np.random.default_rng(seed)
    matrix, rows, cols, own = matrix_of(form, rng)
    if form == "entries" and rng.random() < 0.3:  # the same matrix, told otherwise
        matrix = matrix.T.T
    entries = [(t, row, col) for t, (row, col) in enumerate(zip(rows, cols, strict=True)) if row >= 0]
    way: Any = rng.choice(["auto", *LOWERINGS])
    height, width = matrix.shape[0], matrix.shape[1] or 6
    v, n, k = rng.normal(size=len(rows)), int(rng.integers(0, 3)), int(rng.integers(0, 3))
    for shared, accumulated in tuples((False, True), (False, True)):
        x = rng.normal(size=(width, k) if shared else (n, width, k))
        shape = (height, k) if accumulated else (n, height, k)
        terms = Terms(
            [
                (
                    (0 if shared else number) * width * k + col * k + c,
                    t,
                    (0 if accumulated else number) * height * k + row * k + c,
                )
                for number in range(n)
                for t, row, col in entries
                for c in range(k)
            ],
            x,
            v,
            shape,
        )
        flags = {"shared": shared, "out_accumulated": accumulated, "n": n, "lowering": way}
        hold(lambda x, v, flags=flags: hl.sparse.scale(matrix, x, values=v, **flags), terms, x, v, rng)
        own_terms = interpreter.run(
            hl.function(f"{'x'.join(map(str, x.shape))}xf64")(lambda x, f=flags: hl.sparse.scale(matrix, x, **f)), x
        )
        np.testing.assert_allclose(own_terms[0], terms.to_z(x, np.array(own)), rtol=1e-12, atol=1e-12)
    x = rng.normal(size=(width, k))
    product = Terms([(col * k + c, t, row * k + c) for t, row, col in entries for c in range(k)], x, v, (height, k))
    hold(lambda x, v: hl.sparse.spmm(matrix, x, values=v, lowering=way), product, x, v, rng)
    a = rng.normal(size=(height, k))
    sampled = Terms([(col * k + c, row * k + c, t) for t, row, col in entries for c in range(k)], x, a, (len(rows),))
    hold(lambda x, a: hl.sparse.sddmm(matrix, a, x, scaled=False, lowering=way), sampled, x, a, rng)


@pytest.mark.share(4)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(5))
def test_a_drawn_matrix(seed: int, form: str) -> None:
    draw(seed, form)


@pytest.mark.campaign
@pytest.mark.parametrize("form", FORMS)
def test_many_drawn_matrices(form: str) -> None:
    """Six calls each, and so some thousands of configurations."""
    for seed in campaign.seeds(100, 250):
        draw(seed, form)
