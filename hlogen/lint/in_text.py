"""What the text around a finding tells of it: where the word ends that it is about, and how to know it again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hlogen.lint.finding import Finding
from hlogen.mlir.reader import Part

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[\w.$@%#!-]+|\S')


def placed(findings: Iterable[Finding], part: Part, name: str) -> Iterator[Finding]:
    """The findings with what the text of their program tells; of another file, or without a text, nothing does."""
    text = part.content if isinstance(part.content, str) else ""
    lines = text.split("\n")
    for finding in findings:
        at = -1 if finding.line is None or finding.file != name else finding.line - part.first_line
        yield _placed(finding, lines[at] if text and 0 <= at < len(lines) else None)


def _placed(finding: Finding, line: str | None) -> Finding:
    finding = finding.known_by(line)
    if line is None or finding.column is None:
        return finding
    at = len(line.encode()[: finding.column - 1].decode(errors="ignore"))  # upstream counts bytes
    word = _WORD.match(line, at)
    end = word.end() if word else at
    if line.startswith("<", end):
        end = _behind_brackets(line, end)
    return replace(finding, column=at + 1, end_column=end + 1)


def _behind_brackets(line: str, at: int) -> int:
    """Behind the bracket that closes the one at `at`, or where that isn't on this line, `at`."""
    depth = 0
    for end in range(at, len(line)):
        depth += {"<": 1, ">": -1}.get(line[end], 0)
        if not depth:
            return end + 1
    return at
