"""The forms that a report can have, a file for each: `FORMATS` are their names, `written` writes one.

A form is a function ``report(checked) -> str`` in the module of its name. The one for people, text, is written while
files are being checked, and stands apart.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from hlogen.lint.finding import FileReport, Finding

FORMATS = ("text", "json", "github", "gitlab", "sarif", "junit")


@dataclass(frozen=True)
class Checked:
    """What a run has checked, and what is shown of what it found. `hidden` counts what comments and a baseline hide."""

    version: str
    reports: Sequence[FileReport]
    findings: Sequence[Finding]
    hidden: int = 0


def written(style: str, checked: Checked) -> str:
    """A report in one of `FORMATS` other than text, without the end of its last line."""
    module = importlib.import_module(f"hlogen.lint.formats.{style}")
    return cast(Callable[[Checked], str], module.report)(checked)


def numbered(findings: Sequence[Finding]) -> list[tuple[Finding, int]]:
    """Each finding with its number, from 1, among those of its file that have its fingerprint."""
    seen: dict[tuple[str, str], int] = {}
    found = []
    for finding in findings:
        key = (finding.file, finding.fingerprint)
        seen[key] = seen.get(key, 0) + 1
        found.append((finding, seen[key]))
    return found


def count(number: int, noun: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
