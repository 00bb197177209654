"""Fourier transforms in models, against NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.onnx_parts import Array, calling, drawn, require_close, results_of

SHAPES = [((1,), 1), ((2, 2), 1), ((7,), 1), ((3, 8), 1), ((3, 12), 2), ((2, 4, 3, 6), 3), ((1, 1), 2), ((0, 4), 1)]


def transformed(kind: str, x: Array, lengths: tuple[int, ...]) -> Array:
    axes = tuple(range(-len(lengths), 0))
    match kind:
        case "FFT":
            return np.fft.fftn(x, axes=axes)
        case "IFFT":
            return np.fft.ifftn(x, axes=axes)
        case "RFFT":
            return np.fft.rfftn(x, axes=axes)
    return np.fft.irfftn(x, lengths, axes)


@pytest.mark.share(3)
@pytest.mark.parametrize("opset", [18, 21])
@pytest.mark.parametrize(("shape", "count"), SHAPES)
@pytest.mark.parametrize("kind", ["FFT", "IFFT", "RFFT", "IRFFT"])
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_transforms(dtype: Any, kind: str, shape: tuple[int, ...], count: int, opset: int) -> None:
    real = np.zeros(0, dtype).real.dtype
    lengths = shape[-count:]
    half = (*shape[:-1], shape[-1] // 2 + 1)
    x = drawn(half if kind == "IRFFT" else shape, real if kind == "RFFT" else dtype)
    wide = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    wanted = transformed(kind, wide, lengths) if x.size else np.zeros(shape if kind != "RFFT" else half)
    wanted = wanted.astype(real if kind == "IRFFT" else dtype)
    listed = ", ".join(map(str, lengths))
    attributes = f"fft_type = #stablehlo<fft_type {kind}>, fft_length = array<i64: {listed}>"
    text = calling("stablehlo.fft", [x], wanted, attributes=attributes)
    require_close(results_of(text, [wanted.dtype], x, opset=opset), [wanted])
    if opset == 21 and count == 1:
        require_close(results_of(text, [wanted.dtype], x, reference=True), [wanted], 1e-5)


@pytest.mark.parametrize("size", [97, 360, 1000])
@pytest.mark.parametrize("kind", ["FFT", "IFFT"])
def test_sizes_at_which_onnxruntime_loses_digits(kind: str, size: int) -> None:
    """Its own transform is 2e-4 off in f32, and its inverse in f64 divides by an f32."""
    attributes = f"fft_type = #stablehlo<fft_type {kind}>, fft_length = array<i64: {size}>"
    for dtype in (np.complex64, np.complex128):
        x = drawn((2, size), dtype)
        wanted = transformed(kind, x.astype(np.complex128), (size,)).astype(dtype)
        text = calling("stablehlo.fft", [x], wanted, attributes=attributes)
        require_close(results_of(text, [dtype], x), [wanted], 1e-6 if dtype == np.complex64 else 5e-12)


def test_what_has_no_meaning_to_the_inverse_of_a_real_transform_is_ignored() -> None:
    """The imaginary parts of the first element and of the middle one."""
    x = drawn((5,), np.complex64)
    changed = x.copy()
    changed.imag[[0, 4]] = 7, np.nan
    wanted = np.fft.irfft(x.astype(np.complex128), 8).astype(np.float32)
    attributes = "fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 8>"
    text = calling("stablehlo.fft", [x], wanted, attributes=attributes)
    require_close(results_of(text, [np.float32], changed), [wanted])
