"""Names in text, also half written; places of editors; and that of a split file only what has changed is checked."""

from __future__ import annotations

import pytest

from hlogen.lint.finding import FileReport, Finding
from hlogen.lsp import known
from hlogen.lsp.checking import Checking
from hlogen.lsp.completion import result_types
from hlogen.lsp.names import Names
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
