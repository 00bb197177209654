"""One line of a report: a violation, advice, or a file that couldn't be checked. Plain data that crosses processes as
JSON."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from hlogen.spec.hazards import hazards
from hlogen.spec.pictures import picture_command

# Rules of findings that aren't about the program: the file could not be read; hlogen itself failed on it.
PARSE = "parse"
INTERNAL = "internal"

# How the rules begin that are about how programs are checked, and for whom.
OWN = ("ignore.", "target.")

# How bad it is; a violation and a file that couldn't be checked are errors, advice has its hazard's level.
ERROR, WARNING, NOTE = "error", "warning", "note"


# What other lines of a program change in one: the numbers of its values and of aliases.
_NUMBERS = re.compile(r"[%#]\w+(:\d+)?")
_MOST = 2000  # characters of a line that count; a constant may be long


class Place(NamedTuple):
    """Where something stands, in some file; `line` and `column` count from 1, None where unknown."""

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in self if part is not None)


class Replacement(NamedTuple):
    """`new` in place of what stands from a line and column to others, all from 1, in characters; the end is behind."""

    line: int
    column: int
    end_line: int
    end_column: int
    new: str


class KnownFix(NamedTuple):
    """What mends the finding of `rule` on `line`, in a few words and as edits; one that isn't safe is a guess."""

    rule: str
    line: int | None
    what: str
    is_safe: bool
    edits: tuple[Replacement, ...]

    @classmethod
    def of_json(cls, entry: Sequence[Any]) -> KnownFix:
        rule, line, what, is_safe, edits = entry
        return cls(rule, line, what, is_safe, tuple(Replacement(*edit) for edit in edits))


@dataclass(frozen=True)
class Finding:
    """What is wrong at one place. `line` and `column` count from 1, in characters, None where unknown.

    `rule` is a constraint's or a hazard's id, PARSE or INTERNAL; `spec`, `fix`, `op` and `upstream` are None where
    there is none. `end_column` is behind the word at that place, on the same line. `function` is the one that it is in;
    `part` is the number of the program, from 1, in a file of several. `related` are places that the program says it
    comes from. `scopes` are the lines on which its operation begins, and those around it. `fingerprint` stays the same
    where lines move. `known_fix` is what mends it, where that was looked for.
    """

    file: str
    line: int | None
    column: int | None
    rule: str
    op: str | None
    message: str
    spec: str | None = None
    fix: str | None = None
    upstream: str | None = None
    level: str = ERROR
    end_column: int | None = None
    function: str | None = None
    part: int | None = None
    related: tuple[Place, ...] = ()
    scopes: tuple[int, ...] = ()
    fingerprint: str = ""
    known_fix: KnownFix | None = None

    @property
    def is_failure(self) -> bool:
        """True where the file could not be checked; False for what is said about a program."""
        return self.rule in (PARSE, INTERNAL)

    @property
    def is_advice(self) -> bool:
        """True for a hazard, and for what is no matter of the specification; False for a violation and a failure."""
        return self.rule in hazards() or self.rule.startswith(OWN)

    @property
    def is_error(self) -> bool:
        """True where the program (or the file) can't stay as it is."""
        return self.level == ERROR

    @property
    def place(self) -> str:
        """``file:line:column``, as far as known: the form that editors and terminals make clickable."""
        return str(Place(self.file, self.line, self.column))

    @property
    def picture(self) -> str | None:
        """The command that draws the operation, with what it does to its elements; None where there is nothing to see.

        A program that breaks constraints can't be drawn, as it doesn't run.
        """
        if self.rule not in hazards() or self.level == NOTE or self.line is None or self.part is not None:
            return None
        return picture_command(self.file, self.op, f":{self.line}" + (f":{self.column}" if self.column else ""))

    def known_by(self, line: str | None = None) -> Finding:
        """The finding with its fingerprint, made of the text of its line, or of what it says where that is unknown."""
        around = self.message if line is None else " ".join(_NUMBERS.sub("%", line[:_MOST]).split())
        told = "\0".join((self.rule, self.op or "", self.function or "", around))
        return replace(self, fingerprint=hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16])

    def as_json(self) -> dict[str, Any]:
        """For other processes of ours; `of_json` reads it."""
        return asdict(self)

    @classmethod
    def of_json(cls, entry: Mapping[str, Any]) -> Finding:
        related = tuple(Place(*place) for place in entry["related"])
        return cls(**{**entry, "related": related, "scopes": tuple(entry["scopes"])})


@dataclass(frozen=True)
class Ignore:
    """A comment on `line`, from `column` to `end_column`, that hides the findings of some rules: those that begin on
    line `target`, or if it `is_whole` in an operation that does; those of the whole file where there is no target."""

    line: int
    column: int
    end_column: int
    patterns: tuple[str, ...]
    target: int | None
    is_whole: bool = False

    def is_about(self, finding: Finding) -> bool:
        if self.target is None or finding.line == self.target:
            return True
        return self.is_whole and self.target in finding.scopes

    @classmethod
    def of_json(cls, entry: Mapping[str, Any]) -> Ignore:
        return cls(**{**entry, "patterns": tuple(entry["patterns"])})


@dataclass(frozen=True)
class FileReport:
    """What checking one file gave. `kinds` is how many operations of each name were held against their rules.

    `was_fatal` is True where the process that read it died of it, or took too long. `ignores` are the comments in it
    that ignore findings, all of which are there. `digest` is that of the content that was read, "" where there is none.
    `fixes` are those that are known, in the order of their programs.
    """

    file: str
    kinds: Mapping[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    was_fatal: bool = False
    ignores: list[Ignore] = field(default_factory=list)
    digest: str = ""
    fixes: list[KnownFix] = field(default_factory=list)

    @property
    def operations(self) -> int:
        return sum(self.kinds.values())
