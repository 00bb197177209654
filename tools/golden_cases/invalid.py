"""The invalid goldens: for each constraint a program that breaks only that one, and its nearest valid neighbour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints_by_op
from hlogen.spec.constraint import Constraint
from hlogen.spec.operations import violations_of
from tools.golden_cases.render import template


@cache
def invalid_goldens() -> Mapping[str, str]:
    """The text of each file by its path below golden/: one for each op, parts separated by ``// -----``."""
    return {f"invalid/{op}.mlir": _text(op, rules) for op, rules in constraints_by_op().items()}


def _text(op: str, rules: Sequence[Constraint]) -> str:
    return template("invalid.mlir.j2").render(op=op, parts=[*_parts(rules)]).rstrip() + "\n"


def _parts(rules: Sequence[Constraint]) -> Iterator[dict[str, object]]:
    """What the parts say and hold; a program that several rules have for neighbour stands in front of the first."""
    neighbours: dict[str, list[str]] = {}
    for rule in rules:
        if rule.example:
            neighbours.setdefault(rule.fixed, []).append(rule.number)
    for rule in rules:
        if not rule.example:
            continue
        if labels := neighbours.pop(rule.fixed, None):
            yield {"labels": ", ".join(labels), "program": rule.fixed.strip()}
        yield {"rule": rule, "upstream": _upstream(rule), "program": rule.example.strip()}


def _upstream(rule: Constraint) -> str:
    """What upstream makes of the example: where a rule says that it is laxer, that may be of other programs."""
    if rule.upstream is not None:
        (violation,) = violations_of(read(rule.example))
        if violation.upstream is not None:
            return f"accepts. {violation.upstream}"
    return "rejects"
