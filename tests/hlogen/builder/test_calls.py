"""Functions that are called: numbered where two have one name, and those of programs that were read."""

from __future__ import annotations

import pickle

import jax.numpy as jnp
import numpy as np
import pytest

import hlogen as hl
import interpreter

X = np.arange(4, dtype=np.float32)


def made(name, body, **given):
    return hl.function("4xf32", name=name, **given)(body)


f = made("f", lambda x: x + 1.0)
f_of_f = made("f", lambda x: f(x) * 2.0)
g = made("g", lambda x: f_of_f(x) - f(x))
both = made("f", lambda x: (f(x), g(x), f_of_f(x), f(x)))
EXPECTED = [X + 1, X + 1, (X + 1) * 2, X + 1]


def names(program):
    return {name: function.is_private for name, function in program.module.functions.items()}


def test_functions_of_one_name_are_numbered():
    assert names(both) == {"f": False, "f_0": True, "g": True, "f_1": True}
    for program in (both, hl.parse(str(both)), pickle.loads(pickle.dumps(both))):
        np.testing.assert_array_equal(interpreter.run(program, X), EXPECTED)
    np.testing.assert_array_equal(hl.grad(made("f", lambda x: g(x).sum() + f_of_f(x).sum()))(X), [3] * 4)


def test_functions_that_are_named_keep_their_names():
    program = hl.module(f, g)
    assert names(program) == {"f": False, "g": False, "f_0": True}
    np.testing.assert_array_equal(interpreter.run(program, X, entry="g"), [X + 1])
    assert names(hl.module(f_of_f, g)) == {"f": False, "g": False, "f_0": True}
    with pytest.raises(hl.UsageError, match="two functions have the name f: one at "):
        hl.module(f, f_of_f)


def test_what_operations_name_is_numbered():
    private = made("f", lambda x: x * 3.0, private=True)

    def body(x):
        return f(x), hl.composite("my.f", private, x), hl.stop_gradient(x)

    inner = made("inner", body)
    outer = made("f", inner)
    np.testing.assert_array_equal(interpreter.run(outer, X), [X + 1, X * 3, X])
    assert list(names(outer))[:3] == ["f", "inner", "f_0"]


def test_functions_of_jax():
    first = hl.from_jax(lambda x: jnp.take(x, jnp.array([2, 1, 0, 0])), X)
    second = hl.from_jax(lambda x: jnp.take(x, jnp.array([0, -1, 0, 0])), X)
    named = hl.from_jax(lambda x: x * 2, X, name="twice")
    program = made("main", lambda x: (first(x), second(x), named(x)))
    assert {"main", "main_0", "main_1", "twice", "main._take", "main._take_0"} < {*names(program)}
    np.testing.assert_array_equal(interpreter.run(program, X), [X[[2, 1, 0, 0]], X[[0, -1, 0, 0]], X * 2])
    with pytest.raises(hl.UsageError, match="name is a non-empty text, not int 3"):
        hl.from_jax(lambda x: x, X, name=3)


LIBRARY = hl.parse("""
func.func @normalize(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = call @total(%x) : (tensor<4xf32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.divide %x, %1 : tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<f32>
}
func.func @one(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = call @total(%x) : (tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @total(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
""")


def test_functions_of_a_program_that_was_read():
    @hl.function("4xf32")
    def total(x):
        shares, sum = hl.call(LIBRARY, x, entry="normalize")
        return shares * hl.call(LIBRARY, x, entry="one") + sum

    assert names(total) == {"total": False, "normalize": True, "one": True, "total_0": True}
    np.testing.assert_array_equal(total(X), X + 6)
    np.testing.assert_array_equal(hl.grad(made("l", lambda x: total(x).sum()))(X), [5] * 4)
    assert hl.call(LIBRARY, X, entry="one") == 6
    np.testing.assert_array_equal(hl.call(hl.module(both, g), X, entry="g"), X + 1)


def test_a_function_that_is_named_as_entry_takes_and_gives_its_trees():
    tree = hl.function({"a": "4xf32", "b": "4xf32"}, name="tree")(lambda x: {"difference": x["a"] - x["b"]})
    program = made("main", lambda x: hl.call(tree, {"b": x, "a": x * 3.0}, entry="tree")["difference"])
    assert names(program) == {"main": False, "tree": True}
    np.testing.assert_array_equal(program(X), 2 * X)
    # Another entry of its program is one of flat values.
    other = made("other", lambda x: hl.call(both, x, entry="g") + hl.call(tree, {"a": x, "b": x})["difference"])
    np.testing.assert_array_equal(other(X), X + 1)


@pytest.mark.parametrize(
    ("callee", "arguments", "entry", "message"),
    [
        (LIBRARY, 1, None, "several public functions and no @main: @normalize, @one"),
        (LIBRARY, 1, "none", "no function @none; it has: @normalize, @one, @total"),
        (LIBRARY, 0, "one", "one takes 1 argument, not 0"),
        (hl.parse("func.func @g(%x: tensor<?xf32>) { return }"), 1, None, "fix: call hl.transform.refine(g, [...])"),
        (LIBRARY.functions["one"], 1, None, "fix: hl.call(program, ..., entry='one')"),
        ("library.mlir", 1, None, "callee is what @hl.function(...) made or another program, not str 'library.mlir'"),
        (
            hl.parse(
                'sdy.mesh @m = <["x"=2]> func.func @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }'
            ),
            1,
            None,
            "the program has sdy.mesh beside its functions",
        ),
    ],
)
def test_wrong_calls(callee, arguments, entry, message):
    with pytest.raises(hl.UsageError) as caught:
        made("f", lambda x: hl.call(callee, *[x] * arguments, entry=entry))
    assert message in str(caught.value)
