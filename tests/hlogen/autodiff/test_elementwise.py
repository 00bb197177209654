"""Elementwise operations: batches against loops, derivatives against the complex step, edges, refusals, backends."""

import numpy as np
import pytest
from helpers.backends import run_on
from helpers.batches import check_batches, every_choice

import hlogen as hl
import interpreter
from hlogen.autodiff.batching.registry import batch_rules
from hlogen.autodiff.registry import rows
from hlogen.ir import dtype_of
from hlogen.spec.optable import OPS

FLOATS, COMPLEX = ("f64",), ("f64", "complex<f64>")
ANY = ("f64", "complex<f64>", "i32", "ui8", "i1")
INTEGERS = ("i32", "ui8")

SMOOTH = (
    *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("rsqrt", "sine", "sqrt", "tan", "tanh"),
)
# name: (number of operands, element types); what isn't a name of the builder stands in OTHERS.
OPERATIONS = {
    **dict.fromkeys((*SMOOTH, "real", "imag"), (1, COMPLEX)),
    **dict.fromkeys(("ceil", "floor", "is_finite", "round_nearest_afz", "round_nearest_even"), (1, FLOATS)),
    **dict.fromkeys(("abs", "sign", "negate"), (1, ("f64", "complex<f64>", "i32"))),
    **dict.fromkeys(("count_leading_zeros", "popcnt", "not_"), (1, INTEGERS)),
    **dict.fromkeys(("add", "multiply", "maximum", "minimum"), (2, ANY)),
    **dict.fromkeys(("subtract", "divide", "power"), (2, ("f64", "complex<f64>", "i32", "ui8"))),
    **dict.fromkeys(("and_", "or_", "xor"), (2, ("i32", "i1"))),
    **dict.fromkeys(("shift_left", "shift_right_arithmetic", "shift_right_logical"), (2, INTEGERS)),
    "atan2": (2, COMPLEX),
    "complex": (2, FLOATS),
    "remainder": (2, ("f64", "i32")),
}  # fmt: skip
QUANTIZED = "!quant.uniform<i8:f32, 0.5>"
OTHERS = {
    "compare": (lambda x, y: hl.compare(x, y, "LT"), ("f64", "i32", "ui8")),
    "convert": (lambda x, y: hl.convert(x, "f32"), ("f64", "i32", "i1")),
    "reduce_precision": (lambda x, y: hl.reduce_precision(x, exponent_bits=5, mantissa_bits=3), FLOATS),
    "bitcast_convert": (lambda x, y: hl.bitcast_convert(x, "i64"), FLOATS),
    "bitcast_convert to narrow": (lambda x, y: hl.bitcast_convert(x, "i16"), ("f64", "i32")),
    "bitcast_convert to wide": (lambda x, y: hl.bitcast_convert(hl.bitcast_convert(x, "i16"), "i64"), FLOATS),
    "uniform_quantize": (
        lambda x, y: hl.uniform_dequantize(hl.uniform_quantize(hl.convert(x, "f32"), QUANTIZED)), FLOATS),
}  # fmt: skip


def drawn(rng, element_type, shape=(2, 3)):
    dtype = dtype_of(hl.tensor(element_type).element_type)
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        return rng.integers(0, 9, shape).astype(dtype)
    value = rng.uniform(0.1, 0.9, shape)
    return (value + 1j * rng.uniform(0.1, 0.9, shape) if dtype.kind == "c" else value).astype(dtype)


def chlo(name):
    def function(x):
        result_type = x.type.with_element_type(hl.tensor("i1").element_type) if name.startswith("is_") else x.type
        return hl.operation(f"chlo.{name}", [x], result_types=[result_type])[0]

    return function


def hold_batches(body, element_types, seed):
    rng = np.random.default_rng(seed)
    function = hl.function(*(f"2x3x{element_type}" for element_type in element_types), name="main")(body)
    inputs = [drawn(rng, element_type) for element_type in element_types]
    for which in every_choice(len(inputs)):
        check_batches(function, inputs, which, rng)


@pytest.mark.parametrize("name", OPERATIONS)
def test_batches(name):
    count, element_types = OPERATIONS[name]
    for seed, element_type in enumerate(element_types):
        hold_batches(getattr(hl, name), [element_type] * count, seed)


@pytest.mark.parametrize("name", OTHERS)
def test_batches_of_others(name):
    function, element_types = OTHERS[name]
    for seed, element_type in enumerate(element_types):
        hold_batches(function, [element_type] * 2, seed)


CHLO = ("acos", "asin", "asinh", "atan", "atanh", "conj", "cosh", "digamma", "erf", "erf_inv", "erfc",
        "is_inf", "is_neg_inf", "is_pos_inf", "lgamma", "sinh", "square", "tan")  # fmt: skip


@pytest.mark.parametrize("name", [*CHLO, "bessel_i1e"])
def test_batches_of_chlo(name):
    hold_batches(chlo(name), ["f64"], 0)


@pytest.mark.parametrize("name", ["next_after", "polygamma", "zeta"])
def test_batches_of_chlo_of_two(name):
    hold_batches(lambda x, y: hl.operation(f"chlo.{name}", [hl.ceil(x), y], result_types=[x.type])[0], ["f64"] * 2, 0)


def test_batches_of_the_high_halves_of_products():
    hold_batches(lambda x, y: hl.operation("chlo.mulhi", [x, y], result_types=[x.type])[0], ["i32"] * 2, 0)


@pytest.mark.parametrize("rank_0", [(0, 2), (0,), (2,), (), (0, 1, 2)])
@pytest.mark.parametrize("name", ["select", "clamp"])
def test_batches_with_scalars(name, rank_0):
    """The ones that may be scalars become the whole shape only where they differ along the batch."""
    if name == "select" and 2 in rank_0 and 1 not in rank_0:
        rank_0 = (0,)
    rng = np.random.default_rng(3)
    element_types = ("i1", "f64", "f64") if name == "select" else ("f64", "f64", "f64")
    shapes = [() if number in rank_0 else (2, 3) for number in range(3)]
    types = ["x".join([*map(str, shape), type]) for shape, type in zip(shapes, element_types, strict=True)]
    function = hl.function(*types, name="main")(getattr(hl, name))
    inputs = [np.asarray(drawn(rng, type, shape)) for type, shape in zip(element_types, shapes, strict=True)]
    for which in every_choice(3):
        check_batches(function, inputs, which, rng)


def test_a_scalar_shared_by_the_batch_stays_one():
    function = hl.function("f32", "4xf32", "f32", name="main")(hl.clamp)
    text = str(hl.vmap(function, (None, 0, None), axis_size=3))
    assert "broadcast" not in text
    assert "(tensor<f32>, tensor<3x4xf32>, tensor<f32>)" in text


def test_every_elementwise_operation_has_a_row_and_a_batching_rule():
    there = {name for name, operation in OPS.items() if operation.kind == "elementwise"} | {"stablehlo.bitcast_convert"}
    assert there <= set(batch_rules())
    assert there <= set(rows())


# Analytic functions that the interpreter knows of complex numbers: f(x + ih) = f(x) + ih f'(x) to the last digit.
STEPPED = {
    **{name: (getattr(hl, name), 1) for name in SMOOTH},
    **{name: (getattr(hl, name), 2) for name in ("add", "subtract", "multiply", "divide", "power")},
    **{name: (chlo(name), 1) for name in ("acos", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "square")},
}


@pytest.mark.parametrize("name", STEPPED)
def test_complex_step(name):
    function, count = STEPPED[name]
    rng, step = np.random.default_rng(5), 1e-100
    points = [drawn(rng, "f64", (7,)) for _ in range(count)]
    tangents = [rng.normal(size=7) for _ in range(count)]
    of_reals, of_complex = (
        hl.function(*[f"7x{type}"] * count, name="main")(function) for type in ("f64", "complex<f64>")
    )
    moved = [point + 1j * step * tangent for point, tangent in zip(points, tangents, strict=True)]
    (result,) = interpreter.run(of_complex, *moved)
    _, tangent = interpreter.run(hl.jvp(of_reals), *points, *tangents)
    np.testing.assert_allclose(tangent, result.imag / step, rtol=1e-12)


def slope(function, *points):
    """The gradients of a function of scalars."""
    types = [f"{'complex<f64>' if isinstance(point, complex) else 'f64'}" for point in points]
    made = hl.function(*types, name="main")(function)
    return [float(value) for value in interpreter.run(hl.grad(made, range(len(points))), *map(np.asarray, points))]


EDGES = {
    "abs at 0": (hl.abs, [0.0], [0]),
    "equal operands of maximum share": (hl.maximum, [2.0, 2.0], [0.5, 0.5]),
    "equal operands of minimum share": (hl.minimum, [2.0, 2.0], [0.5, 0.5]),
    "0 and -0 are equal": (hl.maximum, [0.0, -0.0], [0.5, 0.5]),
    "a NaN among the operands of maximum": (hl.maximum, [np.nan, 1.0], [0, 0]),
    "clamp inside": (hl.clamp, [1.0, 2.0, 3.0], [0, 1, 0]),
    "clamp below": (hl.clamp, [1.0, 0.0, 3.0], [1, 0, 0]),
    "clamp above": (hl.clamp, [1.0, 4.0, 3.0], [0, 0, 1]),
    "clamp at min": (hl.clamp, [1.0, 1.0, 3.0], [0, 0, 0]),
    "clamp at max": (hl.clamp, [1.0, 3.0, 3.0], [0, 0, 0]),
    "clamp with max below min": (hl.clamp, [3.0, 2.0, 1.0], [0, 0, 1]),
    "clamp of equal bounds, above": (hl.clamp, [1.0, 2.0, 1.0], [0, 0, 1]),
    "0 ** y": (hl.power, [0.0, 2.0], [0, 0]),
    "x ** 0 at 0": (hl.power, [0.0, 0.0], [0, 0]),
    "sqrt at 0": (hl.sqrt, [0.0], [np.inf]),
    "log at 0": (hl.log, [0.0], [np.inf]),
    "cbrt of a negative number": (hl.cbrt, [-8.0], [1 / 12]),
    "exp(x) - 1 far below 0": (hl.exponential_minus_one, [-50.0], [np.exp(-50.0)]),
    "tanh far from 0": (hl.tanh, [18.0], [4 * np.exp(-36.0)]),
    "logistic far below 0": (hl.logistic, [-800.0], [0]),
}


@pytest.mark.parametrize("name", EDGES)
def test_edge(name):
    function, points, expected = EDGES[name]
    np.testing.assert_allclose(slope(function, *points), expected, rtol=0.2 if "far from" in name else 1e-12)


def test_powers_of_0_to_the_third_order():
    third = hl.function("f64", name="main")(lambda x: x**3.0)
    for _ in range(3):
        third = hl.grad(third)
    np.testing.assert_allclose(interpreter.run(third, np.float64(0))[0], 6)


def test_the_modulus_of_complex_0_has_the_slope_0():
    modulus = hl.function("complex<f64>", name="main")(hl.abs)
    assert interpreter.run(hl.grad(modulus), np.complex128(0))[0] == 0
    assert interpreter.run(hl.grad(modulus), np.complex128(3 + 4j))[0] == 0.6 - 0.8j


def test_scalar_bounds_of_clamp_get_sums():
    function = hl.function("f64", "4xf64", "f64", name="main")(hl.clamp)
    x, cotangent = np.array([-1.0, 0.5, 2.0, 3.0]), np.array([1.0, 2.0, 4.0, 8.0])
    _, low, middle, high = interpreter.run(hl.vjp(function), np.float64(0), x, np.float64(1), cotangent)
    assert (float(low), list(middle), float(high)) == (1, [0, 2, 0, 0], 12)


def test_rounded_tangents_of_reduce_precision():
    """As wide as the values that they belong to."""
    function = hl.function("f64", name="main")(lambda x: hl.reduce_precision(x, exponent_bits=5, mantissa_bits=2))
    rounded = [float(v) for v in interpreter.run(hl.jvp(function), np.float64(1.3), np.float64(2.7))]
    assert rounded == [1.25, 2.5]
    assert float(interpreter.run(hl.vjp(function), np.float64(1.3), np.float64(2.7))[1]) == 2.5


def test_a_remainder_by_a_constant_has_the_slope_1():
    remainder = hl.function("3xf64", name="main")(lambda x: hl.remainder(x, hl.constant(np.full(3, 3.0))))
    result, tangent = interpreter.run(hl.jvp(remainder), np.array([7.0, -4, 2]), np.array([1.0, 2, 3]))
    assert result.tolist() == [1, -1, 2]
    assert tangent.tolist() == [1, 2, 3]


def test_integers_on_the_way_carry_nothing():
    function = hl.function("3xf64", name="main")(lambda x: x * hl.convert(hl.convert(x, "i32"), "f64"))
    x = np.array([1.5, -2.5, 3.0])
    np.testing.assert_array_equal(interpreter.run(hl.vjp(function), x, np.ones(3))[1], np.trunc(x))
    np.testing.assert_array_equal(interpreter.run(hl.jvp(function), x, np.ones(3))[1], np.trunc(x))


@pytest.mark.parametrize("derive", [hl.jvp, hl.vjp])
def test_bits_are_refused(derive):
    @hl.function("f64")
    def bits(x):
        return hl.bitcast_convert(hl.bitcast_convert(x, "i64") + 1, "f64")

    with pytest.raises(hl.UsageError, match=r"bitcast_convert \(.*test_elementwise.py:\d+.*bits of floats") as error:
        derive(bits)
    assert "hl.stop_gradient" in str(error.value)
    assert "hl.convert" in str(error.value)


@pytest.mark.parametrize("derive", [hl.jvp, hl.vjp])
def test_quantization_is_refused_and_can_be_gone_around(derive):
    def quantized(x):
        return hl.uniform_dequantize(hl.uniform_quantize(x, QUANTIZED))

    with pytest.raises(hl.UsageError, match=r"uniform_quantize.*rounds to steps"):
        derive(hl.function("3xf32", name="main")(quantized))
    straight = hl.function("3xf32", name="main")(lambda x: quantized(hl.stop_gradient(x)) + (x - hl.stop_gradient(x)))
    x, ones = np.array([0.3, 0.6, 1.9], np.float32), np.ones(3, np.float32)
    value, slopes = interpreter.run(derive(straight), x, ones)
    np.testing.assert_allclose(value, [0.5, 0.5, 2], rtol=1e-6)
    np.testing.assert_array_equal(slopes, 1)


def test_other_functions_that_are_refused():
    function = hl.function("f64", "f64", name="main")(
        lambda x, y: hl.operation("chlo.next_after", [x, y], result_types=[x.type])[0]
    )
    with pytest.raises(hl.UsageError, match=r"chlo.next_after(.|\n)*hl.stop_gradient"):
        hl.grad(function)
    function = hl.function("f64", "f64", name="main")(
        lambda n, x: hl.operation("chlo.polygamma", [n, x], result_types=[x.type])[0]
    )
    with pytest.raises(hl.UsageError, match=r"chlo.polygamma(.|\n)*order is a whole number"):
        hl.grad(function)
    hl.grad(function, "x")
    function = hl.function("f64", "f64", name="main")(
        lambda x, q: hl.operation("chlo.zeta", [x, q], result_types=[x.type])[0]
    )
    with pytest.raises(hl.UsageError, match=r"chlo.zeta(.|\n)*first operand"):
        hl.grad(function)


def test_bits_off_the_way_are_fine():
    function = hl.function("f64", "f64", name="main")(
        lambda x, y: x * hl.convert(hl.bitcast_convert(y, "i64") & 1, "f64")
    )
    (gradient,) = interpreter.run(hl.grad(function, 0), np.float64(2), np.float64(5e-324))
    assert gradient == 1


EVERYTHING = [getattr(hl, name) for name in (*SMOOTH, "abs", "negate", "sign", "floor", "ceil", "real", "imag")]


@pytest.mark.parametrize("name", ["interpreter", "upstream", "xla"])
def test_backends_agree(name):
    """On one program of all of them, its gradient and the gradient's own, which are all in the last one."""

    @hl.function("5xf64", "5xf64", "5xf64", name="main")
    def program(x, y, z):
        total = hl.atan2(x, y) + hl.power(x, y) + hl.remainder(x + 3.1, y) + hl.maximum(x, y) + hl.clamp(x, y, z)
        for operation in EVERYTHING:
            total = total + operation(x)
        total = total + hl.real(hl.sign(hl.complex(x, y)) * hl.convert(z, "complex<f64>"))
        return total + hl.select(x < y, x * y, x / y) + hl.abs(hl.complex(x, z)) - hl.minimum(x, z)

    x, y, z = np.linspace(0.1, 0.9, 5), np.linspace(1.3, 0.4, 5), np.linspace(1, 2, 5)
    twice = hl.vjp(hl.vjp(program), wrt=[0, 1])
    inputs = [x, y, z, *[np.ones(5)] * 5]
    expected = interpreter.run(twice, *inputs)
    for got, want in zip(run_on(name, twice, *inputs), expected, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ["interpreter", "upstream", "xla"])
def test_backends_agree_on_chlo(name):
    @hl.function("5xf64", name="main")
    def program(x):
        total = chlo("acosh")(x + 1.0)
        for function in CHLO:
            if not function.startswith("is_"):
                total = total + chlo(function)(x)
        return total

    x, ones = np.linspace(0.1, 0.9, 5), [np.ones(5)] * 3
    twice = hl.vjp(hl.vjp(program), wrt=[0])
    expected = interpreter.run(twice, x, *ones)
    for got, want in zip(run_on(name, twice, x, *ones), expected, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12)
