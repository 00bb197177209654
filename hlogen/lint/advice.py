"""Advice: what static analysis is certain of in gathers and scatters that break no constraint, as hazards.

Nothing is reported that only may happen: a hazard here is met whenever the operation runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hlogen.analysis.access import GATHERS, SCATTER
from hlogen.analysis.batching import hidden_batching_dims
from hlogen.analysis.bounds import nothing_happens
from hlogen.analysis.facts import MALFORMED, Facts
from hlogen.analysis.judge import Judgement, judge
from hlogen.analysis.schedule import bodies_of, constant_of, is_one_value
from hlogen.errors import UsageError
from hlogen.ir.module import Module, Operation
from hlogen.lint.advice_bounds import bounds, clamps, undefined_reads
from hlogen.lint.advice_values import OPERATIONS, of_values
from hlogen.spec.hazards import Level, hazards

SORTED = "indices_are_sorted"
UNIQUE = "unique_indices"


@dataclass(frozen=True)
class Advice:
    """One hazard that an operation meets for certain. `promises` are the attributes that --fix may set to true."""

    rule: str
    operation: Operation
    message: str
    fix: str
    promises: tuple[str, ...] = ()

    @property
    def level(self) -> Level:
        return hazards()[self.rule].level

    @property
    def clause(self) -> str:
        return hazards()[self.rule].clause


# The operations that promise something about their indices, and all that advice is about.
PROMISING = frozenset((*GATHERS, SCATTER))
ADVISED = PROMISING | OPERATIONS


class Advisor:
    """Gives advice on the operations of one program; what they have in common is found, and reported, once."""

    def __init__(self, module: Module) -> None:
        self._facts = Facts(module)
        self._around = MALFORMED if module.is_refused else ()  # what may come up where other operations are invalid
        self._seen: set[Operation] = set()

    def on(self, op: Operation) -> list[Advice]:
        """Advice on an operation that breaks no constraint, one of ADVISED."""
        try:
            if op.name in OPERATIONS:
                return [Advice(rule, op, message, hazards()[rule].fix) for rule, message in of_values(op, self._facts)]
            return list(self._advice(op, judge(op, self._facts)))
        except (UsageError, *self._around):  # operands without a rank
            return []

    def _advice(self, op: Operation, judgement: Judgement) -> Iterator[Advice]:
        for rule, message, fix in _promises(op, judgement):
            yield Advice(rule, op, message, fix)
        if nothing_happens(judgement.access) is None:
            for rule, message in (*undefined_reads(judgement), *bounds(judgement)):
                yield Advice(rule, op, message, hazards()[rule].fix)
            for clamp, rule, message in clamps(judgement, self._facts):
                if clamp not in self._seen:
                    self._seen.add(clamp)
                    yield Advice(rule, clamp, message, hazards()[rule].fix)
        if why := self._order(op, judgement):
            yield Advice("order.value", op, why, hazards()["order.value"].fix)
        for message in _hidden_batches(judgement):
            yield Advice("batching.hidden", op, message, hazards()["batching.hidden"].fix)
        if unset := _unset(op, judgement):
            names = " and ".join(unset)
            reasons = {SORTED: judgement.indices_are_sorted.reason, UNIQUE: judgement.unique_indices.reason}
            because = "; ".join(dict.fromkeys(reasons[name] for name in unset))
            yield Advice(
                "promise.unset",
                op,
                f"{names} could be promised: {because}",
                f"write {' and '.join(f'{name} = true' for name in unset)}, or let `hlogen check --fix` do it",
                unset,
            )

    def _order(self, op: Operation, judgement: Judgement) -> str | None:
        """How the result depends on the schedule, where it does; a broken promise says so already."""
        if not judgement.access.is_scatter or op.attributes.get(UNIQUE) is True:
            return None
        if judgement.schedule_independent.is_refuted:
            return judgement.schedule_independent.reason
        if not judgement.unique_indices.is_refuted or judgement.schedule_independent.holds:
            return None
        updates = op.operands[len(op.operands) // 2 + 1 :]
        for body, update in zip(bodies_of(op), updates, strict=True):
            # Constants that differ where they meet would have been refuted; other equal updates are rarely meant.
            if body.is_plain and constant_of(update) is None and not is_one_value(update, self._facts):
                return f"{body.word}, and which update stays is up to the backend: {judgement.unique_indices.reason}"
        return None


def _promises(op: Operation, judgement: Judgement) -> Iterator[tuple[str, str, str]]:
    """(rule, message, fix) of promises that the operation gives and breaks."""
    if op.attributes.get(SORTED) is True:
        if judgement.indices_are_sorted.is_refuted:
            yield (
                "promise.sorted",
                f"{SORTED} = true, but {judgement.indices_are_sorted.reason}",
                hazards()["promise.sorted"].fix,
            )
        elif judgement.sorted_to_the_letter.is_refuted:
            kept = "is kept within each batch, but" if judgement.indices_are_sorted.holds else "isn't kept:"
            yield (
                "promise.sorted-literal",
                f"{SORTED} = true {kept} to the letter {judgement.sorted_to_the_letter.reason}",
                hazards()["promise.sorted-literal"].fix,
            )
    if op.attributes.get(UNIQUE) is True and judgement.access.is_scatter and judgement.unique_indices.is_refuted:
        yield (
            "promise.unique",
            f"{UNIQUE} = true, but {judgement.unique_indices.reason}",
            hazards()["promise.unique"].fix,
        )


def _hidden_batches(judgement: Judgement) -> Iterator[str]:
    """What batching dims hide in the indices, where there is more than one batch, and what is looked up isn't known."""
    access = judgement.access
    if nothing_happens(access) or all(placement.starts is not None for placement in judgement.placements):
        return
    hidden = hidden_batching_dims(access)
    for batch in () if hidden is None else hidden.batches:
        size = access.indices_shape[batch.indices_dim]
        if size != 1:
            last = "..." if size is None else f".. {size - 1}"
            yield (
                f"component {batch.place} of the index vectors counts 0 {last} along dimension {batch.indices_dim} of "
                f"the indices, so dimension {batch.operand_dim} of operand is a batching dim that isn't written as one"
            )


def _unset(op: Operation, judgement: Judgement) -> tuple[str, ...]:
    """The promises that would be kept and aren't given, where there is more than one index vector to speak of."""
    access = judgement.access
    if nothing_happens(access) or access.vectors == 1 or not access.components:
        return ()
    unset = []
    if judgement.can_promise_sorted and not op.attributes.get(SORTED, False):
        unset.append(SORTED)
    if judgement.can_promise_unique and not op.attributes.get(UNIQUE, False):
        unset.append(UNIQUE)
    return tuple(unset)
