"""A case becomes the text of its golden: constants, the op in generic form, checks; comments by the templates."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import numpy as np

from hlogen.ir import ComplexType, FloatType, IntegerType, QuantizedType, TensorType, dtype_of, element_type_of, tensor
from tools.golden_cases import text
from tools.golden_cases.case import AnyOpCase, Case, Dims, OpCase, ProgramCase, Region, Text
from tools.golden_cases.differences import reason
from tools.golden_cases.tensors import Array, Tensor

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
ORACLES = {"upstream": "upstream interpreter", "xla": "XLA CPU"}

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


def golden_text(table: str, cases: Sequence[AnyOpCase]) -> str:
    """The file of one case, or of the several that share it, one split each; `table` is the file they stand in."""
    header = template("header.mlir.j2").render(split=len(cases) > 1, table=table)
    return header + "\n\n// -----\n\n".join(map(_part, cases)) + "\n"


@cache
def _part(case: AnyOpCase) -> str:
    after = textwrap.dedent(case.after).strip()
    return template("op.mlir.j2").render(case=case, **_about(case), lines=list(_lines(case)), after=after).strip()


@cache
def template(name: str) -> jinja2.Template:
    """A template of tools/templates/."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["comment"] = text.comment
    return environment.get_template(name)


def _about(case: Case) -> dict[str, Any]:
    """Which oracles agree, and what is said of those that don't."""
    others = (name for backend, name in ORACLES.items() if backend not in {*case.differs, *case.unasked})
    return {
        "agree": ", ".join(["spec model", *others]),
        "differs": [
            *(f"{ORACLES[backend]} differs: {id}: {reason(id)}" for backend, id in case.differs.items()),
            *(f"{ORACLES[backend]} isn't asked: {why}" for backend, why in case.unasked.items()),
        ],
    }


def _lines(case: AnyOpCase) -> Iterator[str]:
    """What stands in main."""
    if isinstance(case, ProgramCase):
        for name, operand in case.operands.items():
            yield from _constant(name, operand)
        yield from textwrap.dedent(case.text).strip().splitlines()
        for name, tensor in case.results.items():
            yield from _check(name, tensor, case)
        return
    for name, operand in zip(case.operand_names, case.operands, strict=True):
        yield from _constant(name, operand)
    yield from case.before.splitlines()
    try:
        expected = case.expected()
    except Exception as error:
        error.add_note(f"in the case {case.name} of {case.op}")
        raise
    yield from operation(case, [tensor.type for tensor in expected])
    if case.any_order:
        yield from _check_one_of(case.admissible(), expected[0].type)
        return
    for name, tensor in zip(_result_names(len(expected)), expected, strict=True):
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


def _result_names(count: int) -> list[str]:
    return [f"result{i}" for i in range(count)] if count > 1 else ["result"]


def operation(case: OpCase, types: Sequence[TensorType]) -> Iterator[str]:
    """The op of a case, with results of these types."""
    operand_types = ", ".join(str(operand.type) for operand in case.operands)
    result_types = str(types[0]) if len(types) == 1 else f"({', '.join(map(str, types))})"
    results = ", ".join(f"%{name}" for name in _result_names(len(types)))
    call = f'{results} = "{case.full_name}"({", ".join("%" + name for name in case.operand_names)})'
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
    written = ",\n".join(f"{name} = {attribute(name, value)}" for name, value in attributes.items())
    yield from (f"  {line}" for line in written.splitlines())
    yield "}" + signature


def attribute(name: str, value: Any) -> str:
    """An attribute's value as MLIR text."""
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Dims):
        fields = {field: v if isinstance(v, int) else text.integers(v) for field, v in value.fields.items()}
        lines = ",".join(f"\n  {field} = {dims}" for field, dims in fields.items() if dims != "[]")
        return f"#stablehlo.{value.kind}<{lines}>"
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


def _check(name: str, expected: Tensor, case: Case) -> Iterator[str]:
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
    types = f"{expected.type}, {expected.type}"
    ulps = case.ulps if case.ulps is not None or not is_float or not np.isnan(expected.array).any() else 0
    if is_float and case.noise is not None:
        tolerance = text.element(case.noise * _last_place(expected.array), tensor("f64"))
        yield f"// within {case.noise} ULPs of the largest number: what cancels in a sum leaves noise"
        yield f"check.expect_almost_eq %{name}, %{short}, tolerance = {tolerance} : {expected.type}"
    elif is_float and ulps is not None:
        yield f"check.expect_close %{name}, %{short}, max_ulp_difference = {ulps} : {types}"
    else:
        yield f"stablehlo.custom_call @check.expect_eq(%{name}, %{short}) {{has_side_effect = true}} : ({types}) -> ()"


def _check_one_of(admissible: Tensor, type: TensorType) -> Iterator[str]:
    """Checks that each element of the result is one of a column."""
    rows = admissible.type
    equal, each_equal, boolean = (TensorType(shape, IntegerType(1)) for shape in (rows.shape, type.shape, ()))
    dims = text.integers(range(1, len(rows.shape)))
    yield "// The order of updates is open: of each element, a column of %one_of holds what it may be."
    yield f"%one_of = stablehlo.constant {text.constant(admissible)}"
    yield f"%each = stablehlo.broadcast_in_dim %result, dims = {dims} : ({type}) -> {rows}"
    yield f"%equal = stablehlo.compare EQ, %each, %one_of : ({rows}, {rows}) -> {equal}"
    yield f"%false = stablehlo.constant dense<false> : {boolean}"
    yield "%is_one = stablehlo.reduce(%equal init: %false) applies stablehlo.or across dimensions = [0]"
    yield f"  : ({equal}, {boolean}) -> {each_equal}"
    yield f"%expected = stablehlo.constant dense<true> : {each_equal}"
    pair = f"({each_equal}, {each_equal})"
    yield f"stablehlo.custom_call @check.expect_eq(%is_one, %expected) {{has_side_effect = true}} : {pair} -> ()"


def _last_place(array: Array) -> float:
    """One ULP of the largest number among the elements or their parts."""
    parts = np.stack([array.real, array.imag])
    return float(np.spacing(np.abs(parts).max()))
