"""The case of an op becomes the text of its golden: constants, the op in generic form, checks."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from hlogen.ir import ComplexType, FloatType, QuantizedType, TensorType, dtype_of, element_type_of
from tools.golden_cases import text
from tools.golden_cases.case import Tensor
from tools.golden_cases.op_case import ULPS, AnyOpCase, OpCase, ProgramCase, Region, Text

# Enums by the attribute that holds one: #stablehlo<comparison_direction GT>.
_ENUMS = {
    "comparison_direction": "comparison_direction",
    "compare_type": "comparison_type",
    "fft_type": "fft_type",
    "rng_algorithm": "rng_algorithm",
    "rng_distribution": "rng_distribution",
    "transpose_a": "transpose",
}
_I32 = ("exponent_bits", "mantissa_bits", "index")


@cache
def op_context(case: AnyOpCase) -> dict[str, Any]:
    """What the template sees of `case`."""
    if isinstance(case, OpCase):
        try:
            return {"lines": list(_lines(case)), "after": ""}
        except Exception as error:
            error.add_note(f"in the case {case.name} of {case.op}")
            raise
    return {"lines": list(_program_lines(case)), "after": textwrap.dedent(case.after).strip()}


def _lines(case: OpCase) -> Iterator[str]:
    names = case.operand_names
    for name, operand in zip(names, case.operands, strict=True):
        yield from _constant(name, operand)
    expected = case.expected()
    results = [f"result{i}" for i in range(len(expected))] if len(expected) > 1 else ["result"]
    yield from _operation(case, names, results, [tensor.type for tensor in expected])
    for name, tensor in zip(results, expected, strict=True):
        yield from _check(name, tensor, case)


def _program_lines(case: ProgramCase) -> Iterator[str]:
    for name, operand in case.operands.items():
        yield from _constant(name, operand)
    yield from textwrap.dedent(case.text).strip().splitlines()
    for name, tensor in case.results.items():
        yield from _check(name, tensor, case)


def _constant(name: str, tensor: Tensor) -> Iterator[str]:
    """`%name`, of a quantized type by way of what is stored."""
    quantized = tensor.type.element_type
    if not isinstance(quantized, QuantizedType):
        yield f"%{name} = stablehlo.constant {text.constant(tensor)}"
        return
    stored = _stored(tensor)
    yield f"%{name}_storage = stablehlo.constant {text.constant(stored)}"
    yield f"%{name} = stablehlo.bitcast_convert %{name}_storage : ({stored.type}) -> {tensor.type}"


def _stored(tensor: Tensor) -> Tensor:
    """The tensor with its storage type."""
    quantized = tensor.type.element_type
    assert isinstance(quantized, QuantizedType)
    return Tensor(TensorType(tensor.type.shape, quantized.storage_type), tensor.array)


def _operation(
    case: OpCase, names: Sequence[str], results: Sequence[str], types: Sequence[TensorType]
) -> Iterator[str]:
    operand_types = ", ".join(str(operand.type) for operand in case.operands)
    result_types = str(types[0]) if len(types) == 1 else f"({', '.join(map(str, types))})"
    call = (
        f'{", ".join("%" + name for name in results)} = "{case.full_name}"({", ".join("%" + name for name in names)})'
    )
    regions = [value for value in case.attributes.values() if isinstance(value, Region)]
    attributes = {name: value for name, value in case.attributes.items() if not isinstance(value, Region)}
    signature = f" : ({operand_types}) -> {result_types}"
    if not regions and not attributes:
        yield call + signature
        return
    for i, region in enumerate(regions):
        yield (f"{call} ({{" if i == 0 else "}, {")
        yield f"  ^bb0({region.arguments}):"
        yield from (f"    {line}" for line in region.text.splitlines())
    opening = "}) {" if regions else f"{call} {{"
    if not attributes:
        yield "})" + signature
        return
    yield opening
    written = [f"{name} = {attribute(name, value)}" for name, value in attributes.items()]
    yield from (f"  {line}," for line in written[:-1])
    yield f"  {written[-1]}"
    yield "}" + signature


def attribute(name: str, value: Any) -> str:
    """An attribute's value as MLIR text."""
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Tensor):
        return text.constant(value)
    if name in _ENUMS:
        return f"#stablehlo<{_ENUMS[name]} {value}>"
    if name == "dimension_numbers":
        return f"#stablehlo.conv<{value}>"
    if isinstance(value, Mapping):
        return f"#stablehlo.dot<{', '.join(f'{key} = {text.integers(dims)}' for key, dims in value.items())}>"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value} : {'i32' if name in _I32 else 'i64'}"
    if isinstance(value, float):
        return f"{value} : f32"
    if value and isinstance(value[0], bool):
        return f"array<i1: {', '.join(str(item).lower() for item in value)}>"
    if value and not isinstance(value[0], int):
        return f"dense<{[list(row) for row in value]}> : tensor<{len(value)}x{len(value[0])}xi64>"
    return f"array<i64: {', '.join(map(str, value))}>" if value else "array<i64>"


def _check(name: str, expected: Tensor, case: AnyOpCase) -> Iterator[str]:
    """Checks `%name`: its bits or values, or how close it is. Where NaN is right, expect_eq would say it isn't."""
    short = name.replace("result", "expected") if "result" in name else f"{name}_expected"
    element_type = expected.type.element_type
    if isinstance(element_type, QuantizedType):
        stored = _stored(expected)
        yield f"%{name}_stored = stablehlo.bitcast_convert %{name} : ({expected.type}) -> {stored.type}"
        name, expected = f"{name}_stored", stored
    is_float = isinstance(element_type, FloatType | ComplexType)
    if is_float and case.bits:
        unsigned = element_type_of(np.dtype(f"u{expected.array.dtype.itemsize}"))
        bits = Tensor(TensorType(expected.type.shape, unsigned), expected.array.view(dtype_of(unsigned)))
        yield f"%{name}_bits = stablehlo.bitcast_convert %{name} : ({expected.type}) -> {bits.type}"
        name, expected, is_float = f"{name}_bits", bits, False
    yield f"%{short} = stablehlo.constant {text.constant(expected)}"
    pair = f"({expected.type}, {expected.type})"
    ulps = case.ulps if case.ulps is not None or not is_float or not np.isnan(expected.array).any() else 0
    if not is_float or ulps is None or ulps == ULPS:
        check = "expect_eq" if not is_float or (ulps is None and not case.almost) else "expect_close"
        check = "expect_almost_eq" if is_float and case.almost else check
        yield f"stablehlo.custom_call @check.{check}(%{name}, %{short}) {{has_side_effect = true}} : {pair} -> ()"
    else:
        types = f"{expected.type}, {expected.type}"
        yield f"check.expect_close %{name}, %{short}, max_ulp_difference = {ulps} : {types}"
