"""A worker process: ``python -m hlogen.workers.worker MODULE:CLASS MEMORY_LIMIT FOLDER``.

Answers come over what was standard output; whatever a library prints goes to standard error instead. FOLDER is the
worker's own: it works there, and it goes with the worker.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable
from time import perf_counter
from types import GeneratorType
from typing import Any

from hlogen.errors import CheckFailed, HlogenError, UsageError
from hlogen.lifeline import Lifeline
from hlogen.workers import wire
from hlogen.workers.limits import limit_files, limit_memory, time_limit


def main() -> None:
    """Answers requests until the other end closes."""
    where, memory_limit = sys.argv[1], int(sys.argv[2])
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks; it ends this one
    os.chdir(sys.argv[3])
    os.environ["TMPDIR"] = sys.argv[3]  # what libraries leave there goes, too: onnxruntime a file of its session
    limit_memory(memory_limit)
    limit_files()
    owner = os.getpid()
    executor: Any = None
    lifeline = Lifeline()

    def tell(kind: str, value: Any, since: float) -> None:
        if os.getpid() != owner:  # a fork that foreign code has let go on: the answer is the other one's
            os._exit(0)
        wire.send(answers, (kind, value, perf_counter() - since))

    try:
        while (request := wire.receive(requests)) is not None:
            seconds, what, *rest = request
            since = perf_counter()
            with contextlib.suppress(OSError):  # a pipe, where the worker was started by hand
                os.ftruncate(2, 0)  # what was said of others is no news
            with lifeline.tied(), time_limit(seconds) as begin_anew:

                def step() -> None:
                    nonlocal since
                    tell("step", None, since)
                    since = perf_counter()
                    begin_anew()

                if what == "start":
                    answer, executor = _start(where, rest)
                else:
                    assert executor is not None
                    answer = _answer(executor, what, rest, step)
            tell(*answer, since)
            del request, rest, answer
    finally:
        if os.getpid() == owner:
            shutil.rmtree(sys.argv[3], ignore_errors=True)  # whoever asked may be gone, too


def _start(where: str, arguments: list[Any]) -> tuple[tuple[str, Any], Any]:
    module, _, name = where.partition(":")
    try:
        executor = getattr(importlib.import_module(module), name)(*arguments)
        gc.freeze()  # what has been imported stays: the collector needn't walk it for every program
        return ("ok", None), executor
    except HlogenError as error:
        return ("error", str(error)), None
    except Exception as error:  # noqa: BLE001 - foreign modules raise what they like
        return ("error", f"{type(error).__name__}: {error}"), None


def _answer(executor: Any, what: str, args: list[Any], step: Callable[[], None]) -> tuple[str, Any]:
    try:
        value = getattr(executor, what)(*args)
        return "ok", _at_its_end(value, step) if isinstance(value, GeneratorType) else value
    except UsageError as error:
        return "usage", str(error)
    except CheckFailed as error:
        return "check", str(error)
    except Exception as error:  # noqa: BLE001 - bindings raise what they like, and all of it is an answer
        message = _DUMP.sub("", str(error)) or type(error).__name__
        if isinstance(error, MemoryError) or message == "std::bad_alloc":
            return "out of memory", "not enough memory for this program"
        return getattr(error, "answers", "error"), message


def _at_its_end(steps: GeneratorType[Any, None, Any], step: Callable[[], None]) -> Any:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        step()


# What MLIR shows of the operation in question, which may be the whole program.
_DUMP = re.compile(r"\s*[^\n]*note: see current operation:.*", re.S)


if __name__ == "__main__":
    main()
