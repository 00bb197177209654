"""From the paths that a user names to the files of programs they mean."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from hlogen.errors import UsageError

# What a folder is searched for; a file that is named itself may be called anything.
SUFFIXES = (".mlir", ".mlirbc", ".mlir.bc", ".vhlo")
STDIN = "-"


def program_files(paths: Iterable[str]) -> list[str]:
    """The files that `paths` name, each once: a file is itself, a folder every program below it, "-" is kept.

    Hidden folders below a named one are skipped. Raises UsageError for what isn't there, and for a folder without
    programs.
    """
    files: dict[str, None] = {}
    for path in paths:
        if path == STDIN:
            files[path] = None
        elif exists(path) and Path(path).is_dir():
            files.update(dict.fromkeys(_folder(path)))
        elif exists(path):
            files[path] = None
        else:
            raise missing(path)
    return list(files)


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
