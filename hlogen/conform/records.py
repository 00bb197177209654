"""What a campaign has found, in a file that grows by a line for each case: a kill loses at most what is in flight.

The first line says what ran: {"format": "hlogen-conform", "version": 1, "backend", "address", "versions", "hlogen",
"machine", "date", "settings"}. Each other line is an outcome: {"id", "verdict", "message", "compile_seconds",
"run_seconds", "results"}; `results` are there where they are wrong and few: their types, shapes and elements as text.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar, get_origin, get_type_hints

import numpy as np

from hlogen import locking
from hlogen.conform.verdicts import Outcome, Verdict
from hlogen.errors import UsageError

FORMAT = "hlogen-conform"
VERSION = 1
_MOST_KEPT = 256  # elements of a result

MadeT = TypeVar("MadeT", "Header", "Record")


@dataclass(frozen=True)
class Header:
    """What ran."""

    backend: str
    address: str
    versions: dict[str, str]
    hlogen: str
    settings: dict[str, Any]
    machine: str = field(default_factory=lambda: f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores")
    date: str = field(default_factory=lambda: datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"))
    format: str = FORMAT
    version: int = VERSION


@dataclass(frozen=True)
class Record:
    """An outcome as it is kept."""

    id: str
    verdict: Verdict
    message: str = ""
    compile_seconds: float = 0.0
    run_seconds: float = 0.0
    results: tuple[dict[str, Any], ...] = ()

    @classmethod
    def of(cls, outcome: Outcome) -> Record:
        results = () if outcome.verdict.is_right or outcome.results is None else tuple(map(_kept, outcome.results))
        seconds = (round(outcome.compile_seconds, 4), round(outcome.run_seconds, 4))
        return cls(outcome.id, outcome.verdict, outcome.message, *seconds, results)

    def to_json(self) -> dict[str, Any]:
        said = {**asdict(self), "verdict": self.verdict.value}
        return {key: value for key, value in said.items() if value not in ("", (), [])}


def _kept(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {"dtype": str(array.dtype), "shape": list(array.shape)}
    if array.size <= _MOST_KEPT:
        kept["elements"] = [str(value) for value in array.reshape(-1)]
    return kept


class Records:
    """A file of records that one process at a time writes."""

    def __init__(self, path: Path, header: Header, *, resume: bool = False, overwrite: bool = False) -> None:
        """Starts a file, or goes on with one.

        Raises UsageError where the file is there and neither is asked for, where it is about another backend or other
        versions, where it is no such file, and where another process writes it.
        """
        self.path = path
        self.header = header
        self.done: dict[str, Record] = {}
        try:
            self._file = path.open("a+b", buffering=0)  # a line is there, or isn't: nothing waits to be written
        except OSError as error:
            raise UsageError(f"can't write {path}: {error.strerror or error}") from error
        try:
            self._start(resume=resume, overwrite=overwrite)
        except BaseException:
            self._file.close()
            raise

    def _start(self, *, resume: bool, overwrite: bool) -> None:
        try:
            with contextlib.suppress(OSError):  # a file system without locks
                self._lock()
            is_there = self._file.seek(0, os.SEEK_END) > 0
            if is_there and not (resume or overwrite):
                raise UsageError(f"{self.path} is there already\n  fix: --resume goes on with it, --force starts anew")
            if is_there and resume:
                self._go_on()
                return
            self._file.truncate(0)
        except OSError as error:
            raise UsageError(f"can't write {self.path}: {error.strerror or error}") from error
        self._write(asdict(self.header))

    def _lock(self) -> None:
        try:
            locking.lock(self._file.fileno())
        except BlockingIOError:
            raise UsageError(f"{self.path} is being written by another run of hlogen conform") from None

    def add(self, outcome: Outcome) -> Record:
        """Writes it down; what is written survives this process."""
        record = Record.of(outcome)
        self._write(record.to_json())
        self.done[record.id] = record
        return record

    def close(self) -> None:
        self._file.close()

    def _go_on(self) -> None:
        self._file.seek(0)
        header, records, end = _parsed(self.path, self._file.readall())
        for name in ("backend", "address", "versions"):
            if getattr(header, name) != getattr(self.header, name):
                raise UsageError(
                    f"{self.path} is about {name} {getattr(header, name)}, not {getattr(self.header, name)}\n"
                    "  fix: write another file, or --force starts this one anew"
                )
        self.done = {record.id: record for record in records if record.verdict is not Verdict.HARNESS}
        self._file.truncate(end)  # a line that a kill left unfinished goes

    def _write(self, said: dict[str, Any]) -> None:
        # What isn't text, such as half of a character that a backend said, is written as JSON's escapes.
        line = json.dumps(said, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            raise UsageError(
                f"can't write {self.path}: {error.strerror or error}\n  fix: make room; --resume goes on"
            ) from error


def read_records(path: Path) -> tuple[Header, list[Record]]:
    """What a file says; of one id the last record counts. Raises UsageError where it is no such file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"can't read {path}: {error.strerror or error}") from error
    header, records, _ = _parsed(path, content)
    return header, [*{record.id: record for record in records}.values()]


def _parsed(path: Path, content: bytes) -> tuple[Header, list[Record], int]:
    """The header, the records, and where the last whole line ends."""
    end = content.rfind(b"\n") + 1
    lines = content[:end].splitlines()
    said = _object(path, 1, lines[0]) if lines else {}
    if said.get("format") != FORMAT:
        raise UsageError(f"{path} is no file of hlogen conform run: its first line doesn't say so")
    if said.get("version") != VERSION:
        raise UsageError(f"{path} is of version {said.get('version')}; this hlogen reads version {VERSION}")
    return (
        _made(Header, said, f"{path}: its first line isn't what hlogen conform writes"),
        [*_records(path, lines[1:])],
        end,
    )


def _records(path: Path, lines: list[bytes]) -> Iterator[Record]:
    for number, line in enumerate(lines, 2):
        said, where = _object(path, number, line), f"{path}:{number}: this is no record of hlogen conform"
        results = said.get("results", [])
        if not isinstance(results, list) or not all(isinstance(each, dict) for each in results):
            raise UsageError(f"{where}: results is {results!r}")
        try:
            verdict = Verdict(said.get("verdict"))
        except ValueError as error:
            raise UsageError(f"{where}: {error}") from None
        yield _made(Record, {**said, "verdict": verdict, "results": tuple(results)}, where)


def _made(kind: type[MadeT], said: dict[str, Any], where: str) -> MadeT:
    """A header or a record of what a file says. UsageError, beginning with `where`, where it isn't what it has."""
    try:
        made = kind(**said)
    except TypeError as error:
        raise UsageError(f"{where}: {error}") from None
    for name, type in _TYPES[kind.__name__].items():
        if not isinstance(value := getattr(made, name), type):
            raise UsageError(f"{where}: {name} is {value!r}")
    return made


# What each field of a line has to be.
_TYPES = {
    kind.__name__: {
        name: (int, float) if type is float else get_origin(type) or type for name, type in get_type_hints(kind).items()
    }
    for kind in (Header, Record)
}


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}:{number}: this line is damaged: {error}") from None
    if not isinstance(said, dict):
        raise UsageError(f"{path}:{number}: this line is damaged: it holds no object")
    return said
