"""Temporary folders: those of the dead go, those of the living and what isn't ours stay."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hlogen import locking, temporary
from hlogen.errors import UsageError
from hlogen.temporary import TemporaryFolder

MAKES_ONE = """
from hlogen.temporary import TemporaryFolder
made = TemporaryFolder()
(made.path / "kept").write_text("something")
print(made.path, flush=True)
input()
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="nothing is locked, and nothing swept")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(temporary, "_swept", set())
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_is_removed_with_all_that_is_in_it(place: Path) -> None:
    made = TemporaryFolder()
    (made.path / "file").write_text("something")
    made.remove()
    made.remove()
    assert names(place) == []


def test_folders_of_killed_processes_go_and_those_of_others_stay(place: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", MAKES_ONE]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with (
        subprocess.Popen(command, env=environment, **pipes) as dead,
        subprocess.Popen(command, env=environment, **pipes) as living,
    ):
        paths = [Path(process.stdout.readline().decode().strip()) for process in (dead, living)]
        dead.kill()
        dead.wait()
        assert names(place) == sorted(path.name for path in paths)
        made = TemporaryFolder()
        assert names(place) == sorted([paths[1].name, made.path.name])
        temporary.sweep()
        assert names(place) == sorted([paths[1].name, made.path.name])
        made.remove()
        living.kill()


def test_what_is_beside_files_of_people_goes_by_the_same_rule(tmp_path: Path) -> None:
    (tmp_path / ".hlogen-tmp-0123abcd").write_text("half of it")
    (tmp_path / ".hlogen-tmp-0123abce").mkdir(mode=0o700)
    (tmp_path / "file").write_text("of the user")
    (tmp_path / ".hlogen-tmp-0123abcf").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / ".hlogen-tmp-0123abd0")
    mine = TemporaryFolder(within=tmp_path)
    temporary.sweep(tmp_path)
    assert names(tmp_path) == [".hlogen-tmp-0123abcf", ".hlogen-tmp-0123abd0", mine.path.name, "file"]
    mine.remove()


def test_what_is_swept_by_another_process_is_made_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert temporary.lock_named(place / "gone") is None
    usual, swept = locking.lock, []

    def lock(descriptor: int, *, wait: bool = False) -> None:
        usual(descriptor, wait=wait)
        if not swept:
            swept.extend(place.iterdir())
            swept[0].rmdir()

    monkeypatch.setattr(locking, "lock", lock)
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    made = TemporaryFolder()
    assert (names(place), swept == [made.path]) == ([made.path.name], False)
    assert len(os.listdir("/proc/self/fd")) == before + 1  # noqa: PTH208 - its own lock
    made.remove()


def test_without_locks_nothing_is_swept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "CAN_LOCK", False)
    left = TemporaryFolder()
    temporary.sweep(place)
    assert names(place) == [left.path.name]
    left.remove()
    assert names(place) == []
    with pytest.raises(FileNotFoundError):  # who asks for one in a folder says what is wrong with it
        TemporaryFolder(place / "gone")


def test_nothing_else_is_swept(place: Path) -> None:
    (place / "real").mkdir(mode=0o700)
    (place / "real" / "file").write_text("of the user")
    (place / "hlogen-tmp-alinkaaa").symlink_to(place / "real")
    (place / "hlogen-tmp-afileaaa").write_text("of the user")
    (place / "hlogen-tmp-afolderx").mkdir(mode=0o755)
    (place / "hlogen-tmp-other").mkdir(mode=0o700)
    (place / "hlogen-results").mkdir(mode=0o700)
    before = names(place)
    (place / "hlogen-tmp-abcd_123").mkdir(mode=0o700)
    (place / "hlogen-tmp-abcd_123" / "link").symlink_to(place / "real")
    temporary.sweep()
    assert names(place) == before
    assert (place / "real" / "file").read_text() == "of the user"


def test_another_users_folder_stays(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "hlogen-tmp-abcd_123").mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)
    temporary.sweep()
    assert names(place) == ["hlogen-tmp-abcd_123"]


@pytest.mark.parametrize("make", [TemporaryFolder, lambda: temporary.temporary_file("w+b")])
def test_where_none_can_be_made(place: Path, monkeypatch: pytest.MonkeyPatch, make) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(place / "nowhere"))
    with pytest.raises(UsageError, match="no temporary file can be made: No such file or directory; fix: let TMPDIR"):
        make()


@contextlib.contextmanager
def files_left(number: int) -> Iterator[None]:
    """So many more can be opened."""
    import resource

    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(number + 1)]  # each gets the lowest number that is free
    for file in opened:
        os.close(file)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (opened[-1], hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_no_folder_is_left_where_too_many_files_are_open(place: Path) -> None:
    tempfile.gettempdir()  # which makes a file to see whether it can
    with files_left(0), pytest.raises(UsageError, match="no temporary file can be made: Too many open files"):
        TemporaryFolder()
    with files_left(1):
        TemporaryFolder().remove()
    assert names(place) == []
