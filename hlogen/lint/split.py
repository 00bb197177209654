"""Files that hold several programs, split by lines of ``// -----``; used where one of them mustn't hide the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARKER = re.compile(rb"^(?=// -----[ \t\r]*$)", re.M)  # in front of the line: it stays, as the next part's first
_CODE = re.compile(rb"^[ \t\r]*([^\s/])", re.M)
_BYTECODE = b"ML\xefR"


def numbered_parts(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The line on which each program of a file begins, comments in front not counted, and its content.

    In front of that are blank lines that keep its places true; comments alone are no program.
    """
    if content.startswith(_BYTECODE):
        yield 1, content
        return
    lines = 0
    for part in _MARKER.split(content) if b"// -----" in content else [content]:
        code = _CODE.search(part)
        if code:
            yield lines + part.count(b"\n", 0, code.start(1)) + 1, b"\n" * lines + part
        lines += part.count(b"\n")
