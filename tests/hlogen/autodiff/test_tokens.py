"""Loops and branches with tokens: what happens once and in order does so in derivatives too."""

import itertools

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.autodiff.rules import loops
from hlogen.errors import UsageError

X, W = np.array([0.25, -0.5, 1.0]), np.array([1.5, 0.75, -0.25])
READ = np.array([[0.5, 1.0, -2.0], [0.25, 3.0, 0.125], [-1.0, 0.5, 0.75]])


def run(program, *arguments, reads=READ):
    """The results, and what was written; each of `reads` is read, and nothing more."""
    wholes = []
    for _ in range(2):
        written, feed = [], iter(reads)
        (results,) = interpreter.run_parallel(
            program, [arguments], infeed=[feed], outfeed=lambda _, values, written=written: written.append(values)
        )
        assert not list(feed)
        wholes.append((results, [np.array(value) for (value,) in written]))
    (results, written), again = wholes
    for one, other in zip((*results, *written), (*again[0], *again[1]), strict=True):
        np.testing.assert_array_equal(one, other)
    return results, written


def turn(y, w, read):
    return hl.tanh(y * w) + read * hl.sine(w)


def with_tokens(y, w, token):
    read, token = hl.infeed(token, "3xf64")
    y = turn(y, w, read)
    return y, hl.outfeed(y * w, token)


@hl.function("3xf64", "3xf64")
def fed(x, w):
    y, _ = hl.fori(0, 3, lambda i, carry: with_tokens(carry[0], w, carry[1]), (x, hl.after_all()))
    return hl.sum(y * x)


@hl.function("3xf64", "3xf64")
def scanned(x, w):
    def body(carry, x):
        y, token = with_tokens(carry[0], w, carry[1])
        return (y, token), y

    (_, _), ys = hl.scan(body, (x, hl.after_all()), length=3)
    return hl.sum(ys[2] * x)


def chosen(i, x, w, step):
    return hl.switch(i % 2, [lambda: step(w), lambda: step(hl.select(i < 3, w, x))])


@hl.function("3xf64", "3xf64")
def branching(x, w):
    """The turns have branches, which read inside."""

    def body(i, carry):
        return chosen(i, x, w, lambda v: with_tokens(carry[0], v, carry[1]))

    return hl.sum(hl.fori(0, 3, body, (x, hl.after_all()))[0] * x)


@hl.function("3xf64", "3xf64", "3x3xf64")
def plain_branching(x, w, reads):
    return hl.sum(hl.fori(0, 3, lambda i, y: chosen(i, x, w, lambda v: turn(y, v, reads[i])), x) * x)


@hl.function("3xf64", "3xf64", "3x3xf64")
def plain(x, w, reads):
    return hl.sum(hl.fori(0, 3, lambda i, y: turn(y, w, reads[i]), x) * x)


def outputs(x, w):
    """What is written, by NumPy."""
    y, written = x, []
    for read in READ:
        y = np.tanh(y * w) + read * np.sin(w)
        written.append(y * w)
    return written


PAIRS = [(fed, plain), (scanned, plain), (branching, plain_branching)]


@pytest.mark.parametrize(("program", "plain"), PAIRS)
def test_gradients_are_those_without_tokens_and_effects_happen_once_in_order(program, plain):
    results, written = run(hl.value_and_grad(program, wrt=[0, 1]), X, W)
    value, of_x, of_w = interpreter.run(hl.value_and_grad(plain, wrt=[0, 1]), X, W, READ)
    for result, expected in zip(results, [value, of_x, of_w], strict=True):
        np.testing.assert_array_equal(result, expected)
    np.testing.assert_allclose(written, outputs(X, W), rtol=1e-15)
    for number, gradient in enumerate((of_x, of_w)):
        for at, step in itertools.product(range(3), [1e-6]):
            near = [[X, W], [X, W]]
            for sign, arguments in zip((1, -1), near, strict=True):
                arguments[number] = arguments[number] + sign * step * np.eye(3)[at]
            up, down = (run(program, *arguments)[0][0] for arguments in near)
            assert abs((up - down) / (2 * step) - gradient[at]) < 1e-8


@pytest.mark.parametrize(("program", "plain"), PAIRS[::2])
def test_tangents_and_second_derivatives(program, plain):
    results, written = run(hl.jvp(program), X, W, W, X)
    for result, expected in zip(results, hl.jvp(plain, wrt=[0, 1])(X, W, READ, W, X), strict=True):
        np.testing.assert_array_equal(result, expected)
    assert len(written) == 3
    results, written = run(hl.jvp(hl.grad(program, wrt=0), wrt="w"), X, W, X)
    for result, expected in zip(results, hl.jvp(hl.grad(plain, wrt=0), wrt="w")(X, W, READ, X), strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-14)
    assert len(written) == 3
    results, written = run(
        hl.grad(hl.function("3xf64", "3xf64")(lambda x, w: hl.sum(hl.grad(program, wrt=0)(x, w)))), X, W
    )
    twice = hl.function("3xf64", "3xf64", "3x3xf64")(lambda x, w, reads: hl.sum(hl.grad(plain, wrt=0)(x, w, reads)))
    for result, expected in zip(results, hl.grad(twice, wrt=[0, 1])(X, W, READ), strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-13)
    assert len(written) == 3


@pytest.mark.parametrize("pred", [True, False])
def test_a_branch_gives_what_its_way_back_needs(pred):
    """Of different branches, with a value of its own in each, and a size more in one."""

    @hl.function("3xf64", "3xf64", "i1")
    def f(x, w, pred):
        def one():
            read, token = hl.infeed(hl.after_all(), "3xf64")
            return hl.sum(read * x * w), token

        def other():
            read, token = hl.infeed(hl.after_all(), "f64")
            return hl.sum(hl.exponential(x * read)), token

        return hl.cond(pred, one, other)[0]

    read = READ[0] if pred else np.float64(0.5)
    results, _ = run(hl.grad(f, wrt=[0, 1]), X, W, pred, reads=[read])
    expected = (read * W, read * X) if pred else (0.5 * np.exp(X * 0.5), 0 * W)
    for result, value in zip(results, expected, strict=True):
        np.testing.assert_allclose(result, value, rtol=1e-15)
    branches = [each for each in hl.grad(f, wrt=[0, 1]).module.walk() if each.name == "stablehlo.if"]
    assert len(branches[0].results) < 5


@pytest.mark.parametrize("is_known", [True, False])
def test_tokens_alone_are_no_hindrance(monkeypatch, is_known):
    """Where nothing happens in the body, it may run again, tokens or not."""
    monkeypatch.setattr(loops, "_MAX_SAVED", 0)

    def of(carried):
        @hl.function("3xf64", "3xf64", "i64")
        def f(x, w, n):
            def body(i, carry):
                tokens = [hl.after_all(*carry[1:])] if carried else []
                return hl.cond(i > 0, lambda: (hl.tanh(carry[0] * w), *tokens), lambda: (hl.sine(carry[0]), *tokens))

            return hl.sum(hl.fori(0, 3 if is_known else n, body, (x, *([hl.after_all()] if carried else [])))[0])

        return f

    for derived in (lambda f: hl.grad(f, wrt=[0, 1])(X, W, 3), lambda f: hl.jvp(f)(X, W, 3, W, X)):
        for result, expected in zip(derived(of(True)), derived(of(False)), strict=True):
            np.testing.assert_array_equal(result, expected)


def test_what_happens_once_is_saved_however_large(monkeypatch):
    monkeypatch.setattr(loops, "_MAX_SAVED", 0)
    afresh = hl.function("3xf64", "3xf64")(lambda x, w: fed(x, w))  # derivatives of `fed` are kept
    results, written = run(hl.grad(afresh, wrt=[0, 1]), X, W)
    for result, expected in zip(results, hl.grad(plain, wrt=[0, 1])(X, W, READ), strict=True):
        np.testing.assert_array_equal(result, expected)
    assert len(written) == 3


def test_what_would_happen_again_is_an_error_that_says_what_to_do():
    @hl.function("3xf64", "3xf64", "i64")
    def counted(x, w, n):
        return hl.sum(hl.fori(0, n, lambda i, carry: with_tokens(carry[0], w, carry[1]), (x, hl.after_all()))[0])

    assert len(run(hl.jvp(counted), X, W, 3, W, X)[1]) == 3
    infeed = r"stablehlo\.infeed \(.*test_tokens\.py:\d+:\d+\) would do something else then\n.*\n"
    with pytest.raises(UsageError, match=rf"stablehlo\.while .*runs its regions again, but {infeed}  fix: .*hl\.fori"):
        hl.grad(counted)
    with pytest.raises(UsageError, match=rf"stablehlo\.while .*hl\.linearize .*again, but {infeed}  fix: .*hl\.jvp"):
        hl.linearize(fed)

    @hl.function("3xf64", "3xf64")
    def checkpointed(x, w):
        step = hl.checkpoint(lambda y: with_tokens(y, w, hl.after_all())[0])
        return hl.sum(hl.fori(0, 3, lambda i, y: step(y), x))

    with pytest.raises(UsageError, match=rf"stablehlo\.composite.* computes it again, but {infeed}  fix: move it out"):
        hl.grad(checkpointed)

    @hl.function("?xf64", "i1")
    def dynamic(x, pred):
        def body(i, carry):
            read, token = hl.infeed(carry[1], "f64")
            return hl.tanh(carry[0] * read), token

        return hl.sum(hl.fori(0, 3, body, (x, hl.after_all()))[0])

    with pytest.raises(UsageError, match=r"fix: give the loop static shapes \(hl\.transform\.refine\)"):
        hl.grad(dynamic)


def test_linearize_reads_once():
    @hl.function("3xf64", "3xf64")
    def f(x, w):
        read, token = hl.infeed(hl.after_all(), "3xf64")
        y = hl.sine(x * read) * w
        hl.outfeed(y, token)
        return y

    linear = hl.linearize(f)
    (value, *kept), written = run(linear.forward, X, W, reads=READ[:1])
    np.testing.assert_allclose(value, np.sin(X * READ[0]) * W, rtol=1e-15)
    np.testing.assert_array_equal(written, [value])
    (tangent,), written = run(linear.push, *kept, W, X, reads=[])
    np.testing.assert_allclose(tangent, np.cos(X * READ[0]) * READ[0] * W * W + np.sin(X * READ[0]) * X, rtol=1e-15)
    assert not written


def test_batches():
    """What is read is the same for the whole batch; what differs along it can't be written."""

    @hl.function("3xf64", "3xf64")
    def reads(x, w):
        def body(i, carry):
            read, token = hl.infeed(carry[1], "3xf64")
            return turn(carry[0], w, read), hl.outfeed(read, token)

        return hl.sum(hl.fori(0, 3, body, (x, hl.after_all()))[0] * x)

    xs = np.array([X, -X])
    for batched, of_one in (
        (hl.vmap(reads, in_axes=(0, None), axis_size=2), plain),
        (hl.vmap(hl.grad(reads, wrt="x"), in_axes=(0, None), axis_size=2), hl.grad(plain, wrt="x")),
    ):
        (results,), written = run(batched, xs, W)
        np.testing.assert_allclose(results, [of_one(x, W, READ) for x in xs], rtol=1e-15)
        np.testing.assert_array_equal(written, READ)
    with pytest.raises(UsageError, match=r"stablehlo\.outfeed .*has no batching rule"):
        hl.vmap(fed, in_axes=(0, None), axis_size=2)

    @hl.function("3xf64", "i64")
    def often(x, n):
        def body(i, carry):
            read, token = hl.infeed(carry[1], "3xf64")
            return carry[0] * read, token

        return hl.fori(0, n, body, (x, hl.after_all()))[0]

    with pytest.raises(UsageError, match=r"how often it runs differs along the batch, and stablehlo\.infeed"):
        hl.vmap(often, axis_size=2)
    (results,), _ = run(hl.vmap(often, in_axes=(0, None), axis_size=2), xs, 3)
    np.testing.assert_array_equal(results, xs * READ[0] * READ[1] * READ[2])

    @hl.function("3xf64", "i1")
    def either(x, pred):
        return hl.cond(pred, lambda: hl.infeed(hl.after_all(), "3xf64")[0] * x, lambda: x)

    with pytest.raises(UsageError, match=r"which branch runs differs along the batch, and stablehlo\.infeed"):
        hl.vmap(either, axis_size=2)


def test_tokens_in_choices_that_differ_along_a_batch():
    @hl.function("3xf64", "i64")
    def f(x, n):
        def body(i, carry):
            y, token = carry
            return hl.cond(i > 1, lambda: (hl.sine(y), hl.after_all(token)), lambda: (y * y, token))

        return hl.fori(0, n, body, (x, hl.after_all()))[0]

    xs = np.array([X, -X, 2 * X])
    result = hl.vmap(f, axis_size=3)(xs, np.array([0, 2, 3]))
    np.testing.assert_allclose(result, [X, X**4, np.sin((2 * X) ** 4)], rtol=1e-15)
