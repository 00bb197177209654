"""What becomes of a case of an .mlir test; light, for whoever only tells of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any


class CaseVerdict(Enum):
    """PASS, FAIL: the checks hold or don't. ERROR: the program can't be read or run. SKIP: nothing is there to run,
    or not on this backend.

    KNOWN: the checks don't hold, for a reason that is known and not ours.
    """

    PASS = "PASS"
    KNOWN = "KNOWN"
    FAIL = "FAIL"
    ERROR = "ERROR"
    SKIP = "SKIP"


@dataclass(frozen=True)
class CaseResult:
    """What became of one case. `name` is its function; `seconds` is the time of the run, loading included.

    `reason` says why a case is KNOWN or skipped, in words that such cases share.
    """

    file: str
    line: int
    name: str
    verdict: CaseVerdict
    seconds: float = 0.0
    message: str = ""
    reason: str = ""

    def __str__(self) -> str:
        """One line, and the message indented below it."""
        name = f" @{self.name}" if self.name else ""
        text = f"{self.verdict.value:5} {self.file}:{self.line}{name} ({self.seconds:.3f} s)"
        known = "differs as known: " if self.verdict is CaseVerdict.KNOWN else ""
        reason = [known + self.reason] if self.reason else []
        return "\n      ".join([text, *reason, *self.message.splitlines()])

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "verdict": self.verdict.value}
