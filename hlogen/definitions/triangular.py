"""cholesky and triangular_solve, one row or column after the other in a loop."""

from __future__ import annotations

import math
from collections.abc import Callable

from hlogen.builder.control_flow import while_
from hlogen.builder.elementwise import (
    add,
    compare,
    complex,
    convert,
    divide,
    real,
    select,
    sqrt,
    subtract,
)
from hlogen.builder.emit import emit_constant
from hlogen.builder.matrices import adjoint, is_complex, matrix_product, swapped
from hlogen.builder.shape import broadcast_in_dim, dynamic_slice, dynamic_update_slice, iota, reverse
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definition
from hlogen.ir import ComplexType, EnumAttr, FloatType, IntegerType, Operation, TensorType

_I64 = IntegerType(64)
_F64 = FloatType("f64")


@definition("stablehlo.cholesky")
def cholesky(op: Operation, a: Tensor) -> tuple[Tensor] | None:
    """Of the operand, the triangle that `lower` names is read; a matrix that isn't positive definite gives NaN."""
    if not a.type.is_static:
        return None
    if not a.type.size:
        return (a,)
    lower = _flag(op, "lower")
    wide = _widened(a)
    factor = _factor(wide if lower else adjoint(wide))
    return (_like(factor if lower else adjoint(factor), a),)


@definition("stablehlo.triangular_solve")
def triangular_solve(op: Operation, a: Tensor, b: Tensor) -> tuple[Tensor] | None:
    """Any form is one of op(a) x = b with op(a) lower triangular, transposed or turned upside down."""
    if not (a.type.is_static and b.type.is_static):
        return None
    if not b.type.size:
        return (b,)
    kind = op.attributes["transpose_a"]
    assert isinstance(kind, EnumAttr)
    left_side, lower, unit_diagonal = (_flag(op, name) for name in ("left_side", "lower", "unit_diagonal"))
    is_lower = lower == (kind.value == "NO_TRANSPOSE")
    matrix, x = _widened(a), _widened(b)
    if kind.value != "NO_TRANSPOSE":
        matrix = adjoint(matrix) if kind.value == "ADJOINT" else swapped(matrix)
    if not left_side:
        matrix, x = swapped(matrix), swapped(x)
    turned, last = is_lower != left_side, a.rank - 1
    if turned:
        matrix, x = reverse(matrix, dimensions=[last - 1, last]), reverse(x, dimensions=[last - 1])
    x = _solved(matrix, x, unit_diagonal)
    if turned:
        x = reverse(x, dimensions=[last - 1])
    return (_like(x if left_side else swapped(x), b),)


def _flag(op: Operation, name: str) -> bool:
    return bool(op.attributes.get(name))


def _solved(a: Tensor, b: Tensor, unit_diagonal: bool) -> Tensor:
    """The solution of a x = b, `a` lower triangular: the rows that aren't found yet are zero."""
    below = _below(a)
    size = a.type.static_shape[-1]

    def body(i: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
        row = subtract(_row(b, i), matrix_product(_row(below, i), x))
        if not unit_diagonal:
            row = divide(row, _expanded(_entry(a, i), row))
        return add(i, emit_constant(1, _I64)), dynamic_update_slice(x, row, _at(i, x.rank, x.rank - 2))

    return _counted(size, body, emit_constant(0, b.element_type, b.shape))


def _factor(a: Tensor) -> Tensor:
    """The lower triangular l of a = l l^H, column by column: those that aren't found yet are zero."""
    size, rank = a.type.static_shape[-1], a.rank
    zero = emit_constant(0, a.element_type, (*a.type.static_shape[:-1], 1))
    nan = emit_constant(math.nan, _real_of(a), (*a.type.static_shape[:-2], 1, 1))

    def body(j: Tensor, factor: Tensor) -> tuple[Tensor, Tensor]:
        rest = subtract(_column(a, j), matrix_product(factor, adjoint(_row(factor, j))))
        pivot = real(dynamic_slice(rest, _at(j, rank, rank - 2), slice_sizes=[*a.type.static_shape[:-2], 1, 1]))
        is_positive = compare(pivot, emit_constant(0, pivot.element_type, pivot.shape), "GT")
        root = _of_type(select(is_positive, sqrt(pivot), nan), a)
        rows = iota(TensorType(rest.shape, _I64), iota_dimension=rank - 2)
        index = broadcast_in_dim(j, rest.type.static_shape, broadcast_dimensions=[])
        column = divide(rest, _expanded(root, rest))
        column = select(compare(rows, index, "GT"), column, zero)
        column = select(compare(rows, index, "EQ"), _expanded(root, rest), column)
        return add(j, emit_constant(1, _I64)), dynamic_update_slice(factor, column, _at(j, rank, rank - 1))

    factor = _counted(size, body, emit_constant(0, a.element_type, a.shape))
    return _nan_as_a_whole(factor)


def _nan_as_a_whole(factor: Tensor) -> Tensor:
    """Where a pivot was not positive, the last entry of the diagonal is NaN: then all of the matrix."""
    last = emit_constant(factor.type.static_shape[-1] - 1, _I64)
    corner = real(_entry(factor, last))
    is_nan = compare(corner, corner, "NE")
    nan = _of_type(emit_constant(math.nan, _real_of(factor), factor.shape), factor)
    return select(_expanded(is_nan, factor), nan, factor)


def _counted(size: int, body: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]], start: Tensor) -> Tensor:
    """`body` on 0, 1, ... size - 1 and what it gave before."""
    first = emit_constant(0, _I64)
    return while_([first, start], lambda i, x: compare(i, emit_constant(size, _I64), "LT"), body)[1]


def _row(matrix: Tensor, i: Tensor) -> Tensor:
    sizes = matrix.type.static_shape
    return dynamic_slice(matrix, _at(i, matrix.rank, matrix.rank - 2), slice_sizes=[*sizes[:-2], 1, sizes[-1]])


def _column(matrix: Tensor, j: Tensor) -> Tensor:
    sizes = matrix.type.static_shape
    return dynamic_slice(matrix, _at(j, matrix.rank, matrix.rank - 1), slice_sizes=[*sizes[:-1], 1])


def _entry(matrix: Tensor, i: Tensor) -> Tensor:
    """The element of the diagonal."""
    places = [emit_constant(0, _I64)] * (matrix.rank - 2) + [i, i]
    return dynamic_slice(matrix, places, slice_sizes=[*matrix.type.static_shape[:-2], 1, 1])


def _at(index: Tensor, rank: int, dimension: int) -> list[Tensor]:
    zero = emit_constant(0, _I64)
    return [index if d == dimension else zero for d in range(rank)]


def _below(matrix: Tensor) -> Tensor:
    """Zero on the diagonal and above."""
    shape = matrix.type.static_shape
    row, column = (iota(TensorType(shape[-2:], _I64), iota_dimension=d) for d in (0, 1))
    inside = compare(column, row, "LT")
    inside = broadcast_in_dim(inside, shape, broadcast_dimensions=[matrix.rank - 2, matrix.rank - 1])
    return select(inside, matrix, emit_constant(0, matrix.element_type, shape))


def _expanded(x: Tensor, like: Tensor) -> Tensor:
    """`x` repeated along dimensions of size 1."""
    return broadcast_in_dim(x, like.type.static_shape, broadcast_dimensions=range(x.rank))


def _real_of(x: Tensor) -> FloatType:
    type = x.element_type.element_type if isinstance(x.element_type, ComplexType) else x.element_type
    assert isinstance(type, FloatType)
    return type


def _of_type(x: Tensor, like: Tensor) -> Tensor:
    """Real numbers as elements of the type of `like`."""
    if not is_complex(like):
        return x
    return complex(x, emit_constant(0, x.element_type, x.shape))


def _widened(x: Tensor) -> Tensor:
    """As f64 or complex<f64>, so that results are rounded once, at the end."""
    wide = ComplexType(_F64) if is_complex(x) else _F64
    return x if x.element_type == wide else convert(x, wide)


def _like(x: Tensor, operand: Tensor) -> Tensor:
    return x if x.element_type == operand.element_type else convert(x, operand.element_type)
