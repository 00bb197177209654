"""Machine code that was made before, on disk: a later process loads it in the time of one or two calls of NumPy's.

What is kept is found by all that it was made of. It lies in a folder that is its user's alone, and a digest tells
whether it is what was written there. Whatever is wrong with it, or with the folder, costs the time to make it, and
nothing else.

It is looked for where it would be made otherwise, no earlier: to import llvmlite, which takes 20 ms and up to 400 where
it is read from the disk, would be for nothing in a program that never asks for that function again. NumPy goes on for
35 to 150 ms before it has worked enough (tier.py), once in a process; then what is kept is there in 20 ms, in place of
35, and further functions in 1 ms each.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path
from typing import IO

from hlogen import caching, placing
from hlogen.errors import UsageError

_MOST = 1 << 20  # bytes in each of 256 folders, so that to see to it takes no longer when there is much
_BLOCK = 1 << 12  # bytes; files take whole ones
_OFTEN = 24 * 3600  # seconds; once in so many is enough to know what is of use
_DIGEST = 32  # bytes


def key(*made_of: str) -> str:
    """What machine code is kept by."""
    told = hashlib.sha256()
    for part in made_of:
        told.update(hashlib.sha256(part.encode()).digest())
    return told.hexdigest()


def get(key: str) -> bytes | None:
    """What was put there, to the bit, by this user; None where there is nothing of the kind."""
    with contextlib.suppress(OSError, UsageError):
        path = _path(key)
        try:
            with path.open("rb") as file:
                about = os.fstat(file.fileno())
                content = file.read()
        except FileNotFoundError:
            return None
        if _is_private(about) and content[:_DIGEST] == _digest(key, content[_DIGEST:]):
            with contextlib.suppress(OSError):
                if about.st_mtime < time.time() - _OFTEN:
                    os.utime(path)
            return content[_DIGEST:]
        path.unlink()
    return None


def put(key: str, code: bytes) -> None:
    """Keeps it, where that can be; what wasn't of use for longest goes where there is too much."""
    if len(code) > _MOST:
        return
    with contextlib.suppress(OSError, UsageError):
        path = _path(key)
        path.parent.mkdir(exist_ok=True, mode=0o700)
        _make_room(path.parent, len(code))

        def fill(file: IO[bytes]) -> None:
            if hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), 0o600)
            file.write(_digest(key, code) + code)

        placing.write(path, fill, overwrite=True)


def _path(key: str) -> Path:
    """PermissionError where others than this user might put anything there: it would run as theirs."""
    folder = caching.made() / caching.CODE
    folder.mkdir(exist_ok=True, mode=0o700)
    if not _is_private(folder.lstat()):
        raise PermissionError
    return folder / key[:2] / key[2:]


def _is_private(about: os.stat_result) -> bool:
    """Whether a file or folder is this user's alone; on Windows, all in the user's folders is."""
    return not hasattr(os, "getuid") or (about.st_uid == os.geteuid() and not about.st_mode & 0o077)


def _digest(key: str, code: bytes) -> bytes:
    """With the key: a file under another name is none of it."""
    return hashlib.sha256(key.encode() + code).digest()


def _make_room(folder: Path, size: int) -> None:
    with os.scandir(folder) as entries:
        abouts = [(entry.stat(), entry.path) for entry in entries]
    found = sorted((about.st_mtime, _room(about.st_size), path) for about, path in abouts)
    too_much = _room(size) + sum(room for _, room, _ in found) - _MOST
    for _, room, path in found:
        if too_much <= 0:
            return
        Path(path).unlink(missing_ok=True)
        too_much -= room


def _room(size: int) -> int:
    """What a file takes on disk."""
    return (size // _BLOCK + 1) * _BLOCK
