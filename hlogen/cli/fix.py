"""What ``hlogen check --fix`` and ``--diff`` do with a file: write what mends the findings, where that is certain."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hlogen.cli.files import STDIN_NAME, is_of_script, write_whole
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.lint.checker import Checker
from hlogen.lint.finding import FileReport, Finding
from hlogen.lint.formats import count
from hlogen.lint.project import Project, Shown
from hlogen.lint.text_edits import Edit, apply
from hlogen.temporary import TemporaryFolder

_MOST_ROUNDS = 10  # what a fix brings to light may be mended, too


class _Refused(Exception):
    """Why a file isn't mended."""


class Fixer:
    """Mends files, or shows the edits (`only_show`), with `unsafe` also by guesses. What isn't certain stays."""

    def __init__(self, checker: Checker, project: Project, *, only_show: bool, unsafe: bool) -> None:
        self._checker, self._project = checker, project
        self._only_show, self._unsafe = only_show, unsafe
        self._files = 0
        self._fixes = 0
        self._refused = 0
        self._more = 0  # that --unsafe-fixes would make

    def fix(self, file: str, report: FileReport, shown: Shown) -> tuple[FileReport, Shown]:
        """Mends the file where something is to be shown of it; what its report and that are then.

        The report's name stands for the file in what is said. One that has another name than its path (standard input,
        a pipe) is only shown.
        """
        if not shown.findings:
            return report, shown
        try:
            return self._mended(file, report, shown)
        except _Refused as reason:
            self._refused += 1
            say(f"{paint(report.file, 'place')}: not fixed: {reason}")
            return report, shown

    @property
    def has_edits(self) -> bool:
        return self._fixes > 0

    @property
    def summary(self) -> str:
        """What was done, to be put behind the summary of the check."""
        said = ""
        if self._fixes:
            done = "would be made" if self._only_show else "made"
            said = f"; {_fixes(self._fixes)} {done} in {count(self._files, 'file')}"
        elif not self._refused:
            said = "; nothing to fix"
        if self._refused:
            said += f"; {count(self._refused, 'file')} not fixed"
        if self._more:
            said += f"; {f'{self._more} more' if self._fixes else _fixes(self._more)} with --unsafe-fixes"
        return said

    def _mended(self, file: str, report: FileReport, shown: Shown) -> tuple[FileReport, Shown]:
        name = report.file
        if is_of_script(name):
            raise _Refused("a Python script writes this program; mend it there")
        if not self._only_show and name != file:
            what = "standard input" if name == STDIN_NAME else name
            raise _Refused(f"{what} has no file to write; --diff shows the edits")
        try:
            before = Path(file).read_bytes()
        except OSError as error:
            raise _Refused(f"it can't be read: {error.strerror or error}") from None
        folder = TemporaryFolder()
        try:
            copy = folder.path / "copy"
            after, answers, then = self._rounds(copy, before, report, shown)
        finally:
            folder.remove()
        mended = [one for answer in answers for one in answer["mended"]]
        if mended and self._only_show:
            _show(name, before.decode("utf-8"), after.decode("utf-8"))
        elif mended:
            if not is_writeable(Path(file)):
                raise _Refused("it is read-only")
            if Path(file).read_bytes() != before:
                raise _Refused("it has changed in the meantime")
            write_whole(Path(file), lambda target: target.write(after), force=True)
            for one in mended:
                done = f"{paint('fixed', 'good')}: {paint(one['rule'], 'rule')}: {one['what']}"
                place = f"{name}:{one['line']}"
                say(f"{paint(place, 'place')}: {done}")
        for line, reason in answers[-1]["left"]:
            say(f"{paint(f'{name}:{line}', 'place')}: not fixed: {reason}")
        self._fixes += len(mended)
        self._files += bool(mended)
        self._refused += bool(answers[-1]["left"] and not mended)
        self._more += answers[-1]["unsafe"]
        return (report, shown) if self._only_show else then

    def _rounds(
        self, copy: Path, content: bytes, report: FileReport, shown: Shown
    ) -> tuple[bytes, list[dict[str, Any]], tuple[FileReport, Shown]]:
        """Mends a copy of the content until nothing changes: what it is then, the answers, and what is found then."""
        answers: list[dict[str, Any]] = []
        while True:
            copy.write_bytes(content)
            if answers:
                (report,) = self._checker.reports([self._project.task(str(copy), report.file)])
                shown = self._project.shown(report)
            wanted = [(finding.rule, finding.line) for finding in shown.findings]
            answer = self._checker.fix(str(copy), report.file, self._unsafe, wanted)
            if "refused" in answer:
                if not answers:
                    raise _Refused(answer["refused"])
                break
            answers.append(answer)
            if not answer["edits"] or len(answers) > _MOST_ROUNDS:
                break
            content = apply(content.decode("utf-8"), [Edit(**edit) for edit in answer["edits"]]).encode()
        return content, answers, (report, shown)


def is_writeable(file: Path) -> bool:
    """Also of a user who may write to everything, a file that nobody may write to isn't."""
    return os.access(file, os.W_OK) and bool(file.stat().st_mode & 0o222)


def fixable(findings: Iterable[Finding]) -> str:
    """What could be done, to be put behind the summary of a check that only looks."""
    fixes = [finding.known_fix for finding in findings if finding.known_fix is not None]
    safe = sum(fix.is_safe for fix in fixes)
    said = [f"{safe} fixable with --fix"] if safe else []
    if safe < len(fixes):
        said.append(f"{len(fixes) - safe} {'more ' if safe else 'fixable '}with --fix --unsafe-fixes")
    return f"; {', '.join(said)}" if said else ""


def _fixes(number: int) -> str:
    return f"{number} fix{'' if number == 1 else 'es'}"


def _show(file: str, before: str, after: str) -> None:
    roles = {"+": "good", "-": "error", "@": "label"}
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), file, file, lineterm="")
    say("\n".join(paint(line, roles[line[0]]) if line[:1] in roles else line for line in lines))
