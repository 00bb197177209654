"""How blocks run when nobody looks on: no listener and no observer sees what is shortened here.

Functions are called without recursion, so that calls may be as deep as they like. A block that runs a second time is
made shorter first: what only depends on constants is computed once, small functions stand where they are called, and
an elementwise operation on a large array writes its result over an operand that dies there. Results are those of the
plan itself, to the bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.ir import TensorType, Type, Value, dtype_of
from interpreter.execution.evaluate import BlockPlan, Run, Step, raise_placed, run_with_regions
from interpreter.execution.traits import Gives
from interpreter.kernels.in_bounds import is_check
from interpreter.values.array import as_array
from interpreter.values.attributes import integers

_MOST_INLINED = 32  # steps of a function that stands where it is called
_MOST_MORE = 1000  # steps that a block may gain by that, apart from twice its own
_ROOM = 1 << 20  # bytes of what is computed once, in each block
_LARGE = 1 << 15  # bytes: for a smaller array, new memory costs nothing

_CALLS = frozenset({"func.call", "stablehlo.composite"})
# How a step is run: with so many operands, one result and no captured values; or like any; or as a call; or with
# operands that it may write over.
_ANY, _CALL, _OVER = -1, -2, -3
_MOST_OPERANDS = 3

Places = tuple[int, ...]
# How it is run, `run` (of a call: what is called), operands, the result (if run like any or as a call: all of them),
# what dies there, the step it is made of, what its regions capture, and the name of the plan that it was written in.
QuickStep = tuple[int, Any, Places, Any, Places, Step, tuple[Places, ...], str]
# A step, its operands, its results, what its regions capture, and the name of the plan that it was written in.
Draft = tuple[Step, Places, Places, tuple[Places, ...], str]


class QuickPlan:
    """A block; its frame holds what enters it, then `computed`: what is there from the start, and gaps to be filled.

    `drafts` are its steps where they may stand in other blocks; `is_short` tells whether it was made shorter.
    """

    __slots__ = ("computed", "drafts", "is_short", "results", "steps")

    def __init__(
        self,
        computed: Sequence[Any],
        steps: list[QuickStep],
        results: Places,
        drafts: list[Draft] | None = None,
        *,
        is_short: bool,
    ) -> None:
        self.computed = computed
        self.steps = steps
        self.results = results
        self.drafts = drafts
        self.is_short = is_short

    def run(self, frame: list[Any]) -> list[Any]:
        """The block's results. `frame` holds arguments and captured values, and is taken over."""
        frame += self.computed
        steps, results = iter(self.steps), self.results
        waiting: list[tuple[Any, ...]] = []  # calls, innermost last
        step, block = None, ""
        array = np.ndarray
        try:
            while True:
                for count, run, operands, result, released, step, captures, block in steps:  # noqa: B007 - errors name it
                    if count == 2:
                        first, second = operands
                        value = run(frame[first], frame[second])
                    elif count == 1:
                        (first,) = operands
                        value = run(frame[first])
                    elif count == 3:
                        first, second, third = operands
                        value = run(frame[first], frame[second], frame[third])
                    elif count == 0:
                        value = run()
                    elif count == _ANY:
                        given = [frame[place] for place in operands]
                        if captures:
                            inside = [[frame[place] for place in places] for places in captures]
                            value = run_with_regions(step, given, inside)
                            inside.clear()
                        else:
                            value = run(*given)
                        given.clear()
                        _store(frame, result, value)
                        for place in released:
                            frame[place] = None
                        continue
                    elif count == _OVER:
                        given = [frame[place] for place in operands]
                        value = None  # which may be one of them
                        for place in released:
                            frame[place] = None
                        _store(frame, result, run(given))
                        continue
                    else:
                        callee = run.ready()
                        entering = [frame[place] for place in operands]
                        for place in released:
                            frame[place] = None
                        waiting.append((frame, steps, results, result, released))
                        entering += callee.computed
                        frame, entering = entering, []
                        steps, results = iter(callee.steps), callee.results
                        break
                    frame[result] = value if value.__class__ is array else as_array(value)
                    for place in released:
                        frame[place] = None
                else:
                    found = [frame[place] for place in results]
                    if not waiting:
                        return found
                    frame, steps, results, result, released = waiting.pop()
                    for place, value in zip(result, found, strict=True):
                        frame[place] = value
                    for place in released:
                        frame[place] = None
        except Exception as error:
            if step is not None:
                raise_placed(error, step.op, block)
            raise


def _store(frame: list[Any], places: Places, found: Any) -> None:
    if len(places) == 1:
        frame[places[0]] = as_array(found)
        return
    for place, value in zip(places, found or (), strict=True):
        frame[place] = as_array(value)


def as_planned(plan: BlockPlan) -> QuickPlan:
    """The block for its first run, made in no time."""
    gaps = [None] * sum(len(step.results) for step in plan.steps)
    steps = [
        _quick_step(step, step.operands, step.results, step.released, _captures(step), plan.name) for step in plan.steps
    ]
    return QuickPlan(gaps, steps, plan.results, is_short=False)


def shortened(plan: BlockPlan) -> QuickPlan:
    """The block for any other run. The functions that it calls are made shorter first."""
    pending = [plan]
    while pending:
        block = pending[-1]
        callees = [step.regions[0].block for step in block.steps if _is_call(step)]
        missing = [callee for callee in callees if callee.quick is None or not callee.quick.is_short]
        if not missing:
            block.quick = _Maker(block).made()
        if not missing or (block.quick is not None and block.quick.is_short):
            pending.pop()
        else:
            pending += missing
    assert plan.quick is not None
    return plan.quick


class _Maker:
    """Makes a block shorter, whose callees are."""

    def __init__(self, plan: BlockPlan) -> None:
        self.plan = plan
        self.n_entering = plan.size - sum(len(step.results) for step in plan.steps)
        self.computed: list[Any] = []
        self.known: set[int] = set()  # the places whose values are there from the start
        self.drafts: list[Draft] = []
        self.room = _ROOM

    def made(self) -> QuickPlan:
        plan = self.plan
        at = [*range(self.n_entering), *[-1] * (plan.size - self.n_entering)]  # new places by the plan's own
        for step in plan.steps:
            operands = tuple([at[place] for place in step.operands])
            callee = step.regions[0].block.quick if _is_call(step) else None
            if callee is not None and self.may_stand_here(callee):
                places = self.inline(callee, operands)
            else:
                captures = tuple([tuple([at[place] for place in places]) for places in _captures(step)])
                places = self.add(step, operands, captures, plan.name)
            for place, new in zip(step.results, places, strict=True):
                at[place] = new
        results = tuple(at[place] for place in plan.results)
        drafts = _without_repeats(self.drafts, results)
        kept = drafts if len(drafts) <= _MOST_INLINED else None
        return QuickPlan(self.computed, _reusing(drafts, results), results, kept, is_short=True)

    def may_stand_here(self, callee: QuickPlan) -> bool:
        return callee.drafts is not None and len(self.drafts) <= 2 * len(self.plan.steps) + _MOST_MORE

    def place(self, value: Any = None) -> int:
        """A new place; `value` is there from the start."""
        self.computed.append(value)
        return self.n_entering + len(self.computed) - 1

    def inline(self, callee: QuickPlan, operands: Places) -> Places:
        """The steps of a function on these operands; gives the places of its results."""
        at = [*operands, *[-1] * len(callee.computed)]
        for number, value in enumerate(callee.computed):
            if value is not None:
                at[number + len(operands)] = place = self.place(value)
                self.known.add(place)
        for step, its_operands, its_results, its_captures, block in callee.drafts or ():
            inner = tuple([at[place] for place in its_operands])
            captures = tuple([tuple([at[place] for place in places]) for places in its_captures])
            for place, new in zip(its_results, self.add(step, inner, captures, block), strict=True):
                at[place] = new
        return tuple([at[place] for place in callee.results])

    def add(self, step: Step, operands: Places, captures: tuple[Places, ...], block: str) -> Places:
        """The places of an operation's results; it is a step only if they aren't there from the start."""
        if step.traits.pure and self.known.issuperset(operands):
            found = self.compute(step, [self.computed[place - self.n_entering] for place in operands])
            if found is not None:
                place = self.place(found)
                self.known.add(place)
                return (place,)
        results = tuple([self.place() for _ in step.results])
        self.drafts.append((step, operands, results, captures, block))
        return results

    def compute(self, step: Step, operands: list[Any]) -> Any:
        """What a pure operation gives; None where it is too large to be kept, or can't be computed."""
        is_made = step.traits.gives not in (Gives.VIEW, Gives.KEPT)
        if is_made and max(_bytes(step.op.results[0]), *(operand.nbytes for operand in operands)) > self.room:
            return None
        try:
            found = as_array(step.run(*operands))
        except Exception:  # noqa: BLE001 - it comes again where the operation runs, if it ever does
            return None
        if is_made:
            self.room -= found.nbytes
        found = found.view()
        found.flags.writeable = False  # a result that isn't writeable is copied before it is handed out
        return found


def _without_repeats(drafts: list[Draft], results: Places) -> list[Draft]:
    """Without the broadcasts along dimensions of size 1 whose users, NumPy's elementwise functions, do that themselves.

    One operand of each has all elements. Where shapes are dynamic, they are checked, so that all need have one.
    """
    instead = {defined[0]: operands[0] for step, operands, defined, _, _ in drafts if _only_repeats(step)}
    if not instead:
        return drafts
    for place in results:
        instead.pop(place, None)
    for step, operands, _, captures, _ in drafts:
        if not (_is_new_by_element(step) and _is_static(step)):
            for place in (*operands, *(place for places in captures for place in places)):
                instead.pop(place, None)
        else:
            full = _shape(step.op.results[0])
            whole = [place for place, value in zip(operands, step.op.operands, strict=True) if _shape(value) == full]
            if all(place in instead for place in whole):
                instead.pop(whole[0], None)
    kept = []
    for step, operands, defined, captures, block in drafts:
        if not (_only_repeats(step) and defined[0] in instead):
            kept.append((step, tuple([instead.get(place, place) for place in operands]), defined, captures, block))
    return kept


def _is_new_by_element(step: Step) -> bool:
    return step.traits.elementwise and step.traits.gives is Gives.NEW


def _only_repeats(step: Step) -> bool:
    if step.op.name != "stablehlo.broadcast_in_dim" or not _is_static(step):
        return False
    rank = len(_shape(step.op.results[0]) or ())
    return integers(step.op, "broadcast_dimensions") == tuple(range(rank))


def _reusing(drafts: list[Draft], results: Places) -> list[QuickStep]:
    """The drafts, ready to run: what dies where is known, and whose memory is used again."""
    kept = set(results)
    dying: list[set[int]] = []
    for _, operands, defined, captures, _ in reversed(drafts):
        dies = {*operands, *defined, *(place for places in captures for place in places)} - kept
        dying.append(dies)
        kept |= dies
    spare = _spare(drafts)
    steps = []
    for (step, operands, defined, captures, block), dies in zip(drafts, reversed(dying), strict=True):
        quick = _quick_step(step, operands, defined, tuple(dies), captures, block)
        n_updated = getattr(step.run, "n_updated", 0)  # of an Updating: to ask a protocol for it takes long
        if n_updated and not any(captures) and dies.intersection(operands[:n_updated]):
            quick = (_OVER, step.run.over, operands, defined, *quick[4:])  # type: ignore[attr-defined]  # Updating
        elif spare and isinstance(step.run, np.ufunc):
            quick = (quick[0], _over_operand(step, operands, spare, dies), *quick[2:])
        steps.append(quick)
    return steps


def _quick_step(
    step: Step, operands: Places, results: Places, released: Places, captures: tuple[Places, ...], block: str
) -> QuickStep:
    if step.regions:
        if _is_call(step):
            return _CALL, step.regions[0].block, operands, results, released, step, (), block
        if any(captures):
            return _ANY, step.run, operands, results, released, step, captures, block
    if len(results) != 1 or len(operands) > _MOST_OPERANDS:
        return _ANY, step.run, operands, results, released, step, (), block
    return len(operands), step.run, operands, results[0], released, step, (), block


def _spare(drafts: list[Draft]) -> dict[int, Type]:
    """The places of large arrays that nothing but a place in the frame will ever hold, and their types."""
    spare = {
        results[0]: step.op.results[0].type
        for step, _, results, _, _ in drafts
        if step.traits.gives is Gives.NEW and _bytes(step.op.results[0]) >= _LARGE
    }
    if spare:
        for step, operands, _, captures, _ in drafts:
            if step.traits.gives is not Gives.NEW:
                for place in (*operands, *(place for places in captures for place in places)):
                    spare.pop(place, None)
    return spare


def _over_operand(step: Step, operands: Places, spare: dict[int, Type], dies: set[int]) -> Run:
    """What runs a NumPy function, writing the result over a spare operand of its type if one dies."""
    function = step.run
    for number, place in enumerate(operands):
        if place in dies and spare.get(place) == step.op.results[0].type:
            if len(operands) == 1:
                return lambda x: function(x, out=x)
            if len(operands) == 2:
                return (lambda x, y: function(x, y, out=x)) if number == 0 else (lambda x, y: function(x, y, out=y))
    return function


def _captures(step: Step) -> tuple[Places, ...]:
    return tuple([region.captures for region in step.regions]) if step.regions else ()


def _is_call(step: Step) -> bool:
    """True for calls that nothing is done about but to run what they call."""
    return bool(step.regions) and step.op.name in _CALLS and not is_check(step.op) and _is_static(step)


def _is_static(step: Step) -> bool:
    """True where the plan has no shapes to check when it runs."""
    values = (*step.op.operands, *step.op.results)
    return all(not isinstance(value.type, TensorType) or value.type.is_static for value in values)


def _shape(value: Value) -> tuple[int | None, ...] | None:
    return value.type.shape if isinstance(value.type, TensorType) else None


def _bytes(value: Value) -> int:
    type = value.type
    if not isinstance(type, TensorType) or not type.is_static:
        return 0
    return int(type.size * dtype_of(type.element_type).itemsize)
