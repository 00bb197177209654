"""Edits of a file's text that set promises: found in the worker process, applied in the one that asks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    """`new` in place of text[start:end]: what sets the promise `name` of the operation on line `line`."""

    start: int
    end: int
    new: str
    line: int
    name: str


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The edited text; edits are in its order."""
    pieces, at = [], 0
    for edit in edits:
        pieces += [text[at : edit.start], edit.new]
        at = edit.end
    return "".join([*pieces, text[at:]])


def digest(content: bytes) -> str:
    """What tells whether a file is still the one that edits were found for."""
    return hashlib.sha256(content).hexdigest()
