"""What ways back of checkpoints compute again; jax/test_checkpoint_jax.py holds their numbers against JAX's."""

import numpy as np
import pytest

import hlogen as hl

X = np.array([0.25, -0.5, 1.0])
W = np.array([[0.3, -0.2, 0.9], [1.1, 0.4, -0.6], [0.2, 0.5, -0.1]])


def way_back(policy, layer):
    """The functions of the gradient of two layers: the way there of one, the way back of one."""

    @hl.function("3xf64", "3x3xf64")
    def f(x, w):
        one = hl.checkpoint(layer, policy=policy)
        return hl.sum(one(one(x, w), w))

    functions = hl.grad(f, wrt="w").module.functions
    back = next(functions[name] for name in functions if name.endswith("_vjp"))
    there = next((functions[name] for name in functions if name.endswith("_fwd")), None)
    return back, there


def count(function, name):
    return sum(operation.name == f"stablehlo.{name}" for operation in function.operation.walk())


def layer(x, w):
    return hl.sine(hl.checkpoint_name(hl.sine(x @ w), "inner") @ w)


@pytest.mark.parametrize(
    ("policy", "again", "saved"),
    [
        (None, (2, 1), 0),  # both products but the result's own sine
        ("nothing_saveable", (2, 1), 0),
        ("dots_saveable", (0, 1), 2),  # the sine between them is what the second product's way back needs
        ("everything_saveable", (0, 0), 3),
        (["inner"], (2, 0), 1),  # the first product for the slope of its sine
        ([], (2, 1), 0),
        (lambda operation: operation.name == "stablehlo.sine", (2, 0), 1),
    ],
    ids=["none", "nothing", "dots", "everything", "one name", "no name", "a predicate"],
)
def test_a_policy_says_what_is_computed_again(policy, again, saved):
    back, there = way_back(policy, layer)
    products, sines = again
    # Besides, the way back has two products for each product, and the sines' slopes.
    assert (count(back, "dot_general") - 4, count(back, "sine")) == (products, sines)
    assert (len(there.type.results) - 1 if there else 0) == saved


def test_what_comes_back_passes_a_barrier_with_what_is_computed_again():
    back, _ = way_back(None, layer)
    first = back.body.operations[0]
    assert first.name == "stablehlo.optimization_barrier"
    assert first.operands == back.body.arguments


def test_products_of_batches_are_told_apart():
    @hl.function("2x3x3xf64")
    def f(x):
        one = hl.checkpoint(
            lambda x: hl.sine(hl.einsum("bij,bjk->bik", hl.sine(x @ W), x)), policy="dots_with_no_batch_dims_saveable"
        )
        return hl.sum(one(x))

    functions = hl.grad(f).module.functions
    (there,) = (functions[name] for name in functions if name.endswith("_fwd"))
    assert len(there.type.results) == 2


def test_effects_are_not_computed_again():
    @hl.function("3xf64")
    def f(x):
        noise = hl.checkpoint(lambda x: x * hl.rng(0.0, 1.0, [3], "UNIFORM"))
        return hl.sum(noise(x))

    with pytest.raises(
        hl.UsageError, match=r"its way back computes it again, but stablehlo.rng .*\n.*\n  fix: move it"
    ):
        hl.grad(f)


def test_only_what_is_active_comes_back():
    @hl.function("3xf64", "3xi64", "3xf64")
    def f(x, n, y):
        return hl.sum(hl.checkpoint(lambda: hl.sine(x) * hl.convert(n, "f64") + hl.floor(y))())

    gradient = hl.grad(f)
    of_x, of_y = gradient(X, np.array([1, 2, 3]), X)
    np.testing.assert_allclose(of_x, np.cos(X) * [1, 2, 3], rtol=1e-15)
    np.testing.assert_array_equal(of_y, np.zeros(3))
    assert not hl.grad(hl.function("3xf64")(lambda x: hl.sum(hl.checkpoint(hl.floor)(x))))(X).any()


def test_in_batched_branches():
    """Where only some examples get to a checkpoint, it is a checkpoint for those."""

    @hl.function("3xf64", "i64")
    def f(x, n):
        one = hl.checkpoint(lambda x: hl.sine(x.at[n].get(mode="error")[0] * x))
        return hl.sum(hl.cond(n < 3, lambda: one(x), lambda: x))

    gradient = hl.vmap(hl.grad(f, wrt=0), axis_size=2)
    numbers = np.array([1, 7])
    found = gradient(np.array([X, X]), numbers)
    one = np.cos(X[1] * X) * X[1]
    one[1] += np.sum(np.cos(X[1] * X) * X)
    np.testing.assert_allclose(found, [one, np.ones(3)], rtol=1e-14)
