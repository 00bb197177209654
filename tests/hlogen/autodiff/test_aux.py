"""What functions return beside what is derived: it comes along, is never derived, and needs no derivative."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl


@hl.function("3xf64", "3xi32")
def looked(x, ids):
    return hl.sum(hl.sine(x)), {"most": hl.argmax(x), "bits": hl.bitcast_convert(x, "i64"), "ids": ids}


X, IDS = np.array([0.5, 2.0, 1.0]), np.arange(3, dtype=np.int32)


def hold(beside):
    assert beside["most"] == 1
    assert list(beside["ids"]) == [0, 1, 2]
    np.testing.assert_array_equal(beside["bits"], X.view(np.int64))


def test_it_comes_last_or_beside_the_value():
    """Bits have no derivative: through them there would be an error."""
    for _ in range(2):
        gradient, beside = hl.grad(looked, has_aux=True)(X, IDS)
        np.testing.assert_allclose(gradient, np.cos(X))
        hold(beside)
        (value, beside), gradient = hl.value_and_grad(looked, has_aux=True)(X, IDS)
        np.testing.assert_allclose([value, *gradient], [np.sin(X).sum(), *np.cos(X)])
        hold(beside)
        value, gradient, beside = hl.vjp(looked, has_aux=True)(X, IDS, 2.0)
        np.testing.assert_allclose([value, *gradient], [np.sin(X).sum(), *2 * np.cos(X)])
        hold(beside)
        value, tangent, beside = hl.jvp(looked, has_aux=True)(X, IDS, X)
        np.testing.assert_allclose([value, tangent], [np.sin(X).sum(), (np.cos(X) * X).sum()])
        hold(beside)


def test_floats_of_it_need_no_derivative():
    @hl.function("3xf64")
    def halves(x):
        return hl.sum(x * x), hl.bitcast_convert(x, "f32")

    _, tangent, beside = hl.jvp(halves, has_aux=True)(X, IDS.astype(float))
    assert tangent == 2 * X @ IDS
    np.testing.assert_array_equal(beside, X.view(np.float32).reshape(3, 2))
    _, push, beside = hl.linearize(halves, has_aux=True)(X)
    assert push(IDS.astype(float)) == tangent
    np.testing.assert_array_equal(beside, X.view(np.float32).reshape(3, 2))
    gradient, _ = hl.grad(halves, has_aux=True)(X)
    np.testing.assert_array_equal(gradient, 2 * X)


def test_several_arguments_and_an_output_that_is_a_tree():
    both = hl.function("f64", "f64")(lambda x, y: ((x * y, {"z": y}), [x + 1]))
    first, second, gradient, other, beside = hl.vjp(both, has_aux=True)(2.0, 3.0, 1.0, {"z": 10.0})
    assert (first, second["z"], gradient, other, beside) == (6, 3, 3, 12, [3])
    product = hl.function("f64", "f64")(lambda x, y: (x * y, (x, y)))
    assert hl.grad(product, has_aux=True)(2.0, 3.0) == ((3, 2), (2, 3))
    assert hl.value_and_grad(product, has_aux=True)(2.0, 3.0) == ((6, (2, 3)), 3, 2)
    assert hl.grad(product, ["y"], has_aux=True)(2.0, 3.0) == ((2,), (2, 3))


def test_what_only_the_aux_depends_on_has_the_gradient_zero():
    beside = hl.function("f64", "f64")(lambda x, y: (x * x, hl.argmax(hl.stack([x, y]))))
    assert hl.grad(beside, wrt="y", has_aux=True)(2.0, 3.0)[0] == 0


def test_a_batch_of_them():
    each = hl.vmap(hl.grad(looked, has_aux=True), in_axes={"x": 0})
    gradient, beside = each(np.stack([X, X + 1]), IDS)
    np.testing.assert_allclose(gradient, np.cos(np.stack([X, X + 1])))
    assert list(beside["most"]) == [1, 1]


def test_a_pair_is_asked_for():
    three = hl.function("f64", name="f")(lambda x: (x, x, x))
    for derive in (hl.grad, hl.value_and_grad, hl.jvp, hl.vjp, hl.jacfwd):
        with pytest.raises(hl.UsageError, match=r"has_aux says that f returns a pair.* 3 results\n  where.*\n  fix: "):
            derive(three, has_aux=True)
    pair = hl.function("f64", name="f")(lambda x: (x, x))
    with pytest.raises(hl.UsageError, match="f_vjp takes 2 arguments, not 3"):
        hl.vjp(pair, has_aux=True)(1.0, 1.0, 1.0)
