"""scatter as every backend runs it: its types, its inputs, its indices, and margins for what is to be dropped.

Every step changes the scatter that will be emitted, and notes what is then to be done with its results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from hlogen.analysis.bounds import Placement
from hlogen.analysis.range import Range
from hlogen.builder.elementwise import add, bitcast_convert, convert
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.modes import I32, Component, has_one_vector, index_type_for, spread
from hlogen.builder.modes_scatter import any_scalar
from hlogen.builder.promises import SORTED, UNIQUE, carried, kept
from hlogen.builder.shape import broadcast_in_dim, pad, reshape, slice
from hlogen.builder.tensor import Promise, Tensor
from hlogen.ir import (
    Attribute,
    Block,
    FloatType,
    IntegerType,
    Operation,
    QuantizedType,
    Region,
    ScatterDimensionNumbers,
    TensorType,
    Type,
    Value,
)
from hlogen.transform.portable_indices import (
    can_be_rewritten,
    components,
    has_portable_type,
    placed,
    with_portable_type,
)
from hlogen.transform.portable_inputs import Inputs
from hlogen.transform.rewrite import MatchedOp


def portable_scatter(site: MatchedOp, program: Inputs) -> Sequence[Tensor] | None:
    """What stands for a scatter; None where nothing is to be done about it."""
    if not can_be_rewritten(site.op):
        return None
    scatter = _Scatter(site, program)
    scatter.convert_inputs()
    scatter.carry_floats()
    scatter.index_something()
    scatter.place_windows()
    scatter.tell_inputs_apart()
    scatter.own_inputs()
    return scatter.emitted() if scatter.is_another else None


class _Scatter:
    def __init__(self, site: MatchedOp, program: Inputs) -> None:
        count = len(site.op.results)
        numbers = site.op.attributes["scatter_dimension_numbers"]
        assert isinstance(numbers, ScatterDimensionNumbers)
        self.site = site
        self.program = program
        self.inputs = list(site.operands[:count])
        self.indices = site.operands[count]
        self.updates = list(site.operands[count + 1 :])
        self.numbers = numbers
        self.keeps_order = self.keeps_apart = True
        self.carriers: dict[int, IntegerType] = {}  # of the inputs whose floats are carried as integers
        self.undo: list[Callable[[int, Tensor], Tensor]] = []  # what is done with a result, and its number; last first

    @property
    def is_another(self) -> bool:
        operands = (*self.inputs, self.indices, *self.updates)
        return any(now is not before for now, before in zip(operands, self.site.operands, strict=True))

    def convert_inputs(self) -> None:
        """Inputs and updates of the types that update_computation has (C23)."""
        for k, argument in enumerate(self.site.op.regions[0].block.arguments[: len(self.inputs)]):
            assert isinstance(argument.type, TensorType)
            before, wanted = self.inputs[k].element_type, argument.type.element_type
            if before != wanted and not isinstance(before, QuantizedType):
                self.inputs[k], self.updates[k] = (convert(x, wanted) for x in (self.inputs[k], self.updates[k]))

    def carry_floats(self) -> None:
        """One floating-point type at most; others are carried as integers of the same bits."""
        types = [value.element_type for value in self.inputs]
        floats = [type for type in types if isinstance(type, FloatType)]
        for k, type in enumerate(types):
            if isinstance(type, FloatType) and type != floats[0] and type.width in _WORDS:
                carrier = self.carriers[k] = IntegerType(type.width)
                self.inputs[k], self.updates[k] = (
                    bitcast_convert(value, carrier) for value in (self.inputs[k], self.updates[k])
                )
        if self.carriers:
            self.undo.append(lambda k, result: bitcast_convert(result, types[k]) if k in self.carriers else result)

    def index_something(self) -> None:
        """Index vectors of no elements get one, which is 0; rank 0 gets a dimension to index."""
        before, count = self.indices.shape, self.site.judgement.access.vectors
        into_rank_0 = not self.inputs[0].rank and bool(self.updates[0].rank)
        if self.numbers.scatter_dims_to_operand_dims or count is None or not (into_rank_0 or count > 1):
            return
        if not self._free_dims() and not self._add_a_dimension():
            return
        at = self.numbers.index_vector_dim
        shape = tuple(1 if d == at else size or 0 for d, size in enumerate(before))  # known, as `count` is
        self.indices = emit_constant(0, I32, shape)
        self.numbers = replace(self.numbers, scatter_dims_to_operand_dims=(self._free_dims()[0],))

    def place_windows(self) -> None:
        """Indices as i32 or i64, and margins around the inputs for windows that may lie across an edge."""
        before, at, shape = self.indices, self.numbers.index_vector_dim, self.site.judgement.access
        if before is not self.site.operands[len(self.inputs)] or shape.is_empty or shape.drops_all:
            return
        found = components(self.site)
        if found is None or not before.type.is_static:
            self.indices = with_portable_type(before, self.site)
            return
        low, high = [0] * self.inputs[0].rank, [0] * self.inputs[0].rank
        for one, placement in zip(found, self.site.judgement.placements, strict=True):
            if _may_lie_across(one, placement) and self.inputs[0].type.is_static:
                low[one.dim] = one.window if one.lowest < 0 else 0
                high[one.dim] = one.window if one.highest > one.last else 0
        if not any((*low, *high)) and has_portable_type(before, self.site):
            return
        largest = max((one.size + low[one.dim] + high[one.dim] for one in found), default=0)
        target = index_type_for(before, largest)
        ranges = [
            (-one.window, one.size)
            if low[one.dim] or high[one.dim] or one.lowest < target.minimum or one.highest > target.maximum
            else None
            for one in found
        ]
        self.indices = placed(before, at, found, ranges, largest)
        if any(low):
            self.indices = add(self.indices, spread([low[one.dim] for one in found], self.indices, at))
        is_one = has_one_vector(before, at)
        self.keeps_order = not any(ranges) or len(found) == 1 or is_one
        self.keeps_apart = not any((*low, *high)) or is_one  # in a margin they may meet
        if any((*low, *high)):
            self._pad(low, high, [0] * len(self.inputs))

    def tell_inputs_apart(self) -> None:
        """Inputs that may be one tensor get an edge each by which they differ."""
        types, old = [value.element_type for value in self.inputs], self.site.op.operands
        alike = any(
            types[j] == types[k] and not self.program.are_different(old[j], old[k])
            for j, k in combinations(range(len(types)), 2)
        )
        if not alike or not self.inputs[0].type.is_static or any(isinstance(type, QuantizedType) for type in types):
            return
        if not self._free_dims() and not self._add_a_dimension():
            return
        edge = [int(d == self._free_dims()[0]) for d in range(self.inputs[0].rank)]
        for digit in range((len(types) - 1).bit_length()):  # i1 has but two values to tell by
            self._pad([0] * len(edge), edge, [k >> digit & 1 for k in range(len(types))])

    def own_inputs(self) -> None:
        """Inputs that others read are copied."""
        for k, value in enumerate(self.inputs):
            is_given = value is self.site.operands[k]
            if is_given and value.type.is_static and not self.program.is_own(self.site.op.operands[k], self.site.op):
                shape = value.type.static_shape
                self.inputs[k] = broadcast_in_dim(value, shape, broadcast_dimensions=range(len(shape)))

    def emitted(self) -> tuple[Tensor, ...]:
        op, (region,) = self.site.op, self.site.regions()
        if self.carriers:
            region = _with_carriers(region, self.carriers)
        types = []
        for k, (value, result) in enumerate(zip(self.inputs, op.results, strict=True)):
            assert isinstance(result.type, TensorType)
            type = result.type if result.type.shape == value.shape else result.type.with_shape(value.shape)
            types.append(type.with_element_type(self.carriers[k]) if k in self.carriers else type)
        operands = [*self.inputs, self.indices, *self.updates]
        attributes: dict[str, Attribute] = {**op.attributes, "scatter_dimension_numbers": self.numbers}
        if operands[0].rank != self.site.operands[0].rank:
            # What else is said of the results, such as how they are sharded, is said of other dimensions.
            attributes = {name: value for name, value in attributes.items() if name in _ATTRIBUTES}
        promises: dict[str, Promise] = {name: op.attributes.get(name) is True for name in (SORTED, UNIQUE)}
        promises = carried(promises, promises, {SORTED: self.keeps_order, UNIQUE: self.keeps_apart})
        made = kept(op.name, operands, attributes, promises, types, [region])
        results = emit(op.name, operands, attributes | made, [region], types)
        for step in reversed(self.undo):
            results = tuple(step(k, result) for k, result in enumerate(results))
        return results

    def _free_dims(self) -> list[int]:
        """The dimensions of the inputs that may be indexed, and have another size."""
        return [d for d in range(self.inputs[0].rank) if d not in self.numbers.input_batching_dims]

    def _add_a_dimension(self) -> bool:
        """Gives the inputs a last dimension of size 1, which the updates don't have; False where they are dynamic."""
        if not self.inputs[0].type.is_static:
            return False
        shape = self.inputs[0].type.static_shape
        self.inputs = [reshape(value, [*shape, 1]) for value in self.inputs]
        dims = (*self.numbers.inserted_window_dims, len(shape))
        self.numbers = replace(self.numbers, inserted_window_dims=dims)
        self.undo.append(lambda _, result: reshape(result, shape))
        return True

    def _pad(self, low: Sequence[int], high: Sequence[int], digits: Sequence[int]) -> None:
        """Gives each input edges of the element that its digit, 0 or 1, stands for."""
        shape = self.inputs[0].type.static_shape
        self.inputs = [
            pad(value, _element(value, digit), edge_padding_low=low, edge_padding_high=high)
            for value, digit in zip(self.inputs, digits, strict=True)
        ]
        limits = [size + edge for size, edge in zip(shape, low, strict=True)]
        self.undo.append(lambda _, result: slice(result, start_indices=low, limit_indices=limits))


_WORDS = (4, 8, 16, 32, 64)
_ATTRIBUTES = ("scatter_dimension_numbers", SORTED, UNIQUE)


def _may_lie_across(one: Component, placement: Placement) -> bool:
    """Whether a window may be partly inside along this dimension, but not wholly."""
    if placement.starts is not None:
        starts = placement.starts[placement.outside]
        return bool(((starts > -one.window) & (starts < one.size)).any())
    edges = Range.of(1 - one.window, -1), Range.of(one.last + 1, one.size - 1)
    return any(not placement.range.meet(edge).is_empty for edge in edges)


def _element(like: Tensor, digit: int) -> Tensor:
    """One of two different elements of the type that `like` has."""
    if not digit:
        return any_scalar(like.element_type)  # a one
    has_zero = like.element_type != FloatType("f8E8M0FNU")
    return emit_constant(0 if has_zero else 2, like.element_type, ())


def _with_carriers(region: Region, carriers: dict[int, IntegerType]) -> Region:
    """update_computation with some of its values as integers of the same bits."""
    block = region.block
    count = len(block.arguments) // 2
    types = [
        TensorType((), carriers[k % count]) if k % count in carriers else argument.type
        for k, argument in enumerate(block.arguments)
    ]
    copy = Block(types, [argument.name for argument in block.arguments])
    stands: dict[Value, Value] = {}
    for before, now in zip(block.arguments, copy.arguments, strict=True):
        stands[before] = now if now.type == before.type else _bits(copy, now, before.type)
    for operation in block.walk():
        operation.operands = tuple(stands.get(operand, operand) for operand in operation.operands)
    *body, end = block.operations
    copy.operations += body
    end.operands = tuple(
        _bits(copy, value, TensorType((), carriers[k])) if k in carriers else value
        for k, value in enumerate(end.operands)
    )
    copy.operations.append(end)
    return Region([copy])


def _bits(block: Block, value: Value, type: Type) -> Value:
    """`value` with its bits read as another type."""
    block.operations.append(Operation("stablehlo.bitcast_convert", [value], [type]))
    return block.operations[-1].result
