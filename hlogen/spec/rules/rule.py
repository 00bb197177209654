"""Makes constraints of an operation's list of rules, which is written as the specification writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from hlogen.forking import cached_property
from hlogen.ir.module import Operation
from hlogen.registry import Registry
from hlogen.spec.constraint import (
    UPSTREAM_ACCEPTS,
    UPSTREAM_TAKES_ANY_SIZE,
    Answer,
    Constraint,
    ConstraintSet,
    Missing,
    Offence,
    Truth,
    Undecided,
)
from hlogen.spec.formula.evaluate import Names, truth, value
from hlogen.spec.formula.offence import clashing, judged, text_of
from hlogen.spec.formula.syntax import Node, names_in, names_of_more, parse
from hlogen.spec.optable import OPS
from hlogen.spec.rules.example import changed, program
from hlogen.spec.rules.facts import Absent, Functions, OperationFacts
from hlogen.spec.rules.kinds import kind

_NOTES = ("where", "needs", "says", "fix", "spec", "breaks", "upstream", "lax")
_LINE = re.compile(r"([CIO]\d+)\s+(.*)")
_INPUT = re.compile(r"(\w+):\s+(\w.*)")
_BRACES = re.compile(r"\{([^{}]*)\}")


class Rules:
    """The rules of an operation, made of their text when they are asked for, and what they look at.

    `defaults` are formulas of what optional attributes are where they aren't written.
    """

    def __init__(self, name: str, text: str, defaults: Mapping[str, str], usual: str, valid: str) -> None:
        self._name, self._text, self._defaults, self._usual, self._valid = name, text, defaults, usual, valid

    @cached_property
    def constraints(self) -> ConstraintSet[Any]:
        return constraint_set(self._name, self._text, self._valid)

    @property
    def valid(self) -> str:
        """A program that keeps them all; "" where there is none yet."""
        return program(self._valid) if self._valid else ""

    @cached_property
    def about_results(self) -> tuple[Node, ...]:
        """The formulas of the constraints that speak of results, in their order."""
        entries = _entries(self._text).items()
        formulas = (parse(line) for label, (line, _) in entries if label[0] == "C")
        return tuple(formula for formula in formulas if not self.outputs.keys().isdisjoint(names_in(formula)))

    @cached_property
    def outputs(self) -> Mapping[str, str]:
        """What the results may be, by their names."""
        return self._phrases("O")

    @cached_property
    def inputs(self) -> Mapping[str, str]:
        """What operands, attributes and regions may be, by their names."""
        return self._phrases("I")

    def _phrases(self, letter: str) -> Mapping[str, str]:
        entries = (line for label, (line, _) in _entries(self._text).items() if label[0] == letter)
        return {match[1]: match[2] for match in map(_INPUT.fullmatch, entries) if match is not None}

    @cached_property
    def usual(self) -> Node | None:
        """What is true of results where nobody says what they are and the constraints leave it open."""
        return parse(self._usual) if self._usual else None

    @cached_property
    def defaults(self) -> Mapping[str, Node]:
        return {name: parse(formula) for name, formula in self._defaults.items()}

    def facts(self, op: Operation, functions: Functions = None) -> Any:
        """What the constraints are judged by; `functions` are those that the operation may name."""
        return OperationFacts(op, self.defaults, functions)


TABLE: Registry[Rules] = Registry("hlogen.spec.rules", "rules")


def rules(
    names: str,
    text: str,
    *,
    defaults: Mapping[str, str] = MappingProxyType({}),
    usual: str = "",
    valid: str = "",
) -> None:
    """Registers the rules of the operations in `names` ("cbrt ceil"), all of which have the same.

    Each line of `text` is one: its label; of an input or output the name and what it may be, of a constraint the
    formula. What follows in a line that begins with one of these words is about the rule before:

    - ``where``: what is true of an input or output besides, a formula.
    - ``needs``: the rules that have to hold first.
    - ``says`` and ``fix``: what is wrong and what to do, in which formulas in braces stand for their values.
    - ``spec``: how the specification puts it where that isn't a formula.
    - ``breaks``: the change (OLD => NEW) of `valid` that breaks this rule alone, or ``never`` and the reason why none
      does.
    - ``upstream``: ``accepts``, or what upstream's verifier does where it lets that pass.
    - ``lax``: a formula that is true where upstream's verifier accepts what breaks the rule, if not everywhere; behind
      ``=>`` what it does.

    Other lines go on with the line before. What a constraint says of an input needs the input's own rule to hold.
    `defaults` are formulas of what optional attributes are where they aren't written; `usual` is one of what results
    are where nobody declares them and the constraints leave it open; `valid` is an operation in generic form that keeps
    all rules, in which OP is its name.
    """
    for name in names.split():
        assert f"stablehlo.{name}" in OPS, name
        own = Rules(name, text, defaults, usual, valid.replace("OP", f"stablehlo.{name}"))
        TABLE.add(f"stablehlo.{name}", own, __name__)


def constraint_set(name: str, text: str, valid: str) -> ConstraintSet[Any]:
    """The constraints that `text` lists, as for `rules`, of what is called `name`."""
    entries = _entries(text)
    found: ConstraintSet[Any] = ConstraintSet(name)
    labels = {match[1]: label for label, (line, _) in entries.items() if (match := _INPUT.fullmatch(line))}
    for label, (line, notes) in entries.items():
        found.add(_constraint(name, label, line, notes, labels, valid))
    return found


def _entries(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    entries: dict[str, tuple[str, dict[str, str]]] = {}
    last: dict[str, str] = {}
    note = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if match := _LINE.fullmatch(line):
            if match[1] in entries:
                raise ValueError(f"{match[1]} is there twice")
            last, note = {}, ""
            entries[match[1]] = match[2], last
        else:
            word, _, rest = line.partition(" ")
            if word in _NOTES:
                last[word], note = rest.strip(), word
            elif note:
                last[note] += f" {line}"
            else:
                label = [*entries][-1]
                entries[label] = f"{entries[label][0]} {line}", last
    return entries


def _constraint(
    op: str, label: str, line: str, notes: Mapping[str, str], labels: Mapping[str, str], valid: str
) -> Constraint:
    needs = notes.get("needs", "").replace(",", " ").split()
    of_shapes: set[str] = set()
    upstream = notes.get("upstream")
    upstream = UPSTREAM_ACCEPTS if upstream == "accepts" else upstream
    if label[0] in "IO":
        match = _INPUT.fullmatch(line)
        assert match is not None, line
        formula = parse(notes["where"]) if "where" in notes else None
        predicate = _told(partial(_is_one, kind(match[2])(match[1]), formula), None, notes, upstream)
        title = f"{match[1]} is {'an' if match[2][0] in 'aeiou' else 'a'} {match[2]}"
    else:
        formula = parse(line)
        predicate = _told(partial(_holds, formula), formula, notes, upstream)
        title = notes.get("spec", line)
        asked = {labels[name] for name in names_in(formula) if name in labels}
        of_shapes = asked - {labels[name] for name in names_of_more(formula) if name in labels} - set(needs)
        needs = [*needs, *(labels[name] for name in names_in(formula) if name in labels)]
    change = notes.get("breaks", "")
    never = change.removeprefix("never").strip() if change.startswith("never") else None
    return Constraint(
        id=f"{op}.{label}",
        title=title,
        formula=notes.get("spec", line),
        why="",
        predicate=predicate,
        texts=partial(_examples, valid, "" if never is not None else change),
        needs=tuple(f"{op}.{need}" for need in dict.fromkeys(needs)),
        of_shapes=frozenset(f"{op}.{need}" for need in of_shapes),
        upstream=upstream,
        never_alone=never,
    )


def _is_one(of_kind: Callable[[OperationFacts], Answer], formula: Node | None, op: OperationFacts) -> Answer:
    answer = of_kind(op)
    return _holds(formula, op) if formula is not None and answer is Truth.HOLDS else answer


@cache
def _examples(valid: str, change: str) -> tuple[str, str]:
    """A program that breaks a rule, if there is one, and its nearest valid neighbour."""
    return program(changed(valid, change)) if change else "", program(valid) if valid else ""


def _holds(formula: Node, op: OperationFacts) -> Answer:
    try:
        return judged(formula, op)
    except Absent:
        return Truth.HOLDS


def _told(
    predicate: Callable[[OperationFacts], Answer],
    formula: Node | None,
    notes: Mapping[str, str],
    upstream: str | None,
) -> Callable[[OperationFacts], Answer]:
    """The predicate, whose offences say what is wrong and what to do in the rule's own words, where it has some."""
    says, fix = (_filling(notes.get(word, "")) for word in ("says", "fix"))
    condition, _, instead = notes.get("lax", "").partition("=>")
    lax = parse(condition) if condition else None

    def told(op: OperationFacts) -> Answer:
        answer = predicate(op)
        if not isinstance(answer, Offence):
            return answer
        names = op if formula is None else clashing(formula, op)
        accepts = upstream
        if lax is not None:
            accepts = instead.strip() or upstream or UPSTREAM_ACCEPTS if _is_true(lax, op) else None
        if accepts is None and isinstance(op, OperationFacts) and (unbounded := op.unbounded()) is not None:
            accepts = None if isinstance(predicate(unbounded), Offence) else UPSTREAM_TAKES_ANY_SIZE
        own_fix = answer.fix if isinstance(answer, Missing) else ""
        message = says(names) or answer.message
        return Offence(message, own_fix or fix(names) or answer.fix, accepts, answer.is_of_elements)

    return told


def _is_true(formula: Node, op: OperationFacts) -> bool:
    try:
        return truth(formula, op) is True
    except Undecided:
        return False


def _filling(text: str) -> Callable[[Names], str]:
    """What says a text in which formulas in braces stand for their values; "" where the operation hasn't these."""
    formulas = {match[0]: parse(match[1]) for match in _BRACES.finditer(text)}

    def filled(names: Names) -> str:
        try:
            return _BRACES.sub(lambda match: text_of(value(formulas[match[0]], names)), text)
        except Undecided:
            return ""

    return filled
