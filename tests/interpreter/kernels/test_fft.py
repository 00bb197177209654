"""fft against the definition of the discrete Fourier transform, in sums of 50 decimal digits, and against XLA."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal, getcontext
from typing import Any

import numpy as np
import pytest
from helpers.one_op import ints, run_op, word

from hlogen.backends import backend
from hlogen.errors import ExecutionError

getcontext().prec = 50
PI = Decimal("3.14159265358979323846264338327950288419716939937511")


def root_of_unity(n: int, k: int) -> tuple[Decimal, Decimal]:
    """exp(-2 pi i k / n), by the Taylor series."""
    angle = -2 * PI * (k % n) / n
    cos, sin, term = Decimal(0), Decimal(0), Decimal(1)
    for order in range(80):
        if order % 2 == 0:
            cos += term if order % 4 == 0 else -term
        else:
            sin += term if order % 4 == 1 else -term
        term = term * angle / (order + 1)
    return cos, sin


def dft(values: np.ndarray[Any, Any], axes: list[int], *, inverse: bool) -> np.ndarray[Any, Any]:
    """Every element by the sum over all elements that stand along the axes."""
    sizes = [values.shape[axis] for axis in axes]
    roots = [[root_of_unity(size, -k if inverse else k) for k in range(size)] for size in sizes]
    count = math.prod(sizes) if inverse else 1
    result = np.empty(values.shape, np.complex128)
    for index in np.ndindex(values.shape):
        real, imag = Decimal(0), Decimal(0)
        for place in itertools.product(*map(range, sizes)):
            at = list(index)
            cos, sin = Decimal(1), Decimal(0)
            for axis, n, size, root in zip(axes, place, sizes, roots, strict=True):
                c, s = root[n * index[axis] % size]
                cos, sin = cos * c - sin * s, cos * s + sin * c
                at[axis] = n
            value = complex(values[tuple(at)])
            x, y = Decimal(value.real), Decimal(value.imag)
            real += x * cos - y * sin
            imag += x * sin + y * cos
        result[index] = complex(float(real / count), float(imag / count))
    return result


def fft(operand: np.ndarray[Any, Any], type: str, result: str, kind: str, length: list[int]) -> Any:
    attributes = {"fft_type": word("fft_type", kind), "fft_length": ints(*length)}
    return run_op("stablehlo.fft", [(type, operand)], result, attributes)


def drawn(shape: tuple[int, ...], dtype: Any) -> np.ndarray[Any, Any]:
    draw = np.random.default_rng(7)
    values = draw.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * draw.standard_normal(shape)
    return values.astype(dtype)


def assert_rounded(actual: np.ndarray[Any, Any], exact: np.ndarray[Any, Any]) -> None:
    """f32: the exact value rounded, or its neighbour; f64: within a few roundings of the largest element."""
    for got, wanted in ((actual.real, exact.real), (actual.imag, exact.imag)):
        if got.dtype == np.float32:
            np.testing.assert_array_max_ulp(got, wanted.astype(np.float32), maxulp=1)
        else:
            np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-15 * max(1.0, float(np.abs(exact).max())))


SHAPES = [((5,), 1), ((8,), 1), ((2, 3, 4), 1), ((2, 3, 4), 2), ((2, 3, 2), 3), ((1,), 1), ((2, 1, 3), 2)]


@pytest.mark.parametrize(("type", "dtype"), [("complex<f32>", np.complex64), ("complex<f64>", np.complex128)])
@pytest.mark.parametrize("kind", ["FFT", "IFFT"])
@pytest.mark.parametrize(("shape", "count"), SHAPES)
def test_complex_transforms(shape, count, kind, type, dtype) -> None:
    x = drawn(shape, dtype)
    text = "x".join(map(str, shape))
    result = fft(x, type, f"{text}x{type}", kind, list(shape[-count:]))
    axes = list(range(len(shape) - count, len(shape)))
    assert_rounded(result, dft(x, axes, inverse=kind == "IFFT"))


@pytest.mark.parametrize(("type", "dtype"), [("f32", np.float32), ("f64", np.float64)])
@pytest.mark.parametrize(("shape", "count"), SHAPES)
def test_real_transforms_and_back(shape, count, type, dtype) -> None:
    x = drawn(shape, dtype)
    axes, length = list(range(len(shape) - count, len(shape))), list(shape[-count:])
    half = (*shape[:-1], shape[-1] // 2 + 1)
    of_half = "x".join(map(str, half)) + f"xcomplex<{type}>"
    result = fft(x, type, of_half, "RFFT", length)
    exact = dft(x.astype(np.complex128), axes, inverse=False)[..., : half[-1]]
    assert_rounded(result, exact)
    back = fft(result, f"complex<{type}>", "x".join(map(str, shape)) + f"x{type}", "IRFFT", length)
    np.testing.assert_allclose(back, x, rtol=0, atol=4 * np.finfo(dtype).eps)


def test_what_a_real_tensor_never_has_is_not_read() -> None:
    x = np.array([1 + 5j, 2 + 1j, 3 + 7j], np.complex64)
    without = np.array([1, 2 + 1j, 3], np.complex64)
    results = [fft(z, "complex<f32>", "4xf32", "IRFFT", [4]) for z in (x, without)]
    assert results[0].tolist() == results[1].tolist()


@pytest.mark.parametrize(
    ("shape", "type", "result", "kind", "length"),
    [
        ((2, 0), "complex<f32>", "2x0xcomplex<f32>", "FFT", [0]),
        ((0, 3), "complex<f32>", "0x3xcomplex<f32>", "IFFT", [3]),
        ((2, 0), "f32", "2x0xcomplex<f32>", "RFFT", [0]),
        ((0, 4), "f64", "0x3xcomplex<f64>", "RFFT", [4]),
        ((2, 0), "complex<f64>", "2x0xf64", "IRFFT", [0]),
        ((3, 0, 2), "complex<f32>", "3x0x2xcomplex<f32>", "FFT", [0, 2]),
    ],
)
def test_nothing_to_transform(shape, type, result, kind, length) -> None:
    fft(
        np.zeros(shape, {"f32": "f4", "f64": "f8", "complex<f32>": "c8", "complex<f64>": "c16"}[type]),
        type,
        result,
        kind,
        length,
    )


@pytest.mark.parametrize(
    ("shape", "type", "result", "kind", "length", "said"),
    [
        ((4,), "f32", "4xcomplex<f32>", "FFT", [4], "isn't defined"),
        ((4,), "complex<f32>", "3xcomplex<f32>", "RFFT", [4], "isn't defined"),
        ((4,), "complex<f32>", "4xf32", "IRFFT", [4], r"ends in \[3\]"),
        ((4,), "complex<f32>", "4xcomplex<f32>", "FFT", [5], "leaves open what FFT does"),
        ((2, 3), "complex<f32>", "2x3xcomplex<f32>", "IFFT", [3, 3], "leaves open what IFFT does"),
        ((4,), "f32", "3xcomplex<f32>", "RFFT", [5], r"ends in \[5\]"),
        ((4,), "f32", "3xcomplex<f32>", "DCT", [4], "expected one of FFT"),
    ],
)
def test_refused(shape, type, result, kind, length, said) -> None:
    with pytest.raises(ExecutionError, match=said):
        fft(np.zeros(shape, "c8" if type.startswith("c") else "f4"), type, result, kind, length)


def test_xla_agrees() -> None:
    program = """
func.func @main(%z: tensor<2x3x4xcomplex<f64>>, %x: tensor<2x3x4xf64>)
    -> (tensor<2x3x4xcomplex<f64>>, tensor<2x3x4xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x4xf64>) {
  %0 = stablehlo.fft %z, type = FFT, length = [3, 4] : (tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xcomplex<f64>>
  %1 = stablehlo.fft %z, type = IFFT, length = [2, 3, 4] : (tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xcomplex<f64>>
  %2 = stablehlo.fft %x, type = RFFT, length = [3, 4] : (tensor<2x3x4xf64>) -> tensor<2x3x3xcomplex<f64>>
  %3 = stablehlo.fft %2, type = IRFFT, length = [3, 4] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x4xf64>
  return %0, %1, %2, %3
    : tensor<2x3x4xcomplex<f64>>, tensor<2x3x4xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x4xf64>
}
"""
    arguments = drawn((2, 3, 4), np.complex128), drawn((2, 3, 4), np.float64)
    for ours, theirs in zip(
        backend("interpreter").run(program, *arguments), backend("xla").run(program, *arguments), strict=True
    ):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-14)
