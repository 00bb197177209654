"""What is computed element by element, or read from a place that only the run knows: in the loops of a nest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from hlogen.ir import Operation
from interpreter.compiled.elements import Held, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.gather import Gather
from interpreter.compiled.index_space import Shape, clamped, to_position
from interpreter.compiled.layout import Layout
from interpreter.compiled.memory import InMemory, Value
from interpreter.compiled.of_numpy import OfNumPy
from interpreter.compiled.registry import LOWERINGS, At, element_of


@dataclass(eq=False)
class Loops:
    """Loops over `shape`, and all that is computed in them. `stored` are values, and where they are put."""

    shape: Shape
    computed: list[Computed] = field(default_factory=list)
    stored: list[tuple[Value | Computed, InMemory]] = field(default_factory=list)

    def needs(self, one: Computed) -> bool:
        """Whether something here is computed of it."""
        return any(one in other.operands for other in self.computed)


@dataclass(eq=False)
class Computed:
    """An operation on elements: each operand is a value from elsewhere, or what another one computes."""

    op: Operation
    operands: Sequence[Value | Computed]
    nest: Loops

    @property
    def type(self) -> Held:
        return held(element_of(self.op.result))

    @property
    def of_numpy(self) -> OfNumPy | None:
        """The function of NumPy's that computes it, if one does."""
        row = LOWERINGS.rows().get(self.op.name)
        return row if isinstance(row, OfNumPy) else None


@dataclass(eq=False)
class Picked(Computed):
    """A gather in row-major order: each element is read from the operand where it is needed.

    `operands` are the operand and start_indices. `vectors` is where index vectors are, by the index of the result, and
    `inside` where the elements of slices are, counted from the first one of the operand.
    """

    gather: Gather
    vectors: Layout
    inside: Layout

    @property
    def operand(self) -> InMemory:
        found = self.operands[0]
        assert isinstance(found, InMemory)
        return found

    @property
    def indices(self) -> InMemory:
        found = self.operands[1]
        assert isinstance(found, InMemory)
        return found

    def element(self, emit: Emitter, there: str) -> str:
        """The operand's element at that place."""
        return emit.load(self.type, self.operand.buffer.pointer(emit), there)

    def start(self, emit: Emitter, vector: str) -> str:
        """Where the slice begins whose index vector is at that place."""
        gather, type = self.gather, self.indices.type
        along = gather.numbers.index_vector_dim
        step = self.indices.layout.strides[along] if along < len(gather.indices_shape) else 0
        terms = []
        for number, dim in enumerate(gather.numbers.start_index_map):
            loaded = emit.load(type, self.indices.buffer.pointer(emit), emit.sum([vector, str(number * step)]))
            limit = gather.operand_shape[dim] - gather.slice_sizes[dim]
            component = clamped(emit, to_position(emit, type, loaded), 0, limit)
            terms.append(emit.times(component, self.operand.layout.strides[dim]))
        return emit.sum(terms)


def sources(value: Value | Computed) -> list[Value]:
    """What a value is computed of, element by element; itself where it is there."""
    if not isinstance(value, Computed):
        return [value]
    aligned = (one for one in _made_of(value) if not isinstance(one, Picked))
    operands = (operand for one in aligned for operand in one.operands)
    return list(dict.fromkeys(operand for operand in operands if not isinstance(operand, Computed)))


def picked(value: Value | Computed) -> list[Picked]:
    """The gathers that a value is computed of, or that it is."""
    return [one for one in _made_of(value) if isinstance(one, Picked)] if isinstance(value, Computed) else []


def is_cheap(value: Computed, most: int, *, may_pick: bool = False) -> bool:
    """Whether it takes no more than so many operations to compute an element, none of them a function of NumPy's, nor
    a gather, unless it `may_pick`."""
    made_of = _made_of(value, most + 1)
    return len(made_of) <= most and not any(
        one.of_numpy or (isinstance(one, Picked) and not may_pick) for one in made_of
    )


def _made_of(value: Computed, most: float = inf) -> dict[Computed, None]:
    """The operations that compute a value; or as many of them."""
    found = {value: None}
    waiting = [value]
    while waiting and len(found) < most:
        for operand in waiting.pop().operands:
            if isinstance(operand, Computed) and operand not in found:
                found[operand] = None
                waiting.append(operand)
    return found


def computed(emit: Emitter, value: Value | Computed, known: dict[Value | Computed, str]) -> str:
    """One element, where those of the sources are known."""
    if value not in known:
        assert isinstance(value, Computed)
        operands = [computed(emit, operand, known) for operand in value.operands]
        known[value] = LOWERINGS.rows()[value.op.name](At(emit, value.op), *operands)
    return known[value]
