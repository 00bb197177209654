"""What hlogen's rules say of a program beside what upstream's verifier says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import hlogen as hl
from hlogen.errors import HlogenError
from hlogen.ir import Module
from hlogen.mlir import reader
from hlogen.mlir.errors import ParseError
from hlogen.spec.constraint import Violation
from hlogen.spec.operations import THE_TEXT_DECIDES
from hlogen.spec.patterns import UPSTREAM


class Verdict(Enum):
    """How the two stand to each other; the last ones are faults."""

    BOTH_ACCEPT = "both accept"
    BOTH_REFUSE = "both refuse"
    LAX = "upstream accepts, which the rule says"
    STRICT = "upstream refuses, no rule does"
    NO_PROGRAM = "nobody can read it"
    ALARM = "upstream accepts, and no rule that is broken says so"
    MISSED = "upstream refuses, hlogen has nothing to say"
    POOR = "a message says nothing, or speaks of what is inside of hlogen"
    CRASH = "another error than hlogen's own"


FAULTS = (Verdict.ALARM, Verdict.MISSED, Verdict.POOR, Verdict.CRASH)
_INTERNALS = re.compile(
    r"<(?:class|function|hlogen\.|\w+ object)|object at 0x|Traceback|\bNoneType\b|\bNone\b|\bTrue\b|\bFalse\b|"
    r"stablehl0|_hl0|quan0|\bFacts\b|Undecided|\{\w*\(|\bTensorType\(|\bIntegerType\(|Attr\(|mappingproxy|\bself\b"
)


class Judgement(NamedTuple):
    """A verdict, the ids of the rules that are broken, and what was said: by upstream, or of a fault."""

    verdict: Verdict
    ids: tuple[str, ...]
    said: str


def judged(text: str) -> Judgement:
    try:
        return _judged(text)
    except Exception as error:  # noqa: BLE001  # that there is any is the finding
        return Judgement(Verdict.CRASH, (), f"{type(error).__name__}: {error}")


def _judged(text: str) -> Judgement:
    said = ""
    try:
        module = reader.read(text, verify=True)
    except HlogenError as error:
        said = str(error) or "nothing"
    if said:
        try:
            module = reader.read(text)
        except ParseError as error:
            return Judgement(Verdict.POOR if _is_poor(str(error)) else Verdict.NO_PROGRAM, (), str(error))
    found = hl.check(module)
    ids = tuple(violation.id for violation in found)
    if (poor := next((str(one) for one in found if _is_poor(one.message, one.fix)), None)) is not None:
        return Judgement(Verdict.POOR, ids, poor)
    return Judgement(_verdict(found, bool(said), module), ids, said or "\n".join(map(str, found)))


def _verdict(found: Sequence[Violation], is_refused: bool, module: Module) -> Verdict:
    own = [violation for violation in found if not violation.id.startswith(UPSTREAM)]
    if not is_refused:
        if not found:
            return Verdict.BOTH_ACCEPT
        return Verdict.ALARM if any(violation.upstream is None for violation in found) else Verdict.LAX
    if any(violation.upstream is None for violation in own):
        return Verdict.BOTH_REFUSE
    if not found and not any(op.name in THE_TEXT_DECIDES for op in module.walk()):
        return Verdict.MISSED
    return Verdict.STRICT


def _is_poor(*texts: str) -> bool:
    return not texts[0].strip() or any(_INTERNALS.search(text) is not None for text in texts)
