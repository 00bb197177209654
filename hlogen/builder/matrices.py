"""Matrices in the last two dimensions of tensors, batches in those before: products, transposes, adjoints."""

from __future__ import annotations

from hlogen.builder.elementwise import complex, imag, negate, real
from hlogen.builder.linear_algebra import dot_general
from hlogen.builder.shape import transpose
from hlogen.builder.tensor import Tensor
from hlogen.ir import ComplexType


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
