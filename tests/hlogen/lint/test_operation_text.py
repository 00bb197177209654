"""The parts of an operation are found in its text, in either form, whatever operation it is."""

from __future__ import annotations

import pytest
from helpers.valid_operations import examples, the_operation

from hlogen.ir import DenseArray, Operation, parse_type
from hlogen.ir.attributes import UnitAttr
from hlogen.ir.printer import generic_text
from hlogen.ir.types import I64
from hlogen.lint.fix import _Look
from hlogen.lint.operation_text import FunctionResults, OperationText, Span, entries, function_results
from hlogen.mlir.reader import read

# In their short form these write fewer types, or more values, than they have operands.
WITHOUT_TYPES_OF_OPERANDS = {"stablehlo.complex", "stablehlo.tuple", "stablehlo.while"}
# And these have lists in forms of their own.
LISTS_OF_OTHER_FORMS = {"stablehlo.slice", "stablehlo.convolution"}


def found(text: str) -> tuple[Operation, OperationText]:
    module = read(text)
    op, _ = the_operation(module)
    look = _Look(text, "-", module, [])
    place = op.location
    assert place is not None
    return op, OperationText(text, look.offset(place.line, place.column), op.name)


def test_generic_forms() -> None:
    for texts in examples().values():
        for short in texts:
            text = generic_text(read(short))
            op, written = found(text)
            types = written.types()
            assert types is not None, text
            operands, results = ([str(value.type) for value in of] for of in (op.operands, op.results))
            assert [text[span.start : span.end] for span in types.operands] == operands, text
            assert [text[span.start : span.end] for span in types.results] == results, text
            names = [text[at:].partition(",")[0].partition(")")[0] for at in written.operands()]
            assert all(name.startswith("%") for name in names)
            assert len(names) == len(op.operands), text
            for name, value in op.attributes.items():
                span = written.value(name)
                if isinstance(value, UnitAttr):
                    assert span is None
                    continue
                assert span is not None, (name, text)
                told = text[span.start : span.end]
                assert read(f"module attributes {{a.b = {told}}} {{}}").attributes == {"a.b": value}, (name, text)
            opened = written.dictionaries()
            assert {name for at in opened for name, *_ in entries(text, at)} == {*op.attributes}


def test_short_forms() -> None:
    seen = 0
    for name, texts in examples().items():
        for text in texts:
            if name == "stablehlo.reduce":  # which upstream places behind its operands
                continue
            op, written = found(text)
            types = written.types()
            assert types is not None, text
            operands, results = ([value.type for value in of] for of in (op.operands, op.results))
            assert [parse_type(text[span.start : span.end]) for span in types.results] == results, text
            if written.is_generic or name not in WITHOUT_TYPES_OF_OPERANDS:
                assert [parse_type(text[span.start : span.end]) for span in types.operands] == operands, text
            for attribute, value in op.attributes.items():
                is_list = isinstance(value, DenseArray) and value.element_type == I64
                if is_list and (written.is_generic or name not in LISTS_OF_OTHER_FORMS):
                    listed = [text[span.start : span.end] for span in written.numbers(attribute)]
                    assert [*map(int, listed)] == [*value.values] or listed == [], (attribute, text)
                    seen += bool(listed)
    assert seen > 10


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{a = 1, "b.c" = [1, {d = ","}], e}', {"a": "a = 1", "b.c": '"b.c" = [1, {d = ","}]', "e": "e"}),
        ("{a = dense<[1, 2]> : tensor<2xi64>  , b = @f // c = 3, {\n}",
         {"a": "a = dense<[1, 2]> : tensor<2xi64>", "b": "b = @f"}),
        ("{a = (i1, i2) -> i3, b = #x.y<a = [1], b>}", {"a": "a = (i1, i2) -> i3", "b": "b = #x.y<a = [1], b>"}),
        ("{}", {}),
        ("{a = 1", {}),
        ("(a = 1)", {}),
    ],
)  # fmt: skip
def test_entries(text: str, expected: dict[str, str]) -> None:
    assert {name: text[start:end] for name, start, end in entries(text, 0)} == expected


def test_a_part_of_an_attribute_is_found_where_there_is_one() -> None:
    none = '"a.b"(%x) {n = array<i64>, m = array<i64: 64>} : (i1) -> i1'
    spans = [OperationText(none, 0, "a.b").numbers(name) for name in ("n", "m")]
    assert [[none[span.start : span.end] for span in of] for of in spans] == [[], ["64"]]
    line = '"a.b"(%x) {n = #y<b = [1, -2], c = 3, d = []>, m = [7], k = dense<[4, 5]> : tensor<2xi64>} : (i1) -> i1'
    written = OperationText(line, 0, "a.b")

    def numbers(name: str) -> list[str]:
        return [line[span.start : span.end] for span in written.numbers(name)]

    assert (numbers("b"), numbers("c"), numbers("d"), numbers("m"), numbers("k"), numbers("z")) == (
        ["1", "-2"], ["3"], [], ["7"], ["4", "5"], [])  # fmt: skip
    twice = OperationText(line.replace("c = 3", "b = 3"), 0, "a.b")
    assert twice.value("b") is None
    span = written.value("b")
    assert span is not None
    assert line[span.start : span.end] == "[1, -2]"
    with pytest.raises(ValueError, match=r"a\.c"):
        OperationText(line, 0, "a.c")


@pytest.mark.parametrize(
    ("written", "opened"),
    [
        ("stablehlo.abs %x", []),
        ("stablehlo.abs %x {a = 1}", ["{a = 1}"]),
        ("stablehlo.slice %x [0:1] {a = {b = 2}}", ["{a = {b = 2}}"]),
        ('"stablehlo.abs"(%x)', []),
        ('"stablehlo.abs"(%x) {a = {b = 2}}', ["{a = {b = 2}}"]),
        ('"stablehlo.abs"(%x) <{a = {b = 2}}>', ["{a = {b = 2}}"]),
        ('"stablehlo.abs"(%x) <{a = 1}> ({\n}) {b = 2}', ["{a = 1}", "{b = 2}"]),
    ],
)
def test_attributes_of_the_operation_behind_are_not_its_own(written: str, opened: list[str]) -> None:
    text = f'{written} : i1 -> i2\n  "a.b"(%y) {{c = 3}} : (i3) -> i4\n  func.func @g() {{\n  }}\n'
    name = "stablehlo.slice" if "slice" in written else "stablehlo.abs"
    places = OperationText(text, 0, name).dictionaries()
    assert [text[at : at + len(braces)] for at, braces in zip(places, opened, strict=True)] == opened


@pytest.mark.parametrize(
    ("head", "types"),
    [
        ("func.func @f(%x: i1) -> i2 {", ["i2"]),
        (
            "func.func private @f(%x: i1 {a = 1}) -> (i2, tensor<2x!a.b<c>>) attributes {b} {",
            ["i2", "tensor<2x!a.b<c>>"],
        ),
        ("func.func @f() -> (i2 {a = 1, b = {}}, i3) {", ["i2", "i3"]),
        ("func.func @f() -> () {", []),
        ("func.func @f() // -> i7\n  {", []),
        ("func.func @f() {", []),
    ],
)
def test_what_a_function_gives(head: str, types: list[str]) -> None:
    other = "func.func @g() -> i9 {\n  return\n}\n"
    text = f"{other}{head}\n  return\n}}\n"
    at = function_results(text, "f")
    assert at is not None
    assert [text[span.start : span.end] for span in at.types] == types
    assert text[: at.place] == other + head[: head.index(")", head.index("(%") if "(%" in head else 0) + 1]
    assert function_results(text, "h") is None
    assert function_results(text + text, "f") is None
    assert function_results("func.func private @f() -> i1\n", "f") is None
    assert function_results(other, "g") == FunctionResults([Span(18, 20)], 14)
