"""Who judges batches: processes of this machine, of which any may die without loss."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from hlogen.errors import HlogenError
from hlogen.fuzz.judge import Tally
from hlogen.fuzz.store import Batch

_MOST_DEATHS = 5  # in a row, behind which no other process is started

Judged = tuple[Tally, float]


class Workers(Protocol):
    """What a campaign gives batches to."""

    def free(self) -> int:
        """How many batches more there is room for."""
        ...

    def give(self, batch: Batch) -> None: ...

    def done(self, seconds: float) -> Iterator[tuple[Batch, Judged]]:
        """The batches that were judged since, waiting so long for one. Raises HlogenError where it can't go on."""
        ...

    def close(self) -> None:
        """Ends them, in the midst of what they do."""
        ...


class Processes:
    """Processes of this machine, as many as are needed and `count` at most. Each judges a batch at a time, by `judge`,
    a function that is imported there."""

    def __init__(self, judge: Callable[[Any, Batch], Judged], settings: Any, count: int) -> None:
        self._judge, self._settings = judge, settings
        self._context = multiprocessing.get_context("spawn")
        self._count = count
        self._deaths = 0
        self._at_work: dict[Connection, tuple[Any, Batch | None]] = {}

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_serve, args=(theirs, self._judge, self._settings, os.getpid()), daemon=True
        )
        process.start()
        theirs.close()
        self._at_work[ours] = process, None
        return ours

    def free(self) -> int:
        return self._count - sum(batch is not None for _, batch in self._at_work.values())

    def give(self, batch: Batch) -> None:
        pipe = next((each for each, (_, given) in self._at_work.items() if given is None), None) or self._start()
        self._at_work[pipe] = self._at_work[pipe][0], batch
        pipe.send(batch)

    def done(self, seconds: float) -> Iterator[tuple[Batch, Judged]]:
        for pipe in wait([each for each, (_, batch) in self._at_work.items() if batch is not None], seconds):
            assert isinstance(pipe, Connection)
            process, batch = self._at_work[pipe]
            assert batch is not None
            try:
                answer = pipe.recv()
            except (EOFError, OSError):
                self._replace(pipe, batch)
                continue
            self._at_work[pipe] = process, None
            if isinstance(answer, BaseException):
                raise answer
            self._deaths = 0
            yield batch, answer

    def _replace(self, pipe: Connection, batch: Batch) -> None:
        """Another process for one that died, with the same batch."""
        process, _ = self._at_work.pop(pipe)
        process.join(1)
        self._deaths += 1
        if self._deaths >= _MOST_DEATHS:
            raise HlogenError(
                f"the processes that judge died {self._deaths} times in a row, the last with {process.exitcode}"
            )
        time.sleep(0.1)
        self.give(batch)

    def close(self) -> None:
        for process, _ in self._at_work.values():
            process.kill()
        for process, _ in self._at_work.values():
            process.join(5)


def _end_with(parent: int) -> None:
    """Ends this process where its parent is gone, in the midst of a batch: that is given out again."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _serve(pipe: Connection, judge: Callable[[Any, Batch], Judged], settings: Any, parent: int) -> None:
    """Judges what comes, until nothing does. Ctrl-C is for the parent, which ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    while True:
        try:
            batch = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send(judge(settings, batch))
        except HlogenError as error:
            pipe.send(error)
        except Exception as error:  # noqa: BLE001 - whoever gave the batch tells of it
            what = f"{type(error).__name__}: {error}"
            pipe.send(HlogenError(f"internal error of hlogen, in the programs from seed {batch.first}: {what}"))
