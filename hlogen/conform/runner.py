"""Runs files of tests in worker processes, several at a time: what kills a process there is one file's verdict."""

from __future__ import annotations

import os
import queue
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any

from hlogen.conform.checks import CaseResult, CaseVerdict
from hlogen.lint.process import OUT_OF_TIME, Worker

WORKER = "hlogen.conform.case_worker"  # the module that runs in the processes
TIME_LIMIT = 600.0  # seconds for a file, all its cases together
_FILES_WORTH_A_PROCESS = 50  # it takes about as long to start as these take to run


def usual_jobs(files: int) -> int:
    """How many processes are worth their start for so many files on this machine."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(1, min(cores, files // _FILES_WORTH_A_PROCESS))


class Runner:
    """So many processes that run one file after the other. Use it as a context manager: it leaves no process behind."""

    def __init__(self, backend: str = "interpreter", jobs: int = 1, time_limit: float = TIME_LIMIT) -> None:
        self.backend = backend
        self._threads = ThreadPoolExecutor(jobs)
        self._workers = [Worker(time_limit, module=WORKER) for _ in range(jobs)]
        self._is_closed = False
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)

    def run(self, files: Sequence[str]) -> Iterator[list[CaseResult]]:
        """The results of each file, in the order of `files`; what programs print goes to standard error."""
        runs: list[Future[tuple[list[CaseResult], str]]] = [self._threads.submit(self._run, file) for file in files]
        for run in runs:
            results, printed = run.result()
            sys.stderr.write(printed)
            yield results

    def close(self) -> None:
        """Ends the processes, in the midst of what they do."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown()
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, file: str) -> tuple[list[CaseResult], str]:
        worker = self._free.get()
        try:
            answer, death = worker.ask({"path": file, "backend": self.backend})
        finally:
            self._free.put(worker)
        if answer is not None:
            return [_result(case) for case in answer["results"]], answer["printed"]
        if self._is_closed:
            return [], ""
        why = f"running this file: {death}" if death.startswith(OUT_OF_TIME) else _why(file, death)
        return [CaseResult(file, 1, "", CaseVerdict.ERROR, message=why)], ""


def _result(case: dict[str, Any]) -> CaseResult:
    return CaseResult(**{**case, "verdict": CaseVerdict(case["verdict"])})


def _why(file: str, death: str) -> str:
    """What the checker's process says to a file that ended the process that ran it: it tells which program it was."""
    with Worker(advice=False) as checker:
        report = checker.check(file)
    return report.findings[0].message if report.was_fatal else f"running this file ended the process ({death})"
