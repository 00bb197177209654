"""Gathers that the program itself guards: a select throws away what was read out of bounds.

Judged by the text of the program: the gather's value goes nowhere but into selects, whose predicate compares the
indices (or what they were computed from). What they are compared with isn't looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from hlogen.forking import cached_property
from hlogen.ir import Block, Operation, Region, SymbolRef, Value
from interpreter.kernels.bodies import only_operation
from interpreter.values.attributes import enum

# The side on which a select throws values away: starts that are negative, starts that are too high.
LOW, HIGH = "low", "high"
_BOTH = frozenset((LOW, HIGH))
_ENDS = {"GE": LOW, "GT": LOW, "LE": HIGH, "LT": HIGH}  # what a comparison excludes where it holds
_OTHER = {LOW: HIGH, HIGH: LOW}

SHAPED = {f"stablehlo.{name}" for name in ("reshape", "transpose", "convert", "broadcast_in_dim")}
INDEX_OPS = SHAPED | {
    f"stablehlo.{name}" for name in ("concatenate", "add", "subtract", "clamp", "minimum", "maximum", "select")
}
_KNOWN = {"stablehlo.constant", "stablehlo.iota"}
MOST = 1000  # values that are looked at for one gather, so that huge programs don't take long


class Guards:
    """Of the gathers of a program; `operations` are those of its top level. Nothing is looked at until it is asked."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self._operations = operations
        self._found: dict[int, frozenset[str]] = {}
        self.wraps: dict[int, bool] = {}  # by select, whether it wraps indices (wraps.py)

    def of(self, gather: Operation) -> frozenset[str]:
        """The sides on which whatever this gather or dynamic slice reads out of bounds is thrown away."""
        if id(gather) not in self._found:
            self._found[id(gather)] = self._sides_of(gather)
        return self._found[id(gather)]

    @cached_property
    def users(self) -> dict[Value, list[Operation]]:
        users: dict[Value, list[Operation]] = defaultdict(list)
        for top in self._operations:
            for op in top.walk():
                for value in op.operands:
                    users[value].append(op)
        return users

    @cached_property
    def calls(self) -> dict[int, list[Operation]]:
        """The calls of each function, by its body."""
        calls: dict[int, list[Operation]] = defaultdict(list)
        for op in (op for top in self._operations for op in top.walk() if op.name == "func.call"):
            if (body := self.body_of(op)) is not None:
                calls[id(body)].append(op)
        return calls

    def body_of(self, call: Operation) -> Block | None:
        """The body of the function that is called."""
        callee = call.attributes["callee"]
        region = self._bodies.get(callee.path[-1]) if isinstance(callee, SymbolRef) else None
        return region.block if region is not None and region.blocks else None

    @cached_property
    def _bodies(self) -> dict[Any, Region]:
        return {op.attributes.get("sym_name"): op.regions[0] for op in self._operations if op.name == "func.func"}

    def _sides_of(self, gather: Operation) -> frozenset[str]:
        starts = gather.operands[1:] if gather.name == "stablehlo.dynamic_slice" else gather.operands[1:2]
        sources = {*starts, *(origin for start in starts for origin in _origins(start))}
        sides: frozenset[str] = _BOTH
        waiting, seen = [gather.results[0]], {gather.results[0]}
        while waiting and sides:
            value = waiting.pop()
            users = self.users.get(value, ())
            if not users or len(seen) > MOST:
                return frozenset()  # nothing throws it away
            for op in users:
                if op.name == "stablehlo.select" and value is not op.operands[0]:
                    on_true, on_false = (value is one for one in op.operands[1:])
                    sides &= frozenset() if on_true and on_false else _excluded(op.operands[0], on_true, sources)
                elif op.name not in SHAPED:
                    return frozenset()
                elif op.results[0] not in seen:
                    seen.add(op.results[0])
                    waiting.append(op.results[0])
        return sides


def _origins(starts: Value) -> Iterable[Value]:
    """What index vectors are computed from, other than constants, through ops that put indices together."""
    waiting, seen = [starts], {starts}
    while waiting and len(seen) <= MOST:
        value = waiting.pop()
        op = value.owner
        if isinstance(op, Operation) and op.name in INDEX_OPS:
            parts = op.operands[1:] if op.name == "stablehlo.select" else op.operands
            waiting += [part for part in parts if part not in seen]
            seen.update(parts)
        elif not isinstance(op, Operation) or op.name not in _KNOWN:
            yield value


def _excluded(predicate: Value, chosen_where: bool, sources: set[Value]) -> frozenset[str]:
    """The sides on which the predicate is certain not to be `chosen_where`, as far as it compares `sources`."""
    sides: set[str] = set()
    waiting, seen = [(predicate, chosen_where)], {predicate}
    while waiting and len(seen) <= MOST:
        value, holds = waiting.pop()
        op = value.owner
        if not isinstance(op, Operation):
            continue
        name = op.name.removeprefix("stablehlo.")
        if name == "compare":
            sides |= _compared(op, holds, sources)
        elif name == "not":
            waiting.append((op.operands[0], not holds))
        elif op.name in SHAPED or _combines(op) == ("and" if holds else "or"):
            parts = op.operands[:1] if name == "reduce" else op.operands
            waiting += [(part, holds) for part in parts if part not in seen]
            seen.update(parts)
    return frozenset(sides)


def _combines(op: Operation) -> str:
    """ "and" where an op's result holds only if all of its elements do, "or" where any is enough; "" for others."""
    if op.name == "stablehlo.reduce" and len(op.operands) == 2:
        op = only_operation(op.regions[0].block) or op
    return {"stablehlo.and": "and", "stablehlo.or": "or"}.get(op.name, "")


def _compared(compare: Operation, holds: bool, sources: set[Value]) -> set[str]:
    end = _ENDS.get(enum(compare, "comparison_direction"))
    left, right = (_comes_from(value, sources) for value in compare.operands)
    if end is None or left == right:
        return set()
    return {end if left == holds else _OTHER[end]}


def _comes_from(value: Value, sources: set[Value]) -> bool:
    waiting, seen = [value], {value}
    while waiting and len(seen) <= MOST:
        value = waiting.pop()
        if value in sources:
            return True
        op = value.owner
        if isinstance(op, Operation) and (op.name in INDEX_OPS or op.name == "stablehlo.slice"):
            waiting += [part for part in op.operands if part not in seen]
            seen.update(op.operands)
    return False
