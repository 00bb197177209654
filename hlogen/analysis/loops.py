"""Facts of what a ``while`` carries: true before the first iteration, and after each.

Looked for by running its body on facts until they stay: first those of the initial values, then wider ones. What the
condition says of counters narrows what the body is run with, so that ``i < n`` and ``i + 1`` keep i between 0 and n.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np

from hlogen.analysis.assume import ranges_if
from hlogen.analysis.effort import Exhausted
from hlogen.analysis.fact import Fact, fact_of, fact_of_type, joined, no_elements
from hlogen.analysis.lookup import Carries, Lookup, LoopFacts
from hlogen.analysis.range import Interval, Range, aligned
from hlogen.analysis.view import integer_type, is_analysed
from hlogen.ir import Operation, Type
from hlogen.program.structure import returned

# How often facts are widened before nothing more is known of what still changes.
_MAX_ROUNDS: Final = 8
# Loops in loops that are looked at so.
_MAX_NESTED: Final = 3


def facts_of_loop(facts: Lookup, operation: Operation) -> LoopFacts:
    """The facts of the carries of a ``while``, found once."""
    found = facts.loops.get(operation)
    if found is None:
        facts.prepare((value, {}) for value in (*operation.operands, *facts.structure.captured(operation)))
        found = facts.loops[operation] = _found(facts, operation)
    return found


def _found(facts: Lookup, operation: Operation) -> LoopFacts:
    body = operation.regions[1].block
    initial = tuple(facts.look(value) if is_analysed(value.type) else None for value in operation.operands)
    unchanged = {
        number: value
        for number, (value, after) in enumerate(zip(operation.operands, returned(body), strict=True))
        if after in (body.arguments[number], value) and initial[number] is not None
    }
    try:
        state = _settled(facts, operation, initial, unchanged)
        narrowed = [_narrowed(facts, operation, state, truth) for truth in (True, False)]
    except Exhausted:
        state = _unknown(operation, initial, unchanged)
        narrowed = [state, state]
    return LoopFacts(unchanged, state, *narrowed)


def _settled(facts: Lookup, operation: Operation, initial: Carries, unchanged: Collection[int]) -> Carries:
    """Facts that hold initially, and after an iteration if they did before."""
    body, state, moved = operation.regions[1].block, initial, set[int]()
    for _ in range(_MAX_ROUNDS if facts.depth < _MAX_NESTED else 0):
        inside = facts.within(
            operation, dict(zip(body.arguments, _narrowed(facts, operation, state, True), strict=True))
        )
        after = [
            fact if fact is None or number in unchanged else joined(fact, inside.of(value))
            for number, (fact, value) in enumerate(zip(initial, returned(body), strict=True))
        ]
        if all(_says_less(old, new) for old, new in zip(state, after, strict=True)):
            return tuple(after)
        # What changes once, or after others were widened, may do so only because they did.
        changed = {number for number, pair in enumerate(zip(state, after, strict=True)) if not _says_less(*pair)}
        again = changed & moved
        moved = set() if again else changed
        types = [value.type if n in again else None for n, value in enumerate(operation.operands)]
        state = tuple(map(_widened, state, after, types))
    return _unknown(operation, initial, unchanged)


def _unknown(operation: Operation, initial: Carries, unchanged: Collection[int]) -> Carries:
    return tuple(
        fact if fact is None or number in unchanged else fact_of_type(integer_type(value.type), fact.shape)
        for number, (fact, value) in enumerate(zip(initial, operation.operands, strict=True))
    )


def _narrowed(facts: Lookup, operation: Operation, state: Carries, truth: bool) -> Carries:
    """`state` where the condition is `truth`; nothing where it never is."""
    condition = operation.regions[0].block
    inside = facts.within(operation, dict(zip(condition.arguments, state, strict=True)))
    pred = returned(condition)[0]
    if int(truth) not in inside.of(pred).range:
        return tuple(None if fact is None else no_elements(fact.shape) for fact in state)
    assumed = inside.complete(lambda: ranges_if(inside, pred, truth, {}))
    return tuple(
        fact if fact is None or argument not in assumed else fact_of(fact.range.meet(assumed[argument]), fact.shape)
        for fact, argument in zip(state, condition.arguments, strict=True)
    )


def _says_less(old: Fact | None, new: Fact | None) -> bool:
    """Whether `old` holds wherever `new` does."""
    if old is None or new is None or new.is_empty:
        return True
    if old.constant is not None and (new.constant is None or not np.array_equal(old.constant, new.constant)):
        return False
    return (
        new.range.within(old.range)
        and all(a.low <= b.low and b.high <= a.high for a, b in zip(old.steps, new.steps, strict=True))
        and all(new.gap(dims) >= gap for dims, gap in old.apart.items())
    )


def _widened(old: Fact | None, new: Fact | None, type: Type | None) -> Fact | None:
    """What both say; given a type, less than that: a bound that has moved goes on to 0, or else as far as it can."""
    if old is None or new is None or _says_less(old, new):
        return old
    if type is None:
        return joined(old, new)
    anything = Range.of_type(integer_type(type))
    both = old.range.join(new.range)
    low, high = _moved(old.range.interval if not old.is_empty else both.interval, both.interval, anything.interval)
    range = aligned(low, high, both.modulus, both.low)
    full = Interval(-range.width, range.width)
    steps = [_moved(a, a.join(b), full) for a, b in zip(old.steps, new.steps, strict=True)]
    return fact_of(range, new.shape, steps, lambda dims: min(old.gap(dims), new.gap(dims)))


def _moved(old: Interval, new: Interval, limits: Interval) -> Interval:
    low, high = new
    if low < old.low:
        low = 0 if low >= 0 else limits.low
    if high > old.high:
        high = 0 if high <= 0 else limits.high
    return Interval(low, high)
