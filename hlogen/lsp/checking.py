"""Asks the worker process about the texts of open documents, of which only what has changed is checked again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

from hlogen.errors import HlogenError
from hlogen.lint.config import forget
from hlogen.lint.finding import INTERNAL, FileReport, Finding
from hlogen.lint.ignore_comments import MARK, ignores_in
from hlogen.lint.process import Worker
from hlogen.lint.project import Project
from hlogen.lint.text_edits import Edit
from hlogen.lsp.text import Part, Text
from hlogen.temporary import TemporaryFolder

NOT_CHECKED = "not-checked"  # the rule where a config, or the process, doesn't let a file be checked
WORKER = "hlogen.lsp.worker"
TIME_LIMIT = 20.0  # seconds for a change, unless the project says otherwise: nobody waits longer for an editor
_ANSWER_LIMIT = 10.0  # seconds for what hovering shows

_Key = tuple[bytes, bool, str | None]


class Mended(NamedTuple):
    """What is done about findings, the edits of the text that do it, and whether it is certain that they are meant."""

    what: list[str]
    edits: list[Edit]
    is_safe: bool


class Checking:
    """One worker process. But for `kill`, everything is called from one thread. Use it as a context manager."""

    def __init__(self) -> None:
        self._folder = TemporaryFolder()
        self._file = self._folder.path / "program.mlir"
        self._kept: dict[str, dict[_Key, FileReport]] = {}  # the parts of each document
        self._worker = Worker(module=WORKER)
        self._is_ending = False

    def findings(self, name: str, text: Text) -> list[Finding]:
        """What is to be shown of the document whose file has this name, by what its project says."""
        forget()
        project = Project()
        try:
            config = project.config(name)
            if config.excludes(name):
                return []
            task = project.task(str(self._file), name)
            self._worker.time_limit = config["time-limit"] or TIME_LIMIT
            report = self._report(name, text, task.advice, task.target)
            return project.shown(report).findings
        except HlogenError as error:
            return [Finding(name, None, None, NOT_CHECKED, None, str(error))]
        except Exception as error:  # noqa: BLE001 - the server goes on, and what is wrong with it is to be seen
            said = f"internal error: {type(error).__name__}: {error}"
            return [
                Finding(name, None, None, INTERNAL, None, said, fix="this is a mistake in hlogen; please report it")
            ]

    def forget(self, name: str) -> None:
        """Forgets a document that is closed."""
        self._kept.pop(name, None)

    def ask(self, text: Text, offset: int, about: str, **request: Any) -> Any:
        """What the worker answers about the program that stands there (see `hlogen.lsp.known`); None where it can't."""
        part = text.part_at(offset)
        if part is None and about != "rule":
            return None
        self._worker.time_limit = _ANSWER_LIMIT
        try:
            if part is not None:
                request["path"] = self._placed(part)
            answer, _ = self._worker.ask({"ask": about, **request})
        except HlogenError:  # it can't be started, which a check tells
            return None
        return None if answer is None else answer["answer"]

    def mended(self, name: str, text: Text, offset: int, finding: Finding | None = None) -> Mended | None:
        """What mends a finding in the program that stands there, or all of them that it is certain for."""
        part = text.part_at(offset)
        if part is None:
            return None
        self._worker.time_limit = _ANSWER_LIMIT
        wanted = None if finding is None else [(finding.rule, finding.line)]
        for unsafe in (False, True) if finding is not None else (False,):
            try:
                answer = self._worker.fix(self._placed(part), name, unsafe, wanted)
            except HlogenError:  # it can't be started, which a check tells
                return None
            if answer.get("edits"):
                edits = [Edit(**edit) for edit in answer["edits"]]
                there = [replace(edit, start=edit.start + part.shift, end=edit.end + part.shift) for edit in edits]
                return Mended([one["what"] for one in answer["mended"]], there, not unsafe)
            if not answer.get("unsafe"):
                break
        return None

    def kill(self) -> None:
        """Ends the process from another thread, for good."""
        self._is_ending = True
        self._worker.kill()

    def close(self) -> None:
        self._worker.close()
        self._folder.remove()

    def __enter__(self) -> Checking:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _report(self, name: str, text: Text, advice: bool, target: str | None) -> FileReport:
        before = self._kept.get(name, {})
        after: dict[_Key, FileReport] = {}
        kinds = Counter[str]()
        findings: list[Finding] = []
        for number, part in enumerate(text.parts, 1):
            key = part.content, advice, target
            report = before.get(key) or after.get(key)
            if report is None:
                report = self._worker.check(self._placed(part), name, advice=advice, target=target)
            after[key] = report
            kinds.update(report.kinds)
            findings += [replace(one, part=number if len(text.parts) > 1 else None) for one in report.findings]
        self._kept[name] = after
        ignores = list(ignores_in(text.source)) if MARK.decode() in text.source else []
        return FileReport(name, kinds, findings, ignores=ignores)

    def _placed(self, part: Part) -> str:
        if self._is_ending:
            raise HlogenError("the server ends")
        self._file.write_bytes(part.content)
        return str(self._file)
