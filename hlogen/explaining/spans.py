"""Text with styles, which mean something: how they look is for whoever shows them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from hlogen.explaining.roles import Role


class Span(NamedTuple):
    """A part of a line. Its style is "" for plain, the name of a role, or one of "title", "label", "dim", "chosen" (the
    element that is followed), "touched" (what it reads or is written to), "index" (what decides where that is) and
    "warning"."""

    text: str
    style: str = ""


ACROSS, DOWN, CORNER = "─│┌"
"""What rules are drawn with."""

_ASCII = str.maketrans(f"{ACROSS}{DOWN}{CORNER}", "-|+")


def in_ascii(text: str) -> str:
    """The text with rules that can be shown and written everywhere."""
    return text.translate(_ASCII)


def style_of(role: Role) -> str:
    """The style of a dimension's role; what scatter calls otherwise than gather has the same."""
    return "" if role is Role.FREE else role.like.value


Line: TypeAlias = "list[Span]"
Block: TypeAlias = "list[Line]"


def width_of(line: Line) -> int:
    """How many columns a line takes."""
    return sum(len(span.text) for span in line)


def trimmed(line: Line) -> Line:
    """The line without blanks at its end."""
    kept = list(line)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return [*kept[:-1], kept[-1]._replace(text=kept[-1].text.rstrip())] if kept else []


def wrapped(line: Line, width: int, indent: str = "  ") -> Block:
    """A line that is too wide, broken behind spans that end with a blank."""
    if width_of(line) <= width:
        return [line]
    rows: Block = [[]]
    pieces: Block = [[]]
    for span in line:
        pieces[-1].append(span)
        if span.text.endswith(" "):
            pieces.append([])
    for piece in pieces:
        if rows[-1] and width_of(rows[-1]) + width_of(piece) > width:
            rows.append([Span(indent)])
        rows[-1] += piece
    return rows


def beside(blocks: list[Block], width: int, gap: int = 4) -> Block:
    """Blocks next to each other as far as `width` goes, the others below."""
    rows: list[list[Block]] = []
    taken = 0
    for block in blocks:
        size = max(map(width_of, block), default=0)
        if not rows or taken + gap + size > width:
            rows.append([])
            taken = 0
        taken += size + (gap if rows[-1] else 0)
        rows[-1].append(block)
    whole: Block = []
    for row in rows:
        whole += [[]] if whole else []
        whole += _joined(row, gap)
    return whole


def _joined(blocks: list[Block], gap: int) -> Block:
    widths = [max(map(width_of, block), default=0) for block in blocks]
    joined = []
    for number in range(max(map(len, blocks))):
        line: Line = []
        for block, size in zip(blocks, widths, strict=True):
            part = block[number] if number < len(block) else []
            if line or block is not blocks[0]:
                line.append(Span(" " * gap))
            line += [*part, Span(" " * (size - width_of(part)))]
        joined.append(line)
    return joined
