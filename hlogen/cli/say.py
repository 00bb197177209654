"""The one way to the terminal: what programs and files of strangers hold is shown, and never obeyed.

A name, a place or an excerpt may have characters in it that move the cursor, rename the window or hide a line. They
come out as ``\\x1b``; colours, which `paint` gives, pass.
"""

from __future__ import annotations

import re

import click

_COLOUR = r"\x1b\[[0-9;]*m"
_CONTROL = re.compile(rf"({_COLOUR})|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def say(text: object = "", *, err: bool = False, nl: bool = True, color: bool | None = None) -> None:
    """Writes a line (without `nl`, a part of one) to standard output, or with `err` to standard error.

    Colours are for terminals, unless `color` says otherwise.
    """
    click.echo(shown(str(text)), err=err, nl=nl, color=color)  # noqa: TID251 - the one way


def shown(text: str) -> str:
    """`text` as it can be shown: control characters but tabs, ends of lines and colours are spelled out."""
    return text if text.isprintable() else _CONTROL.sub(_spelled, text)


def _spelled(match: re.Match[str]) -> str:
    """As JSON spells what it leaves to its writer: DEL and all behind it."""
    return match[1] or (f"\\x{ord(match[0]):02x}" if ord(match[0]) < 0x7F else f"\\u{ord(match[0]):04x}")
