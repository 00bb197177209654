"""Runs files of tests in worker processes, several at a time: what kills a process there is one file's verdict."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hlogen.conform.case_result import CaseResult, CaseVerdict
from hlogen.lint.pool import Pool
from hlogen.lint.process import OUT_OF_TIME, Worker

WORKER = "hlogen.conform.case_worker"  # the module that runs in the processes
TIME_LIMIT = 600.0  # seconds for a file, all its cases together


class Runner:
    """So many processes that run one file after the other. Use it as a context manager: it leaves no process behind."""

    def __init__(self, backend: str = "interpreter", jobs: int = 1, time_limit: float = TIME_LIMIT) -> None:
        self.backend = backend
        self._pool = Pool(jobs, lambda: Worker(time_limit, module=WORKER))

    def run(self, files: Sequence[str]) -> Iterator[list[CaseResult]]:
        """The results of each file, in the order of `files`; what programs print goes to standard error."""
        for results, printed in self._pool.map(self._run, files):
            sys.stderr.write(printed)
            yield results

    def close(self) -> None:
        """Ends the processes, in the midst of what they do."""
        self._pool.close()

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _run(self, worker: Worker, file: str) -> tuple[list[CaseResult], str]:
        answer, death = worker.ask({"path": file, "name": file, "backend": self.backend})
        if answer is not None:
            return [_result(case) for case in answer["results"]], answer["printed"]
        if self._pool.is_closed:
            return [], ""
        return [CaseResult(file, 1, "", CaseVerdict.ERROR, message=_why(file, death))], ""


@dataclass(frozen=True)
class Listed:
    """A case that was found in a file; `found` is what is known of it without a run."""

    line: int
    name: str
    found: CaseResult | None = None


class CaseRunner:
    """A process that runs one case after the other.

    `time_limit` is in seconds for a case, and for reading a file; one on which the process dies leaves the others.
    """

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self._worker = Worker(time_limit, module=WORKER)

    def cases(self, path: str, name: str, backend: str) -> list[Listed]:
        """The cases of the file at `path`, which is called `name`, in the order of its text."""
        answer, death = self._worker.ask({"path": path, "name": name, "backend": backend, "list": True})
        if answer is None:
            return [Listed(1, "", CaseResult(name, 1, "", CaseVerdict.ERROR, message=_why(path, death)))]
        return [Listed(line, case, found and _result(found)) for line, case, found in answer["cases"]]

    def run(self, path: str, name: str, backend: str, number: int, case: str) -> tuple[CaseResult, str]:
        """What becomes of case `number` of a file, which had this name when it was found, and what it printed."""
        request = {"path": path, "name": name, "backend": backend, "case": number}
        answer, death = self._worker.ask(request)
        if answer is None:
            late = death.startswith(OUT_OF_TIME)
            why = f"running this case: {death}" if late else f"running this case ended the process ({death})"
        elif answer["results"] and answer["results"][0]["name"] == case:
            return _result(answer["results"][0]), answer["printed"]
        else:
            why = "the file has changed since its cases were found"
        return CaseResult(name, 1, case, CaseVerdict.ERROR, message=why), ""

    def kill(self) -> None:
        """Ends the process from another thread than the one that asks it."""
        self._worker.kill()

    def close(self) -> None:
        """Ends the process, in the midst of what it does."""
        self._worker.close()


def _result(case: dict[str, Any]) -> CaseResult:
    return CaseResult(**{**case, "verdict": CaseVerdict(case["verdict"])})


def _why(file: str, death: str) -> str:
    """What the checker's process says to a file that ended the process that ran it: it tells which program it was."""
    if death.startswith(OUT_OF_TIME):
        return f"running this file: {death}"
    with Worker(advice=False) as checker:
        report = checker.check(file)
    return report.findings[0].message if report.was_fatal else f"running this file ended the process ({death})"
