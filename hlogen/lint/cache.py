"""What checking files gave before, by their content: a database in the user's cache folder, which nobody has to have.

It is asked for what has the same content and name, was checked by the same hlogen with the same bindings, and in the
same way. Whatever is wrong with it (a folder that can't be written, a database that is damaged, or locked by others)
costs time, and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from hlogen import caching
from hlogen.errors import UsageError
from hlogen.lint.finding import FileReport, Finding, Ignore, KnownFix

_OLDEST = 30 * 24 * 3600  # seconds since an entry was of use
_WAIT = 2.0  # seconds for others that write
_BINDINGS = ("HLOGEN_BINDINGS",)  # environment variables that decide what reads files
_PREFIXES = ("hlogen-", "jaxlib-", "mlir-", "stablehlo-", "torch_mlir-")  # of hlogen and of bindings, with versions


class Cache:
    """Reports by key. Use it as a context manager: what is put into it is written in the end."""

    def __init__(self) -> None:
        self._stamp = _stamp()
        self._new: dict[str, str] = {}
        self._used: set[str] = set()
        self._database: sqlite3.Connection | None = None
        with contextlib.suppress(OSError, UsageError, sqlite3.Error):
            self._database = _opened()

    def key(self, content: bytes, name: str, way: Any) -> str:
        """What a report is kept by: of a file with this content and name, checked in this `way`."""
        told = hashlib.sha256(json.dumps([self._stamp, name, way]).encode())
        told.update(hashlib.sha256(content).digest())
        return told.hexdigest()

    def get(self, key: str) -> FileReport | None:
        if self._database is None:
            return None
        try:
            row = self._database.execute("SELECT report FROM reports WHERE key = ?", (key,)).fetchone()
            report = None if row is None else _report(json.loads(row[0]))
        except (sqlite3.Error, ValueError, TypeError, KeyError):  # it is damaged
            return None
        if report is not None:
            self._used.add(key)
        return report

    def put(self, key: str, report: FileReport) -> None:
        if self._database is not None:
            self._new[key] = json.dumps(asdict(report))

    def close(self) -> None:
        """Writes what is new, at once or not at all."""
        if self._database is None:
            return
        now = int(time.time())
        with contextlib.suppress(sqlite3.Error), contextlib.closing(self._database) as database, database:
            if self._new:
                rows = [(key, now, report) for key, report in self._new.items()]
                database.executemany("INSERT OR REPLACE INTO reports VALUES (?, ?, ?)", rows)
                database.execute("DELETE FROM reports WHERE used < ?", (now - _OLDEST,))
            # Once a day is enough to know what is of use.
            database.executemany(
                "UPDATE reports SET used = ? WHERE key = ? AND used < ?",
                [(now, key, now - 24 * 3600) for key in self._used],
            )
        self._database = None

    def __enter__(self) -> Cache:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


def _opened() -> sqlite3.Connection:
    """The database, made anew where it is none."""
    path = caching.made()
    for is_last in (False, True):
        database = sqlite3.connect(path / caching.CHECKED, timeout=_WAIT)
        try:
            with database:
                database.execute(
                    "CREATE TABLE IF NOT EXISTS reports (key TEXT PRIMARY KEY, used INTEGER, report TEXT) WITHOUT ROWID"
                )
            database.execute("SELECT key, used, report FROM reports LIMIT 1")
        except sqlite3.DatabaseError as error:  # no database at all, or another one
            database.close()
            is_refused = isinstance(error, sqlite3.OperationalError)  # locked, full, read-only: it is as it should be
            if is_last or (is_refused and "no such column" not in str(error)):
                raise
            caching.clear_checked()
        else:
            return database
    raise AssertionError


def _stamp() -> list[Any]:
    """What decides what is found besides the file: versions, and the sources themselves while they are worked on."""
    # By the names of folders: to import what knows more takes as long as all else.
    versions = [entry for folder in sys.path for entry in _entries(folder) if entry.startswith(_PREFIXES)]
    root = Path(__file__).parents[1]
    sources = hashlib.sha256()
    for path in sorted(map(str, root.rglob("*.py"))):
        state = Path(path).stat()
        sources.update(f"{path}\0{state.st_mtime_ns}\0{state.st_size}\n".encode())
    return [versions, [os.environ.get(name) for name in _BINDINGS], sources.hexdigest()]


def _entries(folder: str) -> list[str]:
    """The names of the folders that tell of what is installed in a folder."""
    try:
        names = os.listdir(folder or os.curdir)  # noqa: PTH208 - names are enough
    except OSError:
        return []
    return sorted(name for name in names if name.endswith("-info"))


def _report(kept: dict[str, Any]) -> FileReport:
    report = FileReport(**kept)
    findings = [Finding.of_json(entry) for entry in kept["findings"]]
    ignores = [Ignore.of_json(entry) for entry in kept["ignores"]]
    return replace(report, findings=findings, ignores=ignores, fixes=[KnownFix.of_json(one) for one in kept["fixes"]])
