"""Rules by name: of composites and custom calls that exist already."""

from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

X = np.array([1.0, 2.0, 3.0])

# The length of a vector, as another frontend has it: its derivative is NaN where all is zero.
LENGTH = """
func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
  %0 = stablehlo.composite "NAME" %x {composite_attributes = {axis = 0 : i64}, decomposition = @impl}
      : (tensor<3xf64>) -> tensor<f64>
  return %0 : tensor<f64>
}
func.func private @impl(%x: tensor<3xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.multiply %x, %x : tensor<3xf64>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %2 = stablehlo.sqrt %1 : tensor<f64>
  return %2 : tensor<f64>
}
"""


def length(name):
    return hl.parse(LENGTH.replace("NAME", name))


def safe(name):
    """The derivative that is zero where all is zero."""

    def fwd(op, x):
        found = op(x)
        return found, (x, found)

    def bwd(op, residuals, g):
        x, found = residuals
        assert op.value("axis") == 0
        return (hl.where(found == 0, hl.zeros_like(x), g * x / hl.where(found == 0, hl.ones_like(found), found)),)

    hl.custom_rules(name).defvjp(fwd, bwd)


def test_a_composite_from_elsewhere():
    program = length("acme.length")
    assert np.isnan(interpreter.run(hl.grad(program), 0 * X)[0]).all()  # as it is written
    safe("acme.length")
    for at, expected in ((X, X / np.sqrt(14)), (0 * X, 0 * X)):
        np.testing.assert_allclose(interpreter.run(hl.grad(program), at)[0], expected)


def test_batches_of_it():
    safe("acme.length_in_batches")
    program, both = length("acme.length_in_batches"), np.array([X, 0 * X])
    expected = [X / np.sqrt(14), 0 * X]
    np.testing.assert_allclose(interpreter.run(hl.vmap(hl.grad(program), axis_size=2), both)[0], expected)
    batch = hl.vmap(program, axis_size=2)
    whole = hl.function("2x3xf64", name="main")(lambda x: hl.sum(batch(x)))
    for each in (whole, hl.parse(str(whole))):
        gradient = hl.grad(each)
        assert "2x2x" not in str(gradient)  # the batch is computed once, not for each of its examples
        assert "hlogen.one" not in str(gradient)
        np.testing.assert_allclose(interpreter.run(gradient, both)[0], expected)
    twice = hl.vmap(whole, axis_size=2)
    whole = hl.function("2x2x3xf64")(lambda x: hl.sum(twice(x)))
    np.testing.assert_allclose(interpreter.run(hl.grad(whole), np.array([both, both]))[0], [expected, expected])


def test_a_custom_call():
    interpreter.register_custom_call("acme_squared", lambda op, x: x * x * op.attributes["backend_config"]["k"].value)
    rules = hl.custom_rules("@acme_squared")
    rules.defvjp(lambda op, x: (op(x), x), lambda op, x, g: (2.0 * x * g * op.value("backend_config")["k"],))
    program = hl.function("3xf64")(
        lambda x: hl.sum(hl.custom_call("acme_squared", x, result_types=x.type, backend_config={"k": 3.0}))
    )
    np.testing.assert_array_equal(interpreter.run(hl.grad(program), X)[0], 6 * X)
    both = np.array([X, 2 * X])
    np.testing.assert_array_equal(interpreter.run(hl.vmap(hl.grad(program), axis_size=2), both)[0], 6 * both)
    assert "while" in str(hl.vmap(program, axis_size=2))  # nothing says that it takes batches
    rules.def_vmap(lambda op, size, batched, x: (_called_on(x, op), True))
    batch = hl.vmap(program, axis_size=2)
    assert "while" not in str(batch)
    np.testing.assert_array_equal(interpreter.run(batch, both)[0], [42, 168])


def _called_on(x, op):
    return hl.custom_call(op.name, x, result_types=x.type, backend_config={"k": op.value("backend_config")["k"]})


def test_a_linear_custom_call():
    """Reversed and scaled: its way back is itself."""
    interpreter.register_custom_call("acme_reversed", lambda op, x, by: np.ascontiguousarray(x[::-1]) * by)
    hl.custom_rules("@acme_reversed").def_transpose(lambda op, operands, g: (op(g, operands[1]), None), linear=[0])
    weights = np.array([1.0, 10.0, 100.0])

    @hl.function("3xf64", "f64")
    def program(x, by):
        return hl.sum(hl.custom_call("acme_reversed", x, by, result_types=x.type) * weights)

    np.testing.assert_array_equal(interpreter.run(hl.grad(program, wrt=0), X, 2.0)[0], [200, 20, 2])
    value, tangent = interpreter.run(hl.jvp(program, wrt=0), X, 2.0, np.array([1.0, 0, 0]))
    assert [float(value), float(tangent)] == [246, 200]
    with pytest.raises(hl.UsageError, match="has no derivative with respect to its operand 1"):
        hl.grad(program)


def test_a_rule_for_tangents_of_several_results():
    text = """
    func.func @main(%x: tensor<f64>, %n: tensor<i32>) -> (tensor<f64>, tensor<i32>, tensor<f64>) {
      %0:3 = stablehlo.composite "acme.several" %x, %n {decomposition = @impl}
          : (tensor<f64>, tensor<i32>) -> (tensor<f64>, tensor<i32>, tensor<f64>)
      return %0#0, %0#1, %0#2 : tensor<f64>, tensor<i32>, tensor<f64>
    }
    func.func private @impl(%x: tensor<f64>, %n: tensor<i32>) -> (tensor<f64>, tensor<i32>, tensor<f64>) {
      %0 = stablehlo.multiply %x, %x : tensor<f64>
      return %x, %n, %0 : tensor<f64>, tensor<i32>, tensor<f64>
    }
    """

    @hl.custom_rules("acme.several").defjvp
    def rule(op, primals, tangents):
        (x, n), (t, none) = primals, tangents
        assert none is None
        return op(x, n), (3.0 * t, None, 5.0 * x * t)

    program = hl.parse(text)
    assert [float(found) for found in interpreter.run(hl.jvp(program), 2.0, np.int32(1), 1.0)[-2:]] == [3, 10]
    assert interpreter.run(hl.vjp(program), 2.0, np.int32(1), 1.0, 0.5)[-1] == 8


def test_a_rule_that_computes_tangents_by_the_operation_itself():
    """Forward that is fine; its way back would be asked for again and again."""
    interpreter.register_custom_call("acme_tripled", lambda op, x: x * 3)
    rules = hl.custom_rules("@acme_tripled")
    rules.defjvp(lambda op, primals, tangents: (op(*primals), op(*tangents)))
    program = hl.function("3xf64")(lambda x: hl.sum(hl.custom_call("acme_tripled", x, result_types=x.type)))
    assert interpreter.run(hl.jvp(program), X, X)[1] == 18
    with pytest.raises(hl.UsageError, match=r"computes tangents by @acme_tripled itself[\s\S]*def_transpose"):
        hl.grad(program)
    rules.def_transpose(lambda op, operands, g: (op(g),), linear=[0])
    np.testing.assert_array_equal(interpreter.run(hl.grad(program), X)[0], [3, 3, 3])
    assert interpreter.run(hl.jvp(program), X, X)[1] == 18


def test_other_programs_know_nothing_of_it():
    """Rules of a name are for that name alone; what nobody has rules for is what it is decomposed to."""
    assert "composite" not in str(hl.grad(length("acme.unknown_length")))


def test_rules_that_come_later_hold_for_programs_that_were_derived():
    program = length("acme.later")
    before = hl.grad(program)
    hl.custom_rules("acme.later").defvjp(lambda op, x: (op(x), x), lambda op, x, g: (4.0 * x * g,))
    np.testing.assert_array_equal(interpreter.run(hl.grad(program), X)[0], 4 * X)
    np.testing.assert_allclose(interpreter.run(before, X)[0], X / np.sqrt(14))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("stablehlo.add", "is an operation, which has its rules"),
        ("chlo.erf", "is an operation, which has its rules"),
        ("hlogen.stop_gradient", "is hlogen's own"),
        ("length", "with a namespace"),
        ("@", "with a namespace"),
        (3, "not int 3"),
    ],
)
def test_names_that_are_none(name, message):
    with pytest.raises(hl.UsageError, match=message):
        hl.custom_rules(name)


def test_an_operation_takes_its_own_types():
    hl.custom_rules("acme.own_types").defvjp(lambda op, x: (op(hl.sum(x)), x), lambda op, x, g: (g,))
    with pytest.raises(hl.UsageError, match=r"acme.own_types takes tensor<3xf64> here, but tensor<f64> is given"):
        hl.grad(length("acme.own_types"))


def test_the_same_rule_may_be_said_again_and_another_not():
    for _ in range(2):
        safe("acme.said_again")
    with pytest.raises(hl.UsageError, match=r"acme.said_again has a rule for vjp already"):
        hl.custom_rules("acme.said_again").defvjp(lambda op, x: 0, lambda op, r, g: 0)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ('hlogen.batches = "junk"', "hlogen.batches is 'junk', expected sizes"),
        ('hlogen.batches = "3:11"', "hlogen.batches is '3:11', expected sizes"),
        ('hlogen.batches = "-3:1"', "hlogen.batches is '-3:1', expected sizes"),
        ("hlogen.batches = 3 : i64", "expected sizes"),
        ('hlogen.batches = "7:1"', r"says '7:1', and tensor<3xf64> isn't of batches of \[7\]"),
        ('hlogen.batches = "3:1 3:1"', r"isn't of batches of \[3, 3\]"),
        ('hlogen.inputs = "(0, 0)"', r"hlogen.inputs says \(0, 0\), but there are 1 values"),
        ("hlogen.inputs = \"{'a': 0}\"", r"hlogen.inputs says \{'a': 0\}, but there are 1 values"),
        ('hlogen.inputs = "(Pair(x=0),)"', r"takes or returns \(Pair\(x=0\),\), and its classes aren't known here"),
    ],
)
def test_attributes_that_are_none_of_hlogens(said, message):
    hl.custom_rules("acme.same").defvjp(lambda op, x: (op(x), None), lambda op, r, g: (g,))
    program = hl.parse(f"""
    func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {{
      %0 = stablehlo.composite "acme.same" %x {{composite_attributes = {{{said}}}, decomposition = @impl}}
          : (tensor<3xf64>) -> tensor<3xf64>
      return %0 : tensor<3xf64>
    }}
    func.func private @impl(%x: tensor<3xf64>) -> tensor<3xf64> {{ return %x : tensor<3xf64> }}
    """)
    with pytest.raises(hl.UsageError, match=message):
        hl.vjp(program)


def test_linear_operands_are_numbers():
    none: list[Any] = [0, [], [-1], ["x"]]
    for linear in none:
        with pytest.raises(hl.UsageError, match="linear is a list of the numbers of operands"):
            hl.custom_rules("@acme_linear").def_transpose(lambda op, operands, g: g, linear)


@pytest.mark.parametrize(
    ("tangent", "wrong"),
    [
        (lambda x, t: t * t, "multiply"),
        (lambda x, t: hl.sine(t) * x, "sine"),
        (lambda x, t: x / t, "divide"),
        (lambda x, t: hl.where(t > 0, t, 2.0 * t), "select"),
        (lambda x, t: hl.while_loop(lambda c: hl.sum(c) < 3, lambda c: c * 2.0, t), "while"),
        (lambda x, t: hl.where(x > 1, t * x, 0.0) / x, None),
        (lambda x, t: hl.fori(0, 2, lambda n, c: c * x, t), None),
    ],
)
def test_tangents_that_are_not_linear_have_no_way_back(tangent, wrong):
    rules = hl.custom_rules(f"acme.tangent_{len(wrong or '')}_{id(tangent)}")
    rules.defjvp(lambda op, primals, tangents: (op(*primals), tangent(*primals, *tangents)))
    impl = hl.function("2xf64")(lambda x: x)
    program = hl.function("2xf64")(lambda x: hl.sum(hl.composite(rules.key, impl, x)))
    x = np.array([0.5, 2.0])
    if wrong is None:
        there = interpreter.run(hl.jacfwd(program), x)
        np.testing.assert_array_equal(interpreter.run(hl.grad(program), x), there)
    else:
        with pytest.raises(
            hl.UsageError, match=rf"isn't linear in the tangents.*stablehlo.{wrong}[\s\S]*rule: .*test_rules"
        ):
            hl.grad(program)
