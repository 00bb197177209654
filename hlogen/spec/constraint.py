"""What one constraint of the specification is, how constraints are judged together, and what a violation says.

A predicate looks at an operation and answers HOLDS, UNKNOWN (it depends on a size or a value that only a run knows) or
an Offence. A constraint that needs others to hold first isn't judged where they don't, so that every violation reported
is an independent one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar

from hlogen.errors import HlogenError
from hlogen.ir.module import Location
from hlogen.notebook import Shown
from hlogen.spec.patterns import PROGRAM, UPSTREAM

# What a violation says where upstream is laxer than the specification, with the version it was seen on.
UPSTREAM_ACCEPTS = "upstream's verifier accepts this (seen with StableHLO 1.17.0)"
UPSTREAM_TAKES_ANY_SIZE = (
    "upstream's verifier takes ? for any size and doesn't look at bounds (seen with StableHLO 1.17.0)"
)

# A fix that nobody can follow: a negative size, a number of no dimension, less than no entries.
_IMPOSSIBLE = re.compile(
    r"\bshapes? \[[^\]]*-\d|\b(?:at most|from 0 to) -\d|\bbelow (?:0\b|-\d)|"
    r"[^\[(,]\s-\d+ (?:entr|element|dimension|row|value|operand|result)"
)
# How an offence ends that is about the element type of an operand or a result, whichever it is.
_OF_ELEMENTS = re.compile(r"\w[\w.\[\]]* is [^ ]*: (.*(?:element type of|integer type of|complex types).*)")


class Truth(Enum):
    """What is known about a constraint before the program runs."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Offence:
    """How an operation breaks a constraint: the facts with actual values, what to do, what upstream makes of it."""

    message: str
    fix: str
    upstream: str | None = None
    is_of_elements: bool = False  # of the element type alone: what is said of the shape isn't touched


# What a predicate answers; an Offence is the verdict VIOLATED with its reasons.
Answer: TypeAlias = Truth | Offence


class Undecided(Exception):
    """Raised inside a predicate that asks for what isn't there, such as the rank of an unranked tensor.

    The verdict is UNKNOWN, and what needs the constraint isn't judged either.
    """


class Missing(Offence):
    """An offence of what isn't there at all, so that nothing fits that is said of what is there."""


@dataclass(frozen=True, repr=False)
class Violation(Shown):
    """One constraint broken by one operation. `upstream` is None where upstream's verifier refuses it too.

    What upstream alone finds ("upstream.add") has neither `spec` nor `fix`: they are "".
    """

    id: str
    message: str
    spec: str
    fix: str
    op: str
    location: Location | None = None
    upstream: str | None = None

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        broken = self.id if self.id.startswith((UPSTREAM, PROGRAM)) else f"{self.op} breaks {self.id}"
        lines = [f"{place}error: {broken}: {self.message}"]
        said = (("spec", self.spec), ("fix", self.fix), ("upstream", self.upstream))
        lines += [f"    {what}: {text}" for what, text in said if text]
        return "\n".join(lines)


def without_repeats(violations: Sequence[Violation]) -> list[Violation]:
    """An operation's violations without those that say of another operand or result what one says: its element type."""
    found: dict[str, Violation] = {}
    for violation in violations:
        match = _OF_ELEMENTS.fullmatch(violation.message)
        found.setdefault(match[1] if match is not None else violation.id, violation)
    return [*found.values()]


class ConstraintError(HlogenError):
    """A program that breaks constraints of the specification. `violations` names every one of them."""

    is_finding = True

    def __init__(self, message: str, violations: Sequence[Violation]) -> None:
        super().__init__(message)
        self.violations = tuple(violations)


@dataclass(frozen=True)
class Constraint:
    """One constraint of the specification. Pages, goldens and diagnostics are all made from this entry.

    `id` is "gather.C9"; `formula` stands in the specification; `needs` are the ids that must hold before it means
    anything; `upstream` says for the docs where upstream's verifier is laxer, None where it agrees; `texts` gives
    `example`, a module that breaks only this constraint, and `fixed`, its nearest valid neighbour; `never_alone` is the
    reason where no such module can be written; `twin` is the constraint of another op that says the same.
    """

    id: str
    title: str
    formula: str
    why: str
    predicate: Callable[[Any], Answer] = field(repr=False)
    texts: Callable[[], tuple[str, str]] = field(repr=False)
    needs: tuple[str, ...] = ()
    of_shapes: frozenset[str] = frozenset()  # the needs of which only the shape is asked for
    upstream: str | None = None
    twin: str | None = None
    never_alone: str | None = None

    @property
    def example(self) -> str:
        return self.texts()[0]

    @property
    def fixed(self) -> str:
        return self.texts()[1]

    @property
    def op(self) -> str:
        """The op's name without its dialect: "gather"."""
        return self.id.partition(".")[0]

    @property
    def number(self) -> str:
        """The label in the specification's list: "C9"."""
        return self.id.partition(".")[2]

    @property
    def name(self) -> str:
        """The offence as one word: "collapsed_slice_too_wide"."""
        return self.predicate.__name__


@dataclass(frozen=True)
class Outcome:
    """A verdict, with the offence where violated and, where it wasn't judged, the ids it waits for.

    `judged` is False where it waits, or where the operation lacks what it speaks of, such as a rank.
    """

    verdict: Truth
    offence: Offence | None = None
    waits_for: tuple[str, ...] = ()
    judged: bool = True


FactsT = TypeVar("FactsT")


class ConstraintSet(Generic[FactsT]):
    """The constraints of one op, in the order of the specification. `FactsT` is what its predicates look at.

    `valid` is a module without fault, which is what most constraints' examples become when they are mended.
    """

    def __init__(self, op: str, valid: str = "") -> None:
        self.op = op
        self.valid = valid
        self._constraints: dict[str, Constraint] = {}
        self._order: list[Constraint] | None = None

    def __getitem__(self, label: str) -> Constraint:
        return self._constraints[label if "." in label else f"{self.op}.{label}"]

    def __iter__(self) -> Iterator[Constraint]:
        return iter(self._constraints.values())

    def __len__(self) -> int:
        return len(self._constraints)

    def add(self, constraint: Constraint) -> Constraint:
        if constraint.id in self._constraints:
            raise ValueError(f"{constraint.id} is registered already")
        self._constraints[constraint.id] = constraint
        self._order = None
        return constraint

    def constraint(
        self,
        label: str,
        title: str,
        formula: str,
        *,
        why: str,
        example: str,
        fixed: str | None = None,
        needs: Sequence[str] = (),
        upstream: str | None = None,
        twin: str | None = None,
        never_alone: str | None = None,
    ) -> Callable[[Callable[[FactsT], Answer]], Callable[[FactsT], Answer]]:
        """Registers the decorated predicate as constraint `label` ("C9"); `needs` are labels of the same op."""

        texts = example, self.valid if fixed is None else fixed

        def register(predicate: Callable[[FactsT], Answer]) -> Callable[[FactsT], Answer]:
            self.add(
                Constraint(
                    id=f"{self.op}.{label}",
                    title=title,
                    formula=formula,
                    why=why,
                    predicate=predicate,
                    texts=lambda: texts,
                    needs=tuple(need if "." in need else f"{self.op}.{need}" for need in needs),
                    upstream=upstream,
                    twin=twin,
                    never_alone=never_alone,
                )
            )
            return predicate

        return register

    def evaluate(self, facts: FactsT) -> dict[str, Outcome]:
        """The outcome of every constraint, so that what only a run can tell is visible too."""
        outcomes: dict[str, Outcome] = {}
        for constraint in self._by_need():
            waits_for = tuple(
                need
                for need in constraint.needs
                if (outcomes[need].verdict is Truth.VIOLATED or not outcomes[need].judged)
                and not (need in constraint.of_shapes and _is_of_elements(outcomes[need].offence))
            )
            outcomes[constraint.id] = (
                Outcome(Truth.UNKNOWN, waits_for=waits_for, judged=False) if waits_for else _outcome(constraint, facts)
            )
        return {id: outcomes[id] for id in self._constraints}

    def check(self, facts: FactsT, location: Location | None = None, assumed: Container[str] = ()) -> list[Violation]:
        """Every independent violation, in the order of the specification; ids that are `assumed` aren't judged."""
        offences: dict[str, Offence] = {}
        not_judged: set[str] = set()
        for constraint in self._by_need():
            if constraint.id in assumed:
                continue
            if not_judged and any(
                need in not_judged and not (need in constraint.of_shapes and _is_of_elements(offences.get(need)))
                for need in constraint.needs
            ):
                not_judged.add(constraint.id)
                continue
            try:
                judgement = constraint.predicate(facts)
            except Undecided:
                not_judged.add(constraint.id)
                continue
            if isinstance(judgement, Offence):
                offences[constraint.id] = judgement
                not_judged.add(constraint.id)
        if not offences:
            return []
        return [
            Violation(
                id=id,
                message=offences[id].message,
                spec=constraint.formula,
                fix="" if _IMPOSSIBLE.search(offences[id].fix) else offences[id].fix,
                op=f"stablehlo.{self.op}",
                location=location,
                upstream=offences[id].upstream,
            )
            for id, constraint in self._constraints.items()
            if id in offences
        ]

    def _by_need(self) -> list[Constraint]:
        """The constraints in an order in which everything comes after what it needs."""
        if self._order is None:
            order: dict[str, Constraint] = {}

            def visit(constraint: Constraint, path: tuple[str, ...]) -> None:
                if constraint.id in path:
                    raise ValueError(f"constraints need each other in a circle: {' -> '.join((*path, constraint.id))}")
                for need in constraint.needs:
                    if need not in order:
                        visit(self._constraints[need], (*path, constraint.id))
                order[constraint.id] = constraint

            for constraint in self._constraints.values():
                if constraint.id not in order:
                    visit(constraint, ())
            self._order = list(order.values())
        return self._order


def require(violations: Sequence[Violation]) -> None:
    """Raises one ConstraintError that lists every violation; returns where there is none."""
    if not violations:
        return
    listing = "\n".join(map(str, violations))
    if len(violations) == 1:
        raise ConstraintError(listing, violations)
    who = " and ".join(dict.fromkeys(violation.op for violation in violations))
    breaks = "break" if " and " in who else "breaks"
    raise ConstraintError(f"{who} {breaks} {len(violations)} constraints:\n{listing}", violations)


def _is_of_elements(offence: Offence | None) -> bool:
    return offence is not None and offence.is_of_elements


def _outcome(constraint: Constraint, facts: Any) -> Outcome:
    try:
        judgement = constraint.predicate(facts)
    except Undecided:
        return Outcome(Truth.UNKNOWN, judged=False)
    return Outcome(Truth.VIOLATED, judgement) if isinstance(judgement, Offence) else Outcome(judgement)
