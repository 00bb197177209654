"""How an explanation is laid out: spans with styles, grids, windows of large tensors, widths."""

from __future__ import annotations

import click
import numpy as np
import pytest

from hlogen.cli.paint import paint_span
from hlogen.explaining.explanation import explain
from hlogen.explaining.grids import panel_block
from hlogen.explaining.picture import Panel
from hlogen.explaining.roles import Role
from hlogen.explaining.spans import Span, beside, style_of, trimmed, width_of, wrapped
from hlogen.explaining.text import lines, plain
from hlogen.ir import IntegerType, TensorType

I32 = IntegerType(32)


def panel(shape, roles=None):
    values = np.arange(np.prod(shape, dtype=int), dtype=np.int32).reshape(shape)
    return Panel("x", TensorType(shape, I32), roles or (Role.FREE,) * len(shape), values)


def shown(block):
    return ["".join(span.text for span in trimmed(line)) for line in block]


def test_a_matrix():
    block = panel_block(panel((2, 3), (Role.BATCH, Role.OFFSET)), {(1, 2): "chosen", (0, 0): "touched"}, (1, 2), 80)
    assert shown(block) == [
        "x  tensor<2x3xi32>",
        "2 batch x 3 offset",
        "     0  1  2",
        "  ┌──────────",
        "0 │ <0> 1  2",
        "1 │  3  4 [5]",
    ]
    styles = {span.text: span.style for line in block for span in line}
    assert (styles["[5]"], styles["<0>"], styles["2 batch"], styles["3 offset"]) == (
        "chosen",
        "touched",
        "batch",
        "offset",
    )


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ((), ["x  tensor<i32>", " 0"]),
        ((3,), ["x  tensor<3xi32>", "3", " 0  1  2", "─────────", " 0  1  2"]),
        ((0, 2), ["x  tensor<0x2xi32>", "0 x 2", "no elements"]),
        (
            (2, 1, 2),
            [
                "x  tensor<2x1x2xi32>",
                "2 x 1 x 2",
                "[0, :, :]    [1, :, :]",
                "     0  1         0  1",
                "  ┌───────     ┌───────",
                "0 │  0  1    0 │  2  3",
            ],
        ),
    ],
)
def test_other_ranks(shape, wanted):
    assert shown(panel_block(panel(shape), {}, (0,) * len(shape), 80)) == wanted


def test_rules_are_in_ascii_where_text_is_plain():
    program = """func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}"""
    explanation = explain(program)
    text = plain(explanation)
    assert text.isascii()
    assert "  +----------------" in text
    assert "0 |  0.0" in text
    assert any("┌" in span.text for line in lines(explanation) for span in line)


def test_processes_have_their_names():
    block = shown(panel_block(panel((2, 2), (Role.PROCESS, Role.FREE)), {(1, 0): "chosen"}, (1, 0), 80))
    assert block == [
        "x  tensor<2xi32> of each of 2 processes",
        "2",
        "process 0   process 1",
        " 0  1        0  1",
        "──────      ──────",
        " 0  1       [2] 3",
    ]


def test_a_large_tensor_is_a_window_around_the_element():
    block = shown(panel_block(panel((100, 100)), {(50, 40): "chosen"}, (50, 40), 60))
    assert len(block) == 2 + 2 + 8 + 2
    assert max(map(len, block)) <= 60
    assert any("[5040]" in line for line in block)
    assert sum(line.strip() == "... │" for line in block) == 2
    marks = {(0, 70, 7): "touched", (1, 2, 3): "chosen"}
    parts = shown(panel_block(panel((2, 100, 9)), marks, (1, 2, 3), 60))
    assert any("<637>" in line for line in parts)  # where the element that is followed isn't, around one that is marked
    assert any("[921]" in line for line in parts)
    tiles = shown(panel_block(panel((50, 2, 2)), {(30, 0, 1): "chosen"}, (30, 0, 1), 80))
    assert any("[30, :, :]" in line for line in tiles)
    assert tiles[-1] == "and 46 more tiles"


def test_blocks_stand_beside_each_other_as_far_as_there_is_room():
    one, two = [[Span("aaa")], [Span("a")]], [[Span("bb")]]
    assert shown(beside([one, two], 9)) == ["aaa    bb", "a"]
    assert shown(beside([one, two], 8)) == ["aaa", "a", "", "bb"]


def test_long_lines_are_broken_at_blanks():
    line = [Span("x is "), *[span for n in range(9) for span in (Span(f"operand[{n}]"), Span(", "))]]
    rows = wrapped(line, 40)
    assert len(rows) > 1
    assert all(width_of(row) <= 42 for row in rows)
    assert "".join(shown(rows)).replace(" ", "") == "".join(span.text for span in line).replace(" ", "")


@pytest.mark.parametrize("width", [40, 60, 100, 200])
def test_every_width(width):
    program = """func.func @main(%x: tensor<20x20xf32>) -> tensor<20x20xf32> {
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<20x20xf32>) -> tensor<20x20xf32>
  return %r : tensor<20x20xf32>
}"""
    explanation = explain(program)
    text = plain(explanation, width)
    assert "<210.0>" in text
    assert "[210.0]" in text
    assert max(len(line) for line in text.splitlines() if not line.startswith(("note", "  "))) <= max(width, 42)
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_what_means_the_same_has_one_colour():
    assert style_of(Role.SCATTER) == style_of(Role.BATCH) == "batch"
    assert style_of(Role.WINDOW) == style_of(Role.OFFSET)
    assert style_of(Role.INSERTED) == style_of(Role.COLLAPSED)
    for role in Role:
        assert role is Role.FREE or paint_span("x", style_of(role)) != click.style("x"), role
    assert paint_span("x", "") == "x"


def test_every_style_is_painted():
    program = """func.func @main(%x: tensor<4x2xf32>, %i: tensor<3x1xi32>, %u: tensor<3x2xf32>) -> tensor<4x2xf32> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      stablehlo.return %new : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<4x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  return %s : tensor<4x2xf32>
}"""
    for element in (None, "updates[1, 0]"):
        styles = {span.style for line in lines(explain(program, element=element)) for span in line if span.text.strip()}
        assert {"title", "dim", "label", "chosen", "warning"} <= styles
        assert all(not style or paint_span("x", style) != click.style("x") for style in styles)
