"""One process that checks files, for all commands of this process: to start one takes longer than all that they do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hlogen.lint import process
from hlogen.lint.process import TIME_LIMIT, WORKER, Worker


class _Lent:
    """The process for one command: it stays when the command ends, and knows no working folder."""

    def __init__(self, worker: Worker, time_limit: float, advice: bool) -> None:
        worker.time_limit, worker.advice = time_limit, advice
        self._worker = worker

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._worker, name, value) if name == "time_limit" else super().__setattr__(name, value)

    def check(self, path: str, name: str | None = None, **options: Any) -> Any:
        return self._worker.check(os.path.abspath(path), name or path, **options)  # noqa: PTH100 - keeps links

    def fix(self, path: str, name: str | None = None, *how: Any) -> Any:
        return self._worker.fix(os.path.abspath(path), name or path, *how)  # noqa: PTH100 - keeps links

    def __enter__(self) -> _Lent:
        return self

    def __exit__(self, *exc_info: object) -> None:
        pass


def choices() -> dict[str, str]:
    """The environment, as far as hlogen looks at it."""
    return {name: value for name, value in os.environ.items() if name.startswith("HLOGEN_")}


@contextmanager
def lending() -> Iterator[Callable[..., Any]]:
    """What gives commands the process; one of their own where they ask for another, or in another environment."""
    usual = choices()
    with Worker() as worker:

        def lend(time_limit: float = TIME_LIMIT, advice: bool = True) -> Any:
            if process.WORKER != WORKER or choices() != usual:
                return Worker(time_limit, advice)
            return _Lent(worker, time_limit, advice)

        yield lend


def lend_to_commands(lend: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("hlogen.lint.checker", "hlogen.cli.program"):
        monkeypatch.setattr(f"{module}.Worker", lend)
