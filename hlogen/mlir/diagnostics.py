"""Upstream's own messages as text for people: place, message, and the line of the program that they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hlogen.ir.module import Location

# A longer source line is shown around the column in question.
_EXCERPT_WIDTH = 160
# Notes that repeat the program or list what nobody asked for.
_NOISE = ("see current operation", "Available dialects:")


Message = tuple[Location | None, str]
LocationOf = Callable[[Any], Location | None]


def upstream_messages(error: Any, location_of: LocationOf) -> list[Message]:
    """(place, message) of each error that upstream reported, its notes appended; `error` is the bindings' MLIRError."""
    found = (_message(diagnostic, location_of) for diagnostic in getattr(error, "error_diagnostics", ()))
    messages = list(dict.fromkeys(found))
    if not messages:
        text = str(getattr(error, "message", "") or error).strip()
        messages.append((None, text or "upstream gave no reason"))
    return messages


@contextmanager
def collect_messages(context: Any, location_of: LocationOf) -> Iterator[list[Message]]:
    """Collects what upstream reports to a context in the meantime, instead of letting it go to standard error."""
    heard: list[Message] = []

    def hear(diagnostic: Any) -> bool:
        heard.append(_message(diagnostic, location_of))
        return True

    with context.attach_diagnostic_handler(hear):
        yield heard


def _message(diagnostic: Any, location_of: LocationOf) -> Message:
    place = location_of(diagnostic.location)
    message = str(diagnostic.message)
    for note in diagnostic.notes:
        if not note.message.startswith(_NOISE):
            note_place = location_of(note.location)
            where = f" ({note_place})" if note_place and note_place != place else ""
            message += f"; note: {note.message}{where}"
    return place, message


def with_place(place: Location | None, message: str) -> str:
    """``file:line:column: message``."""
    return f"{place}: {message}" if place else message


def excerpt(line: str, place: Location) -> str:
    """The line of the program with a mark under the column, which counts bytes."""
    column = len(line.encode()[: max(0, place.column - 1)].decode("utf-8", "ignore"))
    start = max(0, column - _EXCERPT_WIDTH // 2)
    shown = line[start : start + _EXCERPT_WIDTH].replace("\t", " ").rstrip()
    number = str(place.line)
    return f"  {number} | {shown}\n  {' ' * len(number)} | {' ' * (column - start)}^"
