"""What loops of a known number of turns save, and what of that they compute again."""

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.autodiff.rules import loops

X = np.array([0.25, -0.5, 1.0])
W = np.array([[0.3, -0.2, 0.9], [1.1, 0.4, -0.6], [0.2, 0.5, -0.1]])
ROWS = np.array([X + turn for turn in range(5)])


def saved(program, turns=5):
    """The shapes of what is saved, without the first dimension."""
    values = hl.saved_residuals(program)
    return sorted(
        value.type.shape[1:] for value in values if not value.is_argument and value.type.shape[:1] == (turns,)
    )


def test_what_is_made_of_a_saved_value_at_once_is_not_saved():
    """The slope of tanh is (1 - y)(1 + y), and y is what the next turn starts with."""

    @hl.function("3xf64", "3x3xf64")
    def f(x, w):
        return hl.sum(hl.fori(0, 5, lambda i, y: hl.tanh(y @ w), x))

    assert saved(f) == [(3,), (3,)]  # y, and tanh of it


def test_rows_and_what_is_the_same_in_all_turns_are_not_saved():
    @hl.function("3xf64", "5x3xf64", "3xf64")
    def f(x, rows, w):
        def body(y, row):
            return y * row + hl.exponential(w), None

        last, _ = hl.scan(body, x, rows)
        return hl.sum(last)

    assert saved(f) == [(3,)]  # y alone, for the cotangent of row
    gradient = hl.grad(f, wrt=[0, 1, 2])
    back = [operation for operation in gradient.module.walk() if operation.name == "stablehlo.while"][1]
    assert not [operation for operation in back.walk() if operation.name == "stablehlo.exponential"]


@pytest.mark.parametrize("policy", ["nothing_saveable", "dots_saveable", "everything_saveable"])
@pytest.mark.parametrize("is_large", [False, True])
def test_a_checkpoint_decides_and_numbers_stay(monkeypatch, policy, is_large):
    if is_large:
        monkeypatch.setattr(loops, "_MAX_SAVED", 0)

    def of(step):
        @hl.function("3xf64", "3x3xf64", "5x3xf64")
        def f(x, w, rows):
            last, ys = hl.scan(lambda y, row: (step(y, w, row), y), x, rows)
            return hl.sum(last * last) + hl.sum(ys)

        return f

    def step(y, w, row):
        return hl.sine(hl.sine(hl.sine(y @ w) @ w) * row)

    plain, checkpointed = of(step), of(hl.checkpoint(step, policy=policy))
    counts = {"nothing_saveable": 1, "dots_saveable": 3}
    if policy in counts:
        assert len(saved(checkpointed)) == counts[policy]
    assert len(saved(plain)) == (1 if is_large else 6)  # y, three slopes and two sines
    for one, other in zip(hl.grad(plain)(X, W, ROWS), hl.grad(checkpointed)(X, W, ROWS), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    turns = [interpreter.run(hl.vjp(f), X, W, ROWS, 1.0) for f in (plain, checkpointed)]
    np.testing.assert_allclose(turns[0][0], turns[1][0], rtol=1e-15)


def test_random_numbers_are_drawn_once():
    @hl.function("3xf64")
    def f(x):
        return hl.sum(hl.fori(0, 4, lambda i, y: y * hl.rng(0.5, 1.5, [3], "UNIFORM"), x))

    value, gradient = interpreter.run(hl.vjp(f), X, 1.0)
    np.testing.assert_allclose(np.sum(X * gradient), value, rtol=1e-14)  # it is linear, whatever was drawn
