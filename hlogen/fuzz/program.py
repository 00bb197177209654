"""Random programs: which operations, in what order, and the decisions that each of them took.

A `Plan` is all that a program is made from: it is what a campaign keeps. `planned(op, seed)` gives one, `drawn(plan)`
the program. The same seed gives the same plan for ever, as long as VERSION is the same: a change of the grammar that
changes what seeds give is a new version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hlogen.conform.forms import Form
from hlogen.fuzz.broken import CHANGE, broken, change
from hlogen.fuzz.choices import Choices
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.relations import related
from hlogen.fuzz.site import Inputs, Site
from hlogen.ir import FunctionType, Module, Operation, Region, Value

VERSION = 1
INVALID = "invalid"  # the relation of programs that are changed behind being drawn, and verified only
_MOST_RESULTS = 8


@dataclass(frozen=True)
class Step:
    """An operation, and the decisions that its row takes: numbers, and the elements of arrays (see `Choices`).

    Where there are too few, the rest are the simplest ones; or drawn from `seed`, if there is one.
    """

    op: str
    numbers: tuple[int, ...] = ()
    arrays: tuple[tuple[int, ...], ...] = ()
    seed: str | None = None


@dataclass(frozen=True)
class Plan:
    """The steps of a program. `id` says where it comes from; `relation` in which other form it is run, if in any."""

    id: str
    steps: tuple[Step, ...]
    relation: str = ""

    def to_json(self) -> dict[str, Any]:
        steps = [[step.op, step.numbers, step.arrays] for step in self.steps]
        return {"id": self.id, "steps": steps, "relation": self.relation}

    @classmethod
    def from_json(cls, said: dict[str, Any]) -> Plan:
        steps = (Step(op, tuple(numbers), tuple(map(tuple, arrays))) for op, numbers, arrays in said["steps"])
        return cls(said["id"], tuple(steps), said["relation"])


@dataclass(frozen=True)
class Drawn:
    """A program with its arguments; `plan` has all decisions in it."""

    plan: Plan
    form: Form


def planned(op: str, seed: int, size: int = 1, relation: str = "") -> Plan:
    """The plan that begins with `op`, of `size` operations, that a seed stands for; in another form, if any."""
    id = f"{VERSION}.{op.partition('.')[2]}.{seed}.{size}"
    random = Random(id)
    ops = [op, *(random.choice(sorted(GRAMMAR.rows())) for _ in range(size - 1))]
    steps = tuple(Step(op, seed=f"{id}.{number}") for number, op in enumerate(ops))
    if relation == INVALID:  # the operation comes last, so that what is around it can be left out
        steps = (*steps[1:], steps[0], Step(CHANGE, seed=f"{id}.{CHANGE}"))
    return Plan(f"{id} {relation}".rstrip(), steps, relation)


def drawn(plan: Plan) -> Drawn:
    """The program of a plan. Raises RelationFailed where its other form can't be made for no reason that is given."""
    inputs = Inputs()
    block = inputs.block
    rows = GRAMMAR.rows()
    values: Sequence[Value] = ()
    steps = []
    first = 0  # operation of the last step
    for step in plan.steps:
        source = None if step.seed is None else Random(step.seed)
        draw = Choices(step.numbers, step.arrays, source)
        if step.op == CHANGE:
            change(draw, inputs, first)
            steps.append(Step(step.op, tuple(draw.numbers), tuple(draw.arrays)))
            continue
        first = len(block.operations)
        site = Site(step.op, draw, inputs, block, (*block.arguments, *values))
        rows[step.op](site)
        values = (*values, *site.made)
        steps.append(Step(step.op, tuple(draw.numbers), tuple(draw.arrays)))
    if plan.relation == INVALID:
        return Drawn(replace(plan, steps=tuple(steps)), broken(_whole(plan, inputs)))
    form = _whole(plan, inputs)
    return Drawn(replace(plan, steps=tuple(steps)), related(form, plan.relation))


def _whole(plan: Plan, inputs: Inputs) -> Form:
    """A function of what was drawn."""
    block = inputs.block
    results = _results(block.operations)
    block.operations.append(Operation("func.return", results))
    type = FunctionType(tuple(each.type for each in block.arguments), tuple(each.type for each in results))
    main = Operation("func.func", (), (), {"sym_name": "main", "function_type": type}, [Region([block])])
    return Form(plan.id, Module([main, *inputs.functions]), "main", tuple(inputs.arrays), ())


def _results(operations: Sequence[Operation]) -> list[Value]:
    """What no operation takes: the newest of it, so that nothing is computed in vain."""
    taken = {value for operation in operations for inner in operation.walk() for value in inner.operands}
    left = [
        result
        for operation in operations
        if operation.name != "stablehlo.constant"
        for result in operation.results
        if result not in taken
    ]
    return left[-_MOST_RESULTS:]
