"""Where a backend is: what ``--backend`` and ``backend=`` take.

    xla                                 one that comes with hlogen, or that an installed package has as an entry point
                                        of the group hlogen.backends
    pjrt:/path/to/plugin.so             one that comes with hlogen and is told what to run
    exec:./runner {program} {arguments} {results}
    my_package.backend:Mine             a class of a module, which may lie in the working folder
    path/to/backend.py:Mine             a class of a file
    mine.toml                           any of these, with a name, options, environment and limits

A file of TOML says ``backend = "..."``, which is one of the others, with paths from the file's folder on, and may say
``name``, ``time_limit`` (seconds), ``memory_limit`` (such as "2GiB"), and tables ``[options]``, which the class is made
with as keywords, and ``[environment]``.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hlogen.backends.registry import TABLE
from hlogen.errors import UsageError
from hlogen.toml import read_toml

GROUP = "hlogen.backends"  # of entry points

_IN_FILE = re.compile(r"(.+\.py):([\w.]+)")
_IN_MODULE = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_][\w.]*)")
_KEYS: Mapping[str, type | tuple[type, ...]] = {
    "backend": str,
    "name": str,
    "time_limit": (int, float),
    "memory_limit": str,
    "options": dict,
    "environment": dict,
}
_OTHERS_KEYS = ("conform", "expected")  # of commands that read the same file


@dataclass(frozen=True)
class Address:
    """A backend's adapter. `text` finds the same one from any folder."""

    text: str
    name: str
    module: str  # or a file
    attribute: str
    folder: str = ""  # where imports look first
    arguments: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = field(default=(), hash=False)
    environment: tuple[tuple[str, str], ...] = ()
    time_limit: float | None = None
    memory_limit: int | None = None
    is_in_process: bool = False


def found(text: str, folder: str | os.PathLike[str] = "") -> Address:
    """The address that `text` is; paths are relative to `folder`, or else to the working folder.

    Raises UsageError where there is nothing of that name, file or form.
    """
    if not isinstance(text, str):
        raise UsageError(f"a backend is named by a text such as 'xla', not by {text!r}")
    here = Path(folder) if folder else Path.cwd()
    if text.endswith(".toml"):
        return _of_toml(here / text)
    head, colon, rest = text.partition(":")
    if head in TABLE.rows():
        row = TABLE.rows()[head]
        if bool(row.argument) != bool(rest.strip()):
            raise UsageError(
                f"the backend {head} takes {row.argument}, as in {head}:{row.example}"
                if row.argument
                else f"the backend {head} takes nothing behind its name, not {rest!r}"
            )
        argument = str((here / rest).resolve()) if row.argument_is_path else rest
        made_by = row.made_by
        return Address(
            f"{head}:{argument}" if rest else head,
            f"{head}:{Path(rest.split()[0]).name}" if rest else head,
            made_by.__module__,
            made_by.__qualname__,
            str(here) if rest else "",
            (argument,) if rest else (),
            (("folder", str(here)),) if row.wants_folder else (),
            is_in_process=row.is_in_process,
        )
    if (in_file := _IN_FILE.fullmatch(text)) is not None:
        path = (here / in_file[1]).resolve()
        if not path.is_file():
            raise UsageError(f"the backend {text}: there is no file {path}")
        return Address(f"{path}:{in_file[2]}", in_file[2], str(path), in_file[2], str(path.parent))
    if not colon and (installed := installed_backends().get(text)) is not None:
        module, _, attribute = installed.partition(":")
        return Address(text, text, module, attribute)
    if (in_module := _IN_MODULE.fullmatch(text)) is not None:
        return Address(text, in_module[2], in_module[1], in_module[2], str(here))
    raise UsageError(_unknown(text, here))


def installed_backends() -> Mapping[str, str]:
    """What packages have installed under the entry points of GROUP: names, and classes as ``module:Class``."""
    import importlib.metadata  # which takes as long as all else here

    return {entry.name: entry.value for entry in importlib.metadata.entry_points(group=GROUP)}


def _of_toml(path: Path) -> Address:
    said = read_toml(path)
    for key, value in said.items():
        if key in _OTHERS_KEYS:
            continue
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, 1)
            raise UsageError(
                f"{path}: there is no key {key}"
                + (f"; did you mean {near[0]}?" if near else f"; the keys are {', '.join(_KEYS)}")
            )
        if not isinstance(value, _KEYS[key]) or isinstance(value, bool):
            raise UsageError(f"{path}: {key} is {value!r}, which isn't {_named(_KEYS[key])}")
    if "backend" not in said:
        raise UsageError(f'{path} doesn\'t say which backend it is about: backend = "module:Class", or another form')
    if said["backend"].endswith(".toml"):
        raise UsageError(f"{path}: backend is {said['backend']!r}; a file of a backend can't lead to another one")
    address = found(said["backend"], path.parent)
    return replace(
        address,
        text=str(path.resolve()),
        name=said.get("name", address.name),
        options=(*address.options, *said.get("options", {}).items()),
        environment=tuple((name, str(value)) for name, value in said.get("environment", {}).items()),
        time_limit=said.get("time_limit"),
        memory_limit=_bytes(path, said["memory_limit"]) if "memory_limit" in said else None,
    )


def _named(kind: Any) -> str:
    return {str: "a text", dict: "a table"}.get(kind, "a number")


def _bytes(path: Path, said: str) -> int:
    parts = re.fullmatch(r"(\d+(?:\.\d+)?) ?([KMG])iB", said)
    if parts is None:
        raise UsageError(f"{path}: memory_limit is {said!r}; write it as 512MiB or 2GiB")
    return int(float(parts[1]) * (1 << {"K": 10, "M": 20, "G": 30}[parts[2]]))


def _no_file(text: str, here: Path) -> str:
    path = here / text
    if path.is_file():
        return f"{text} is no .toml file\n  fix: name one, or a class as module:Class or path/to/file.py:Class"
    others = [str(Path(text).with_name(each.name)) for each in path.parent.glob("*.toml")]
    near = difflib.get_close_matches(text, others, 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    return (
        f"there is no file {text}{meant}\n"
        "  fix: name a .toml file of a backend, or a class as module:Class or path/to/file.py:Class"
    )


def _unknown(text: str, here: Path) -> str:
    if Path(text).suffix or os.sep in text:
        return _no_file(text, here)
    names = sorted({*TABLE.rows(), *installed_backends()})
    near = difflib.get_close_matches(text, names, 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    return (
        f"there is no backend {text!r}{meant}\n  the backends are {', '.join(names)}\n"
        "  fix: name one of them, or a class as module:Class or path/to/file.py:Class, or a .toml file of one"
    )
