"""Output that overwrites nothing, is never half there, and leaves devices and links what they are."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import IO

import pytest

from hlogen.cli.files import write_whole
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
