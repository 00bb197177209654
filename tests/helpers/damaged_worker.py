"""The process that gives damaged programs to hlogen for `tools/damaged.py`: ``python -m helpers.damaged_worker ...``.

Each program is read, and what could be read is checked, run within limits, transformed, printed and read again.
Whatever comes of it is a value or an HlogenError; anything else is reported as a line of JSON on standard output. Which
program it is at stands in a file, for whoever buries it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import mmap
import os
import random
import resource
import signal
import struct
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any

from helpers.damage import Damaged, Program

import hlogen as hl
import hlogen.transform
import interpreter
from hlogen.conform.drawn import draw
from hlogen.errors import HlogenError
from hlogen.ir.module import Module
from hlogen.ir.types import TensorType
from hlogen.lint.report import findings_of
from hlogen.mlir import writer

MEMORY = 32 << 20  # that a run may take
SLACK = 24 << 20  # what Python itself takes now and then
READING = 512 << 20  # that anything else may take
SECONDS = 10.0  # of the processor
_SECONDS = 5.0
_STEPS = 3000
_LARGEST_ARGUMENT = 1 << 16
_IN_COMMANDS = 3000  # one of so many programs is given to a command of the command line
_WHERE = struct.Struct("<qq")  # the program's number, and how many there have been since the start
_OURS = (f"{Path(hl.__file__).parent}{os.sep}", f"{Path(interpreter.__file__).parent}{os.sep}")


class _TooLong(BaseException):
    """A program takes longer than it may."""


def main() -> None:
    """``SEED IN_BYTECODE FIRST STOP FILE``: FILE is where the number of the program stands."""
    seed, first, stop = int(sys.argv[1]), int(sys.argv[3]), int(sys.argv[4])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    faulthandler.enable()
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
    programs = Damaged(seed, float(sys.argv[2]))
    with Path(sys.argv[5]).open("r+b") as file, mmap.mmap(file.fileno(), _WHERE.size) as where:
        said = time.monotonic()
        counts: Counter[str] = Counter()
        for number in range(first, stop):
            where[:] = _WHERE.pack(number, int(time.time()))
            for failure in judged(programs[number], number, counts):
                answers.write(json.dumps({"number": number, **failure}) + "\n")
                answers.flush()
            if time.monotonic() - said > 1 or number == stop - 1:
                said = time.monotonic()
                answers.write(json.dumps({"counts": counts, "next": number + 1}) + "\n")
                answers.flush()
                counts.clear()


def judged(program: Program, number: int, counts: Counter[str]) -> Iterator[dict[str, str]]:
    """What is wrong with how hlogen takes a damaged program: "kind", "where" and "text"; adds to `counts`."""
    rng = random.Random(number)
    _forget_peak()
    before = _resident()
    module, failure = _tried("read", lambda: hl.parse(program.content), counts)
    if failure:
        yield failure
    for what, action in _actions(program, module, rng, number):
        if what == "run":
            if (failure := _more_than(READING, before, what="read")) is not None:
                yield failure
            _forget_peak()
            before = _resident()
        _, failure = _tried(what, action, counts)
        if failure:
            yield failure
        if what == "run":
            if (failure := _more_than(2 * MEMORY + SLACK, before, what="run")) is not None:
                yield failure
            _forget_peak()
            before = _resident()
    if (failure := _more_than(READING, before, what="others")) is not None:
        yield failure


def _actions(
    program: Program, module: Module | None, rng: random.Random, number: int
) -> Iterator[tuple[str, Callable[[], Any]]]:
    if number % _IN_COMMANDS == 0:
        yield "command", lambda: _command(program.content, rng)
    if module is None:
        if rng.random() < 0.02:
            yield (
                "run",
                lambda: interpreter.run(program.content, max_steps=_STEPS, max_memory=MEMORY, time_limit=_SECONDS),
            )
        return
    yield "check", lambda: list(findings_of("-", module))
    yield "run", lambda: _run(program, module, rng)
    name, transform = rng.choice(_TRANSFORMS)
    yield name, lambda: str(transform(module))
    yield "print", lambda: hl.parse(str(module))
    name, write = rng.choice(_WRITERS)
    yield name, lambda: hl.parse(write(module))


def _run(program: Program, module: Module, rng: random.Random) -> Any:
    functions = module.functions
    entry = "main" if "main" in functions else next(iter(functions), "main")
    types = functions[entry].type.inputs if entry in functions else ()
    if any(_size(type) > _LARGEST_ARGUMENT for type in types):
        return None
    arguments = [draw(index, type, 0) if isinstance(type, TensorType) else None for index, type in enumerate(types)]
    source = program.content if rng.random() < 0.5 else module
    return interpreter.run(
        source,
        *arguments,
        entry=entry,
        max_steps=_STEPS,
        max_memory=MEMORY,
        time_limit=_SECONDS,  # what folds endless padding may take as long as it likes
        sanitize=rng.random() < 0.3,
    )


def _size(type: Any) -> int:
    return prod(type.static_shape) if isinstance(type, TensorType) and type.is_static else 0


_TRANSFORMS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("portable", hlogen.transform.portable),
    ("simplify", hlogen.transform.simplify),
    ("decompose", hlogen.transform.decompose),
    ("expand_batching_dims", hlogen.transform.expand_batching_dims),
    ("raise_batching_dims", hlogen.transform.raise_batching_dims),
)
_WRITERS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("to_text", writer.to_text),
    ("to_bytecode", writer.to_bytecode),
    ("to_portable_artifact", lambda module: writer.to_portable_artifact(module, "current")),
)


def _tried(what: str, action: Callable[[], Any], counts: Counter[str]) -> tuple[Any, dict[str, str] | None]:
    """What an action gives, None where it fails; and what is wrong with how it does."""
    signal.signal(signal.SIGPROF, _interrupt)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        result = action()
    except HlogenError:
        counts[f"{what} refused"] += 1
        return None, None
    except (Exception, _TooLong) as error:  # noqa: BLE001 - what mustn't be is what is looked for
        signal.setitimer(signal.ITIMER_PROF, 0)
        counts[f"{what} failed"] += 1
        kind = "hang" if isinstance(error, _TooLong) else type(error).__name__
        text = "".join(traceback.format_exception(error))[-3000:]
        return None, {"what": what, "kind": kind, "where": _innermost(error), "text": text}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    counts[f"{what} ok"] += 1
    return result, None


def _interrupt(number: int, frame: object) -> None:
    raise _TooLong


def _innermost(error: BaseException) -> str:
    """The innermost frame in our own files."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(_OURS)] or frames
    return f"{Path(ours[-1].filename).name}:{ours[-1].name}:{ours[-1].lineno}"


def _command(content: bytes, rng: random.Random) -> None:
    from click.testing import CliRunner

    from hlogen.cli.group import main as group

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / rng.choice(("a.mlir", "a.mlirbc"))
        path.write_bytes(content)
        command: Sequence[str] = rng.choice(_COMMANDS)
        result = CliRunner().invoke(group, [argument.replace("FILE", str(path)) for argument in command])
    if result.exception is not None and not isinstance(result.exception, (SystemExit, HlogenError)):
        raise result.exception
    if result.exit_code not in (0, 1, 2):
        raise AssertionError(f"{command} ended with {result.exit_code}: {result.output[-500:]}")


_COMMANDS = (
    ("check", "FILE"),
    ("check", "--format", "json", "FILE"),
    ("check", "--diff", "FILE"),
    ("run", "--random", "--max-steps", "3000", "--max-memory", "32MB", "FILE"),
    ("transform", "--portable", "--simplify", "FILE"),
    ("analyze", "FILE"),
    ("emit", "FILE"),
    ("test", "FILE"),
    ("grad", "FILE"),
    ("vmap", "FILE"),
)


def _resident() -> int:
    with open("/proc/self/statm") as file:  # noqa: PTH123 - it is read for every program
        return int(file.read().split()[1]) * resource.getpagesize()


def _forget_peak() -> None:
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:  # noqa: PTH123
        file.write("5")


def _more_than(limit: int, before: int, what: str) -> dict[str, str] | None:
    with open("/proc/self/status") as file:  # noqa: PTH123
        peak = next((int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM")), 0)
    if peak - before <= limit:
        return None
    return {"what": what, "kind": "memory", "where": what, "text": f"{(peak - before) >> 20} MiB"}


if __name__ == "__main__":
    main()
