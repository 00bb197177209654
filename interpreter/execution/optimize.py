"""Code of blocks: as they are planned, or optimized, where nobody looks on and a block runs a second time.

Constant folding: what only depends on constants is computed once. Inlining: small functions stand where they are
called. Broadcast elision: a broadcast along dimensions of size 1 is left to NumPy. Buffer reuse: an elementwise
operation on a large array writes its result over an operand that dies there. Results are those of the plan, to the bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.ir import TensorType, Type, Value, dtype_of
from interpreter.execution.blocks import (
    ANY,
    CONTROL,
    MOST_OPERANDS,
    OVER,
    STEP,
    BlockPlan,
    Code,
    Draft,
    Instruction,
    Places,
    PlannedStep,
    Run,
)
from interpreter.execution.control_flow import Call, Control
from interpreter.execution.traits import Gives
from interpreter.values.array import as_array
from interpreter.values.attributes import integers

_MOST_INLINED = 32  # steps of a function that stands where it is called
_MOST_MORE = 1000  # steps that a block may gain by that, apart from twice its own
_ROOM = 1 << 20  # bytes of what is computed once, in each block
_LARGE = 1 << 15  # bytes: for a smaller array, new memory costs nothing


def code_of(plan: BlockPlan) -> Code:
    """What runs where nobody looks on: optimized when the block runs a second time, with machine code when it pays."""
    code = plan.code
    if code is None:
        plan.code = _as_planned(plan)
    elif not code.is_short:
        plan.code = _optimized(plan)
    elif code.faster is not None and (drafts := code.faster()) is not None:
        made = _reusing(drafts, code.results)
        plan.code = Code(code.computed, made, code.results, code.drafts, is_short=True, before=code)
    assert plan.code is not None
    return plan.code


def watched_code_of(plan: BlockPlan) -> Code:
    """What runs where somebody looks on: every step, as it is planned."""
    gaps = [None] * sum(len(step.results) for step in plan.steps)
    instructions: list[Instruction] = [
        (
            CONTROL if isinstance(step.run, Control) else STEP,
            *(step.run, step.operands, step.results, step.released, step, _captures(step), plan.name),
        )
        for step in plan.steps
    ]
    plan.watched = Code(gaps, instructions, plan.results, is_short=False)
    return plan.watched


def _as_planned(plan: BlockPlan) -> Code:
    """The block for its first run, made in no time."""
    gaps = [None] * sum(len(step.results) for step in plan.steps)
    steps = [
        _instruction(step, step.operands, step.results, step.released, _captures(step), plan.name)
        for step in plan.steps
    ]
    return Code(gaps, steps, plan.results, is_short=False)


def _optimized(plan: BlockPlan) -> Code:
    """The block for any other run. The functions that it calls are made shorter first."""
    pending = [plan]
    while pending:
        block = pending[-1]
        callees = [step.regions[0].block for step in block.steps if _is_plain_call(step)]
        missing = [callee for callee in callees if callee.code is None or not callee.code.is_short]
        if not missing:
            block.code = _Maker(block).made()
        if not missing or (block.code is not None and block.code.is_short):
            pending.pop()
        else:
            pending += missing
    assert plan.code is not None
    return plan.code


class _Maker:
    """Makes a block shorter, whose callees are."""

    def __init__(self, plan: BlockPlan) -> None:
        self.plan = plan
        self.n_entering = plan.size - sum(len(step.results) for step in plan.steps)
        self.computed: list[Any] = []
        self.known: set[int] = set()  # the places whose values are there from the start
        self.drafts: list[Draft] = []
        self.room = _ROOM

    def made(self) -> Code:
        plan = self.plan
        at = [*range(self.n_entering), *[-1] * (plan.size - self.n_entering)]  # new places by the plan's own
        for step in plan.steps:
            operands = tuple([at[place] for place in step.operands])
            callee = step.regions[0].block.code if _is_plain_call(step) else None
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
        faster = None
        if plan.fuse is not None:
            known = {place: self.computed[place - self.n_entering] for place in self.known}
            faster = plan.fuse(drafts, self.types(), known, results)
        return Code(self.computed, _reusing(drafts, results), results, kept, is_short=True, faster=faster)

    def types(self) -> dict[int, Type]:
        """What stands at places, but for those that are known. What is inlined may take operands, before they are
        spread, whose types are said as if they were: only who makes a value knows its type."""
        found = {place: value.type for place, value in enumerate(self.plan.arguments)}
        for step in self.plan.steps:
            for place, value in zip(step.operands, step.op.operands, strict=True):
                if place < self.n_entering:
                    found[place] = value.type
        for step, _, places, _, _ in self.drafts:
            found.update((place, result.type) for place, result in zip(places, step.op.results, strict=True))
        return found

    def may_stand_here(self, callee: Code) -> bool:
        return callee.drafts is not None and len(self.drafts) <= 2 * len(self.plan.steps) + _MOST_MORE

    def place(self, value: Any = None) -> int:
        """A new place; `value` is there from the start."""
        self.computed.append(value)
        return self.n_entering + len(self.computed) - 1

    def inline(self, callee: Code, operands: Places) -> Places:
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

    def add(self, step: PlannedStep, operands: Places, captures: tuple[Places, ...], block: str) -> Places:
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

    def compute(self, step: PlannedStep, operands: list[Any]) -> Any:
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


def _is_new_by_element(step: PlannedStep) -> bool:
    return step.traits.elementwise and step.traits.gives is Gives.NEW


def _only_repeats(step: PlannedStep) -> bool:
    if step.op.name != "stablehlo.broadcast_in_dim" or not _is_static(step):
        return False
    rank = len(_shape(step.op.results[0]) or ())
    return integers(step.op, "broadcast_dimensions") == tuple(range(rank))


def _reusing(drafts: list[Draft], results: Places) -> list[Instruction]:
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
        quick = _instruction(step, operands, defined, tuple(dies), captures, block)
        n_updated = getattr(step.run, "n_updated", 0)  # of an Updating: to ask a protocol for it takes long
        if n_updated and not any(captures) and dies.intersection(operands[:n_updated]):
            quick = (OVER, step.run.over, operands, defined, *quick[4:])  # type: ignore[attr-defined]  # Updating
        elif spare and isinstance(step.run, np.ufunc):
            quick = (quick[0], _over_operand(step, operands, spare, dies), *quick[2:])
        steps.append(quick)
    return steps


def _instruction(
    step: PlannedStep, operands: Places, results: Places, released: Places, captures: tuple[Places, ...], block: str
) -> Instruction:
    if isinstance(step.run, Control):
        return CONTROL, step.run, operands, results, released, step, captures, block
    if any(captures):
        return ANY, step.run, operands, results, released, step, captures, block
    if len(results) != 1 or len(operands) > MOST_OPERANDS:
        return ANY, step.run, operands, results, released, step, (), block
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


def _over_operand(step: PlannedStep, operands: Places, spare: dict[int, Type], dies: set[int]) -> Run:
    """What runs a NumPy function, writing the result over a spare operand of its type if one dies."""
    function = step.run
    for number, place in enumerate(operands):
        if place in dies and spare.get(place) == step.op.results[0].type:
            if len(operands) == 1:
                return lambda x: function(x, out=x)
            if len(operands) == 2:
                return (lambda x, y: function(x, y, out=x)) if number == 0 else (lambda x, y: function(x, y, out=y))
    return function


def _captures(step: PlannedStep) -> tuple[Places, ...]:
    return tuple([region.captures for region in step.regions]) if step.regions else ()


def _is_plain_call(step: PlannedStep) -> bool:
    """True for calls that nothing is done about but to run what they call."""
    return isinstance(step.run, Call) and step.run.check is None


def _is_static(step: PlannedStep) -> bool:
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
