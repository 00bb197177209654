"""Tensor: operators mean what NumPy's mean; what can't be is refused with the way out."""

from __future__ import annotations

import copy
import math
import operator

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter

INTS = np.array([-7, -6, -1, 0, 1, 5, 7, 8], np.int32)
OTHER_INTS = np.array([2, -3, 3, 4, -5, -5, 2, -8], np.int32)
FLOATS = np.array([-7.5, -6.0, -0.5, 0.0, 1.0, 5.25, 7.0, 1.0], np.float64)
OTHER_FLOATS = np.array([2.0, -4.0, 3.0, 4.0, -0.1, -5.0, 0.1, 0.1], np.float64)


def run(body, *arrays):
    types = [hl.tensor("x".join([*map(str, array.shape), str(element_type(array))])) for array in arrays]
    function = hl.function(*types, name="main")(body)
    str(function)  # upstream's verifier has seen it
    (result,) = interpreter.run(function, *arrays)
    return result


def element_type(array):
    from hlogen.ir import element_type_of

    return element_type_of(array.dtype)


def refused(body, *types: str) -> str:
    with pytest.raises(hl.UsageError) as caught:
        hl.function(*types, name="f")(body)
    message = str(caught.value)
    assert f"where: {__file__}:" in message
    return message


@pytest.mark.parametrize(
    "op",
    [
        *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod),
        *(operator.and_, operator.or_, operator.xor),
        *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne),
    ],
)
def test_operators_on_integers_are_numpys(op) -> None:
    expected = op(INTS, OTHER_INTS)
    for result in (
        run(op, INTS, OTHER_INTS),
        run(lambda x: op(x, OTHER_INTS), INTS),
        run(lambda y: op(INTS, y), OTHER_INTS),
    ):
        np.testing.assert_array_equal(result, expected)
        assert result.dtype == expected.dtype
    np.testing.assert_array_equal(run(lambda x: op(x, 3), INTS), op(INTS, 3))
    np.testing.assert_array_equal(run(lambda x: op(3, x), OTHER_INTS), op(3, OTHER_INTS))


@pytest.mark.parametrize(
    "op",
    [
        *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod),
        *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne),
    ],
)
def test_operators_on_floats_are_numpys(op) -> None:
    np.testing.assert_array_equal(run(op, FLOATS, OTHER_FLOATS), op(FLOATS, OTHER_FLOATS))
    np.testing.assert_array_equal(run(lambda x: op(x, 0.1), FLOATS), op(FLOATS, 0.1))
    np.testing.assert_array_equal(run(lambda y: op(-7.5, y), OTHER_FLOATS), op(-7.5, OTHER_FLOATS))


def test_division_rounds_as_numpys_at_the_edges() -> None:
    values = np.array([np.inf, -np.inf, np.nan, 0, -0.0, 1, -1, 0.1, -0.1, 3.5, -3.5, 1e308, 5e-324, 7, -7, 0.3])
    left, right = (grid.ravel() for grid in np.meshgrid(values, values))
    with np.errstate(all="ignore"):
        quotient, remainder = left // right, left % right
    np.testing.assert_array_equal(run(operator.floordiv, left, right), quotient)
    np.testing.assert_array_equal(run(operator.mod, left, right), remainder)

    integers = np.array([-128, -127, -5, -1, 0, 1, 2, 3, 5, 126, 127], np.int8)
    left, right = (grid.ravel() for grid in np.meshgrid(integers, integers))
    defined = (right != 0) & ~((left == -128) & (right == -1))
    left, right = left[defined], right[defined]
    np.testing.assert_array_equal(run(operator.floordiv, left, right), left // right)
    np.testing.assert_array_equal(run(operator.mod, left, right), left % right)


def test_dynamic_dimensions() -> None:
    @hl.function("?x3xf32", "2x3xf32", "?x1xf32", "f32")
    def f(x, y, column, scalar):
        return x + y, x * x, -x, x + column, (x + 1) * scalar, hl.clamp(0, x, scalar), hl.select(x > 0, x, column)

    str(f)
    assert [str(result) for result in f.type.results] == ["tensor<2x3xf32>", *["tensor<?x3xf32>"] * 6]
    x, y = np.arange(6, dtype=np.float32).reshape(2, 3) - 2, np.ones((2, 3), np.float32)
    column = np.array([[10], [20]], np.float32)
    expected = (x + y, x * x, -x, x + column, (x + 1) * 2, np.clip(x, 0, 2), np.where(x > 0, x, column))
    for _ in range(2):
        for found, wanted in zip(f(x, y, column, 2), expected, strict=True):
            np.testing.assert_array_equal(found, wanted)


def test_a_size_is_asked_for_once() -> None:
    @hl.function("?x3xf32", "3xf32")
    def f(x, row):
        return (-((x + row) * row) - 1) / row

    names = [operation.name for operation in f.module.function("f").body.operations]
    assert names.count("stablehlo.get_dimension_size") == names.count("stablehlo.concatenate") == 1


def test_unsigned_integers_and_booleans() -> None:
    unsigned = np.array([0, 1, 200, 255], np.uint8)
    divisor = np.array([3, 2, 7, 255], np.uint8)
    for op in (operator.floordiv, operator.mod, operator.add, operator.lt):
        np.testing.assert_array_equal(run(op, unsigned, divisor), op(unsigned, divisor))
    np.testing.assert_array_equal(run(lambda x: x >> 1, unsigned), unsigned >> 1)
    flags, other = np.array([True, True, False, False]), np.array([True, False, True, False])
    for op in (operator.and_, operator.or_, operator.xor, operator.eq, operator.lt):
        np.testing.assert_array_equal(run(op, flags, other), op(flags, other))
    np.testing.assert_array_equal(run(operator.invert, flags), ~flags)
    np.testing.assert_array_equal(run(lambda x: x & True, flags), flags)


def test_unary_shifts_power_and_matmul() -> None:
    np.testing.assert_array_equal(run(lambda x: -x, INTS), -INTS)
    np.testing.assert_array_equal(run(lambda x: +x, INTS), INTS)
    np.testing.assert_array_equal(run(lambda x: ~x, INTS), ~INTS)
    np.testing.assert_array_equal(run(abs, INTS), abs(INTS))
    np.testing.assert_array_equal(run(lambda x: x >> 1, INTS), INTS >> 1)
    np.testing.assert_array_equal(run(lambda x: x << 2, INTS), INTS << 2)
    np.testing.assert_array_equal(run(lambda x: 1 << x, abs(INTS)), 1 << abs(INTS))
    np.testing.assert_array_equal(run(lambda x: x**2, INTS), INTS**2)
    np.testing.assert_array_equal(run(lambda x: 2**x, abs(INTS)), 2 ** abs(INTS))
    left, right = np.arange(6).reshape(2, 3), np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(run(operator.matmul, left, right), left @ right)
    np.testing.assert_array_equal(run(lambda x: x @ right, left), left @ right)
    np.testing.assert_array_equal(run(lambda y: left @ y, right), left @ right)
    np.testing.assert_array_equal(run(operator.matmul, right[:, 0], right), right[:, 0] @ right)


SHAPES = [
    *[((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (1, 3)), ((1,), (4,)), ((2, 3), ()), ((), (2, 0)), ((1, 3), (0, 3))],
    *[((4, 1, 3), (2, 1)), ((1, 1), (1,)), ((5,), (5,)), ((2, 1, 1, 3), (4, 1))],
]


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_shapes_are_broadcast_as_numpys(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    x = np.arange(np.prod(left), dtype=np.float32).reshape(left)
    y = np.arange(np.prod(right), dtype=np.float32).reshape(right) - 2
    for body, expected in (
        (lambda x, y: x + y, x + y),
        (lambda x, y: x < y, x < y),
        (lambda x, y: hl.maximum(x, y), np.maximum(x, y)),
        (lambda x, y: hl.select(x < y, x, y), np.where(x < y, x, y)),
        (lambda x, y: hl.select(x < 1, y, 0.5), np.where(x < 1, y, np.float32(0.5))),
        (lambda x, y: y * np.ones(left, np.float32), y * np.ones(left, np.float32)),
        (lambda x, y: np.ones(left, np.float32) - y, np.ones(left, np.float32) - y),
        (lambda x, y: np.add(x, y), np.add(x, y)),
    ):
        np.testing.assert_array_equal(run(body, x, y), expected)
        assert run(body, x, y).shape == np.shape(expected)


def test_limits_of_clamp_are_broadcast() -> None:
    x, low = np.arange(6.0, dtype=np.float32).reshape(2, 3), np.array([1, 2, 3], np.float32)
    np.testing.assert_array_equal(run(lambda x, low: hl.clamp(low, x, 4.0), x, low), np.clip(x, low, 4))


def test_what_does_not_broadcast_names_sizes_and_dimensions() -> None:
    message = refused(lambda x, y: x + y, "2x3xf32", "4xf32")
    assert "lhs is [2, 3], rhs is [4]: dimension 1 of lhs has size 3, dimension 0 of rhs 4" in message
    assert "hl.broadcast_in_dim" in message
    assert "dimension 0 of lhs has size ?, dimension 0 of rhs 4" in refused(lambda x, y: x + y, "?x3xf32", "4x1xf32")
    for types, told in (
        (("3xf32", "2x3xf32", "4xf32"), "dimension 1 of operand has size 3, dimension 0 of max 4"),
        (("4xf32", "2x1xf32", "5xf32"), "dimension 0 of min has size 4, dimension 0 of max 5"),
        (("5xf32", "2x3xf32", "4xf32"), "dimension 0 of min has size 5, dimension 1 of operand 3"),
    ):
        assert told in refused(lambda low, x, high: hl.clamp(low, x, high), *types)

    def strictly(x, y):
        with hl.broadcasting(False):
            return x + y

    assert "one shape inside hl.broadcasting(False), but lhs is [2, 3]" in refused(strictly, "2x3xf32", "3xf32")
    matrix = np.ones((2, 3), np.float32)
    np.testing.assert_array_equal(run(strictly, matrix, np.float32(2)), matrix + 2)


def test_rank_0_is_broadcast() -> None:
    matrix = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    scalar = np.array(2.0, np.float32)
    np.testing.assert_array_equal(run(lambda x, s: x * s, matrix, scalar), matrix * 2)
    np.testing.assert_array_equal(run(lambda x, s: s - x, matrix, scalar), 2 - matrix)


def test_numbers_take_the_tensors_element_type() -> None:
    @hl.function("2xbf16")
    def f(x):
        return x + 0.1

    constant = f.module.function("f").body.operations[0]
    assert str(constant.result.type) == "tensor<2xbf16>"
    assert constant.attributes["value"].array[0] == ml_dtypes.bfloat16(0.1)


@pytest.mark.parametrize(
    ("type", "number", "said"),
    [
        ("i32", 1.5, "can't hold 1.5 (f64)"),
        ("i32", 2.0, "can't hold 2.0 (f64)"),
        ("i32", 1 << 31, "2147483648 is out of range for i32, which holds -2147483648 to 2147483647"),
        ("i32", 1 << 90, "is out of range: the widest integers have 64 bits"),
        ("ui8", -1, "-1 is out of range for ui8, which holds 0 to 255"),
        ("ui8", np.array([3, 256]), "256 is out of range for ui8"),
        ("i4", 8, "8 is out of range for i4, which holds -8 to 7"),
        ("i1", 2, "2 is out of range for i1"),
        ("f32", 1e300, "1e+300 doesn't fit f32"),
        ("f8E4M3FN", float("inf"), "inf doesn't fit f8E4M3FN"),
        ("f32", 1j, "can't hold the complex 1j"),
        ("f32", "1", "rhs is a tensor, a number or a NumPy array, not str '1'"),
        ("!quant.uniform<i8:f32, 0.5>", 1, "or its storage integer?"),
        ("f32", np.ma.array([1], mask=[True]), "a masked array can't be a constant"),
        ("f32", None, "rhs is a tensor, a number or a NumPy array, not None"),
        ("f32", np.array(["a"]), "is no array of numbers"),
        ("f32", [[1, 2], [3]], "is no array of numbers"),
    ],
)
def test_numbers_that_dont_fit(type: str, number: object, said: str) -> None:
    assert said in refused(lambda x: x + number, type)


def test_element_types_dont_mix() -> None:
    message = refused(lambda x, y: x + y, "3xf32", "3xi32")
    assert "lhs is tensor<3xf32>, rhs is tensor<3xi32>" in message
    assert "hl.convert(..., 'f32')" in message


def test_division_of_integers_says_which_it_could_be() -> None:
    assert "hl.divide" in refused(lambda x: x / 2, "3xi32")
    assert "// isn't defined on complex<f32>" in refused(lambda x: x // 2, "3xcomplex<f32>")


def test_equality_builds_and_identity_hashes() -> None:
    @hl.function("3xf32", "3xf32")
    def f(x, y):
        assert isinstance(x == y, hl.Tensor)
        assert len({x: 1, y: 2}) == 2
        assert x in [x]
        assert copy.deepcopy(x) is copy.copy(x) is x
        return x == y

    assert str(f.type.results[0]) == "tensor<3xi1>"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda x: x if x > 0 else -x, "the truth of a tensor<i1> isn't known"),
        (lambda x: x and x, "hl.cond or hl.switch"),
        (lambda x: x[0], "too many indices"),
        (lambda x: operator.setitem(x, 0, 1), "tensors don't change"),
        (lambda x: list(x), "can't be iterated over"),
        (lambda x: len(x), "so it has no len()"),
        (lambda x: np.asarray(x), "can't become a NumPy array"),
        (lambda x: np.sin(x), "fix: write hl.sine(x)"),
        (lambda x: np.sum(x), "fix: write hl.sum(...)"),
        (lambda x: np.concatenate([x, x]), "fix: write hl.concatenate(...)"),
        (lambda x: np.hypot(x, x), "np.hypot computes on arrays, and a tensor<f32> is a value of a program"),
        (lambda x: f"{x:.3f}", "can't be formatted with '.3f'"),
        (lambda x: math.exp(x), "can't become a float"),
        (lambda x: hl.constant([1.0, x]), "can't"),
        (lambda x: int(x), "can't become an int"),
        (lambda x: float(x), "can't become a float"),
        (lambda x: complex(x), "can't become a complex"),
        (lambda x: range(x), "can't become an int"),
        (lambda x: hl.reshape(x, [x]), "shape[0] is a size, an integer of rank 0, not a tensor<f32>"),
        (lambda x: x == "one", "rhs is a tensor, a number or a NumPy array, not str 'one'"),
        (lambda x: hl.add(1, 2), "add needs a tensor among its operands"),
        (lambda x: hl.constant(x), "not a tensor of the program"),
    ],
)
def test_what_a_tensor_cant_be(body, said: str) -> None:
    assert said in refused(body, "f32")


def test_properties_and_sugar() -> None:
    @hl.function("2x3xbf16")
    def f(x):
        assert x.type == hl.tensor("2x3xbf16")
        assert (x.shape, x.rank, str(x.element_type)) == ((2, 3), 2, "bf16")
        assert (np.shape(x), np.ndim(x), np.size(x)) == (x.shape, x.ndim, x.size) == ((2, 3), 2, 6)
        assert x.dtype == ml_dtypes.bfloat16
        assert repr(x) == "<tensor x: tensor<2x3xbf16> in function f>"
        shapes = [
            *(x.reshape(6), x.reshape(3, 2), x.reshape([3, 2]), x.reshape(-1), x.reshape(-1, 2), x.T),
            *(x.transpose(), x.transpose(1, 0), x.transpose([0, 1])),
        ]
        assert [value.shape for value in shapes] == [(6,), (3, 2), (3, 2), (6,), (3, 2), (3, 2), (3, 2), (3, 2), (2, 3)]
        for sizes in ((3, 2), np.array([3, 2]), range(3, 1, -1), [np.int8(3), 2]):
            assert x.reshape(sizes).shape == hl.reshape(x, sizes).shape == (3, 2)
        for order in ((1, 0), np.array([1, 0]), range(1, -1, -1)):
            assert x.transpose(order).shape == hl.transpose(x, order).shape == (3, 2)
        assert x.astype(np.float32).element_type == x.astype("f32").element_type == hl.tensor("f32").element_type
        return shapes

    str(f)
    assert "don't divide" in refused(lambda x: x.reshape(-1, 4), "2x3xf32")


MATRIX = np.array([[1, 2], [3, 4]])
# NumPy's functions that are operators, and what they are tried on: a tensor each, then an array beside a tensor.
OF_NUMPY = {
    **dict.fromkeys(
        ("add", "subtract", "multiply", "floor_divide", "remainder", "mod", "bitwise_and", "bitwise_or", "bitwise_xor"),
        (INTS, OTHER_INTS),
    ),
    **dict.fromkeys(("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"), (INTS, OTHER_INTS[::-1])),
    **dict.fromkeys(("true_divide", "divide"), (FLOATS, OTHER_FLOATS)),
    **dict.fromkeys(("power", "left_shift", "right_shift"), (INTS, np.arange(8, dtype=np.int32) % 3)),
    "matmul": (MATRIX, MATRIX + 1),
    **dict.fromkeys(("invert", "bitwise_not", "negative", "absolute"), (INTS,)),
}


@pytest.mark.parametrize("name", OF_NUMPY)
def test_functions_of_numpy_that_are_operators(name: str) -> None:
    function, given = getattr(np, name), OF_NUMPY[name]
    expected = function(*given)
    np.testing.assert_array_equal(run(function, *given), expected)
    if len(given) == 2:
        first, second = given
        np.testing.assert_array_equal(run(lambda x: function(x, second), first), expected)
        np.testing.assert_array_equal(run(lambda y: function(first, y), second), expected)


@pytest.mark.parametrize(
    ("call", "written"),
    [
        (np.exp, "hl.exponential(x)"),
        (np.expm1, "hl.exponential_minus_one(x)"),
        (np.log1p, "hl.log_plus_one(x)"),
        (np.sin, "hl.sine(x)"),
        (np.cos, "hl.cosine(x)"),
        (np.rint, "hl.round_nearest_even(x)"),
        (np.isfinite, "hl.is_finite(x)"),
        (np.sort, "hl.sort(x)"),
        (np.add.reduce, "hl.sum(x)"),
        (np.multiply.reduce, "hl.prod(x)"),
        (np.maximum.reduce, "hl.max(x)"),
        (np.minimum.reduce, "hl.min(x)"),
        (np.amax, "hl.max(x)"),
        (np.amin, "hl.min(x)"),
        (np.linalg.norm, "hl.norm(x)"),
        (lambda x: np.arctan2(x, x), "hl.atan2(x, y)"),
        (lambda x: np.dot(x, x), "x @ y"),
        (lambda x: np.tensordot(x, x, 1), "hl.einsum or hl.dot_general"),
        (np.tanh, "hl.tanh(...)"),
        (lambda x: np.stack([x, x]), "hl.stack(...)"),
    ],
)
def test_what_is_written_instead_of_numpys_functions(call, written: str) -> None:
    """And what is written gives what they would."""
    message = refused(call, "4xf64")
    assert message.endswith((f"\n  fix: write {written}", f"\n  fix: write {written.replace('(x)', '(...)')}"))
    assert " computes on arrays, and a tensor<4xf64> is a value of a program\n" in message
    if written.startswith("hl.") and written.endswith("(x)"):
        x = np.array([0.5, 2.5, -0.25, 0.75])
        np.testing.assert_allclose(run(lambda x: eval(written, {"hl": hl, "x": x}), x), call(x), rtol=1e-12)


def test_options_of_numpys_functions_are_refused() -> None:
    assert "np.add computes on arrays" in refused(lambda x: np.add(x, x, where=[True]), "1xf32")
    assert "np.add.accumulate computes" in refused(lambda x: np.add.accumulate(x), "2xf32")
    for name in ("shape", "ndim", "size"):
        hl.function("2x3xf32")(lambda x, name=name: getattr(np, name)(x) == getattr(x, name) and x)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("nbytes", "; use x.size * x.dtype.itemsize"),
        ("item", "; use int(...) of what the program gives"),
        ("set", "; use x.at[index].set(values)"),
        ("add", "; use x.at[index].add(values)"),
        ("mul", "; use x.at[index].mul(values)"),
        ("apply", "; use x.at[index].apply(values)"),
        ("nothing", ""),
    ],
)
def test_attributes_that_a_tensor_lacks(name: str, hint: str) -> None:
    @hl.function("3xi16")
    def f(x):
        assert not hasattr(x, name)
        with pytest.raises(AttributeError) as caught:
            getattr(x, name)
        assert str(caught.value) == f"a tensor of a program has no attribute {name!r}{hint}"
        assert x.size * x.dtype.itemsize == 6
        return x

    assert f


def test_methods_take_what_the_functions_take() -> None:
    """In the same order, so by place as well."""
    x = np.array([[3, 1, 2], [3, 5, 4]], np.float64)

    @hl.function("2x3xf64", name="main")
    def methods(x):
        return (
            *(x.sum(1, True, "f32"), x.prod(0, True, "f32"), x.max(1, True), x.min(0, True), x.mean(1, True)),
            *(x.all(0, True), x.any(1, True), x.var(1, 1, True), x.std(0, 1, True), x.argmax(0, True)),
            *(x.argmin(1, True), x.cumsum(1), x.cumprod(0), x.argsort(0, True), x.argsort(), x.clip(2, 4)),
            *((x / 2).round(), x[:, None, :1].squeeze(1), x.swapaxes(0, 1), x.ravel(), x.flatten()),
        )

    expected = (
        *(x.sum(1, np.float32, keepdims=True), x.prod(0, np.float32, keepdims=True), x.max(1, keepdims=True)),
        *(x.min(0, keepdims=True), x.mean(1, keepdims=True), x.all(0, keepdims=True), x.any(1, keepdims=True)),
        *(x.var(1, ddof=1, keepdims=True), x.std(0, ddof=1, keepdims=True), x.argmax(0, keepdims=True)),
        *(x.argmin(1, keepdims=True), x.cumsum(1), x.cumprod(0), (-x).argsort(0, kind="stable"), x.argsort()),
        *(x.clip(2, 4), (x / 2).round(), x[:, :1], x.T, x.ravel(), x.ravel()),
    )
    for found, wanted in zip(methods(x), expected, strict=True):
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
