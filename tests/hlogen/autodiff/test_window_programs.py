"""Derivatives of convolutions and windows as programs: run by XLA and upstream's interpreter, and what is refused."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from helpers import campaign
from helpers.derivatives import check
from ml_dtypes import bfloat16

import hlogen as hl
import interpreter
from hlogen.backends import backend


def load(name):
    path = Path(__file__).parent / "rows" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"run_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


C, W = load("convolution"), load("windows")
# Where initial values have a derivative the backends differ by how often they add them; upstream's scatter writes into
# its inputs, and its convolution ends where the output's dimensions are in an order that isn't its own inverse.
EVERYWHERE = {
    "square": C.with_itself,
    "sum": W.windows("add", 0.0),
    "largest": W.windows("max", -100.0, W.distinct),
    "smallest": W.windows("min", 0.03, W.distinct),
    "product": W.windows("mul", 1.0),
    "cumulative sum": W.cumulative("add", 0.0),
    "largest and place": W.largest_and_place,
}
ON_XLA = {
    "cumulative product": W.cumulative("mul", 1.0),
    "convolution": C.convolution(2),
    "feature groups": C.convolution(1, (3, 1)),
    "batch groups": C.convolution(1, (1, 2)),
    "selected sum": W.selected("add"),
    "selected largest": W.selected("max"),
}


def hold(name, sampler, seed):
    """The gradient of the gradient's first element along random cotangents, as the interpreter gives it."""
    rng = np.random.default_rng(seed)
    function, inputs = sampler(rng, "f64")
    for _ in range(2):
        results = interpreter.run(function, *inputs)
        inputs = [*inputs, *(rng.normal(size=x.shape) for x in results if x.dtype == np.float64)]
        function = hl.vjp(function)
        if any(type.element_type != hl.tensor("f64").element_type for type in function.type.results):
            break
    expected = interpreter.run(function, *inputs)
    for got, wanted in zip(backend(name).run(function, *inputs), expected, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-11)


@pytest.mark.share(3)
@pytest.mark.parametrize("case", [*EVERYWHERE, *ON_XLA])
def test_gradients_run_on_xla(case):
    hold("xla", {**EVERYWHERE, **ON_XLA}[case], 2)


@pytest.mark.parametrize("case", EVERYWHERE)
def test_gradients_run_on_upstream(case):
    hold("upstream", EVERYWHERE[case], 2)


@pytest.mark.campaign
@pytest.mark.parametrize("case", [*EVERYWHERE, *ON_XLA])
def test_many_gradients_run_on_xla(case):
    for seed in campaign.seeds(10, 20):
        hold("xla", {**EVERYWHERE, **ON_XLA}[case], seed)


@pytest.mark.campaign
@pytest.mark.parametrize("case", [*EVERYWHERE, *ON_XLA])
def test_many_examples(case):
    for seed in campaign.seeds(100, 140):
        function, inputs = {**EVERYWHERE, **ON_XLA}[case](np.random.default_rng(seed), "f64")
        check(function, inputs, order=1)


def test_a_sum_of_windows_is_derived_by_sums_of_windows():
    """In time and memory like the sum's own: no window is written out."""

    @hl.function("1000xf32")
    def cumulative(x):
        return hl.reduce_window(x, 0.0, "add", window_dimensions=[1000], padding=[[999, 0]])

    for derived in (hl.vjp(cumulative), hl.jvp(cumulative), hl.vjp(hl.vjp(cumulative))):
        names = {operation.name for operation in derived.operation.walk()}
        assert "stablehlo.reduce_window" in names
        assert not names & {"stablehlo.gather", "stablehlo.scatter", "stablehlo.pad"}


def test_the_first_of_equals_is_credited_and_elements_before_the_initial_value():
    @hl.function("6xf64")
    def pooled(x):
        return hl.reduce_window(x, 2.0, "max", window_dimensions=[3], window_strides=[3])

    x = np.array([2.0, 2, 1, 1, 1, 0])
    _, gradient = interpreter.run(hl.vjp(pooled), x, np.array([5.0, 7.0]))
    assert gradient.tolist() == [5, 0, 0, 0, 0, 0]


def test_windows_of_nothing_but_padding_have_no_derivative():
    @hl.function("2xf64", "f64")
    def pooled(x, init):
        return hl.reduce_window(x, init, "max", window_dimensions=[2], window_strides=[2], padding=[[2, 2]])

    x = np.array([1.0, 3.0])
    _, of_x, of_init = interpreter.run(hl.vjp(pooled), x, np.float64(-1), np.array([5.0, 7.0, 9.0]))
    assert of_x.tolist() == [0, 7]
    assert of_init == 14


@pytest.mark.parametrize("shape", ["0x3xf64", "2x3xf64"])
def test_no_windows_at_all(shape):
    @hl.function(shape, "f64")
    def empty(x, init):
        options = {"window_dimensions": [5, 1], "padding": [[1, 1], [0, 0]]}
        bodies = ("add", "max", "mul")
        return tuple(hl.reduce_window(x, init, body, **options) for body in bodies)

    x = np.ones(empty.type.inputs[0].static_shape)
    *results, of_x, of_init = interpreter.run(hl.vjp(empty), x, np.float64(1), *[np.zeros((0, 3))] * 3)
    assert all(result.shape == (0, 3) for result in results)
    assert not of_x.any()
    assert of_init == 0


@pytest.mark.parametrize("sizes", [(0, 4, 2, 3), (2, 0, 2, 3), (2, 4, 0, 3), (2, 4, 2, 0)])
def test_convolutions_of_nothing(sizes):
    batch, length, features, outputs = sizes

    @hl.function(f"{batch}x{length}x{features}xf64", f"2x{features}x{outputs}xf64")
    def convolved(x, y):
        return hl.convolution(
            x,
            y,
            padding=[[1, 1]],
            input_batch_dimension=0,
            input_feature_dimension=2,
            input_spatial_dimensions=[1],
            kernel_input_feature_dimension=1,
            kernel_output_feature_dimension=2,
            kernel_spatial_dimensions=[0],
        )

    inputs = [np.ones(type.static_shape) for type in convolved.type.inputs]
    result, *gradients = interpreter.run(hl.vjp(convolved), *inputs, np.ones(convolved.type.results[0].static_shape))
    assert not result.any()
    for gradient, given in zip(gradients, inputs, strict=True):
        assert gradient.shape == given.shape
        assert not gradient.any()


def test_a_convolution_that_accumulates_in_a_wider_type():
    """As some front ends write it: upstream takes it, though the specification wants one element type."""
    program = hl.parse("""func.func @main(%x: tensor<1x4x1xbf16>, %y: tensor<2x1x1xbf16>) -> tensor<1x3x1xf32> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x4x1xbf16>, tensor<2x1x1xbf16>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}""")
    x, y = (np.arange(1, n + 1).reshape(shape).astype(bfloat16) for n, shape in ((4, (1, 4, 1)), (2, (2, 1, 1))))
    cotangent = np.array([1.0, 10, 100], np.float32).reshape(1, 3, 1)
    derived = hl.vjp(program)
    assert [str(type.element_type) for type in derived.type.results] == ["f32", "bf16", "bf16"]
    result, of_x, of_y = interpreter.run(derived, x, y, cotangent)
    assert result.ravel().tolist() == [5, 8, 11]
    assert of_x.astype(np.float32).ravel().tolist() == [1, 12, 120, 200]
    assert of_y.astype(np.float32).ravel().tolist() == [320, 432]  # 321, rounded, and 432


def test_windows_too_large_to_be_written_out_are_an_error():
    @hl.function("100000xf32")
    def cumulative(x):
        return hl.reduce_window(x, 1.0, "mul", window_dimensions=[100_000], padding=[[99_999, 0]])

    with pytest.raises(hl.UsageError, match="would be written out, and that is too much") as caught:
        hl.vjp(cumulative)
    assert f"{__file__}:" in str(caught.value)
    assert "fix: " in str(caught.value)


def test_integers_pass_by():
    @hl.function("4xf32", "4xi32")
    def f(x, i):
        return x * x, hl.reduce_window(i, 0, "add", window_dimensions=[2])

    assert len(hl.vjp(f).type.results) == 3
