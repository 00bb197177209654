"""Random numbers: bits have no tangents, and what is drawn doesn't say how it depends on its interval."""

from __future__ import annotations

from hlogen.autodiff.registry import constant, refused

constant("stablehlo.rng_bit_generator")
refused(
    "stablehlo.rng",
    reason="draws numbers, and how they follow the distribution's parameters is left to the implementation",
    fix="draw from a fixed distribution and scale: a + (b - a) * hl.rng(0.0, 1.0, ...) has the derivatives of a and b",
)
