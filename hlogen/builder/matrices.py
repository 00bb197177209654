"""Matrices in the last two dimensions of tensors, batches in those before: products, adjoints, triangles, diagonals."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.builder.elementwise import ComparisonDirection, compare, complex, imag, multiply, negate, real, select
from hlogen.builder.emit import emit_constant
from hlogen.builder.linear_algebra import dot_general
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import broadcast_in_dim, iota, slice, transpose
from hlogen.builder.tensor import Tensor
from hlogen.ir import ComplexType, ElementType, IntegerType, TensorType


def matrix_product(lhs: Tensor, rhs: Tensor) -> Tensor:
    batch = range(lhs.rank - 2)
    return dot_general(
        lhs,
        rhs,
        lhs_batching_dimensions=batch,
        rhs_batching_dimensions=batch,
        lhs_contracting_dimensions=[lhs.rank - 1],
        rhs_contracting_dimensions=[rhs.rank - 2],
    )


def swapped(matrix: Tensor) -> Tensor:
    """The transpose."""
    return transpose(matrix, permutation=[*range(matrix.rank - 2), matrix.rank - 1, matrix.rank - 2])


def adjoint(matrix: Tensor) -> Tensor:
    return conjugated(swapped(matrix))


def conjugated(value: Tensor) -> Tensor:
    """The conjugate of complex numbers; real ones as they are."""
    return complex(real(value), negate(imag(value))) if is_complex(value) else value


def is_complex(value: Tensor) -> bool:
    return isinstance(value.element_type, ComplexType)


def kept(matrix: Tensor, where: ComparisonDirection) -> Tensor:
    """`matrix` where its row is greater (GT) than its column, ..., zero elsewhere."""
    return select(_where(matrix.type.static_shape, where), matrix, _full(0, matrix))


def identity(shape: Sequence[int], element_type: ElementType) -> Tensor:
    """Ones on the diagonal of matrices of any shape."""
    zero, one = (emit_constant(value, element_type, tuple(shape)) for value in (0, 1))
    return select(_where(shape, "EQ"), one, zero)


def with_ones(matrix: Tensor) -> Tensor:
    """`matrix` with ones on its diagonal."""
    return select(_where(matrix.type.static_shape, "EQ"), _full(1, matrix), matrix)


def diagonal(matrix: Tensor) -> Tensor:
    """The diagonal of matrices with at least as many rows as columns."""
    return reduce(kept(matrix, "EQ"), 0, [matrix.rank - 2], "add")


def along_rows(vector: Tensor, shape: Sequence[int]) -> Tensor:
    """A matrix with `vector` in each row."""
    return broadcast_in_dim(vector, shape, broadcast_dimensions=[*range(len(shape) - 2), len(shape) - 1])


def along_columns(vector: Tensor, shape: Sequence[int]) -> Tensor:
    """A matrix with `vector` in each column."""
    return broadcast_in_dim(vector, shape, broadcast_dimensions=range(len(shape) - 1))


def times_columns(matrix: Tensor, factors: Tensor) -> Tensor:
    """Each column times its factor."""
    return multiply(matrix, along_rows(factors, matrix.type.static_shape))


def times_rows(matrix: Tensor, factors: Tensor) -> Tensor:
    """Each row times its factor."""
    return multiply(matrix, along_columns(factors, matrix.type.static_shape))


def block(matrix: Tensor, rows: int | None = None, columns: int | None = None) -> Tensor:
    """The first rows and columns; None for all."""
    *batch, height, width = matrix.type.static_shape
    limits = [*batch, height if rows is None else rows, width if columns is None else columns]
    if limits == [*batch, height, width]:
        return matrix
    return slice(matrix, [0] * len(limits), limits, [1] * len(limits))


def _where(shape: Sequence[int], where: ComparisonDirection) -> Tensor:
    places = TensorType(tuple(shape[-2:]), IntegerType(32))
    mask = compare(iota(places, iota_dimension=0), iota(places, iota_dimension=1), where)
    return broadcast_in_dim(mask, shape, broadcast_dimensions=[len(shape) - 2, len(shape) - 1])


def _full(value: int, like: Tensor) -> Tensor:
    return emit_constant(value, like.element_type, like.type.static_shape)
