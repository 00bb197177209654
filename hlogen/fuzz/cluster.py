"""A dask cluster as those who judge batches: the adapter behind ``hlogen fuzz --scheduler``.

Workers may come, die and be lost: dask gives their batches to others, and the store counts a batch once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import distributed

from hlogen.errors import HlogenError
from hlogen.fuzz.store import Batch
from hlogen.fuzz.workers import Judged

_PATIENCE = 10.0  # seconds for a scheduler to answer
_BETWEEN = 2.0  # seconds from one count of the workers to the next
_LOOK = 0.02  # seconds from one look at what is completed to the next
_AHEAD = 2  # batches for each thread, so that none waits
_MOST_DEATHS = 3  # of workers that had the same batch, behind which another one is tried once more


class Cluster:
    """The workers of a scheduler, `address` as dask writes it: ``tcp://host:8786``. They need hlogen, too."""

    def __init__(self, judge: Callable[[Any, Batch], Judged], settings: Any, address: str) -> None:
        self._judge, self._settings, self._address = judge, settings, address
        self._batches: dict[Any, Batch] = {}
        self._waiting: list[Batch] = []
        self._failed: dict[int, int] = {}
        self._threads, self._asked = 0, -_BETWEEN
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is lost is said here, in a line
        with self._explained():
            self._client = distributed.Client(address, timeout=_PATIENCE)
        # What is lost with its worker is computed again before it counts as completed.
        self._completed = distributed.as_completed([], loop=self._client.loop, with_results=True, raise_errors=False)

    def free(self) -> int:
        if time.monotonic() > self._asked + _BETWEEN:  # workers come and go
            with self._explained():
                self._threads = sum(self._client.nthreads().values())
            self._asked = time.monotonic()
        return max(0, _AHEAD * max(self._threads, 1) - len(self._batches) - len(self._waiting))

    def give(self, batch: Batch) -> None:
        self._waiting.append(batch)

    def _submit(self) -> None:
        """All that waits, at once: a scheduler takes twenty graphs a second, however many tasks each has."""
        if self._waiting:
            with self._explained():
                settings = [self._settings] * len(self._waiting)
                futures = self._client.map(self._judge, settings, self._waiting, pure=False, retries=_MOST_DEATHS)
            self._batches.update(zip(futures, self._waiting, strict=True))
            self._completed.update(futures)
            self._waiting = []

    def done(self, seconds: float) -> Iterator[tuple[Batch, Judged]]:
        self._submit()
        until = time.monotonic() + seconds
        while not (found := self._completed.next_batch(block=False)) and time.monotonic() < until:
            time.sleep(_LOOK)
        if not found:
            self._require_scheduler()
        for future, result in found:
            batch = self._batches.pop(future)
            if future.status == "finished":
                yield batch, result
                continue
            error = future.exception(timeout=1.0) if future.status == "error" else None
            if isinstance(error, HlogenError):
                raise error
            self._require_scheduler()
            self._failed[batch.id] = self._failed.get(batch.id, 0) + 1
            if future.status == "cancelled" or self._failed[batch.id] >= _MOST_DEATHS:
                why = str(error or future.status).partition("\n")[0]
                raise HlogenError(f"the cluster at {self._address} gave up a batch: {why}")
            self.give(batch)

    def close(self) -> None:
        try:
            self._client.cancel(list(self._batches), force=True)
            self._client.close(timeout=2.0)
        except Exception:  # noqa: BLE001 - the cluster may be gone
            return

    def _require_scheduler(self) -> None:
        if self._client.status != "running":
            raise HlogenError(f"lost the scheduler at {self._address}; what it had is given out again")

    def _explained(self) -> _Explained:
        return _Explained(self._address)


class _Explained:
    """What dask raises where the scheduler can't be reached, as an error of ours."""

    def __init__(self, address: str) -> None:
        self._address = address

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, (OSError, ValueError, distributed.CancelledError, distributed.TimeoutError)):
            said = str(error).partition("\n")[0] or type(error).__name__
            raise HlogenError(f"the scheduler at {self._address} can't be reached: {said}") from error
