"""What ``hlogen check --add-ignores`` does: comments that ignore what is found, each at the end of its line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from hlogen.cli.files import write_content
from hlogen.cli.fix import is_writeable
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.lint.finding import NOTE, Finding
from hlogen.lint.formats import count
from hlogen.lint.ignore_comments import ignoring
from hlogen.mlir.bytecode import is_bytecode


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
    lines = content.decode().split("\n")
    for line in sorted(by_line, reverse=True):  # from below, as lines may be added
        lines[line - 1 : line] = ignoring(lines[line - 1], dict.fromkeys(finding.rule for finding in by_line[line]))
    write_content(Path(file), "\n".join(lines).encode())
    added = sum(map(len, by_line.values()))
    say(f"{paint(file, 'place')}: {paint('added', 'good')} comments for {count(added, 'finding')}")
    return None
