"""Promises are written where they belong; every other byte stays, and what isn't certain isn't touched."""

from __future__ import annotations

import random
import re

import pytest
from helpers.drawn_indices import draw_program
from helpers.report_forms import edited

import hlogen as hl
from hlogen.lint.advice import Advisor
from hlogen.lint.finding import FileReport, KnownFix
from hlogen.lint.fix import find_fix, known_fixes
from hlogen.lint.fixes import NotFixable
from hlogen.lint.process import _Found
from hlogen.lint.report import report
from hlogen.lint.text_edits import Edit, Fitting, apply, composed, digest
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


def test_two_missing_flags_are_added_together() -> None:
    bare = GENERIC.replace("[5, 0, 2]", "[0, 2, 5]").replace(", unique_indices = false}> ({", "}> ({")
    assert fixed(bare) == bare.replace("dim = 1>}", "dim = 1>, indices_are_sorted = true, unique_indices = true}")


def test_a_comment_keeps_the_rules_that_it_hides() -> None:
    hidden = "  // hlogen: ignore[abs.C1, slice.C3]\n  %0"
    text = SLICE.replace("1:4:2", "1:5:2").replace("  %0", hidden)
    assert fixed(text) == text.replace("abs.C1, slice.C3", "slice.C3")


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
    above = f"{EXAMPLE}\n// -----\n"
    ((line_behind, _),) = find_fix(f"{above}{odd}".encode(), "m.mlir").left
    assert line_behind == line + above.count("\n")  # those of the file
    escaped = EXAMPLE.replace('"stablehlo.scatter"', '"stablehlo.\\73catter"')
    fix = find_fix(f"{escaped}\n// -----\nhello\n// -----\n{EXAMPLE}".encode(), "m.mlir")
    assert fix.left == ((line, "the operation can't be found for certain"),)
    assert [edit.new for edit in fix.edits] == ["true"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (lambda: to_bytecode(hl.parse(EXAMPLE)), "bytecode"),
        (lambda: b"\xff\xfe", "can't be read"),
    ],
)
def test_what_is_not_certain_is_left_alone(content, reason: str) -> None:
    with pytest.raises(NotFixable, match=reason):
        find_fix(content(), "m.mlir")


GATHER = """\
func.func @main(%x: tensor<2x3x4x2xi32>, %at: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  %0 = "stablehlo.gather"(%x, %at) {
    dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [2, 3],
      start_index_map = [2, 1], index_vector_dim = 3>,
    slice_sizes = array<i64: 2, 2, 1, 1>
  } : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return %0 : tensor<2x2x3x2x2xi32>
}
"""
BATCHED = """\
func.func @main(%x: tensor<2x3x4xi32>, %at: tensor<3x2x1xi64>) -> tensor<3x2x2xi32> {
  %0 = "stablehlo.gather"(%x, %at) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1],
      start_indices_batching_dims = [1, 0], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 2>
  }> : (tensor<2x3x4xi32>, tensor<3x2x1xi64>) -> tensor<3x2x2xi32>
  return %0 : tensor<3x2x2xi32>
}
"""
SMALL = """\
func.func private @main(%x: tensor<3x4xf32>) -> tensor<4x3xf32> {
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>, a = [1, 2]} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.abs %0 : tensor<4x3xf32>  // : tensor<3x4xf32>
  return %1 : tensor<4x3xf32>
}
"""
PUBLIC = SMALL.replace("private ", "")
NOTHING = "func.func @main(%x: tensor<3xf32>) {\n  %0 = stablehlo.abs %x : tensor<3xf32>\n  return\n}\n"
SLICE = """\
func.func @main(%x: tensor<3x4xf32>) {
  %0 = stablehlo.slice %x [0:3, 1:4:2] : (tensor<3x4xf32>) -> tensor<3x2xf32>
  return
}
"""
REDUCE = """\
func.func @main(%x: tensor<3x4xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
KINDS = """\
func.func @main(%x: tensor<3x4xf32>, %s: tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xi32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 2.0 : f32, feature_index = 0 : i64}>
    : (tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3x4xf32>
  %2 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
  return %0, %1, %2 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xi32>
}
"""
DYNAMIC = """\
func.func private @main(%x: tensor<?xf32>, %p: tensor<5xi1>, %y: tensor<5xf32>)
    -> (tensor<5xf32> {x.a = 1, x.b = [2]}, tensor<5xf32>) {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<5xf32>
  %1 = stablehlo.select %p, %0, %y : tensor<5xi1>, tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}
"""
SPLAT = """\
func.func @main(%x: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
"""
PARTS = """\
func.func @main(%x: tensor<3x4xf32>) -> tensor<1x2xf32> {
  %0 = "stablehlo.slice"(%x) {start_indices = array<i64: 1, 0>, limit_indices = array<i64: 3, 4>,
    strides = array<i64: 2, 2>} : (tensor<3x4xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
"""
SCALAR = SPLAT.replace("<i64: 1>", "<i64>").replace("<3x", "<")
REVERSE = (SMALL.replace("transpose", "reverse").replace("permutation", "dimensions").replace("1, 0", "0, 1")).replace(
    "3x4", "4x3"
)
SHORT = "func.func @main(%x: tensor<3xf32>) { %0 = stablehlo.abs %x {a = {b = 1}, c = 2} : tensor<3xf32> return }\n"
# What mends what: the program as it should be, what is wrong in it instead, and whether only a guess mends that.
MENDED = [
    (GATHER, "collapsed_slice_dims = [2, 3]", "collapsed_slice_dims = [3, 2]", True),
    (GATHER, "offset_dims = [3, 4]", "offset_dims = [4, 3]", False),
    (
        BATCHED,
        "[0, 1],\n      start_indices_batching_dims = [1, 0]",
        "[1, 0],\n      start_indices_batching_dims = [0, 1]",
        True,
    ),
    (SMALL, "array<i64: 1, 0>", "dense<[1, 0]> : tensor<2xi64>", True),
    (SMALL, "array<i64: 1, 0>", "array<i64: 1, 0>, permutation = array<i64: 1, 0>", True),
    (SMALL, "%0 = ", "%0:2 = ", True),
    (SMALL, "abs %0 : tensor<4x3xf32>", "abs %0 : tensor<3x4xf32>", True),
    (SMALL, "return %1 : tensor<4x3xf32>", "return %1 : tensor<3x4xf32>", True),
    (SMALL, "-> tensor<4x3xf32> {", "-> tensor<3x4xf32> {", True),
    (SMALL, "tensor<4x3xf32>", "tensor<3x4xf32>", True),  # everywhere but in the comment
    (PUBLIC, "-> tensor<4x3xf32> {", "-> tensor<3x4xf32> {", False),
    (PUBLIC, " -> tensor<4x3xf32> {", " {", True),
    (PUBLIC, "stablehlo.abs", "stablehlo.abss", False),
    (NOTHING, "  return\n", "", True),
    (SLICE, "1:4:2", "1:5:2", False),
    (SLICE, "tensor<3x2xf32>", "tensor<3x3xf64>", True),
    (REDUCE, "array<i64: 1>", "array<i64: 1, 1>", True),
    (SPLAT, "array<i64: 1>", "dense<1> : tensor<1xi64>", True),
    (PARTS, "array<i64: 2, 2>", "dense<2> : tensor<2xi64>", True),
    (SCALAR, "array<i64>", "dense<[]> : tensor<0xi64>", True),
    (REVERSE, "array<i64: 0, 1>", "dense<[0, 1]> : tensor<2xi64>", True),
    (REDUCE, "array<i64: 1>", "1 : i64", True),
    (KINDS, "is_stable = true", "is_stable = 1 : i64", True),
    (KINDS, "dimension = 1 : i64", "dimension = 1.0 : f32", True),
    (KINDS, "feature_index = 0 : i64", "feature_index = 0 : i32", True),
    (KINDS, "epsilon = 2.0 : f32", "epsilon = 2 : i64", True),
    (KINDS, "iota_dimension = 0 : i64", "iota_dimension = 0 : i8", True),
    (DYNAMIC, "-> tensor<5xf32>\n", "-> tensor<5xf64>\n", True),
    (DYNAMIC, "tensor<5xi1>, tensor<5xf32>\n", "tensor<5xi1>, tensor<5xf16>\n", True),
    (DYNAMIC, "tensor<5xi1>, tensor<5xf32>\n", "tensor<4xi1>, tensor<5xf32>\n", True),
    (DYNAMIC, "[2]}, tensor<5xf32>)", "[2]}, tensor<4xf32>)", True),
    (DYNAMIC, "(tensor<5xf32> {x", "(tensor<4xf32> {x", True),
    (SHORT, "return ", "", True),
    (SHORT, "c = 2}", "c = 2, c = 2}", True),
    (NOTHING, "tensor<3xf32>\n", "tensor<3xf32>  // hlogen: ignore[add.C1] it was\n", True),
    (NOTHING, "  return\n", "  // hlogen: ignore[add.C1]\n  return\n", True),
]


def test_what_is_certain_is_mended_and_what_is_a_guess_where_it_is_asked_for() -> None:
    wanted = [one for one, *_ in MENDED]
    broken = [one.replace(right, wrong) for one, right, wrong, _ in MENDED]
    safe = [one if is_safe else was for one, was, (*_, is_safe) in zip(wanted, broken, MENDED, strict=True)]
    between = "\n// -----\n"
    fix = find_fix(between.join(broken).encode(), "m.mlir")
    guessed = find_fix(between.join(broken).encode(), "m.mlir", unsafe=True)
    assert apply(between.join(broken), fix.edits).split(between) == safe
    assert apply(between.join(broken), guessed.edits).split(between) == wanted
    assert (fix.unsafe, guessed.unsafe) == (sum(not is_safe for *_, is_safe in MENDED), 0)
    assert not fix.left


def test_lines_end_as_they_did() -> None:
    """Where a line is written, or one goes, and where a comment behind code does."""
    comment = "  // hlogen: ignore[add.C1]"
    cases = [
        (NOTHING, "  return\n", ""),
        (NOTHING, "tensor<3xf32>\n", f"tensor<3xf32>{comment} it was\n"),
        (NOTHING, "  return\n", f"{comment}\n  return\n"),
    ]
    for right, was, wrong in cases:
        broken = right.replace(was, wrong).replace("\n", "\r\n")
        assert apply(broken, find_fix(broken.encode(), "m.mlir").edits) == right.replace("\n", "\r\n")


def test_dimensions_are_sorted_with_those_that_they_are_paired_with() -> None:
    head = "func.func @main(%x: tensor<3x2x5xf32>, %i: tensor<2x3x1xi64>) -> tensor<2x3xf32> {\n"
    wrong = f"""{head}  %0 = "stablehlo.gather"(%x, %i) {{dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [2], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1],
      start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = true,
      unique_indices = true}} : (tensor<3x2x5xf32>, tensor<2x3x1xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}}"""
    right = wrong.replace("operand_batching_dims = [1, 0]", "operand_batching_dims = [0, 1]")
    right = right.replace("start_indices_batching_dims = [0, 1]", "start_indices_batching_dims = [1, 0]")
    fix = find_fix(wrong.encode(), "m.mlir")
    assert apply(wrong, fix.edits) == right
    assert [one.what for one in fix.mended] == [
        "operand_batching_dims = [0, 1] and start_indices_batching_dims = [1, 0]"
    ]


def test_comments_in_vain_go_from_a_last_line_that_has_no_end() -> None:
    text = NOTHING.rstrip("\n")
    for wrong, right in (
        (f"{text}  // hlogen: ignore[add.C1]", text),
        (f"{text}  // hlogen: ignore-file[add.C1]", text),
        (f"{text}\n  // hlogen: ignore-file[add.C1]", f"{text}\n"),
    ):
        assert apply(wrong, find_fix(wrong.encode(), "m.mlir").edits) == right


def test_edits_of_edits_are_edits() -> None:
    draw = random.Random(7)

    def edits(text: str) -> list[Edit]:
        places = sorted(draw.sample(range(len(text) + 1), min(6, len(text))))
        return [Edit(a, b, "xy"[: draw.randrange(3)], 1) for a, b in zip(places[::2], places[1::2], strict=False)]

    for _ in range(300):
        text = "".join(draw.choices("abcdef", k=draw.randrange(12)))
        first = edits(text)
        between = apply(text, first)
        second = edits(between)
        assert apply(text, composed(first, between, second)) == apply(between, second)


@pytest.mark.share(3)
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


def reported(path, text: str) -> tuple[list[KnownFix], FileReport]:
    path.write_bytes(text.encode())
    found = _Found("m.mlir")
    for answer in report(str(path), "m.mlir", mend=known_fixes):
        found.take(answer)
    return found.report.fixes, found.report


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t,
        lambda t: t.replace("\n", "\r\n"),
        lambda t: "\ufeff// ü → 中\n\n" + t,
    ],
)
def test_a_report_knows_the_fixes_at_their_places(tmp_path, change) -> None:
    """In several programs, comments in vain and what is a guess included; what `--fix` writes is the same."""
    misspelled = (
        'func.func @f() {\n  %0 = "stablehlo.iot"() <{iota_dimension = 0 : i64}> : () -> tensor<7xf32>\n  return\n}'
    )
    vain = (
        'func.func @g() {\n  // hlogen: ignore[add.C1, gather] why\n  return {s = "ü𝄞"}  // hlogen: ignore[add.C1]\n}'
    )
    text = change("\n// -----\n".join([EXAMPLE, f"\n\n{misspelled}", vain, GENERIC]))
    fixes, _ = reported(tmp_path / "m.mlir", text)
    assert [(one.rule, one.is_safe) for one in fixes] == [
        ("promise.unset", True),
        ("program.unknown", False),
        ("ignore.unused", True),
        ("ignore.unused", True),
        ("promise.unset", True),
    ]
    content = text.removeprefix("\ufeff")
    wanted = apply(text, find_fix(text.encode(), "m.mlir", unsafe=True).edits).removeprefix("\ufeff")
    assert edited(content, [edit._asdict() for one in fixes for edit in one.edits]) == wanted


def test_of_a_large_program_no_fixes_are_known(tmp_path) -> None:
    assert reported(tmp_path / "m.mlir", EXAMPLE + "// and so on" * 30_000)[0] == []


def test_edits_fit_where_none_overlaps_another() -> None:
    drawn = random.Random(0)
    for _ in range(300):
        fitting, taken = Fitting(), []
        for _ in range(6):
            edits = [Edit(at, at + drawn.randrange(4), "x", 1) for at in (drawn.randrange(20), drawn.randrange(20))]
            every = {*taken, *edits}
            pairs = [(one, other) for one in every for other in every if one != other]
            does = all(one.end <= other.start or other.end <= one.start for one, other in pairs)
            does = does and len({one.start for one in every}) == len(every)
            assert fitting.take(edits) == does
            taken += edits if does else []
