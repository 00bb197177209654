"""A model of Clebsch-Gordan coefficients in the real basis: ladder operators in 50 digits, a matrix for the basis."""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import cache
from itertools import product

Triple = tuple[int, int, int]


@cache
def real_couplings(l1: int, l2: int, l3: int) -> dict[Triple, Decimal]:
    """All real coefficients of indices that count from 0, zeros too; their squares sum to 1."""
    with localcontext() as context:
        context.prec = 50
        complex_ones = complex_couplings(l1, l2, l3)
        found = {}
        for m1, m2, m3 in product(*(range(-degree, degree + 1) for degree in (l1, l2, l3))):
            real, imaginary = Decimal(0), Decimal(0)
            for n1, n2, n3 in product({m1, -m1}, {m2, -m2}, {m3, -m3}):
                phase = _phase(l1, n1, m1) * _phase(l2, n2, m2) * _phase(l3, n3, m3).conjugate()
                size = complex_ones.get((n1, n2, n3), Decimal(0)) / Decimal(2 ** sum(map(bool, (m1, m2, m3)))).sqrt()
                real += int(phase.real) * size
                imaginary += int(phase.imag) * size
            assert abs(imaginary) < Decimal("1e-40")
            found[m1 + l1, m2 + l2, m3 + l3] = real / Decimal(2 * l3 + 1).sqrt()
        return found


def complex_couplings(l1: int, l2: int, l3: int) -> dict[Triple, Decimal]:
    """Clebsch-Gordan coefficients of (m1, m2, m3) with the signs of Condon and Shortley.

    What raises the highest state to nothing says it, up to its norm; lowering operators say the others.
    """
    top = {(l1, l3 - l1): Decimal(1)}
    for m1 in range(l1, -l1, -1):
        m2 = l3 - m1
        if abs(m2 + 1) <= l2 and (m1, m2) in top:
            top[m1 - 1, m2 + 1] = -_lowering(l2, m2 + 1) / _lowering(l1, m1) * top[m1, m2]
    norm = sum((value**2 for value in top.values()), Decimal(0)).sqrt()
    state = {pair: value / norm for pair, value in top.items()}
    found = {}
    for m3 in range(l3, -l3 - 1, -1):
        found |= {(m1, m2, m3): value for (m1, m2), value in state.items()}
        if m3 > -l3:
            lowered: dict[tuple[int, int], Decimal] = {}
            for (m1, m2), value in state.items():
                for pair, root in (((m1 - 1, m2), _lowering(l1, m1)), ((m1, m2 - 1), _lowering(l2, m2))):
                    if root:
                        lowered[pair] = lowered.get(pair, Decimal(0)) + root * value / _lowering(l3, m3)
            state = lowered
    return found


def _lowering(degree: int, m: int) -> Decimal:
    return Decimal(degree * (degree + 1) - m * (m - 1)).sqrt()


def _phase(degree: int, complex_m: int, m: int) -> complex:
    """The matrix from real to complex spherical harmonics times (-i)^l, without its roots of 1/2."""
    phase: complex = (-1j) ** degree
    if m == 0:
        return phase
    if complex_m < 0:
        return phase * (-1j if m < 0 else 1)
    return phase * (1j if m < 0 else 1) * (-1) ** complex_m
