"""Where operations stand in their own file, when the program names other places (``loc("model.py":3:4)``).

The bindings tell of an operation either the one or the other. So a text that names places is read twice: as it is, and
with blanks where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from hlogen.ir.module import Location, Module
from hlogen.mlir.errors import ParseError
from hlogen.mlir.tokens import closing

# Behind "=" (of an alias, of an attribute) a location is a value, and stays.
_NAMED_PLACE = re.compile(r'//[^\n]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|=\s*loc\b|(?<![\w.$%@#!^-])loc\s*(?=\()')


def read_in_own_file(read: Callable[[str], Module], text: str, name: str) -> Module:
    """What `read` makes of `text`, with places in this file, which is called `name`; what it says else is their origin.

    Errors have such places too. Where the place in the file can't be told, it is the file.
    """
    bare = without_places(text)
    if bare == text:
        return read(text)
    try:
        told = read(text)
    except ParseError as error:
        _raise_in_own_file(error, read, bare, name)
        raise
    try:
        own = read(bare)
    except ParseError:  # a place is part of something that is no place
        return in_own_file(told, name)
    for operation, twin in zip(told.walk(), own.walk(), strict=True):
        operation.location = _here(twin.location, operation.location, name)
    return told


def in_own_file(module: Module, name: str) -> Module:
    """The module, in which places that aren't in the file called `name` are origins of what is somewhere in it."""
    for operation in module.walk():
        if operation.location is None or operation.location.file != name:
            operation.location = _here(Location(name), operation.location, name)
    return module


def _here(own: Location | None, told: Location | None, name: str) -> Location:
    own = own or Location(name)
    return own if told in (None, own) else replace(own, origin=told)


def _raise_in_own_file(error: ParseError, read: Callable[[str], Module], bare: str, name: str) -> None:
    """Raises what upstream says of the program without places, behind which stands the one that it named."""
    if error.location is not None and error.location.file == name and error.location.line:
        return
    try:
        read(bare)
    except ParseError as own:
        origin = f"\nit comes from {error.location}" if error.location not in (None, Location(name)) else ""
        raise ParseError(f"{own}{origin}", own.location, own.diagnostics) from error


def without_places(text: str) -> str:
    """The text with blanks instead of the places that operations and arguments name."""
    if "loc" not in text:
        return text
    pieces: list[str] = []
    at = 0
    for match in _NAMED_PLACE.finditer(text):
        if not match[0].startswith("loc") or match.start() < at:
            continue
        end = closing(text, match.end())
        if end is None:
            break
        place = text[match.start() : end + 1]
        pieces += [text[at : match.start()], re.sub(r".+", lambda line: " " * len(line[0].encode()), place)]
        at = end + 1
    return "".join([*pieces, text[at:]])
