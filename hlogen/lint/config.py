"""What a project asks of its programs: ``[tool.hlogen]`` of pyproject.toml, or hlogen.toml, whichever is nearest above.

A file may extend another: what it says replaces what that one says, key by key, and tables entry by entry. What is said
on the command line replaces both. Paths and patterns are meant from the folder of the file that they stand in.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hlogen.errors import UsageError
from hlogen.toml import read_toml

NAME, OTHER_NAME, TABLE = "hlogen.toml", "pyproject.toml", "tool.hlogen"
DEFAULT = "default"
_EXTEND = "extend"
_VERSION = re.compile(r"\d+\.\d+\.\d+")


class Pattern(NamedTuple):
    """Files below `folder`, as a pattern of their names."""

    folder: Path
    text: str

    def matches(self, file: str) -> bool:
        """Whether a file is meant: its path from `folder`, one of the folders in that, or without a ``/`` its name."""
        try:
            path = _absolute(file).relative_to(self.folder).as_posix()
        except (ValueError, OSError):
            return False
        parts = path.split("/")
        if "/" not in self.text.rstrip("/"):
            return any(_as_regex(self.text.rstrip("/")).fullmatch(part) for part in parts)
        above = ("/".join(parts[: end + 1]) for end in range(len(parts)))
        return any(_as_regex(self.text.strip("/")).fullmatch(one) for one in above)

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=1024)
def _as_regex(pattern: str) -> re.Pattern[str]:
    """``*`` and ``?`` stay within a name, ``**`` is any number of folders."""
    pieces = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile(re.sub(r"\*\*/|\*\*|\*|\?|[^*?]+", lambda m: pieces.get(m[0], re.escape(m[0])), pattern))


# ---- what can be said


def _texts(value: Any, folder: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError("a list of texts")
    return tuple(value)


def _patterns(value: Any, folder: Path) -> tuple[Pattern, ...]:
    return tuple(Pattern(folder, text) for text in _texts(value, folder))


def _ids_by_pattern(value: Any, folder: Path) -> dict[Pattern, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise TypeError('a table of lists, such as { "tests/**" = ["bounds"] }')
    return {Pattern(folder, pattern): _texts(ids, folder) for pattern, ids in value.items()}


def _flag(value: Any, folder: Path) -> bool:
    if not isinstance(value, bool):
        raise TypeError("true or false")
    return value


def _seconds(value: Any, folder: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
        raise TypeError("a number of seconds above 0")
    return float(value)


def _version(value: Any, folder: Path) -> str:
    if not isinstance(value, str) or not _VERSION.fullmatch(value):
        raise TypeError('a version of StableHLO, such as "1.1.0"')
    return value


def _path(value: Any, folder: Path) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError("a path")
    return os.path.normpath(folder / value)


def _addresses(value: Any, folder: Path) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise TypeError('a table of addresses, such as { mine = "backend.py:Mine" }')
    return {name: _from(folder, address) for name, address in value.items()}


def _from(folder: Path, address: str) -> str:
    """An address of a backend, where it names a file of that folder."""
    file, _, rest = address.partition(":")
    return f"{folder / file}:{rest}".rstrip(":") if file.endswith((".py", ".toml")) else address


class Key(NamedTuple):
    """A key of the file: what reads its value (TypeError says what that has to be), its default, and what it is for."""

    read: Callable[[Any, Path], Any]
    default: Any
    help: str


KEYS: Mapping[str, Key] = {
    "select": Key(_texts, (), "rules to report; all where there are none"),
    "ignore": Key(_texts, (), "rules not to report"),
    "error": Key(_texts, (), "advice that is an error"),
    "per-file-ignores": Key(_ids_by_pattern, {}, "rules not to report in some files"),
    "exclude": Key(_patterns, (), "files and folders that are left out"),
    "advice": Key(_flag, True, "whether what is certain before a run is reported, besides constraints"),
    "target": Key(_version, None, "the StableHLO version that has to be able to read the programs"),
    "baseline": Key(_path, None, "the file of findings that are known and not reported"),
    "time-limit": Key(_seconds, None, "seconds for one file"),
    "backends": Key(_addresses, {}, "names for backends of the project's own"),
}


class Setting(NamedTuple):
    """A value, and where it was said: DEFAULT, a file, or an option."""

    value: Any
    source: str


@dataclass(frozen=True)
class Config:
    """What holds for the files of a folder; `files` are those that it was read from, the nearest first."""

    settings: Mapping[str, Setting] = field(
        default_factory=lambda: {name: Setting(key.default, DEFAULT) for name, key in KEYS.items()}
    )
    files: tuple[Path, ...] = ()

    def __getitem__(self, key: str) -> Any:
        return self.settings[key].value

    def source(self, key: str) -> str:
        """What to call the place where a key's value was said, in a message."""
        source = self.settings[key].source
        return source if source.startswith("--") else f"{source}: {key}"

    def replaced(self, given: Mapping[str, tuple[str, Any]]) -> Config:
        """With what options say: (option, value) by key."""
        settings = {key: Setting(value, option) for key, (option, value) in given.items()}
        return Config({**self.settings, **settings}, self.files)

    def excludes(self, file: str) -> bool:
        return any(pattern.matches(file) for pattern in self["exclude"])

    def ignores_in(self, file: str) -> list[str]:
        """The ids that are ignored in this file alone."""
        return [id for pattern, ids in self["per-file-ignores"].items() if pattern.matches(file) for id in ids]


def config_of(file: str) -> Config:
    """What holds for a file, or a folder, by the nearest config above it. UsageError where that is broken."""
    try:
        path = _absolute(file)
    except OSError:  # the working folder is gone
        return Config()
    return _of_folder(path if path.is_dir() else path.parent)


def forget() -> None:
    """Lets configs be read again, which may have changed: for processes that live long."""
    _of_folder.cache_clear()


def _absolute(file: str) -> Path:
    """The path of a file from the root; links stay links, as a file belongs where it is named."""
    return Path(os.path.abspath(file))  # noqa: PTH100 - Path's follows links


@lru_cache(maxsize=4096)
def _of_folder(folder: Path) -> Config:
    for name in (NAME, OTHER_NAME):
        path = folder / name
        if path.is_file() and (name == NAME or _table(path) is not None):
            return read(path)
    return Config() if folder == folder.parent else _of_folder(folder.parent)


def read(path: Path, below: Sequence[Path] = ()) -> Config:
    """The config that a file holds, and those that it extends."""
    if path in below:
        loop = " extends ".join(map(str, [*below[below.index(path) :], path]))
        raise UsageError(f"{loop}, and so on without end")
    table = _table(path)
    if table is None:
        raise UsageError(f"{path} has no table [{TABLE}]")
    folder = path.parent
    base = Config()
    if _EXTEND in table:
        extended = table.pop(_EXTEND)
        if not isinstance(extended, str):
            raise UsageError(f"{path}: extend is the path of another config, not {extended!r}")
        target = Path(os.path.normpath(folder / extended))
        if not target.is_file():
            raise UsageError(f"{path}: extend: there is no file {target}")
        base = read(target, (*below, path))
    settings = dict(base.settings)
    for name, value in table.items():
        if name not in KEYS:
            near = difflib.get_close_matches(name.replace("_", "-"), [*KEYS, _EXTEND], n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join([*KEYS, _EXTEND])}"
            raise UsageError(f"{path} has the unknown key {name}; {hint}")
        try:
            found = KEYS[name].read(value, folder)
        except TypeError as error:
            raise UsageError(f"{path}: {name} is {error}, not {value!r}") from None
        if isinstance(found, dict):
            found = {**settings[name].value, **found}
        settings[name] = Setting(found, str(path))
    return Config(settings, (path, *base.files))


def _table(path: Path) -> dict[str, Any] | None:
    """What the file says; None for a pyproject.toml that says nothing of hlogen."""
    content = read_toml(path)
    if path.name != OTHER_NAME:
        return content
    tools = content.get("tool")
    table = tools.get("hlogen") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise UsageError(f"{path}: [{TABLE}] is a table, not {table!r}")
    return table
