"""Fourier transforms (spec: fft)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from hlogen.builder.emit import as_tensor, emit_one, i64_array, integers, one_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.door import public
from hlogen.ir import Attribute, EnumAttr

FftType = Literal["FFT", "IFFT", "RFFT", "IRFFT"]


@public
def fft(operand: TensorLike, fft_type: FftType, fft_length: Iterable[int]) -> Tensor:
    """The Fourier transform along the last one to three dimensions, as many as `fft_length` has entries.

    "FFT" takes complex numbers of the sizes `fft_length` and "IFFT" goes back, scaled by 1 / the number of elements.
    "RFFT" takes f32 or f64 of these sizes and gives complex numbers, of the last dimension only ``size // 2 + 1``;
    "IRFFT" takes those and gives f32 or f64 of the sizes `fft_length`.
    """
    attributes: dict[str, Attribute] = {
        "fft_type": EnumAttr("fft_type", one_of(fft_type, ("FFT", "IFFT", "RFFT", "IRFFT"), "fft_type")),
        "fft_length": i64_array(integers(fft_length, "fft_length")),
    }
    return emit_one("stablehlo.fft", [as_tensor(operand, "operand")], attributes)
