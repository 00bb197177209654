"""Draws docs/rooms.svg, for tools/docs.py: the rooms, from the layers that import-linter holds (pyproject.toml)."""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WIDTH, LEFT, RIGHT, MARGIN, GAP = 960, 570, 310, 24, 10  # of the picture, its two columns, and what is between
STEP, LETTER = 15, 6.3  # from line to line, and the width of a small letter, about
HEAD = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} %d" font-family="sans-serif" font-size="14">
  <!-- Written by `make pages`: the layers are in pyproject.toml, the words in the packages. -->
  <title>The rooms of hlogen and who may import whom</title>
  <style>
    rect {{ fill: #f6f8fa; stroke: #57606a; rx: 6 }} .runs {{ fill: #ddf4ff }} .page {{ fill: #fff; stroke: none }}
    .around {{ fill: none; stroke-dasharray: 4 3 }} text {{ fill: #1f2328; text-anchor: middle }}
    .small {{ font-size: 11.5px; fill: #57606a }} .down {{ fill: #57606a }}
  </style>
  <rect class="page" width="{WIDTH}" height="%d"/>"""


def picture() -> str:
    """The rooms of hlogen on the left, those inside the interpreter on the right."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    rooms, inside = _layers(contracts, "rooms"), _layers(contracts, "inside the interpreter")
    rooms = [row for row in rooms if row != ["hlogen.__main__"]]
    left, end = _column(rooms, MARGIN, MARGIN, LEFT)
    x = WIDTH - MARGIN - RIGHT
    top = MARGIN + 2 * STEP
    right, foot = _column(inside, x, top, RIGHT)
    right = [_text(x + RIGHT / 2, MARGIN + 12, "inside the interpreter"), *right]
    right.append(f'<rect class="around" x="{x - GAP}" y="{MARGIN - GAP}" width="{RIGHT + 2 * GAP}" '
                 f'height="{foot - MARGIN + 2 * GAP}"/>')  # fmt: skip
    (alone,) = (contract["name"] for contract in contracts if contract.get("forbidden_modules") == ["interpreter"])
    y = foot + 3 * GAP + STEP
    for note in (
        "Each may import whatever stands lower, never what stands higher or beside it.",
        f"Of hlogen, the interpreter knows {_known(contracts, rooms)}.",
        f"Of hlogen, {alone}.",
    ):
        for line in textwrap.wrap(note, 48):
            right.append(_text(x + RIGHT / 2, y, line, "small"))
            y += STEP
        y += GAP
    height = int(max(end + MARGIN, y))
    return "\n".join([HEAD % (height, height), *(f"  {line}" for line in [*left, *right]), "</svg>", ""])


def _layers(contracts: list[dict[str, Any]], name: str) -> list[list[str]]:
    (contract,) = (contract for contract in contracts if contract["name"] == name)
    return [re.split(r" *[|:] *", layer) for layer in contract["layers"]]


def _column(rows: list[list[str]], left: int, top: float, width: int) -> tuple[list[str], float]:
    """A row of boxes per layer, and where the last one ends."""
    drawn: list[str] = []
    y = top
    for number, row in enumerate(rows):
        if number:  # an arrow from the row above
            x = left + width / 2
            drawn.append(f'<path class="down" d="M{x - 1:g} {y - 16:g}h2v8h4l-5 6l-5 -6h4z"/>')
        each = (width - GAP * (len(row) - 1)) / len(row)
        captions = [textwrap.wrap(_caption(room), int((each - 12) / LETTER)) for room in row]
        height = 26 + STEP * max(map(len, captions))
        for place, (room, caption) in enumerate(zip(row, captions, strict=True)):
            x = left + place * (each + GAP)
            kind = ' class="runs"' if room.startswith("interpreter") else ""
            drawn.append(f'<rect{kind} x="{x:g}" y="{y:g}" width="{each:g}" height="{height}"/>')
            drawn.append(_text(x + each / 2, y + 18, room.removeprefix("interpreter.")))
            lines = enumerate(caption, 1)
            drawn += [_text(x + each / 2, y + 18 + STEP * line, words, "small") for line, words in lines]
        y += height + 18
    return drawn, y - 18


def _caption(room: str) -> str:
    """What it says that it is: a package up to the first colon, a module, which is smaller, up to the first comma."""
    path = ROOT / room.replace(".", "/")
    is_package = path.is_dir()
    words = ast.get_docstring(ast.parse((path / "__init__.py" if is_package else path.with_suffix(".py")).read_text()))
    return re.split(r"[:;.]\s" if is_package else r"[:;,.]\s", f"{words} ")[0].replace("`", "").replace("\n", " ")


def _known(contracts: list[dict[str, Any]], rooms: list[list[str]]) -> str:
    """The rooms below the interpreter that no contract forbids it to import, wholly or in part."""
    name = "the interpreter shares no code with what it judges"
    (forbidden,) = (contract["forbidden_modules"] for contract in contracts if contract["name"] == name)
    below = rooms[next(number for number, row in enumerate(rooms) if "interpreter" in row) + 1 :]
    known = [room for row in below for room in row if room not in forbidden]
    parted = [any(module.startswith(f"{room}.") for module in forbidden) for room in known]
    names = [room.removeprefix("hlogen.") + " in part" * part for room, part in zip(known, parted, strict=True)]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{style}>{escape(words, quote=False)}</text>'
