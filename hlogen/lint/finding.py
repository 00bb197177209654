"""One line of a report: a violation, advice, or a file that couldn't be checked. Plain data that crosses processes as
JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from hlogen.spec.hazards import hazards

# Rules of findings that aren't about the program: the file could not be read; hlogen itself failed on it.
PARSE = "parse"
INTERNAL = "internal"

# How bad it is; a violation and a file that couldn't be checked are errors, advice has its hazard's level.
ERROR, WARNING, NOTE = "error", "warning", "note"


@dataclass(frozen=True)
class Finding:
    """What is wrong at one place. `line` and `column` count from 1, None where unknown.

    `rule` is a constraint's or a hazard's id, PARSE or INTERNAL; `spec`, `fix`, `op` and `upstream` are None where
    there is none.
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

    @property
    def is_failure(self) -> bool:
        """True where the file could not be checked; False for what is said about a program."""
        return self.rule in (PARSE, INTERNAL)

    @property
    def is_advice(self) -> bool:
        """True for a hazard; False for a violation of a constraint and for a failure."""
        return self.rule in hazards()

    @property
    def is_error(self) -> bool:
        """True where the program (or the file) can't stay as it is."""
        return self.level == ERROR

    @property
    def place(self) -> str:
        """``file:line:column``, as far as known: the form that editors and terminals make clickable."""
        parts = [self.file, *(str(part) for part in (self.line, self.column) if part is not None)]
        return ":".join(parts)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class FileReport:
    """What checking one file gave. `kinds` is how many operations of each name were held against their rules.

    `was_fatal` is True where the process that read it died of it, or took too long.
    """

    file: str
    kinds: Mapping[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    was_fatal: bool = False

    @property
    def operations(self) -> int:
        return sum(self.kinds.values())
