"""How values look in notebooks and at the prompt: a short ``repr``, and in notebooks what ``print`` shows, cut.

Nothing but the text's own layout is styled, so that it is readable in light and in dark.
"""

from __future__ import annotations

_MOST_LINES = 60
_MOST_COLUMNS = 400
_MOST_OF_REPR = 120
_TEXT = "margin:0;overflow-x:auto;white-space:pre;text-align:left"


class Shown:
    """What has a text to be read: at the prompt its first line, in notebooks all of it up to some length."""

    __slots__ = ()

    def __repr__(self) -> str:
        first = str(self).partition("\n")[0]
        return f"<{first if len(first) <= _MOST_OF_REPR else first[:_MOST_OF_REPR] + '...'}>"

    def _repr_html_(self) -> str:
        return as_html(str(self))


def as_html(text: str) -> str:
    """`text` in HTML, escaped; of many lines, and of long ones, the first part and a note of how much is left out."""
    from html import escape  # of use in notebooks alone

    lines = text.rstrip("\n").split("\n")
    shown = "\n".join(escape(_cut(line)) for line in lines[:_MOST_LINES])
    left_out = len(lines) - _MOST_LINES
    more = f"\n<i>... {left_out} more line{'' if left_out == 1 else 's'}, which print shows</i>" if left_out > 0 else ""
    return f'<pre style="{_TEXT}">{shown}{more}</pre>'


def _cut(line: str) -> str:
    left_out = len(line) - _MOST_COLUMNS
    return line if left_out <= 0 else f"{line[:_MOST_COLUMNS]}... {left_out} more characters"
