"""The goldens of the ops that move data, with static and with dynamic shapes, and of constants."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from hlogen.ir import tensor
from tools.golden_cases.case import AnyOpCase, case, program
from tools.golden_cases.element_types import four_of
from tools.golden_cases.tensors import iota, values

NAN = math.nan
ELEMENT_TYPES = ("i1", "i4", "ui8", "i64", "f8E4M3FN", "bf16", "f16", "f32", "f64", "complex<f32>")
SCALE = "!quant.uniform<i8:f32, 0.5:3>"
PER_AXIS = "!quant.uniform<i8:f32:1, {0.5, 0.25:2, 2.0:-1}>"


def constants() -> Iterator[AnyOpCase]:
    says = "Produces an output tensor from a constant value."
    for type in ELEMENT_TYPES:
        elements = four_of(type)[:2]
        label = type.replace("<", "_").replace(">", "")
        yield case(
            "constant",
            f"element_type_{label}",
            f"elements of type {type}",
            says=says,
            file="element_types",
            value=values(f"2x{type}", elements),
        )
    yield case("constant", "splat", "one element for all", says=says, value=values("2x3xf32", [[1.5] * 3] * 2))
    yield case("constant", "rank_0", "a single element", says=says, value=values("i32", 7))
    yield case("constant", "empty", "no elements", says=says, value=values("2x0xi32", []))
    yield case(
        "constant",
        "special_floats",
        "infinities and NaN by their bits",
        says=says,
        value=values("4xf32", [math.inf, -math.inf, NAN, -0.0]),
    )
    says = "Fills an output tensor with values in increasing order starting from zero along the iota_dimension."
    for dimension in (0, 1):
        yield case(
            "iota",
            f"iota_dimension_{dimension}",
            f"along dimension {dimension}",
            says=says,
            results="2x3xi32",
            iota_dimension=dimension,
        )
    for type in ("i8", "ui64", "bf16", "f32", "complex<f32>"):
        label = type.replace("<", "_").replace(">", "")
        yield case(
            "iota",
            f"element_type_{label}",
            f"elements of type {type}",
            says=says,
            file="element_types",
            results=f"4x{type}",
            iota_dimension=0,
        )
        yield case(
            "dynamic_iota",
            f"element_type_{label}",
            f"elements of type {type}",
            values("1xi32", [4]),
            says=(
                "This operation is functionally identical to iota op, but the result shape is specified "
                "dynamically via output_shape."
            ),
            file="element_types",
            results=f"4x{type}",
            iota_dimension=0,
        )
    title = "along dimension 1 of 3"
    yield case("iota", "dimension_in_the_middle", title, says=says, results="2x3x2xi32", iota_dimension=1)
    yield case("iota", "empty", "a dimension of size 0", says=says, results="0x3xi32", iota_dimension=1)


def shapes() -> Iterator[AnyOpCase]:
    says = "operand_index[d] = dim(operand, d) = 1 ? 0 : result_index[broadcast_dimensions[d]]"
    for op, extra in (("broadcast_in_dim", None), ("dynamic_broadcast_in_dim", "i64")):

        def broadcast(
            name: str, title: str, operand: str, result: str, dims: list[int], op: str = op, extra: str | None = extra
        ) -> AnyOpCase:
            shape = tensor(result).static_shape
            more = [] if extra is None else [values(f"{len(shape)}x{extra}", shape)]
            results = result if extra is None else ()
            return case(op, name, title, iota(operand), *more, says=says, results=results, broadcast_dimensions=dims)

        yield broadcast("new_dimensions", "operand is repeated along new dimensions", "3xi32", "2x3x2xi32", [1])
        yield broadcast("matrix_repeated", "a whole matrix, side by side", "2x3xi32", "4x2x3xi32", [1, 2])
        yield broadcast("matrix_spread", "each row repeated", "2x3xi32", "2x4x3xi32", [0, 2])
        yield broadcast("matrix_transposed", "dimensions change places, repeated", "2x3xi32", "3x4x2xi32", [2, 0])
        yield broadcast("size_1_expanded", "a dimension of size 1 is repeated", "1x3xi32", "2x3xi32", [0, 1])
        yield broadcast("permuted", "dimensions change places", "2x3xi32", "3x2xi32", [1, 0])
        yield broadcast("rank_0", "one element for all", "i32", "2x2xi32", [])
        yield broadcast("empty", "a result without elements", "1xi32", "0x2xi32", [0])
        yield broadcast("complex_numbers", "elements of two parts", "2xcomplex<f32>", "2x2xcomplex<f32>", [1])
    yield case(
        "broadcast_in_dim",
        "quantized",
        "what is stored is repeated",
        iota(f"3x{SCALE}"),
        says=says,
        results=f"2x3x{SCALE}",
        broadcast_dimensions=[1],
    )
    yield case(
        "dynamic_broadcast_in_dim",
        "known_expanding_dimensions",
        "what is known of a dimension changes nothing",
        iota("1x3xi32"),
        values("2xi32", [2, 3]),
        says="known_expanding_dimensions, known_nonexpanding_dimensions express static knowledge.",
        broadcast_dimensions=[0, 1],
        known_expanding_dimensions=[0],
        known_nonexpanding_dimensions=[1],
    )
    says = "result[..., i, ...] = inputs[id][..., i - sum of the dimensions of the inputs before it, ...]"
    yield case(
        "concatenate",
        "dimension_0",
        "along the first dimension",
        iota("1x2xi32"),
        iota("2x2xi32", 10),
        iota("1x2xi32", 20),
        says=says,
        dimension=0,
    )
    yield case(
        "concatenate",
        "dimension_1",
        "along the last dimension",
        iota("2x1xi32"),
        iota("2x3xi32", 10),
        says=says,
        dimension=1,
    )
    yield case(
        "concatenate",
        "empty_input",
        "an input without elements adds none",
        iota("2xf32"),
        values("0xf32", []),
        iota("1xf32", 5),
        says=says,
        dimension=0,
    )
    yield case("concatenate", "one_input", "one input is the result", iota("2x2xi8"), says=says, dimension=0)
    yield case(
        "concatenate",
        "quantized",
        "what is stored stands side by side",
        iota(f"2x{SCALE}"),
        iota(f"1x{SCALE}", 7),
        says=says,
        results=f"3x{SCALE}",
        dimension=0,
    )
    says = (
        "result[result_index] = operand[operand_index]: the same position in the lexicographic ordering "
        "of their index spaces"
    )
    for op in ("reshape", "dynamic_reshape"):
        for name, title, old, new in (
            ("other_sizes", "the order of elements stays", "2x3xi32", "3x2xi32"),
            ("rank_1", "to one dimension", "2x3xf32", "6xf32"),
            ("rank_0", "a single element", "1x1xi32", "i32"),
            ("size_1_added", "dimensions of size 1", "4xi8", "1x2x1x2xi8"),
            ("empty", "without elements", "0x3xi32", "2x0xi32"),
        ):
            sizes = tensor(new).static_shape
            shape = [] if op == "reshape" else [values(f"{len(sizes)}xi64", sizes)]
            operand = iota(old) if "0x" not in old else values(old, [])
            yield case(op, name, title, operand, *shape, says=says, results=new if op == "reshape" else ())
    yield case(
        "reshape",
        "quantized_per_axis",
        "scales stay with their elements",
        iota(f"2x3x{PER_AXIS}"),
        says=says,
        results=f"1x2x3x{PER_AXIS.replace(':1,', ':2,')}",
    )
    says = (
        "result[result_index] = operand[operand_index]: operand_index[d] = dim(operand, d) - "
        "result_index[d] - 1 if d in dimensions"
    )
    yield case("reverse", "dimension_0", "the first dimension", iota("2x3xi32"), says=says, dimensions=[0])
    yield case("reverse", "all_dimensions", "every dimension", iota("2x3xi32"), says=says, dimensions=[1, 0])
    yield case("reverse", "no_dimensions", "none", iota("2x3xi32"), says=says, dimensions=[])
    yield case(
        "reverse",
        "quantized",
        "what is stored",
        iota(f"3x{SCALE}"),
        says=says,
        differs={"upstream": "upstream.quantized-operations"},
        results=f"3x{SCALE}",
        dimensions=[0],
    )
    says = "result[result_index] = operand[operand_index] where result_index[d] = operand_index[permutation[d]]"
    yield case("transpose", "rank_2", "rows become columns", iota("2x3xi32"), says=says, permutation=[1, 0])
    yield case(
        "transpose",
        "rank_3",
        "a cycle, which isn't its own inverse",
        iota("2x3x2xi32"),
        says=says,
        permutation=[2, 0, 1],
    )
    yield case("transpose", "identity", "no dimension moves", iota("2x3xf32"), says=says, permutation=[0, 1])
    yield case("transpose", "empty", "without elements", values("0x3xi32", []), says=says, permutation=[1, 0])
    yield case(
        "transpose",
        "quantized_per_axis",
        "scales go with their dimension",
        iota(f"2x3x{PER_AXIS}"),
        says=says,
        results=f"3x2x{PER_AXIS.replace(':1,', ':0,')}",
        permutation=[1, 0],
    )
    for dimension in (0, 1):
        yield case(
            "get_dimension_size",
            f"dimension_{dimension}",
            f"of dimension {dimension}",
            iota("2x3xi64"),
            says="result = dim(operand, dimension)",
            dimension=dimension,
        )


def element_types() -> Iterator[AnyOpCase]:
    """The ops that move elements as they are, on elements of every kind."""
    for type in (*ELEMENT_TYPES, "i16", "i32", "ui32", "ui64", "complex<f64>"):
        label = type.replace("<", "_").replace(">", "")
        row = four_of(type)
        x, pair = values(f"4x{type}", row), values(f"2x2x{type}", [row[:2], row[2:]])
        one = values(type, row[1])
        about = {"file": "element_types", "says": "operand: tensor of any element type", "bits": type[0] in "bf"}
        shown = (f"element_type_{label}", f"elements of type {type}")
        yield case("broadcast_in_dim", *shown, x, results=f"2x4x{type}", broadcast_dimensions=[1], **about)
        yield case("concatenate", *shown, x, x, dimension=0, **about)
        yield case("dynamic_slice", *shown, x, values("i32", 1), slice_sizes=[3], **about)
        yield case("dynamic_update_slice", *shown, x, values(f"1x{type}", row[1:2]), values("i32", 0), **about)
        yield case("pad", *shown, x, one, edge_padding_low=[1], edge_padding_high=[1], interior_padding=[1], **about)
        yield case("reshape", *shown, x, results=f"2x2x{type}", **about)
        yield case("reverse", *shown, x, dimensions=[0], **about)
        yield case("slice", *shown, x, start_indices=[1], limit_indices=[4], strides=[1], **about)
        yield case("transpose", *shown, pair, permutation=[1, 0], **about)
        swapped = values(f"4x{type}", row[::-1])
        yield case("select", *shown, values("4xi1", [True, False, False, True]), x, swapped, **about)


def slices() -> Iterator[AnyOpCase]:
    says = "result[result_index] = operand[operand_index] where operand_index = start_indices + result_index * strides"
    yield case(
        "slice",
        "window",
        "a part of each dimension",
        iota("3x4xi32"),
        says=says,
        start_indices=[1, 1],
        limit_indices=[3, 3],
        strides=[1, 1],
    )
    yield case(
        "slice",
        "strides",
        "every so many elements, the last stride cut short",
        iota("2x8xi32"),
        says=says,
        start_indices=[0, 1],
        limit_indices=[2, 8],
        strides=[1, 3],
    )
    yield case(
        "slice",
        "empty",
        "start at the limit",
        iota("4xi32"),
        says=says,
        start_indices=[2],
        limit_indices=[2],
        strides=[1],
    )
    yield case(
        "slice",
        "whole",
        "all of operand",
        iota("2x2xf32"),
        says=says,
        start_indices=[0, 0],
        limit_indices=[2, 2],
        strides=[1, 1],
    )
    yield case(
        "slice",
        "quantized",
        "what is stored",
        iota(f"4x{SCALE}"),
        says=says,
        results=f"2x{SCALE}",
        start_indices=[1],
        limit_indices=[4],
        strides=[2],
    )
    says = "adjusted_start_indices = clamp(0, start_indices, shape(operand) - slice_sizes)"
    for name, title, starts, type in (
        ("in_bounds", "from the start indices on", (1, 2), "i64"),
        ("clamped_high", "a start too high takes the last window", (9, 3), "i64"),
        ("clamped_low", "a start below 0 takes the first window", (-1, -9), "i64"),
        ("index_type_i8", "start indices of 8 bits", (1, -128), "i8"),
        ("index_type_ui8", "ui8 200 isn't negative", (200, 1), "ui8"),
        ("extremes_of_i64", "the largest and the smallest number", (2**63 - 1, -(2**63)), "i64"),
    ):
        indices = [values(type, start) for start in starts]
        signed = {"upstream": "upstream.unsigned-indices"} if type == "ui8" else {}
        folded = {"xla": "xla.constant-unsigned-indices"} if type == "ui8" else {}
        yield case(
            "dynamic_slice",
            name,
            title,
            iota("3x4xi32"),
            *indices,
            says=says,
            differs=signed | folded,
            slice_sizes=[2, 2],
        )
        yield case(
            "dynamic_update_slice",
            name,
            title,
            iota("3x4xi32"),
            iota("2x2xi32", 100),
            *indices,
            says=says.replace("slice_sizes", "shape(update)"),
            differs=signed,
        )
    at = [values("i32", 1)]
    yield case("dynamic_slice", "slice_size_0", "nothing", iota("3xi32"), *at, says=says, slice_sizes=[0])
    yield case(
        "dynamic_slice", "whole", "all of operand, whatever the start", iota("3xi32"), *at, says=says, slice_sizes=[3]
    )
    yield case(
        "dynamic_slice",
        "rank_0",
        "operand of rank 0",
        values("f32", 5),
        says=says,
        slice_sizes=[],
    )
    yield case(
        "dynamic_slice",
        "quantized",
        "what is stored",
        iota(f"4x{SCALE}"),
        *at,
        says=says,
        results=f"2x{SCALE}",
        slice_sizes=[2],
    )
    yield case(
        "dynamic_update_slice", "empty_update", "nothing is updated", iota("3xi32"), values("0xi32", []), *at, says=says
    )
    yield case(
        "dynamic_update_slice",
        "whole",
        "all of operand, whatever the start",
        iota("3xi32"),
        iota("3xi32", 10),
        *at,
        says=says,
    )
    yield case("dynamic_update_slice", "rank_0", "operand of rank 0", values("f32", 5), values("f32", 7), says=says)
    says = (
        "operand[operand_index] if result_index = edge_padding_low + operand_index * (interior_padding + "
        "1), padding_value otherwise"
    )
    for name, title, operand, low, high, interior in (
        ("edges", "at the low and the high end", "2x3xi32", [1, 0], [0, 2], [0, 0]),
        ("interior", "between elements", "2x3xi32", [0, 0], [0, 0], [1, 2]),
        ("negative_edges", "elements are removed", "5xi32", [-1], [-2], [0]),
        (
            "negative_edges_after_interior",
            "interior padding comes first: what is removed may be padding",
            "4xi32",
            [-2],
            [-1],
            [2],
        ),
        ("all_three", "low, high and interior at once", "2x2xi32", [1, -1], [-1, 2], [1, 2]),
        ("one_element", "there is no interior", "1xi32", [1], [1], [3]),
        ("empty", "an operand without elements", "0xi32", [1], [2], [3]),
        ("everything_removed", "nothing is left", "3xi32", [-1], [-2], [0]),
    ):
        value = values("i32", -1)
        array = values(operand, []) if operand.startswith("0x") else iota(operand)
        yield case(
            "pad",
            name,
            title,
            array,
            value,
            says=says,
            edge_padding_low=low,
            edge_padding_high=high,
            interior_padding=interior,
        )
        sizes = [values(f"{len(low)}xi64", sizes) for sizes in (low, high, interior)]
        yield case("dynamic_pad", name, title, array, value, *sizes, says=says)
    yield case(
        "pad",
        "rank_0",
        "there is nothing to pad",
        values("f32", 5),
        values("f32", 1),
        says=says,
        edge_padding_low=[],
        edge_padding_high=[],
        interior_padding=[],
    )
    yield case(
        "pad",
        "nan",
        "a padding of NaN",
        values("2xf32", [1, 2]),
        values("f32", NAN),
        says=says,
        edge_padding_low=[1],
        edge_padding_high=[0],
        interior_padding=[0],
    )
    yield case(
        "pad",
        "quantized",
        "what is stored",
        iota(f"2x{SCALE}"),
        values(SCALE, 3),
        says=says,
        results=f"4x{SCALE}",
        edge_padding_low=[1],
        edge_padding_high=[1],
        interior_padding=[0],
    )
    says = (
        "This operation is functionally identical to iota op, but the result shape is specified "
        "dynamically via output_shape."
    )
    for dimension in (0, 1):
        yield case(
            "dynamic_iota",
            f"iota_dimension_{dimension}",
            f"along dimension {dimension}",
            values("2xi64", [2, 3]),
            says=says,
            results="2x3xi32",
            iota_dimension=dimension,
        )


def bits() -> Iterator[AnyOpCase]:
    same = "If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1])."
    narrower = "If num_bits(E') < num_bits(E), bits(result[i0, ..., iR-1, :]) = bits(operand[i0, ..., iR-1])."
    wider = "If num_bits(E') > num_bits(E), bits(result[i0, ..., iR-2]) = bits(operand[i0, ..., iR-2, :])."
    yield case(
        "bitcast_convert",
        "float_to_integer",
        "the bits of floats",
        values("4xf32", [1.0, -0.0, math.inf, NAN]),
        says=same,
        results="4xui32",
    )
    yield case(
        "bitcast_convert",
        "integer_to_float",
        "bits as floats",
        values("3xi16", [0x3C00, -1 << 15, 0x7BFF]),
        says=same,
        results="3xf16",
    )
    yield case(
        "bitcast_convert", "signed_to_unsigned", "-1 has all bits", values("2xi8", [-1, 5]), says=same, results="2xui8"
    )
    yield case(
        "bitcast_convert",
        "to_narrower",
        "the lowest bits first",
        values("2xui32", [0x01234567, 0x89ABCDEF]),
        says=narrower,
        results="2x4xui8",
    )
    yield case(
        "bitcast_convert",
        "to_wider",
        "the first element in the lowest bits",
        values("2x2xui16", [[0x4567, 0x0123], [0xCDEF, 0x89AB]]),
        says=wider,
        results="2xui32",
    )
    yield case(
        "bitcast_convert",
        "double_to_halves",
        "the specification's example",
        values("ui64", 0x0123456789ABCDEF),
        says=narrower,
        results="4xui16",
    )
    yield case(
        "bitcast_convert",
        "to_4_bits",
        "two numbers of 4 bits in one of 8",
        values("2xui8", [0x12, 0xF7]),
        says=narrower,
        results="2x2xui4",
        differs={"xla": "xla.constant-bits"},
    )
    yield case(
        "bitcast_convert",
        "from_4_bits",
        "two numbers of 4 bits become one of 8",
        values("2x2xui4", [[2, 1], [7, 15]]),
        says=wider,
        results="2xui8",
    )


def dynamic_shapes() -> Iterator[AnyOpCase]:
    """Programs whose types have `?`: the shapes are those of the values."""
    says = "StableHLO supports dynamically-shaped tensors: the shapes are those of the values at run time."
    x = iota("2x3xi32")
    loose = {"upstream": "upstream.dynamic-results", "xla": "xla.unbounded-shapes"}
    yield program(
        "dynamic_reshape",
        "unknown_result_shape",
        "the result's type has only ?",
        """
        %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
        %loose = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<?x?xi32>
        %rows = stablehlo.get_dimension_size %loose, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
        %doubled = stablehlo.add %loose, %loose : tensor<?x?xi32>
        %result = stablehlo.dynamic_reshape %doubled, %shape : (tensor<?x?xi32>, tensor<2xi32>) -> tensor<3x2xi32>
        """,
        {"rows": values("i32", 3), "result": values("3x2xi32", [[2, 4], [6, 8], [10, 12]])},
        says=says,
        differs=loose,
        x=x,
    )
    yield program("get_dimension_size", "dynamic_dimension", "the size that a dimension has at run time", """
        %shape = stablehlo.constant dense<[6]> : tensor<1xi64>
        %loose = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<?xi32>
        %result = stablehlo.get_dimension_size %loose, dim = 0 : (tensor<?xi32>) -> tensor<i32>
        """, {"result": values("i32", 6)}, says="result = dim(operand, dimension)", differs=loose, x=x)  # fmt: skip


CASES: Sequence[AnyOpCase] = [*constants(), *shapes(), *element_types(), *slices(), *bits(), *dynamic_shapes()]
