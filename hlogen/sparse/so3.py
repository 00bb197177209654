"""Clebsch-Gordan tables: the coupling of angular momenta in the real basis, as entries of a sparse product.

Rows are those of the real spherical harmonics of degrees 0..l_max: degree l has the 2l + 1 rows from l * l on, in the
order m = -l..l. The basis and all signs are e3nn's: the coefficients of three degrees are its ``wigner_3j``, whose
squares sum to 1, and the rows of degree 1 are a vector's x, y, z. So the polar axis is y; where it is called z, as in
physics, the same rows are y, z, x.

With ``<a b>`` a binomial, and J = l1 + l2 + l3, Wigner's 3j symbol is a whole number times the root of a fraction
(Racah's formula):

    S = sum over k of (-1)^k <l1+l2-l3 k> <l1-l2+l3 l1-m1-k> <l2-l1+l3 l2+m2-k>
    S^2 (l1+m1)! (l1-m1)! (l2+m2)! (l2-m2)! (l3+m3)! (l3-m3)! / ((J+1)! (l1+l2-l3)! (l1-l2+l3)! (l2-l1+l3)!)

Both are computed with Python's integers, so that a coefficient is zero exactly where it is to be, and rounded twice: by
the division and by the root. The change to the real basis adds one power of i, and the root of 1/2 where no m is 0:
complex m and -m of a triple give the same up to a sign, so a real coefficient has a single one behind it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.builder.arrays import as_array
from hlogen.builder.emit import described
from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.sparse.entries import SparseProduct

# Tables end here: l_max = 20 has 3.4 million entries, which take half a minute.
DEGREE_LIMIT = 20


@public
def tensor_product(l_max: int, l_max2: int | None = None, l_max_out: int | None = None) -> SparseProduct:
    """The full tensor product of rows of degrees 0..l_max and 0..l_max2 to rows of degrees 0..l_max_out.

    All triples of degrees that couple, each with the coefficients of `clebsch_gordan`; `l_max2` and `l_max_out` are
    `l_max` where they are left out. Sizes are the squares of l_max + 1, l_max2 + 1, l_max_out + 1. Entries are sorted
    by the row of the result, then of the first operand, then of the second, and none is zero. The degrees of the rows,
    for a weight per triple, are ``np.sqrt(product.io).astype(int)`` and so on.

    A table is made once and then shared. Raises UsageError where a degree isn't a whole number of 0..20.
    """
    first = _degree(l_max, "l_max")
    second = first if l_max2 is None else _degree(l_max2, "l_max2")
    return _tensor_product(first, second, first if l_max_out is None else _degree(l_max_out, "l_max_out"))


@public
def clebsch_gordan(l1: int, l2: int, l3: int) -> npt.NDArray[np.float64]:
    """The coupling of degrees l1 and l2 to l3: an array (2 l1 + 1, 2 l2 + 1, 2 l3 + 1) whose squares sum to 1.

    The sum over i and j of ``c[i, j, k] * x[i] * y[j]`` is a vector of degree l3 that rotates with x and y. With
    indices k and k' summed over i and j, ``c c`` is 1 / (2 l3 + 1) where k = k' and 0 elsewhere: times the root of
    2 l3 + 1, it is the Clebsch-Gordan coefficients proper.

    Raises UsageError where l3 isn't one of abs(l1 - l2)..l1 + l2, or a degree isn't a whole number of 0..20.
    """
    degrees = (_degree(l1, "l1"), _degree(l2, "l2"), _degree(l3, "l3"))
    least, most = abs(degrees[0] - degrees[1]), degrees[0] + degrees[1]
    if not least <= degrees[2] <= most:
        raise usage_error(f"degrees {l1} and {l2} couple to {least}..{most}, not to {l3}")
    array = np.zeros([2 * degree + 1 for degree in degrees])
    columns, values = _coupling(*degrees)
    array[tuple(columns)] = values
    return array


@public
def rotation(l_max: int, matrix: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """What a rotation of space, the 3 x 3 `matrix` that turns (x, y, z), does to rows of degrees 0..l_max.

    A matrix with a block per degree, Wigner's D: 1 for degree 0, `matrix` for degree 1, and every next one by the
    coupling of the one before with degree 1. ``rotation(l, r) @ x`` are the rotated rows of x.

    Raises UsageError where `matrix` isn't a rotation, to 1e-5: reflections aren't, for products of odd
    l1 + l2 + l3 don't go with them.
    """
    last = _degree(l_max, "l_max")
    turn = _rotation(matrix)
    whole = np.zeros([(last + 1) ** 2] * 2)
    block = np.ones((1, 1))
    for degree in range(last + 1):
        if degree:
            table = clebsch_gordan(degree - 1, 1, degree)
            coupled = np.einsum("abc,ad,be->dec", table, block, turn)
            block = (2 * degree + 1) * np.einsum("dec,def->cf", coupled, table)
        rows = slice(degree**2, (degree + 1) ** 2)
        whole[rows, rows] = block
    return whole


@lru_cache(maxsize=16)
def _tensor_product(l_max: int, l_max2: int, l_max_out: int) -> SparseProduct:
    parts, values = [], []
    for l1 in range(l_max + 1):
        for l2 in range(l_max2 + 1):
            for l3 in range(abs(l1 - l2), min(l1 + l2, l_max_out) + 1):
                columns, numbers = _coupling(l1, l2, l3)
                parts.append(columns + np.array([[l1**2], [l2**2], [l3**2]]))
                values.append(numbers)
    i1, i2, io = np.concatenate(parts, axis=1)
    order = np.lexsort((i2, i1, io))
    sizes = ((l_max + 1) ** 2, (l_max2 + 1) ** 2, (l_max_out + 1) ** 2)
    return SparseProduct.from_entries(i1[order], i2[order], io[order], np.concatenate(values)[order], sizes)


@lru_cache(maxsize=1024)
def _coupling(l1: int, l2: int, l3: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The coefficients that aren't zero, and their three indices, a column each."""
    found = list(_coefficients(l1, l2, l3))
    columns = np.array([triple for triple, _ in found], np.int64).reshape(-1, 3).T
    return columns + np.array([[l1], [l2], [l3]]), np.array([value for _, value in found], np.float64)


def _coefficients(l1: int, l2: int, l3: int) -> Iterator[tuple[tuple[int, int, int], float]]:
    """The real coefficients that aren't zero, each with its (m1, m2, m3)."""
    for (n1, n2, n3), is_negative, square in _complex_coefficients(l1, l2, l3):
        size = math.sqrt(square) if 0 in (n1, n2, n3) else math.sqrt(square / 2)
        for m1 in {n1, -n1}:
            for m2 in {n2, -n2}:
                for m3 in {n3, -n3}:
                    power = _power_of_i(l1, n1, m1) + _power_of_i(l2, n2, m2) - _power_of_i(l3, n3, m3)
                    if power % 2 == 0:  # else it is imaginary, and what complex -m adds takes it away
                        yield (m1, m2, m3), -size if is_negative ^ (power % 4 == 2) else size


def _complex_coefficients(l1: int, l2: int, l3: int) -> Iterator[tuple[tuple[int, int, int], bool, float]]:
    """Of (m1, m2, m3) and its negative the one, whether its Clebsch-Gordan coefficient is negative, the 3j squared.

    Signs are those of Condon and Shortley.
    """
    factorial = [math.factorial(number) for number in range(l1 + l2 + l3 + 2)]
    tops = (l1 + l2 - l3, l1 - l2 + l3, l2 - l1 + l3)
    first, second, third = ([math.comb(top, number) for number in range(top + 1)] for top in tops)
    divisor = factorial[-1] * math.prod(factorial[top] for top in tops)
    for m1 in range(l1 + 1):
        for m2 in range(-l2 if m1 else 0, l2 + 1):
            m3 = m1 + m2
            if abs(m3) > l3:
                continue
            low = max(0, l2 - l3 - m1, l1 - l3 + m2)
            high = min(tops[0], l1 - m1, l2 + m2)
            total = sum((-1) ** k * first[k] * second[l1 - m1 - k] * third[l2 + m2 - k] for k in range(low, high + 1))
            if total:
                factors = (l1 + m1, l1 - m1, l2 + m2, l2 - m2, l3 + m3, l3 - m3)
                square = total**2 * math.prod(factorial[factor] for factor in factors) / divisor
                yield (m1, m2, m3), total < 0, square


def _power_of_i(degree: int, complex_m: int, m: int) -> int:
    """The power of i that real row m has in complex row `complex_m`, which is m or -m.

    Complex row -n is (row n - i row -n) / root of 2, and n is (-1)^n (row n + i row -n) / root of 2. All is times
    (-i)^l, which makes the coefficients of odd l1 + l2 + l3 real too.
    """
    sine = m < 0
    if complex_m < 0:
        return -degree - sine
    return -degree + sine + 2 * complex_m


def _degree(given: object, name: str) -> int:
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)):
        raise usage_error(f"{name} is a degree, a whole number, not {described(given)}")
    told = given if abs(int(given)) < 1 << 63 else "beyond 64 bits"  # Python refuses to print what is far beyond
    if given < 0:
        raise usage_error(f"{name} is a degree, and {told} is negative")
    if given > DEGREE_LIMIT:
        entries = 0.8 * (min(int(given), 10**50) + 1) ** 5
        raise usage_error(
            f"{name} is {told}: a full tensor product of that degree has over {entries:.2g} entries, which take over "
            f"{entries * 6e-6 / 60:.2g} minutes to make, so tables end at {DEGREE_LIMIT}"
        )
    return int(given)


def _rotation(matrix: npt.ArrayLike) -> npt.NDArray[np.float64]:
    array: npt.NDArray[Any] = as_array(matrix)
    if array.shape != (3, 3) or array.dtype.kind not in "iuf":
        raise usage_error(f"a rotation is a 3 x 3 matrix of real numbers, not {array.dtype} of shape {array.shape}")
    turn = array.astype(np.float64)
    if not np.abs(turn @ turn.T - np.eye(3)).max() <= 1e-5:
        raise usage_error(f"the matrix is no rotation: it times its transpose isn't 1\n{turn}")
    if np.linalg.det(turn) < 0:
        raise usage_error(f"the matrix is no rotation: it has determinant -1, so it reflects\n{turn}")
    return turn
