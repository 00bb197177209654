"""fft: linear. The matrix of a Fourier transform is symmetric, so complex transforms are their own transposes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from hlogen.autodiff.registry import Tangent, Tangents, transpose
from hlogen.autodiff.rules.complex import conjugate
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.site import Site
from hlogen.builder.elementwise import multiply, real
from hlogen.builder.emit import emit_constant
from hlogen.builder.fft import fft
from hlogen.builder.shape import broadcast_in_dim, pad
from hlogen.builder.tensor import Tensor


@transpose("stablehlo.fft", jointly=(0,))
def transpose_fft(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    cotangent = only(cotangents)
    kind, length = site.attribute("fft_type"), site.attribute("fft_length")
    if kind in ("FFT", "IFFT"):
        return site.emit([cotangent])[0]
    if kind == "RFFT":
        return real(fft(_padded(cotangent, length[-1]), "FFT", length))
    return _of_half(cotangent, length)


def _padded(cotangent: Tensor, size: int) -> Tensor:
    """With zeros for the elements of the transform that RFFT doesn't keep."""
    missing = size - cotangent.type.static_shape[-1]
    zero = emit_constant(0, cotangent.element_type, ())
    before = [0] * (cotangent.rank - 1)
    return pad(cotangent, zero, edge_padding_low=[*before, 0], edge_padding_high=[*before, missing])


def _of_half(cotangent: Tensor, length: Sequence[int]) -> Tensor:
    """IRFFT reads real parts of half a transform, of which all but the first and the middle element count twice."""
    half = conjugate(fft(cotangent, "RFFT", length))
    weights = np.full(half.type.static_shape[-1], 2 / max(prod(length), 1))
    weights[:1] /= 2
    if length[-1] % 2 == 0:
        weights[-1:] /= 2 if length[-1] else 1
    scale = emit_constant(weights.astype(np.complex128), half.element_type, weights.shape)
    return multiply(half, broadcast_in_dim(scale, half.type.static_shape, broadcast_dimensions=[half.rank - 1]))
