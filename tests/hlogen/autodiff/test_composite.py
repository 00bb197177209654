"""Derivatives and batches of hlogen's own composites."""

import numpy as np
import pytest
from helpers.backends import run_on

import hlogen as hl
import interpreter
from hlogen.autodiff.composites import own_decomposition

X = np.array([1.0, 2.0, 3.0])


@hl.function("3xf64", name="main")
def half_stopped(x):
    return hl.stop_gradient(x) * x * x + hl.stop_gradient(x * x)


def test_no_derivative_of_any_order_goes_through():
    """Of c * x * x, c standing still: 2 c x, then 2 c, then 0."""
    derived, ones = half_stopped, np.ones(3)
    for expected in (2 * X * X, 2 * X, 0 * X):
        derived = hl.jvp(derived, wrt=0)
        args = [X, *[ones] * (len(derived.type.inputs) - 1)]
        np.testing.assert_array_equal(interpreter.run(derived, *args)[-1], expected)


def test_nor_backwards():
    backward = hl.vjp(half_stopped)
    np.testing.assert_array_equal(interpreter.run(backward, X, np.ones(3))[1], 2 * X * X)
    twice = hl.vjp(backward, wrt=[0])
    np.testing.assert_array_equal(interpreter.run(twice, X, np.ones(3), np.zeros(3), np.ones(3))[2], 2 * X)


def test_what_is_only_behind_it_has_the_gradient_zero():
    function = hl.function("f64", name="main")(lambda x: hl.stop_gradient(x))
    assert interpreter.run(hl.grad(function, [0]), np.float64(3))[0] == 0


def test_a_program_that_was_read_gives_the_same():
    """Whatever its decomposition is called there."""
    text = str(half_stopped).replace("@hlogen.stop_gradient.3xf64", "@identity")
    assert str(hl.vjp(hl.parse(text))) == str(hl.vjp(half_stopped))
    assert str(hl.vmap(hl.parse(text), axis_size=2)) == str(hl.vmap(half_stopped, axis_size=2))


def test_other_composites_are_what_they_are_decomposed_to():
    program = """
    func.func @main(%x: tensor<f64>) -> tensor<f64> {
      %0 = stablehlo.composite "hlogen.other" %x {decomposition = @f} : (tensor<f64>) -> tensor<f64>
      return %0 : tensor<f64>
    }
    func.func private @f(%x: tensor<f64>) -> tensor<f64> {
      %0 = stablehlo.multiply %x, %x : tensor<f64>
      return %0 : tensor<f64>
    }
    """
    derived = hl.grad(hl.parse(program))
    assert "composite" not in str(derived)
    assert interpreter.run(derived, np.float64(3))[0] == 6


@pytest.mark.parametrize("name", ["interpreter", "upstream", "xla"])
def test_inside_loops_and_branches(name):
    """Also in regions that are copied as they are."""

    @hl.function("3xf64", "f64", name="main")
    def program(x, limit):
        def grown(value):
            return value + hl.stop_gradient(value) * x

        size = hl.while_(limit, lambda y: y < 10.0, lambda y: y + hl.stop_gradient(y))
        return hl.if_(size > 12.0, lambda: grown(grown(x)), lambda: hl.stop_gradient(x) * size)

    derived = hl.vjp(program, wrt=[0])
    # x (1 + x) for the first grown, y = x + x c with c = x; then y + d x with d = y: slope 1 + c + d
    value, slope = run_on(name, derived, X, np.float64(4), np.ones(3))
    np.testing.assert_allclose(value, X + X * X + (X + X * X) * X)
    np.testing.assert_allclose(slope, 1 + X + (X + X * X))
    assert not run_on(name, derived, X, np.float64(3), np.ones(3))[1].any()


def test_batches_keep_it():
    batched = hl.vmap(half_stopped, axis_size=2)
    x = np.stack([X, X + 1])
    np.testing.assert_array_equal(interpreter.run(batched, x)[0], x**3 + x**2)
    np.testing.assert_array_equal(interpreter.run(hl.vjp(batched), x, np.ones((2, 3)))[1], 2 * x * x)
    assert sorted(batched.module.functions) == ["hlogen.stop_gradient.2x3xf64", "main_vmap_2"]


CELLS = {"offset_dims": [], "collapsed_slice_dims": [0], "start_index_map": [0], "slice_sizes": [1], "mode": "error"}


@pytest.mark.parametrize("index_vector_dim", [0, 1])
@pytest.mark.parametrize("axes", [(0, 0), (None, 0), (0, None)])
def test_a_check_of_a_batch(axes, index_vector_dim):
    """A flag for each example where indices differ; the interpreter stops if any is out of bounds."""
    shape = "1x2xi32" if index_vector_dim == 0 else "2xi32"

    @hl.function("4xf64", shape, name="main")
    def cells(x, indices):
        return hl.gather(x, indices, index_vector_dim=index_vector_dim, **CELLS)

    batched = hl.vmap(cells, axes, (0, 0), axis_size=2)
    x, good = np.arange(4.0), np.array([[0, 3], [1, 2]], np.int32)
    bad = np.array([[0, 3], [1, 4]], np.int32)
    given = [np.stack([x, x + 1]) if axes[0] == 0 else x]

    def indices(values):
        values = values if axes[1] == 0 else values[1]
        return values.reshape([*([2] if axes[1] == 0 else []), *cells.type.inputs[1].static_shape])

    result, flags = run_on("xla", batched, *given, indices(good))
    assert flags.tolist() == [True, True]
    assert result.shape == (2, 2)
    _, flags = run_on("xla", batched, *given, indices(bad))
    assert flags.tolist() == ([True, False] if axes[1] == 0 else [False, False])
    with pytest.raises(hl.ExecutionError, match=r"index vector \[4\]"):
        interpreter.run(batched, *given, indices(bad))


@pytest.mark.parametrize("derive", [hl.jvp, hl.vjp])
def test_what_is_before_it_needs_no_rule(derive):
    """The usual way to give a rounding the slope of its operand."""

    def rounded(x):
        return hl.uniform_dequantize(hl.uniform_quantize(x, "!quant.uniform<i8:f32, 0.5>"))

    function = hl.function("3xf32", name="main")(lambda x: x + hl.stop_gradient(rounded(x) - x))
    value, slope = interpreter.run(derive(function), np.array([0.3, 0.6, 1.9], np.float32), np.ones(3, np.float32))
    np.testing.assert_allclose(value, [0.5, 0.5, 2], rtol=1e-6)
    np.testing.assert_array_equal(slope, 1)


def test_what_no_float_depends_on_needs_no_rule():
    """Bits of floats are refused only where a derivative would go through them."""

    @hl.function("f64", name="main")
    def function(x):
        bits = hl.bitcast_convert(x, "i64")
        return x * x, bits, hl.floor(hl.bitcast_convert(bits, "f64"))

    assert interpreter.run(hl.vjp(function), np.float64(3), np.float64(1), np.float64(1))[-1] == 6
    assert [float(value) for value in interpreter.run(hl.jvp(function), np.float64(3), np.float64(1))[3:]] == [6, 0]


def test_only_our_own_are_known():
    program = """
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.composite "hlogen.other" %x {decomposition = @f} : (tensor<f32>) -> tensor<f32>
      %1 = stablehlo.composite "hlogen.stop_gradient" %0 {decomposition = @f} : (tensor<f32>) -> tensor<f32>
      return %1 : tensor<f32>
    }
    func.func private @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
    """
    other, known, _ = hl.parse(program).function("main").body.operations
    assert own_decomposition(other) is None
    assert own_decomposition(known).name == "hlogen.stop_gradient.f32"


def test_a_check_that_says_nothing_of_its_vectors_is_what_it_is_decomposed_to():
    program = hl.parse("""
func.func @main(%x: tensor<2xi32>, %low: tensor<i32>, %f: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.composite "hlogen.in_bounds" %x, %low, %low {composite_attributes = {}, decomposition = @negated}
    : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %1 = stablehlo.convert %0 : (tensor<2xi32>) -> tensor<2xf64>
  %2 = stablehlo.multiply %1, %f : tensor<2xf64>
  return %2 : tensor<2xf64>
}
func.func private @negated(%x: tensor<2xi32>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<2xi32> {
  %0 = stablehlo.negate %x : tensor<2xi32>
  return %0 : tensor<2xi32>
}""")
    _, gradient = interpreter.run(hl.vjp(program, wrt=[2]), [3, 4], 1, [1.0, 1.0], [1.0, 2.0])
    assert gradient.tolist() == [-3, -8]


def test_a_program_of_private_functions_has_nothing_to_derive():
    private = "func.func private @{}(%x: tensor<f32>) -> tensor<f32> {{ return %x : tensor<f32> }}\n"
    with pytest.raises(hl.UsageError, match=r"^the program has no function @main; it has: @f, @g$"):
        hl.jvp(hl.parse(private.format("f") + private.format("g")))
