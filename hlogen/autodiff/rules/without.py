"""Operations without a derivative, and why."""

from __future__ import annotations

from hlogen.autodiff.registry import without

without(
    "stablehlo.custom_call",
    because="what it computes is its target's matter; most routines of LAPACK have rules (docs/derivatives.md)",
)
without("chlo.bessel_i1e", because="it is made of bessel_i0e, for which CHLO has no operation")
