"""The functions in regions, as instructions one after the other: of scalars to scalars."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.ir import DenseElements, ElementType, Operation, TensorType, Value
from interpreter.compiled.elements import Held, NotCompiled, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.registry import LOWERINGS, At, element_of
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.execution.control_flow import Branch, Call, Control, Loop


def is_of_scalars(values: Sequence[Value]) -> bool:
    return all(isinstance(value.type, TensorType) and value.type.shape == () for value in values)


def types_of(block: BlockPlan) -> dict[int, ElementType]:
    """The element types of a block's scalars, by their places: of what it takes, captures, computes."""
    found = {place: element_of(value) for place, value in enumerate(block.arguments)}
    for step in block.steps:
        places = [*zip(step.operands, step.op.operands, strict=True), *zip(step.results, step.op.results, strict=True)]
        for region in step.regions:
            places += zip(region.captures, region.values, strict=False)  # of calls, there are none
        found.update((place, element_of(value)) for place, value in places)
    return found


def captured_types(block: BlockPlan) -> list[ElementType]:
    """The element types of the scalars that a block takes from outside."""
    found = types_of(block)
    places = range(block.n_arguments, block.size - sum(len(step.results) for step in block.steps))
    if not found.keys() >= set(places):
        raise NotCompiled("bodies that return what they take from outside")
    return [found[place] for place in places]


def write_body(emit: Emitter, block: BlockPlan, entering: Sequence[str]) -> list[str]:
    """The results of a block, of its arguments and what it captures."""
    frame = [*entering, *[""] * (block.size - len(entering))]
    rows = LOWERINGS.rows()
    for step in block.steps:
        op = step.op
        if not is_of_scalars((*op.operands, *op.results)):
            raise NotCompiled("bodies of anything but scalars")
        given = [frame[place] for place in step.operands]
        captured = [[frame[place] for place in region.captures] for region in step.regions]
        if isinstance(step.run, Control):
            found = _controlled(emit, step, given, captured)
        elif op.name == "stablehlo.constant":
            found = [_constant(emit, op)]
        elif op.name in rows:
            found = [rows[op.name](At(emit, op), *given)]
        else:
            raise NotCompiled(op.name)
        for place, value in zip(step.results, found, strict=True):
            frame[place] = value
    return [frame[place] for place in block.results]


def _controlled(emit: Emitter, step: PlannedStep, given: list[str], captured: list[list[str]]) -> list[str]:
    """What control flow gives; it stands where it is called."""
    emit.go_deeper()
    blocks = [region.block for region in step.regions]
    match step.run:
        case Call(check=None):
            found = write_body(emit, blocks[0], given)
        case Loop():
            found = write_loop(emit, step.op, blocks, given, captured)
        case Branch() as branch:
            found = _branch(emit, step, branch, given[0], captured)
        case _:
            raise NotCompiled(step.op.name)
    emit.come_back()
    return found


def write_loop(
    emit: Emitter, op: Operation, blocks: Sequence[BlockPlan], state: Sequence[str], captured: Sequence[list[str]]
) -> list[str]:
    """The last state of a loop, whose blocks are a condition and a body."""
    types = [held(element_of(value)).value for value in op.results]
    slots = [emit.slot(type, value) for type, value in zip(types, state, strict=True)]
    turn, body, end = emit.label(), emit.label(), emit.label()
    emit.begin(turn)
    emit.poll()
    now = [emit.let(f"load {type}, ptr {slot}") for type, slot in zip(types, slots, strict=True)]
    (goes_on,) = write_body(emit, blocks[0], [*now, *captured[0]])
    emit.branch(goes_on, body, end)
    emit.begin(body)
    for type, slot, value in zip(types, slots, write_body(emit, blocks[1], [*now, *captured[1]]), strict=True):
        emit.do(f"store {type} {value}, ptr {slot}")
    emit.jump(turn)
    emit.begin(end)
    return now


def _branch(emit: Emitter, step: PlannedStep, branch: Branch, chosen: str, captured: list[list[str]]) -> list[str]:
    types = [held(element_of(value)).value for value in step.op.results]
    slots = [emit.slot(type, "zeroinitializer") for type in types]
    end, labels = emit.label(), [emit.label() for _ in step.regions]
    if branch.by_index:
        type = held(element_of(step.op.operands[0])).value
        cases = " ".join(f"{type} {number}, label %{label}" for number, label in enumerate(labels[:-1]))
        emit.leave(f"switch {type} {chosen}, label %{labels[-1]} [{cases}]")
    else:
        emit.branch(chosen, labels[0], labels[1])
    for region, label, values in zip(step.regions, labels, captured, strict=True):
        emit.begin(label)
        for type, slot, value in zip(types, slots, write_body(emit, region.block, values), strict=True):
            emit.do(f"store {type} {value}, ptr {slot}")
        emit.jump(end)
    emit.begin(end)
    return [emit.let(f"load {type}, ptr {slot}") for type, slot in zip(types, slots, strict=True)]


def _constant(emit: Emitter, op: Operation) -> str:
    type, value = held(element_of(op.result)), op.attributes.get("value")
    if not isinstance(value, DenseElements):
        raise NotCompiled("constants without values")
    return literal(emit, type, np.asarray(value.array).reshape(-1)[0])


def literal(emit: Emitter, type: Held, value: np.generic) -> str:
    if type.is_float:
        return emit.constant(float(value), type.value)
    if type.kind == "bool":
        return "true" if value else "false"
    return str(int(value))
