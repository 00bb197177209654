"""Names in text, also half written; places of editors; and that of a split file only what has changed is checked."""

from __future__ import annotations

import re

import pytest

from hlogen.lint.finding import FileReport, Finding
from hlogen.lsp import known
from hlogen.lsp.checking import Checking
from hlogen.lsp.completion import choices, result_types
from hlogen.lsp.names import Names, outline, signature
from hlogen.lsp.text import Text

LOOP = """\
module @m attributes {a = "%x"} {
  func.func @f(%x: tensor<i32> {a = 1}, %n: tensor<i32>) -> (tensor<i32> {b}) attributes {c = {}} {
    %0:2 = stablehlo.while(%i = %x, %acc = %n) : tensor<i32>, tensor<i32>
     cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %c = stablehlo.add %i, %acc : tensor<i32>  // %acc
      stablehlo.return %c, %acc : tensor<i32>, tensor<i32>
    }
    %1 = "stablehlo.reduce"(%0#1, %x) <{dimensions = array<i64>}> ({
    ^bb0(%i: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %i, %b : tensor<i32>
      "stablehlo.return"(%c) : (tensor<i32>) -> ()
    }) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
}
"""


def uses(text, words, into=0):
    found = Names(text).at(text.index(words) + into)
    return found and [text.count("\n", 0, start) for start, _ in found.uses]


def test_names_are_those_of_their_regions():
    assert uses(LOOP, "%x: ") == [1, 2, 10]
    assert uses(LOOP, "%n)") == [1, 2, 4]
    assert uses(LOOP, "%i = ") == [2, 4, 7]
    assert uses(LOOP, "%acc = ") == [2, 7, 8]
    assert uses(LOOP, "%c = stablehlo.compare") == [4, 5]
    assert uses(LOOP, "%c, %acc") == [7, 8]
    assert uses(LOOP, "%i: ") == [11, 12]
    assert uses(LOOP, "%0#1", into=3) == [2, 10]
    assert uses(LOOP, '"%x"', into=1) is None
    assert Names(LOOP).at(LOOP.index("%n: ")).type == "tensor<i32>"


@pytest.mark.parametrize("half", ["stablehlo.add(%x, ({ ", "}}}", '"open', "(", "%", "%a:99999999999999999999 ="])
def test_half_a_function_leaves_the_others(half):
    before = f"func.func @before(%x: i1) {{\n{half}\n"
    text = f"{before}func.func @f(%x: i1) {{\n  return %x : i1\n}}\n// -----\nfunc.func @f(%x: i1) {{\n return\n}}\n"
    after = text[len(before) :]
    found = Names(text).at(len(before) + after.index("%x :"))
    assert [text.count("\n", 0, start) for start, _ in found.uses] == [2, 3]
    assert [len(one.uses) for one in Names(text).functions] == [1, 1, 1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_places_lead_back(encoding):
    text = Text("äö\r\n😀 x\ry\n\nend", encoding)
    for offset, char in enumerate(text.source):
        if char not in "\r\n":
            assert text.offset(*text.position(offset)) == offset
            assert text.offset_of_place(*text.place(offset)) == offset
    assert text.position(text.source.index("x")) == (1, {"utf-8": 5, "utf-16": 3, "utf-32": 2}[encoding])
    assert text.offset(99, 99) == text.offset(4, 99) == len(text.source)
    assert text.position(text.source.index("y"))[0] == 2


def test_what_is_proved_of_a_value_holds_wherever_its_name_stands(tmp_path):
    text = """\
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %acc = %x) : tensor<i32>, tensor<i32>
   cond {
    %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %c = stablehlo.add %i, %one : tensor<i32>
    %d = stablehlo.add %i, %acc : tensor<i32>
    stablehlo.return %c, %d : tensor<i32>, tensor<i32>
  }
  return %0#0 : tensor<i32>
}
"""
    (tmp_path / "m.mlir").write_text(text)
    names, places = Names(text), Text(text)

    def told(words):
        found = names.at(text.index(words))
        line, column = places.place(found.start)
        said = known.value(str(tmp_path / "m.mlir"), line, column, found.name, found.kind, found.index)
        return said.partition("```\n\n")[2].removeprefix("Proved, for every input:\n\n")

    assert told("%i = ") == "- from 0 to 10"  # 10 ends the loop, in its condition
    assert told("%c = stablehlo.add %i, %one") == "- from 1 to 10"
    assert told("%0:2") == "- always 10"
    assert told("%x: ") == told("%acc = ") == told("%d =") == ""


def test_types_stand_beside_names_where_their_line_has_none():
    assert [type for _, type in result_types(LOOP, 0, len(LOOP))] == ["tensor<i32>"]
    for end in range(len(LOOP)):
        assert len([*result_types(LOOP[:end], 0, end)]) <= 1


def test_of_several_programs_those_that_changed_are_checked(monkeypatch, tmp_path):
    asked = []

    class Worker:
        def __init__(self, module):
            self.time_limit = 0.0

        def check(self, path, name, *, advice, target):
            content = (tmp_path / path).read_text()
            asked.append(content.strip())
            line = content.index("a") and content.count("\n", 0, content.index("a")) + 1
            return FileReport(name, {"add": 1}, [Finding(name, line or 1, 1, "add.C1", "add", "wrong")])

        def close(self):
            pass

    monkeypatch.setattr("hlogen.lsp.checking.Worker", Worker)
    name = str(tmp_path / "m.mlir")
    with Checking() as checking:

        def found(text):
            asked.clear()
            return [(one.line, one.part) for one in checking.findings(name, Text(text))], [*asked]

        assert found("a1\n") == ([(1, None)], ["a1"])
        assert found("a1\n// -----\na2\n") == ([(1, 1), (3, 2)], ["// -----\na2"])
        assert found("a0\n// -----\na2\n") == ([(1, 1), (3, 2)], ["a0"])
        assert found("a0\n// -----\na2\n// -----\n//\n") == ([(1, 1), (3, 2)], [])
        assert found("") == ([], [])


SEVERAL = """\
func.func @f(%x: tensor<i32>, %p: i1) -> tensor<i32> {
  %a, %b:2 = "a.b"(%x) : (tensor<i32>) -> (i1, i2, i3)
  %c = stablehlo.add %x, %x : tensor<i32>
  "a.c"(%b#1) ({
  ^bb0(%k: i4):
    %d = "a.d"(%k) : (i4) -> i5
    "a.e"(%d) : (i5) -> ()
  }, {
    %d = "a.d"() : () -> i6
  }) : (i3) -> ()
  return %c : tensor<i32>
}
func.func private @g(%q: i7)
"""


@pytest.mark.parametrize(
    ("words", "name", "kind", "index", "type", "lines", "shown"),
    [
        ("%x: ", "%x", "argument", 0, "tensor<i32>", [0, 1, 2, 2], ("%x", 0)),
        ("%p: ", "%p", "argument", 0, "i1", [0], ("%p", 0)),
        ("%a,", "%a", "result", 0, "", [1], ("%a", 0)),
        ("%b:2", "%b", "result", 1, "", [1, 3], ("%b", 1)),
        ("%b#1", "%b", "result", 1, "", [1, 3], ("%b#1", 2)),
        ("%k: ", "%k", "argument", 0, "i4", [4, 5], ("%k", 0)),
        ('%d = "a.d"(%k)', "%d", "result", 0, "", [5, 6], ("%d", 0)),
        ('%d = "a.d"()', "%d", "result", 0, "", [8], ("%d", 0)),
        ("@f", "f", "function", 0, "", [0], ("f", 0)),
        ("%q", "%q", "argument", 0, "i7", [12], ("%q", 0)),
    ],
)
def test_what_a_name_names(words, name, kind, index, type, lines, shown):
    names = Names(SEVERAL)
    at = SEVERAL.index(words)
    found = names.at(at)
    assert (found.name, found.kind, found.index, found.type) == (name, kind, index, type)
    assert [SEVERAL.count("\n", 0, start) for start, _ in found.uses] == lines
    assert names.result_at(at, found) == shown
    written = "@" if kind == "function" else ""
    assert {SEVERAL[start:end] for start, end in found.uses} == {written + name}
    assert (found.start, found.end) == found.uses[0]
    assert names.at(at - 1) is not found
    assert names.at(found.end) is found


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ('"a.b"', ["%x", "%p"]),  # what is on its line isn't there yet
        ('"a.c"', ["%x", "%p", "%a", "%b", "%c"]),
        ('"a.e"', ["%k", "%d", "%x", "%p", "%a", "%b", "%c"]),
        ('"a.d"() :', ["%x", "%p", "%a", "%b", "%c"]),
        ("return", ["%x", "%p", "%a", "%b", "%c"]),
    ],
)
def test_what_may_be_named_at_a_place(words, seen):
    assert [one.name for one in Names(SEVERAL).visible(SEVERAL.index(words))] == seen


def test_what_an_operation_without_results_has_inside_knows_nothing_of_the_arguments_before():
    loop = LOOP[LOOP.index("    %0:2") : LOOP.index("    %1 =")]
    inside = '    "a.b"() ({\n      HERE\n    }) : () -> ()\n'
    text = f"func.func @f(%x: tensor<i32>, %n: tensor<i32>) {{\n{loop}{inside}}}\n"
    assert [one.name for one in Names(text).visible(text.index("HERE"))] == ["%x", "%n", "%0"]
    assert [one.name for one in Names(text).visible(text.index("%acc : "))][:2] == ["%i", "%acc"]


def test_heads_and_ends_of_functions():
    heads = ["func.func @f(%x: tensor<i32>, %p: i1) -> tensor<i32>", "func.func private @g(%q: i7)"]
    for end in ("\n", ""):
        text = SEVERAL.rstrip("\n") + end
        assert [signature(text, text.index(name)) for name in ("@f", "@g")] == heads
        functions = [(name, text[start:stop]) for name, start, stop in outline(text)]
        assert functions == [("f", text[: text.index("\nfunc.func private")]), ("g", heads[1])]
    assert signature("// nothing\n", 3) == ""
    assert [*outline("")] == []


@pytest.mark.parametrize(
    ("text", "choices_", "kind"),
    [
        ('%0 = "stablehlo.sort"(%a) <{', ["dimension = ", "is_stable = "], "attribute"),
        ('%0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is', ["dimension = ", "is_stable = "], "attribute"),
        ('%0 = "stablehlo.sort"(%a) <{dimension = ', [], ""),
        ('%0 = "stablehlo.sort"(%a) {', [], ""),
        ('%0 = "stablehlo.nothing"(%a) <{', [], ""),
        ("call ", ["@f", "@g"], "function"),
        ("%0 = func.call @", ["@f", "@g"], "function"),
        ("stablehlo.add %", ["%x", "%p"], "value"),
        ("  ", [], ""),
    ],
)
def test_what_may_stand_at_a_place(text, choices_, kind):
    source = f"func.func @f(%x: tensor<i32>, %p: i1) {{\n  {text}\n}}\nfunc.func private @g()\n"
    at = source.index("\n", source.index(text)) if text.strip() else source.index("{") + 2
    found = [*choices(source, Names(source), at)]
    assert [one.text for one in found] == choices_
    assert {one.kind for one in found} <= {kind}
    begun = re.search(r"[%@]?[\w.$-]*$", source[:at])[0]
    assert {source[one.start : at] for one in found} <= {begun}


def test_operations_go_on_with_what_is_begun():
    source = "func.func @f() {\n  %0 = stablehlo.ga\n}"
    found = {one.text: one for one in choices(source, Names(source), source.index("ga") + 2)}
    assert found["stablehlo.gather"].detail == "operand, start_indices"
    assert found["stablehlo.scatter"].detail == "inputs..., scatter_indices, updates..., update_computation"
    assert {one.start for one in found.values()} == {source.index("stablehlo.ga")}


@pytest.mark.parametrize(
    ("place", "covered"),
    [
        ((2, 6, 9), "abc"),
        ((2, 6, None), "a"),
        ((2, 6, 99), "abc de"),
        ((2, 99, None), ""),
        ((2, None, None), "ü = abc de"),
        ((None, None, None), "first"),
        ((3, 1, 3), "  "),
        ((3, None, None), "x"),
        ((9, 1, 2), ""),
    ],
)
def test_where_a_finding_stands(place, covered):
    text = Text("first\n ü = abc de\r\n   x\n")
    line, column, end = place
    start, stop = text.span(Finding("m.mlir", line, column, "add.C1", None, "", end_column=end))
    assert text.source[start:stop] == covered


def test_programs_of_a_text_stand_where_they_do():
    source = "// head\n\na\nb\n// -----\n// nothing\n// -----\nc"
    text = Text(source)
    assert [source[part.start :] for part in text.parts] == [source, "// -----\nc"]
    for part in text.parts:
        content = part.content.decode()
        at = content.index("c" if "c" in content and "a" not in content.replace("head", "") else "a\n")
        assert source[at + part.shift] == content[at]
    assert [text.part_at(source.index(what)).content.strip()[-1:] for what in ("head", "b\n", "nothing", "c")] == [
        *(b"b", b"b", b"b", b"c")]  # fmt: skip
    assert [text.part_at(part.start) for part in text.parts] == text.parts
    assert text.part_at(text.parts[1].start - 1) == text.parts[0]
    assert Text("").part_at(0) is None
