"""Clebsch-Gordan tables: their values, symmetries and precision; products with them turn with their operands."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from helpers.building import built
from helpers.sparse_couplings import real_couplings
from numpy.random import Generator, default_rng

import hlogen as hl
import interpreter
from hlogen.sparse import so3

# Nonzero values of e3nn's wigner_3j: the indices, and the square with the sign of the value.
E3NN: dict[tuple[int, int, int], dict[tuple[int, int, int], Fraction]] = {
    (0, 0, 0): {(0, 0, 0): Fraction(1)},
    (1, 1, 0): {(0, 0, 0): Fraction(1, 3), (1, 1, 0): Fraction(1, 3), (2, 2, 0): Fraction(1, 3)},
    (0, 1, 1): {(0, 0, 0): Fraction(1, 3), (0, 1, 1): Fraction(1, 3), (0, 2, 2): Fraction(1, 3)},
    (1, 1, 1): {
        (0, 1, 2): Fraction(1, 6),
        (0, 2, 1): Fraction(-1, 6),
        (1, 0, 2): Fraction(-1, 6),
        (1, 2, 0): Fraction(1, 6),
        (2, 0, 1): Fraction(1, 6),
        (2, 1, 0): Fraction(-1, 6),
    },
    (1, 1, 2): {
        (0, 0, 2): Fraction(-1, 30),
        (0, 0, 4): Fraction(-1, 10),
        (0, 1, 1): Fraction(1, 10),
        (0, 2, 0): Fraction(1, 10),
        (1, 0, 1): Fraction(1, 10),
        (1, 1, 2): Fraction(2, 15),
        (1, 2, 3): Fraction(1, 10),
        (2, 0, 0): Fraction(1, 10),
        (2, 1, 3): Fraction(1, 10),
        (2, 2, 2): Fraction(-1, 30),
        (2, 2, 4): Fraction(1, 10),
    },
    (1, 2, 2): {
        (0, 0, 1): Fraction(-1, 30),
        (0, 1, 0): Fraction(1, 30),
        (0, 2, 3): Fraction(1, 10),
        (0, 3, 2): Fraction(-1, 10),
        (0, 3, 4): Fraction(1, 30),
        (0, 4, 3): Fraction(-1, 30),
        (1, 0, 4): Fraction(-2, 15),
        (1, 1, 3): Fraction(-1, 30),
        (1, 3, 1): Fraction(1, 30),
        (1, 4, 0): Fraction(2, 15),
        (2, 0, 3): Fraction(1, 30),
        (2, 1, 2): Fraction(1, 10),
        (2, 1, 4): Fraction(1, 30),
        (2, 2, 1): Fraction(-1, 10),
        (2, 3, 0): Fraction(-1, 30),
        (2, 4, 1): Fraction(-1, 30),
    },
}

COUPLED = [(a, b, c) for a in range(5) for b in range(5) for c in range(abs(a - b), min(a + b, 4) + 1)]
LARGE = [(8, 8, 8), (8, 7, 6), (3, 8, 8), (6, 6, 1), (8, 4, 5), (10, 10, 20)]
EPSILON = Decimal(2) ** -53


@pytest.mark.parametrize("degrees", E3NN, ids=str)
def test_values_are_those_of_e3nn(degrees: tuple[int, int, int]) -> None:
    array = so3.clebsch_gordan(*degrees)
    expected = np.zeros_like(array)
    for index, square in E3NN[degrees].items():
        expected[index] = math.copysign(math.sqrt(abs(square)), square)
    np.testing.assert_allclose(array, expected, rtol=1e-15, atol=0)


def test_vectors_couple_by_the_dot_product_and_the_cross_product() -> None:
    x, y = default_rng(0).normal(size=(2, 3))
    dot = np.einsum("ijk,i,j->k", so3.clebsch_gordan(1, 1, 0), x, y)
    cross = np.einsum("ijk,i,j->k", so3.clebsch_gordan(1, 1, 1), x, y)
    np.testing.assert_allclose(dot * math.sqrt(3), [x @ y], rtol=1e-14)
    np.testing.assert_allclose(cross * math.sqrt(6), np.cross(x, y), rtol=1e-14)


@pytest.mark.share(4)
@pytest.mark.parametrize("degrees", COUPLED + LARGE, ids=str)
def test_values_and_zeros_are_those_of_ladder_operators(degrees: tuple[int, int, int]) -> None:
    """Within a unit of the last place, and zero exactly where the model is."""
    array = so3.clebsch_gordan(*degrees)
    with localcontext() as context:
        context.prec = 50
        for index, expected in real_couplings(*degrees).items():
            if abs(expected) < Decimal("1e-35"):
                assert array[index] == 0, index
            else:
                assert abs(Decimal(float(array[index])) - expected) <= 2 * EPSILON * abs(expected), index


@pytest.mark.share(4)
@pytest.mark.parametrize("l2", range(7))
@pytest.mark.parametrize("l1", range(7))
def test_tables_of_two_degrees_are_an_orthogonal_matrix(l1: int, l2: int) -> None:
    """Clebsch-Gordan coefficients proper take products of rows to coupled rows, and nothing is lost."""
    coupled = range(abs(l1 - l2), l1 + l2 + 1)
    parts = [math.sqrt(2 * l3 + 1) * so3.clebsch_gordan(l1, l2, l3) for l3 in coupled]
    matrix = np.concatenate(parts, axis=2).reshape(-1, (2 * l1 + 1) * (2 * l2 + 1))
    unit = np.eye(len(matrix))
    np.testing.assert_allclose(matrix @ matrix.T, unit, rtol=0, atol=2e-15)
    np.testing.assert_allclose(matrix.T @ matrix, unit, rtol=0, atol=2e-15)


@pytest.mark.share(4)
@pytest.mark.parametrize("degrees", [*COUPLED, (8, 7, 6), (7, 7, 5)], ids=str)
def test_exchanged_degrees_change_the_sign_where_their_sum_is_odd(degrees: tuple[int, int, int]) -> None:
    """Bit for bit."""
    array = so3.clebsch_gordan(*degrees)
    sign = (-1) ** sum(degrees)
    for order in itertools.permutations(range(3)):
        is_odd = order in ((0, 2, 1), (2, 1, 0), (1, 0, 2))
        other = so3.clebsch_gordan(*(degrees[place] for place in order))
        np.testing.assert_array_equal(other, (sign if is_odd else 1) * array.transpose(order))


@pytest.mark.parametrize(
    ("l_max", "count"), [(0, 1), (1, 16), (2, 137), (3, 611), (4, 2052), (6, 11896), (8, 44171)], ids=str
)
def test_products_have_an_entry_for_each_coefficient_that_is_not_zero(l_max: int, count: int) -> None:
    product = so3.tensor_product(l_max)
    assert len(product) == count
    assert product.sizes == ((l_max + 1) ** 2,) * 3
    assert product.scale is not None
    assert product.scale.dtype == np.float64
    assert np.abs(product.scale).min() > 1e-3
    np.testing.assert_array_equal(product.order, np.arange(count))
    columns = np.stack([product.io, product.i1, product.i2])
    np.testing.assert_array_equal(np.unique(columns, axis=1), columns)  # no two are the same, and they are sorted


@pytest.mark.parametrize("given", [(2,), (2, 1), (1, 3, 2), (0, 2, 2), (2, 2, 4), (3, 0, 1), (3, None, 1)], ids=str)
def test_products_have_all_triples_of_degrees(given: tuple[Any, ...]) -> None:
    first, second, last = (*given, *[None] * (3 - len(given)))
    product = so3.tensor_product(first, second, last)
    second, last = (first if degree is None else degree for degree in (second, last))
    sizes = ((first + 1) ** 2, (second + 1) ** 2, (last + 1) ** 2)
    expected = np.zeros(sizes)
    assert product.sizes == sizes
    for l1, l2, l3 in itertools.product(range(first + 1), range(second + 1), range(last + 1)):
        if abs(l1 - l2) <= l3 <= l1 + l2:
            expected[block(l1), block(l2), block(l3)] = so3.clebsch_gordan(l1, l2, l3)
    np.testing.assert_array_equal(dense(product), expected)


def test_a_product_is_made_once_and_can_not_be_changed() -> None:
    product = so3.tensor_product(2)
    assert so3.tensor_product(np.int64(2), 2, l_max_out=2) is product
    for array in (product.i1, product.i2, product.io, product.order, product.scale):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    so3.clebsch_gordan(1, 1, 0)[:] = 0
    assert so3.clebsch_gordan(1, 1, 0).any()


def test_rotations_are_those_of_spherical_harmonics() -> None:
    rng = default_rng(1)
    points = rng.normal(size=(200, 3))
    for matrix in [np.eye(3), *(random_rotation(rng) for _ in range(5))]:
        np.testing.assert_allclose(so3.rotation(3, matrix), fitted(matrix, points), rtol=0, atol=1e-13)


def test_spherical_harmonics_are_coupled_from_those_of_degree_1() -> None:
    """With a positive factor, so the signs of all degrees are e3nn's."""
    rows = harmonics(default_rng(2).normal(size=(50, 3)))
    for degree in (1, 2, 3):
        table = so3.clebsch_gordan(degree - 1, 1, degree)
        coupled = np.einsum("ijk,ni,nj->nk", table, rows[:, block(degree - 1)], rows[:, block(1)])
        factor = coupled[0, 0] / rows[0, block(degree)][0]
        assert factor > 0
        np.testing.assert_allclose(coupled, factor * rows[:, block(degree)], rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("l_max", [0, 1, 3, 8, 20])
def test_rotations_are_a_group(l_max: int) -> None:
    rng = default_rng(l_max)
    first, second = random_rotation(rng), random_rotation(rng)
    one, other = so3.rotation(l_max, first), so3.rotation(l_max, second)
    assert one.shape == ((l_max + 1) ** 2,) * 2
    np.testing.assert_allclose(one @ other, so3.rotation(l_max, first @ second), rtol=0, atol=1e-12)
    np.testing.assert_allclose(one @ one.T, np.eye(len(one)), rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_product_of_rotated_rows_is_the_rotated_product(seed: int) -> None:
    rng = default_rng(seed)
    product = so3.tensor_product(3)
    x, y = rng.normal(size=(2, 7, 16, 5))
    function = built(lambda a, b: hl.sparse.mul(product, a, b), x, y)
    turn = fitted(random_rotation(rng), rng.normal(size=(200, 3)))
    (straight,) = interpreter.run(function, x, y)
    (turned,) = interpreter.run(function, turn @ x, turn @ y)
    np.testing.assert_allclose(straight, np.einsum("ijk,nic,njc->nkc", dense(product), x, y), rtol=0, atol=1e-13)
    np.testing.assert_allclose(turned, turn @ straight, rtol=0, atol=1e-12)
    assert np.abs(turned - straight).max() > 0.1


def test_sizes_that_differ_and_a_weight_per_triple_of_degrees_keep_the_product_equivariant() -> None:
    rng = default_rng(9)
    product = so3.tensor_product(3, 1, 2)
    x, y = rng.normal(size=(4, 16, 3)), rng.normal(size=(4, 4, 3))
    degrees = [np.sqrt(rows).astype(int) for rows in (product.i1, product.i2, product.io)]
    weights = rng.normal(size=(4, 2, 3))[tuple(degrees)] * product.scale
    function = built(lambda a, b, w: hl.sparse.mul(product, a, b, scale=w), x, y, weights)
    turn = fitted(random_rotation(rng), rng.normal(size=(200, 3)))
    (straight,) = interpreter.run(function, x, y, weights)
    (turned,) = interpreter.run(function, turn @ x, turn[:4, :4] @ y, weights)
    assert straight.shape == (4, 9, 3)
    np.testing.assert_allclose(turned, turn[:9, :9] @ straight, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (-1, "l_max is a degree, and -1 is negative"),
        (2.0, "l_max is a degree, a whole number, not float 2.0"),
        (True, "l_max is a degree, a whole number, not bool True"),
        (None, "l_max is a degree, a whole number, not None"),
        ("3", "l_max is a degree, a whole number, not str '3'"),
        (np.array([3]), "l_max is a degree, a whole number, not ndarray array([3])"),
        (
            21,
            "l_max is 21: a full tensor product of that degree has over 4.1e+06 entries, which take over 0.41 minutes",
        ),
        (10**400, "l_max is beyond 64 bits: a full tensor product of that degree has over 8e+249 entries"),
        (-(10**5000), "l_max is a degree, and beyond 64 bits is negative"),
    ],
    ids=["negative", "float", "bool", "none", "text", "array", "large", "huge", "beyond"],
)
def test_degrees_are_small_whole_numbers(given: Any, said: str) -> None:
    with pytest.raises(hl.UsageError) as caught:
        so3.tensor_product(given)
    assert str(caught.value).startswith(said)
    for other in ({"l_max2": given}, {"l_max_out": given}):
        if given is not None:
            with pytest.raises(hl.UsageError, match=f"^{next(iter(other))} is "):
                so3.tensor_product(1, **other)


@pytest.mark.parametrize("degrees", [(1, 1, 3), (2, 0, 1), (0, 3, 4)], ids=str)
def test_degrees_that_do_not_couple_are_refused(degrees: tuple[int, int, int]) -> None:
    l1, l2, l3 = degrees
    with pytest.raises(
        hl.UsageError, match=rf"^degrees {l1} and {l2} couple to {abs(l1 - l2)}\.\.{l1 + l2}, not to {l3}"
    ):
        so3.clebsch_gordan(*degrees)


@pytest.mark.parametrize(
    ("matrix", "said"),
    [
        (np.eye(4), "a rotation is a 3 x 3 matrix of real numbers, not float64 of shape (4, 4)"),
        (np.eye(3) * 1j, "a rotation is a 3 x 3 matrix of real numbers, not complex128 of shape (3, 3)"),
        (2 * np.eye(3), "the matrix is no rotation: it times its transpose isn't 1"),
        (np.full((3, 3), np.nan), "the matrix is no rotation: it times its transpose isn't 1"),
        (-np.eye(3), "the matrix is no rotation: it has determinant -1, so it reflects"),
    ],
    ids=["size", "complex", "stretch", "nan", "reflection"],
)
def test_matrices_that_are_no_rotations_are_refused(matrix: np.ndarray, said: str) -> None:
    with pytest.raises(hl.UsageError) as caught:
        so3.rotation(2, matrix)
    assert str(caught.value).startswith(said)


def block(degree: int) -> slice:
    """The rows of a degree."""
    return slice(degree**2, (degree + 1) ** 2)


def dense(product: hl.sparse.SparseProduct) -> np.ndarray:
    sizes = [size for size in product.sizes if size is not None]
    array = np.zeros(sizes)
    array[product.i1, product.i2, product.io] = product.scale
    return array


def random_rotation(rng: Generator) -> np.ndarray:
    matrix, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return matrix * np.linalg.det(matrix)


def fitted(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """What takes spherical harmonics of degrees 0..3 of points to those of turned points."""
    straight, turned = harmonics(points), harmonics(points @ matrix.T)
    whole = np.zeros((16, 16))
    for rows in map(block, range(4)):
        solution, _, _, _ = np.linalg.lstsq(straight[:, rows], turned[:, rows], rcond=None)
        whole[rows, rows] = solution.T
    return whole


def harmonics(points: np.ndarray) -> np.ndarray:
    """Real spherical harmonics of degrees 0..3 as polynomials, for the polar axis y, each degree up to a factor."""
    y, z, x = points.T  # as textbooks call the axes: z is the polar one
    r2 = x**2 + y**2 + z**2
    rows = [
        np.ones_like(x),
        *(y, z, x),
        *(math.sqrt(3) * x * y, math.sqrt(3) * y * z, z**2 - (x**2 + y**2) / 2, math.sqrt(3) * x * z),
        math.sqrt(3) / 2 * (x**2 - y**2),
        math.sqrt(5 / 8) * y * (3 * x**2 - y**2),
        math.sqrt(15) * x * y * z,
        math.sqrt(3 / 8) * y * (5 * z**2 - r2),
        z * (5 * z**2 - 3 * r2) / 2,
        math.sqrt(3 / 8) * x * (5 * z**2 - r2),
        math.sqrt(15) / 2 * z * (x**2 - y**2),
        math.sqrt(5 / 8) * x * (x**2 - 3 * y**2),
    ]
    return np.stack(rows, axis=1)
