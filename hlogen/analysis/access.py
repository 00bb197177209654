"""One gather, dynamic_gather or scatter as the analysis sees it: index vectors, and the windows that stand at them.

Both ops put a window of the same size at every index vector: gather reads it from operand, scatter updates it in
inputs. "Operand" is either here. A size is None where the program leaves it open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from hlogen.analysis.facts import Fact, Facts
from hlogen.analysis.view import integer_type, integers_of
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.ir.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from hlogen.ir.module import Operation, Value
from hlogen.ir.types import IntegerType, Shape, TensorType

GATHERS = frozenset({"stablehlo.gather", "stablehlo.dynamic_gather"})
SCATTER = "stablehlo.scatter"


@dataclass(frozen=True)
class Component:
    """One component of the index vectors: which dimension of operand it indexes, and what is known of its values.

    `type` is that of the indices; `fact` speaks of the indices with index_vector_dim (where they have it) restricted to
    this component.
    """

    place: int
    dim: int
    size: int | None
    window: int | None
    indices: Value
    at: Mapping[int, int]
    facts: Facts

    @cached_property
    def fact(self) -> Fact:
        return self.facts.of(self.indices, self.at)

    @property
    def type(self) -> IntegerType:
        return integer_type(self.indices.type)

    @property
    def limit(self) -> int | None:
        """The last start at which the whole window lies inside: dim - window."""
        return None if self.size is None or self.window is None else self.size - self.window


@dataclass(frozen=True)
class Access:
    """A gather's or scatter's index vectors and windows.

    `batch_dims` are the dimensions of the indices without index_vector_dim; `batching` says which dimension of operand
    goes along with one of them. `window` has one size per dimension of operand, `kept_dims` are those dimensions along
    which it shows in gather's result (scatter's updates). `walk` are the dimensions of gather's
    result (scatter's updates): a dimension of the indices, or None for one along the window, with its size.
    """

    op: Operation
    indices: Value
    operand_shape: Shape
    batch_dims: tuple[int, ...]
    batching: dict[int, int]
    window: Shape
    components: tuple[Component, ...]
    indices_shape: Shape
    kept_dims: tuple[int, ...]
    walk: tuple[tuple[int | None, int | None], ...]

    @property
    def is_scatter(self) -> bool:
        return self.op.name == SCATTER

    @property
    def batch_shape(self) -> Shape:
        return tuple(self.indices_shape[d] for d in self.batch_dims)

    @cached_property
    def is_empty(self) -> bool:
        """True where there is nothing to read or to update: a size is 0, here or there."""
        return 0 in (*(size for _, size in self.walk), *self.batch_shape, *(self.window[d] for d in self.kept_dims))

    @property
    def is_never_empty(self) -> bool:
        """True where there certainly is something to read or to update: every size is known, and none is 0."""
        return all(size for _, size in self.walk)

    @property
    def drops_all(self) -> bool:
        """True for a scatter whose inputs have no elements, so that no update lands."""
        return self.is_scatter and 0 in self.operand_shape

    @property
    def may_drop_all(self) -> bool:
        """True for a scatter whose inputs may turn out to have no elements, although there are updates.

        Windows and batches are as large as inputs let them be; an inserted dimension says nothing about its size.
        """
        sized = {*self.kept_dims, *self.batching.values()}
        return self.is_scatter and any(size is None and d not in sized for d, size in enumerate(self.operand_shape))

    @cached_property
    def vectors(self) -> int | None:
        """How many index vectors there are."""
        sizes = [size for size in self.batch_shape if size is not None]
        return prod(sizes) if len(sizes) == len(self.batch_dims) else None

    def position(self, flat: int) -> tuple[int, ...]:
        """The batch index of an index vector by its number in row-major order; sizes are known."""
        position: list[int] = []
        for size in reversed(self.batch_shape):
            assert size is not None
            flat, at = divmod(flat, max(size, 1))
            position.append(at)
        return tuple(reversed(position))


def access_of(op: Operation, facts: Facts) -> Access:
    """The access of a valid gather, dynamic_gather or scatter; UsageError for other ops and unranked operands."""
    if op.name in GATHERS:
        return _gather(op, facts)
    if op.name == SCATTER:
        return _scatter(op, facts)
    raise UsageError(f"only gather, dynamic_gather and scatter can be judged, not {op.name}")


def _gather(op: Operation, facts: Facts) -> Access:
    numbers = op.attributes["dimension_numbers"]
    assert isinstance(numbers, GatherDimensionNumbers)
    operand, result = _shape(op.operands[0]), _shape(op.results[0])
    gone = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    window = _slice_sizes(op, facts, len(operand))
    kept = tuple(d for d in range(len(operand)) if d not in gone)
    shown = dict(zip(kept, numbers.offset_dims, strict=True))
    sizes = tuple(result[shown[d]] if size is None and d in shown else size for d, size in enumerate(window))
    return _site(
        op,
        op.operands[1],
        facts,
        operand,
        sizes,
        kept,
        result,
        set(numbers.offset_dims),
        numbers.start_index_map,
        dict(zip(numbers.start_indices_batching_dims, numbers.operand_batching_dims, strict=True)),
        numbers.index_vector_dim,
    )


def _scatter(op: Operation, facts: Facts) -> Access:
    numbers = op.attributes["scatter_dimension_numbers"]
    assert isinstance(numbers, ScatterDimensionNumbers)
    count = len(op.operands) // 2
    operand, updates = _shape(op.operands[0]), _shape(op.operands[count + 1])
    gone = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
    sizes = iter(updates[d] for d in numbers.update_window_dims)
    return _site(
        op,
        op.operands[count],
        facts,
        operand,
        tuple(1 if d in gone else next(sizes) for d in range(len(operand))),
        tuple(d for d in range(len(operand)) if d not in gone),
        updates,
        set(numbers.update_window_dims),
        numbers.scatter_dims_to_operand_dims,
        dict(zip(numbers.scatter_indices_batching_dims, numbers.input_batching_dims, strict=True)),
        numbers.index_vector_dim,
    )


def _site(
    op: Operation,
    indices: Value,
    facts: Facts,
    operand: Shape,
    window: Shape,
    kept_dims: tuple[int, ...],
    walked: Shape,
    along_window: set[int],
    index_map: Sequence[int],
    batching: dict[int, int],
    index_vector_dim: int,
) -> Access:
    shape = _shape(indices)
    batch_dims = tuple(d for d in range(len(shape)) if d != index_vector_dim)
    batches = iter(batch_dims)
    components = tuple(
        Component(
            place,
            dim,
            operand[dim],
            window[dim],
            indices,
            {index_vector_dim: place} if index_vector_dim < len(shape) else {},
            facts,
        )
        for place, dim in enumerate(index_map)
    )
    walk = tuple((None if d in along_window else next(batches), size) for d, size in enumerate(walked))
    return Access(op, indices, operand, batch_dims, batching, window, components, shape, kept_dims, walk)


def _slice_sizes(op: Operation, facts: Facts, rank: int) -> Shape:
    if op.name == "stablehlo.dynamic_gather":
        known = facts.of(op.operands[2]).constant
        return (None,) * rank if known is None else tuple(int(size) for size in known)
    return integers_of(op, "slice_sizes")


def _shape(value: Value) -> Shape:
    if not isinstance(value.type, TensorType):
        raise UsageError(f"{value.type} has no shape, so nothing can be said about its indices")
    return value.type.shape
