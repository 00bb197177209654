"""Output that overwrites nothing, is never half there, and leaves devices and links what they are."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import IO

import pytest

from hlogen.cli.files import is_of_script, write_whole
from hlogen.errors import UsageError


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.mlir", tmp_path / "link.mlir"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    with pytest.raises(UsageError, match="exists already"):
        write_whole(link, lambda file: file.write(b"new"), force=False)
    write_whole(link, lambda file: file.write(b"new"), force=True)
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.mlir", "real.mlir"]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, lambda file: file.write(b"program"), force=False)
    reader.join()
    assert read == [b"program"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no such device here")
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    copy = tmp_path / "device"  # a link, so that a mistake here costs no device
    copy.symlink_to("/dev/full")
    with pytest.raises(UsageError, match="can't be written: No space left on device"):
        write_whole(copy, lambda file: file.write(b"program"), force=True)
    assert copy.is_symlink()
    assert Path("/dev/full").is_char_device()


def test_of_two_who_write_one_file_the_second_is_told(tmp_path: Path) -> None:
    target = tmp_path / "program.mlir"

    def write(file: IO[bytes]) -> None:
        file.write(b"ours")
        target.write_bytes(b"theirs")  # another process is faster

    with pytest.raises(UsageError, match=r"program\.mlir exists already and is left as it is; .* say --force"):
        write_whole(target, write, force=False)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"program.mlir": b"theirs"}
    write_whole(target, write, force=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"program.mlir": b"ours"}


LOOKED_UP = """\
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %0 = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>, indices_are_sorted = false
  } : (tensor<3xi32>, tensor<2xi64>) -> tensor<2xi32>
  %e = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%0, %e) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
"""


def test_a_folder_is_the_same_programs_for_all_commands(files, invoke):
    """Whatever their names end in, and each once, however often it is named; not hidden ones, nor other files."""
    files(a_mlir=LOOKED_UP, notes_txt=LOOKED_UP)
    for name, form in ("b.mlirbc", "bytecode"), ("in/c.mlir.bc", "bytecode"), ("in/d.vhlo", "portable"):
        Path(name).parent.mkdir(exist_ok=True)
        assert invoke("emit", "a.mlir", "--as", form, "-o", name, "-q").output == ""
    Path(".hidden").mkdir()
    Path(".hidden/e.mlir").write_text(LOOKED_UP)
    named = [".", "a.mlir", "./in/d.vhlo", Path.cwd() / "in"]
    assert "4 files" in invoke("check", *named).stdout
    assert invoke("test", *named).stdout.startswith("4 passed")
    assert "4 operations: " in invoke("analyze", *named).stdout
    suites = [part for name in named for part in ("--suite", name)]
    assert [line.split()[0] for line in invoke("conform", "list", *suites).stdout.splitlines()] == [
        "a", "b", "in/c", "in/d", "4"
    ]  # fmt: skip


def test_scripts_are_files_whose_names_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not folders that are called so, nor what isn't there."""
    monkeypatch.chdir(tmp_path)
    Path("folder.py").mkdir()
    for name in ("it.py", "it.mlir", "it.py.txt"):
        Path(name).write_text("")
    asked = ("it.py", "it.py:name", "folder.py", "folder.py:name", "gone.py", "it.mlir", "it.py.txt", "-")
    assert [source for source in asked if is_of_script(source)] == ["it.py", "it.py:name"]
