"""Backends are asked at any moment: in the midst of a question, in a fork, and behind the end of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
ASKS = """
import atexit, os, signal, sys
from hlogen.backends.process import WorkerBackend

backend = WorkerBackend("poking", "helpers.poking_worker:Poking")
atexit.register(lambda: print("behind the end:", backend.version()))  # behind the workers', which is registered later
signal.signal(signal.SIGUSR1, lambda *_: print("in the midst:", backend.version()))
print(backend.verify(b"the program"))
sys.stdout.flush()

child = os.fork()
if not child:  # a worker of its own asks this process, not the one that it was forked from
    signal.signal(signal.SIGUSR1, lambda *_: print("in the midst of a fork"))
    print(backend.verify(b"the program of a fork"))
    sys.stdout.flush()
    os._exit(0)
os.waitpid(child, 0)

def interrupt(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGUSR1, interrupt)
try:
    print(backend.verify(b"another program"))
except KeyboardInterrupt:
    print("behind the interrupt:", backend.version())
"""


@pytest.mark.skipif(os.name != "posix", reason="no process is poked here")
def test_questions_in_the_midst_of_others_in_a_fork_behind_an_interrupted_one_and_behind_the_end(
    tmp_path: Path,
) -> None:
    paths = os.pathsep.join([str(TESTS), str(TESTS.parent), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": paths, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", ASKS]
    ended = subprocess.run(command, env=environment, capture_output=True, timeout=60, encoding="utf-8")
    assert (ended.returncode, ended.stderr) == (0, "")
    told = [
        *("in the midst: {'poking': '1'}", "('the program',)"),
        *("in the midst of a fork", "('the program of a fork',)"),
        *("behind the interrupt: {'poking': '1'}", "behind the end: {'poking': '1'}"),
    ]
    assert ended.stdout.splitlines() == told
