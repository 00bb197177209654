"""The goldens of products, convolutions, transforms, factorizations and batch normalization."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tools.golden_cases.case import ULPS, AnyOpCase, Text, case, program
from tools.golden_cases.elementwise import INF, NAN
from tools.golden_cases.tensors import Tensor, iota, values

NOISE = 4  # ULPs of the largest number
WIDE = 64  # ULPs that goldens allow where steps are rounded in an order that isn't said
IMAGES = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
SIGNALS = "[b, 0, f]x[0, i, o]->[b, 0, f]"
MISSING = {"upstream": "upstream.missing-operations"}  # a known difference


def dims(
    lhs_contracting: Sequence[int], rhs_contracting: Sequence[int], lhs: Sequence[int] = (), rhs: Sequence[int] = ()
) -> dict[str, list[int]]:
    """#stablehlo.dot<...>; `lhs` and `rhs` are the batching dimensions."""
    found = {
        "lhs_batching_dimensions": list(lhs),
        "rhs_batching_dimensions": list(rhs),
        "lhs_contracting_dimensions": list(lhs_contracting),
        "rhs_contracting_dimensions": list(rhs_contracting),
    }
    return {name: numbers for name, numbers in found.items() if numbers}


def dot_general() -> Iterator[AnyOpCase]:
    says = "result[result_index] = dot_product: the sum of the products over the contracting dimensions"
    a, b = iota("2x3xi32"), iota("3x4xi32", -5)

    def dot(
        name: str, title: str, lhs: Tensor, rhs: Tensor, numbers: dict[str, list[int]], says: str = says, **more: Any
    ) -> AnyOpCase:
        return case("dot_general", name, title, lhs, rhs, says=says, dot_dimension_numbers=numbers, **more)

    yield dot("matrices", "rows times columns", a, b, dims([1], [0]))
    yield dot("matrix_and_vector", "a column", a, iota("3xi32"), dims([1], [0]))
    yield dot("vectors", "one number", iota("4xi32"), iota("4xi32", 3), dims([0], [0]))
    yield dot("outer_product", "no contracting dimension", iota("2xi32"), iota("3xi32"), dims([], []))
    yield dot("transposed", "any dimension may contract", iota("3x2xi32"), iota("4x3xi32"), dims([0], [1]))
    shape = "result_batching_index + result_lhs_index + result_rhs_index = result_index"
    yield dot(
        "batching_dimension",
        "matrices side by side",
        iota("2x2x3xi32"),
        iota("2x3x2xi32", -4),
        dims([2], [1], [0], [0]),
        shape,
    )
    yield dot(
        "batching_dimension_in_the_middle",
        "it comes first in the result",
        iota("2x3x2xi32"),
        iota("3x2x4xi32", -4),
        dims([0], [1], [1], [0]),
        shape,
    )
    yield dot(
        "two_batching_dimensions",
        "in the order of the lists",
        iota("2x3x2xi32"),
        iota("3x2x2xi32", -4),
        dims([2], [2], [0, 1], [1, 0]),
        shape,
    )
    yield dot(
        "two_contracting_dimensions",
        "pairs in the order of the lists",
        iota("2x3x4xi32"),
        iota("4x3x2xi32", -6),
        dims([1, 2], [1, 0]),
    )
    yield dot(
        "empty_contraction",
        "a sum of nothing is 0",
        values("2x0xi32", []),
        values("0x3xi32", []),
        dims([1], [0]),
        differs={"upstream": "upstream.empty-contraction"},
    )
    yield dot(
        "unsigned_integers",
        "ui8 200 isn't negative",
        values("1x2xui8", [[200, 10]]),
        values("2x1xui8", [[1], [5]]),
        dims([1], [0]),
    )
    yield dot(
        "booleans",
        "a sum is OR, a product is AND",
        values("2x3xi1", [[1, 1, 0], [0, 1, 0]]),
        values("3x2xi1", [[1, 0], [1, 0], [1, 1]]),
        dims([1], [0]),
    )
    yield dot(
        "infinities_and_nan",
        "NaN of an infinity times 0, and of NaN",
        values("3x2xf32", [[INF, 1], [NAN, 1], [-INF, INF]]),
        values("2x2xf32", [[0, 1], [1, 1]]),
        dims([1], [0]),
    )
    yield dot(
        "larger_than_a_tile",
        "sizes that no power of two divides",
        values("17x33xf32", [i * 7 % 11 - 5 for i in range(17 * 33)]),
        values("33x9xf32", [i * 5 % 13 - 6 for i in range(33 * 9)]),
        dims([1], [0]),
    )
    yield dot(
        "wider_result",
        "i8 is multiplied and summed in i32",
        values("1x2xi8", [[100, -128]]),
        values("2x1xi8", [[100], [-128]]),
        dims([1], [0]),
        results="1x1xi32",
    )
    halves = values("2x3xf32", [[0.5, 1.5, -2], [4, 0.25, 8]])
    yield dot(
        "floats",
        "sums that are exact in any order",
        halves,
        values("3x2xf32", [[1, 2], [-4, 0.5], [0.25, 1]]),
        dims([1], [0]),
    )
    yield dot(
        "precision_config",
        "exact sums are the same at any precision",
        halves,
        values("3x1xf32", [[1], [2], [4]]),
        dims([1], [0]),
        precision_config=Text("[#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]"),
    )
    for lhs, rhs in (("bf16", "bf16"), ("tf32", "tf32"), ("f16", "f16"), ("f32", "f32")):
        yield dot(
            f"algorithm_{lhs}",
            f"operands are rounded to {lhs}",
            values("1x4xf32", [[1 + 2.0**-n for n in (8, 9, 11, 12)]]),
            values("4x1xf32", [[1], [2], [4], [8]]),
            dims([1], [0]),
            "lhs_precision_type, rhs_precision_type: what precisions the LHS and RHS are rounded to",
            file="algorithms",
            differs={} if lhs == "f32" else {"xla": "xla.dot-algorithm", "upstream": "upstream.dot-algorithm"},
            algorithm=Text(
                f"#stablehlo.dot_algorithm<lhs_precision_type = {lhs}, rhs_precision_type = {rhs}, accumulation_type = "
                "f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, "
                "allow_imprecise_accumulation = false>",
                (lhs, rhs),
            ),
        )
    yield dot(
        "everything",
        "two of each kind of dimensions, in any order",
        iota("2x3x2x2x2x3xi32", -9),
        iota("3x2x2x3x2xi32", -7),
        dims([5, 3], [3, 2], [1, 2], [0, 1]),
        shape,
    )
    for type in ("i64", "ui64", "i16", "i32", "ui32"):
        most = 2 ** (int(type.lstrip("ui")) - 2) - 3
        yield dot(
            f"element_type_{type}",
            f"elements of type {type}",
            values(f"1x2x{type}", [[most // 3, most // 5]]),
            values(f"2x2x{type}", [[3, 1], [1, 3]]),
            dims([1], [0]),
            file="element_types_integer",
        )
    yield dot(
        "last_bit_f64",
        "f64 isn't multiplied in f32",
        values("1x2xf64", [[1 + 2.0**-52, 2]]),
        values("2x1xf64", [[1], [0.5]]),
        dims([1], [0]),
    )
    for type in ("bf16", "f16", "f64"):
        yield dot(
            f"element_type_{type}",
            f"elements of type {type}",
            values(f"2x2x{type}", [[1, 2], [3, -4]]),
            values(f"2x2x{type}", [[0.5, 1], [2, 8]]),
            dims([1], [0]),
            file="element_types_float",
        )
    yield dot(
        "bf16_into_f32",
        "products of bf16, summed in f32",
        values("1x3xbf16", [[256, 1, 1]]),
        values("3x1xbf16", [[1], [1], [1]]),
        dims([1], [0]),
        results="1x1xf32",
    )
    yield dot(
        "complex_numbers",
        "nothing is conjugated",
        values("1x2xcomplex<f32>", [[1 + 2j, 3j]]),
        values("2x1xcomplex<f32>", [[2 - 1j], [1j]]),
        dims([1], [0]),
    )


def convolution() -> Iterator[AnyOpCase]:
    says = "result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs"

    def conv(
        name: str,
        title: str,
        lhs: str,
        rhs: str,
        says: str = says,
        numbers: str = SIGNALS,
        feature_group_count: int = 1,
        batch_group_count: int = 1,
        **more: Any,
    ) -> Iterator[AnyOpCase]:
        operands = (iota(lhs, -2), iota(rhs))
        groups = {
            "dimension_numbers": numbers,
            "feature_group_count": feature_group_count,
            "batch_group_count": batch_group_count,
        }
        yield case("convolution", name, title, *operands, says=says, **groups, **more)
        if "padding" in more:
            padding = more.pop("padding")
            sizes = values(f"{len(padding)}x2xi64", padding)
            differs = {"xla": "xla.dynamic-conv"} if name != "window_larger_than_the_input" else None
            yield case("dynamic_conv", name, title, *operands, sizes, says=says, differs=differs, **groups, **more)

    none = {"padding": [[0, 0]]}
    yield from conv("window", "one spatial dimension", "1x5x1xi32", "2x1x1xi32", **none)
    yield from conv("features", "the sum is over the input features as well", "2x4x2xi32", "2x2x3xi32", **none)
    yield from conv(
        "images", "two spatial dimensions", "1x3x4x1xi32", "2x2x1x2xi32", numbers=IMAGES, padding=[[0, 0], [0, 0]]
    )
    numbers = "dimension_numbers: lhs_shape, rhs and result_shape are permuted by them"
    yield from conv(
        "features_first",
        "batch, feature, spatial",
        "2x2x4xi32",
        "3x2x2xi32",
        numbers,
        "[b, f, 0]x[o, i, 0]->[b, f, 0]",
        **none,
    )
    yield from conv(
        "dimensions_permuted",
        "spatial dimensions in any order",
        "4x1x2x3xi32",
        "2x1x3x2xi32",
        numbers,
        "[1, b, f, 0]x[0, o, 1, i]->[f, 1, 0, b]",
        padding=[[0, 0], [0, 0]],
    )
    yield from conv(
        "no_spatial_dimensions", "a product of matrices", "2x3xi32", "3x4xi32", says, "[b, f]x[i, o]->[b, f]"
    )
    yield from conv(
        "window_strides",
        "steps of two",
        "1x7x1xi32",
        "2x1x1xi32",
        "lhs_window_start = lhs_shape(0, output_spatial_index, 0) * lhs_window_strides",
        window_strides=[2],
        **none,
    )
    yield from conv(
        "padding",
        "zeros at both ends",
        "1x3x1xi32",
        "3x1x1xi32",
        "padded_lhs = pad(lhs, padding_value, ...)",
        padding=[[2, 1]],
    )
    yield from conv(
        "negative_padding",
        "elements are cut off",
        "1x6x1xi32",
        "2x1x1xi32",
        "padded_lhs = pad(lhs, padding_value, ...)",
        padding=[[-1, -2]],
    )
    yield from conv(
        "lhs_dilation",
        "zeros between the elements of lhs",
        "1x3x1xi32",
        "3x1x1xi32",
        "lhs_base_dilations = lhs_shape(1, lhs_dilation, 1)",
        lhs_dilation=[2],
        **none,
    )
    yield from conv(
        "rhs_dilation",
        "elements of a window stand apart",
        "1x6x1xi32",
        "3x1x1xi32",
        "lhs_window_dilations = lhs_shape(1, rhs_dilation, 1)",
        rhs_dilation=[2],
        **none,
    )
    reversal = "reversed_lhs_window = reverse(lhs_window, [input_spatial_dimensions[dim] ... if window_reversal[dim]])"
    yield from conv(
        "window_reversal",
        "one spatial dimension reversed",
        "1x3x3x1xi32",
        "2x2x1x1xi32",
        reversal,
        IMAGES,
        window_reversal=[False, True],
        padding=[[0, 0], [0, 0]],
    )
    yield from conv(
        "everything",
        "strides, padding and both dilations, reversed",
        "1x4x5x2xi32",
        "2x3x2x2xi32",
        says,
        IMAGES,
        window_strides=[2, 1],
        padding=[[1, 2], [-1, 3]],
        lhs_dilation=[2, 1],
        rhs_dilation=[1, 2],
        window_reversal=[True, True],
    )
    yield from conv(
        "feature_groups",
        "each group of features on its own",
        "1x3x4xi32",
        "2x2x6xi32",
        "lhses = split(lhs, feature_group_count, input_feature_dimension)",
        feature_group_count=2,
        **none,
    )
    yield from conv(
        "depthwise",
        "a group for each feature",
        "1x4x3xi32",
        "2x1x3xi32",
        "lhses = split(lhs, feature_group_count, input_feature_dimension)",
        feature_group_count=3,
        **none,
    )
    yield from conv(
        "batch_groups",
        "each group of the batch on its own",
        "4x3x2xi32",
        "2x2x4xi32",
        "lhses = split(lhs, batch_group_count, input_batch_dimension)",
        batch_group_count=2,
        **none,
    )
    yield from conv(
        "feature_groups_of_images",
        "groups in a batch, with dimensions in another order",
        "4x2x4x3xi32",
        "4x2x2x3xi32",
        "lhses = split(lhs, feature_group_count, input_feature_dimension)",
        "[f, b, 0, 1]x[o, i, 1, 0]->[0, f, 1, b]",
        feature_group_count=2,
        padding=[[1, 0], [0, 1]],
    )
    yield from conv(
        "batch_groups_of_images",
        "groups of the batch, with dimensions in another order and strides",
        "2x4x4x3xi32",
        "2x2x2x4xi32",
        "lhses = split(lhs, batch_group_count, input_batch_dimension)",
        "[f, b, 0, 1]x[0, i, 1, o]->[b, f, 0, 1]",
        batch_group_count=2,
        window_strides=[2, 1],
        padding=[[0, 1], [1, 0]],
    )
    yield from conv(
        "padding_of_a_dilated_input",
        "padding beside, and cut from, an input that is spread out",
        "1x3x1xi32",
        "2x1x1xi32",
        "padded_lhs = pad(lhs, padding_value, ...)",
        lhs_dilation=[3],
        padding=[[-2, 2]],
    )
    yield from conv("window_larger_than_the_input", "there is no window", "1x2x1xi32", "3x1x1xi32", **none)
    groups = {"dimension_numbers": SIGNALS, "feature_group_count": 1, "batch_group_count": 1}
    for type in ("i8", "ui8", "i32", "i64", "ui64"):
        most = 2 ** (int(type.lstrip("ui")) - 2) - 3
        yield case(
            "convolution",
            f"element_type_{type}",
            f"elements of type {type}",
            values(f"1x3x1x{type}", [[[most // 3], [most // 5], [most // 7]]]),
            values(f"2x1x1x{type}", [[[1]], [[2]]]),
            says=says,
            file="element_types_integer",
            padding=[[1, 0]],
            **groups,
        )
    yield case(
        "convolution",
        "infinities_and_nan",
        "NaN of an infinity times 0, and of NaN",
        values("1x4x1xf32", [[[INF], [1], [NAN], [2]]]),
        values("2x1x1xf32", [[[0]], [[1]]]),
        says=says,
        padding=[[0, 0]],
        **groups,
    )
    yield case(
        "convolution",
        "last_bit_f64",
        "f64 isn't multiplied in f32",
        values("1x2x1xf64", [[[1 + 2.0**-52], [2]]]),
        values("2x1x1xf64", [[[1]], [[0.5]]]),
        says=says,
        padding=[[0, 0]],
        **groups,
    )
    yield case(
        "convolution",
        "wider_result",
        "i8 is multiplied and summed in i32",
        values("1x2x1xi8", [[[100], [-128]]]),
        values("2x1x1xi8", [[[100]], [[-128]]]),
        says=says,
        results="1x1x1xi32",
        differs={"upstream": "upstream.wider-convolution"},
        padding=[[0, 0]],
        **groups,
    )
    for type in ("bf16", "f16", "f32", "f64"):
        yield case(
            "convolution",
            f"element_type_{type}",
            f"elements of type {type}",
            values(f"1x4x1x{type}", [[[1], [-2], [0.5], [4]]]),
            values(f"2x1x1x{type}", [[[2]], [[-8]]]),
            says=says,
            file="element_types_float",
            padding=[[1, 0]],
            **groups,
        )
    yield case(
        "convolution",
        "complex_numbers",
        "nothing is conjugated",
        values("1x2x1xcomplex<f32>", [[[1 + 2j], [3j]]]),
        values("1x1x1xcomplex<f32>", [[[2 - 1j]]]),
        says=says,
        padding=[[0, 0]],
        **groups,
    )


def fft() -> Iterator[AnyOpCase]:
    x = values("5xcomplex<f64>", [1 + 1j, -2, 3 - 0.5j, 0.25j, 4])
    square = values("2x2x3xcomplex<f64>", (np.arange(12) - 3.5 + 1j * (np.arange(12) % 5)).reshape(2, 2, 3))
    real = values("2x6xf64", [[1, -2, 3, 0.5, 4, -1], [0, 1, 2, -3, 5, 2]])
    half = values("4xcomplex<f64>", [3, 1 - 2j, -0.5 + 1j, 2])
    odd = values("3xcomplex<f64>", [3, 1 - 2j, -0.5 + 1j])
    rows = (
        ("FFT", "forward", "the discrete Fourier transform", x, [5], "result[i0, ..., :] = fft(operand[i0, ..., :])"),
        (
            "FFT",
            "forward_of_two_dimensions",
            "the last two dimensions of three",
            square,
            [2, 3],
            "the final result of a series of L computations where L = size(fft_length)",
        ),
        ("IFFT", "inverse", "the inverse transform, divided by the length", x, [5], "ifft computes the inverse of fft"),
        (
            "IFFT",
            "inverse_of_two_dimensions",
            "the last two dimensions of three",
            square,
            [2, 3],
            "result is the inverse of the computations for fft_type = FFT",
        ),
        (
            "RFFT",
            "forward_of_reals",
            "the first N/2 + 1 elements",
            real,
            [6],
            "truncated_result = complex_result[:(rank(complex_result) / 2 + 1)]",
        ),
        (
            "RFFT",
            "forward_of_reals_in_two_dimensions",
            "reals along the last dimension",
            real,
            [2, 6],
            "result1[i0, ..., :] = rfft(operand[i0, ..., :]), then fft of the others",
        ),
        ("IRFFT", "inverse_to_reals", "an even length", half, [6], "irfft computes the inverse of rfft"),
        (
            "IRFFT",
            "inverse_to_an_odd_length",
            "there is no last real element",
            odd,
            [5],
            "irfft computes the inverse of rfft",
        ),
    )
    for type, name, title, operand, length, says in rows:
        differs = {"upstream": "upstream.irfft-of-odd-length"} if "odd" in name else None
        yield case(
            "fft", name, title, operand, says=says, differs=differs, noise=NOISE, fft_type=type, fft_length=length
        )
    yield case(
        "fft",
        "double_precision",
        "in f64, not in f32",
        values("3xcomplex<f64>", [0.1 + 0.7j, -0.3, 1 / 3]),
        says=rows[0][5],
        ulps=1024,
        fft_type="FFT",
        fft_length=[3],
    )
    yield case(
        "fft",
        "single_precision",
        "complex<f32>",
        values("4xcomplex<f32>", [1, 2j, -1, 3]),
        says=rows[0][5],
        differs={"upstream": "upstream.fft-of-single-precision"},
        noise=NOISE,
        fft_type="FFT",
        fft_length=[4],
    )


def factorizations() -> Iterator[AnyOpCase]:
    a = values("3x3xf64", [[4, 2, -2], [2, 5, 3], [-2, 3, 6.5]])
    says = (
        "result[i0, ..., iR-3, :, :] is a Cholesky decomposition of a[i0, ..., iR-3, :, :]; the other "
        "triangle is masked"
    )
    yield from _cholesky("lower", "a lower triangle", a, says, lower=True)
    yield from _cholesky("upper", "an upper triangle", a, says, lower=False)
    yield from _cholesky(
        "batch",
        "matrices side by side",
        values("2x2x2xf32", [[[4, 2], [2, 10]], [[1, 0.5], [0.5, 9.25]]]),
        says,
        lower=True,
    )
    yield from _cholesky(
        "complex_numbers",
        "of an Hermitian matrix",
        values("2x2xcomplex<f64>", [[4, 2 - 2j], [2 + 2j, 11]]),
        says,
        lower=True,
    )
    says = "op(a) * x = b when left_side is true, x * op(a) = b when left_side is false"
    lower = values("3x3xf64", [[2, 0, 0], [1, 4, 0], [-3, 0.5, 8]])
    upper = values("3x3xf64", [[2, 1, -3], [0, 4, 0.5], [0, 0, 8]])
    b = values("3x2xf64", [[2, 4], [9, -2], [1, 0.5]])
    right = values("2x3xf64", [[2, 9, 1], [4, -2, 0.5]])
    for is_lower, matrix in ((True, lower), (False, upper)):
        side = "lower" if is_lower else "upper"
        for transpose in ("NO_TRANSPOSE", "TRANSPOSE"):
            for left, of in ((True, b), (False, right)):
                name = f"{side}_{'left' if left else 'right'}{'_transposed' if transpose == 'TRANSPOSE' else ''}"
                yield case(
                    "triangular_solve",
                    name,
                    f"{side} triangle, a on the {'left' if left else 'right'}, {transpose}",
                    matrix,
                    of,
                    says=says,
                    ulps=WIDE,
                    left_side=left,
                    lower=is_lower,
                    unit_diagonal=False,
                    transpose_a=transpose,
                )
    thirds = values("2x2xf64", [[3, 0], [1, 7]])
    yield case(
        "triangular_solve",
        "double_precision",
        "quotients that need all bits of f64",
        thirds,
        values("2x1xf64", [[1], [2]]),
        says=says,
        ulps=WIDE,
        left_side=True,
        lower=True,
        unit_diagonal=False,
        transpose_a="NO_TRANSPOSE",
    )
    complexes = values("2x2xcomplex<f64>", [[2j, 0], [1 - 1j, 4]])
    yield case(
        "triangular_solve",
        "adjoint",
        "the conjugate transpose",
        complexes,
        values("2x1xcomplex<f64>", [[2 + 4j], [8j]]),
        says="ADJOINT: Perform operation on conjugate transpose of a.",
        ulps=WIDE,
        left_side=True,
        lower=True,
        unit_diagonal=False,
        transpose_a="ADJOINT",
    )
    ones = values("2x2xf64", [[1, 0], [3, 1]])
    yield case(
        "triangular_solve",
        "unit_diagonal",
        "the diagonal is known to be of ones",
        ones,
        values("2x1xf64", [[2], [8]]),
        says="If unit_diagonal is true, the implementation can assume that the diagonal elements of a are equal to 1.",
        left_side=True,
        lower=True,
        unit_diagonal=True,
        transpose_a="NO_TRANSPOSE",
    )
    dirty = values("2x2xf64", [[2, 77], [3, 4]])
    yield case(
        "triangular_solve",
        "other_triangle_unread",
        "what stands in the other triangle doesn't matter",
        dirty,
        values("2x1xf64", [[2], [11]]),
        says="Input data is read only from the lower triangle of a, if lower is true.",
        left_side=True,
        lower=True,
        unit_diagonal=False,
        transpose_a="NO_TRANSPOSE",
    )
    batch = values("2x2x2xf32", [[[2, 0], [1, 4]], [[1, 0], [-2, 0.5]]])
    yield case(
        "triangular_solve",
        "batch",
        "systems side by side",
        batch,
        values("2x2x1xf32", [[[2], [9]], [[4], [1]]]),
        says=says,
        differs={"upstream": "upstream.batches-of-systems"},
        ulps=ULPS,
        left_side=True,
        lower=True,
        unit_diagonal=False,
        transpose_a="NO_TRANSPOSE",
    )


def _cholesky(name: str, title: str, a: Tensor, says: str, *, lower: bool) -> Iterator[AnyOpCase]:
    """A program: the triangle that the specification leaves open is taken out before the comparison."""
    made = case("cholesky", name, title, a, says=says, lower=lower)
    (factor,) = made.expected()
    size = a.array.shape[-1]
    mask = np.tril(np.ones((size, size), bool)) if lower else np.triu(np.ones((size, size), bool))
    type = str(a.type)
    mask_type = type.replace(str(a.type.element_type), "i1")
    text = f"""
        %factor = "stablehlo.cholesky"(%a) {{lower = {str(lower).lower()}}} : ({type}) -> {type}
        %zeros = stablehlo.constant dense<{"(0.0, 0.0)" if a.array.dtype.kind == "c" else "0.0"}> : {type}
        %result = stablehlo.select %triangle, %factor, %zeros : {mask_type}, {type}
        """
    triangle = values(mask_type.removeprefix("tensor<").removesuffix(">"), np.broadcast_to(mask, a.array.shape))
    yield program(
        "cholesky", name, title, text, {"result": factor}, says=says, differs=MISSING, ulps=ULPS, a=a, triangle=triangle
    )


def normalization() -> Iterator[AnyOpCase]:
    x = values("2x2x2xf32", [[[1, 2], [3, 4]], [[-5, 6.5], [0.25, -2]]])
    two = {
        name: values("2xf32", elements)
        for name, elements in {"scale": [1, -0.5], "offset": [0.25, 3], "mean": [0.5, 2], "variance": [4, 9]}.items()
    }
    says = (
        "batch_norm_inference: normalized_operand = (operand - mean) / sqrt(variance + epsilon); scale * "
        "normalized_operand + offset"
    )
    for index in (0, 1, 2):
        yield case(
            "batch_norm_inference",
            f"feature_index_{index}",
            f"features along dimension {index}",
            x,
            *two.values(),
            says=says,
            differs=MISSING,
            ulps=WIDE,
            epsilon=0.0,
            feature_index=index,
        )
        yield case(
            "batch_norm_training",
            f"feature_index_{index}",
            f"features along dimension {index}",
            x,
            two["scale"],
            two["offset"],
            says="mean and variance across all dimensions except for the feature_index dimension",
            differs=MISSING,
            ulps=WIDE,
            epsilon=0.125,
            feature_index=index,
        )
        grad = values("2x2x2xf32", [[[0.5, 1], [-1, 2]], [[3, 0.25], [1, -4]]])
        yield case(
            "batch_norm_grad",
            f"feature_index_{index}",
            f"features along dimension {index}",
            x,
            two["scale"],
            two["mean"],
            two["variance"],
            grad,
            says="gradients of several inputs of batch_norm_training backpropagating from grad_output",
            differs=MISSING,
            ulps=WIDE,
            epsilon=0.0,
            feature_index=index,
        )
    yield case(
        "batch_norm_inference",
        "epsilon",
        "added to the variance, under the root",
        x,
        *two.values(),
        says=says,
        differs=MISSING,
        ulps=WIDE,
        epsilon=0.5,
        feature_index=1,
    )
    yield case(
        "batch_norm_grad",
        "epsilon",
        "added to the variance, under the root",
        x,
        two["scale"],
        two["mean"],
        two["variance"],
        iota("2x2x2xf32"),
        says="stddev = sqrt(add(variance_bcast, epsilon_bcast))",
        differs=MISSING,
        ulps=WIDE,
        epsilon=0.5,
        feature_index=1,
    )
    double = values("2x2xf64", [[1, 2], [3, 7]])
    vectors = [values("2xf64", elements) for elements in ([1, 2], [0, 1], [2, 4], [3, 5])]
    yield case(
        "batch_norm_inference",
        "double_precision",
        "in f64",
        double,
        *vectors,
        says=says,
        differs=MISSING,
        ulps=WIDE,
        epsilon=0.0,
        feature_index=1,
    )
    yield case(
        "batch_norm_training",
        "double_precision",
        "in f64",
        double,
        *vectors[:2],
        says="mean and variance across all dimensions except for the feature_index dimension",
        differs=MISSING,
        ulps=WIDE,
        epsilon=0.0,
        feature_index=1,
    )


CASES: Sequence[AnyOpCase] = [*dot_general(), *convolution(), *fft(), *factorizations(), *normalization()]
