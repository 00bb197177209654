"""Comments that ignore findings: ``// hlogen: ignore[gather.C9] reason``, and ``#`` for ``//`` in Python.

Behind code a comment is about what its line says. On lines of its own it is about the operation, or the function, that
begins next, with all that is in it. ``ignore-file`` is about the whole file.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator

from hlogen.lint.finding import Ignore
from hlogen.mlir.tokens import comments_and_strings

MARK = b"hlogen: ignore"  # no file without it has such comments
_COMMENT = re.compile(r"(?://|#)\s*hlogen: ignore(-file)?\b(?:\[([^\]\n]*)\])?")


_IGNORE = re.compile(r"// hlogen: ignore\[([^\]]*)\]")


def ignoring(line: str, rules: Iterable[str]) -> list[str]:
    """The lines in place of a line of MLIR on which these rules are ignored."""
    ending = "\r" if line.endswith("\r") else ""
    # Strings end with their line, so what stands before it doesn't matter; a comment runs to its end.
    comment = next((start for start, _ in comments_and_strings(line) if line.startswith("//", start)), None)
    if comment is None:
        return [f"{line.rstrip()}  // hlogen: ignore[{', '.join(rules)}]{ending}"]
    if known := _IGNORE.search(line, comment):
        listed = ", ".join(dict.fromkeys([*filter(None, map(str.strip, known[1].split(","))), *rules]))
        return [f"{line[: known.start(1)]}{listed}{line[known.end(1) :]}"]
    # Behind a comment nothing can be said: in front of the operation, it is about all of it.
    indent = line[: len(line) - len(line.lstrip())]
    return [f"{indent}// hlogen: ignore[{', '.join(rules)}]{ending}", line]


def ignores_in(text: str, *, is_python: bool = False) -> Iterator[Ignore]:
    """The comments of a text that ignore findings."""
    starts = _python_comments(text) if is_python else _comments(text)
    lines = text.split("\n")
    for line, column in starts:
        match = _COMMENT.match(lines[line - 1], column - 1)
        if match is None:
            continue
        target: int | None = line
        is_own = not lines[line - 1][: column - 1].strip()
        if match[1]:
            target = None
        elif is_own:
            mark = "#" if is_python else "//"
            target = next((at + 1 for at in range(line, len(lines)) if _is_code(lines[at], mark)), line)
        patterns = tuple(part.strip() for part in (match[2] or "").split(",") if part.strip())
        yield Ignore(line, column, match.end() + 1, patterns, target, is_own)


def _is_code(line: str, mark: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(mark)


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Line and column of each comment of MLIR."""
    line, line_start = 1, 0
    for start, _ in comments_and_strings(text):
        if text.startswith("//", start):
            line += text.count("\n", line_start, start)
            line_start = text.rfind("\n", 0, start) + 1
            yield line, start - line_start + 1


def _python_comments(text: str) -> Iterator[tuple[int, int]]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.start[1] + 1
    except (tokenize.TokenError, SyntaxError):  # of which the script's own error tells
        return
