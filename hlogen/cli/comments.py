"""What ``hlogen check --add-ignores`` does: comments that ignore what is found, each at the end of its line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import IO

from hlogen.cli.files import write_whole
from hlogen.cli.fix import is_writeable
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.lint.finding import NOTE, Finding
from hlogen.lint.formats import count
from hlogen.mlir.bytecode import is_bytecode
from hlogen.mlir.tokens import comments_and_strings

_IGNORE = re.compile(r"// hlogen: ignore\[([^\]]*)\]")


def add_comments(findings: list[Finding], paths: Mapping[str, str]) -> list[Finding]:
    """Writes them, but for notes; the findings that are left. `paths` are those of files, by their names."""
    by_file: dict[str, dict[int, list[Finding]]] = defaultdict(lambda: defaultdict(list))
    left = []
    for finding in findings:
        if finding.is_failure or finding.level == NOTE or finding.line is None or not finding.scopes:
            left.append(finding)
        else:
            by_file[finding.file][finding.line].append(finding)
    for file, by_line in by_file.items():
        refused = _add(file, paths.get(file), by_line)
        if refused:
            say(f"{paint(file, 'place')}: no comments added: {refused}")
            left += [finding for of_line in by_line.values() for finding in of_line]
    return left


def _add(file: str, path: str | None, by_line: Mapping[int, list[Finding]]) -> str | None:
    """Writes the comments of a file; why it doesn't, where it doesn't."""
    if path != file or not Path(file).is_file():
        return "only a file of MLIR's text is written"
    if not is_writeable(Path(file)):
        return "it is read-only"
    content = Path(file).read_bytes()
    if is_bytecode(content):
        return "it is bytecode"
    text = content.decode()
    comments = {}  # where the comment of a line begins, that runs to its end
    for start, _ in comments_and_strings(text):
        if text.startswith("//", start):
            comments[text.count("\n", 0, start) + 1] = start - text.rfind("\n", 0, start) - 1
    lines = text.split("\n")
    for line in sorted(by_line, reverse=True):  # from below, as lines may be added
        rules = dict.fromkeys(finding.rule for finding in by_line[line])
        code = lines[line - 1]
        ending = "\r" if code.endswith("\r") else ""
        known = _IGNORE.search(code, comments[line]) if line in comments else None
        if known:
            listed = ", ".join(dict.fromkeys([*filter(None, map(str.strip, known[1].split(","))), *rules]))
            lines[line - 1] = f"{code[: known.start(1)]}{listed}{code[known.end(1) :]}"
        elif line in comments:  # behind which nothing can be said: in front of the operation, it is about all of it
            indent = code[: len(code) - len(code.lstrip())]
            lines.insert(line - 1, f"{indent}// hlogen: ignore[{', '.join(rules)}]{ending}")
        else:
            lines[line - 1] = f"{code.rstrip()}  // hlogen: ignore[{', '.join(rules)}]{ending}"
    write_whole(Path(file), partial(_fill, "\n".join(lines).encode()), force=True)
    added = sum(map(len, by_line.values()))
    say(f"{paint(file, 'place')}: {paint('added', 'good')} comments for {count(added, 'finding')}")
    return None


def _fill(content: bytes, file: IO[bytes]) -> None:
    file.write(content)
