"""A system that refuses: each refusal is one plain sentence, and exit code 2."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import campaign

ROOT = Path(__file__).parents[3]
PROGRAM = """func.func @main(%x: tensor<i32>) -> tensor<1000xi32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="by the means of Linux's shells and devices")


@pytest.fixture
def shell(tmp_path):
    """Runs a line of bash in an empty folder, in which `hlogen` is the command: (exit code, output, errors)."""
    (tmp_path / "p.mlir").write_text(PROGRAM)

    def run(line, **options):
        line = f'hlogen() {{ "{sys.executable}" -m hlogen "$@"; }}; {line}'
        # Where files may only be small, Python would leave halves of bytecode beside the sources.
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.run(
            ["bash", "-c", line], cwd=tmp_path, env=environment, capture_output=True, timeout=120, **options
        )
        return process.returncode, process.stdout.decode(), process.stderr.decode()

    return run


FULL = "error: standard output can't be written: No space left on device\n"
CLOSED = "error: standard output can't be written: it is closed\n"
FILES = "error: a worker process can't be started: Too many open files; fix: allow more of them (ulimit -n)\n"
MEMORY = (
    "error: there isn't the memory to start: 102 MB are allowed, and hlogen takes at least 256 MB; "
    "fix: allow more (ulimit -{})\n"
)
GONE = "the working folder doesn't exist any more; change into one that does\n"
REFUSALS = {
    "hlogen rule gather.C1 > /dev/full": FULL,
    "hlogen emit p.mlir --as bytecode > /dev/full": FULL,
    "hlogen run p.mlir -i 1 --sanitize --format json > /dev/full": FULL,
    "hlogen rule gather.C1 >&-": CLOSED,
    "hlogen emit p.mlir >&-": CLOSED,
    "hlogen check - <&-": "error: standard input can't be read: it is closed\n",
    "hlogen check nothing.mlir 2> /dev/full": "",
    "hlogen rule gather.C1 > /dev/full 2>&-": "",
    "ulimit -n 8; hlogen check p.mlir": FILES,
    "ulimit -f 1; head -c 9999 /dev/zero | TMPDIR=. hlogen check -": (
        "error: standard input can't be copied to .: File too large; "
        "fix: let TMPDIR be a folder with more room, or name a file\n"
    ),
    "ulimit -f 1; hlogen run p.mlir -i 1 -o new.npy": "error: new.npy can't be written: File too large\n",
    "ulimit -v 100000; hlogen rule gather.C1": MEMORY.format("v"),
    "mkdir x; cd x; rmdir ../x; hlogen emit p.mlir": f"error: p.mlir can't be found: {GONE}",
    'at=$PWD; mkdir x; cd x; rmdir ../x; hlogen emit "$at/p.mlir" -o new.mlir': (
        f"error: new.mlir can't be written: {GONE}"
    ),
    "ln -s a.mlir b.mlir; ln -s b.mlir a.mlir; hlogen emit p.mlir -o a.mlir": (
        "error: a.mlir can't be written: Too many levels of symbolic links\n"
    ),
    "ln -s a.mlir a.mlir; hlogen emit a.mlir": "error: a.mlir is a link to nothing, or to itself\n",
}
# The same by other commands, and of other streams and limits.
MORE_REFUSALS = {
    "hlogen --help > /dev/full": FULL,
    "hlogen check p.mlir > /dev/full": FULL,
    "hlogen emit p.mlir > /dev/full": FULL,
    "hlogen --version >&-": CLOSED,
    "hlogen run p.mlir -i 1 <&- >&-": CLOSED,
    "hlogen check nothing.mlir 2>&-": "",
    "ulimit -n 8; hlogen emit p.mlir -o new.mlir": FILES,
    "ulimit -f 1; hlogen run p.mlir -i 1 -o new.npz": "error: new.npz can't be written: File too large\n",
    "ulimit -d 100000; hlogen run p.mlir -i 1 -o new.npy": MEMORY.format("d"),
    "ulimit -v 100000; hlogen rule gather.C1 2>&-": "",
    "ln -s a.mlir b.mlir; ln -s b.mlir a.mlir; hlogen emit p.mlir -o a.mlir --force": (
        "error: a.mlir can't be written: Too many levels of symbolic links\n"
    ),
}
SAID = REFUSALS | MORE_REFUSALS


@pytest.mark.parametrize("line", campaign.first(len(REFUSALS), SAID))
def test_what_the_system_refuses_is_one_sentence(shell, tmp_path, line):
    code, _, errors = shell(line)
    assert (code, errors.replace(f"{tmp_path}/.", ".").replace(str(tmp_path), ".")) == (2, SAID[line])
    assert {path.name for path in tmp_path.iterdir()} <= {"p.mlir", "a.mlir", "b.mlir"}
    assert (tmp_path / "p.mlir").read_text() == PROGRAM


def test_what_is_there_stays_where_its_successor_has_no_room(shell, tmp_path):
    (tmp_path / "old.npy").write_text("old")
    for line in (
        "ulimit -f 1; hlogen run p.mlir -i 1 -o old.npy --force",
        "ulimit -f 1; printf 'step\\nsave %%0 new.npy\\n' | hlogen debug p.mlir -i 1 --step",
        "ulimit -f 1; hlogen debug p.mlir -i 1 --save-values folder",
    ):
        code, output, errors = shell(line)
        assert "can't be written: File too large" in output + errors
        assert code != 0 or "save" in line
    assert (tmp_path / "old.npy").read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"p.mlir", "old.npy", "folder"}
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["index.json"]


def test_a_note_that_cannot_be_shown_is_no_failure(shell, tmp_path):
    assert shell("hlogen emit p.mlir -o new.mlir 2> /dev/full") == (0, "", "")
    assert (tmp_path / "new.mlir").exists()


def test_closed_streams_are_nobody_elses(shell):
    """A file that takes the number of a closed stream would get what is printed."""
    assert shell("hlogen emit p.mlir -o new.mlir <&- >&- 2>&-; cat new.mlir")[1].startswith("module")
    assert shell("hlogen run p.mlir -i 3 <&- 2>&-") == (0, "result 0: tensor<1000xi32>\n[3 3 3 ... 3 3 3]\n", "")


def test_a_working_folder_that_is_gone_is_in_nobodys_way(shell, tmp_path):
    assert shell("mkdir x; cd x; rmdir ../x; hlogen check ../p.mlir")[::2] == (0, "")
    assert shell("mkdir x; cd x; rmdir ../x; hlogen emit ../p.mlir -o ../new.mlir")[::2] == (0, "wrote ../new.mlir\n")
    assert (tmp_path / "new.mlir").exists()


def test_who_has_seen_enough_is_told_nothing(shell):
    code, output, errors = shell("set -o pipefail; (sleep 0.2; hlogen rule) | exec <&-")
    assert (code, output, errors) == (1, "", "")


def test_steps_need_commands(shell):
    code, _, errors = shell("hlogen debug p.mlir -i 1 --step <&-")
    assert code == 2
    assert errors == "error: standard input, which has the commands, can't be read: Bad file descriptor\n"


def test_a_system_without_another_thread(hlogen, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        'import threading\ndef refuse(_): raise RuntimeError("can\'t start new thread")\n'
        "threading.Thread.start = refuse\n"
    )
    (tmp_path / "p.mlir").write_text(PROGRAM)
    without = {"env": {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}}
    assert hlogen("rule", "gather.C1", **without)[::2] == (0, "")
    assert hlogen("check", "p.mlir", **without) == (
        2,
        "",
        "error: the system refuses what this command needs: no more threads can be started; "
        "fix: allow more (ulimit -u)\n",
    )


THREADS = """import os, threading
import hlogen as hl

@hl.function(hl.tensor("f32"))
def same(x):
    assert len(os.listdir("/proc/self/task")) == threading.active_count()
    return x
"""


def test_little_memory_goes_to_no_threads(shell, tmp_path):
    """OpenBLAS starts one for each core, and ends the process where it has no room for them."""
    (tmp_path / "script.py").write_text(THREADS)
    code, _, errors = shell("ulimit -v 300000; hlogen export-onnx script.py -o new.onnx")
    assert (code, errors.partition(" (")[0]) == (0, "wrote new.onnx")


def test_a_library_that_there_is_no_memory_for_is_no_mistake_of_hlogen(invoke, monkeypatch):
    def refuse(*_):
        raise ImportError("Advice.\nOriginal error was: /lib/libx.so.6: failed to map segment from shared object\n")

    monkeypatch.setattr("hlogen.cli.check.sources", refuse)
    result = invoke("check", "p.mlir")
    assert (result.exit_code, result.stderr) == (
        2,
        "error: there isn't the memory to start: libx.so.6: failed to map segment from shared object; "
        "fix: allow more (ulimit -v)\n",
    )


def test_what_else_the_system_refuses_is_no_mistake_of_hlogen(invoke, monkeypatch):
    def refuse(*_):
        raise OSError(5, "Input/output error", "/some/file")

    monkeypatch.setattr("hlogen.cli.check.sources", refuse)
    result = invoke("check", "p.mlir")
    assert (result.exit_code, result.stderr) == (
        2,
        "error: the system refuses what this command needs: /some/file: Input/output error\n",
    )
