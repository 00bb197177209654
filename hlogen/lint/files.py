"""From the paths that a user names to the files of programs they mean."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from hlogen.errors import UsageError
from hlogen.mlir.files import SUFFIXES

STDIN = "-"


def program_files(paths: Iterable[str]) -> list[str]:
    """The files that `paths` name, each once: a file is itself, a folder every program below it, "-" is kept.

    Hidden folders below a named one are skipped. Raises UsageError for what isn't there, and for a folder without
    programs.
    """
    files: list[str] = []
    for path in paths:
        if path != STDIN and not exists(path):
            raise missing(path)
        files += [path] if path == STDIN or not Path(path).is_dir() else _folder(path)
    return each_once(files)


def each_once(files: Iterable[str]) -> list[str]:
    """The files without those that were named before, be it by another path."""
    first: dict[str, str] = {}
    for file in files:
        first.setdefault(file if file == STDIN else os.path.realpath(file), file)
    return list(first.values())


def exists(path: str) -> bool:
    """Whether a file or folder is there; False for what no file can be called (too long, say)."""
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises for such names


def missing(path: str) -> UsageError:
    """The error for a path that isn't there, with the nearest name that is."""
    folder, name = Path(path).parent, Path(path).name
    if not (exists(str(folder)) and folder.is_dir()):
        return UsageError(f"there is no file {path}: the folder {folder} doesn't exist")
    names = [entry.name for entry in folder.iterdir()]
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.75)
    hint = f"did you mean {folder / near[0]}?" if near else "check the spelling"
    return UsageError(f"there is no file or folder {path}; {hint}")


def _folder(path: str) -> list[str]:
    found = sorted(_walk(path))
    if not found:
        kinds = ", ".join(f"*{suffix}" for suffix in SUFFIXES)
        raise UsageError(f"the folder {path} has no programs in it; it was searched for {kinds}, its folders included")
    return found


def _walk(path: str) -> Iterator[str]:
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(folder, name) for name in names if name.endswith(SUFFIXES))  # noqa: PTH118 - keeps "./"
