"""Where the parts of an operation stand in a program's text: its attributes, its operands, its types."""

from __future__ import annotations

import re
from typing import NamedTuple

from hlogen.mlir.pretty import FORMS
from hlogen.mlir.tokens import closing, comments_and_strings, functions, skip_blanks, type_end

_NAME = re.compile(r'"?([\w.$-]+)"?')
_VALUE = re.compile(r"%[\w$.-]+(?:#\d+)?")
_STEP = re.compile(r'//[^\n]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|::|->|[:({\[<}\])]|%[\w$.-]+(?:#\d+)?')
_ARROW = "->"


class Span(NamedTuple):
    """From where to where something stands in a text."""

    start: int
    end: int


class Types(NamedTuple):
    """Where the types of operands and results stand; one place may stand for several."""

    operands: list[Span]
    results: list[Span]


class OperationText:
    """The operation `name`, such as "stablehlo.add", whose name stands at `start`. ValueError where it doesn't."""

    def __init__(self, text: str, start: int, name: str) -> None:
        self.text, self.name = text, name
        self.is_generic = text.startswith(f'"{name}"', start)
        written = f'"{name}"' if self.is_generic else name if text.startswith(name, start) else name.partition(".")[2]
        if not text.startswith(written, start):
            raise ValueError(name)
        self.start = start
        self.behind_name = start + len(written)

    def dictionaries(self) -> list[int]:
        """Where the attributes open: those of properties, and those behind the regions; in pretty form, in braces."""
        if not self.is_generic:
            at = self.text.find("{", self.behind_name, self._colon() or self.behind_name)
            return [] if at < 0 else [at]
        text = self.text
        at = self._behind(text.index("(", self.start))
        opened = []
        if text.startswith("<", at):
            opening = skip_blanks(text, at + 1)
            opened.append(opening)
            at = self._behind(opening)
            at = skip_blanks(text, at + 1) if text.startswith(">", at) else len(text)
        if text.startswith("(", at):
            at = self._behind(at)
        if text.startswith("{", at):
            opened.append(at)
        return opened

    def value(self, name: str) -> Span | None:
        """Where the value of an attribute, or of a part of one, stands; None where that isn't certain."""
        places = [entries(self.text, opening) for opening in self.dictionaries()]
        found = [(begin, end) for each in places for entry, begin, end in each if entry == name]
        if len(found) == 1:
            begin, end = found[0]
            equals = self.text.find("=", begin, end)
            return None if equals < 0 else Span(skip_blanks(self.text, equals + 1), end)
        spellings = [name]
        limit = self._colon() or len(self.text)
        if self.is_generic:
            limit = max((closing(self.text, opening) or 0 for opening in self.dictionaries()), default=0)
        else:  # "dims = dimensions=list" is how its form says that dimensions are written as dims
            form = FORMS.get(self.name.partition(".")[2], [])
            index = next((i for i, word in enumerate(form) if word.startswith(f"{name}=")), 0)
            spellings += [form[index - 2]] if index > 1 and form[index - 1] == "=" else []
        pattern = re.compile(rf"(?<![\w.$\"])(?:{'|'.join(map(re.escape, spellings))})\s*=\s*(?=\[|-?\d)")
        matches = list(pattern.finditer(self.text, self.behind_name, limit))
        if len(matches) != 1:
            return None
        begin = matches[0].end()
        close = closing(self.text, begin)
        number = re.compile(r"-?\d+").match(self.text, begin)
        return Span(begin, close + 1 if close is not None else number.end() if number else begin)

    def numbers(self, name: str) -> list[Span]:
        """Where the numbers of an attribute stand: of ``[0, 1]``, ``array<i64: 0, 1>``, or ``dense<1> : ...``."""
        span = self.value(name)
        if span is None:
            return []
        listed = re.compile(r"\[|<(?:\s*i64\s*:?)?").search(self.text, *span)
        begin = listed.end() if listed else span.start
        stop = re.compile(r"[\]>:]").search(self.text, begin, span.end)
        found = re.compile(r"-?\d+").finditer(self.text, begin, stop.start() if stop else span.end)
        return [Span(*match.span()) for match in found]

    def operands(self) -> list[int]:
        """Where the operands stand."""
        end = closing(self.text, self.text.index("(", self.start)) if self.is_generic else self._colon()
        return [match.start() for match in _VALUE.finditer(self.text, self.behind_name, end or self.behind_name)]

    def types(self) -> Types | None:
        """None where they aren't found."""
        at = self._colon()
        if at is None:
            return None
        at = skip_blanks(self.text, at + 1)
        listed, at = self._types(at)
        at = skip_blanks(self.text, at)
        if self.text.startswith(_ARROW, at):
            return Types(listed, self._types(skip_blanks(self.text, at + len(_ARROW)))[0])
        count = len(self.operands())
        if count and len(listed) == 1:
            return Types(listed * count, listed)
        if self.name == "stablehlo.select" and len(listed) == 2:
            return Types([listed[0], listed[1], listed[1]], listed[1:])
        return Types(listed[:count], listed if count == len(listed) else listed[count:])

    def _types(self, at: int) -> tuple[list[Span], int]:
        """The types of a list, in brackets or not, and what is behind it."""
        text = self.text
        close = closing(text, at) if text.startswith("(", at) else None
        at = skip_blanks(text, at + 1) if close is not None else at
        found: list[Span] = []
        while (end := type_end(text, at)) > at and (close is None or at < close):
            found.append(Span(at, end))
            after = skip_blanks(text, end)
            if not text.startswith(",", after):
                break
            at = skip_blanks(text, after + 1)
        return found, close + 1 if close is not None else found[-1].end if found else at

    def _colon(self) -> int | None:
        """Where the colon stands in front of the types."""
        text = self.text
        at = self.behind_name
        while match := _STEP.search(text, at):
            token = match[0]
            at = match.end()
            if token == ":":
                return match.start()
            if token == "<":
                depth = type_end(text, match.start() - 1)
                at = max(at, depth)
            elif token in "({[":
                end = closing(text, match.start())
                if end is None:
                    return None
                at = end + 1
            elif token in "}])":
                return None  # the operation has ended without types
        return None

    def _behind(self, opening: int) -> int:
        """The first code behind the bracket that opens at `opening`."""
        end = closing(self.text, opening)
        return len(self.text) if end is None else skip_blanks(self.text, end + 1)


class FunctionResults(NamedTuple):
    """Where the types of a function's results stand in its head; without any, where they would."""

    types: list[Span]
    place: int


def function_results(text: str, name: str) -> FunctionResults | None:
    """None where there isn't one function of that name with a body, written in pretty form."""
    found = [start for start, known, body in functions(text) if known == name and body is not None]
    if len(found) != 1:
        return None
    opening = text.find("(", text.index("@", found[0]))
    close = closing(text, opening) if opening >= 0 else None
    if close is None:
        return None
    at = skip_blanks(text, close + 1)
    if not text.startswith(_ARROW, at):
        return FunctionResults([], close + 1)
    at = skip_blanks(text, at + len(_ARROW))
    end = closing(text, at) if text.startswith("(", at) else None
    at = at if end is None else skip_blanks(text, at + 1)
    types = []
    while (stop := type_end(text, at)) > at and (end is None or at < end):
        types.append(Span(at, stop))
        at = skip_blanks(text, stop)
        if end is None:
            break
        if text.startswith("{", at):  # attributes of the result
            at = skip_blanks(text, (closing(text, at) or at) + 1)
        if not text.startswith(",", at):
            break
        at = skip_blanks(text, at + 1)
    return FunctionResults(types, close + 1)


def entries(text: str, opening: int) -> list[tuple[str, int, int]]:
    """(name, start, end of its code) of each attribute of the dictionary that opens at `opening`."""
    end = closing(text, opening)
    if end is None or text[opening] != "{":
        return []
    skipped = dict(comments_and_strings(text[opening:end]))
    found: list[tuple[str, int, int]] = []
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
                found.append((name[1], begin, code))
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
    return found
