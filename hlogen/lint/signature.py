"""Where a type stands in the signature of a function: a finding about it is told there, not of the whole function."""

from __future__ import annotations

import re
from dataclasses import replace

from hlogen.lint.finding import Finding
from hlogen.mlir.reader import Part
from hlogen.mlir.tokens import functions

_PIECE = re.compile(r"[\w.$]+|\S")


def in_signature(finding: Finding, part: Part) -> Finding:
    """A finding about a type in a function's signature, at its place there, if that can be told."""
    _, is_about_type, type = finding.message.partition(", in ")
    if finding.op != "func.func" or not is_about_type or finding.line is None or not isinstance(part.content, str):
        return finding
    text = part.content
    first_line = part.first_line
    for start, _, body in functions(text):
        if body is not None and text.count("\n", 0, start) + first_line == finding.line:
            written = r"\s*".join(map(re.escape, _PIECE.findall(type)))
            if match := re.compile(written).search(text, start, body):
                line_start = text.rfind("\n", 0, match.start()) + 1
                line = text.count("\n", 0, line_start) + first_line
                return replace(finding, line=line, column=len(text[line_start : match.start()].encode()) + 1)
    return finding
