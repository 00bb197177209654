"""Checks files in a worker process, because upstream's parser can end the process that it runs in."""

from __future__ import annotations

import contextlib
import json
import math
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from hlogen import lifeline
from hlogen.errors import HlogenError
from hlogen.lint.finding import PARSE, FileReport, Finding
from hlogen.lint.split import first_lines
from hlogen.mlir.errors import BindingsError
from hlogen.temporary import temporary_file

# Seconds for one file. Ten thousand operations take about one.
TIME_LIMIT = 120.0
START_LIMIT = 120.0  # and for loading the bindings
WORKER = "hlogen.lint.worker"  # the module that runs in the process
_LOOK = (
    "the file may be damaged, such as bytecode that was cut off; or look for something extreme in it, such as "
    "a list of size 0 or types nested thousands of levels deep"
)
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
        self._death = ""
        self._start()

    def check(self, path: str, name: str | None = None) -> FileReport:
        """What checking the file at `path` gives; `name` is what it is called in the report."""
        name = name or path
        report = self._check(path, name)
        if report is not None:
            return report
        # Upstream's parser died. In a split file, only of some of its programs: each is tried by itself.
        lines = first_lines(Path(path).read_bytes())
        if len(lines) < 2:
            return _fatal(name, None, f"upstream's parser crashed ({self._death}) on this file", _LOOK)
        reports = [
            self._check(path, name, part)
            or _fatal(name, line, f"upstream's parser crashed ({self._death}) on the program that starts here", _LOOK)
            for part, line in enumerate(lines)
        ]
        findings = [finding for report in reports for finding in report.findings]
        return FileReport(name, sum(report.operations for report in reports), findings, was_fatal=True)

    def _check(self, path: str, name: str, part: int | None = None) -> FileReport | None:
        """The report, or None where upstream's parser died; `_death` then says of what."""
        if self._process is None:
            self._start()
        answer, timed_out = self._ask({"path": path, "name": name, "part": part, "advice": self.advice})
        if answer is not None:
            return FileReport(name, answer["operations"], [Finding(**finding) for finding in answer["findings"]])
        reason = self._reason()
        self._death = self._bury() + reason
        if not timed_out:
            return None
        return _fatal(
            name,
            None,
            f"reading and checking this file took longer than {self.time_limit:g} s and was stopped",
            "give it more time with --time-limit, or split the file",
        )

    def ask(self, request: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
        """The answer of the process to `request`; where it died of it, None and how."""
        if self._process is None:
            self._start()
        answer, _ = self._ask(request)
        if answer is not None:
            return answer, ""
        reason = self._reason()
        return None, self._bury() + reason

    def fix(self, path: str, name: str | None = None) -> dict[str, Any]:
        """The edits that set promises in the file at `path` ("digest", "edits"), or why there are none ("refused")."""
        if self._process is None:
            self._start()
        answer, timed_out = self._ask({"path": path, "name": name or path, "fix": True})
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
        process = self._process
        assert process is not None
        assert process.stdin is not None
        if not self._ready:
            self._wait_until_ready()
        with _time_limit(process, self.time_limit) as timed_out:
            try:
                process.stdin.write(json.dumps(request) + "\n")
                process.stdin.flush()
                answer = self._read()
            except BrokenPipeError:
                answer = None
        return answer, answer is None and timed_out.is_set()

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
        if code >= 0:
            return f"exit code {code}"
        try:
            return f"signal {signal.Signals(-code).name}"
        except ValueError:
            return f"signal {-code}"


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

    timer = threading.Timer(seconds, stop)
    timer.start()
    try:
        yield timed_out
    finally:
        timer.cancel()


def _fatal(name: str, line: int | None, message: str, fix: str) -> FileReport:
    return FileReport(name, 0, [Finding(name, line, None, PARSE, None, message, fix=fix)], was_fatal=True)
