"""What hl.checkpoint makes of a call, and what is said of wrong ones. Derivatives: tests/hlogen/autodiff."""

import numpy as np
import pytest

import hlogen as hl
import interpreter

X = np.array([0.25, -0.5, 1.0])


def called(program, name="hlogen.checkpoint"):
    return [operation for operation in program.module.walk() if operation.called == name]


def test_a_call_is_a_composite_of_what_the_function_uses():
    @hl.function("3xf64", "3xf64", "3xf64")
    def f(x, y, unused):
        doubled = x * 2.0
        return hl.checkpoint(lambda y, z: hl.sine(y * doubled) + 1.0, policy="dots_saveable")(y, unused)

    (operation,) = called(f)
    assert operation.attributes["composite_attributes"] == {"policy": "dots_saveable"}
    assert len(operation.operands) == 2  # y and doubled; the constants are inside, what isn't used isn't given
    np.testing.assert_allclose(f(X, X + 1, X), np.sin((X + 1) * 2 * X) + 1, rtol=1e-15)
    np.testing.assert_array_equal(interpreter.run(hl.parse(str(f)), X, X + 1, X)[0], f(X, X + 1, X))


def test_it_takes_what_the_function_takes():
    @hl.checkpoint
    def power(tree, exponent, *, scale=1.0, shift):
        return {"power": tree["x"] ** exponent * scale + shift, "x": tree["x"]}

    @hl.function("3xf64")
    def f(x):
        return power({"x": x}, 2, shift=hl.ones_like(x))

    assert power.__name__ == "power"
    np.testing.assert_array_equal(f(X)["power"], X**2 + 1)
    np.testing.assert_array_equal(hl.checkpoint(lambda x: x * 2)(X), X * 2)  # outside of functions it runs


def test_of_a_function_it_is_one():
    @hl.checkpoint
    @hl.function({"w": "3xf64"}, "3xf64")
    def loss(params, x):
        return hl.sum(hl.sine(params["w"] * x))

    assert (loss.name, loss.parameters, len(called(loss))) == ("loss", ["params", "x"], 1)
    gradient = hl.grad(loss, wrt="params")({"w": X}, X)
    np.testing.assert_allclose(gradient["w"], X * np.cos(X * X), rtol=1e-14)


def test_a_predicate_is_kept_as_what_it_said():
    asked = []

    def policy(operation):
        asked.append(operation.name)
        return operation.name in ("stablehlo.sine", "stablehlo.add")

    inner = hl.function("3xf64")(lambda x: hl.sine(x) * 2.0)

    @hl.function("3xf64")
    def f(x):
        def body(x):
            looped = hl.fori(0, 3, lambda i, carry: hl.sine(carry), x)
            return hl.sum(inner(x) + looped)

        return hl.checkpoint(body, policy=policy)(x)

    named = called(f, "hlogen.checkpoint_name")
    assert {operation.attributes["composite_attributes"]["name"] for operation in named} == {"hlogen.policy"}
    owners = sorted(operation.operands[0].owner.name for operation in named)
    assert owners == ["stablehlo.add"] * 2 + ["stablehlo.sine"] * 2  # in the function it calls, and in the loop's body
    assert {"stablehlo.multiply", "stablehlo.while"} <= set(asked)
    again = hl.grad(hl.parse(str(f)))
    count = len(asked)
    expected = 2 * np.cos(X) + np.cos(X) * np.cos(np.sin(X)) * np.cos(np.sin(np.sin(X)))
    np.testing.assert_allclose(interpreter.run(again, X)[0], expected, rtol=1e-14)
    assert len(asked) == count


def test_names_are_those_of_their_values():
    f = hl.function("3xf64")(lambda x: hl.checkpoint_name(x * 2.0, "twice"))
    (operation,) = called(f, "hlogen.checkpoint_name")
    assert operation.attributes["composite_attributes"] == {"name": "twice"}
    np.testing.assert_array_equal(f(X), X * 2)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda x: hl.checkpoint(hl.sine, policy="dots"), "policy is 'dots', which is none"),
        (lambda x: hl.checkpoint(hl.sine, policy="dots"), "nothing_saveable, everything_saveable, dots_saveable"),
        (lambda x: hl.checkpoint(hl.sine, policy=3), "policy is the name of one, .* not int 3"),
        (lambda x: hl.checkpoint(hl.sine, policy=["a", 1]), "with int 1 in it"),
        (lambda x: hl.checkpoint(hl.sine, policy=lambda: True), "policy gets 1 argument"),
        (lambda x: hl.checkpoint(hl.sine, policy=lambda operation: 1 / 0)(x), "policy, asked of .* raised ZeroDiv"),
        (lambda x: hl.checkpoint(hl.sine, policy=lambda operation: 1)(x), "policy says int 1 of stablehlo.sine"),
        (lambda x: hl.checkpoint(x), "takes a function, not a tensor"),
        (lambda x: hl.checkpoint("f"), "takes a function, not str 'f'"),
        (lambda x: hl.checkpoint(lambda y: None)(x), "returns None"),
        (lambda x: hl.checkpoint(lambda y: "text")(x), "returns str 'text'"),
        (lambda x: hl.checkpoint_name(x, ""), "name is a non-empty text, not str ''"),
        (lambda x: hl.checkpoint_name(x, 2), "name is a non-empty text, not int 2"),
    ],
)
def test_wrong_calls_are_explained(make, words):
    with pytest.raises(hl.UsageError, match=words) as found:
        hl.function("3xf64")(make)
    assert "test_checkpoint.py:" in str(found.value)
