"""Checks files in a worker process, because upstream's parser can end the process that it runs in."""

from __future__ import annotations

import contextlib
import json
import math
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from hlogen import lifeline
from hlogen.errors import HlogenError
from hlogen.lint.finding import INTERNAL, PARSE, FileReport, Finding, Ignore, KnownFix
from hlogen.mlir.errors import BindingsError
from hlogen.temporary import temporary_file
from hlogen.workers.process import how_it_ended

# Seconds for one file, however many programs are in it. Ten thousand operations take about one.
TIME_LIMIT = 120.0
START_LIMIT = 120.0  # and for loading the bindings
OUT_OF_TIME = "it took longer than"  # how a death begins that the time limit was
WORKER = "hlogen.lint.worker"  # the module that runs in the process
_LOOK = (
    "the file may be damaged, such as bytecode that was cut off; or look for something extreme in it, such as "
    "a list of size 0 or types nested thousands of levels deep"
)
_REPORT = "this is a mistake in hlogen; please report it with the file"
_LAST_WORDS = ("LLVM ERROR", "Assertion", "UNREACHABLE", "terminate called", "bad_alloc")


class Worker:
    """A process that checks one file after the other. It starts at once: the caller's work overlaps with its imports.

    A file on which it dies is reported as such, and a new process takes the next file. Use it as a context manager.
    """

    def __init__(self, time_limit: float = TIME_LIMIT, advice: bool = True, module: str | None = None) -> None:
        self.time_limit = time_limit
        self.module = module or WORKER
        self.advice = advice
        self._process: subprocess.Popen[str] | None = None
        self._stderr: IO[str] | None = None
        self._ready = False
        self._start()

    def check(
        self,
        path: str,
        name: str | None = None,
        *,
        advice: bool | None = None,
        target: str | None = None,
        fixes: bool = False,
    ) -> FileReport:
        """What checking the file at `path` gives; `name` is what it is called in the report.

        With `advice`, else where the worker is for that, also what is certain before a run; with a `target` version,
        what its consumers can't read; with `fixes`, what mends it, where that is found soon.

        In a split file, a program of which upstream's parser dies doesn't hide the others.
        """
        name = name or path
        self._be_ready()
        deadline = time.monotonic() + self.time_limit
        found = _Found(name)
        while True:
            request = {"path": path, "name": name, "first": found.programs}
            request |= {"advice": self.advice if advice is None else advice, "target": target, "fixes": fixes}
            is_late = not self._answers(request, found, deadline)
            if found.is_done:
                break
            mistake, reason = self._mistake(), self._reason()
            death = self._bury() + reason
            if found.is_mending:  # of a program that isn't the file's: what is found in that stands
                found.is_mending = False
                if found.programs >= found.count:
                    break
                if not is_late:
                    self._be_ready()
                    continue
            found.was_fatal = True
            line = found.line if found.count > 1 else None
            if is_late:
                found.add(
                    line,
                    f"reading and checking this file took longer than {self.time_limit:g} s and was stopped"
                    + (" at the program that starts here" if line else ""),
                    "give it more time with --time-limit, or split the file",
                )
                break
            where = "the program that starts here" if line else "this file"
            if mistake:
                found.add(line, f"internal error on {where}: {mistake}", _REPORT, INTERNAL)
            else:
                found.add(line, f"upstream's parser crashed ({death}) on {where}", _LOOK)
            found.programs += 1
            if found.programs >= found.count:
                break
            self._be_ready()
        return found.report

    def _answers(self, request: dict[str, Any], found: _Found, deadline: float) -> bool:
        """Adds what the process answers to what was found, until it's done or dies; False where it dies of the time."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        with _time_limit(process, deadline - time.monotonic()) as timed_out:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(json.dumps(request) + "\n")
                process.stdin.flush()
            while not found.is_done and (answer := self._read()) is not None:
                found.take(answer)
        return not timed_out.is_set()

    def ask(self, request: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
        """The answer of the process to `request`; where it died of it, None and how."""
        answer, timed_out = self._ask(request)
        if answer is not None:
            return answer, ""
        reason = self._reason()
        death = self._bury() + reason
        return None, f"{OUT_OF_TIME} {self.time_limit:g} s and was stopped" if timed_out else death

    def fix(
        self,
        path: str,
        name: str | None = None,
        unsafe: bool = False,
        wanted: Sequence[tuple[str, int | None]] | None = None,
    ) -> dict[str, Any]:
        """What `hlogen.lint.fix.find_fix` gives of the file at `path`, or why it doesn't ("refused")."""
        request = {"path": path, "name": name or path, "fix": True, "unsafe": unsafe, "wanted": wanted}
        answer, timed_out = self._ask(request)
        if answer is not None:
            return answer
        self._bury()
        return {"refused": f"it takes longer than {self.time_limit:g} s" if timed_out else "upstream's parser crashed"}

    def kill(self) -> None:
        """Ends the process from another thread than the one that asks it, which is told that it died."""
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._bury()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _start(self) -> None:
        self._stderr = temporary_file("w+", encoding="utf-8", errors="replace")  # _bury closes it
        try:
            self._process = lifeline.start(self.module, stderr=self._stderr, encoding="utf-8")
        except BaseException:
            self._stderr.close()
            raise
        self._ready = False

    def _ask(self, request: dict[str, Any]) -> tuple[dict[str, Any] | None, bool]:
        """The answer, None where the process died; and whether it died of the time limit."""
        self._be_ready()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        with _time_limit(process, self.time_limit) as timed_out:
            try:
                process.stdin.write(json.dumps(request) + "\n")
                process.stdin.flush()
                answer = self._read()
            except BrokenPipeError:
                answer = None
        return answer, answer is None and timed_out.is_set()

    def _be_ready(self) -> None:
        if self._process is None:
            self._start()
        if not self._ready:
            self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        assert self._process is not None
        with _time_limit(self._process, START_LIMIT):
            first = self._read()
        if first is None:
            output = self._output()
            death = self._bury()
            raise HlogenError(
                f"the process that checks files could not start ({death}); it said: {output or 'nothing'}"
            )
        if "error" in first:
            self._bury()
            raise BindingsError(first["error"])
        self._ready = True

    def _read(self) -> dict[str, Any] | None:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            return None
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _output(self) -> str:
        """The end of what the process wrote to standard error."""
        assert self._stderr is not None
        self._stderr.seek(0)
        lines = [line.strip() for line in self._stderr if line.strip()]
        return " ".join(lines[-3:])

    def _mistake(self) -> str:
        """The error of Python's that a dying process ended with: a mistake of hlogen's, whatever it read."""
        assert self._stderr is not None
        self._stderr.seek(0)
        said = self._stderr.read()
        return said.strip().rpartition("\n")[2][:200] if "Traceback (most recent call last)" in said else ""

    def _reason(self) -> str:
        """What a dying parser said about it, such as LLVM's fatal errors; without the frames of its stack."""
        assert self._stderr is not None
        self._stderr.seek(0)
        said = [line.strip() for line in self._stderr if any(word in line for word in _LAST_WORDS)]
        return f", saying {said[0][:200]!r}" if said else ""

    def _bury(self) -> str:
        """How the process died; forgets it."""
        assert self._process is not None
        assert self._stderr is not None
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):  # an unsent request of a dead process
                    pipe.close()
        code = self._process.wait()
        self._stderr.close()
        self._process = None
        return how_it_ended(code)


def checked_here(path: str, name: str) -> FileReport:
    """What checking a file in this process gives, without advice: for bytecode, whose reader has its own process."""
    from hlogen.lint.report import report  # NumPy, which the command line does without as long as it can

    found = _Found(name)
    for answer in report(path, name, advice=False):
        found.take(answer)
    return found.report


@contextlib.contextmanager
def _time_limit(process: subprocess.Popen[str], seconds: float) -> Iterator[threading.Event]:
    """Kills the process where the block takes longer, and sets the event; infinite is no limit."""
    timed_out = threading.Event()
    if math.isinf(seconds):
        yield timed_out
        return

    def stop() -> None:
        timed_out.set()
        process.kill()

    timer = threading.Timer(max(seconds, 0), stop)
    timer.daemon = True
    try:
        timer.start()  # Ctrl-C may come in there, and this process doesn't wait for what it has begun
        yield timed_out
    finally:
        timer.cancel()


@dataclass
class _Found:
    """What is known of a file so far: `programs` are done of `count`, the next of them begins on `line`."""

    name: str
    programs: int = 0
    count: int = 0
    line: int | None = None
    kinds: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    was_fatal: bool = False
    is_done: bool = False
    ignores: list[Ignore] = field(default_factory=list)
    digest: str = ""
    fixes: list[KnownFix] = field(default_factory=list)
    is_mending: bool = False  # the last program that is done

    @property
    def report(self) -> FileReport:
        return FileReport(
            self.name, dict(self.kinds), self.findings, self.was_fatal, self.ignores, self.digest, self.fixes
        )

    def take(self, answer: dict[str, Any]) -> None:
        """Takes one of the lines that `hlogen.lint.report.report` gives."""
        if "digest" in answer:
            self.digest = answer["digest"]
            self.ignores = [Ignore.of_json(entry) for entry in answer["ignores"]]
        elif "line" in answer:
            self.line, self.count = answer["line"], answer["count"]
        elif "done" in answer:
            self.is_done = True
        elif "fixes" in answer:
            self.is_mending = False
            self.fixes += map(KnownFix.of_json, answer["fixes"])
        else:
            self.programs += 1
            self.is_mending = answer["is_mended"]
            self.kinds.update(answer["operations"])
            self.findings += map(Finding.of_json, answer["findings"])

    def add(self, line: int | None, message: str, fix: str, rule: str = PARSE) -> None:
        self.findings.append(Finding(self.name, line, None, rule, None, message, fix=fix))
