"""Names are those of the text; of a program without one, those that MLIR prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hlogen as hl
import interpreter
from hlogen.mlir import writer
from interpreter.execution.names import Names, Selection

ROOT = Path(__file__).parents[3]
_DEFINED = re.compile(r"^\s*(%[\w$.-]+(?:, %[\w$.-]+)*)(?::\d+)? = ", re.M)


def names_of(module, depth=9):
    named = (named for _, named in Names(interpreter.load(module).plan).operations())
    return [one.name for one in named if one.name and one.depth <= depth]


@pytest.mark.parametrize("path", sorted((ROOT / "golden" / "real").glob("*.mlir")), ids=lambda path: path.stem)
def test_names_are_those_of_the_text(path):
    """All but those in regions that a text may leave out, and what it calls the first of several results."""
    module, text = hl.parse(path), path.read_text()
    lines = text.splitlines()
    checked = 0
    for op, named in Names(interpreter.load(module).plan).operations():
        defined = _DEFINED.match(lines[op.location.line - 1])
        if named.depth == 0 and defined:
            assert named.name in defined[1].split(", ")
            checked += 1
    assert checked > 3


@hl.function("4xf32", "i32", name="main")
def built(x, n):
    def step(i, s):
        return i + 1, s * 2.0 + 1.0

    _, total = hl.while_([hl.constant(0, "i32"), x], lambda i, s: i < n, step)
    return hl.log(total) - 3.0, n + 4


def test_what_has_no_text_is_called_as_mlir_prints_it():
    text = writer.to_text(built)
    printed = _DEFINED.findall(text)
    assert sorted(names_of(built.module)) == sorted(printed)


TEXT = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %7:2 = stablehlo.optimization_barrier %x, %0 : tensor<4xf32>, tensor<4xf32>
  %sum = stablehlo.add %7#1, %x : tensor<4xf32>
  %9 = stablehlo.log %sum : tensor<4xf32>
  return %9 : tensor<4xf32>
}
"""


def test_numbers_are_those_that_the_text_gives():
    names = Names(interpreter.load(hl.parse(TEXT)).plan)
    assert names_of(hl.parse(TEXT)) == ["%0", "%7", "%sum", "%9"]
    (barrier,) = (op for op, named in names.operations() if named.name == "%7")
    assert [names.of(value) for value in barrier.results] == ["%7#0", "%7#1"]
    assert names.of(barrier.operands[0]) == "%x"


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("%7", ["%7"]),
        ("%7#1", ["%7"]),
        ("log", ["%9"]),
        ("stablehlo.log", ["%9"]),
        (":4", ["%sum"]),
        ("-:4", ["%sum"]),
        ("-:4:10", ["%sum"]),
        (":4:1", []),
        ("%1", []),
        ("lo", []),
    ],
)
def test_operations_are_selected(what, found):
    names = Names(interpreter.load(hl.parse(TEXT)).plan)
    selection = Selection([what])
    assert [named.name for op, named in names.operations() if (op, named.name) in selection] == found
    if not found:
        with pytest.raises(hl.UsageError, match=r"no operation of the program is .*; there are "):
            selection.require(names)


@pytest.mark.parametrize(("count", "more"), [(12, ""), (13, " and 1 more"), (40, " and 28 more")])
@pytest.mark.parametrize("what", ["%nope", "nope.mlir:3"])
def test_of_many_names_the_first_are_said_and_the_others_counted(what, count, more):
    lines = [f"%n{number} = stablehlo.abs %x : tensor<f32>" for number in range(count)]
    text = "\n".join(["func.func @main(%x: tensor<f32>) {", *lines, "return", "}"])
    names = Names(interpreter.load(hl.parse(text)).plan)
    with pytest.raises(hl.UsageError) as error:
        Selection([what]).require(names)
    said = str(error.value).partition("; ")[2].splitlines()[0]
    places = [f"-:{number + 2}:{6 + len(str(number))}" for number in range(12)]
    shown = [f"%n{number}" for number in range(12)] if what.startswith("%") else places
    assert said == f"there are {', '.join(shown)}{more}"


@pytest.mark.parametrize("wrong", ["", " ", 5, None])
def test_a_selection_is_of_words(wrong):
    with pytest.raises(hl.UsageError, match="name an operation by its result"):
        Selection([wrong])
