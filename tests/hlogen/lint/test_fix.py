"""Promises are written where they belong; every other byte stays, and what isn't certain isn't touched."""

from __future__ import annotations

import re

import pytest
from helpers.drawn_indices import draw_program

import hlogen as hl
from hlogen.lint.advice import Advisor
from hlogen.lint.fix import NotFixable, find_fix
from hlogen.lint.text_edits import apply, digest
from hlogen.mlir.writer import to_bytecode, to_text
from hlogen.spec.catalogue import constraints
from hlogen.spec.hazards import hazards

EXAMPLE = hazards()["promise.unset"].example
GENERIC = """\
func.func @main(%input: tensor<6xi32>, %updates: tensor<3xi32>) -> tensor<6xi32> {
  %at = stablehlo.constant dense<[5, 0, 2]> : tensor<3xi64>
  %0 = "stablehlo.scatter"(%input, %at, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %1 = stablehlo.maximum %old, %new {unique_indices = false} : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {unique_indices_of = "unique_indices = false"} : (tensor<6xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}
"""


def fixed(text: str) -> str:
    content = text.encode()
    fix = find_fix(content, "m.mlir")
    assert fix.digest == digest(content)
    return apply(text, fix.edits)


def test_a_flag_is_replaced() -> None:
    assert fixed(EXAMPLE) == EXAMPLE.replace("unique_indices = false", "unique_indices = true")


def test_a_missing_flag_is_added_behind_the_last_attribute() -> None:
    text = EXAMPLE.replace(",\n    unique_indices = false", "  // unique_indices = false")
    assert fixed(text) == text.replace("sorted = false", "sorted = false, unique_indices = true")
    bare = EXAMPLE.replace(",\n    indices_are_sorted = false,\n    unique_indices = false", " // > }")
    assert fixed(bare) == bare.replace("dim = 1> //", "dim = 1>, unique_indices = true //")


def test_promises_of_one_operation_in_another_order() -> None:
    text = GENERIC.replace("[5, 0, 2]", "[0, 2, 5]").replace(
        "unique_indices = false}>", "unique_indices = false, indices_are_sorted = false}>"
    )
    assert fixed(text) == text.replace("= false, indices_are_sorted = false}>", "= true, indices_are_sorted = true}>")


def test_properties_and_lookalikes() -> None:
    assert fixed(GENERIC) == GENERIC.replace("1>, unique_indices = false}>", "1>, unique_indices = true}>")


def test_it_is_done_once() -> None:
    assert fixed(fixed(EXAMPLE)) == fixed(EXAMPLE)
    assert find_fix(fixed(EXAMPLE).encode(), "m.mlir").edits == ()


@pytest.mark.parametrize(
    "change", [lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t, lambda t: "// ü → 中\n" + t]
)
def test_bytes_that_are_not_edited_stay(change) -> None:
    text = change(EXAMPLE)
    assert fixed(text) == text.replace("unique_indices = false", "unique_indices = true")


def test_places_that_the_program_names_itself_do_not_matter() -> None:
    text = EXAMPLE.replace("-> tensor<6xi32>\n  return", '-> tensor<6xi32> loc("model.py":3:4)\n  return')
    assert fixed(text) == text.replace("unique_indices = false", "unique_indices = true")


def test_several_programs_in_one_file() -> None:
    other = hazards()["order.value"].example  # nothing to fix in it
    text = f"{other}\n// -----\n{EXAMPLE}\n// -----\n{EXAMPLE}"
    expected = EXAMPLE.replace("unique_indices = false", "unique_indices = true")
    assert fixed(text) == f"{other}\n// -----\n{expected}\n// -----\n{expected}"


def test_beside_an_invalid_operation() -> None:
    invalid = constraints()["gather.C9"].example.replace("@main", "@other")
    assert fixed(invalid + EXAMPLE) == invalid + EXAMPLE.replace("unique_indices = false", "unique_indices = true")


def test_an_odd_operation_is_left_and_the_others_are_fixed() -> None:
    odd = EXAMPLE.replace("unique_indices = false", "unique_indices = 0 : i1")
    text = f"{odd}\n// -----\n{EXAMPLE}"
    fix = find_fix(text.encode(), "m.mlir")
    wanted = EXAMPLE.replace("unique_indices = false", "unique_indices = true")
    assert apply(text, list(fix.edits)) == f"{odd}\n// -----\n{wanted}"
    line = next(i for i, text in enumerate(odd.splitlines(), 1) if "stablehlo.scatter" in text)
    assert fix.left == ((line, "unique_indices is written in an unusual way"),)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (lambda: to_bytecode(hl.parse(EXAMPLE)), "bytecode"),
        (lambda: b"hello", "can't be read"),
        (lambda: b"\xff\xfe", "can't be read"),
        (lambda: EXAMPLE.encode() + b"// -----\nhello", "can't be read"),
        (lambda: EXAMPLE.replace('"stablehlo.scatter"', '"stablehlo.\\73catter"').encode(), "told apart"),
        (lambda: EXAMPLE.replace("unique_indices = false", "unique_indices = 0 : i1").encode(), "unusual way"),
    ],
)
def test_what_is_not_certain_is_left_alone(content, reason: str) -> None:
    with pytest.raises(NotFixable, match=reason):
        find_fix(content(), "m.mlir")


@pytest.mark.parametrize("seed", range(150))
def test_random_programs_keep_all_but_the_promise(seed: int) -> None:
    module = draw_program(seed).module
    for text in (str(module), to_text(module)):
        edits = find_fix(text.encode(), "m.mlir").edits
        after = apply(text, edits)
        undone = re.sub(r"(?:indices_are_sorted|unique_indices) = (?:true|false)(?:, )?", "", text)
        assert re.sub(r"(?:indices_are_sorted|unique_indices) = (?:true|false)(?:, )?", "", after) == undone
        again = hl.parse(after)
        advisor = Advisor(again)
        ops = [op for op in again.walk() if op.name in ("stablehlo.gather", "stablehlo.scatter")]
        assert not [one for op in ops for one in advisor.on(op) if one.rule == "promise.unset"]
