"""Checks many files: by several processes, and from a cache what has been checked before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from hlogen.lint.cache import Cache
from hlogen.lint.finding import INTERNAL, FileReport
from hlogen.lint.pool import Pool, usual_jobs
from hlogen.lint.process import TIME_LIMIT, Worker
from hlogen.lint.text_edits import digest


class Task(NamedTuple):
    """A file at `path`, called `name` in its report; with `advice`, and for a `target` version, in so many seconds."""

    path: str
    name: str
    advice: bool = True
    target: str | None = None
    time_limit: float = TIME_LIMIT


class Checker:
    """Processes that check files, `jobs` of them, where that is None as many as pay. Use it as a context manager."""

    def __init__(self, jobs: int | None = None, cache: Cache | None = None) -> None:
        self._jobs = jobs
        self._cache = cache
        self._stack = ExitStack()
        self._worker: Worker | None = None

    def reports(self, tasks: Sequence[Task]) -> Iterator[FileReport]:
        """The report of each file, in order."""
        known: dict[int, FileReport] = {}
        keys: dict[int, tuple[str, str]] = {}  # with the digest of the content that it is for
        if self._cache is not None:
            for number, task in enumerate(tasks):
                content = _content(task.path)
                if content is None:
                    continue
                key = self._cache.key(content, task.name, [task.advice, task.target])
                report = self._cache.get(key)
                if report is not None:
                    known[number] = report
                else:
                    keys[number] = (key, digest(content))
        found = self._checked([task for number, task in enumerate(tasks) if number not in known])
        for number in range(len(tasks)):
            if number in known:
                yield known[number]
                continue
            report = next(found)
            key, read = keys.get(number, ("", ""))
            # What ended its process or took too long may not do so again, and a file may have changed since.
            is_lasting = not report.was_fatal and all(one.rule != INTERNAL for one in report.findings)
            if self._cache is not None and key and is_lasting and report.digest == read:
                self._cache.put(key, report)
            yield report

    def fix(self, path: str, name: str, unsafe: bool, wanted: Sequence[tuple[str, int | None]]) -> dict[str, Any]:
        """See `Worker.fix`."""
        return self._single().fix(path, name, unsafe, wanted)

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._stack.close()

    def _checked(self, tasks: Sequence[Task]) -> Iterator[FileReport]:
        jobs = min(self._jobs or usual_jobs(len(tasks)), len(tasks))
        if jobs > 1:
            pool = self._stack.enter_context(Pool(jobs, Worker))
            yield from pool.map(_check, tasks)
            pool.close()
        else:
            yield from (_check(self._single(), task) for task in tasks)

    def _single(self) -> Worker:
        if self._worker is None:
            self._worker = self._stack.enter_context(Worker())
        return self._worker


def _check(worker: Worker, task: Task) -> FileReport:
    worker.time_limit = task.time_limit
    return worker.check(task.path, task.name, advice=task.advice, target=task.target, fixes=True)


def _content(path: str) -> bytes | None:
    """What is in a file; None where it can't be read, of which its report tells."""
    try:
        return Path(path).read_bytes()
    except (OSError, MemoryError):
        return None
