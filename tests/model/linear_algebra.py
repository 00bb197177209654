"""The slow models of products, transforms and factorizations: sums of exact products, rounded once at the end."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
from model.exact import Exact, as_mpf, exact, rounded
from model.shape import pad, reverse, slice_

Array = np.ndarray[Any, np.dtype[Any]]


def _number(element: Any) -> Exact:
    """An element to calculate with: an int, a fraction, or an mpmath number where it is complex."""
    value = exact(element)
    if isinstance(value, tuple):
        return as_mpf(value)
    if isinstance(value, float):
        return Fraction(value) if math.isfinite(value) else value
    return int(value) if isinstance(value, bool) else value


def dot_general(
    lhs: Array,
    rhs: Array,
    *,
    dot_dimension_numbers: Mapping[str, Sequence[int]],
    algorithm: tuple[str, str] | None = None,
    dtype: Any = None,
) -> Array:
    """`algorithm` are the precisions that the LHS and RHS are rounded to."""
    made = np.dtype(dtype or lhs.dtype)
    if algorithm:
        lhs, rhs = (_in_precision(side, name) for side, name in zip((lhs, rhs), algorithm, strict=True))
    numbers = {name: list(dims) for name, dims in dot_dimension_numbers.items()}
    lhs_batching, rhs_batching = (numbers.get(f"{side}_batching_dimensions", []) for side in ("lhs", "rhs"))
    lhs_contracting, rhs_contracting = (numbers.get(f"{side}_contracting_dimensions", []) for side in ("lhs", "rhs"))
    lhs_result_dimensions = [d for d in range(lhs.ndim) if d not in [*lhs_batching, *lhs_contracting]]
    rhs_result_dimensions = [d for d in range(rhs.ndim) if d not in [*rhs_batching, *rhs_contracting]]
    shape = [lhs.shape[d] for d in [*lhs_batching, *lhs_result_dimensions]]
    shape += [rhs.shape[d] for d in rhs_result_dimensions]
    result = np.empty(shape, made)
    for result_index in np.ndindex(*shape):
        at = iter(result_index)
        batching_index = _take(at, lhs_batching)
        lhs_at = [*batching_index, *_take(at, lhs_result_dimensions)]
        rhs_at = [*batching_index, *_take(at, rhs_result_dimensions)]
        lhs_index = dict(zip([*lhs_batching, *lhs_result_dimensions], lhs_at, strict=True))
        rhs_index = dict(zip([*rhs_batching, *rhs_result_dimensions], rhs_at, strict=True))
        dot_product: Exact = 0
        for contracting_index in np.ndindex(*(lhs.shape[d] for d in lhs_contracting)):
            lhs_index.update(zip(lhs_contracting, contracting_index, strict=True))
            rhs_index.update(zip(rhs_contracting, contracting_index, strict=True))
            dot_product += _number(lhs[tuple(lhs_index[d] for d in range(lhs.ndim))]) * _number(
                rhs[tuple(rhs_index[d] for d in range(rhs.ndim))]
            )
        result[result_index] = rounded(dot_product, made)
    return result


def _in_precision(x: Array, name: str) -> Array:
    """Every element rounded to so many bits of significand; exponents are f32's, or fit."""
    bits = {"bf16": 8, "tf32": 11, "f16": 11, "f32": 24}[name]
    result = np.empty_like(x)
    for index in np.ndindex(*x.shape):
        mantissa, exponent = math.frexp(float(x[index]))
        result[index] = math.ldexp(round(math.ldexp(mantissa, bits)), exponent - bits)
    return result


def _take(at: Any, dimensions: Sequence[int]) -> list[int]:
    return list(itertools.islice(at, len(dimensions)))


def convolution(
    lhs: Array,
    rhs: Array,
    *,
    dimension_numbers: str,
    window_strides: Sequence[int] | None = None,
    padding: Sequence[Sequence[int]] | None = None,
    lhs_dilation: Sequence[int] | None = None,
    rhs_dilation: Sequence[int] | None = None,
    window_reversal: Sequence[bool] | None = None,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    dtype: Any = None,
) -> Array:
    """`dimension_numbers` is as in MLIR text: ``[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]``."""
    of_lhs, of_rhs, of_result = (part.split(", ") for part in re.findall(r"\[(.*?)\]", dimension_numbers))
    spatial = [str(i) for i in range(lhs.ndim - 2)]
    ones = [1] * len(spatial)
    window_strides, lhs_dilation, rhs_dilation = window_strides or ones, lhs_dilation or ones, rhs_dilation or ones
    padding, window_reversal = padding or [[0, 0]] * len(spatial), window_reversal or [False] * len(spatial)
    made = np.dtype(dtype or lhs.dtype)
    parts: dict[str, Any] = {
        "dimension_numbers": dimension_numbers,
        "window_strides": window_strides,
        "padding": padding,
        "lhs_dilation": lhs_dilation,
        "rhs_dilation": rhs_dilation,
        "window_reversal": window_reversal,
        "dtype": made,
    }
    groups, split_dimension = (
        (feature_group_count, of_lhs.index("f")) if feature_group_count > 1 else (batch_group_count, of_lhs.index("b"))
    )
    if groups > 1:
        lhses = np.split(lhs, groups, split_dimension)
        rhses = np.split(rhs, groups, of_rhs.index("o"))
        results = [convolution(*pair, **parts) for pair in zip(lhses, rhses, strict=True)]
        return np.concatenate(results, of_result.index("f"))

    def lhs_shape(n: Any, hw: Sequence[Any], c: Any) -> list[Any]:
        named = dict(zip(["b", *spatial, "f"], [n, *hw, c], strict=True))
        return [named[name] for name in of_lhs]

    kernel = [rhs.shape[of_rhs.index(name)] for name in spatial]
    lhs_padding = lhs_shape([0, 0], padding, [0, 0])
    padded_lhs = pad(
        lhs,
        np.zeros((), lhs.dtype),
        edge_padding_low=[low for low, _ in lhs_padding],
        edge_padding_high=[high for _, high in lhs_padding],
        interior_padding=[dilation - 1 for dilation in lhs_shape(1, lhs_dilation, 1)],
    )
    dilated = [(size - 1) * dilation + 1 for size, dilation in zip(kernel, rhs_dilation, strict=True)]
    output_spatial = [
        max(0, (padded_lhs.shape[of_lhs.index(name)] - window) // stride + 1)
        for name, window, stride in zip(spatial, dilated, window_strides, strict=True)
    ]
    features = rhs.shape[of_rhs.index("o")]
    named_shape = dict(
        zip(["b", *spatial, "f"], [lhs.shape[of_lhs.index("b")], *output_spatial, features], strict=True)
    )
    result = np.empty([named_shape[name] for name in of_result], made)
    contracting = [*spatial, "f"]
    for output_spatial_index in np.ndindex(*output_spatial):
        start = [i * stride for i, stride in zip(output_spatial_index, window_strides, strict=True)]
        lhs_window_start = lhs_shape(0, start, 0)
        window_sizes = lhs_shape(lhs.shape[of_lhs.index("b")], dilated, lhs.shape[of_lhs.index("f")])
        lhs_window = slice_(
            padded_lhs,
            start_indices=lhs_window_start,
            limit_indices=[s + size for s, size in zip(lhs_window_start, window_sizes, strict=True)],
            strides=lhs_shape(1, rhs_dilation, 1),
        )
        reversed_dims = [
            of_lhs.index(name) for name, is_reversed in zip(spatial, window_reversal, strict=True) if is_reversed
        ]
        reversed_lhs_window = reverse(lhs_window, dimensions=reversed_dims)
        dot_product = dot_general(  # of the batch dimension and the output features
            reversed_lhs_window,
            rhs,
            dot_dimension_numbers={
                "lhs_contracting_dimensions": [of_lhs.index(name) for name in contracting],
                "rhs_contracting_dimensions": [of_rhs.index("i" if name == "f" else name) for name in contracting],
            },
            dtype=made,
        )
        for n, c in np.ndindex(*dot_product.shape):
            at = dict(zip(["b", *spatial, "f"], [n, *output_spatial_index, c], strict=True))
            result[tuple(at[name] for name in of_result)] = dot_product[n, c]
    return result


def dynamic_conv(lhs: Array, rhs: Array, padding: Array, **attributes: Any) -> Array:
    return convolution(lhs, rhs, padding=[[int(i) for i in row] for row in padding], **attributes)


def fft(operand: Array, *, fft_type: str, fft_length: Sequence[int]) -> Array:
    """The discrete Fourier transform of the last dimensions, as a sum over all of their indices at once."""
    batch = operand.shape[: operand.ndim - len(fft_length)]
    last = fft_length[-1]
    half = last // 2 + 1
    is_inverse = fft_type in ("IFFT", "IRFFT")
    shape = [*fft_length[:-1], half if fft_type == "RFFT" else last]
    complex_type = operand.dtype if operand.dtype.kind == "c" else np.dtype({4: "c8", 8: "c16"}[operand.dtype.itemsize])
    made = np.empty(0, complex_type).real.dtype if fft_type == "IRFFT" else complex_type
    result = np.empty([*batch, *shape], made)
    for at in np.ndindex(*batch):
        for k in np.ndindex(*shape):
            total = mpmath.mpc(0)
            for n in np.ndindex(*fft_length):
                if fft_type == "IRFFT" and n[-1] >= half:  # the rest is the conjugate of what is there
                    mirrored = tuple(-i % length for i, length in zip(n, fft_length, strict=True))
                    element = mpmath.conj(_number(operand[(*at, *mirrored)]))
                else:
                    element = _number(operand[(*at, *n)])
                    element = element if isinstance(element, mpmath.mpc) else as_mpf(element)
                turns = sum(Fraction(i * j, length) for i, j, length in zip(k, n, fft_length, strict=True))
                angle = 2 * (turns if is_inverse else -turns)
                total += element * mpmath.mpc(mpmath.cospi(as_mpf(angle)), mpmath.sinpi(as_mpf(angle)))
            if is_inverse:
                total /= int(np.prod(fft_length))
            total = mpmath.chop(total, 1e-60)  # what is left of terms that add up to zero
            result[(*at, *k)] = rounded(total.real if fft_type == "IRFFT" else total, made)
    return result


def cholesky(a: Array, *, lower: bool) -> Array:
    """The triangle that the specification defines; zeros beside it."""
    result = np.zeros_like(a)
    size = a.shape[-1]
    for at in np.ndindex(*a.shape[:-2]):
        full = [
            [as_mpf(exact(a[(*at, i, j)] if lower else np.conj(a[(*at, j, i)]))) for j in range(size)]
            for i in range(size)
        ]
        factor = [[mpmath.mpf(0)] * size for _ in range(size)]
        for i in range(size):
            for j in range(i + 1):
                rest = full[i][j] - sum(factor[i][k] * mpmath.conj(factor[j][k]) for k in range(j))
                factor[i][j] = mpmath.sqrt(rest.real) if i == j else rest / factor[j][j]
        for i in range(size):
            for j in range(i + 1):
                value = factor[i][j] if lower else mpmath.conj(factor[i][j])
                result[(*at, i, j) if lower else (*at, j, i)] = rounded(value, a.dtype)
    return result


def triangular_solve(
    a: Array, b: Array, *, left_side: bool, lower: bool, unit_diagonal: bool, transpose_a: str
) -> Array:
    """By Cramer's rule, so that no order of eliminations is taken for granted."""
    result = np.empty_like(b)
    size = a.shape[-1]
    for at in np.ndindex(*a.shape[:-2]):
        matrix = mpmath.matrix(size, size)
        for i, j in np.ndindex(size, size):
            is_read = i >= j if lower else i <= j
            value = as_mpf(exact(a[(*at, i, j)])) if is_read else mpmath.mpf(0)
            value = mpmath.mpf(1) if unit_diagonal and i == j else value
            row, column = (i, j) if transpose_a == "NO_TRANSPOSE" else (j, i)
            matrix[row, column] = mpmath.conj(value) if transpose_a == "ADJOINT" else value
        if not left_side:  # x * op(a) = b is transpose(op(a)) * transpose(x) = transpose(b)
            matrix = matrix.T
        determinant = mpmath.det(matrix)
        columns = b.shape[-1] if left_side else b.shape[-2]
        for c in range(columns):
            wanted = [as_mpf(exact(b[(*at, k, c) if left_side else (*at, c, k)])) for k in range(size)]
            for k in range(size):
                replaced = matrix.copy()
                for row in range(size):
                    replaced[row, k] = wanted[row]
                result[(*at, k, c) if left_side else (*at, c, k)] = rounded(mpmath.det(replaced) / determinant, b.dtype)
    return result
