"""What is known of a backend: cases that are expected to have another verdict than a right one, with the reason.

A file of TOML, beside the one of the backend (``mine.toml`` has ``mine.expected.toml``):

    [[expected]]
    id = "scatter/*u8*@arguments"       # a pattern; one of several is written as a list
    verdict = "wrong value"             # or a list of verdicts
    reason = "indices are read as signed"
    link = "https://example.com/issues/1"
    versions = { jaxlib = "<0.12" }     # those it is said of; without it, all

It is strict both ways: a case that fails and isn't expected to is news, and so is one that passes although it is
expected to fail. What the first entry whose pattern fits says counts, of those that are said of what runs.
"""

from __future__ import annotations

import difflib
import fnmatch
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hlogen.conform.records import Record
from hlogen.conform.verdicts import Verdict
from hlogen.conform.versions import Versions
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.toml import read_toml

SHIPPED = Path(__file__).parent / "known"  # of backends that come with hlogen, by their names
_KEYS = ("id", "verdict", "reason", "link", "versions")


@dataclass(frozen=True)
class Entry:
    """Cases whose ids fit one of the patterns are expected to have one of the verdicts, in all of the versions."""

    patterns: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    reason: str
    link: str = ""
    versions: tuple[Versions, ...] = ()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(map(fnmatch.translate, self.patterns)))

    def fits(self, id: str) -> bool:
        return id in self.patterns or self._pattern.match(id) is not None

    def is_said_of(self, installed: Mapping[str, str]) -> bool:
        return all(each.include(installed) for each in self.versions)


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
    """The entries of a file that are said of what runs, and `others`; none where there is no file."""

    def __init__(self, entries: Iterable[Entry] = (), others: Iterable[Entry] = ()) -> None:
        self.entries = tuple(entries)
        self.others = tuple(others)

    @classmethod
    def read(cls, path: Path, installed: Mapping[str, str]) -> Expected:
        """`installed` is what a backend's `version()` says. Raises UsageError where the file isn't one of these."""
        said = read_toml(path)
        unknown = [key for key in said if key != "expected"]
        if unknown:
            raise UsageError(f"{path}: there is no key {unknown[0]}; the file is a list of [[expected]]")
        rows = said.get("expected", [])
        if not isinstance(rows, list):
            raise UsageError(f"{path}: expected is no list; write [[expected]] above each entry")
        entries = [_entry(path, number, row) for number, row in enumerate(rows, 1)]
        return cls(
            [entry for entry in entries if entry.is_said_of(installed)],
            [entry for entry in entries if not entry.is_said_of(installed)],
        )

    def of(self, record: Record) -> Judged:
        return Judged(record, self.entry(record.id))

    def entry(self, id: str) -> Entry | None:
        """What is expected of a case; None where nothing but what is right."""
        return next((entry for entry in self.entries if entry.fits(id)), None)

    def require_known(self, path: Path, ids: Sequence[str]) -> None:
        """Raises UsageError for a pattern that no case of the corpus fits: it is misspelt, or the case is gone."""
        for entry in (*self.entries, *self.others):
            for pattern in entry.patterns:
                if pattern not in ids and not any(fnmatch.fnmatchcase(id, pattern) for id in ids):
                    near = difflib.get_close_matches(pattern, ids, 1)
                    meant = f"; did you mean {near[0]}?" if near else ""
                    raise UsageError(
                        f"{path}: there is no case {pattern}{meant}\n"
                        "  fix: mend the id, or take it out; hlogen conform list shows what there is"
                    )


def beside(address: str, name: str) -> Path:
    """Where the expectations of a backend are: beside its file of TOML, or with hlogen."""
    path = Path(address)
    return path.with_suffix(".expected.toml") if path.suffix == ".toml" else SHIPPED / f"{name}.toml"


def accepted(judged: Sequence[Judged], known: Expected) -> str:
    """The text of a file that expects just what was found.

    Of what was `known`, reasons stay, and so does what is said of other versions and of cases that didn't run.
    """
    ids = [each.record.id for each in judged]
    unseen = [
        replace(entry, patterns=patterns)
        for entry in known.entries
        if (patterns := tuple(each for each in entry.patterns if not fnmatch.filter(ids, each)))
    ]
    groups: dict[Entry, list[str]] = {}
    for each in judged:
        if each.record.verdict.is_right:
            continue
        entry = Entry((), (each.record.verdict,), reason_of(each.record.message))
        if each.entry is not None and each.record.verdict in each.entry.verdicts:
            entry = replace(entry, reason=each.entry.reason, link=each.entry.link, versions=each.entry.versions)
        groups.setdefault(entry, []).append(each.record.id)
    entries = [replace(entry, patterns=tuple(ids)) for entry, ids in groups.items()]
    return written([*entries, *unseen, *known.others])


def written(entries: Iterable[Entry]) -> str:
    """A file with these entries."""
    lines = ["# Written by hlogen conform run --accept. Reasons and links are yours to write: they stay.", ""]
    for entry in sorted(entries, key=lambda each: (each.verdicts[0].value, each.reason, each.patterns)):
        lines += [
            "[[expected]]",
            f"id = {_listed(entry.patterns)}",
            f"verdict = {_listed([verdict.value for verdict in entry.verdicts])}",
            f"reason = {_quoted(entry.reason)}",
        ]
        lines += [f"link = {_quoted(entry.link)}"] if entry.link else []
        ranges = ", ".join(f"{_quoted(each.software)} = {_quoted(each.range)}" for each in entry.versions)
        lines += [f"versions = {{ {ranges} }}"] if ranges else []
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
    ranges = row.get("versions", {})
    if not isinstance(ranges, dict) or not all(isinstance(each, str) for each in ranges.values()):
        raise UsageError(f'{where}: versions is {ranges!r}; write versions = {{ jaxlib = "<0.12" }}')
    try:
        versions = tuple(Versions.of(software, each) for software, each in ranges.items())
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None
    (reason,), (link,) = _texts(where, "reason", row["reason"]), _texts(where, "link", row.get("link", ""))
    return Entry(_texts(where, "id", row["id"]), tuple(verdicts), reason, link, versions)


def _texts(where: str, key: str, value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) and key in ("id", "verdict") else [value]
    if not values or not all(isinstance(each, str) for each in values):
        raise UsageError(f"{where}: {key} is {value!r}, which is no text")
    return tuple(values)


def reason_of(message: str) -> str:
    """Why a case isn't right as far as its message says so: the first line, and the next where that announces it."""
    first, _, rest = message.partition("\n")
    said = f"{first} {rest.partition(chr(10))[0].strip()}" if first.endswith(":") else first
    return re.sub(r" \(at [^)]*\)", "", said)[:200].strip()


def _listed(ids: Sequence[str]) -> str:
    if len(ids) == 1:
        return _quoted(ids[0])
    return "[\n" + "".join(f"  {_quoted(id)},\n" for id in ids) + "]"


def _quoted(text: str) -> str:
    """As TOML has it: JSON's escapes are among its own."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
