"""Derivatives of scatters that multiply: each update is multiplied by the product of the others, no division."""

import numpy as np
import pytest
from helpers import campaign
from helpers.derivatives import check
from helpers.scatter_folds import Computation, draw_fold
from model.scatter import scatter

import hlogen as hl
import interpreter
from hlogen.backends import backend

PRODUCT = Computation("product", lambda a, b: a * b)
COMPLEX = Computation("complex_product", lambda a, b: a * b, types=("complex<f64>",))
# Powers of two: every product is exact, in whatever order.
VALUES = np.array([0, 0, 1, -2, 0.5, 4, -1, np.inf])


def literal(fold, tangents, cotangent):
    """Result, tangent and gradients by the formula, element by element: products of all others, one after the other."""
    x, indices, u = fold.inputs
    tape = []

    def body(old, place, new, number):
        tape.append((int(place), int(number)))
        return old * new, place

    places, numbers = np.arange(x.size).reshape(x.shape), np.arange(u.size).reshape(u.shape)
    result = scatter([x, places], indices, [u, numbers], body, **vars(fold.layout.scatter_numbers()))[0]
    tangent = np.zeros(x.size, x.dtype)
    of_x, of_u = np.zeros(x.size, x.dtype), np.zeros(u.size, u.dtype)
    with np.errstate(all="ignore"):
        for place in range(x.size):
            mine = [number for where, number in tape if where == place]
            factors = [x.flat[place], *(u.flat[number] for number in mine)]
            directions = [tangents[0].flat[place], *(tangents[1].flat[number] for number in mine)]
            for at, direction in enumerate(directions):
                others = cotangent.dtype.type(1)
                for number, factor in enumerate(factors):
                    if number != at:
                        others = others * factor
                tangent[place] += direction * others
                if at == 0:
                    of_x[place] = cotangent.flat[place] * others
                else:
                    of_u[mine[at - 1]] = cotangent.flat[place] * others
    return result, tangent.reshape(x.shape), of_x.reshape(x.shape), of_u.reshape(u.shape)


def hold(seed: int) -> int:
    """Holds a random product against the formula; returns how many updates there are."""
    fold = draw_fold(seed, PRODUCT)
    rng = np.random.default_rng(seed)
    values = VALUES if seed % 2 else VALUES[:-1]
    for number in (0, 2):
        fold.inputs[number] = rng.choice(values, fold.inputs[number].shape)
    x, _, u = fold.inputs
    cotangent = rng.choice([1.0, -2, 0.5], x.shape)
    tangents = [rng.choice([1.0, -2, 0.5], value.shape) for value in (x, u)]
    result, tangent, of_x, of_u = literal(fold, tangents, cotangent)
    got = interpreter.run(hl.vjp(fold.function), *fold.inputs, cotangent)
    for actual, wanted in zip(got, (result, of_x, of_u), strict=True):
        np.testing.assert_array_equal(actual, wanted, err_msg=f"seed {seed}\n{fold}")
    pushed = interpreter.run(hl.jvp(fold.function), *fold.inputs, *tangents)
    # Where zeros meet infinities the formula has NaN; what is pushed along with the product may be less undecided.
    pushed = pushed[0], np.where(np.isnan(tangent), tangent, pushed[1])
    for actual, wanted in zip(pushed, (result, tangent), strict=True):
        np.testing.assert_array_equal(actual, wanted, err_msg=f"seed {seed}\n{fold}")
    return u.size


def test_derivatives_are_products_of_the_others():
    assert sum(hold(seed) > 1 for seed in range(20)) > 8


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(10_000, 14_000, 1000))
def test_derivatives_are_products_of_the_others_in_many_programs(start):
    for seed in range(start, start + 1000):
        hold(seed)


@campaign.every(2)
@pytest.mark.parametrize("computation", [PRODUCT, COMPLEX], ids=["real", "complex"])
def test_random_products(computation, every):
    for seed in range(0, 8, every):
        fold = draw_fold(seed, computation)
        for number in (0, 2):
            fold.inputs[number].flat[:1] = 0
        check(fold.function, fold.inputs, order=2)


@pytest.mark.campaign
@pytest.mark.parametrize("computation", [PRODUCT, COMPLEX], ids=["real", "complex"])
@pytest.mark.parametrize("start", campaign.seeds(0, 1000, 250))
def test_many_random_products(computation, start):
    for seed in range(start, start + 250):
        fold = draw_fold(seed, computation)
        check(fold.function, fold.inputs, order=2 if seed % 5 == 0 else 1)


@hl.function("4xf64", "3x1xi32", "3xf64", name="main")
def product(x, i, u):
    return hl.scatter(
        x, i, u, "mul",
        update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
    )  # fmt: skip


def test_an_infinity_that_nothing_touches_stays_out():
    x, indices = np.array([np.inf, 3.0, np.nan, 5.0]), np.array([[1], [1], [7]], np.int32)
    result, of_x, of_u = interpreter.run(hl.vjp(product), x, indices, np.array([2.0, 0.0, 1.0]), np.ones(4))
    np.testing.assert_array_equal(of_x, [1, 0, 1, 1])
    np.testing.assert_array_equal(of_u, [0, 6, 0])
    np.testing.assert_array_equal(result, [np.inf, 0, np.nan, 5])


def test_an_infinite_update_of_an_input_without_tangent():
    x, indices, u = np.array([3.0, 5, 1, 1]), np.array([[0], [1], [1]], np.int32), np.array([np.inf, np.inf, 2])
    _, tangent = interpreter.run(hl.jvp(product, wrt="u"), x, indices, u, np.array([1.0, 1, 0]))
    np.testing.assert_array_equal(tangent, [3, np.nan, 0, 0])
    _, tangent = interpreter.run(hl.jvp(product, wrt="u"), x, indices, u, np.array([1.0, 1, 1]))
    np.testing.assert_array_equal(tangent, [3, np.inf, 0, 0])


def test_overlapping_windows():
    @hl.function("5xf64", "2x1xi32", "2x3xf64", name="main")
    def windows(x, i, u):
        return hl.scatter(
            x, i, u, "mul",
            update_window_dims=[1], inserted_window_dims=[], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
        )  # fmt: skip

    x, indices = np.array([1.0, 2, 3, 4, 5]), np.array([[1], [2]], np.int32)
    u = np.array([[2.0, 3, 5], [7, 0, 11]])
    _, of_x, of_u = interpreter.run(hl.vjp(windows), x, indices, u, np.ones(5))
    np.testing.assert_array_equal(of_x, [1, 2, 21, 0, 11])
    np.testing.assert_array_equal(of_u, [[2, 21, 0], [9, 20, 5]])


def test_the_gradient_has_no_loop():
    assert "while" not in str(hl.vjp(product))
    assert "while" not in str(hl.vjp(hl.vjp(product)))


@pytest.mark.parametrize("name", ["upstream", "xla"])
def test_backends_agree(name):
    args = [np.array([0.0, 3, 2, 5]), np.array([[1], [1], [0]], np.int32), np.array([2.0, 0, 4])]
    for function, more in (
        (hl.vjp(product), [np.arange(1.0, 5)]),
        (hl.jvp(product), [np.arange(1.0, 5), np.ones(3)]),
        (hl.jvp(hl.vjp(product), wrt=[0, 2]), [np.arange(1.0, 5), np.ones(4), np.ones(3)]),
    ):
        if name == "upstream" and len(more) == 3:
            continue  # its scatter writes into its inputs, here the zeros that another one starts from
        wanted = interpreter.run(function, *args, *more)
        for got, value in zip(backend(name).run(function, *args, *more), wanted, strict=True):
            np.testing.assert_array_equal(got, value)
