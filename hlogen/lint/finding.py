"""One line of a report: a violation, or a file that couldn't be checked. Plain data that crosses processes as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

# Rules of findings that aren't violations: the file could not be read; hlogen itself failed on it.
PARSE = "parse"
INTERNAL = "internal"


@dataclass(frozen=True)
class Finding:
    """What is wrong at one place. `line` and `column` count from 1, None where unknown.

    `rule` is a constraint's id, PARSE or INTERNAL; `spec`, `fix`, `op` and `upstream` are None where there is none.
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

    @property
    def is_failure(self) -> bool:
        """True where the file could not be checked; False for a violation."""
        return self.rule in (PARSE, INTERNAL)

    @property
    def place(self) -> str:
        """``file:line:column``, as far as known: the form that editors and terminals make clickable."""
        parts = [self.file, *(str(part) for part in (self.line, self.column) if part is not None)]
        return ":".join(parts)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class FileReport:
    """What checking one file gave. `operations` is how many operations have constraints and were checked.

    `was_fatal` is True where the process that read it died of it, or took too long.
    """

    file: str
    operations: int = 0
    findings: list[Finding] = field(default_factory=list)
    was_fatal: bool = False
