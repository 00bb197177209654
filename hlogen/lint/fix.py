"""Sets promises in a program's text, where the analysis proves that they are kept (`hlogen check --fix`).

Only the value of an attribute, or the attribute itself, is written; every other byte stays. An edit is given out only
where the edited text reads as the same program with those promises set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hlogen.ir.module import Module, Operation
from hlogen.ir.printer import generic_text
from hlogen.lint.advice import PROMISING, Advisor
from hlogen.lint.text_edits import Edit, apply, digest
from hlogen.mlir.bytecode import is_bytecode
from hlogen.mlir.errors import ParseError
from hlogen.mlir.reader import read_all
from hlogen.mlir.tokens import closing, comments_and_strings, skip_blanks, tokens
from hlogen.spec.operations import check_operation

_NAMES = frozenset(f'"{name}"' for name in PROMISING)
_BOOLEAN = re.compile(r"=\s*(true|false)\b")
_NAME = re.compile(r'"?([\w.$-]+)"?')
_ARROW = "->"


class NotFixable(Exception):
    """Why a file, or an operation in it, is left as it is."""


@dataclass(frozen=True)
class Fix:
    """The edits of one file, whose content has this digest, and why operations on some lines are left as they are."""

    digest: str
    edits: tuple[Edit, ...]
    left: tuple[tuple[int, str], ...] = ()


def find_fix(content: bytes, name: str) -> Fix:
    """The edits that set every promise that is kept for certain; NotFixable where they can't be made safely."""
    if is_bytecode(content):
        raise NotFixable("it is bytecode; only text is edited")
    try:
        text = content.decode("utf-8")
        modules = read_all(content, name=name)
    except (UnicodeDecodeError, ParseError) as error:
        raise NotFixable("it can't be read as a whole") from error
    operations = [op for module in modules for op in module.walk() if op.name in PROMISING]
    places = _places(text)
    if [f'"{op.name}"' for op in operations] != [text[start : text.index('"', start + 1) + 1] for start in places]:
        raise NotFixable("its operations can't be told apart in the text")
    starts = dict(zip(operations, places, strict=True))
    edits: list[Edit] = []
    left: list[tuple[int, str]] = []
    for op, promises in _unset(modules):
        line = text.count("\n", 0, starts[op]) + 1
        try:
            edits += _edits(text, starts[op], line, promises)
        except NotFixable as reason:
            left.append((line, str(reason)))
            continue
        op.attributes = {**op.attributes, **dict.fromkeys(promises, True)}
    if left and not edits:
        raise NotFixable("; ".join(f"line {line}: {reason}" for line, reason in left))
    edits.sort(key=lambda edit: (edit.start, edit.name))
    expected = [_comparable(module) for module in modules]
    try:
        found = [_comparable(module) for module in read_all(apply(text, edits).encode(), name=name)]
    except ParseError as error:
        raise NotFixable("the edited text could not be read again") from error
    if found != expected:
        raise NotFixable("the edited text reads as another program")
    return Fix(digest(content), tuple(edits), tuple(left))


def _unset(modules: list[Module]) -> Iterator[tuple[Operation, tuple[str, ...]]]:
    for module in modules:
        advisor = Advisor(module)
        for op in module.walk():
            if op.name in PROMISING and not check_operation(op):
                for advice in advisor.on(op):
                    if advice.promises:
                        yield op, advice.promises


def _places(text: str) -> list[int]:
    """Where the names of gathers and scatters stand, in the order of the text."""
    return [
        start
        for start, token in tokens(text)
        if token in _NAMES and text[skip_blanks(text, start + len(token)) :].startswith("(")
    ]


def _edits(text: str, start: int, line: int, promises: tuple[str, ...]) -> list[Edit]:
    """The edits that set `promises` of the operation whose name stands at `start`, on `line`."""
    entries_of = [_entries(text, opening) for opening in _dictionaries(text, start)]
    entries = [entry for each in entries_of for entry in each]
    edits = []
    for promise in promises:
        found = [(begin, end) for name, begin, end in entries if name == promise]
        if found:
            begin, end = found[0]
            value = _BOOLEAN.search(text, begin, end) if len(found) == 1 else None
            if value is None or value[1] != "false" or text[value.end() : end].strip():
                raise NotFixable(f"{promise} is written in an unusual way")
            edits.append(Edit(value.start(1), value.end(1), "true", line, promise))
            continue
        ends = [each[-1][2] for each in entries_of if any("dimension_numbers" in name for name, *_ in each)]
        if len(ends) != 1:
            raise NotFixable("the operation's attributes can't be found for certain")
        end = ends[0]
        edits.append(Edit(end, end, f", {promise} = true", line, promise))
    return edits


def _dictionaries(text: str, start: int) -> list[int]:
    """Where the attribute dictionaries of an operation open: that of properties, and that behind its regions."""
    at = _behind(text, text.index("(", start))
    opened = []
    if text.startswith("<", at):
        opening = skip_blanks(text, at + 1)
        opened.append(opening)
        at = _behind(text, opening)
        at = skip_blanks(text, at + 1) if text.startswith(">", at) else len(text)
    if text.startswith("(", at):
        at = _behind(text, at)
    if text.startswith("{", at):
        opened.append(at)
    return opened


def _behind(text: str, opening: int) -> int:
    """The first code behind the bracket that opens at `opening`."""
    end = closing(text, opening)
    return len(text) if end is None else skip_blanks(text, end + 1)


def _entries(text: str, opening: int) -> list[tuple[str, int, int]]:
    """(name, start, end of its code) of each attribute of the dictionary that opens at `opening`."""
    end = closing(text, opening)
    if end is None or text[opening] != "{":
        return []
    skipped = dict(comments_and_strings(text[opening:end]))
    entries: list[tuple[str, int, int]] = []
    begin = code = at = opening + 1
    depth = 0
    while at <= end:
        if stop := skipped.get(at - opening):
            if text[at] == '"':
                code = opening + stop
            at = opening + stop
        elif at == end or (text[at] == "," and not depth):
            begin = skip_blanks(text, begin)
            if name := _NAME.match(text, begin):
                entries.append((name[1], begin, code))
            begin = code = at = at + 1
        elif text[at] in "([{":
            at = code = (closing(text, at) or end) + 1
        else:
            if text.startswith(_ARROW, at):
                at += 1
            elif text[at] in "<>":
                depth += 1 if text[at] == "<" else -1
            if not text[at].isspace():
                code = at + 1
            at += 1
    return entries


def _comparable(module: Module) -> str:
    """The program's text, in which the order of attributes doesn't matter."""
    for op in module.walk():
        if op.name in PROMISING:
            op.attributes = dict(sorted(op.attributes.items()))
    return generic_text(module)
