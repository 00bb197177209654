"""What ``hlogen check --fix`` and ``--diff`` do with a file: write the promises that are kept for certain."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

from hlogen.cli.files import STDIN_NAME, is_of_script, write_whole
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.lint.checker import Checker
from hlogen.lint.finding import Finding
from hlogen.lint.formats import count
from hlogen.lint.text_edits import Edit, apply, digest

RULE = "promise.unset"


class Fixer:
    """Sets promises in files, or shows the edits (`only_show`). A file that can't be edited safely stays as it is."""

    def __init__(self, checker: Checker, only_show: bool) -> None:
        self._checker = checker
        self._only_show = only_show
        self._files = 0
        self._promises = 0
        self._refused = 0
        self._left: list[int] = []  # lines of the last file whose operations are left as they are

    def fix(self, file: str, name: str, findings: list[Finding]) -> list[Finding]:
        """Fixes the file where findings ask for it; the findings that are left. `name` stands for it in what is said.

        A file that has another name than its path (standard input, a pipe) is only shown.
        """
        if not any(finding.rule == RULE for finding in findings):
            return findings
        if refused := self._edit(file, name):
            self._refused += 1
            say(f"{paint(name, 'place')}: not fixed: {refused}")
            return findings
        if self._only_show:
            return findings
        return [finding for finding in findings if finding.rule != RULE or finding.line in self._left]

    @property
    def has_edits(self) -> bool:
        return self._promises > 0

    @property
    def summary(self) -> str:
        """What was done, to be put behind the summary of the check."""
        left = f"; {count(self._refused, 'file')} not fixed" if self._refused else ""
        if not self._promises:
            return left or "; nothing to fix"
        done = "would be set" if self._only_show else "set"
        return f"; {count(self._promises, 'promise')} {done} in {count(self._files, 'file')}{left}"

    def _edit(self, file: str, name: str) -> str | None:
        """Edits the file; why it wasn't, where it wasn't."""
        if is_of_script(name):
            return "a Python script writes this program; promise it there"
        if not self._only_show:
            if name != file:
                what = "standard input" if name == STDIN_NAME else name
                return f"{what} has no file to write; --diff shows the edits"
            if not is_writeable(Path(file)):
                return "it is read-only"
        answer = self._checker.fix(file, name)
        if "refused" in answer:
            return str(answer["refused"])
        edits = [Edit(**edit) for edit in answer["edits"]]
        self._left = [line for line, _ in answer["left"]]
        content = Path(file).read_bytes()
        if digest(content) != answer["digest"]:
            return "it has changed in the meantime"
        before = content.decode("utf-8")
        after = apply(before, edits)
        if self._only_show:
            _show(name, before, after)
        else:
            write_whole(Path(file), lambda target: target.write(after.encode()), force=True)
            for edit in edits:
                say(f"{paint(f'{file}:{edit.line}', 'place')}: {paint('fixed', 'good')}: {edit.name} = true")
        for line, reason in answer["left"]:
            say(f"{paint(f'{name}:{line}', 'place')}: not fixed: {reason}")
        self._files += 1
        self._promises += len(edits)
        return None


def is_writeable(file: Path) -> bool:
    """Also of a user who may write to everything, a file that nobody may write to isn't."""
    return os.access(file, os.W_OK) and bool(file.stat().st_mode & 0o222)


def _show(file: str, before: str, after: str) -> None:
    roles = {"+": "good", "-": "error", "@": "label"}
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), file, file, lineterm="")
    say("\n".join(paint(line, roles[line[0]]) if line[:1] in roles else line for line in lines))
