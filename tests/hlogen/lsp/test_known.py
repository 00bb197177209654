"""What hovering shows, word for word: of rules, of operations, of dimensions, and of what is proved of values."""

from __future__ import annotations

from pathlib import Path

import pytest

import hlogen as hl
from hlogen.lint.rules import OWN_RULES
from hlogen.lsp import known
from hlogen.lsp.names import Names
from hlogen.lsp.roles import roles
from hlogen.lsp.text import Text
from hlogen.spec.program_rules import PROGRAM_RULES


@pytest.mark.parametrize(
    ("id", "head"),
    [
        ("gather.C9", "# gather.C9: a collapsed dimension has a slice size of at most 1"),
        ("bounds.clamped", "# bounds.clamped: a start index is too high and is clamped"),
        *((f"upstream{rest}", "# upstream: what upstream's verifier refuses ") for rest in ("", ".add", ".chlo.erf")),
        *((id, "# program: what is wrong with a program as a whole") for id in ("program", "parse", *PROGRAM_RULES)),
        *((id, f"# {id}: {own.title}\n\n{own.why}\n\n- fix: {own.fix}") for id, own in OWN_RULES.items()),
    ],
)
def test_rules_have_pages(id: str, head: str) -> None:
    assert known.rule(id).startswith(head)
    assert known.rule(id, path="/nowhere") == known.rule(id)


@pytest.mark.parametrize("id", ["", "gather", "gather.C99", "nobody.C1", "upstreams", "programs.x"])
def test_what_is_no_rule_has_none(id: str) -> None:
    assert known.rule(id) == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "stablehlo.sort",
            "**stablehlo.sort**(inputs..., dimension, is_stable, comparator) → results... · reduction\n\n"
            "Attributes: `dimension` (default -1), `is_stable` (default False)\n\n- I1: inputs is a variadic number",
        ),
        (
            "stablehlo.compare",
            "**stablehlo.compare**(lhs, rhs, comparison_direction, compare_type) → result · elementwise\n\n"
            "Attributes: `comparison_direction` (required), `compare_type` (optional)\n\n- I1: lhs is a tensor",
        ),
        (
            "stablehlo.after_all",
            "**stablehlo.after_all**(inputs...) → result · control flow\n\n- I1: inputs is a varia",
        ),
        (
            "stablehlo.send",
            "**stablehlo.send**(inputs..., token, channel_handle, is_host_transfer, source_target_pairs",
        ),
        ("stablehlo.nothing", ""),
        ("func.call", ""),
    ],
)
def test_operations_are_described(name: str, told: str) -> None:
    found = known.operation(name, "/nowhere", 1, 1)
    assert found.startswith(told)
    assert bool(found) == bool(told)


PROGRAM = """\
func.func @main(%x: tensor<2x?x4x5xf32>, %i: tensor<3x2x2xi64>, %u: tensor<3x2x4x5xf32>, %v: tensor<9x6x2xf32>,
    %j: tensor<7xi32>, %k: tensor<2x1xi64>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [1],
    input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [3, 1],
    index_vector_dim = 2>} : (tensor<2x?x4x5xf32>, tensor<3x2x2xi64>, tensor<3x2x4x5xf32>) -> tensor<2x?x4x5xf32>
  %1 = "stablehlo.gather"(%v, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 2],
    collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 0, 3, 2>}
    : (tensor<9x6x2xf32>, tensor<7xi32>) -> tensor<3x7x2xf32>
  %2 = "stablehlo.gather"(%v, %k) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1],
    operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 9, 1, 1>} : (tensor<9x6x2xf32>, tensor<2x1xi64>) -> tensor<9x1x2xf32>
  return
}
"""
TABLES = {
    "stablehlo.scatter": """\
| inputs | size | window | role |
| --- | --- | --- | --- |
| 0 | 2 | 1 | batching, together with dimension 1 of scatter_indices |
| 1 | ? | 1 | inserted: its window has size 1 and no dimension of updates; starts at component 1 of the index vector |
| 2 | 4 | 4 | window: dimension 2 of updates; starts at 0 |
| 3 | 5 | 5 | window: dimension 3 of updates; starts at component 0 of the index vector |

| scatter_indices | size | role |
| --- | --- | --- |
| 0 | 3 | batch: dimension 0 of updates |
| 1 | 2 | batch: dimension 1 of updates, together with dimension 0 of inputs |
| 2 | 2 | index_vector_dim: 2 components, for dimensions [3, 1] of inputs |""",
    "with an index in each element": """\
| operand | size | window | role |
| --- | --- | --- | --- |
| 0 | 9 | 0 | collapsed: its window has size 0 and no dimension of result; starts at 0 |
| 1 | 6 | 3 | offset: dimension 0 of result; starts at component 0 of the index vector |
| 2 | 2 | 2 | offset: dimension 2 of result; starts at 0 |

| start_indices | size | role |
| --- | --- | --- |
| 0 | 7 | batch: dimension 1 of result |
| 1 | (1) | index_vector_dim: each element is an index, for dimensions [1] of operand |""",
    "in batches": """\
| operand | size | window | role |
| --- | --- | --- | --- |
| 0 | 9 | 9 | offset: dimension 0 of result; starts at component 0 of the index vector |
| 1 | 6 | 1 | offset: dimension 1 of result; starts at 0 |
| 2 | 2 | 1 | batching, together with dimension 0 of start_indices |

| start_indices | size | role |
| --- | --- | --- |
| 0 | 2 | batch: dimension 2 of result, together with dimension 2 of operand |
| 1 | 1 | index_vector_dim: 1 component, for dimensions [0] of operand |""",
}


def test_each_dimension_has_its_role(tmp_path: Path) -> None:
    module = hl.parse(PROGRAM)
    operations = [op for op in module.walk() if op.name in ("stablehlo.scatter", "stablehlo.gather")]
    assert ["\n\n".join(roles(op)) for op in operations] == [*TABLES.values()]
    assert not [table for op in module.walk() if op not in operations for table in roles(op)]
    file = tmp_path / "m.mlir"
    file.write_text(PROGRAM)
    for op, table in zip(operations, TABLES.values(), strict=True):
        assert op.location is not None
        head, first, *rest = known.operation(op.name, str(file), op.location.line, op.location.column).split("\n\n")
        assert head.startswith(f"**{op.name}**(")
        assert "\n\n".join([first, rest[0]]) == table
        assert rest[1].startswith(f"```text\n{op.name}: ")
    elsewhere = known.operation("stablehlo.scatter", str(file), 1, 1)
    assert elsewhere == known.operation("stablehlo.scatter", str(tmp_path / "m.mlir"), 3, 9)
    assert "| inputs |" not in elsewhere


FACTS = """\
func.func @f(%x: tensor<i32>, %y: tensor<6x2xi32>, %p: tensor<i1>, %f: tensor<3xf32>, %o: tensor<1xui8>) {
  %lo = stablehlo.constant dense<-3> : tensor<i32>
  %hi = stablehlo.constant dense<40> : tensor<i32>
  %c = stablehlo.clamp %lo, %x, %hi : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %even = stablehlo.multiply %c, %two : tensor<i32>
  %big = stablehlo.constant dense<7> : tensor<5x5xi32>
  %i = stablehlo.iota dim = 0 : tensor<6x2xi32>
  %spread = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x2xi32>
  %up = stablehlo.add %i, %spread : tensor<6x2xi32>
  %down = stablehlo.subtract %spread, %i : tensor<6x2xi32>
  %table = stablehlo.constant dense<[1, 4, 4, 9]> : tensor<4xi32>
  %far = stablehlo.constant dense<[1, 4, 5, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]> : tensor<17xi32>
  %sorted = stablehlo.constant dense<[1, 4, 5, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 30, 31, 32, 33]> : tensor<17xi32>
  %sum = stablehlo.add %f, %f : tensor<3xf32>
  return
}
"""


@pytest.mark.parametrize(
    ("name", "type", "lines"),
    [
        ("%c", "tensor<i32>", ["from -3 to 40"]),
        ("%even", "tensor<i32>", ["from -6 to 80, in steps of 2"]),
        ("%two", "tensor<i32>", ["always 2"]),
        ("%big", "tensor<5x5xi32>", ["every element is 7"]),
        ("%i", "tensor<6x2xi32>", [
            "always [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]", "from 0 to 5", "grows by 1 along dimension 0",
            "the same along dimension 1"]),
        ("%spread", "tensor<6x2xi32>", ["from -3 to 40", "the same along dimension 0", "the same along dimension 1"]),
        ("%up", "tensor<6x2xi32>", ["from -3 to 45", "grows by 1 along dimension 0", "the same along dimension 1"]),
        ("%down", "tensor<6x2xi32>", ["from -8 to 40", "falls by 1 along dimension 0", "the same along dimension 1"]),
        ("%table", "tensor<4xi32>", ["always [1, 4, 4, 9]", "from 1 to 9", "sorted along dimension 0"]),
        ("%far", "tensor<17xi32>", ["from 1 to 13"]),
        ("%sorted", "tensor<17xi32>", [
            "from 1 to 33", "sorted along dimension 0, without repeats", "no two elements are equal"]),
        ("%x", "tensor<i32>", []),
        ("%o", "tensor<1xui8>", []),
        ("%sum", "tensor<3xf32>", []),
    ],
)  # fmt: skip
def test_what_is_proved_of_values(tmp_path: Path, name: str, type: str, lines: list[str]) -> None:
    file = tmp_path / "m.mlir"
    file.write_text(FACTS)
    found = Names(FACTS).at(FACTS.index(f"{name} =" if f"{name} =" in FACTS else f"{name}:"))
    assert found is not None
    line, column = Text(FACTS).place(found.start)
    proved = "".join(f"\n- {line}" for line in lines)
    told = f"```mlir\n{name}: {type}\n```" + (f"\n\nProved, for every input:\n{proved}" if lines else "")
    assert known.value(str(file), line, column, found.name, found.kind, found.index) == told


def test_of_what_is_invalid_the_type_is_told(tmp_path: Path) -> None:
    """And of what can't be read, or is several programs, nothing."""
    file = tmp_path / "m.mlir"
    line = '  %0 = "stablehlo.slice"(%x) : (tensor<2xi32>) -> tensor<9xi32>'
    text = f"func.func @f(%x: tensor<2xi32>) {{\n{line}\n  return\n}}\n"
    file.write_text(text)
    assert known.value(str(file), 2, 3, "%0", "result", 0) == "```mlir\n%0: tensor<9xi32>\n```"
    assert known.value(str(file), 1, 14, "%x", "argument", 0) == "```mlir\n%x: tensor<2xi32>\n```"
    assert known.value(str(file), 3, 3, "%9", "result", 0) == ""
    for wrong in ("", f"{text}// -----\n{text}", "nonsense"):
        file.write_text(wrong)
        assert known.value(str(file), 2, 3, "%0", "result", 0) == ""
