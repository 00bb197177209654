"""What is known of a backend: cases that are expected to have another verdict than a right one, with the reason.

A file of TOML, beside the one of the backend (``mine.toml`` has ``mine.expected.toml``):

    [[expected]]
    id = "scatter/*u8*@arguments"       # a pattern; one of several is written as a list
    verdict = "wrong value"             # or a list of verdicts
    reason = "indices are read as signed"
    link = "https://example.com/issues/1"

It is strict both ways: a case that fails and isn't expected to is news, and so is one that passes although it is
expected to fail. What the first entry whose pattern fits says counts.
"""

from __future__ import annotations

import difflib
import fnmatch
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hlogen.backends.address import read_toml
from hlogen.conform.records import Record
from hlogen.conform.verdicts import Verdict
from hlogen.errors import UsageError

SHIPPED = Path(__file__).parent / "known"  # of backends that come with hlogen, by their names
_KEYS = ("id", "verdict", "reason", "link")


@dataclass(frozen=True)
class Entry:
    """Cases whose ids fit one of the patterns are expected to have one of the verdicts."""

    patterns: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    reason: str
    link: str = ""

    def fits(self, id: str) -> bool:
        return any(fnmatch.fnmatchcase(id, pattern) for pattern in self.patterns)


@dataclass(frozen=True)
class Judged:
    """A record beside what was expected of it."""

    record: Record
    entry: Entry | None

    @property
    def is_as_expected(self) -> bool:
        if self.entry is None:
            return self.record.verdict.is_right
        return self.record.verdict in self.entry.verdicts

    @property
    def is_unexpected_pass(self) -> bool:
        return self.record.verdict.is_right and not self.is_as_expected


class Expected:
    """The entries of a file; none where there is no file."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = tuple(entries)

    @classmethod
    def read(cls, path: Path) -> Expected:
        """Raises UsageError where the file isn't one of these."""
        said = read_toml(path)
        unknown = [key for key in said if key != "expected"]
        if unknown:
            raise UsageError(f"{path}: there is no key {unknown[0]}; the file is a list of [[expected]]")
        rows = said.get("expected", [])
        if not isinstance(rows, list):
            raise UsageError(f"{path}: expected is no list; write [[expected]] above each entry")
        return cls(_entry(path, number, row) for number, row in enumerate(rows, 1))

    def of(self, record: Record) -> Judged:
        return Judged(record, next((entry for entry in self.entries if entry.fits(record.id)), None))

    def require_known(self, path: Path, ids: Sequence[str]) -> None:
        """Raises UsageError for a pattern that no case of the corpus fits: it is misspelt, or the case is gone."""
        for entry in self.entries:
            for pattern in entry.patterns:
                if not any(fnmatch.fnmatchcase(id, pattern) for id in ids):
                    near = difflib.get_close_matches(pattern, ids, 1)
                    meant = f"; did you mean {near[0]}?" if near else ""
                    raise UsageError(f"{path}: there is no case {pattern}{meant}")


def beside(address: str, name: str) -> Path:
    """Where the expectations of a backend are: beside its file of TOML, or with hlogen."""
    path = Path(address)
    return path.with_suffix(".expected.toml") if path.suffix == ".toml" else SHIPPED / f"{name}.toml"


def accepted(judged: Sequence[Judged]) -> str:
    """The text of a file that expects just what was found: reasons that were given stay."""
    lines = ["# Written by hlogen conform run --accept. Reasons and links are yours to write: they stay.", ""]
    groups: dict[tuple[str, str, str], list[str]] = {}
    for each in judged:
        if each.record.verdict.is_right:
            continue
        reason, link = _first_line(each.record.message), ""
        if each.entry is not None and each.record.verdict in each.entry.verdicts:
            reason, link = each.entry.reason, each.entry.link
        groups.setdefault((each.record.verdict.value, reason, link), []).append(each.record.id)
    for (verdict, reason, link), ids in sorted(groups.items()):
        lines += [
            "[[expected]]",
            f"id = {_listed(ids)}",
            f"verdict = {_quoted(verdict)}",
            f"reason = {_quoted(reason)}",
        ]
        lines += [f"link = {_quoted(link)}"] if link else []
        lines.append("")
    return "\n".join(lines)


def _entry(path: Path, number: int, row: Any) -> Entry:
    where = f"{path}: entry {number}"
    if not isinstance(row, dict):
        raise UsageError(f"{where} is no table; write [[expected]] above it")
    for key in row:
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, 1)
            raise UsageError(
                f"{where}: there is no key {key}; " + (f"did you mean {near[0]}?" if near else f"there are {_KEYS}")
            )
    for key in ("id", "verdict", "reason"):
        if key not in row:
            raise UsageError(f"{where} has no {key}")
    verdicts = []
    for value in _texts(where, "verdict", row["verdict"]):
        try:
            verdicts.append(Verdict(value))
        except ValueError:
            near = difflib.get_close_matches(value, [each.value for each in Verdict], 1)
            meant = f"did you mean {near[0]!r}?" if near else f"they are {', '.join(each.value for each in Verdict)}"
            raise UsageError(f"{where}: there is no verdict {value!r}; {meant}") from None
    (reason,), (link,) = _texts(where, "reason", row["reason"]), _texts(where, "link", row.get("link", ""))
    return Entry(_texts(where, "id", row["id"]), tuple(verdicts), reason, link)


def _texts(where: str, key: str, value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) and key in ("id", "verdict") else [value]
    if not values or not all(isinstance(each, str) for each in values):
        raise UsageError(f"{where}: {key} is {value!r}, which is no text")
    return tuple(values)


def _first_line(message: str) -> str:
    return message.partition("\n")[0][:200]


def _listed(ids: Sequence[str]) -> str:
    if len(ids) == 1:
        return _quoted(ids[0])
    return "[\n" + "".join(f"  {_quoted(id)},\n" for id in ids) + "]"


def _quoted(text: str) -> str:
    """As TOML has it: JSON's escapes are among its own."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
