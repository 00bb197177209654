"""The worker's side: what a library prints never gets between answers; a worker ends when nobody asks any more."""

import os
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

import pytest

from hlogen import lifeline
from hlogen.workers import limits, process, wire, worker
from hlogen.workers.process import Process, how_it_ended

NOISY = """
import os, sys, tempfile
from hlogen.workers import worker

class Noisy:
    def run(self, program, entry, args):
        os.write(1, b"noise of a library")
        print("more noise", flush=True)
        tempfile.tempdir = None
        open(os.path.join(tempfile.gettempdir(), ".left"), "w").close()
        yield
        return program

sys.argv = ["worker", "__main__:Noisy", str(1 << 33), tempfile.mkdtemp()]
worker.main()
print("ended")
"""


def start(temporary: Path) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths, "TMPDIR": str(temporary)}
    return subprocess.Popen(
        [sys.executable, "-c", NOISY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )


def heard(answers: IO[bytes]) -> tuple[Any, ...]:
    """A message without how long it took."""
    message = wire.receive(answers)
    assert message is not None
    *said, seconds = message
    assert 0 <= seconds < 60
    return tuple(said)


def test_noise_on_standard_output_goes_to_standard_error_and_files_that_are_left_go(tmp_path: Path) -> None:
    with start(tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        wire.send(process.stdin, (60.0, "start"))
        assert heard(process.stdout) == ("ok", None)
        for program in (b"one", b"two"):
            wire.send(process.stdin, (60.0, "run", program, "main", []))
            assert heard(process.stdout) == ("step", None)
            assert heard(process.stdout) == ("ok", program)
        wire.send(process.stdin, (60.0, "unheard of"))
        answer = wire.receive(process.stdout)
        assert answer is not None
        assert answer[0] == "error"
        process.stdin.close()
        assert wire.receive(process.stdout) is None
        assert process.stderr.read().count(b"noise of a library") == 2
    assert process.returncode == 0
    assert list(tmp_path.iterdir()) == []


class Deaf:
    """What waits for an answer takes it for a process, of which it asks whether that has ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ends: int | None, answer: bytes) -> None:
        monkeypatch.setattr(process, "_LOOK", 0.01)
        monkeypatch.setattr(lifeline, "kill", lambda one: self.killed.append(one))
        self._answers, self._writing = os.pipe()
        self._process = self
        self._is_overdue = False
        self.killed: list[object] = []
        self.ends, self.answer = ends, answer

    def poll(self) -> int | None:
        os.write(self._writing, self.answer)
        return self.ends

    def has_answer(self, seconds: float) -> bool:
        try:
            return Process._has_answer(self, time.monotonic() + seconds)
        finally:
            os.close(self._answers)
            os.close(self._writing)


@pytest.mark.skipif(os.name != "posix", reason="no pipe can be waited for")
def test_who_waits_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come just before the end; and none may come, though the process goes on."""
    dead, last_words, mute = (Deaf(monkeypatch, *it) for it in ((0, b""), (-9, b"answer"), (None, b"")))
    assert (dead.has_answer(60), dead.killed, dead._is_overdue) == (False, [], False)
    assert (last_words.has_answer(60), last_words.killed) == (True, [])
    begin = time.monotonic()
    assert (mute.has_answer(0.05), mute.killed, mute._is_overdue) == (False, [mute], True)
    assert 0.05 <= time.monotonic() - begin < 5


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system ends no process after a time")
@pytest.mark.parametrize("fails", [False, True])
def test_the_time_limit_is_that_of_the_answer_alone(monkeypatch: pytest.MonkeyPatch, fails: bool) -> None:
    """Else it would end a worker that waits for the next question."""
    set_to: list[float] = []
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    monkeypatch.setattr(signal, "setitimer", lambda timer, seconds: set_to.append(seconds))
    with pytest.raises(ValueError, match="here") if fails else nullcontext(), limits.time_limit(60) as begin:
        begin()
        if fails:
            raise ValueError("here")
    assert set_to == [60, 60, 0]


def test_systems_that_limit_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer", raising=False)
    monkeypatch.setitem(sys.modules, "resource", None)
    with limits.time_limit(0.001) as begin:
        begin()
    limits.limit_memory(1)
    limits.limit_files()


def test_how_a_process_ended_is_said() -> None:
    codes = 3, -signal.SIGSEGV, -signal.SIGXFSZ, -200
    assert [how_it_ended(code) for code in codes] == [
        "exit code 3",
        "signal SIGSEGV",
        f"signal SIGXFSZ: it wrote a file of more than {limits.FILE_LIMIT >> 30} GiB, which is the limit",
        "signal 200",
    ]
    assert worker._start("nowhere:Executor", [])[0] == ("error", "ModuleNotFoundError: No module named 'nowhere'")


def test_half_a_message_is_no_message(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    with path.open("wb") as stream:
        wire.send(stream, ("ok", list(range(1000))))
    whole = path.read_bytes()
    for length in (0, 3, 8, len(whole) - 1):
        path.write_bytes(whole[:length])
        with path.open("rb") as stream:
            assert wire.receive(stream) is None


def test_what_fills_the_pipe_isnt_sent_ahead() -> None:
    """Whoever reads it may be writing an answer meanwhile, and then both would wait for each other."""
    process = Process("builtins:str", 1 << 33, ("aXa",))
    count = (60.0, "count")
    assert process.send((*count, "a"))
    assert process.send((*count, "X"), ahead=True)
    assert not process.send((*count, "X" * 600_000), ahead=True)
    answers = [process.receive() for _ in range(2)]
    assert [answer and answer[1] for answer in answers] == [2, 1]
    process.end()
