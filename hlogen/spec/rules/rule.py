"""Makes constraints of an operation's list of rules, which is written as the specification writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hlogen.spec.constraint import Answer, Constraint, ConstraintSet, Offence, Truth
from hlogen.spec.formula.offence import judged
from hlogen.spec.formula.syntax import Node, parse
from hlogen.spec.optable import OPS
from hlogen.spec.rules.facts import Absent, OperationFacts
from hlogen.spec.rules.kinds import kind

_LINE = re.compile(r"([CIO]\d+)\s+(.*)")
_INPUT = re.compile(r"(\w+):\s+(.*)")

Rules = dict[str, ConstraintSet[OperationFacts]]
RULES: Rules = {}
DEFAULTS: dict[str, Mapping[str, Node]] = {}


def rules(
    names: str,
    text: str,
    *,
    defaults: Mapping[str, str] = MappingProxyType({}),
    valid: str = "",
    broken: Mapping[str, str] | None = None,
) -> None:
    """Registers the rules of the operations in `names` ("cbrt ceil"), all of which have the same.

    Each line of `text` is one: its label; of an input or output the name and what it may be, of a constraint the
    formula. What follows in a line that begins with ``needs``, ``fix`` or ``spec`` is about the rule before: the rules
    that have to hold first, what to do, and how the specification puts it where that isn't a formula. Other lines go on
    with the formula. `defaults` are formulas of what optional attributes are where they aren't written.
    """
    entries = _entries(text)
    absent = {name: parse(formula) for name, formula in defaults.items()}
    for name in names.split():
        found: ConstraintSet[OperationFacts] = ConstraintSet(name, valid.replace("OP", name))
        for label, (line, notes) in entries.items():
            found.add(_constraint(name, label, line, notes, found.valid, (broken or {}).get(label, "")))
        if f"stablehlo.{name}" in RULES:
            raise ValueError(f"{name} has rules already")
        RULES[f"stablehlo.{name}"] = found
        DEFAULTS[f"stablehlo.{name}"] = absent
        assert f"stablehlo.{name}" in OPS, name


def _entries(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    entries: dict[str, tuple[str, dict[str, str]]] = {}
    last: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if match := _LINE.fullmatch(line):
            if match[1] in entries:
                raise ValueError(f"{match[1]} is there twice")
            last = {}
            entries[match[1]] = match[2], last
        else:
            word, _, rest = line.partition(" ")
            if word in ("needs", "fix", "spec"):
                last[word] = rest.strip()
            else:
                label = [*entries][-1]
                entries[label] = f"{entries[label][0]} {line}", last
    return entries


def _constraint(op: str, label: str, line: str, notes: Mapping[str, str], valid: str, broken: str) -> Constraint:
    needs = [f"{op}.{need}" for need in notes.get("needs", "").replace(",", " ").split()]
    if label[0] in "IO":
        match = _INPUT.fullmatch(line)
        assert match is not None, line
        predicate = kind(match[2])(match[1])
        title = f"{match[1]} is a {match[2]}"
    else:
        predicate = _of_formula(parse(line), notes.get("fix", ""))
        title = notes.get("spec", line)
    return Constraint(
        id=f"{op}.{label}",
        title=title,
        formula=notes.get("spec", line),
        why="",
        predicate=predicate,
        example=broken,
        fixed=valid,
        needs=tuple(needs),
    )


def _of_formula(node: Node, fix: str) -> Callable[[Any], Answer]:
    def predicate(op: OperationFacts) -> Answer:
        try:
            answer = judged(node, op)
        except Absent:
            return Truth.HOLDS
        if fix and isinstance(answer, Offence):
            return Offence(answer.message, fix)
        return answer

    return predicate
