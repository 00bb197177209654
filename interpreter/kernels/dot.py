"""Products of matrices (spec: dot_general).

Everything runs as a batched matrix product in a type that holds the operands' and the result's: f32 or f64 for floats
(so bf16 products add up in f32 and are rounded once, at the end), and the result's integer type, which wraps. The
specification leaves the order of the additions open; for floats it is that of NumPy's matrix product. Small results of
sums of a few products are added up plainly, each product rounded and added to those before, as in tests by hand.
Every `precision_config` is met by this; an `algorithm` is followed as dot_algorithm.py says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import DotDimensionNumbers, ElementType, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Gives, Makes, Shape, Sizes
from interpreter.kernels.chunks import chunked
from interpreter.kernels.convert import converter
from interpreter.kernels.dot_algorithm import dot_algorithm, memory_of_algorithm, product_by
from interpreter.kernels.numerics import element_type, is_boolean, is_complex, is_float, rounding, working_dtype
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.working import needs_copy
from interpreter.values.array import Array
from interpreter.values.attributes import wrong
from interpreter.values.products import adds_in_order

_EXACT_BITS = 53  # integers of up to so many bits are exact in f64, whose matrix product is far faster


def shape_of_product(op: Operation, shapes: Sequence[Shape | None], number: int) -> Shape | None:
    numbers, (lhs, rhs) = op.attributes.get("dot_dimension_numbers"), shapes
    if not isinstance(numbers, DotDimensionNumbers) or lhs is None or rhs is None:
        return None
    of_lhs = {*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions}
    of_rhs = {*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions}
    free = [[size for d, size in enumerate(dims) if d not in used] for dims, used in ((lhs, of_lhs), (rhs, of_rhs))]
    return (*(lhs[d] for d in numbers.lhs_batching_dimensions), *free[0], *free[1])


def memory_of_dot_general(op: Operation, sizes: Sizes) -> int:
    """Operands brought into the order of matrices, then into the dtype of the product; the product in that."""
    numbers, (lhs, rhs) = op.attributes.get("dot_dimension_numbers"), map(sizes.shape, op.operands[:2])
    if not isinstance(numbers, DotDimensionNumbers) or lhs is None or rhs is None:
        return 0
    of_lhs = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    of_rhs = numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions
    free = [[d for d in range(len(x)) if d not in (*b, *c)] for x, (b, c) in ((lhs, of_lhs), (rhs, of_rhs))]
    groups = [*([d] for d in of_lhs[0]), free[0], of_lhs[1]], [*([d] for d in of_rhs[0]), of_rhs[1], free[1]]
    pairs = zip(op.operands, (lhs, rhs), groups, strict=False)
    moved = sum(sizes.bytes(operand) for operand, shape, of in pairs if needs_copy(shape, of))
    types = [element_type(value.type) for value in (*op.operands[:2], op.result)]
    given, count, algorithm = [prod(lhs), prod(rhs)], sizes.count(op.result), dot_algorithm(op)
    if algorithm is not None:
        return moved + memory_of_algorithm(algorithm, given, count, types[-1])
    return moved + of_products(types, given, count, prod(lhs[d] for d in of_lhs[1]))


@kernel(
    "stablehlo.dot_general",
    quantized=Quantized.HYBRID,
    pure=True,
    shape=shape_of_product,
    gives=Gives.NEW,
    makes=Makes.NUMBERS,
    memory=memory_of_dot_general,
    sums=True,
)
def dot_general(op: Operation, planner: Planner) -> Run:
    numbers = op.attributes.get("dot_dimension_numbers")
    if not isinstance(numbers, DotDimensionNumbers):
        raise wrong(op, "dot_dimension_numbers", "#stablehlo.dot<...>")
    lhs_type, rhs_type = (element_type(operand.type) for operand in op.operands)
    result_type, algorithm = element_type(op.result.type), dot_algorithm(op)
    if algorithm is None:
        product = product_function(lhs_type, rhs_type, result_type)
    else:
        product = product_by(algorithm, lhs_type, rhs_type, result_type)
    lhs_batch, lhs_contract = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    rhs_batch, rhs_contract = numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions

    @lru_cache(maxsize=16)
    def layout(lhs: tuple[int, ...], rhs: tuple[int, ...]) -> _Layout:
        lhs_free = [d for d in range(len(lhs)) if d not in lhs_batch and d not in lhs_contract]
        rhs_free = [d for d in range(len(rhs)) if d not in rhs_batch and d not in rhs_contract]
        batch, rows, columns = _dims(lhs, lhs_batch), _dims(lhs, lhs_free), _dims(rhs, rhs_free)
        inner = prod(_dims(lhs, lhs_contract))
        if batch != _dims(rhs, rhs_batch) or _dims(lhs, lhs_contract) != _dims(rhs, rhs_contract):
            raise ExecutionError(
                f"lhs and rhs have shapes {list(lhs)} and {list(rhs)}; dimensions {[*lhs_batch, *lhs_contract]} of the "
                f"one and {[*rhs_batch, *rhs_contract]} of the other should have the same sizes (C9, C10)"
            )
        return _Layout(
            _moves((*lhs_batch, *lhs_free, *lhs_contract)),
            _moves((*rhs_batch, *rhs_contract, *rhs_free)),
            (*batch, prod(rows), inner),
            (*batch, inner, prod(columns)),
            (*batch, *rows, *columns),
        )

    def run(lhs: Array, rhs: Array) -> Array:
        lhs_order, rhs_order, lhs_shape, rhs_shape, result_shape = layout(lhs.shape, rhs.shape)
        x = lhs if lhs_order is None else lhs.transpose(lhs_order)
        y = rhs if rhs_order is None else rhs.transpose(rhs_order)
        result: Array = product(x.reshape(lhs_shape), y.reshape(rhs_shape)).reshape(result_shape)
        return result

    return run


class _Layout(NamedTuple):
    """How operands are turned into batches of matrices, and their product into the result."""

    lhs_order: tuple[int, ...] | None  # None: as it is
    rhs_order: tuple[int, ...] | None
    lhs_shape: tuple[int, ...]
    rhs_shape: tuple[int, ...]
    result_shape: tuple[int, ...]


def product_function(lhs: ElementType, rhs: ElementType, result: ElementType) -> Run:
    """The matrix product of (..., m, k) and (..., k, n) arrays of those element types."""
    if is_float(result) or is_complex(result):
        dtype = np.result_type(*(working_dtype(type) for type in (lhs, rhs, result)))
        round = rounding(result, dtype)
        if round is not None:
            round = chunked(round, dtype_of(result))

        def of_floats(x: Array, y: Array) -> Any:
            x, y = x.astype(dtype, copy=False), y.astype(dtype, copy=False)
            is_small = adds_in_order(x.shape[-1], prod(x.shape[:-1]) * y.shape[-1])
            value = _in_order(x, y) if is_small else np.matmul(x, y)
            return value if round is None else round(value)

        return of_floats
    to_lhs, to_rhs = converter(lhs, result), converter(rhs, result)
    if is_boolean(result):
        return lambda x, y: np.matmul(to_lhs(x), to_rhs(y))  # NumPy's, too, is an OR of ANDs
    dtype, stored = working_dtype(result), dtype_of(result)
    wrapped = chunked(lambda exact: exact.astype(np.int64).astype(dtype).astype(stored, copy=False), stored)

    def of_integers(x: Array, y: Array) -> Any:
        if _are_exact(lhs, rhs, x.shape[-1]):
            return wrapped(np.matmul(x.astype(np.float64), y.astype(np.float64)))
        value = np.matmul(to_lhs(x).astype(dtype, copy=False), to_rhs(y).astype(dtype, copy=False))
        return value.astype(stored, copy=False)

    return of_integers


def of_products(types: Sequence[ElementType], given: Sequence[int], count: int, inner: int) -> int:
    """What `product_function` takes for lhs, rhs and result of `types`: sums of `inner` products.

    Operands of `given` elements in the dtype that it runs in, and of its `count` elements that aren't rounded yet.
    """
    lhs, rhs, result = types
    if is_float(result) or is_complex(result):
        dtype = np.result_type(*(working_dtype(type) for type in types))
    elif is_boolean(result):
        dtype = dtype_of(result)
    elif _are_exact(lhs, rhs, inner):
        dtype = np.dtype(np.float64)
    else:
        dtype = working_dtype(result)
    converted = sum(n for n, type in zip(given, (lhs, rhs), strict=True) if dtype_of(type) != dtype)
    return dtype.itemsize * (converted + (count if dtype != dtype_of(result) else 0))


def _are_exact(lhs: ElementType, rhs: ElementType, inner: int) -> bool:
    """Whether sums of so many products of integers are exact in f64."""
    return _magnitude(lhs) * _magnitude(rhs) * inner < 1 << _EXACT_BITS


def _in_order(x: Array, y: Array) -> Any:
    """The matrix product, by the definition; NumPy's product of complex arrays would fuse operations."""

    def products(lhs: Array, rhs: Array) -> list[Array]:
        every = lhs[..., :, :, None] * rhs[..., None, :, :]
        return [every[..., k, :] for k in range(lhs.shape[-1])]

    if x.dtype.kind != "c":
        return reduce(np.add, products(x, y))
    result = np.empty((*x.shape[:-1], y.shape[-1]), x.dtype)
    pairs = zip(products(x.real, y.real), products(x.imag, y.imag), strict=True)
    result.real = reduce(np.add, (a - b for a, b in pairs))
    pairs = zip(products(x.real, y.imag), products(x.imag, y.real), strict=True)
    result.imag = reduce(np.add, (a + b for a, b in pairs))
    return result


def _magnitude(type: ElementType) -> int:
    """A bound on the absolute values of an integer type."""
    return 1 << working_dtype(type).itemsize * 8


def _moves(order: tuple[int, ...]) -> tuple[int, ...] | None:
    return None if order == tuple(range(len(order))) else order


def _dims(shape: Sequence[int], dimensions: Sequence[int]) -> tuple[int, ...]:
    return tuple(shape[d] for d in dimensions)
