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


def paint(text: str, role: str) -> str:
    """`text` in the colours of what it is."""
    return click.style(text, **_STYLES[role])
