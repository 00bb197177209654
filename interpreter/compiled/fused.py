"""Operations that follow one another as one function: what one makes for the next costs no call, and hardly memory.

Every operation still rounds as it does by itself, so the bits are those of NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hlogen.forking import cached_property
from hlogen.ir import TensorType, Type
from hlogen.ir import Value as SSAValue
from interpreter.compiled import tier
from interpreter.compiled.assembled import assembled
from interpreter.compiled.computed import Computed
from interpreter.compiled.elements import NotCompiled, held
from interpreter.compiled.layout import Layout
from interpreter.compiled.memory import Buffer, InMemory, Value
from interpreter.compiled.part import WHOLE, Part, constant
from interpreter.compiled.registry import LOWERINGS, element_of
from interpreter.execution.blocks import Draft, Faster, PlannedStep
from interpreter.execution.traits import Gives, Traits
from interpreter.values.array import Array

_FEWEST, _MOST = 3, 200  # operations that are worth it, and of one function
_LARGE = 1 << 12  # elements: of so many, two operations are worth it
_CALL = 1 << 5  # elements that what NumPy takes for an operation is worth
_MANY = 4  # operations, which take about as long to compile as one function
_MOST_DRAFTS = 5_000  # of a block: beyond it, to look for what goes together takes too long
# What is many calls of NumPy's by itself; of these, a scatter has machine code of its own.
_ALONE = {f"stablehlo.{name}" for name in ("reduce", "reduce_window", "sort", "convolution", "while", "if", "case")}
_COPIED = 1 << 12  # elements: to copy fewer takes less than to look at them in another way


def fused(
    drafts: Sequence[Draft], types: Mapping[int, Type], known: Mapping[int, Any], results: Sequence[int]
) -> Faster | None:
    """What of a block may be computed at once; None where there is nothing of the kind.

    `types` are those of places, but of those that are constants: `known` has their values.
    """
    if not tier.is_possible() or len(drafts) > _MOST_DRAFTS:
        return None
    # A region of scalars may run on many lanes, which are a larger shape.
    if all(_is_scalar(step) for step, _, _, _, _ in drafts):
        return None
    sizes = [_size(step) for step, _, _, _, _ in drafts if _may_have_code(step)]
    return _Block(drafts, _Scope(types, known), results, sizes) if any(sizes) else None


def _is_scalar(step: PlannedStep) -> bool:
    values = (*step.op.operands, *step.op.results)
    return all(isinstance(value.type, TensorType) and value.type.shape == () for value in values)


def _may_have_code(step: PlannedStep) -> bool:
    return step.op.name in WHOLE.rows() or (step.traits.elementwise and step.op.name in LOWERINGS.rows())


def _size(step: PlannedStep) -> int:
    return sum(
        value.type.size for value in step.op.results if isinstance(value.type, TensorType) and value.type.is_static
    )


class _Block:
    """The drafts of a block, some of which may become one."""

    def __init__(self, drafts: Sequence[Draft], scope: _Scope, results: Sequence[int], sizes: Sequence[int]) -> None:
        self._drafts, self._scope, self._results = drafts, scope, results
        self._size = sum(sizes) + _CALL * len(sizes)
        self._pending = tier.Pending(self._made, cost=1 + len(sizes) // _MANY)

    def __call__(self) -> list[Draft] | None:
        """Counts a run; gives what runs from now on, once that is known."""
        pending = self._pending
        if pending.wait > 0:
            pending.wait -= 1
            return None
        found = pending(self._size)
        return list(self._drafts) if found is None and pending.is_over else found

    def _made(self) -> list[Draft]:
        drafts = self._drafts
        last: dict[int, int] = {place: len(drafts) for place in self._results}  # the last to read each place
        for number, draft in enumerate(drafts):
            for place in _taken(draft):
                last[place] = max(last.get(place, 0), number)
        found: list[Draft] = []
        start = 0
        while start < len(drafts):
            part = Fused(drafts[start : start + _MOST], self._scope)
            end = start + max(part.count, 1)
            try:
                found += part.compiled({p for p in part.made if last.get(p, 0) >= end})
            except NotCompiled:
                found += drafts[start:end]
            start = end
        return found


def _taken(draft: Draft) -> list[int]:
    _, operands, _, captures, _ = draft
    return [*operands, *(place for places in captures for place in places)]


class _Scope:
    """What is known of places."""

    def __init__(self, types: Mapping[int, Type], known: Mapping[int, Any]) -> None:
        self.types, self.known = types, known


class Fused:
    """As many of these operations as have machine code, up to the first that has none: `count`. What they make are the
    places `made`."""

    def __init__(self, drafts: Sequence[Draft], scope: _Scope) -> None:
        self._scope = scope
        self._part = Part()
        self._frame: dict[int, Value | Computed] = {}
        self._operands: dict[int, Buffer] = {}
        self._constants: list[tuple[Buffer, Array]] = []
        self._drafts: list[Draft] = []
        self.made: set[int] = set()
        for draft in drafts:
            if not _may_have_code(draft[0]):
                break
            try:
                self._add(draft)
            except NotCompiled:
                break
            self._drafts.append(draft)
            self.made.update(draft[2])

    @property
    def count(self) -> int:
        return len(self._drafts)

    def _add(self, draft: Draft) -> None:
        step, operands, results, captures, _ = draft
        given = [self._value(place, value) for place, value in zip(operands, step.op.operands, strict=True)]
        captured = [
            [self._value(place, value) for place, value in zip(places, region.values, strict=True)]
            for places, region in zip(captures, step.regions, strict=True)
        ]
        self._frame.update(zip(results, self._part.add(step, given, captured), strict=True))

    def _value(self, place: int, value: SSAValue) -> Value | Computed:
        """What stands at a place, of which an operation says that it is `value`."""
        if place in self._frame:
            return self._frame[place]
        array, type, element = self._scope.known.get(place), self._scope.types.get(place), held(element_of(value))
        found: Value
        if array is not None:
            found, stored = constant(element, array)
            if stored is not None:
                assert isinstance(found, InMemory)
                self._constants.append((found.buffer, stored))
        elif isinstance(type, TensorType) and type.is_static and 0 not in type.static_shape:
            layout = Layout.whole(type.static_shape)
            self._operands[place] = Buffer(element, layout.size)
            found = InMemory(self._operands[place], layout)
        else:
            raise NotCompiled("values of shapes that aren't known")
        self._frame[place] = found
        return found

    def compiled(self, later: set[int]) -> list[Draft]:
        """One operation in place of all, and those behind it that only look at its results in another way. `later` are
        the places that others read. NotCompiled where it isn't worth it, or has no code."""
        behind: list[Draft] = []
        for draft in reversed(self._drafts):
            if draft[2][0] in later and _moves(draft[0]) and _size(draft[0]) > _COPIED:
                later = (later - {*draft[2]}) | ({*draft[1]} & self.made)
                behind.insert(0, draft)
        results = tuple(sorted(later))
        self._require_worth(results)
        targets = [self._stored(place) for place in results]
        self._part.finish()
        made = [(buffer, self._types[place]) for place, buffer in zip(results, targets, strict=True)]
        run = assembled(self._part, made, list(self._operands.values()), self._constants)
        operands = tuple(self._operands)
        step, block = next((draft[0], draft[-1]) for draft in self._drafts if results[0] in draft[2])
        one = PlannedStep(step.op, run, operands, results, (), Traits(gives=Gives.NEW))
        return [(one, operands, results, (), block), *behind]

    def _require_worth(self, results: Sequence[int]) -> None:
        steps = [step for step, _, _, _, _ in self._drafts if not _moves(step)]
        values = [value for step in steps for value in (*step.op.operands, *step.op.results)]
        is_large = any(isinstance(value.type, TensorType) and value.type.size >= _LARGE for value in values)
        is_slow = is_large or any(held(element_of(value)).is_rounded for value in values)  # in NumPy
        is_alone = any(step.op.name in _ALONE for step in steps)
        if len(steps) < (1 if is_alone else 2 if is_slow else _FEWEST) or not results:
            raise NotCompiled("too few operations")

    @cached_property
    def _types(self) -> dict[int, TensorType]:
        """Of what is made."""
        pairs = [pair for step, _, places, _, _ in self._drafts for pair in zip(places, step.op.results, strict=True)]
        return {place: value.type for place, value in pairs if isinstance(value.type, TensorType)}

    def _stored(self, place: int) -> Buffer:
        """The memory that a result is in: its own, in row-major order."""
        value = self._frame[place]
        found = self._part.memory(value)
        if not found.layout.is_whole:
            found = self._part.copied(found)
        if found.buffer in self._taken or found.buffer.size != found.layout.size:
            found = self._part.copied(found)
        self._taken.add(found.buffer)
        return found.buffer

    @cached_property
    def _taken(self) -> set[Buffer]:
        """The memory that isn't there for another result."""
        return {*self._operands.values(), *(buffer for buffer, _ in self._constants)}


def _moves(step: PlannedStep) -> bool:
    return step.traits.gives in (Gives.VIEW, Gives.IN_ORDER, Gives.KEPT)
