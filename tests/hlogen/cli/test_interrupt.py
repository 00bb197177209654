"""Ctrl-C: exit code 130 at once, no traceback, no process left."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hlogen.cli import interrupt, streams

LOOP = """
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %id = stablehlo.replica_id : tensor<ui32>
  %0 = stablehlo.while(%s = %x) : tensor<i32>
    cond { stablehlo.return %true : tensor<i1> }
    do {
      %1 = stablehlo.add %s, %s : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
  return %0 : tensor<i32>
}
"""
# Integers have no fast product: this one takes minutes, in a single call of NumPy.
PRODUCT = """
func.func @main(%x: tensor<i32>) -> tensor<6000x6000xi32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<6000x6000xi32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0]
    : (tensor<6000x6000xi32>, tensor<6000x6000xi32>) -> tensor<6000x6000xi32>
  return %1 : tensor<6000x6000xi32>
}
"""
SMALL = """
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}
"""
TICKS = os.sysconf("SC_CLK_TCK")


def processes(root):
    """The process and those below it, as far as they are there."""
    found = [root]
    for pid in found:
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += map(int, children.read_text().split())
    return found


def cpu_seconds(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


@pytest.fixture(scope="module")
def past_its_imports(start_hlogen_in, tmp_path_factory):
    """Seconds of CPU after which a process computes: what the two of a small run take, mostly for imports."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "small.mlir").write_text(SMALL)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with start_hlogen_in(folder, "run", "small.mlir", "-i", "1") as process:
        process.communicate(timeout=120)
    assert process.returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def wait_until_it_computes(process, seconds):
    while max(map(cpu_seconds, processes(process.pid))) < seconds:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


WAYS = [
    ("run",),
    ("parallel", "--replicas", "3"),
    ("run", "--backend", "xla"),
    ("judge",),
    ("compare", "--backend", "xla"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        *(pytest.param(LOOP, way, id="loop" + "".join(way)) for way in WAYS[1:3]),
        pytest.param(PRODUCT, WAYS[0], id="product"),
        pytest.param(LOOP, WAYS[0], id="loop", marks=pytest.mark.campaign),
        *(pytest.param(LOOP, way, id="loop" + "".join(way), marks=pytest.mark.campaign) for way in WAYS[3:]),
        *(pytest.param(PRODUCT, way, id="product" + "".join(way), marks=pytest.mark.campaign) for way in WAYS[1:]),
    ],
)
def test_a_run_ends_at_once(start_hlogen, tmp_path, past_its_imports, program, arguments):
    (tmp_path / "program.mlir").write_text(program)
    with start_hlogen(*arguments, "program.mlir", "-i", "1") as process:
        wait_until_it_computes(process, past_its_imports)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)  # the program itself takes longer
    assert process.returncode == 130
    assert (stdout, stderr.strip().decode().partition("note: ")[0]) == (b"", "")


IN_THE_MIDST = """
import os, runpy, signal, sys

def interrupt(*_, kill=os.kill, process=os.getpid(), number=signal.SIGINT):
    kill(process, number)

def wrapped(*_):
    try:
        interrupt()
        input()
    except KeyboardInterrupt as error:
        raise RuntimeError from error

class Finder:
    def find_spec(self, name, *_):
        if name == "click":
            interrupt()
        if name == "hlogen.cli.check":
            try:
                interrupt()
                input()
            except KeyboardInterrupt:  # as foreign code does
                os.abort()

{}
sys.argv[1:] = ["check", "nothing.mlir"]
runpy.run_module("hlogen", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        ("sys.meta_path.insert(0, Finder())", -signal.SIGINT),
        ("import hlogen.cli.streams as streams; streams.prepare = interrupt", -signal.SIGINT),
        ("import hlogen.cli.check as check; check.sources = wrapped", 130),
        ("import click; sys.meta_path.insert(0, Finder())", 130),
        ("import hlogen.cli.group as group; group._text = interrupt", 130),
        ("import atexit; atexit.register(interrupt)", 2),
        ("sys.late = type('Late', (), {'__del__': interrupt})()", 2),
    ],
    ids=[
        "imports",
        "start",
        "what makes an error of it",
        "C++",
        "telling of its end",
        "behind its end",
        "the very end",
    ],
)
def test_no_moment_has_a_traceback(tmp_path, moment, code):
    command = [sys.executable, "-c", IN_THE_MIDST.format(moment)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (code, b"")
    assert ended.stderr.strip() in (b"", b"error: there is no file or folder nothing.mlir; check the spelling")


AT_THE_END_OF_A_WRITE = """
import os, signal, sys, time
from hlogen.cli import interrupt, streams
from hlogen.cli.say import say

def trace(frame, event, argument):
    if frame.f_code is not streams._Output.write.__code__:
        return None
    if event == "return":
        sys.settrace(None)
        os.kill(os.getpid(), signal.SIGINT)
    return trace

streams.prepare()
interrupt.end_at_once()
sys.settrace(trace)
try:
    say("once")
    time.sleep(60)
except KeyboardInterrupt:
    sys.settrace(None)
    say("the end")
"""


def test_what_is_written_when_ctrl_c_comes_is_written_once():
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", AT_THE_END_OF_A_WRITE]
    ended = subprocess.run(command, env=environment, capture_output=True, timeout=60)
    assert (ended.stdout, ended.stderr) == (b"once\nthe end\n", b"")


def is_there(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["xla", pytest.param("upstream", marks=pytest.mark.campaign)])
def test_a_killed_run_leaves_no_worker_and_the_next_one_nothing_at_all(
    start_hlogen, tmp_path, past_its_imports, backend
):
    (tmp_path / "program.mlir").write_text(PRODUCT.replace("  %id = stablehlo.replica_id : tensor<ui32>\n", ""))
    (tmp_path / "small.mlir").write_text(SMALL)
    (tmp_path / "temporary").mkdir()
    run = {"env": {"TMPDIR": str(tmp_path / "temporary")}}
    with start_hlogen("run", "program.mlir", "-i", "1", "--backend", backend, **run) as process:
        wait_until_it_computes(process, past_its_imports)
        both = processes(process.pid)
        assert len(both) > 1
        process.kill()
        process.communicate(timeout=30)
    patience = time.monotonic() + 30  # the worker's own limit is 60 seconds
    while any(map(is_there, both)):
        assert time.monotonic() < patience
        time.sleep(0.05)
    with start_hlogen("run", "small.mlir", "-i", "1", "--backend", backend, **run) as process:
        process.communicate(timeout=120)
    assert process.returncode == 0
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_signal_that_another_thread_was_given_reaches_one_that_waits() -> None:
    """The kernel chooses the thread; the main one, which waits for a lock, isn't woken by it."""
    script = """
import signal, threading, time
from hlogen.cli import interrupt

def later():
    time.sleep(0.3)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)

interrupt.end_at_once()
lock = threading.Lock()
lock.acquire()
try:
    threading.Thread(target=later, daemon=True).start()
    lock.acquire()
except KeyboardInterrupt:
    print("put away")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("put away\n", "")


def test_a_second_ctrl_c_isnt_held_back(monkeypatch):
    """The first waits until a line is written; where nobody reads it, whoever asks again goes on without it."""
    monkeypatch.setattr(interrupt, "_has_come", False)
    monkeypatch.setattr(interrupt, "_is_held_back", False)
    monkeypatch.setattr(streams, "is_writing", lambda frame: True)
    interrupt._interrupted(signal.SIGINT, None)
    assert interrupt.has_come()
    with pytest.raises(KeyboardInterrupt):
        interrupt._interrupted(signal.SIGINT, None)
