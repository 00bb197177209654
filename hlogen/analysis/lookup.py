"""Facts as transfer functions see them: what they ask for, which `hlogen.analysis.facts` finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from hlogen.analysis.effort import Effort
from hlogen.analysis.fact import Fact, restricted
from hlogen.ir import Function, Operation, Value
from hlogen.program.structure import Structure

_T = TypeVar("_T")

# A fact per carry of a loop; None for those that aren't integers.
Carries: TypeAlias = "tuple[Fact | None, ...]"


class Lookup(Protocol):
    """What `hlogen.analysis.facts.Facts` says of these methods."""

    depth: int
    structure: Structure
    effort: Effort

    @property
    def loops(self) -> MutableMapping[Operation, LoopFacts]: ...
    def of(self, value: Value, at: Mapping[int, int] = ...) -> Fact: ...
    def look(self, value: Value, at: Mapping[int, int] = ...) -> Fact: ...
    def prepare(self, parts: Iterable[tuple[Value, Mapping[int, int]]]) -> None: ...
    def complete(self, look: Callable[[], _T]) -> _T: ...
    def within(self, operation: Operation, arguments: Mapping[Value, Fact | None]) -> Lookup: ...
    def called(self, call: Operation, function: Function) -> Lookup: ...


@dataclass(frozen=True)
class LoopFacts:
    """What is known of a loop's carries: where its condition is asked, where its body starts, and at its end.

    `unchanged` are the carries that stay what they are, and their initial values.
    """

    unchanged: Mapping[int, Value]
    in_condition: Carries
    in_body: Carries
    at_end: Carries

    def result(self, facts: Lookup, number: int, at: Mapping[int, int]) -> Fact:
        return self._part(facts, self.at_end, number, at)

    def argument(self, facts: Lookup, argument: Value, operation: Operation, at: Mapping[int, int]) -> Fact:
        """What is known of an argument of the condition or the body."""
        known = self.in_condition if argument.owner is operation.regions[0].block else self.in_body
        return self._part(facts, known, argument.index, at)

    def _part(self, facts: Lookup, known: Carries, number: int, at: Mapping[int, int]) -> Fact:
        fact = known[number]
        assert fact is not None
        if number in self.unchanged and at:
            return facts.look(self.unchanged[number], at)
        return restricted(fact, at)
