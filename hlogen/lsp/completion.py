"""What may stand at a place of a text: operations, attributes, values, functions; and types that stand far off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hlogen.lsp.names import Names
from hlogen.mlir.tokens import closing, function_around, skip_blanks, tokens, type_end
from hlogen.spec.optable import OPS, OpSpec, Presence

_BEGUN = re.compile(r"[%@]?[\w.$-]*$")
_ATTRIBUTE = re.compile(r"[{,]\s*\w*$")
_QUOTED = re.compile(r'"([\w.]+)"\s*\Z')
_NEXT = re.compile(r'//[^\n]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[(\[{:]|->|^[ \t]*%[^=\n]*=', re.M)
_TYPED = re.compile(r":\s*(?:\(|[!\w.]+<|index\b|none\b)|->")
_CALL = re.compile(r"\bcall\s+@?[\w.$-]*$")


class Choice(NamedTuple):
    """What is written from `start` on, of a kind ("operation", "attribute", "value", "function"), and what it is."""

    start: int
    text: str
    kind: str
    detail: str


def choices(text: str, names: Names, at: int) -> Iterator[Choice]:
    """What may be written at an offset, or go on from what is begun there."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    begun = _BEGUN.search(line)
    word = begun[0] if begun else ""
    start = at - len(word)
    if word.startswith("%"):
        for definition in names.visible(start):
            yield Choice(start, definition.name, "value", definition.type)
    elif word.startswith("@") or _CALL.search(line):
        for definition in names.functions:
            yield Choice(start, f"@{definition.name}", "function", "")
    elif (spec := _operation_around(text, at)) is not None:
        if _ATTRIBUTE.search(text, text.rfind("{", 0, at), at):
            for name, default in spec.attributes.items():
                detail = default.value if isinstance(default, Presence) else f"default {default}"
                yield Choice(start, f"{name} = ", "attribute", detail)
    elif word:
        for spec in OPS.values():
            yield Choice(start, spec.name, "operation", ", ".join((*spec.operands, *spec.regions)))


def _operation_around(text: str, at: int) -> OpSpec | None:
    """The operation whose ``<{`` is open at an offset."""
    around = function_around(text, at)
    opened: list[int] = []
    for position, token in tokens(text, 0 if around is None else around[0], at):
        if token in "([{":
            opened.append(position)
        elif token in ")]}" and opened:
            opened.pop()
    if not opened or text[opened[-1] - 1 : opened[-1] + 1] != "<{":
        return None
    before = text[: opened[-1] - 1].rstrip()
    if not before.endswith(")"):
        return None
    depth = 0
    for position in range(len(before) - 1, -1, -1):  # operands are names, which have no brackets
        depth += {")": 1, "(": -1}.get(before[position], 0)
        if not depth:
            name = _QUOTED.search(before, max(0, position - 200), position)
            return OPS.get(name[1]) if name else None
    return None


def result_types(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Offset and text of the types of results that are named between two offsets, where their line shows none."""
    for match in re.compile(r"^[ \t]*%[^=\n]*?(?=\s*=(?!=))", re.M).finditer(text, start, end):
        line_end = text.find("\n", match.end()) % (len(text) + 1)
        if not _TYPED.search(text, match.end(), line_end) and (type := _result_type(text, match.end())):
            yield match.end(), type


def _result_type(text: str, at: int) -> str:
    """The types behind the colon of the operation whose text goes on at `at`; empty where it isn't finished."""
    while found := _NEXT.search(text, at):
        at = found.end()
        if found[0].endswith("="):  # the next operation
            return ""
        if found[0] in "([{":
            end = closing(text, found.start())
            if end is None:
                return ""
            at = end + 1
        elif found[0] == ":":
            begin = skip_blanks(text, at)
            if text.startswith("(", begin):
                end = closing(text, begin)
                begin = skip_blanks(text, end + 1) if end is not None else len(text)
                if not text.startswith("->", begin):
                    return ""
                begin = skip_blanks(text, begin + 2)
            end = closing(text, begin)
            return text[begin : type_end(text, begin) if end is None else end + 1]
    return ""
