"""Programs that can't be read, each with one thing that is wrong: it is told once, and the rest is checked."""

from __future__ import annotations

import pytest

from hlogen.lint.report import report
from hlogen.mlir.reader import parts

SLICE = "%s = stablehlo.slice %a [0:5] : (tensor<2xf32>) -> tensor<5xf32>"
ABS = "%0 = stablehlo.abs %a : tensor<2xf32>"
REDUCE = """%0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %in = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %in : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>"""


def function(*lines: str, name: str = "main", end: str = "return") -> str:
    body = "\n  ".join([*lines, end])
    return f"func.func @{name}(%a: tensor<2xf32>, %i: tensor<f32>) {{\n  {body}\n}}\n"


def findings(text: str, tmp_path) -> list[tuple[str, int, int]]:
    path = tmp_path / "m.mlir"
    path.write_bytes(text.encode())
    told = [finding for answer in report(str(path), "m.mlir") for finding in answer.get("findings", ())]
    return [(finding["rule"], finding["line"], finding["column"]) for finding in told]


@pytest.mark.parametrize(
    ("lines", "rule", "line", "column"),
    [
        (["%1 = stablehlo.add %0, %a : tensor<2xf32>", ABS], "program.order", 2, 22),
        (["%0 = stablehlo.add %0, %a : tensor<2xf32>"], "program.order", 2, 22),
        (["%0 = stablehlo.floor %zz : tensor<2xf32>"], "program.undefined", 2, 24),
        ([REDUCE, "%1 = stablehlo.abs %in : tensor<f32>"], "program.undefined", 7, 22),
        ([ABS, ABS], "program.names", 3, 3),
        (["%0 = stablehlo.abs %a : tensor<3xf32>", "%1 = stablehlo.abs %0 : tensor<2xf32>"], "program.types", 2, 22),
        (["%0 = stablehlo.foo %a : tensor<2xf32>", "%1 = stablehlo.abs %0 : tensor<2xf32>"], "program.unknown", 2, 8),
        (['%0 = stablehlo.foo %a, dims = [1], "x" : (tensor<2xf32>) -> tensor<3xf32>'], "program.unknown", 2, 8),
        (['%0 = "stablehlo.foo"(%a) : (tensor<2xf32>) -> tensor<3xf32>'], "program.unknown", 2, 8),
        (["%0 = mhlo.abs %a : tensor<2xf32>"], "program.unknown", 2, 8),
        (["%0 = stablehlo.sort %a : tensor<2xf32>"], "parse", 2, 8),
        (["%0 = stablehlo.slice %a [0:1 : (tensor<2xf32>) -> tensor<1xf32>"], "parse", 2, 34),
        (['%0 = "stablehlo.abs"(%a : (tensor<2xf32>) -> tensor<2xf32>'], "parse", 2, 26),
        (["%0 = stablehlo.abs %a : tensor<2xf32", "%1 = stablehlo.abs %0 : tensor<2xf32>"], "parse", 2, 39),
        (["%0 = stablehlo.constant dense<1> : tensor<2xi5>"], "constant.O1", 2, 8),
        (["%0 = stablehlo.constant dense<1> : tensor<2xfoo>"], "parse", 2, 47),
    ],
)  # fmt: skip
def test_one_mistake_in_an_operation_is_one_finding(lines, rule, line, column, tmp_path) -> None:
    text = function(*lines, SLICE)
    slices = text[: text.index("%s = ")].count("\n") + 1
    assert findings(text, tmp_path) == [(rule, line, column), ("slice.C3", slices, 8)]


@pytest.mark.parametrize(
    ("line", "uses"),
    [
        ("%0 = stablehlo.select %p, %a %a : tensor<2xi1>, tensor<2xf32>", ["%0 : tensor<2xf32>"]),
        ("%0 = stablehlo.foo %p, %i, %a : tensor<2xi1>, tensor<f32>, tensor<2xf32>", ["%0 : tensor<2xf32>"]),
        ("%0 = stablehlo.foo %p, %a : (tensor<2xi1>, tensor<2xf32>) -> tensor<f32>", ["%0 : tensor<f32>"]),
        ("%0 = chlo.foo %p, %i : tensor<2xi1>, tensor<f32> -> tensor<2xf32>", ["%0 : tensor<2xf32>"]),
        ("%0:2 = stablehlo.optimization_barrier %a %i : tensor<2xf32>, tensor<f32>",
         ["%0#0 : tensor<2xf32>", "%0#1 : tensor<f32>"]),
        ("%0:2 = stablehlo.foo %p, %i, %a : tensor<2xi1>, tensor<f32>, tensor<2xf32>",
         ["%0#0 : tensor<f32>", "%0#1 : tensor<2xf32>"]),
        ("%0:2 = stablehlo.foo %p : (tensor<2xi1>) -> (tensor<f32>, tensor<2xf32>)",
         ["%0#0 : tensor<f32>", "%0#1 : tensor<2xf32>"]),
        ("%0, %1 = stablehlo.foo %a : tensor<2xf32>", ["%0 : tensor<2xf32>", "%1 : tensor<2xf32>"]),
    ],
)  # fmt: skip
def test_the_results_of_what_cannot_be_read_are_of_the_types_in_its_end(line: str, uses: list[str], tmp_path) -> None:
    makes_p = "%p = stablehlo.compare EQ, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>"
    lines = [f"%u{number} = stablehlo.floor {use}" for number, use in enumerate(uses)]
    assert [line for _, line, _ in findings(function(makes_p, line, *lines), tmp_path)] == [3]


ADD = "%1 = stablehlo.add %0, %a : tensor<2xf32>"
UNDEFINED = "name one that is there, or define it before"
APART, ELSEWHERE = "give one of them, and what uses it, another name", "give one of them another name"
IN_FRONT = "write the operation that defines it in front of those that use it"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (function(ADD, ABS), [("%0 is used before it is defined, at m.mlir:3:3", IN_FRONT)]),
        (function("%0 = stablehlo.add %0, %a : tensor<2xf32>"), [("%0 is used by what defines it", IN_FRONT)]),
        (function("%0 = stablehlo.floor %zz : tensor<2xf32>"), [("there is no value %zz", UNDEFINED)]),
        (function(REDUCE, "%1 = stablehlo.abs %in : tensor<f32>"),
         [("there is no value %in here: the one at m.mlir:4:5 is defined for its region alone",
           "return it from the region, or use another value than %in")]),
        # Of several each is told by its own name, whatever it was given meanwhile.
        (function(ABS, ABS, ABS),
         [(f"there is another value %0 already, at m.mlir:{line}:3", APART) for line in (2, 3)]),
        (function("%0, %0 = stablehlo.optimization_barrier %a, %a : tensor<2xf32>, tensor<2xf32>"),
         [("there is another value %0 already, at m.mlir:2:3", APART)]),
        (function(ADD, ABS, ABS, "%2 = stablehlo.abs %1 : tensor<3xf32>"),
         [("%0 is used before it is defined, at m.mlir:3:3", IN_FRONT),
          ("there is another value %0 already, at m.mlir:3:3", APART),
          ("%1 is used as tensor<3xf32>, but it is tensor<2xf32>",
           "write tensor<2xf32>, or use a value that is tensor<3xf32>")]),
        (function(ABS, ABS, "%1 = stablehlo.abs %0 : tensor<3xf32>", "%2 = stablehlo.abs %0 : tensor<4xf32>"),
         [("there is another value %0 already, at m.mlir:2:3", APART),
          *((f"%0 is used as tensor<{size}xf32>, but it is tensor<2xf32>",
             f"write tensor<2xf32>, or use a value that is tensor<{size}xf32>") for size in (3, 4))]),
        (function(name="f") * 3, [("there is another @f already, at m.mlir:1:1", ELSEWHERE)] * 2),
        (function(name='"f g"') * 2, [("there is another @f g already, at m.mlir:1:1", ELSEWHERE)]),
        (function().replace("%i: ", "%a: "), [("there is another argument %a already, at m.mlir:1:17", ELSEWHERE)]),
        (function("%0 = stablehlo.foo %a : tensor<2xf32>"),
         [("StableHLO has no operation foo; did you mean stablehlo.floor?", None)]),
        (function("%0 = mhlo.abs %a : tensor<2xf32>"),
         [("there is no operation mhlo.abs; did you mean stablehlo.abs?", None)]),
        (function("%0 = stablehlo.sort %a : tensor<2xf32>"),
         [("stablehlo.sort has no short form, only the generic one",
           'write "stablehlo.sort"(operands) {attributes} : (types of operands) -> types of results')]),
        (function("%0 = stablehlo.constant dense<1> : tensor<2xi5>"),
         [("output is tensor<2xi5>, whose element type isn't StableHLO's", None)]),
        (function(ABS, end="", name="h"),
         [("the body of @h doesn't end in a return", "end it in return, with what the function gives")]),
        (function(end="", name="h") + function(end="", name="h"),
         [*[("the body of @h doesn't end in a return", "end it in return, with what the function gives")] * 2,
          ("there is another @h already, at m.mlir:1:1", ELSEWHERE)]),
        (function(ABS, name="f").replace("\n}", "") + function(name="g"),
         [("the body of @f has no closing }", "write } behind it")]),
        (f"module {{\n{function()}", [("this { isn't closed", "write } behind what is inside")]),
        (f"module {{\nmodule {{\n{function()}",
         [("this { and 1 more aren't closed", "write } behind what is inside")]),
        (f"{function()}}}\n", [("this } closes nothing", "take it out, or write { in front of what it closes")]),
    ],
)  # fmt: skip
def test_what_is_told_of_a_mistake(text: str, told: list[tuple[str, str | None]], tmp_path) -> None:
    path = tmp_path / "m.mlir"
    path.write_text(text)
    found = [finding for answer in report(str(path), "m.mlir") for finding in answer.get("findings", ())]
    assert [(finding["message"], finding["fix"]) for finding in found] == told


def test_functions_of_one_name(tmp_path) -> None:
    assert findings(function(SLICE) * 3, tmp_path) == [
        ("slice.C3", 2, 8),
        ("program.names", 5, 1),
        ("slice.C3", 6, 8),
        ("program.names", 9, 1),
        ("slice.C3", 10, 8),
    ]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("%0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"
         " reducer(%x: tensor<f32>, %x: tensor<f32>) {\n    stablehlo.return %x : tensor<f32>\n  }", 27),
        (REDUCE.replace("%y", "%x"), 25),
    ],
)  # fmt: skip
def test_arguments_of_one_name(line: str, column: int, tmp_path) -> None:
    text = function(line, SLICE)
    slices = text[: text.index("%s = ")].count("\n") + 1
    assert findings(text, tmp_path) == [("program.names", 3, column), ("slice.C3", slices, 8)]


def test_parameters_of_one_name(tmp_path) -> None:
    text = function(SLICE).replace("%i: ", "%a: ")
    assert findings(text, tmp_path) == [("program.names", 1, 36), ("slice.C3", 2, 8)]


def test_what_stands_in_for_a_value_is_no_operation_of_the_program(tmp_path) -> None:
    odd = "tensor<2x!quant.uniform<i8:f32, -0.5>>"
    text = function(f"%0 = stablehlo.abs %a : {odd.replace('-0.5', '0.5:300')}")
    assert findings(text, tmp_path) == [("quantized_element_type.C7", 2, 8), ("program.types", 2, 22)]
    constant = f"%0 = stablehlo.constant() {{value = dense<1> : tensor<2xi8>}} : () -> {odd}"
    assert findings(function(constant, SLICE), tmp_path) == [("parse", 2, 107), ("slice.C3", 3, 8)]


def test_functions_without_an_end(tmp_path) -> None:
    text = function(SLICE, end="") + function(end="", name="g") + function(ABS, end="", name="h")
    assert findings(text, tmp_path) == [
        ("program.end", 1, 1),
        ("slice.C3", 2, 8),
        ("program.end", 5, 1),
        ("program.end", 8, 1),
    ]


@pytest.mark.parametrize("around", [False, True])
def test_a_function_that_is_not_closed_costs_no_other(around: bool, tmp_path) -> None:
    text = function(ABS, name="f").replace("\n}", "") + function(SLICE, name="g") + function(SLICE, name="h")
    text = f"module {{\n{text}}}" if around else f"\n{text}"
    assert findings(text, tmp_path) == [("parse", 2, 1), ("slice.C3", 6, 8), ("slice.C3", 10, 8)]


def test_brackets_that_are_missing_or_too_many(tmp_path) -> None:
    text = function(SLICE)
    assert findings(f"module {{\n{text}", tmp_path) == [("parse", 1, 8), ("slice.C3", 3, 8)]
    assert findings(f"{text}}}\n{text.replace('@main', '@g')}", tmp_path) == [
        ("slice.C3", 2, 8), ("parse", 5, 1), ("slice.C3", 7, 8),
    ]  # fmt: skip
    broken = function(REDUCE.replace("  })", "  )"), name="f")
    assert [rule for rule, *_ in findings(broken + text, tmp_path)] == ["parse", "slice.C3"]
    broken = function(name="f").replace(") {", " {")
    assert [rule for rule, *_ in findings(broken + text, tmp_path)] == ["parse", "slice.C3"]


def test_a_call_that_finds_nothing_has_a_line(tmp_path) -> None:
    """Also where a function of that name is in another module."""
    inner = function("call @g(%a) : (tensor<2xf32>) -> ()", name="f")
    other = function(name="g").replace(", %i: tensor<f32>", "")
    text = f"module {{\nmodule @inner {{\n{inner}}}\n{other}}}\n"
    assert findings(text, tmp_path) == [("upstream.func.call", 4, 3)]


def test_what_is_no_program_is_one_finding(tmp_path) -> None:
    script = 'import numpy\nfrom hlogen import run\nprogram = "func.func @main() { return }"\n'
    assert [rule for rule, *_ in findings(script, tmp_path)] == ["parse"]
    literal = "%0 = stablehlo.constant dense<[\n    e<[\n    e<[\n    1]> : tensor<1xi64>"
    assert findings(function(literal, SLICE), tmp_path) == [("parse", 3, 5), ("slice.C3", 6, 8)]


def test_near_names_of_operations() -> None:
    (part,) = parts(function("%0 = stablehlo.sbtract %a, %a : tensor<2xf32>"))
    (error,) = part.read_rest()[1]
    assert "StableHLO has no operation sbtract; did you mean stablehlo.subtract?" in str(error)


def test_each_place_is_shown_once() -> None:
    (part,) = parts("func.func @f(%a: tensor<2xf32>) {\n  " + SLICE + "\n  what\n}")
    with pytest.raises(Exception, match="what") as error:
        part.read()
    assert str(error.value).count("what") <= 3
    assert "limit index" not in str(error.value)


def test_lines_end_in_whatever_ends_them(tmp_path) -> None:
    text = function("// a comment", SLICE)
    assert findings(text, tmp_path) == [("slice.C3", 3, 8)]
    for end in ("\r", "\r\n"):
        assert findings(text.replace("\n", end), tmp_path) == [("slice.C3", 3, 8)]


def test_a_type_of_a_signature_is_told_at_its_line(tmp_path) -> None:
    odd = "tensor<1x5x2x!quant.uniform<i8:f32:10, {0.1:-30, 0.1:-30}>>"
    text = f"// a comment\nfunc.func @f(\n  %x: tensor<2xf32>,\n  %y: {odd}\n) {{\n  return\n}}\n"
    assert findings(text, tmp_path) == [("quantized_element_type.C12", 4, 7)]


def test_after_fifty_it_is_said_that_the_rest_is_not_read() -> None:
    lines = "".join(f"  %v{at} = stablehlo.foo{at} %a : tensor<2xf32>\n" for at in range(60))
    (part,) = parts(f"func.func @f(%a: tensor<2xf32>) {{\n{lines}  return\n}}\n", verify=False)
    _, errors = part.read_rest()
    assert len(errors) == 51
    assert "the file is read no further: 50 things have to be mended first" in str(errors[-1])
