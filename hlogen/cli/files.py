"""What commands share about files: what can be read once is one; output overwrites nothing and is never half there."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from hlogen import placing
from hlogen.cli.loudness import tell
from hlogen.cli.streams import reason
from hlogen.errors import UsageError
from hlogen.lint.files import GONE, STDIN, each_once, exists, is_in_gone_folder, program_files
from hlogen.mlir.files import chunks, chunks_of
from hlogen.temporary import TemporaryFolder

STDIN_NAME = "<stdin>"
_OF_THIS_PROCESS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # also where they stand for files


@contextmanager
def as_file(source: str) -> Iterator[tuple[str, str]]:
    """The path of a file with what `source` gives, to be read by any process and any number of times, and its name.

    That is the file itself; of what can be read once and here alone ("-" for standard input, /dev/stdin, the pipe that
    a shell calls /dev/fd/63), it is a temporary copy. UsageError where it can't be read.
    """
    if not _is_read_once(source):
        yield source, source
        return
    folder = TemporaryFolder()
    try:
        path = folder.path / "copy"
        _copy(source, path)
        yield str(path), STDIN_NAME if source == STDIN else source
    finally:
        folder.remove()


def split_source(source: str) -> tuple[str, str]:
    """``script.py:name`` in two; a name is "" where there is none. Paths may hold a colon themselves."""
    script, colon, name = source.rpartition(":")
    if not colon or exists(source) or not name.isidentifier():
        return source, ""
    return script, name


def sources(paths: Iterable[str]) -> list[str]:
    """The files that `paths` name, as by `program_files`, and the programs of scripts; each once."""
    return each_once(file for path in paths for file in _named_by(path))


def _named_by(path: str) -> list[str]:
    if is_of_script(path):
        return [path]
    script, _ = split_source(path)
    return program_files([script if script.endswith(".py") else path], note)


def note(left_out: str) -> None:
    """Says what a folder's name left out."""
    tell(f"note: {left_out}", err=True)


def is_of_script(source: str) -> bool:
    """Whether `source` is ``SCRIPT.py[:NAME]``, whose program is there when the script has run."""
    script, _ = split_source(source)
    return script.endswith(".py") and exists(script) and not Path(script).is_dir()


def _is_read_once(source: str) -> bool:
    """Whether it is standard input, a pipe, a terminal or another device, or what other processes call otherwise."""
    if source == STDIN:
        return True
    return exists(source) and (source.startswith(_OF_THIS_PROCESS) or not Path(source).is_file())


def _copy(source: str, target: Path) -> None:
    """Copies what `source` gives; a UsageError says which of the two fails."""
    what = "standard input" if source == STDIN else source
    given = chunks_of(sys.stdin.buffer, what) if source == STDIN else chunks(source)
    try:
        with target.open("wb") as file:
            while chunk := _next(given, what):
                file.write(chunk)
    except OSError as error:
        raise UsageError(
            f"{what} can't be copied to {target.parent.parent}: {reason(error)}; "
            "fix: let TMPDIR be a folder with more room, or name a file"
        ) from error


def _next(given: Iterator[bytes], what: str) -> bytes:
    try:
        return next((chunk for chunk in given if chunk), b"")
    except UsageError:  # of which some are of the system, too
        raise
    except OSError as error:
        raise UsageError(f"{what} can't be read: {reason(error)}") from error


def check_target(target: Path, force: bool) -> None:
    """UsageError where `write_whole` could not write, so that a long run doesn't end with it."""
    if is_in_gone_folder(str(target)):
        raise UsageError(f"{target} can't be written: {GONE}")
    try:
        mode = _mode(target)
        has_folder = target.parent.is_dir()
    except OSError as error:  # a name that is too long, links in a circle, a folder that may not be looked into
        raise UsageError(f"{target} can't be written: {reason(error)}") from error
    if mode is not None and stat.S_ISDIR(mode):
        raise UsageError(f"{target} is a folder; name a file to write")
    if not has_folder:
        raise UsageError(f"{target} can't be written: the folder {target.parent} doesn't exist; make it first")
    if mode is not None and stat.S_ISREG(mode) and not force:
        raise _exists(target)


def _mode(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _exists(target: Path) -> UsageError:
    return UsageError(f"{target} exists already and is left as it is; choose another name, or say --force")


def write_content(target: Path, content: bytes, force: bool = True) -> None:
    """As `write_whole`, of what is there already."""
    write_whole(target, lambda file: file.write(content), force)


def write_whole(target: Path, write: Callable[[IO[bytes]], object], force: bool) -> None:
    """Lets `write` fill a file next to `target`, which takes its place once it is complete.

    A link stays one, and its target is written. What is no file, such as /dev/null or a pipe, is written to. Without
    `force`, a file that another process has written in the meantime stays, too.
    """
    check_target(target, force)
    try:
        placing.write(target, write, overwrite=force)
    except FileExistsError as error:
        raise _exists(target) from error
    except OSError as error:
        raise UsageError(f"{target} can't be written: {reason(error)}") from error
