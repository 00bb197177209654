"""Elements folded along axes: sum, prod, max, min, mean, var, std, all, any, argmax, argmin, logsumexp, norm; cumsum.

`axis` is a dimension, or several; all of them where it isn't given. With `keepdims` the dimensions stay, of size 1.
Floats narrower than f32 are summed in f32, and the result has their type; i1 is counted in i32. Element types are kept
otherwise: sums of i32 are i32.
"""

from __future__ import annotations

from math import inf
from typing import Literal

from hlogen.builder.composite import stop_gradient
from hlogen.builder.elementwise import abs as absolute
from hlogen.builder.elementwise import (
    add,
    compare,
    convert,
    divide,
    exponential,
    imag,
    is_finite,
    log,
    maximum,
    minimum,
    multiply,
    real,
    select,
    sqrt,
    subtract,
)
from hlogen.builder.emit import as_tensor, boolean, described, element_type_from, emit_constant, integer
from hlogen.builder.functions.common import (
    I64,
    PRED,
    as_pred,
    as_type,
    axes_of,
    axis_of,
    to_sum_in,
    with_axes,
)
from hlogen.builder.indexing.along_axis import take
from hlogen.builder.inner import emit_while
from hlogen.builder.reduction import is_nan, neutral_element, reduce
from hlogen.builder.sizes import (
    broadcast_to_sizes,
    counted,
    of_sizes,
    product_of,
    reshape_to_sizes,
    size_as,
    size_of,
    sizes_of,
)
from hlogen.builder.tensor import Axes, DType, Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.builder.windows import reduce_window
from hlogen.door import public
from hlogen.ir import ComplexType, FloatType, IntegerType, QuantizedType

_FOLDS = {"add": add, "mul": multiply, "max": maximum, "min": minimum}


@public
def sum(x: TensorLike, axis: Axes = None, keepdims: bool = False, dtype: DType | None = None) -> Tensor:
    """The sum along `axis`, of the element type `dtype` or that of `x`; how many are true where `x` is i1, as i32."""
    return _total(x, axis, keepdims, dtype, "add")


@public
def prod(x: TensorLike, axis: Axes = None, keepdims: bool = False, dtype: DType | None = None) -> Tensor:
    """The product along `axis`, as `sum`."""
    return _total(x, axis, keepdims, dtype, "mul")


@public
def max(x: TensorLike, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The greatest element along `axis`; NaN where there is one."""
    return _extreme(x, axis, keepdims, "max")


@public
def min(x: TensorLike, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The least element along `axis`; NaN where there is one."""
    return _extreme(x, axis, keepdims, "min")


@public
def mean(x: TensorLike, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The arithmetic mean of floats or complex numbers along `axis`."""
    value = _of_fractions(x, "mean")
    axes = axes_of(axis, value)
    inner = as_type(value, to_sum_in(value.element_type))
    average = divide(_folded(inner, axes, "add"), _count(inner, axes))
    return _kept(as_type(average, value.element_type), axes, value, keepdims)


@public
def var(x: TensorLike, axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
    """The variance along `axis`: the mean of squared distances from the mean, the divisor being less by `ddof`."""
    value = _of_fractions(x, "var")
    return _kept(as_type(_variance(value, axis, ddof), _real_type(value)), axes_of(axis, value), value, keepdims)


@public
def std(x: TensorLike, axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
    """The standard deviation along `axis`, the root of `var`."""
    value = _of_fractions(x, "std")
    root = as_type(sqrt(_variance(value, axis, ddof)), _real_type(value))
    return _kept(root, axes_of(axis, value), value, keepdims)


@public
def all(x: TensorLike, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """i1: whether all elements along `axis` are true, or not zero."""
    value = as_pred(x, "x")
    axes = axes_of(axis, value)
    return _kept(reduce(value, True, axes, "and"), axes, value, keepdims)


@public
def any(x: TensorLike, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """i1: whether one of the elements along `axis` is true, or not zero."""
    value = as_pred(x, "x")
    axes = axes_of(axis, value)
    return _kept(reduce(value, False, axes, "or"), axes, value, keepdims)


@public
def argmax(x: TensorLike, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """i64: where the greatest element along `axis` is, the first of several; in the order of `ravel` without `axis`.

    NaN is greater than all else.
    """
    return _argument(x, axis, keepdims, "max")


@public
def argmin(x: TensorLike, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """i64: where the least element along `axis` is, the first of several; the first NaN where there is one."""
    return _argument(x, axis, keepdims, "min")


@public
def logsumexp(x: TensorLike, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The logarithm of the sum of exponentials along `axis`, which doesn't overflow."""
    value = _of_floats(x, "logsumexp")
    axes = axes_of(axis, value)
    inner = as_type(value, to_sum_in(value.element_type))
    largest = shift(inner, axes)
    total = _folded(exponential(subtract(inner, with_axes(largest, axes, inner))), axes, "add")
    return _kept(as_type(log(total) + largest, value.element_type), axes, value, keepdims)


@public
def norm(x: TensorLike, ord: Literal[1, 2] | float | None = None, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The length of vectors along `axis`: the root of the sum of squares, for `ord` 1 the sum and for inf the greatest
    of absolute values. Several axes, or none given, are taken as one (of a matrix: the Frobenius norm)."""
    value = _of_fractions(x, "norm")
    axes = axes_of(axis, value)
    if ord not in (None, 1, 2, inf) or type(ord).__name__ in ("bool", "bool_"):
        raise usage_error(f"ord of norm is 1, 2 or inf, not {described(ord)}")
    inner = as_type(value, to_sum_in(value.element_type))
    if ord in (None, 2):
        found = sqrt(_folded(_squared(inner), axes, "add"))
    else:
        size = absolute(inner)
        found = _folded(size, axes, "add") if ord == 1 else _extreme(size, axes, False, "max")
    return _kept(as_type(found, _real_type(value)), axes, value, keepdims)


@public
def cumsum(x: TensorLike, axis: int | None = None, reverse: bool = False) -> Tensor:
    """Running sums along `axis`, from the end where `reverse`; over all elements in one row without `axis`."""
    return _running(x, axis, reverse, "add")


@public
def cumprod(x: TensorLike, axis: int | None = None, reverse: bool = False) -> Tensor:
    """Running products, as `cumsum`."""
    return _running(x, axis, reverse, "mul")


@public
def cummax(x: TensorLike, axis: int | None = None, reverse: bool = False) -> Tensor:
    """The greatest element so far, as `cumsum`."""
    return _running(x, axis, reverse, "max")


@public
def cummin(x: TensorLike, axis: int | None = None, reverse: bool = False) -> Tensor:
    """The least element so far, as `cumsum`."""
    return _running(x, axis, reverse, "min")


def shift(value: Tensor, axes: tuple[int, ...]) -> Tensor:
    """The greatest elements along `axes`, 0 where they aren't finite: what exponents are lowered by.

    No derivative goes through it, as the result doesn't depend on it.
    """
    largest = stop_gradient(_folded(value, axes, "max"))
    return select(is_finite(largest), largest, 0)


def _total(x: TensorLike, axis: Axes, keepdims: bool, dtype: DType | None, body: str) -> Tensor:
    value = _of_numbers(x, "sum" if body == "add" else "prod")
    own = value.element_type if value.element_type != PRED else to_sum_in(PRED)
    wanted = own if dtype is None else element_type_from(dtype, "dtype")
    axes = axes_of(axis, value)
    folded = _folded(as_type(value, to_sum_in(wanted)), axes, body)
    return _kept(as_type(folded, wanted), axes, value, keepdims)


def _folded(value: Tensor, axes: tuple[int, ...], body: str) -> Tensor:
    return reduce(value, neutral_element(body, value.element_type), axes, body) if axes else value


def _kept(result: Tensor, axes: tuple[int, ...], value: Tensor, keepdims: bool) -> Tensor:
    return with_axes(result, axes, value) if boolean(keepdims, "keepdims") else result


def _extreme(x: TensorLike, axis: Axes, keepdims: bool, body: str) -> Tensor:
    value = _ordered(x, body)
    axes = axes_of(axis, value)
    _require_elements(value, axes, body)
    return _kept(_folded(value, axes, body), axes, value, keepdims)


def _argument(x: TensorLike, axis: int | None, keepdims: bool, body: str) -> Tensor:
    name = f"arg{body}"
    value = _ordered(x, name)
    axes = axes_of(axis if axis is None else integer(axis, "axis"), value)
    _require_elements(value, axes, name)
    flat = reshape_to_sizes(value, [product_of(sizes_of(value))]) if axis is None else value
    at = 0 if axis is None else axes[0]
    places = counted(sizes_of(flat), at, I64)
    starts = [neutral_element(body, value.element_type), I64.maximum]

    def better(a: Tensor, i: Tensor, b: Tensor, j: Tensor) -> tuple[Tensor, Tensor]:
        before, same = compare(a, b, "GT" if body == "max" else "LT"), compare(a, b, "EQ")
        a_nan, b_nan = is_nan(a), is_nan(b)
        if a_nan is not None and b_nan is not None:
            before, same = before | (a_nan & ~b_nan), same | (a_nan & b_nan)
        is_first = before | (same & compare(i, j, "LT"))
        return select(is_first, a, b), select(is_first, i, j)

    # Indices have no derivative, so none is asked for on the way to them.
    elements = stop_gradient(flat) if isinstance(flat.element_type, FloatType) else flat
    _, found = reduce([elements, places], starts, [at], better)
    return _kept(found, axes, value, keepdims)


def _variance(value: Tensor, axis: Axes, ddof: int) -> Tensor:
    axes = axes_of(axis, value)
    inner = as_type(value, to_sum_in(value.element_type))
    average = divide(_folded(inner, axes, "add"), _count(inner, axes))
    squares = _folded(_squared(subtract(inner, with_axes(average, axes, inner))), axes, "add")
    fewer = integer(ddof, "ddof")
    count = _count(squares, axes, inner)
    return divide(squares, count if not fewer else count - fewer)


def _squared(value: Tensor) -> Tensor:
    """The squares of absolute values."""
    if isinstance(value.element_type, ComplexType):
        return multiply(real(value), real(value)) + multiply(imag(value), imag(value))
    return multiply(value, value)


def _real_type(value: Tensor) -> FloatType:
    element_type = value.element_type
    found = element_type.element_type if isinstance(element_type, ComplexType) else element_type
    assert isinstance(found, FloatType)
    return found


def _count(value: Tensor, axes: tuple[int, ...], of: Tensor | None = None) -> Tensor:
    """How many elements each result along `axes` comes from, in the element type of `value`."""
    source = value if of is None else of
    count = product_of([size_of(source, axis) for axis in axes])
    return emit_constant(count, value.element_type) if isinstance(count, int) else convert(count, value.element_type)


def _running(x: TensorLike, axis: int | None, backwards: bool, body: str) -> Tensor:
    name = f"cum{ {'add': 'sum', 'mul': 'prod'}.get(body, body) }"
    value = _of_numbers(x, name) if body in ("add", "mul") else _ordered(x, name)
    if axis is None:
        value = reshape_to_sizes(value, [product_of(sizes_of(value))])
    at = axis_of(0 if axis is None else axis, value.rank, str(value.type))
    size = value.shape[at]
    is_backwards = boolean(backwards, "reverse")
    own = to_sum_in(PRED) if value.element_type == PRED else value.element_type
    inner = as_type(value, to_sum_in(own))
    if size is None:
        return as_type(_doubled(inner, at, is_backwards, body), own)
    if size == 0:
        return as_type(inner, own)
    window = [size if axis == at else 1 for axis in range(value.rank)]
    outside = [0, size - 1] if is_backwards else [size - 1, 0]
    padding = [outside if axis == at else [0, 0] for axis in range(value.rank)]
    start = neutral_element(body, inner.element_type)
    return as_type(reduce_window(inner, start, body, window_dimensions=window, padding=padding), own)


def _doubled(value: Tensor, at: int, backwards: bool, body: str) -> Tensor:
    """`_running` along a dimension whose size only the run knows: each element is folded with the one before, what
    that gives with the one two before, and so on, as often as the size doubles."""
    sizes = sizes_of(value)
    size = size_as(sizes[at], I64)
    places = counted([sizes[at]], 0, I64)

    def step(carry: list[Tensor]) -> list[Tensor]:
        width, folded = carry
        other = places + width if backwards else places - width
        is_there = other < size if backwards else other >= 0
        found = take(folded, select(is_there, other, places), axis=at, mode="clip", wrap_negative_indices=False)
        both = _FOLDS[body](found, folded)
        return [width * 2, select(broadcast_to_sizes(is_there, sizes, [at]), both, folded)]

    start = [emit_constant(1, I64), value]
    return of_sizes(emit_while(start, lambda carry: compare(carry[0], size, "LT"), step)[1], sizes)


def _require_elements(value: Tensor, axes: tuple[int, ...], name: str) -> None:
    if 0 in (value.shape[axis] for axis in axes):
        raise usage_error(f"{name} of no elements: {value.type} has none along {list(axes)}")


def _of_numbers(x: TensorLike, name: str) -> Tensor:
    value = as_tensor(x, "x")
    if isinstance(value.element_type, QuantizedType):
        raise usage_error(f"{name} isn't defined for {value.type}\n  fix: use hl.uniform_dequantize first")
    return value


def _ordered(x: TensorLike, name: str) -> Tensor:
    value = _of_numbers(x, name)
    if isinstance(value.element_type, ComplexType):
        raise usage_error(f"{name} of complex numbers, which have no order: {value.type}")
    return value


def _of_fractions(x: TensorLike, name: str) -> Tensor:
    value = _of_numbers(x, name)
    if isinstance(value.element_type, IntegerType):
        raise usage_error(
            f"{name} of integers ({value.element_type}) would lose the fraction\n  fix: convert first: x.astype('f32')"
        )
    return value


def _of_floats(x: TensorLike, name: str) -> Tensor:
    value = _of_fractions(x, name)
    if isinstance(value.element_type, ComplexType):
        raise usage_error(f"{name} takes floats, not {value.element_type}")
    return value
