"""``hlogen check --watch``: what changes among the files that paths name, looked at a few times a second.

It needs nothing of the system but times and sizes of files, so it works on every file system. It ends with Ctrl-C, and
exit code 130, as every command that Ctrl-C ends: there is nothing else that it could end with.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from time import sleep
from typing import NamedTuple

from hlogen.cli.files import is_of_script, split_source
from hlogen.errors import UsageError
from hlogen.lint.config import NAME, OTHER_NAME
from hlogen.lint.files import each_once, program_files

_PAUSE = 0.3  # seconds

_States = dict[str, tuple[int, int, int]]


class Change(NamedTuple):
    """Files that are new or have changed, those that are gone, and whether it is all of them, for a config's sake."""

    files: list[str]
    gone: list[str]
    is_of_config: bool = False


def changes(paths: Sequence[str], configs: Callable[[], Iterable[Path]]) -> Iterator[Change]:
    """What changes, without end; at first all there is. `configs` are those that were read, besides the usual ones."""
    known: _States = {}
    known_configs: _States | None = None
    while True:
        now = _states(each_once(chain.from_iterable(map(_named, paths))))
        of_configs = _states([*map(str, configs()), *_places_of_configs(now)])
        is_of_config = known_configs is not None and of_configs != known_configs
        files = [file for file, state in now.items() if is_of_config or known.get(file) != state]
        gone = [file for file in known if file not in now]
        known = now
        if files or gone:
            yield Change(files, gone, is_of_config)
        # What is read only now hasn't changed.
        known_configs = (
            _states([*map(str, configs()), *_places_of_configs(now)]) if known_configs is None else of_configs
        )
        sleep(_PAUSE)


def _named(path: str) -> list[str]:
    """The files that a path names just now."""
    try:
        return [path] if is_of_script(path) else program_files([path])
    except UsageError:  # it isn't there for the time being, or empty
        return []


def _states(files: Iterable[str]) -> _States:
    """What tells of each file that is there whether it has changed."""
    found: _States = {}
    for file in files:
        try:
            state = os.stat(split_source(file)[0])  # noqa: PTH116 - many of them, often
        except OSError:
            continue
        found[file] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return found


def _places_of_configs(files: Iterable[str]) -> list[str]:
    """Where configs are that hold for files, or would be."""
    nearest = {Path(os.path.abspath(file)).parent for file in files}  # noqa: PTH100 - links stay links
    folders = {folder for place in nearest for folder in (place, *place.parents)}
    return [str(folder / name) for folder in sorted(folders) for name in (NAME, OTHER_NAME)]
