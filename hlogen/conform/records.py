"""What a campaign has found, in a file that grows by a line for each case: a kill loses at most the case in flight.

The first line says what ran: {"format": "hlogen-conform", "version": 1, "backend", "address", "versions", "hlogen",
"machine", "date", "settings"}. Each other line is an outcome: {"id", "verdict", "message", "compile_seconds",
"run_seconds", "results"}; `results` are there where they are wrong and few: their types, shapes and elements as text.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from hlogen import locking
from hlogen.conform.verdicts import Outcome, Verdict
from hlogen.errors import UsageError

FORMAT = "hlogen-conform"
VERSION = 1
_MOST_KEPT = 256  # elements of a result


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
        is_there = path.exists() and path.stat().st_size > 0
        if is_there and not (resume or overwrite):
            raise UsageError(f"{path} is there already\n  fix: --resume goes on with it, --force starts anew")
        try:
            self._file: IO[bytes] = path.open("r+b" if is_there and resume else "ab")
            locking.lock(self._file.fileno())
        except BlockingIOError:
            raise UsageError(f"{path} is being written by another run of hlogen conform") from None
        except OSError as error:
            raise UsageError(f"can't write {path}: {error.strerror or error}") from error
        if is_there and resume:
            self._go_on()
        else:
            self._file.truncate(0)
            self._write({**asdict(header)})

    def add(self, outcome: Outcome) -> Record:
        """Writes it down; what is written survives this process."""
        record = Record.of(outcome)
        self._write(record.to_json())
        self.done[record.id] = record
        return record

    def close(self) -> None:
        self._file.close()

    def _go_on(self) -> None:
        header, records, end = _parsed(self.path, self._file.read())
        for name in ("backend", "address", "versions"):
            if getattr(header, name) != getattr(self.header, name):
                raise UsageError(
                    f"{self.path} is about {name} {getattr(header, name)}, not {getattr(self.header, name)}\n"
                    "  fix: write another file, or --force starts this one anew"
                )
        self.done = {record.id: record for record in records if record.verdict is not Verdict.HARNESS}
        self._file.seek(end)  # a line that a kill left unfinished goes
        self._file.truncate()

    def _write(self, said: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(said, ensure_ascii=False).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise UsageError(f"can't write {self.path}: {error.strerror or error}") from error


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
        raise UsageError(f"{path} is no file of hlogen conform: its first line doesn't say so")
    if said.get("version") != VERSION:
        raise UsageError(f"{path} is of version {said.get('version')}; this hlogen reads version {VERSION}")
    try:
        return Header(**said), [*_records(path, lines[1:])], end
    except TypeError as error:
        raise UsageError(f"{path}: its first line isn't what hlogen conform writes: {error}") from None


def _records(path: Path, lines: list[bytes]) -> Iterator[Record]:
    for number, line in enumerate(lines, 2):
        said = _object(path, number, line)
        try:
            results = tuple(said.pop("results", ()))
            yield Record(**{**said, "verdict": Verdict(said.get("verdict"))}, results=results)
        except (TypeError, ValueError) as error:
            raise UsageError(f"{path}:{number}: this is no record of hlogen conform: {error}") from None


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except ValueError as error:
        raise UsageError(f"{path}:{number}: this line is damaged: {error}") from None
    if not isinstance(said, dict):
        raise UsageError(f"{path}:{number}: this line is damaged: it holds no object")
    return said
