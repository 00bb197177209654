"""The text of an open document, and the way between its characters and the places that editors and findings name."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from hlogen.forking import cached_property
from hlogen.lint.finding import Finding
from hlogen.lint.split import numbered_parts

_LONE_CR = re.compile(r"\r(?!\n)")
_UNITS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_BYTES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}  # of a unit


class Part(NamedTuple):
    """A program of a text: its content, behind blank lines that keep its places true, where it starts in the text, and
    what has to be added to offsets in the content."""

    content: bytes
    start: int
    shift: int


class Text:
    """Where lines begin in a text.

    An editor's columns count units of `encoding` from 0, a finding's characters from 1. As for editors, CR, LF and both
    end a line; lone CRs are LFs here.
    """

    def __init__(self, source: str, encoding: str = "utf-16") -> None:
        self.source = _LONE_CR.sub("\n", source)
        self._encoding = encoding
        self._starts = [0, *(match.end() for match in re.finditer("\n", self.source))]

    def line(self, number: int) -> str:
        """A line, counted from 0, without its end; empty where there is none."""
        if not 0 <= number < len(self._starts):
            return ""
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.source)
        return self.source[self._starts[number] : end].rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """The offset of an editor's place; where the line or the text is shorter, its end."""
        if line >= len(self._starts):
            return len(self.source)
        units = self.line(line).encode(_UNITS[self._encoding], "surrogatepass")
        before = units[: max(0, column) * _BYTES[self._encoding]].decode(_UNITS[self._encoding], "ignore")
        return self._starts[max(line, 0)] + len(before)

    def position(self, offset: int) -> tuple[int, int]:
        """An editor's line and column of an offset."""
        line = bisect_right(self._starts, offset) - 1
        before = self.source[self._starts[line] : offset]
        return line, len(before.encode(_UNITS[self._encoding], "surrogatepass")) // _BYTES[self._encoding]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset as upstream has them: from 1, in bytes."""
        line = bisect_right(self._starts, offset) - 1
        return line + 1, len(self.source[self._starts[line] : offset].encode("utf-8", "surrogatepass")) + 1

    def offset_of_place(self, line: int, column: int) -> int:
        """The inverse of `place`."""
        before = self.line(line - 1).encode("utf-8", "surrogatepass")[: column - 1]
        return self._starts[min(line, len(self._starts)) - 1] + len(before.decode("utf-8", "ignore"))

    def span(self, finding: Finding) -> tuple[int, int]:
        """Where a finding begins and ends: without a column its line, without a line the first one."""
        number = (finding.line or 1) - 1
        line = self.line(number)
        start = self._starts[min(max(number, 0), len(self._starts) - 1)]
        if finding.line is None or finding.column is None:
            return start + len(line) - len(line.lstrip()), start + len(line)
        begin = min(finding.column - 1, len(line))
        end = min((finding.end_column or finding.column + 1) - 1, len(line))
        return start + begin, start + max(begin, end)

    @cached_property
    def parts(self) -> list[Part]:
        """The programs of the text."""
        found = []
        for _, content in numbered_parts(self.source.encode("utf-8", "surrogatepass")):
            lines = len(content) - len(content.lstrip(b"\n"))
            start = self._starts[lines] if lines < len(self._starts) else len(self.source)
            found.append(Part(content, start, start - lines))
        return found

    def part_at(self, offset: int) -> Part | None:
        """The program that stands at an offset."""
        return next((part for part in reversed(self.parts) if part.start <= offset), None)
