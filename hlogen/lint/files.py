"""From the paths that a user names to the files of programs they mean."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from hlogen.errors import UsageError
from hlogen.mlir.files import SUFFIXES

STDIN = "-"
_SHOWN = 3  # links in a sentence
GONE = "the working folder doesn't exist any more; change into one that does"


def program_files(paths: Iterable[str], tell: Callable[[str], object] = lambda _: None) -> list[str]:
    """The files that `paths` name, each once: a file is itself, a folder every program below it, "-" is kept.

    Hidden folders below a named one are skipped, and links that lead out of it aren't followed, whose names `tell` gets
    in a sentence; nor are devices and pipes programs of a folder. Raises UsageError for what isn't there, and for a
    folder without programs.
    """
    files: list[str] = []
    for path in paths:
        if path != STDIN and not exists(path):
            raise missing(path)
        files += [path] if path == STDIN or not Path(path).is_dir() else _folder(path, tell)
    return each_once(files)


def each_once(files: Iterable[str]) -> list[str]:
    """The files without those that were named before, be it by another path."""
    first: dict[str, str] = {}
    for file in files:
        first.setdefault(file if file == STDIN else _real(file), file)
    return list(first.values())


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except OSError:  # "../program.mlir" can be read where the working folder has no name any more
        return path


def exists(path: str) -> bool:
    """Whether a file or folder is there; False for what no file can be called (too long, say)."""
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises for such names


def is_in_gone_folder(path: str) -> bool:
    """Whether `path` is below the working folder, and somebody has removed that."""
    if Path(path).is_absolute() or Path(path).parts[:1] == ("..",):
        return False
    try:
        os.getcwd()  # noqa: PTH109 - nothing is done with it
    except FileNotFoundError:
        return True
    return False


def missing(path: str) -> UsageError:
    """The error for a path that isn't there, with the nearest name that is."""
    if is_in_gone_folder(path):
        return UsageError(f"{path} can't be found: {GONE}")
    if os.path.islink(path):  # noqa: PTH114 - as in `exists`
        return UsageError(f"{path} is a link to nothing, or to itself")
    folder, name = Path(path).parent, Path(path).name
    if not (exists(str(folder)) and folder.is_dir()):
        return UsageError(f"there is no file {path}: the folder {folder} doesn't exist")
    names = [entry.name for entry in folder.iterdir()]
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.75)
    hint = f"did you mean {folder / near[0]}?" if near else "check the spelling"
    return UsageError(f"there is no file or folder {path}; {hint}")


def _folder(path: str, tell: Callable[[str], object]) -> list[str]:
    found = sorted(_walk(path))
    root = os.path.join(_real(path), "")  # noqa: PTH118 - it ends in a separator
    left_out = [file for file in found if Path(file).is_symlink() and not _real(file).startswith(root)]
    if left_out:
        shown = ", ".join(left_out[:_SHOWN]) + (", ..." if len(left_out) > _SHOWN else "")
        tell(f"links that lead out of {path} aren't followed: {shown}; name what they lead to")
        found = sorted({*found} - {*left_out})
    if not found:
        kinds = ", ".join(f"*{suffix}" for suffix in SUFFIXES)
        raise UsageError(f"the folder {path} has no programs in it; it was searched for {kinds}, its folders included")
    return found


def _walk(path: str) -> Iterator[str]:
    """The programs below, without recursion, which nested folders outdo. UsageError for one that can't be read."""
    folders = [path]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if _is_folder(entry):
                        if not entry.name.startswith(".") and not entry.is_symlink():
                            folders.append(entry.path)
                    elif entry.name.endswith(SUFFIXES) and _may_be_program(entry):
                        yield entry.path
        except FileNotFoundError:  # somebody has just removed it
            continue
        except OSError as error:
            raise UsageError(f"the folder {folder} can't be read: {error.strerror or error}") from error


def _may_be_program(entry: os.DirEntry[str]) -> bool:
    """A file, or a link that leads nowhere, which is to be told; devices and pipes are none."""
    try:
        return entry.is_file() or not exists(entry.path)
    except OSError:  # links in a circle
        return True


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # links in a circle
        return False
