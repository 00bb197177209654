"""Tensors as grids of text: the last two dimensions are rows and columns, those before them choose tiles.

Of a large tensor only what is around the elements that matter is shown, with ``...`` for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from hlogen.explaining.picture import Panel
from hlogen.explaining.roles import Role
from hlogen.explaining.spans import ACROSS, CORNER, DOWN, Block, Line, Span, beside, style_of
from hlogen.ir import TensorType
from interpreter.values.digits import digits

Index = tuple[int, ...]
Marks = Mapping[Index, str]
"""How elements are marked, by index: "chosen", "touched" or "index"."""

_MOST_ROWS = 8
_MOST_TILES = 4
_GAP = "..."
_SKIPPED = " ..."  # between columns
_RULE = f" {DOWN} "
_AROUND = {"chosen": ("[", "]"), "touched": ("<", ">"), "index": ("(", ")")}


def panel_block(panel: Panel, marks: Marks, focus: Index, width: int) -> Block:
    """The panel with its name, its type and what its dimensions are for; `focus` is the index that is surely shown."""
    shown = ", ".join(str(one.type) for one in (panel, *panel.alike))
    if _is_of_processes(panel):
        one = TensorType(panel.shape[1:], panel.type.element_type)
        shown = f"{one} of each of {panel.shape[0]} processes"
    title: Line = [Span(panel.called, "title"), Span(f"  {shown}", "dim")]
    return [title, *_roles(panel), *_tiles(panel, marks, focus, width)]


def _is_of_processes(panel: Panel) -> bool:
    return panel.roles[:1] == (Role.PROCESS,)


def _roles(panel: Panel) -> Block:
    """``5 batch x 3 offset``: the size of each dimension with what it is for."""
    if not set(panel.roles) - {Role.PROCESS}:
        return []
    line: Line = []
    for size, role in zip(panel.shape, panel.roles, strict=True):
        if role is Role.PROCESS:
            continue
        line += [Span(" x ", "dim")] if line else []
        line.append(Span(f"{size}" if role is Role.FREE else f"{size} {role}", style_of(role)))
    return [line]


def _tiles(panel: Panel, marks: Marks, focus: Index, width: int) -> Block:
    shape = panel.shape
    if 0 in shape:
        return [[Span("no elements", "dim")]]
    outer = shape[: max(len(shape) - 2, int(_is_of_processes(panel)))]
    if not outer:
        return _grid(panel, (), marks, focus, width)
    leading = [*product(*map(range, outer))] if prod(outer) <= 1 << 12 else [focus[: len(outer)]]
    wanted = [index[: len(outer)] for index in marks]
    kept = sorted({focus[: len(outer)], *wanted[: _MOST_TILES - 1]})
    kept = sorted({*kept, *[tile for tile in leading if tile not in kept][: max(0, _MOST_TILES - len(kept))]})
    blocks: list[Block] = [
        [[Span(_tile_name(panel, tile), "label")], *_grid(panel, tile, marks, focus, width)] for tile in kept
    ]
    left_out = prod(outer) - len(kept)
    more: Block = [[Span(f"and {left_out} more tile{'' if left_out == 1 else 's'}", "dim")]] if left_out else []
    return [*beside(blocks, width, 3), *more]


def _tile_name(panel: Panel, tile: Index) -> str:
    """``[2, :, :]``, ``process 2``, ``process 2 [0, :, :]``."""
    process = f"process {tile[0]}" if _is_of_processes(panel) else ""
    rest = tile[1:] if process else tile
    name = ", ".join([*map(str, rest), *[":"] * (len(panel.shape) - len(tile))])
    return " ".join([part for part in (process, f"[{name}]" if rest else "") if part])


def _grid(panel: Panel, tile: Index, marks: Marks, focus: Index, width: int) -> Block:
    inner = panel.shape[len(tile) :]
    rows, columns = (1,) * (2 - len(inner)) + inner
    of_tile = [_placed(index[len(tile) :]) for index in marks if index[: len(tile)] == tile]
    row, column = _placed(focus[len(tile) :]) if focus[: len(tile)] == tile else (of_tile or [(0, 0)])[0]
    kept_rows = _window(rows, row, _MOST_ROWS)
    labels = max(len(str(rows - 1)), len(_GAP) if None in kept_rows else 0) if len(inner) == 2 else 0

    def cell(r: int, c: int) -> Span:
        index = (*tile, *(r, c)[2 - len(inner) :])
        mark = marks.get(index, "")
        left, right = _AROUND.get(mark, (" ", " "))
        return Span(f"{left}{_text(panel, index)}{right}", mark)

    def fitting(count: int) -> tuple[list[int | None], dict[int, list[Span]], dict[int, int]]:
        kept = _window(columns, column, count)
        cells = {c: [cell(r, c) for r in kept_rows if r is not None] for c in kept if c is not None}
        return kept, cells, {c: max(len(str(c)) + 2, *(len(one.text) for one in cells[c])) for c in cells}

    count = min(columns, max(1, width // 4))
    kept_columns, cells, widths = fitting(count)
    while count > 1 and labels + len(_RULE) + sum(widths.values()) + 2 * len(_SKIPPED) > width:
        count -= 1
        kept_columns, cells, widths = fitting(count)
    block: Block = []
    before = labels + len(_RULE) if labels else 0  # columns
    if inner:
        heads = "".join(_SKIPPED if c is None else f"{c} ".rjust(widths[c]) for c in kept_columns)
        block.append([Span(" " * before + heads, style_of(panel.roles[-1]) or "dim")])
        corner = f"{' ' * labels} {CORNER}{ACROSS}" if labels else ""
        block.append([Span(corner + ACROSS * len(heads), "dim")])
    place = iter(range(len(kept_rows)))
    for r in kept_rows:
        if r is None:
            block.append([Span(_GAP.rjust(labels) + _RULE, "dim")])
            continue
        number = next(place)
        line: Line = []
        if labels:
            line += [Span(str(r).rjust(labels), style_of(panel.roles[-2]) or "dim"), Span(_RULE, "dim")]
        for c in kept_columns:
            if c is None:
                line.append(Span(_SKIPPED, "dim"))
            else:
                found = cells[c][number]
                line += [Span(" " * (widths[c] - len(found.text))), found]
        block.append(line)
    return block


def _placed(index: Sequence[int]) -> tuple[int, int]:
    """Row and column of an index of at most two coordinates."""
    row, column = (0,) * (2 - len(index)) + tuple(index)
    return row, column


def _window(size: int, focus: int, most: int) -> list[int | None]:
    """At most `most` of `size` places around `focus`; None where some are left out."""
    if size <= most:
        return [*range(size)]
    start = min(max(0, focus - most // 2), size - most)
    before: list[int | None] = [None] if start else []
    return [*before, *range(start, start + most), *([None] if start + most < size else [])]


def _text(panel: Panel, index: Index) -> str:
    if panel.values is None:
        return "?"
    return "|".join(digits(one.values[index]) for one in (panel, *panel.alike) if one.values is not None)
