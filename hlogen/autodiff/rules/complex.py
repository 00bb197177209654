"""Complex numbers and their parts.

A tangent is the change itself, so it is complex where the value is. A cotangent c pairs with a tangent t as the real
part of c * t, without conjugation: the cotangent of z for Re(z) is then c, that for Im(z) is -i c.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.registry import Tangent, Tangents, jvp, transpose
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.site import Site, full_like, zeros_like
from hlogen.builder.elementwise import abs, compare, complex, divide, imag, multiply, negate, real, select
from hlogen.builder.tensor import Tensor
from hlogen.ir import ComplexType


@transpose("stablehlo.real", jointly=(0,))
def transpose_real(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    cotangent = only(cotangents)
    return complex(cotangent, zeros_like(cotangent)) if _is_complex(site) else cotangent


@transpose("stablehlo.imag", jointly=(0,))
def transpose_imag(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    cotangent = only(cotangents)
    return complex(zeros_like(cotangent), negate(cotangent)) if _is_complex(site) else None


@transpose("stablehlo.complex", jointly=(0, 1))
def transpose_complex(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent = only(cotangents)
    return [
        real(cotangent) if is_linear[0] else None,
        negate(imag(cotangent)) if is_linear[1] else None,
    ]


@transpose("chlo.conj", jointly=(0,))
def transpose_conj(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    return site.emit([only(cotangents)])[0]


@jvp("stablehlo.sign")
def sign_jvp(site: Site, tangents: Tangents) -> Tangent:
    """Of a real number constant; of a complex one the direction, which turns as far as the tangent goes sideways."""
    (tangent,) = tangents
    (operand,), (result,) = site.operands, site.results
    if not _is_complex(site):
        return None
    assert tangent is not None
    modulus = abs(operand)
    sideways = imag(multiply(tangent, conjugate(result)))
    turn = complex(zeros_like(sideways), divide(sideways, nonzero(modulus)))
    return multiply(turn, result)


def conjugate(value: Tensor) -> Tensor:
    return complex(real(value), negate(imag(value)))


def conjugate_direction(value: Tensor, modulus: Tensor) -> Tensor:
    """The conjugate of a complex `value` over its modulus; 0 of 0."""
    size = nonzero(modulus)
    return complex(divide(real(value), size), negate(divide(imag(value), size)))


def nonzero(value: Tensor) -> Tensor:
    """`value` with 1 where it is 0, to divide by."""
    return select(compare(value, zeros_like(value), "EQ"), full_like(value, 1), value)


def _is_complex(site: Site) -> bool:
    return isinstance(site.input_types[0].element_type, ComplexType)
