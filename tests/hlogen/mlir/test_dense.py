"""Constants are exact for every element type, in both of MLIR's spellings, and splats cost nothing.

The expected bits come from NumPy and ml_dtypes; MLIR's hexadecimal spelling is what carries them there and back.
"""

import numpy as np
import pytest

from hlogen.ir import (
    Block,
    DenseElements,
    FunctionType,
    Module,
    OpaqueAttr,
    Operation,
    Region,
    dtype_of,
    parse_element_type,
    tensor,
)
from hlogen.ir.types import TensorType
from hlogen.mlir.reader import read
from hlogen.mlir.writer import to_bytecode, to_text

TYPES = [
    "i1",
    "i2",
    "i4",
    "i8",
    "i16",
    "i32",
    "i64",
    "ui2",
    "ui4",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E3M4",
    "f8E4M3",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
    "f8E8M0FNU",
    "bf16",
    "f16",
    "f32",
    "f64",
    "complex<f32>",
    "complex<f64>",
]
# Types that upstream's StableHLO operations refuse and other attributes may have.
FOREIGN_TYPES = ["si8", "si64", "index", "tf32"]


def all_values(text):
    """Every bit pattern of a narrow type, random ones of a wide one: with infinities and NaNs among the first."""
    dtype = dtype_of(parse_element_type(text))
    if text == "i1":
        return np.array([False, True] * 40)
    if text == "tf32":
        patterns = np.random.default_rng(0).permutation(1 << 19)[:1000].astype(np.uint32)
        patterns[:5] = [0x3FC00, 0x7FC00, 0x3FE00, 0x7FC01, 0x40000]  # infinities, NaNs and -0
        return (patterns << 13).view(np.float32)
    if text in ("i2", "i4"):
        width = int(text[1])
        return np.arange(-(1 << width - 1), 1 << width - 1).astype(dtype)
    if text in ("ui2", "ui4"):
        return np.arange(1 << int(text[2])).astype(dtype)
    if text.startswith("f4"):
        return np.arange(16, dtype=np.uint8).view(dtype)
    if text.startswith("f6"):
        return np.arange(64, dtype=np.uint8).view(dtype)
    if dtype.itemsize == 1:
        return np.arange(256).astype(np.uint8).view(dtype)
    if dtype.itemsize == 2:
        patterns = np.random.default_rng(0).permutation(1 << 16)[:9000].astype(np.uint16)
        if dtype.kind not in "iu":
            infinity = 0x7F80 if text == "bf16" else 0x7C00
            patterns[:5] = [infinity, infinity | 0x8000, infinity | 0x200, infinity | 0x8001, 0x8000]
        return patterns.view(dtype)
    values = np.frombuffer(np.random.default_rng(0).bytes(200 * dtype.itemsize), dtype).copy()
    if dtype.kind == "f":
        words = values.view(f"u{dtype.itemsize}")
        words[:2] = [(1 << dtype.itemsize * 8) - 1, np.array(np.inf, dtype).view(words.dtype)]
    return values


def program(arrays, text, name="stablehlo.constant"):
    """A constant of each of the arrays, all of one element type."""
    kinds = [TensorType(values.shape, parse_element_type(text)) for values in arrays]
    constants = [
        Operation(name, (), [kind], {"value": DenseElements(kind, values)})
        for kind, values in zip(kinds, arrays, strict=True)
    ]
    body = Block()
    body.operations = [*constants, Operation("func.return", [constant.result for constant in constants])]
    function = {"sym_name": "main", "function_type": FunctionType((), tuple(kinds))}
    return Module([Operation("func.func", (), (), function, [Region([body])])])


def constants_of(module):
    return [op.attributes["value"] for op in module.function("main").body.operations[:-1]]


def constant_of(module):
    (constant,) = constants_of(module)
    return constant


def assert_same_bits(constant, values):
    assert isinstance(constant, DenseElements)
    assert constant.array.dtype == values.dtype
    assert constant.array.shape == values.shape
    assert constant.array.tobytes() == values.tobytes()
    assert not constant.array.flags.writeable


@pytest.mark.share(3)
@pytest.mark.parametrize("text", TYPES + FOREIGN_TYPES)
@pytest.mark.parametrize("size", [0, 1, 7, 60, None])
def test_every_element_survives_text_and_bytecode(text, size):
    name = "stablehlo.constant" if text in TYPES else "foo.constant"
    values = all_values(text)
    chunks = (
        [values[at : at + size] for at in range(0, min(len(values), 120 if size > 1 else 8), size)]
        if size
        else [values[:size]]
    )
    shaped = [chunk.reshape(shape) for chunk in chunks for shape in ((len(chunk),), (1, len(chunk), 1))]
    module = program(shaped, text, name)
    for written in (to_text(module), to_bytecode(module)):
        for constant, values in zip(constants_of(read(written)), shaped, strict=True):
            assert_same_bits(constant, values)


@pytest.mark.parametrize("text", [text for text in TYPES if text not in ("i1", "i2", "i4", "ui2", "ui4")])
def test_hexadecimal_bytes_are_the_elements_little_endian(text):
    values = all_values(text)[:150]
    data = values.astype(values.dtype.newbyteorder("<")).tobytes().hex().upper()
    kind = f"tensor<{len(values)}x{text}>"
    source = f'func.func @main() -> {kind} {{ %0 = stablehlo.constant dense<"0x{data}"> : {kind} return %0 : {kind} }}'
    assert_same_bits(constant_of(read(source)), values)


@pytest.mark.parametrize(
    ("spelled", "text", "expected"),
    [
        ("[1.5, -0.0, 0x7FC1, 0xFF80]", "4xbf16", [0x3FC0, 0x8000, 0x7FC1, 0xFF80]),
        ("[0x7F800001, 0x7FC00000, 0x80000000]", "3xf32", [0x7F800001, 0x7FC00000, 0x80000000]),
        ("[[1], [2]]", "2x1xui16", [1, 2]),
        ("0.1", "3xf16", [0x2E66] * 3),
        ("[0x3C, 1.0]", "2xf8E5M2", [0x3C, 0x3C]),
    ],
)
def test_spelled_numbers(spelled, text, expected):
    kind = f"tensor<{text}>"
    source = f"func.func @main() -> {kind} {{ %0 = stablehlo.constant dense<{spelled}> : {kind} return %0 : {kind} }}"
    constant = constant_of(read(source))
    words = np.dtype(f"u{constant.array.dtype.itemsize}")
    assert np.ascontiguousarray(constant.array).view(words).ravel().tolist() == expected


@pytest.mark.parametrize(
    ("spelled", "text"),
    [("1.5", "f32"), ("1.5", "bf16"), ("-3", "i4"), ("true", "i1"), ("(1.0, 2.0)", "complex<f32>"), ("2", "i64")],
)
def test_a_huge_splat_costs_nothing(spelled, text):
    kind = f"tensor<1099511627776x{text}>"
    source = f"func.func @main() -> {kind} {{ %0 = stablehlo.constant dense<{spelled}> : {kind} return %0 : {kind} }}"
    module = read(source)
    assert constant_of(module).is_splat
    assert constant_of(module).array.shape == (1 << 40,)
    assert constant_of(read(to_text(module))) == constant_of(module)


def test_a_quantized_constant_keeps_its_storage():
    kind = "tensor<2x!quant.uniform<i8:f32, 0.5:3>>"
    source = (
        f"func.func @main() -> {kind} {{\n"
        f"  %0 = stablehlo.constant() <{{value = dense<[1, -2]> : tensor<2xi8>}}> : () -> {kind}\n"
        f"  return %0 : {kind}\n}}"
    )
    constant = constant_of(read(source))
    assert constant.type == tensor("2xi8")
    assert constant.array.tolist() == [1, -2]


def test_large_constants_are_copied_out_of_the_context():
    values = np.arange(100_000, dtype=np.int32)
    constant = constant_of(read(to_text(program([values], "i32"))))
    assert_same_bits(constant, values)
    assert constant.array.base is None or isinstance(constant.array.base, np.ndarray)


def test_constants_that_hlogen_has_no_array_for_stay_as_they_are_written():
    """Elements of other types, of no tensor, or of bytes that aren't there or don't fit."""
    kept = [
        'dense<["a", "b"]> : tensor<2x!vendor.word>',
        "dense<[1, 2]> : vector<2xi32>",
        "dense<[1, 2]> : tensor<2xi3>",
        "dense<(1,2)> : tensor<2xcomplex<i32>>",
        "dense_resource<elsewhere> : tensor<2xi32>",
        "dense_resource<two> : vector<2xi32>",
        "dense_resource<two> : tensor<3xi32>",
        "dense_resource<two> : tensor<2xi3>",
        "dense_resource<two> : tensor<?xi32>",
    ]
    written = ", ".join(f"vendor.a{number} = {text}" for number, text in enumerate(kept))
    module = read(
        f"func.func @main() attributes {{{written}, vendor.two = dense_resource<two> : tensor<2xi32>}} {{ return }}\n"
        '{-# dialect_resources: { builtin: { two: "0x040000000100000002000000" } } #-}'
    )
    attributes = module.function("main").operation.attributes
    assert [attributes[f"vendor.a{number}"] for number in range(len(kept))] == [OpaqueAttr(text) for text in kept]
    assert attributes["vendor.two"].array.tolist() == [1, 2]
