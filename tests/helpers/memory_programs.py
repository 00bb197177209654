"""A program for each kernel that takes memory while it works, and arguments for it."""

from __future__ import annotations

import numpy as np

from hlogen.ir import dtype_of, tensor

N = 500
QUANTIZED = "!quant.uniform<i8:f32:0, {0.5, 0.25}>"
QUANTIZED_ALIKE = "!quant.uniform<i8:f32, 0.5>"


def one(operation: str, *types: str, result: str, before: str = "") -> tuple[str, tuple[str, ...]]:
    """A program of one operation on %0, %1, ..., of these types."""
    arguments = ", ".join(f"%{name}: tensor<{type}>" for name, type in zip("xyzuvw", types, strict=False))
    return f"func.func @main({arguments}) -> {result} {{\n{before}  %r = {operation}\n  return %r : {result}\n}}", types


def elementwise(op: str, type: str, count: int) -> tuple[str, tuple[str, ...]]:
    tensor = f"{N}x{N}x{type}"
    names = ["%x", "%y", "%z"][:count]
    return one(f"stablehlo.{op} {', '.join(names)} : tensor<{tensor}>", *[tensor] * count, result=f"tensor<{tensor}>")


def body(*operations: str, type: str = "f32", result: str = "%s") -> str:
    lines = "\n".join(f"    {line} : tensor<{type}>" for line in operations)
    begins = f"({{\n  ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):\n{lines}"
    return f"{begins}\n    stablehlo.return {result} : tensor<{type}>\n  }}"


ADD = body("%s = stablehlo.add %a, %b")
MAX = body("%s = stablehlo.maximum %a, %b")
OTHER = body("%q = stablehlo.multiply %a, %b", "%s = stablehlo.tanh %q")
COMPARATOR = """({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }"""
OTHER_COMPARATOR = COMPARATOR.replace("LT, %a, %b", "LT, %d, %e").replace(
    "    %c =", "    %d = stablehlo.abs %a : tensor<f32>\n    %e = stablehlo.abs %b : tensor<f32>\n    %c ="
)
ROWS = """{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}"""
POOL = "{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}"
SELECT = COMPARATOR.replace("LT", "GE")
CONV = """window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = {} : i64}}"""


def convolution(type: str, inputs: int, groups: int) -> tuple[str, tuple[str, ...]]:
    x, w = f"1x32x32x64x{type}", f"3x3x{inputs}x64x{type}"
    numbers = "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
    types = f"(tensor<{x}>, tensor<{w}>) -> tensor<{x}>"
    return one(f"stablehlo.convolution(%x, %y) {numbers}, {CONV.format(groups)} : {types}", x, w, result=f"tensor<{x}>")


def wide_convolution(window: str) -> tuple[str, tuple[str, ...]]:
    """Of few windows, so that what is built of the input counts most."""
    x, w, result = "1x192x192x4xf32", "2x2x4x4xf32", "tensor<1x48x48x4xf32>"
    numbers = "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
    groups = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
    types = f"(tensor<{x}>, tensor<{w}>) -> {result}"
    operation = f"stablehlo.convolution(%x, %y) {numbers}, window = {{{window}}} {groups} : {types}"
    return one(operation, x, w, result=result)


def dot(type: str) -> tuple[str, tuple[str, ...]]:
    tensor = f"tensor<{N}x{N}x{type}>"
    of = f"contracting_dims = [1] x [0] : ({tensor}, {tensor}) -> {tensor}"
    return one(f"stablehlo.dot_general %x, %y, {of}", *[f"{N}x{N}x{type}"] * 2, result=tensor)


def reduction(inside: str, type: str = "f32") -> tuple[str, tuple[str, ...]]:
    types = f"(tensor<{N}x{N}x{type}>, tensor<{type}>) -> tensor<{N}x{type}>"
    text = f'"stablehlo.reduce"(%x, %y) {inside}) {{dimensions = array<i64: 0>}} : {types}'
    return one(text, f"{N}x{N}x{type}", type, result=f"tensor<{N}x{type}>")


def pooling(inside: str) -> tuple[str, tuple[str, ...]]:
    text = f'"stablehlo.reduce_window"(%x, %y) {inside}) {POOL} : '
    types = "(tensor<1x63x63x64xf32>, tensor<f32>) -> tensor<1x31x31x64xf32>"
    return one(text + types, "1x63x63x64xf32", "f32", result="tensor<1x31x31x64xf32>")


def padded_pooling() -> tuple[str, tuple[str, ...]]:
    text, types = pooling(MAX)
    padding = "{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, "
    return text.replace("1x31x31", "1x32x32").replace("{window_d", f"{padding}window_d"), types


def scattering(inside: str) -> tuple[str, tuple[str, ...]]:
    x, i, u = "4000x64xf32", "8000x1xi32", "8000x64xf32"
    types = f"(tensor<{x}>, tensor<{i}>, tensor<{u}>) -> tensor<{x}>"
    return one(f'"stablehlo.scatter"(%x, %y, %z) {inside}) {ROWS} : {types}', x, i, u, result=f"tensor<{x}>")


def sorting(inside: str, shape: str = "200000") -> tuple[str, tuple[str, ...]]:
    tensor = f"tensor<{shape}xf32>"
    text = f'"stablehlo.sort"(%x) {inside}) {{dimension = -1 : i64}} : ({tensor}) -> {tensor}'
    return one(text, f"{shape}xf32", result=tensor)


def sorting_of(element: str, direction: str, shape: str = "200000") -> tuple[str, tuple[str, ...]]:
    text, _ = sorting(COMPARATOR.replace("LT", direction), shape)
    return text.replace("xf32", f"x{element}").replace("tensor<f32>", f"tensor<{element}>"), (f"{shape}x{element}",)


def sorting_by_two() -> tuple[str, tuple[str, ...]]:
    """From the largest on, those that are equal by the other input."""
    x, y = "tensor<100000xf32>", "tensor<100000xi32>"
    text = f"""func.func @main(%x: {x}, %y: {y}) -> ({x}, {y}) {{
      %r:2 = "stablehlo.sort"(%x, %y) ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
        %1 = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %2 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %3 = stablehlo.compare LT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %4 = stablehlo.select %1, %3, %2 : tensor<i1>, tensor<i1>
        stablehlo.return %4 : tensor<i1>
      }}) {{dimension = 0 : i64}} : ({x}, {y}) -> ({x}, {y})
      return %r#0, %r#1 : {x}, {y}
    }}"""
    return text, ("100000xf32", "100000xi32")


def largest(element: str, count: int) -> tuple[str, tuple[str, ...]]:
    results = f"(tensor<{count}x{element}>, tensor<{count}xi32>)"
    text = f"""func.func @main(%x: tensor<200000x{element}>) -> {results} {{
      %r:2 = chlo.top_k(%x, k = {count}) : tensor<200000x{element}> -> {results}
      return %r#0, %r#1 : {results[1:-1]}
    }}"""
    return text, (f"200000x{element}",)


def normalization(kind: str, element: str) -> tuple[str, tuple[str, ...]]:
    """One that gives what is as large as the operand, and of training and of grad two that are smaller."""
    types = {
        "inference": ("300x400", "400", "400", "400", "400"),
        "training": ("300x400", "400", "400"),
        "grad": ("300x400", "400", "400", "400", "300x400"),
    }[kind]
    tensors = [f"tensor<{shape}x{element}>" for shape in types]
    result, feature = tensors[:2]
    count, results = (":1", result) if kind == "inference" else (":3", f"({result}, {feature}, {feature})")
    arguments = ", ".join(f"%{n}: {tensor}" for n, tensor in enumerate(tensors))
    text = f"""func.func @main({arguments}) -> {result} {{
      %r{count} = "stablehlo.batch_norm_{kind}"({", ".join(f"%{n}" for n in range(len(tensors)))})
        {{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}} : ({", ".join(tensors)}) -> {results}
      return %r#0 : {result}
    }}"""
    return text, tuple(f"{shape}x{element}" for shape in types)


def solving(element: str, transpose: str) -> tuple[str, tuple[str, ...]]:
    matrix = f"200x200x{element}"
    types = f"(tensor<{matrix}>, tensor<{matrix}>) -> tensor<{matrix}>"
    options = f"left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose {transpose}>"
    text = f'"stablehlo.triangular_solve"(%x, %y) {{{options}}} : {types}'
    return one(text, matrix, matrix, result=f"tensor<{matrix}>")


def drawing(distribution: str, element: str) -> tuple[str, tuple[str, ...]]:
    scalar, result = f"tensor<{element}>", f"tensor<200000x{element}>"
    text = f"""func.func @main(%b: {scalar}) -> {result} {{
      %a = stablehlo.subtract %b, %b : {scalar}
      %s = stablehlo.constant dense<200000> : tensor<1xi64>
      %r = stablehlo.rng %a, %b, %s, distribution = {distribution} : ({scalar}, {scalar}, tensor<1xi64>) -> {result}
      return %r : {result}
    }}"""
    return text, (element,)


def quantized_sorting() -> tuple[str, tuple[str, ...]]:
    """From the largest on, the comparison's sides the other way round."""
    text, _ = sorting(COMPARATOR.replace("LT, %a, %b", "LT, %b, %a"))
    element = QUANTIZED_ALIKE
    return text.replace("xf32", f"x{element}").replace("tensor<f32>", f"tensor<{element}>"), (f"200000x{element}",)


def large_convolution() -> tuple[str, tuple[str, ...]]:
    """Of more windows than are written out at once."""
    text, types = convolution("f32", 64, 1)
    old = {"1x32x32x64x": "1x256x256x8x", "3x3x64x64x": "3x3x8x8x"}
    for one, other in old.items():
        text, types = text.replace(one, other), tuple(type.replace(one, other) for type in types)
    return text, types


def gathering(name: str, sizes: str, before: str = "") -> tuple[str, tuple[str, ...]]:
    operands, types = ("%x, %y, %s", ", tensor<1xi64>") if before else ("%x, %y", "")
    text = f""""stablehlo.{name}"({operands}) {{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>{sizes}}}
    : (tensor<1000xf32>, tensor<200000x1xi32>{types}) -> tensor<200000xf32>"""
    return one(text, "1000xf32", "200000x1xi32", result="tensor<200000xf32>", before=before)


PROGRAMS = {
    "add": elementwise("add", "f32", 2),
    "add of bf16": elementwise("add", "bf16", 2),
    "tanh": elementwise("tanh", "f32", 1),
    "tanh of bf16": elementwise("tanh", "bf16", 1),
    "maximum of bf16": elementwise("maximum", "bf16", 2),
    "sqrt of bf16": elementwise("sqrt", "bf16", 1),
    "clamp": elementwise("clamp", "f32", 3),
    "divide of i32": elementwise("divide", "i32", 2),
    "convert to f16": one(
        f"stablehlo.convert %x : (tensor<{N}x{N}xi8>) -> tensor<{N}x{N}xf16>",
        f"{N}x{N}xi8",
        result=f"tensor<{N}x{N}xf16>",
    ),
    "convert": one(
        f"stablehlo.convert %x : (tensor<{N}x{N}xf32>) -> tensor<{N}x{N}xi32>",
        f"{N}x{N}xf32",
        result=f"tensor<{N}x{N}xi32>",
    ),
    "dot": dot("f32"),
    "dot of bf16": dot("bf16"),
    "dot of i8": dot("i8"),
    "convolution": convolution("f32", 64, 1),
    "depthwise convolution": convolution("f32", 1, 64),
    "convolution of bf16": convolution("bf16", 64, 1),
    "convolution of a padded input": wide_convolution("stride = [7, 7], pad = [[70, 70], [140, 0]]"),
    "convolution of a dilated input": wide_convolution("stride = [8, 8], pad = [[0, 0], [0, 0]], lhs_dilate = [2, 2]"),
    "reduce": reduction(ADD),
    "reduce of bf16": reduction(body("%s = stablehlo.add %a, %b", type="bf16"), "bf16"),
    "reduce by another body": reduction(OTHER),
    "reduce_window": pooling(MAX),
    "reduce_window with padding": padded_pooling(),
    "reduce_window by another body": pooling(OTHER),
    "sort": sorting(COMPARATOR),
    "sort by another comparator": sorting(OTHER_COMPARATOR),
    "sort that merges": sorting(COMPARATOR.replace("LT", "LE"), "12000"),
    "sort that merges rows": sorting(COMPARATOR.replace("LT", "LE"), "10000x5"),
    "sort from the largest on": sorting_of("f32", "GT"),
    "sort of small floats": sorting_of("bf16", "LT"),
    "sort of integers from the largest on": sorting_of("ui64", "GT"),
    "sort by two inputs": sorting_by_two(),
    "top_k": largest("f32", 1),
    "top_k of all integers": largest("i32", 200000),
    "gather": gathering("gather", ", slice_sizes = array<i64: 1>"),
    "dynamic_gather": gathering("dynamic_gather", "", "  %s = stablehlo.constant dense<1> : tensor<1xi64>\n"),
    "scatter": scattering(ADD),
    "scatter that puts": scattering(body(result="%b")),
    "scatter by another body": scattering(OTHER),
    "transpose": one(
        f"stablehlo.transpose %x, dims = [1, 0] : (tensor<{N}x{N}xf32>) -> tensor<{N}x{N}xf32>",
        f"{N}x{N}xf32",
        result=f"tensor<{N}x{N}xf32>",
    ),
    "all_to_all": one(
        '"stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, '
        f"replica_groups = dense<0> : tensor<1x1xi64>}} : (tensor<{N}x{N}xf32>) -> tensor<{N}x{N}xf32>",
        f"{N}x{N}xf32",
        result=f"tensor<{N}x{N}xf32>",
    ),
    "fft": one(
        "stablehlo.fft %x, type = RFFT, length = [512] : (tensor<500x512xf32>) -> tensor<500x257xcomplex<f32>>",
        "500x512xf32",
        result="tensor<500x257xcomplex<f32>>",
    ),
    "cholesky": one(
        "stablehlo.cholesky %x, lower = true : tensor<300x300xf32>", "300x300xf32", result="tensor<300x300xf32>"
    ),
    "bitcast_convert to less than a byte": one(
        "stablehlo.bitcast_convert %x : (tensor<500x250xi8>) -> tensor<500x250x2xi4>",
        "500x250xi8",
        result="tensor<500x250x2xi4>",
    ),
    "uniform_quantize from axis to axis": one(
        f"stablehlo.uniform_quantize %x : (tensor<2x150000x{QUANTIZED}>) -> tensor<2x150000x{QUANTIZED}>",
        f"2x150000x{QUANTIZED}",
        result=f"tensor<2x150000x{QUANTIZED}>",
    ),
    "rng_bit_generator": one(
        f"stablehlo.reshape %q : (tensor<{N}x{N}xui32>) -> tensor<{N}x{N}xui32>",
        "2xui64",
        result=f"tensor<{N}x{N}xui32>",
        before="  %s, %q = stablehlo.rng_bit_generator %x, algorithm = THREE_FRY : (tensor<2xui64>) -> "
        f"(tensor<2xui64>, tensor<{N}x{N}xui32>)\n",
    ),
    **{f"batch_norm_{kind}": normalization(kind, "f32") for kind in ("inference", "training", "grad")},
    **{f"batch_norm_{kind} of bf16": normalization(kind, "bf16") for kind in ("inference", "training", "grad")},
    **{
        f"rng {distribution} of {element}": drawing(distribution, element)
        for distribution, elements in (("UNIFORM", ("f32", "f64", "bf16", "i8")), ("NORMAL", ("f32", "f64", "bf16")))
        for element in elements
    },
    "triangular_solve of conjugates": solving("complex<f64>", "ADJOINT"),
    "dot of a vector": one(
        "stablehlo.dot %x, %y : (tensor<600xbf16>, tensor<600x500xbf16>) -> tensor<500xbf16>",
        *("600xbf16", "600x500xbf16"),
        result="tensor<500xbf16>",
    ),
    "ragged_dot": one(
        """"chlo.ragged_dot"(%x, %y, %z) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
        lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
        rhs_group_dimensions = [0]>}
        : (tensor<80x600xbf16>, tensor<1x600x500xbf16>, tensor<1xi32>) -> tensor<80x500xbf16>""",
        *("80x600xbf16", "1x600x500xbf16", "1xi32"),
        result="tensor<80x500xbf16>",
    ),
    "sort by the total order": sorting(COMPARATOR.replace("%a, %b :", "%a, %b, TOTALORDER :")),
    "sort of quantized elements": quantized_sorting(),
    "dynamic_conv": one(
        """"stablehlo.dynamic_conv"(%x, %y, %p) {batch_group_count = 1 : i64, feature_group_count = 1 : i64,
        dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}
        : (tensor<1x32x32x64xf32>, tensor<3x3x64x64xf32>, tensor<2x2xi32>) -> tensor<1x32x32x64xf32>""",
        *("1x32x32x64xf32", "3x3x64x64xf32"),
        result="tensor<1x32x32x64xf32>",
        before="  %p = stablehlo.constant dense<1> : tensor<2x2xi32>\n",
    ),
    "convolution in two parts": large_convolution(),
    "select_and_scatter": one(
        f'"stablehlo.select_and_scatter"(%x, %y, %z) {SELECT}, {ADD[1:]}) '
        "{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>} : "
        "(tensor<1x64x64x64xf32>, tensor<1x32x32x64xf32>, tensor<f32>) -> tensor<1x64x64x64xf32>",
        *("1x64x64x64xf32", "1x32x32x64xf32", "f32"),
        result="tensor<1x64x64x64xf32>",
    ),
}


def arguments_of(name: str) -> list[np.ndarray]:
    """Arguments of the program of that name: small whole numbers; what is decomposed is the identity."""
    types = PROGRAMS[name][1]
    return [np.eye(300, dtype=np.float32) if type == "300x300xf32" else _argument(type) for type in types]


def _argument(type: str) -> np.ndarray:
    given = tensor(type)
    values = np.random.default_rng(0).integers(1, 100, given.static_shape)
    return np.asarray(values).astype(dtype_of(given.element_type))
