"""What a command leaves behind that something has happened to: processes, temporary folders, halves of files.

`House` is a folder with all that commands take, and some files that they may replace. A command's run there is a
`Visit`; once it is over, `wrongs` says what it did that it mustn't, whatever happened to it.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from helpers.rows import ROWS

from hlogen import temporary

ROOT = Path(__file__).parents[2]
PATIENCE = 2.0  # seconds in which all processes are gone

_TOO_LONG = 120.0  # seconds after which something hangs
_MARK = "HLOGEN_TEST_MARK"  # the variable by which processes below a command are found, also those without a parent
_NO_SENTENCE = re.compile(r"Traceback|Exception ignored|internal error|Fatal Python|KeyboardInterrupt|OpenBLAS error")

UNSET = """\
func.func @main(%input: tensor<9xf32>, %update: tensor<3xf32>) -> tensor<9xf32> {
  %at = stablehlo.constant dense<[[1], [4], [6]]> : tensor<3x1xi64>
  %0 = "stablehlo.scatter"(%input, %at, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<9xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
"""
WIDE = """\
func.func @main(%x: tensor<i32>) -> tensor<2000x2000xi32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<2000x2000xi32>
  return %0 : tensor<2000x2000xi32>
}
"""
LONG = """
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %last = stablehlo.constant dense<30000> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.while(%n = %x) : tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %n, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }
    do {
      %2 = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }
  return %0 : tensor<i32>
}
"""
SPLIT = """\
sdy.mesh @mesh = <["x"=8]>
func.func @main(%operand: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.add %operand, %operand : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
SCRIPT = """\
import numpy as np
import hlogen as hl

@hl.function(hl.tensor("700x1000xf32"))
def shifted(x):
    return x + hl.constant(np.arange(700_000, dtype=np.float32).reshape(700, 1000))
"""
GIVEN = {"rows.mlir": ROWS, "unset.mlir": UNSET, "wide.mlir": WIDE, "long.mlir": LONG, "split.mlir": SPLIT,
         "script.py": SCRIPT}  # fmt: skip
OLD = ("old.npy", "old.npz", "old.mlir", "old.onnx", "old.onnx.data", "old.json")

# Each way to use the command line that takes its time or leaves something; a file called old.* may be replaced.
COMMANDS = {
    "check": "check rows.mlir unset.mlir wide.mlir",
    "check a folder": f"check {ROOT}/golden/gather",
    "check --fix": "check unset.mlir --fix",
    "run": "run long.mlir -i 1",
    "run -o": "run wide.mlir -i 1 -o new.npy",
    "run -o --force": "run wide.mlir -i 1 -o old.npz --force",
    "parallel": "parallel long.mlir -i 1 --replicas 3",
    "judge": "judge rows.mlir --random",
    "run --backend xla": "run wide.mlir -i 1 --backend xla -o new.npy",
    "run --backend upstream": "run wide.mlir -i 1 --backend upstream",
    "run --backend onnxruntime": "run rows.mlir --random --backend onnxruntime",
    "compare": "compare rows.mlir --random --backend xla -o new.mlir",
    "debug --save-values": "debug long.mlir -i 1 --save-values values",
    "test": f"test {ROOT}/golden/gather -j 2 -q",
    "test --backend": f"test {ROOT}/golden/add --backend upstream",
    "emit": "emit script.py",
    "emit -o": "emit script.py -o new.mlir",
    "emit -o --force": "emit script.py -o old.mlir --force",
    "transform -o": "transform rows.mlir --simplify -o new.mlir",
    "grad -o": "grad rows.mlir -o new.mlir",
    "export-onnx": "export-onnx script.py -o new.onnx",
    "export-onnx --force": "export-onnx script.py -o old.onnx --force",
    "shard": "shard split.mlir -i [1,2,3,4,5,6,7,8] -o new.npy",
    "analyze": "analyze unset.mlir",
    "explain": "explain unset.mlir",
    "explain -o": "explain unset.mlir -o new.html",
    "rule": "rule",
    "demo": "demo",
    "doctor": "doctor",
}


class House:
    """A folder with all that commands take; `temporary` is where its temporary folders are made."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.temporary = folder / "house", folder / "temporary"
        self.folder.mkdir()
        self.temporary.mkdir()
        self.tidy()

    def tidy(self) -> None:
        """Everything is as at first."""
        for folder in (self.folder, self.temporary):
            folder.chmod(0o777)
        for path in self.folder.iterdir():
            if path.name not in GIVEN and path.name not in OLD:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name, content in {**GIVEN, **dict.fromkeys(OLD, "old")}.items():
            path = self.folder / name
            if not path.exists() or path.read_text(errors="replace") != content:
                path.unlink(missing_ok=True)
                path.write_text(content)
                path.chmod(0o666)
        for path in self.temporary.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def files(self) -> dict[str, bytes]:
        """The digest of each file by its path."""
        paths = [path for path in sorted(self.folder.rglob("*")) if path.is_file()]
        return {str(path.relative_to(self.folder)): sha256(path.read_bytes()).digest() for path in paths}


class Visit:
    """A command that runs in a house. It has to be ended."""

    def __init__(self, house: House, command: Sequence[str], **options: Any) -> None:
        self.house = house
        self.mark = secrets.token_hex(8)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(house.temporary), _MARK: self.mark}
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            command,
            cwd=house.folder,
            env=environment,
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True, **options},
        )

    def end(self) -> Ended:
        stdout, stderr = self.process.communicate(timeout=_TOO_LONG)
        seconds = time.monotonic() - self.begun
        survived = self._seconds_until_alone()
        house = self.house
        return Ended(self.process.returncode, stdout or b"", (stderr or b"").decode(), seconds, survived, house.files())

    def _seconds_until_alone(self) -> float:
        began = time.monotonic()
        while (seconds := time.monotonic() - began) < _TOO_LONG and any(processes(self.mark)):
            time.sleep(0.02)
        for pid in processes(self.mark):
            os.kill(pid, signal.SIGKILL)
        return seconds


def processes(mark: str) -> Iterator[int]:
    """Those that have the mark, whoever is their parent now."""
    wanted = f"{_MARK}={mark}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted in path.read_bytes():
                yield int(path.parent.name)


@dataclass(frozen=True)
class Ended:
    """How a visit has ended: `survived` are the seconds in which a process was still there, `files` the digests."""

    code: int
    stdout: bytes
    stderr: str
    seconds: float
    survived: float
    files: dict[str, bytes]


def wrongs(house: House, before: dict[str, bytes], usual: Ended, ended: Ended, codes: Container[int]) -> Iterator[str]:
    """What has gone wrong, where `usual` is how the command ends by itself, and `codes` how it may end, too."""
    is_pythons_own = _is_of_python(ended.stderr)
    if ended.code != usual.code and ended.code not in codes and not is_pythons_own:
        yield f"exit code {ended.code}: {ended.stderr[-400:]!r}"
    if _NO_SENTENCE.search(ended.stderr) and not is_pythons_own:
        yield f"no sentence: {ended.stderr[-1200:]}"
    if ended.survived > PATIENCE:
        yield f"a process is left after {ended.survived:.1f} s"
    temporary_is = sorted(path.name for path in house.temporary.iterdir())
    temporary.sweep(house.folder)
    files = house.files()
    index = files.pop("values/index.json", None)  # of a run that is interrupted, it lists what there is
    for name, content in files.items():
        if content not in (before.get(name), usual.files.get(name)):
            yield f"{name} is neither what it was nor what it should be"
    for name in before.keys() - files.keys():
        yield f"{name} is gone"
    for pair in (("old.onnx", "old.onnx.data"), ("new.onnx", "new.onnx.data")):
        if (
            len(
                {files.get(name) == usual.files.get(name) for name in pair if before.get(name) != usual.files.get(name)}
            )
            > 1
        ):
            yield f"{pair} don't fit each other"
    if index is not None:
        listed = json.loads((house.folder / "values" / "index.json").read_text())["values"]
        if {f"values/{value['file']}" for value in listed} != {name for name in files if name.startswith("values/")}:
            yield "the index lists other values than there are"
    if ended.code == usual.code and temporary_is:  # of what is interrupted, the next start may have to sweep it
        yield f"{temporary_is} is left in the temporary folder"
    until = time.monotonic() + PATIENCE  # a process that ends has no environment any more, and still has its locks
    while (left := sorted(path.name for path in house.temporary.iterdir())) and time.monotonic() < until:
        temporary.sweep(house.temporary)
        time.sleep(0.02)
    if left:
        yield f"{left} is left in the temporary folder for ever"


def _is_of_python(stderr: str) -> bool:
    """Whether Python itself ended while it started, and had nothing of the command yet."""
    return bool(re.search("Traceback|Fatal Python", stderr)) and "hlogen/__main__.py" not in stderr
