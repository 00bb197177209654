"""Functions with rules of their own: what a call is, what becomes of arguments, and what is said of wrong rules."""

import re
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

X = np.array([1.0, 2.0, 3.0])


def twice_as_steep(name=None, **options):
    """x * y, whose derivatives are twice too large."""
    f = hl.custom_vjp(lambda x, y: x * y, name=name, **options)
    f.defvjp(lambda x, y: (f(x, y), (x, y)), lambda r, g: (2.0 * r[1] * g, 2.0 * r[0] * g))
    return f


def total(f, *types):
    return hl.function(*(types or ("3xf64", "3xf64")), name="main")(lambda *values: hl.sum(f(*values)))


# ---- what a call is


def test_a_call_is_a_composite_of_the_functions_name():
    f = twice_as_steep("acme.product")
    (composite,) = (op for op in total(f).module.walk() if op.name == "stablehlo.composite")
    assert composite.called == "acme.product"
    assert composite.attributes["composite_attributes"] == {"hlogen.derivative": "custom_vjp"}


def test_without_a_name_it_is_the_modules_and_the_functions():
    @hl.custom_jvp
    def square(x):
        return x * x

    assert square.key == f"{__name__}.test_without_a_name_it_is_the_modules_and_the_functions.square"
    assert square.__name__ == "square"


def test_functions_of_one_name_have_rules_of_their_own():
    steep, steeper = (hl.custom_vjp(lambda x: x) for _ in range(2))
    steep.defvjp(lambda x: (x, None), lambda _, g: (2.0 * g,))
    steeper.defvjp(lambda x: (x, None), lambda _, g: (3.0 * g,))
    (found,) = interpreter.run(hl.grad(total(lambda x: steep(x) + steeper(x), "3xf64")), X)
    np.testing.assert_array_equal(found, [5, 5, 5])


def test_calls_alike_share_their_decomposition():
    f = twice_as_steep()
    program = total(lambda x, y: f(f(x, y), y) + f(x, x[:1]))
    assert str(program).count("func.func private") == 2


def test_outside_of_programs_it_runs():
    np.testing.assert_array_equal(twice_as_steep()(X, 2.0 * X), 2 * X * X)


def test_numbers_and_arrays_are_constants():
    f = twice_as_steep()
    (found,) = interpreter.run(hl.grad(total(lambda x: f(x, X), "3xf64")), X)
    np.testing.assert_array_equal(found, 2 * X)


def test_arguments_by_name_and_by_default():
    @hl.custom_vjp
    def scaled(x, by=3.0):
        return x * by

    scaled.defvjp(lambda x, by: (x * by, by), lambda by, g: (10.0 * g * by, None))
    (found,) = interpreter.run(hl.grad(total(lambda x: scaled(by=2.0, x=x) + scaled(x), "3xf64")), X)
    np.testing.assert_array_equal(found, [50, 50, 50])


def test_a_function_of_a_program_may_have_rules():
    inner = hl.function("3xf64")(lambda x: hl.sum(x * x))
    f = hl.custom_vjp(inner)
    f.defvjp(lambda x: (f(x), x), lambda x, g: (20.0 * x * g,))
    np.testing.assert_array_equal(interpreter.run(hl.grad(hl.function("3xf64")(f)), X)[0], 20 * X)


def test_what_is_not_used_goes():
    """fwd gives the composite's results, of which the gradient uses none."""
    gradient = hl.grad(total(twice_as_steep()), wrt=0)
    assert "composite" not in str(gradient)


def test_what_has_an_effect_stays():
    f = hl.custom_vjp(lambda x: hl.custom_call("acme_log", x, result_types=x.type))
    f.defvjp(lambda x: (f(x), None), lambda _, g: (g,))
    assert "composite" in str(hl.grad(total(f, "3xf64")))


@dataclass
class Pair:
    first: object
    second: object


def test_classes_are_trees_too():
    f = hl.custom_vjp(lambda pair: pair.first * pair.second)
    f.defvjp(lambda pair: (f(pair), pair), lambda pair, g: (Pair(3.0 * pair.second * g, None),))
    program = total(lambda x, y: f(Pair(x, y)))
    for each in (program, hl.parse(str(program))):
        first, second = interpreter.run(hl.grad(each, wrt=(0, 1)), X, 2 * X)
        np.testing.assert_array_equal(first, 6 * X)
        np.testing.assert_array_equal(second, 0 * X)


def test_what_is_no_tensor_is_an_attribute():
    @hl.custom_vjp(nondiff_argnums=("how", "sizes"), name="acme.how")
    def f(x, how, sizes=None):
        return x * 2.0

    seen = []

    def bwd(how, sizes, x, g):
        seen.append((how, sizes))
        return (g * x,)

    f.defvjp(lambda x, how, sizes: (f(x, how, sizes), x), bwd)
    program = total(lambda x: f(x, "fast", (1, 2.5, True)) + f(x, "slow"), "3xf64")
    for each in (program, hl.parse(str(program))):
        np.testing.assert_array_equal(interpreter.run(hl.grad(each), X)[0], 2 * X)
    assert set(seen) == {("fast", (1, 2.5, True)), ("slow", None)}
    assert 'how = "fast"' in str(program)


def test_a_batch_repeats_no_residual_that_all_examples_share():
    """y is the same for all: the way back multiplies by it as it is."""
    program = hl.vmap(total(twice_as_steep()), in_axes=(0, None), axis_size=4)
    gradient = hl.grad(hl.function("4x3xf64", "3xf64")(lambda x, y: hl.sum(program(x, y))), wrt=1)
    assert "4x4x3" not in str(gradient)
    x = np.arange(12.0).reshape(4, 3)
    np.testing.assert_array_equal(interpreter.run(gradient, x, X)[0], 2 * x.sum(0))


def test_batches_of_no_examples():
    batch = hl.vmap(total(twice_as_steep()), axis_size=0)
    gradient = hl.grad(hl.function("0x3xf64", "0x3xf64")(lambda x, y: hl.sum(batch(x, y))))
    assert interpreter.run(gradient, np.zeros((0, 3)), np.zeros((0, 3)))[0].shape == (0, 3)


def test_dynamic_shapes():
    f = twice_as_steep()
    gradient = hl.grad(hl.function("?xf64", "?xf64")(lambda x, y: hl.sum(f(x, y))), wrt=0)
    np.testing.assert_array_equal(interpreter.run(gradient, X, 3 * X)[0], 6 * X)


def test_a_batch_by_a_rule():
    f = hl.custom_batch(lambda x, y: x * y)
    seen = []

    @f.def_vmap
    def rule(axis_size, in_batched, x, y):
        seen.append((axis_size, in_batched, x.shape, y.shape))
        return x * y * 100.0, True

    program = hl.function("3xf64", "3xf64")(lambda x, y: f(x, y))
    batch = hl.vmap(program, in_axes=(0, None), axis_size=2)
    np.testing.assert_array_equal(interpreter.run(batch, np.array([X, X]), X)[0], [100 * X * X] * 2)
    assert seen == [(2, [True, False], (2, 3), (3,))]
    # A derivative is that of the function, and its batch is by the rules of what it is made of.
    of_gradients = hl.vmap(hl.grad(total(f)), axis_size=2)
    np.testing.assert_array_equal(interpreter.run(of_gradients, np.array([X, X]), np.array([X, X]))[0], [X, X])


def test_a_batch_by_a_rule_of_what_has_a_derivative():
    f = twice_as_steep()
    f.def_vmap(lambda size, batched, x, y: (x * y + 1000.0, True))
    batch = hl.vmap(total(f), axis_size=2)
    whole = hl.function("2x3xf64", "2x3xf64")(lambda x, y: hl.sum(batch(x, y)))
    x = np.array([X, 2 * X])
    assert interpreter.run(whole, x, x)[0] == (x * x).sum() + 6000
    np.testing.assert_array_equal(interpreter.run(hl.grad(whole), x, x)[0], 2 * x)


def test_names_lead_to_rules_in_other_processes(tmp_path):
    (tmp_path / "model.py").write_text(
        "import hlogen as hl\n"
        "f = hl.custom_vjp(lambda x: x * x, name='acme.square_of_ours')\n"
        "f.defvjp(lambda x: (f(x), x), lambda x, g: (7.0 * x * g,))\n"
        "program = hl.function('f64', name='main')(lambda x: f(x))\n"
        "if __name__ == '__main__':\n"
        "    hl.save(program, 'model.mlirbc', target='1.1.0')\n"
    )
    subprocess.run([sys.executable, "model.py"], cwd=tmp_path, check=True)
    program = hl.parse(tmp_path / "model.mlirbc")
    with pytest.raises(hl.UsageError, match=r"has a derivative of its own .* nobody here knows its rule"):
        hl.grad(program)
    code = "import hlogen as hl, model; print(hl.grad(hl.parse('model.mlirbc'))(3.0))"
    found = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert float(found.stdout) == 21


# ---- what is wrong


def _given(fwd, bwd, body=lambda x, y: x * y):
    f = hl.custom_vjp(body)
    f.defvjp(fwd, bwd)
    return hl.grad(total(f), wrt=(0, 1))


def _kept(x, y):
    return x * y, (x, y)


WRONG_RULES = {
    r"fwd takes \(x\), but is given 2 arguments": (lambda x: (x, x), lambda r, g: (g, g)),
    r"bwd takes \(g\), but is given 2 arguments": (_kept, lambda g: (g, g)),
    r"fwd gives a tensor .*, expected a pair": (lambda x, y: x * y, lambda r, g: (g, g)),
    r"fwd's result is tensor<f64>, expected tensor<3xf64>": (lambda x, y: (hl.sum(x), x), lambda r, g: (g, g)),
    r"fwd gives None for result": (lambda x, y: (None, x), lambda r, g: (g, g)),
    r"fwd's result is tuple .*, which doesn't fit where one value is expected": (
        lambda x, y: ((x, y), x),
        lambda r, g: (g, g),
    ),
    r"bwd gives a tensor .*, expected a tuple with the cotangent of each of 2": (_kept, lambda r, g: g),
    r"bwd gives 3 entries, expected a tuple": (_kept, lambda r, g: (g, g, g)),
    r"bwd's cotangents\[1\] is tensor<f64>, expected tensor<3xf64>": (_kept, lambda r, g: (g, hl.sum(g))),
    r"bwd's cotangents\[1\] is float 3.0, expected a tensor tensor<3xf64>, or None": (_kept, lambda r, g: (g, 3.0)),
    r"bwd's cotangents\[0\] is dict .*, which doesn't fit": (_kept, lambda r, g: ({"x": g}, g)),
}


@pytest.mark.parametrize("message", WRONG_RULES)
def test_wrong_rules_are_said_where_they_stand(message):
    with pytest.raises(hl.UsageError, match=message) as raised:
        _given(*WRONG_RULES[message])
    assert f"{__file__}:" in str(raised.value)
    assert re.search(r"\n  for: \S+ at \S+:\d+", str(raised.value))


WRONG_TANGENTS = {
    r"jvp takes \(primals\), but is given 2 arguments": lambda primals: primals,
    r"jvp gives a tensor .*, expected a pair: the result, and its tangent": lambda p, t: p[0] * p[1],
    r"jvp's tangent is tensor<f64>, expected tensor<3xf64>": lambda p, t: (p[0] * p[1], hl.sum(t[0])),
    r"jvp's result is tensor<f64>, expected tensor<3xf64>": lambda p, t: (hl.sum(p[0]), t[0]),
}


@pytest.mark.parametrize("message", WRONG_TANGENTS)
def test_wrong_rules_for_tangents(message):
    f = hl.custom_jvp(lambda x, y: x * y)
    f.defjvp(WRONG_TANGENTS[message])
    for derive in (hl.jvp, hl.grad):
        with pytest.raises(hl.UsageError, match=message):
            derive(total(f))


WRONG_BATCHES = {
    r"vmap takes \(size, x\), but is given 3 arguments": lambda size, x: (x, True),
    r"vmap's result is tensor<f64>, expected tensor<2x3xf64>": lambda size, batched, x: (hl.sum(x), True),
    r"vmap gives a tensor .*, expected a pair": lambda size, batched, x: x,
    r"vmap says int 1 of a result": lambda size, batched, x: (x, 1),
}


@pytest.mark.parametrize("message", WRONG_BATCHES)
def test_wrong_rules_for_batches(message):
    f = hl.custom_batch(lambda x: x * 2.0)
    f.def_vmap(WRONG_BATCHES[message])
    with pytest.raises(hl.UsageError, match=message):
        hl.vmap(total(f, "3xf64"), axis_size=2)


def test_a_missing_rule():
    for make, method in ((hl.custom_vjp, "defvjp"), (hl.custom_jvp, "defjvp"), (hl.custom_batch, "def_vmap")):
        with pytest.raises(hl.UsageError, match=rf"made by hl.{make.__name__}, and has no rule yet[\s\S]*{method}"):
            total(make(lambda x: x), "3xf64")


def test_values_of_other_functions_are_refused():
    def closing(in_rule):
        @hl.function("3xf64")
        def outer(x):
            f = hl.custom_vjp(lambda a: a if in_rule else a * x)
            f.defvjp(lambda a: (a, None), lambda _, g: (g * x,))
            return hl.sum(f(x))

        return hl.grad(outer)

    for in_rule in (False, True):
        with pytest.raises(hl.UsageError, match=r"uses a tensor of function outer[\s\S]*fix: pass it as an argument"):
            closing(in_rule)


def test_a_value_that_leaked_is_refused():
    leaked = []

    def body(x, y):
        leaked.append(x)
        return x * y

    with pytest.raises(hl.UsageError, match="uses a tensor of function"):
        _given(lambda x, y: (x * y, leaked[0]), lambda r, g: (g * r, g), body)


def test_two_rules_of_one_name():
    f = twice_as_steep("acme.twice_given")
    with pytest.raises(
        hl.UsageError, match=rf"acme\.twice_given has a rule for vjp already, from {re.escape(__file__)}:\d+"
    ):
        f.defvjp(lambda x, y: 0, lambda r, g: 0)
    with pytest.raises(hl.UsageError, match=r"acme.twice_given is the name of two functions"):
        hl.custom_vjp(lambda x: x, name="acme.twice_given")
    assert twice_as_steep("acme.twice_given") is not f  # the same lines once more, as of a module that is loaded again


def test_what_asks_for_itself():
    f = hl.custom_vjp(lambda x: f(x))
    f.defvjp(lambda x: (x, None), lambda _, g: (g,))
    with pytest.raises(hl.UsageError, match="calls itself, and a program has no recursion"):
        total(f, "3xf64")

    def fwd(x):
        return g(x), hl.grad(total(g, "3xf64"))(x)

    g = hl.custom_vjp(lambda x: hl.sine(x))
    g.defvjp(fwd, lambda residuals, g: (residuals,))
    with pytest.raises(hl.UsageError, match=r"fwd derives \S+ itself, which never ends"):
        hl.grad(total(g, "3xf64"))


def test_jvp_of_what_is_known_backwards_is_an_error():
    with pytest.raises(hl.UsageError, match=r"has a rule for the way back alone \(defvjp\), and a jvp goes through it"):
        hl.jvp(total(twice_as_steep()))


def test_both_ways():
    f = hl.custom_vjp(lambda x: x * x)
    f.defvjp(lambda x: (f(x), x), lambda x, g: (5.0 * g,))
    f.defjvp(lambda primals, tangents: (f(*primals), 7.0 * tangents[0]))
    program = hl.function("f64")(lambda x: f(x))
    assert interpreter.run(hl.grad(program), 2.0)[0] == 5
    assert interpreter.run(hl.jvp(program), 2.0, 1.0)[1] == 7


ANYTHING: Any = hl.custom_vjp


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("hl.custom_vjp takes a function, not int 3", lambda: ANYTHING(3)),
        (r"fix: hl.custom_rules\('acme.x'\)", lambda: ANYTHING("acme.x")),
        ("with a namespace", lambda: hl.custom_vjp(lambda x: x, name="product")),
        ("is the target of a custom call", lambda: hl.custom_vjp(lambda x: x, name="@product")),
        ("not int -1; <lambda> takes x", lambda: hl.custom_vjp(lambda x: x, nondiff_argnums=(-1,))),
        ("not str 'z'; <lambda> takes x", lambda: hl.custom_vjp(lambda x: x, nondiff_argnums="z")),
        ("and no 5, counted from 0", lambda: total(twice_as_steep(nondiff_argnums=(5,)))),
        ("y is a tensor, and nondiff_argnums names it", lambda: total(twice_as_steep(nondiff_argnums="y"))),
        ("y is str 's', and no tensor", lambda: total(lambda x: twice_as_steep()(x, "s"), "3xf64")),
        ("missing a required argument: 'y'", lambda: total(lambda x: twice_as_steep()(x), "3xf64")),
        ("which no attribute holds", lambda: total(lambda x: twice_as_steep(nondiff_argnums=1)(x, {1, 2}), "3xf64")),
        ("takes a function made with @hl.function", lambda: hl.grad(twice_as_steep())),
    ],
)  # fmt: skip
def test_wrong_calls(message, call):
    with pytest.raises(hl.UsageError, match=message):
        call()
