"""Several worker processes that take one file after the other, with the answers in the order of the files."""

from __future__ import annotations

import os
import queue
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from hlogen.lint.process import Worker

if TYPE_CHECKING:
    from concurrent.futures import Future

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")
_FILES_WORTH_A_PROCESS = 50  # it takes about as long to start as these take


def usual_jobs(files: int) -> int:
    """How many processes are worth their start for so many files on this machine."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(1, min(cores, files // _FILES_WORTH_A_PROCESS))


class Pool:
    """So many processes, which `start` gives. Use it as a context manager: it leaves none behind."""

    def __init__(self, jobs: int, start: Callable[[], Worker]) -> None:
        from concurrent.futures import ThreadPoolExecutor  # whose logging a single file does without

        self.is_closed = False
        self._threads = ThreadPoolExecutor(jobs)
        self._workers = [start() for _ in range(jobs)]
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)

    def map(self, work: Callable[[Worker, _Item], _Answer], items: Iterable[_Item]) -> Iterator[_Answer]:
        """What `work` makes of each item with some worker, in order."""
        runs: list[Future[_Answer]] = [self._threads.submit(self._lent, work, item) for item in items]
        for run in runs:
            yield run.result()

    def close(self) -> None:
        """Ends the processes, in the midst of what they do."""
        self.is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown()
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _lent(self, work: Callable[[Worker, _Item], _Answer], item: _Item) -> _Answer:
        worker = self._free.get()
        try:
            return work(worker, item)
        finally:
            self._free.put(worker)
