"""Workers end with the process that they work for, however it ends, and with nothing else."""

from __future__ import annotations

import errno
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hlogen import lifeline
from hlogen.errors import HlogenError

TESTS = Path(__file__).parents[1]
# The worker has this process's standard error: that ends where both are gone.
BOSS = """
import os, signal, sys, time
from hlogen import lifeline

for number in (signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)  # which whoever runs the tests may ignore, as shells do in the background
worker = lifeline.start("helpers.busy_worker", stderr=sys.stderr)
worker.stdout.readline()
{more}
print("ready", flush=True)
signal.pause()
"""
FORKED = """
if not os.fork():
    os.close(1)
    os.close(2)
    time.sleep(60)
    os._exit(0)
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread of the worker waits, if it can")


def start_boss(more: str = "") -> subprocess.Popen[bytes]:
    paths = os.pathsep.join([str(TESTS), str(TESTS.parent), *filter(None, sys.path)])
    return subprocess.Popen(
        [sys.executable, "-c", BOSS.format(more=more)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT, signal.SIGKILL, signal.SIGHUP])
def test_a_busy_worker_dies_with_the_process_that_started_it(number: signal.Signals) -> None:
    with start_boss() as boss:
        assert boss.stdout.readline() == b"ready\n"
        boss.send_signal(number)
        boss.communicate(timeout=30)  # the worker itself takes hours
    assert boss.returncode == -number


def test_a_fork_of_the_process_does_not_keep_its_worker() -> None:
    with start_boss(FORKED) as boss:
        assert boss.stdout.readline() == b"ready\n"
        boss.kill()
        boss.communicate(timeout=30)


def test_a_worker_outlives_the_thread_that_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TESTS))
    started: list[subprocess.Popen[bytes]] = []
    thread = threading.Thread(
        target=lambda: started.append(lifeline.start("helpers.busy_worker", stderr=subprocess.DEVNULL))
    )
    thread.start()
    thread.join()
    with started.pop() as worker:
        assert worker.stdout.readline() == b"busy\n"
        with pytest.raises(subprocess.TimeoutExpired):
            worker.wait(0.3)
        worker.kill()


def test_a_worker_whose_boss_is_gone_before_it_looks_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, ours = os.pipe()
    os.close(ours)
    monkeypatch.setenv("HLOGEN_LIFELINE", str(theirs))
    monkeypatch.setattr(lifeline, "_is_worker", False)  # and so it is again behind this
    with pytest.raises(SystemExit), lifeline.Lifeline().tied():
        pytest.fail("it works for nobody")
    os.close(theirs)
    assert "HLOGEN_LIFELINE" not in os.environ


@pytest.mark.parametrize(
    ("worker", "path", "expected"),
    [
        (None, "of/the/user", "of/the/user"),
        (None, None, None),
        ("of/the/user", "a:b", "of/the/user"),
        ("", "a:b", None),  # it had none
    ],
)
def test_what_users_start_from_a_worker_has_their_own_path(
    monkeypatch: pytest.MonkeyPatch, worker: str | None, path: str | None, expected: str | None
) -> None:
    for name, value in (("HLOGEN_USERS_PYTHONPATH", worker), ("PYTHONPATH", path)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    before = dict(os.environ)
    found = lifeline.users_environment()
    assert found.get("PYTHONPATH") == expected
    assert "HLOGEN_USERS_PYTHONPATH" not in found
    left_out = ("PYTHONPATH", "HLOGEN_USERS_PYTHONPATH")
    assert {k: v for k, v in found.items() if k not in left_out} == {
        k: v for k, v in before.items() if k not in left_out
    }
    assert dict(os.environ) == before


def test_without_a_lifeline_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HLOGEN_LIFELINE", raising=False)
    monkeypatch.setattr(lifeline, "_is_worker", False)
    with lifeline.Lifeline().tied():
        pass


def test_where_the_kernel_does_not_end_a_worker_a_thread_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    ended = queue.SimpleQueue[int]()
    monkeypatch.setattr(lifeline, "_PATIENCE", 0)
    monkeypatch.setattr(lifeline, "_is_worker", False)
    monkeypatch.setattr("fcntl.fcntl", refuse)
    monkeypatch.setattr(os, "_exit", ended.put)
    theirs, ours = os.pipe()
    monkeypatch.setenv("HLOGEN_LIFELINE", str(theirs))
    with lifeline.Lifeline().tied():
        assert ended.empty()
        os.close(ours)
        assert ended.get(timeout=30) == 1
    os.close(theirs)


def test_a_worker_that_cannot_be_started_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(subprocess, "Popen", refuse)
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    with pytest.raises(HlogenError) as raised:
        lifeline.start("helpers.busy_worker", stderr=subprocess.DEVNULL)
    assert str(raised.value) == (
        "a worker process can't be started: Too many open files; fix: allow more of them (ulimit -n)"
    )
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


def test_no_descriptor_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TESTS))

    def left() -> set[str]:
        before = os.listdir("/proc/self/fd")  # noqa: PTH208
        with lifeline.start("helpers.busy_worker", stderr=subprocess.DEVNULL) as worker:
            worker.kill()
        del worker
        return set(os.listdir("/proc/self/fd")) - set(before)  # noqa: PTH208

    # At times another thread of this process opens one: not again and again.
    assert not all(left() for _ in range(4))
