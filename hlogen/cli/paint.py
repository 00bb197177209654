"""Colours of the terminal; click leaves them out where output is no terminal, and NO_COLOR switches them off."""

from __future__ import annotations

from typing import Any

import click

_STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "magenta", "bold": True},
    "note": {"fg": "blue", "bold": True},
    "place": {"bold": True},
    "rule": {"fg": "yellow", "bold": True},
    "label": {"fg": "cyan"},
    "good": {"fg": "green", "bold": True},
    "dim": {"dim": True},
}


# What a dimension of a picture is for; one colour for what means the same (hlogen.explaining.roles.Role.like).
_ROLES: dict[str, str] = {
    "batch": "blue",
    "offset": "green",
    "collapsed": "yellow",
    "batching": "magenta",
    "index vector": "cyan",
    "contracted": "red",
    "feature": "yellow",
    "concatenated": "blue",
    "sorted": "magenta",
    "reversed": "magenta",
    "counted": "magenta",
    "broadcast": "yellow",
    "process": "magenta",
}

_MARKS: dict[str, dict[str, Any]] = {
    "title": {"bold": True},
    "chosen": {"bold": True, "reverse": True},
    "touched": {"fg": "green", "bold": True, "reverse": True},
    "index": {"fg": "cyan", "bold": True, "reverse": True},
}


def paint_span(text: str, style: str) -> str:
    """A part of a picture (hlogen.explaining.spans) in the colours of its style."""
    if not style or not text:
        return text
    if style in _ROLES:
        return click.style(text, fg=_ROLES[style])
    return click.style(text, **(_MARKS.get(style) or _STYLES.get(style, {})))


def paint(text: str, role: str) -> str:
    """`text` in the colours of what it is."""
    return click.style(text, **_STYLES[role])
