"""What an input or output may be: every phrase of every rule against the words of the specification, and what is said
of what is something else."""

from __future__ import annotations

import re
from typing import Any

import pytest

import hlogen as hl
from hlogen.ir import (
    Block,
    DenseArray,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    Operation,
    Region,
    SymbolRef,
    UnitAttr,
    parse_type,
)
from hlogen.ir.attributes import EnumAttr
from hlogen.ir.types import F64, I32, I64
from hlogen.spec.rules.kinds import _kind
from hlogen.spec.rules.rule import TABLE

# The specification's element types by the words that it has for them (spec: Types).
SIGNED = {f"i{width}" for width in (2, 4, 8, 16, 32, 64)}
WORDS = {
    "integer": SIGNED | {f"u{name}" for name in SIGNED},
    "boolean": {"i1"},
    "floating-point": {
        *("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E4M3FN", "f8E4M3FNUZ"),
        *("f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU", "bf16", "f16", "f32", "f64", "tf32"),
    },
    "complex": {"complex<f32>", "complex<f64>"},
}
PER_TENSOR = {"!quant.uniform<i8:f32, 0.5>", "!quant.uniform<u4:bf16, 2.0:3>"}
PER_AXIS = {"!quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>"}
NO_ELEMENTS = {"si8", "i3", "ui1", "complex<f16>"}
ELEMENTS = sorted({*PER_TENSOR, *PER_AXIS, *NO_ELEMENTS}.union(*WORDS.values()))
PHRASES = sorted(
    {
        phrase.removeprefix("variadic number of ")
        for rules in TABLE.rows().values()
        for phrases in (rules.inputs, rules.outputs)
        for phrase in phrases.values()
        if re.search(r"\btensors?\b(?! constant| future)", phrase) and "constant" not in phrase
    }
)


def meant(phrase: str) -> set[str]:
    """The element types that a phrase of the specification names."""
    plain, _, quantized = phrase.replace("`", "").partition("quantized")
    found = {f"i{name[2:]}" if name.startswith("si") else name for name in re.findall(r"\b(?:[su]?i|f)\d+\b", plain)}
    found |= set().union(*(types for word, types in WORDS.items() if word in plain))
    if re.search(r"\bsigned\b", plain):
        found -= WORDS["integer"] - SIGNED
    if re.search(r"tensors?(?: or| *$)", plain) and not re.search(r"\bof\b", plain):
        found = set().union(*WORDS.values())
    if phrase.startswith("quantized"):
        found = set()
    if quantized or "quantized" in phrase:
        found |= PER_TENSOR if "per-tensor" in phrase else PER_TENSOR | PER_AXIS
    return found


def accepted(phrase: str, types: list[str]) -> set[str]:
    of = _kind(phrase)
    return {type for type in types if of("x", parse_type(type)) is None}


def test_there_are_phrases_of_tensors() -> None:
    assert len(PHRASES) > 20


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_tensor_has_a_rank_and_an_element_type_that_the_phrase_names(phrase: str) -> None:
    rank = int(match[1]) if (match := re.match(r"(\d)-dimensional", phrase)) else None
    shape = "3x" * (1 if rank is None else rank)
    found = accepted(phrase, [f"tensor<{shape}{element}>" for element in ELEMENTS])
    assert found == {f"tensor<{shape}{element}>" for element in meant(phrase)}
    element = min(meant(phrase) - PER_AXIS)
    others = {at: f"tensor<{'3x' * at}{element}>" for at in range(4)}
    assert accepted(phrase, [*others.values()]) == {type for at, type in others.items() if rank in (None, at)}
    assert not accepted(phrase, [f"tensor<*x{element}>", "!stablehlo.token", "tuple<>", element])


# What is said of an operation in which one thing is of another kind.
EMPTY, TWICE, TWO = Region([Block([])]), Region([Block([])]), Region([Block([]), Block([])])
TWICE.block.operations = [Operation("stablehlo.return"), Operation("stablehlo.return")]
ALIAS = OpaqueAttr("#stablehlo.output_operand_alias<output_tuple_indices = [0, a], operand_index = 0>")
TO_F32 = "(tensor<f32>, tensor<f32>) -> tensor<f32>"
PER_AXIS_F32 = "2x!quant.uniform<i8:f32:0, {0.5, 0.25}>"
LONG = DenseArray(I32, tuple(range(100)))
CASES: list[tuple[str, list[str], dict[str, Any], Any, list[str], str, str, str]] = [
    ("abs", ["tensor<*xf32>"], {}, [], ["2xf32"], "I1", "operand is tensor<*xf32>, which has no rank",
     "pass a ranked tensor as operand"),
    ("abs", ["!stablehlo.token"], {}, [], ["2xf32"], "I1", "operand is !stablehlo.token, no tensor",
     "pass a tensor of signed integer, floating-point, or complex type or per-tensor quantized tensor as operand"),
    ("iota", [], {"iota_dimension": 0}, [], ["2xi1"], "O1",
     "output is tensor<2xi1>, no tensor of integer, floating-point, or complex type or per-tensor quantized tensor",
     "declare output as a tensor of integer, floating-point, or complex type or per-tensor quantized tensor"),
    ("uniform_dequantize", ["2xf32"], {}, [], ["2xf32"], "I1", "operand is tensor<2xf32>, which isn't quantized",
     "pass a quantized tensor as operand"),
    ("reverse", [PER_AXIS_F32], {"dimensions": 0}, [], [PER_AXIS_F32], "I2",
     "dimensions is 0 : i64, no list of integers of type i64", "write a list of integers of type i64 as dimensions"),
    ("reverse", ["2xf32"], {"dimensions": LONG}, [], ["2xf32"], "I2",
     "dimensions is array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, ..., no list of "
     "integers of type i64", "write a list of integers of type i64 as dimensions"),
    ("reverse", ["2xf32"], {"dimensions": [[0]]}, [], ["2xf32"], "I2", "dimensions has 2 dimensions, expected 1",
     "write a list of integers of type i64 as dimensions"),
    ("reduce_window", ["6xf32", "f32"], {"window_dimensions": [2], "padding": [1, 1]}, TO_F32, ["5xf32"], "I7",
     "padding has 1 dimension, expected 2", "write a table of integers of type i64 as padding"),
    ("convolution", ["1x4x1xf32", "2x1x1xf32"], {"window_reversal": [1]}, [], ["1x3x1xf32"], "I7",
     "window_reversal is array<i64: 1>, no list of truth values", "write a list of truth values as window_reversal"),
    ("iota", [], {"iota_dimension": IntegerAttr(0, I32)}, [], ["2xf32"], "I1",
     "iota_dimension is 0 : i32, no integer of type i64", "write an integer of type i64 as iota_dimension"),
    ("iota", [], {"iota_dimension": IntegerAttr(1 << 63, I64)}, [], ["2xf32"], "I1",
     "iota_dimension is 9223372036854775808, more than i64 holds", "write an integer of type i64 as iota_dimension"),
    ("iota", [], {}, [], ["2xf32"], "I1", "attribute iota_dimension is missing",
     "write an integer of type i64 as iota_dimension"),
    ("get_tuple_element", ["tuple<tensor<f32>>"], {"index": True}, [], ["f32"], "I2",
     "index is true, no integer of type i32", "write an integer of type i32 as index"),
    ("get_tuple_element", ["2xf32"], {"index": 0}, [], ["f32"], "I1", "operand is tensor<2xf32>, no tuple",
     "pass a tuple as operand"),
    ("get_tuple_element", ["tuple<tensor<f32>, i64>"], {"index": 0}, [], ["f32"], "I1",
     "operand is tuple<tensor<f32>, i64>, not all of whose elements are values",
     "pass a tuple of tensors, tokens or tuples as operand"),
    ("get_tuple_element", ["tuple<!stablehlo.future<tensor<f32>>>"], {"index": 0}, [], ["f32"], "I1",
     "operand is tuple<!stablehlo.future<tensor<f32>>>, not all of whose elements are values",
     "pass a tuple of tensors, tokens or tuples as operand"),
    ("sort", ["3xf32"], {"is_stable": "yes"}, "(tensor<f32>, tensor<f32>) -> tensor<i1>", ["3xf32"], "I3",
     'is_stable is "yes", no boolean', "write true or false as is_stable"),
    ("batch_norm_inference", ["2x3xf32", *["3xf32"] * 4], {"epsilon": FloatAttr(0.5, F64), "feature_index": 1}, [],
     ["2x3xf32"], "I6", "epsilon is 0.5 : f64, no float of type f32", "write a float of type f32 as epsilon"),
    ("compare", ["2xf32"] * 2, {"comparison_direction": "EQUAL"}, [], ["2xi1"], "I3",
     'comparison_direction is "EQUAL", none of EQ, NE, GE, GT, LE, LT',
     "write one of EQ, NE, GE, GT, LE, LT as comparison_direction"),
    ("compare", ["2xf32"] * 2, {"comparison_direction": EnumAttr("comparison_direction", "no")}, [], ["2xi1"], "I3",
     "comparison_direction is #stablehlo<comparison_direction no>, none of EQ, NE, GE, GT, LE, LT",
     "write one of EQ, NE, GE, GT, LE, LT as comparison_direction"),
    ("after_all", ["!stablehlo.token", "f32"], {}, [], ["!stablehlo.token"], "I1",
     "inputs[1] is tensor<f32>, no token", "pass a token as inputs[1]"),
    ("async_done", ["f32"], {}, [], ["f32"], "I1", "operand is tensor<f32>, no future",
     "pass a future of a tensor as operand"),
    ("constant", [], {"value": DenseArray(I64, (1,))}, [], ["1xi64"], "I1",
     "value is array<i64: 1>, which has no elements", "write dense<...> with a type as value"),
    ("custom_call", ["f32"], {"call_target_name": 3}, [], ["f32"], "I2", "call_target_name is 3 : i64, no string",
     "write a string as call_target_name"),
    ("custom_call", ["f32"], {"call_target_name": "f", "backend_config": 3}, [], ["f32"], "I4",
     "backend_config is 3 : i64, neither a string nor a dictionary",
     "write a string or a dictionary of attributes as backend_config"),
    ("custom_call", ["f32"], {"call_target_name": "f", "called_computations": (SymbolRef(("a",)), UnitAttr())}, [],
     ["f32"], "I6", "called_computations[1] is unit, no name of a function",
     "write the name of a function, such as @my_function, as called_computations[1]"),
    ("custom_call", ["f32"], {"call_target_name": "f", "called_computations": SymbolRef(("a",))}, [],
     ["f32"], "I6", "called_computations is @a, no list", "write called_computations as a list in brackets"),
    ("custom_call", ["f32"], {"call_target_name": "f", "output_operand_aliases": (ALIAS,)}, [], ["f32"], "I7",
     "output_operand_aliases[0] is #stablehlo.output_operand_alias<output_tuple_indices = [0, a], operand_index ..., "
     "no alias", "let each of #stablehlo.output_operand_alias<...> name an operand, counted from 0, and a part of it "
     "and one of the results that have the same type"),
    ("composite", ["f32"], {"name": "a.b", "decomposition": SymbolRef(("a", "b"))}, [], ["f32"], "I4",
     "decomposition is @a::@b, no name of a function",
     "write the name of a function, such as @my_function, as decomposition"),
    ("composite", ["f32"], {"name": "a.b", "decomposition": "f", "composite_attributes": True}, [], ["f32"], "I3",
     "composite_attributes is true, no dictionary", "write a dictionary of attributes as composite_attributes"),
    ("map", ["2xf32"], {"dimensions": [0]}, [EMPTY], ["2xf32"], "I3", "computation doesn't end in stablehlo.return",
     "end computation in stablehlo.return"),
    ("map", ["2xf32"], {"dimensions": [0]}, [TWICE], ["2xf32"], "I3",
     "computation has a stablehlo.return before its end", "end computation in stablehlo.return"),
    ("map", ["2xf32"], {"dimensions": [0]}, [TWO], ["2xf32"], "I3", "computation has 2 blocks, expected 1",
     "end computation in stablehlo.return"),
    ("map", ["2xf32"], {"dimensions": [0]}, [Region([])], ["2xf32"], "I3", "computation has no block",
     "write operations into it that end in stablehlo.return"),
    ("map", ["2xf32"], {"dimensions": [0]}, [], ["2xf32"], "I3", "region computation is missing",
     "write computation ({ ... stablehlo.return ... })"),
    ("concatenate", ["2xf32", "2xsi8"], {"dimension": 0}, [], ["4xf32"], "I1",
     "inputs[1] is tensor<2xsi8>: StableHLO spells its signed integers i8, not si8",
     "pass a tensor or per-tensor quantized tensor as inputs[1]"),
    ("dynamic_iota", ["1x1xi64"], {"iota_dimension": 0}, [], ["?xf32"], "I1",
     "output_shape is tensor<1x1xi64>, of rank 2, expected 1",
     "pass a 1-dimensional tensor of integer type as output_shape"),
    ("dynamic_iota", ["1xi1"], {"iota_dimension": 0}, [], ["?xf32"], "I1",
     "output_shape is tensor<1xi1>: i1 is the boolean type, no integer",
     "pass a 1-dimensional tensor of integer type as output_shape"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "operands", "attributes", "regions", "results", "label", "message", "fix"), CASES)
def test_what_is_said_of_something_else(name, operands, attributes, regions, results, label, message, fix) -> None:
    found = {one.id: one for one in hl.check_operation(name, operands, attributes, regions, results)}
    one = found[f"{name}.{label}"]
    assert (one.message, one.fix) == (message, fix)
