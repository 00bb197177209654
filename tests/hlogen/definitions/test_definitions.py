"""What operations are defined to be gives what the interpreter's kernels give, which share no code with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.definitions.registry import definitions

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Case:
    """One operation with types for its operands; `within` bounds relative errors, None is bit for bit."""

    name: str
    attributes: str
    operands: Sequence[str]
    results: Sequence[str]
    within: float | None = None
    positive: bool = False
    region: str = ""

    @property
    def text(self) -> str:
        types = [f"tensor<{operand}>" for operand in self.operands]
        results = [f"tensor<{result}>" for result in self.results]
        arguments = ", ".join(f"%a{n}: {type}" for n, type in enumerate(types))
        names = ", ".join(f"%a{n}" for n in range(len(types)))
        count = f":{len(results)}" if len(results) > 1 else ""
        returned = ", ".join(f"%r#{n}" if count else "%r" for n in range(len(results)))
        return (
            f"func.func @main({arguments}) -> ({', '.join(results)}) {{\n"
            f'  %r{count} = "{self.name}"({names}) {self.region} {{{self.attributes}}} '
            f": ({', '.join(types)}) -> ({', '.join(results)})\n"
            f"  return {returned} : {', '.join(results)}\n}}"
        )


_NORM = "epsilon = 1.0e-3 : f32, feature_index = 1 : i64"
_ELEMENTWISE = {
    **dict.fromkeys(("add", "subtract", "multiply", "maximum", "minimum", "remainder", "divide"), "i16"),
    **dict.fromkeys(("and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical"), "ui8"),
    **dict.fromkeys(("atan2", "next_after"), "f32"),
}
_SOLVE = "left_side = {}, lower = {}, unit_diagonal = {}, transpose_a = #stablehlo<transpose {}>"
_RAGGED = "ragged_dot_dimension_numbers = #chlo.ragged_dot<{}>"


def body(name: str, type: str) -> str:
    """A region of one binary operation of scalars."""
    result = "i1" if name.startswith("compare") else type
    signature = f"(tensor<{type}>, tensor<{type}>) -> tensor<i1>" if result == "i1" else f"tensor<{type}>"
    return (
        f"({{ ^bb0(%l: tensor<{type}>, %r_: tensor<{type}>): %s = stablehlo.{name} %l, %r_ : {signature} "
        f"stablehlo.return %s : tensor<{result}> }})"
    )


def two(first: str, second: str) -> str:
    return f"{first[:-1]}, {second[1:]}"


_WINDOWS = "window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>"
_PADDED = ", padding = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>"
_DILATED = ", base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 2>"

CASES = [
    *(
        Case(f"chlo.broadcast_{name}", "", operands, [f"2x3x{type}"])
        for name, type in _ELEMENTWISE.items()
        for operands in ([f"2x3x{type}", f"3x{type}"], [f"1x3x{type}", f"2x1x{type}"])
    ),
    Case("chlo.broadcast_add", "broadcast_dimensions = array<i64: 0>", ["2xf32", "2x3xf32"], ["2x3xf32"]),
    Case("chlo.broadcast_power", "", ["2x3xf32", "f32"], ["2x3xf32"], positive=True),
    Case("chlo.broadcast_complex", "", ["2x3xf32", "3xf32"], ["2x3xcomplex<f32>"]),
    Case("chlo.broadcast_select", "", ["i1", "3xf32", "2x3xf32"], ["2x3xf32"]),
    Case(
        "chlo.broadcast_compare",
        "comparison_direction = #chlo<comparison_direction LT>",
        ["2x1xf32", "3xf32"],
        ["2x3xi1"],
    ),
    Case("chlo.broadcast_polygamma", "", ["f64", "3xf64"], ["3xf64"], 1e-13, positive=True),
    Case("chlo.broadcast_zeta", "", ["3xf64", "f64"], ["3xf64"], 1e-13, positive=True),
    *(
        Case(f"chlo.{name}", "", [f"40x{type}"] * count, [f"40x{type}"], within, positive)
        for names, count, single, positive in (
            ("acos asin atan atanh erf_inv", 1, 1e-6, False),
            ("asinh bessel_i1e conj cosh erf erfc sinh square tan", 1, 1e-6, False),
            ("acosh digamma lgamma", 1, 1e-5, True),
            ("polygamma zeta", 2, 1e-5, True),
        )
        for name in names.split()
        for type, within in (("f32", single), ("f64", 1e-13))
    ),
    Case("chlo.next_after", "", ["40xf32", "40xf32"], ["40xf32"]),
    *(Case(f"chlo.{name}", "", ["3xf32"], ["3xi1"]) for name in ("is_inf", "is_neg_inf", "is_pos_inf")),
    Case("chlo.acos", "", ["40xcomplex<f64>"], ["40xcomplex<f64>"], 1e-13),
    *(
        Case("stablehlo.fft", f"fft_type = #stablehlo<fft_type {kind}>, fft_length = array<i64: {lengths}>",
             [f"{x}x{of[0]}{width}{of[1]}"], [f"{y}x{to[0]}{width}{to[1]}"], within)
        for width, within in (("f32", 1e-5), ("f64", 1e-13))
        for kind, x, of, y, to, lengths in (
            ("FFT", "3x4", ("complex<", ">"), "3x4", ("complex<", ">"), "4"),
            ("IFFT", "2x3x5", ("complex<", ">"), "2x3x5", ("complex<", ">"), "3, 5"),
            ("RFFT", "3x6", ("", ""), "3x4", ("complex<", ">"), "3, 6"),
            ("RFFT", "3x5", ("", ""), "3x3", ("complex<", ">"), "5"),
            ("IRFFT", "3x4", ("complex<", ">"), "3x6", ("", ""), "3, 6"),
            ("IRFFT", "3x3", ("complex<", ">"), "3x5", ("", ""), "5"),
        )
    ),
    Case("chlo.constant", "value = dense<[1, 2]> : tensor<2xi8>", [], ["2xi8"]),
    *(Case("chlo.constant_like", f"value = {value} : {type}", [f"2x3x{type}"], [f"2x3x{type}"])
      for value, type in ((1.5, "f32"), (-7, "i8"), (0.1, "f64"), (2**62 + 1, "i64"))),
    *(
        Case("chlo.mulhi", "", [f"40x{type}"] * 2, [f"40x{type}"])
        for type in ("i8", "ui16", "i32", "ui32", "i64", "ui64")
    ),
    Case("stablehlo.dot", "", ["3x4xi32", "4x2xi32"], ["3x2xi32"]),
    Case("stablehlo.dot", "", ["4xf64", "4x2xf64"], ["2xf64"], within=1e-14),
    Case("stablehlo.broadcast", "broadcast_sizes = array<i64: 2, 5>", ["3xbf16"], ["2x5x3xbf16"]),
    *(
        Case("stablehlo.einsum", f'einsum_config = "{config}"', [*operands], [result], within)
        for config, operands, result, within in (
            ("ab,bc->ac", ("2x3xi32", "3x4xi32"), "2x4xi32", None),
            ("ab,bc->ca", ("2x3xf64", "3x4xf64"), "4x2xf64", 1e-14),
            ("bij,bjk->bik", ("2x3x4xi64", "2x4x5xi64"), "2x3x5xi64", None),
            ("ijb,bjk->kb", ("2x3x4xi64", "4x3x5xi64"), "5x4xi64", None),
            ("a,b->ba", ("3xi8", "2xi8"), "2x3xi8", None),
            ("ab,ab->", ("3x2xi8", "3x2xi8"), "i8", None),
            ("ab,c->b", ("3x2xi8", "4xi8"), "2xi8", None),
            (" b a , a -> b ", ("3x2xi8", "2xi8"), "3xi8", None),
            ("abc,dcb->bd", ("2x3x4xi16", "5x4x3xi16"), "3x5xi16", None),
        )
    ),
    Case("stablehlo.unary_einsum", 'einsum_config = "abc->ca"', ["2x3x4xi32"], ["4x2xi32"]),
    Case("stablehlo.unary_einsum", 'einsum_config = "ab->"', ["2x3xi32"], ["i32"]),
    *(
        Case(
            "stablehlo.torch_index_select",
            f"dim = {dim} : i64, batch_dims = {batch_dims} : i64",
            [operand, index],
            [result],
        )
        for dim, batch_dims, operand, index, result in (
            (0, 0, "5x3xf32", "2xi64", "2x3xf32"),
            (1, 0, "5x4x3xf32", "2x2xi64", "5x2x2x3xf32"),
            (2, 1, "2x4x3xf32", "2x5xi64", "2x4x5xf32"),
            (-1, 1, "2x4x3xf32", "2xi64", "2x4xf32"),
            (1, -1, "2x4x3xf32", "2x5xi64", "2x5x3xf32"),
        )
    ),
    Case("stablehlo.batch_norm_inference", _NORM, ["2x3x4xf64", *["3xf64"] * 4], ["2x3x4xf64"], 1e-13, positive=True),
    Case("stablehlo.batch_norm_training", _NORM, ["2x3x4xf64", *["3xf64"] * 2], ["2x3x4xf64", "3xf64", "3xf64"], 1e-12),
    Case("stablehlo.batch_norm_training", _NORM, ["2x3x4xf16", *["3xf16"] * 2], ["2x3x4xf16", "3xf16", "3xf16"], 2e-2),
    Case(
        "stablehlo.batch_norm_grad",
        _NORM,
        ["2x3x4xf64", *["3xf64"] * 3, "2x3x4xf64"],
        ["2x3x4xf64", "3xf64", "3xf64"],
        1e-11,
        positive=True,
    ),
    *(Case("stablehlo.cholesky", f"lower = {lower}", [f"2x4x4x{type}"], [f"2x4x4x{type}"], 1e-10)
      for lower in ("true", "false") for type in ("f64", "complex<f64>")),
    *(
        Case("stablehlo.triangular_solve", _SOLVE.format(left, lower, unit, kind), [f"2x3x3x{type}", b], [b], 1e-10)
        for left, shape in (("true", "2x3x2x"), ("false", "2x2x3x"))
        for lower in ("true", "false")
        for unit in ("true", "false")
        for kind in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")
        for type in ("f64", "complex<f64>")
        for b in (shape + type,)
    ),
    Case(
        "stablehlo.reduce_window",
        _WINDOWS + _DILATED + _PADDED,
        ["4x6xi32", "i32"],
        ["7x3xi32"],
        region=body("add", "i32"),
    ),
    Case("stablehlo.reduce_window", _WINDOWS + _PADDED, ["4x6xf32", "f32"], ["4x4xf32"], region=body("maximum", "f32")),
    Case("stablehlo.reduce_window", _WINDOWS, ["1x6xf32", "f32"], ["0x2xf32"], region=body("add", "f32")),
    *(
        Case(
            "stablehlo.select_and_scatter",
            _WINDOWS + padding,
            [f"4x6x{type}", f"{sources}x{type}", type],
            [f"4x6x{type}"],
            region=two(body(f"compare {direction},", type), body("add", type)),
        )
        for direction, type in (("GE", "i32"), ("LT", "i64"), ("GT", "i16"))
        for padding, sources in (("", "3x2"), (", padding = dense<[[1, 0], [1, 2]]> : tensor<2x2xi64>", "4x4"))
    ),
    # Without elements, of the operand or of the source.
    *(
        Case(
            "stablehlo.select_and_scatter",
            f"window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>{padding}",
            [f"{operand}xf32", f"{source}xf32", "f32"],
            [f"{operand}xf32"],
            region=two(body("compare GE,", "f32"), body("add", "f32")),
        )
        for operand, source, padding in (
            ("4x0", "2x0", ""),
            ("0x3", "1x3", ", padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>"),
            ("1x3", "0x3", ""),
        )
    ),
    Case(
        "chlo.ragged_dot",
        _RAGGED.format(
            "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], "
            "lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"
        ),
        ["7x4xi32", "3x4x2xi32", "3xi64"],
        ["7x2xi32"],
    ),
    Case(
        "chlo.ragged_dot",
        _RAGGED.format(
            "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], "
            "lhs_ragged_dimensions = [1], rhs_group_dimensions = []"
        ),
        ["4x7xi32", "7x2xi32", "3xi64"],
        ["3x4x2xi32"],
    ),
    *(
        Case("chlo.ragged_dot", _RAGGED.format(numbers), [each.replace("i32", type) for each in operands], results)
        for type in ("i32", "i8")  # whose products are as wide as the result
        for numbers, operands, results in (
            (
                "lhs_batching_dimensions = [1], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [2], "
                "rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]",
                ["7x2x4xi32", "4x3x5x2xi32", "3xi64"],
                ["2x7x5xi32"],
            ),
            (
                "lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], "
                "rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [2], rhs_group_dimensions = [1]",
                ["6x4x7x2xi32", "2x3x5x4xi32", "3xi64"],
                ["2x6x7x5xi32"],
            ),
            (
                "lhs_batching_dimensions = [2], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3, 1], "
                "rhs_contracting_dimensions = [1, 3], lhs_ragged_dimensions = [1], rhs_group_dimensions = []",
                ["4x7x2x5xi32", "2x5x6x7xi32", "3xi64"],
                ["3x2x4x6xi32"],
            ),
            (
                "lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
                "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = []",
                ["4x5x2xi32", "5x2x6xi32", "3xi64"],
                ["5x4x6xi32"],
            ),
        )
    ),
]  # fmt: skip

# Collectives are compared where a grid of processes runs them.
ELSEWHERE = {"stablehlo.cross-replica-sum"}


def values(case: Case, rng: np.random.Generator) -> list[Array]:
    """Operands of the case: of matrices, such as can be factored and solved."""
    module = hl.parse(case.text)
    made = []
    for number, type in enumerate(module.function("main").type.inputs):
        assert isinstance(type, hl.ir.TensorType)
        dtype, shape = hl.ir.dtype_of(type.element_type), type.static_shape
        if case.name == "stablehlo.torch_index_select" and number == 1:
            made.append(rng.integers(0, 3, shape).astype(dtype))
        elif case.name == "chlo.ragged_dot" and number == 2:
            made.append(np.array([3, 0, 2], dtype))
        elif dtype.kind in "biu":
            info = np.iinfo(dtype.name) if dtype.kind != "b" else None
            made.append(
                rng.integers(info.min, info.max, shape, dtype, endpoint=True) if info else rng.random(shape) < 0.5
            )
        else:
            x = rng.uniform(0.5, 2, shape) if case.positive else rng.normal(size=shape)
            made.append((x + 1j * rng.normal(size=shape) if dtype.kind == "c" else x).astype(dtype))
    if case.name in ("chlo.acos", "chlo.asin", "chlo.atan", "chlo.atanh", "chlo.erf_inv") and made[0].dtype.kind == "f":
        made[0] = np.tanh(made[0])
    if case.name == "chlo.acosh":
        made[0] = made[0] + 1
    if case.name.startswith("chlo.is_"):
        made[0] = np.array([np.inf, -np.inf, 1], np.float32)
    if case.name == "stablehlo.cholesky":
        made[0] = made[0] @ made[0].conj().swapaxes(-1, -2) + np.eye(4)
    if case.name == "stablehlo.triangular_solve":
        made[0] = made[0] + 3 * np.eye(3)
    if case.name.endswith("polygamma"):
        made[0] = np.floor(made[0])
    if case.name.endswith("zeta"):
        made[0] = made[0] + 1
    if case.name.endswith(("divide", "remainder")):
        made[1] = np.where(made[1] == 0, made[1] + 1, made[1])
    return made


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.attributes}-{','.join(case.operands)}")
def test_a_definition_gives_what_the_operation_gives(case: Case) -> None:
    decomposed = hl.transform.decompose(hl.parse(case.text))
    names = {operation.name for operation in decomposed.walk()}
    assert case.name not in names
    assert not names & set(definitions())
    rng = np.random.default_rng(0)
    for _ in range(3):
        given = values(case, rng)
        expected, got = interpreter.run(case.text, *given), interpreter.run(decomposed, *given)
        for want, result in zip(tuple_of(expected), tuple_of(got), strict=True):
            assert (want.dtype, want.shape) == (result.dtype, result.shape)
            if case.within is None:
                assert want.tobytes() == result.tobytes()
            else:
                if case.name == "stablehlo.cholesky":  # the other triangle is left open
                    part = np.tril if "lower = true" in case.attributes else np.triu
                    want, result = part(want), part(result)
                scale = float(np.abs(want).max()) or 1.0
                np.testing.assert_allclose(result, want, rtol=0, atol=case.within * scale)


@pytest.mark.parametrize("lower", ["true", "false"])
@pytest.mark.parametrize("matrix", [[[0]], [[-1]], [[1, 1], [1, 1]], [[1, 2], [2, 1]], [[0, 0], [0, 1]]], ids=str)
def test_a_matrix_that_is_not_positive_definite_has_no_factor(matrix: list[list[int]], lower: str) -> None:
    """Also where a pivot is zero: the smallest that it may not be."""
    size = len(matrix)
    text = Case("stablehlo.cholesky", f"lower = {lower}", [f"2x{size}x{size}xf64"], [f"2x{size}x{size}xf64"], 0).text
    given = np.stack([np.array(matrix, np.float64), 4 * np.eye(size)])
    for program in (text, hl.transform.decompose(hl.parse(text))):
        ((none, factor),) = interpreter.run(program, given)
        part = np.tril if lower == "true" else np.triu
        assert np.isnan(part(none)[part(np.ones_like(none)) == 1]).all()
        np.testing.assert_array_equal(part(factor), 2 * np.eye(size))


def test_windows_of_nothing_but_padding_select_no_element_of_their_own() -> None:
    """So the scatter to what windows select promises no unique indices, even where windows don't overlap."""
    element, attributes = "f32", "window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = "
    for padding, sources, is_unique in (([0, 0], 2, True), ([4, 4], 6, False), ([-2, 0], 1, True)):
        region = two(body("compare GE,", element), body("add", element))
        given = attributes + f"dense<[{padding}]> : tensor<1x2xi64>"
        operands = ["4xf32", f"{sources}xf32", "f32"]
        text = Case("stablehlo.select_and_scatter", given, operands, ["4xf32"], region=region).text
        decomposed = hl.transform.decompose(hl.parse(text))
        (scatter,) = (op for op in decomposed.walk() if op.name == "stablehlo.scatter")
        assert bool(scatter.attributes.get("unique_indices")) == is_unique
        sanitizer = interpreter.Sanitizer()
        interpreter.run(decomposed, np.ones(4, "f4"), np.ones(sources, "f4"), np.float32(0), sanitize=sanitizer)
        assert not [finding for finding in sanitizer.findings if finding.id.startswith("promise")]


@pytest.mark.parametrize("lower", ["true", "false"])
@pytest.mark.parametrize("type", ["f64", "complex<f64>"])
def test_one_triangle_of_a_matrix_is_read(lower: str, type: str) -> None:
    """The other one may hold anything."""
    text = Case("stablehlo.cholesky", f"lower = {lower}", [f"3x3x{type}"], [f"3x3x{type}"], 0).text
    factor = np.array([[2, 0, 0], [-1, 3, 0], [4, 0.5, 1]]) + (1j if type.startswith("c") else 0) * np.tri(3, k=-1)
    whole = factor @ factor.conj().T
    read, part = (np.tril, factor) if lower == "true" else (np.triu, factor.conj().T)
    given = np.where(read(np.ones((3, 3))) == 1, whole, np.nan)
    for program in (text, hl.transform.decompose(hl.parse(text))):
        (found,) = interpreter.run(program, given)
        np.testing.assert_allclose(read(found), part, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(9))
def test_windows_of_any_form(seed: int) -> None:
    """Steps, distances and edges of every sign, which each dimension has of its own."""
    rng = np.random.default_rng(seed)
    rank = int(rng.integers(1, 4))
    shape, sizes = rng.integers(2, 6, rank), rng.integers(1, 4, rank)
    strides, base, apart = rng.integers(1, 4, rank), rng.integers(1, 3, rank), rng.integers(1, 3, rank)
    is_selecting = seed % 3 == 2
    if is_selecting:
        base[:] = apart[:] = 1
    edges = rng.integers(-1, 3, (rank, 2))
    reach = (sizes - 1) * apart + 1
    edges[:, 1] += np.maximum(reach - ((shape - 1) * base + 1 + edges.sum(1)), 0)  # so that there is a window
    counts = ((shape - 1) * base + 1 + edges.sum(1) - reach) // strides + 1
    operand, windows = ("x".join(map(str, each)) for each in (shape, counts))

    def listed(values: Array) -> str:
        return f"array<i64: {', '.join(map(str, values))}>"

    said = f"window_dimensions = {listed(sizes)}, window_strides = {listed(strides)}, "
    said += f"padding = dense<{edges.tolist()}> : tensor<{rank}x2xi64>"
    if is_selecting:
        region = two(body("compare GE,", "i32"), body("add", "i32"))
        operands, results = [f"{operand}xi32", f"{windows}xi32", "i32"], [f"{operand}xi32"]
        name = "stablehlo.select_and_scatter"
    else:
        said += f", base_dilations = {listed(base)}, window_dilations = {listed(apart)}"
        region = (
            "({ ^bb0(%a: tensor<i32>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i8>): "
            "%s = stablehlo.add %a, %c : tensor<i32> %m = stablehlo.maximum %b, %d : tensor<i8> "
            "stablehlo.return %s, %m : tensor<i32>, tensor<i8> })"
        )
        operands, results = [f"{operand}xi32", f"{operand}xi8", "i32", "i8"], [f"{windows}xi32", f"{windows}xi8"]
        name = "stablehlo.reduce_window"
    test_a_definition_gives_what_the_operation_gives(Case(name, said, operands, results, region=region))


def test_windows_that_overlap_along_one_dimension_promise_nothing() -> None:
    region = two(body("compare GE,", "f32"), body("add", "f32"))
    for sizes, strides, sources, is_unique in (("2, 2", "2, 1", "2x3", False), ("2, 1", "2, 1", "2x4", True)):
        said = f"window_dimensions = array<i64: {sizes}>, window_strides = array<i64: {strides}>"
        text = Case(
            "stablehlo.select_and_scatter", said, ["4x4xf32", f"{sources}xf32", "f32"], ["4x4xf32"], region=region
        ).text
        (scatter,) = (op for op in hl.transform.decompose(hl.parse(text)).walk() if op.name == "stablehlo.scatter")
        assert bool(scatter.attributes.get("unique_indices")) is is_unique


@pytest.mark.parametrize(
    "case",
    [
        Case("stablehlo.fft", "fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1025>",
             ["1025xcomplex<f32>"], ["1025xcomplex<f32>"]),
        Case("stablehlo.fft", "fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 1025, 2>",
             ["1025x2xcomplex<f32>"], ["1025x2xcomplex<f32>"]),
        Case("stablehlo.reduce_window", "window_dimensions = array<i64: 16385>", ["32768xf32", "f32"], ["16384xf32"],
             region=body("add", "f32")),
    ],
    ids=lambda case: case.attributes,
)  # fmt: skip
def test_what_would_take_too_much_stays(case: Case) -> None:
    assert case.name in {op.name for op in hl.transform.decompose(hl.parse(case.text)).walk()}


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "f8E5M2"])
def test_which_numbers_are_infinite(type: str) -> None:
    given = np.array([np.inf, -np.inf, np.nan, 0, 57344]).astype(hl.ir.dtype_of(hl.ir.parse_element_type(type)))
    for name, expected in (("is_inf", [1, 1, 0]), ("is_pos_inf", [1, 0, 0]), ("is_neg_inf", [0, 1, 0])):
        text = Case(f"chlo.{name}", "", [f"5x{type}"], ["5xi1"]).text
        for program in (text, hl.transform.decompose(hl.parse(text))):
            assert interpreter.run(program, given)[0].tolist() == [*map(bool, expected), False, False]


def test_an_index_out_of_bounds_selects_the_nearest() -> None:
    text = Case(
        "stablehlo.torch_index_select", "dim = 1 : i64, batch_dims = 0 : i64", ["2x3xf32", "2xi32"], ["2x2xf32"]
    )
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    decomposed = hl.transform.decompose(hl.parse(text.text))
    np.testing.assert_array_equal(interpreter.run(decomposed, x, np.array([-4, 9], np.int32))[0], x[:, [0, 2]])


def test_what_needs_sizes_stays_where_only_a_run_knows_them() -> None:
    text = """func.func @main(%x: tensor<?x4xf32>, %a: tensor<?x4x4xf32>, %b: tensor<?x4x2xf32>, %src: tensor<?x2xf32>,
        %z: tensor<f32>) -> tensor<?x3xcomplex<f32>> {
      %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<?x4xf32>) -> tensor<?x3xcomplex<f32>>
      %1 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false,
        transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x4x4xf32>, tensor<?x4x2xf32>) -> tensor<?x4x2xf32>
      %2 = "stablehlo.select_and_scatter"(%x, %src, %z) <{window_dimensions = array<i64: 1, 2>,
        window_strides = array<i64: 1, 2>}> REGION : (tensor<?x4xf32>, tensor<?x2xf32>, tensor<f32>) -> tensor<?x4xf32>
      %3 = chlo.lgamma %x : tensor<?x4xf32> -> tensor<?x4xf32>
      return %0 : tensor<?x3xcomplex<f32>>
    }""".replace("REGION", two(body("compare GE,", "f32"), body("add", "f32")))
    module = hl.parse(text)
    assert [op.name for op in hl.transform.decompose(module).walk()] == [op.name for op in module.walk()]


def tuple_of(results: Any) -> tuple[Any, ...]:
    return results if isinstance(results, tuple) else (results,)


def test_every_definition_is_tried() -> None:
    assert {case.name for case in CASES} | ELSEWHERE == set(definitions())
