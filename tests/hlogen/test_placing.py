"""Files that are there whole or not at all, and never over what another process has just written."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import pytest

from hlogen import locking, placing, temporary


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(params=["all", "no unnamed files", "no links"], autouse=True)
def has(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whether the file system has links between files, and files without a name."""
    monkeypatch.setattr(temporary, "_swept", set())
    if request.param == "no unnamed files":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    if request.param == "no links":

        def refuse(*_: object, **__: object) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(os, "link", refuse)
    return str(request.param)


def test_of_many_who_write_a_file_one_has_written_it(tmp_path: Path) -> None:
    target, told = tmp_path / "file", []
    ready = threading.Barrier(8)

    def write(name: bytes) -> None:
        def fill(file: IO[bytes]) -> None:
            file.write(name)
            ready.wait()  # all have looked, and none has written

        try:
            placing.write(target, fill, overwrite=False)
            told.append(name)
        except FileExistsError:
            pass

    threads = [threading.Thread(target=write, args=(b"%d" % number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [target.read_bytes()] == told
    assert names(tmp_path) == ["file"]


def test_a_file_is_replaced_where_that_is_asked_for(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old")
    target.chmod(0o640)
    placing.write(target, lambda file: file.write(b"new"), overwrite=True)
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert names(tmp_path) == ["file"]


def test_a_new_file_has_the_mode_of_new_files(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    placing.write(tmp_path / "file", lambda file: file.write(b"new"), overwrite=False)
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    name = "x" * 255
    placing.write(tmp_path / name, lambda file: file.write(b"new"), overwrite=False)
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("overwrite", [False, True])
def test_what_fails_leaves_nothing_and_is_what_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, overwrite: bool
) -> None:
    if overwrite:
        (tmp_path / "file").write_text("old")

    def fill(file: IO[bytes]) -> None:
        file.write(b"half of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match="No space left"):
        placing.write(tmp_path / "file", fill, overwrite=overwrite)
    assert names(tmp_path) == ["file"] * overwrite

    def refuse(*_: object, **__: object) -> None:  # as a file system does that is read-only: removing fails, too
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(OSError, match="No space left"):
        placing.write(tmp_path / "file", fill, overwrite=overwrite)


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("overwrite", [False, True])
def test_where_a_name_cannot_be_given_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has: str, overwrite: bool
) -> None:
    target = tmp_path / "file"
    if overwrite:
        target.write_text("old")
    elif has != "no links":
        monkeypatch.setattr(os, "link", full)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left on device"):
        placing.write(target, lambda file: file.write(b"new"), overwrite=overwrite)
    assert [path.read_text() for path in tmp_path.iterdir()] == (["old"] if overwrite else [])


def test_without_locks_files_are_written_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "CAN_LOCK", False)
    target = tmp_path / "file"
    for content in (b"one", b"two"):
        placing.write(target, lambda file, content=content: file.write(content), overwrite=True)
        assert (target.read_bytes(), names(tmp_path)) == (content, ["file"])


def test_a_file_that_is_swept_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has: str
) -> None:
    usual, swept = temporary.lock_named, []

    def lock(path: Path) -> int | None:
        if not swept:
            swept.append(path)
            path.unlink()
        return usual(path)

    monkeypatch.setattr(temporary, "lock_named", lock)
    target = tmp_path / "file"
    placing.write(target, lambda file: file.write(b"new"), overwrite=False)
    assert (target.read_bytes(), names(tmp_path), len(swept)) == (b"new", ["file"], has != "all")
    monkeypatch.setattr(temporary, "lock_named", full)
    if has != "all":
        with pytest.raises(OSError, match="No space left on device"):
            placing.write(tmp_path / "other", lambda file: file.write(b"new"), overwrite=False)
    assert names(tmp_path) == ["file"]


def test_a_link_to_nothing_makes_the_file_it_names(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    placing.write(tmp_path / "link", lambda file: file.write(b"new"), overwrite=False)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


KILLED = """
import os, signal, sys
from pathlib import Path
from hlogen import placing

if sys.argv[1] == "no unnamed files":
    vars(os).pop("O_TMPFILE", None)
if sys.argv[1] == "renaming":
    Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)

def fill(file):
    file.write(b"half of it")
    if sys.argv[1] != "renaming":
        os.kill(os.getpid(), signal.SIGKILL)

placing.write(Path("file"), fill, overwrite=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="by Linux's files without names, and locks")
def test_what_a_killed_process_has_left_goes_with_the_next_file(tmp_path: Path, has: str) -> None:
    (tmp_path / "file").write_text("old")
    for way in ("all", "no unnamed files", "renaming"):
        command = [sys.executable, "-c", KILLED, way]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        assert subprocess.run(command, cwd=tmp_path, env=environment).returncode == -9
        assert len(names(tmp_path)) == (1 if way == "all" else 2)
        assert (tmp_path / "file").read_text() == "old"
        vars(temporary)["_swept"].clear()
        placing.write(tmp_path / "other", lambda file: file.write(b"new"), overwrite=True)
        assert names(tmp_path) == ["file", "other"]
        (tmp_path / "other").unlink()
