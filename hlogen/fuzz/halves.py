"""Operations in two halves, and scatters in another order of their updates.

Along a dimension along which nothing meets, an operation may be done in two halves, whose results are put beside each
other. Which dimensions these are is said here for each operation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from hlogen.fuzz.site import integers, number, type_of
from hlogen.ir import (
    ConvDimensionNumbers,
    DotDimensionNumbers,
    GatherDimensionNumbers,
    IntegerAttr,
    Operation,
    QuantizedType,
    ScatterDimensionNumbers,
    TensorType,
    Value,
)
from hlogen.program.copy import Copier
from hlogen.spec.optable import OPS

# The dimension in which each operand is cut, None for one that is taken whole; and that of each result.
Way: TypeAlias = "tuple[list[int | None], list[int]]"


class Halved(Copier):
    """Copies operations in two halves, where there is a way."""

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        way = next((each for each in _ways(operation) if _length(operation, each) > 1), None)
        if way is None:
            super().operation(operation, copies)
            return
        whole = _length(operation, way)
        operands = self.now(operation.operands)
        halves: list[tuple[Value, ...]] = []
        for low, high in ((0, whole // 2), (whole // 2, whole)):
            cut = [_cut(copies, *pair, low, high) for pair in zip(operands, way[0], strict=True)]
            types = [
                _resized(type_of(value), d, high - low) for value, d in zip(operation.results, way[1], strict=True)
            ]
            copies.append(Operation(operation.name, cut, types, operation.attributes, self.regions(operation)))
            halves.append(copies[-1].results)
        for first, second, result, d in zip(*halves, operation.results, way[1], strict=True):
            copies.append(Operation("stablehlo.concatenate", [first, second], [result.type], {"dimension": number(d)}))
            self.stands([result], copies[-1].results)


class Permuted(Copier):
    """Copies scatters whose updates come from the last to the first."""

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        numbers = operation.attributes.get("scatter_dimension_numbers")
        if operation.name != "stablehlo.scatter" or not isinstance(numbers, ScatterDimensionNumbers):
            super().operation(operation, copies)
            return
        count = len(operation.results)
        operands = self.now(operation.operands)
        pairs = _scattered(numbers, type_of(operands[count]).rank, type_of(operands[-1]).rank)
        turned = [pair for pair in pairs if pair[0] not in numbers.scatter_indices_batching_dims]
        indices = _reversed(copies, operands[count], [pair[0] for pair in turned])
        updates = [_reversed(copies, each, [pair[1] for pair in turned]) for each in operands[count + 1 :]]
        attributes = {**operation.attributes, "indices_are_sorted": False}
        types = [each.type for each in operation.results]
        operands = [*operands[:count], indices, *updates]
        copies.append(Operation(operation.name, operands, types, attributes, self.regions(operation)))
        self.stands(operation.results, copies[-1].results)


def _reversed(copies: list[Operation], value: Value, dimensions: Sequence[int]) -> Value:
    copies.append(Operation("stablehlo.reverse", [value], [value.type], {"dimensions": integers(dimensions)}))
    return copies[-1].result


def _cut(copies: list[Operation], value: Value, dimension: int | None, low: int, high: int) -> Value:
    if dimension is None:
        return value
    type = type_of(value)
    starts, limits = [0] * type.rank, list(type.static_shape)
    starts[dimension], limits[dimension] = low, high
    attributes = {
        "start_indices": integers(starts), "limit_indices": integers(limits), "strides": integers([1] * type.rank),
    }  # fmt: skip
    copies.append(Operation("stablehlo.slice", [value], [_resized(type, dimension, high - low)], dict(attributes)))
    return copies[-1].result


def _resized(type: TensorType, dimension: int, size: int) -> TensorType:
    return type.with_shape((*type.shape[:dimension], size, *type.shape[dimension + 1 :]))


def _length(operation: Operation, way: Way) -> int:
    return type_of(operation.results[0]).static_shape[way[1][0]]


def _ways(operation: Operation) -> Iterator[Way]:
    types = [value.type for value in (*operation.operands, *operation.results)]
    if not operation.results or not all(map(_is_plain, types)):
        return
    spec = OPS.get(operation.name)
    if spec is not None and spec.kind in ("elementwise", "quantization"):
        rank = type_of(operation.results[0]).rank
        for d in range(rank):
            yield [d if type_of(value).rank else None for value in operation.operands], [d] * len(operation.results)
    elif operation.name in _WAYS:
        yield from _WAYS[operation.name](operation)


def _is_plain(type: object) -> bool:
    """Whether it is a static tensor whose parts have types like its own."""
    if not isinstance(type, TensorType) or not type.is_static:
        return False
    return not (isinstance(type.element_type, QuantizedType) and type.element_type.is_per_axis)


def _transpose(operation: Operation) -> Iterator[Way]:
    for to, d in enumerate(_list(operation, "permutation")):
        yield [d], [to]


def _reverse(operation: Operation) -> Iterator[Way]:
    for d in range(type_of(operation.result).rank):
        if d not in _list(operation, "dimensions"):
            yield [d], [d]


def _broadcast(operation: Operation) -> Iterator[Way]:
    operand, result = type_of(operation.operands[0]).static_shape, type_of(operation.result).static_shape
    for d, to in enumerate(_list(operation, "broadcast_dimensions")):
        if operand[d] == result[to]:
            yield [d], [to]


def _concatenate(operation: Operation) -> Iterator[Way]:
    for d in range(type_of(operation.result).rank):
        if d != _number(operation, "dimension"):
            yield [d] * len(operation.operands), [d]


def _pad(operation: Operation) -> Iterator[Way]:
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    for d, amounts in enumerate(zip(*(_list(operation, name) for name in names), strict=True)):
        if not any(amounts):
            yield [d, None], [d]


def _reduce(operation: Operation) -> Iterator[Way]:
    count = len(operation.results)
    kept = [d for d in range(type_of(operation.operands[0]).rank) if d not in _list(operation, "dimensions")]
    for to, d in enumerate(kept):
        yield [*[d] * count, *[None] * count], [to] * count


def _sort(operation: Operation) -> Iterator[Way]:
    rank = type_of(operation.operands[0]).rank
    for d in range(rank):
        if d != _number(operation, "dimension") % rank:
            yield [d] * len(operation.operands), [d] * len(operation.results)


def _of_batches(inner: int) -> Callable[[Operation], Iterator[Way]]:
    """Of operations on the last `inner` dimensions."""

    def ways(operation: Operation) -> Iterator[Way]:
        for d in range(type_of(operation.operands[0]).rank - inner):
            yield [d] * len(operation.operands), [d]

    return ways


def _fft(operation: Operation) -> Iterator[Way]:
    yield from _of_batches(len(_list(operation, "fft_length")))(operation)


def _dot(operation: Operation) -> Iterator[Way]:
    numbers = operation.attributes["dot_dimension_numbers"]
    assert isinstance(numbers, DotDimensionNumbers)
    pairs = zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True)
    for to, (lhs, rhs) in enumerate(pairs):
        yield [lhs, rhs], [to]
    at = len(numbers.lhs_batching_dimensions)
    for side, value in enumerate(operation.operands):
        named = (
            (*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions),
            (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions),
        )[side]
        for d in range(type_of(value).rank):
            if d not in named:
                yield ([d, None], [at]) if side == 0 else ([None, d], [at])
                at += 1


def _convolution(operation: Operation) -> Iterator[Way]:
    numbers = operation.attributes["dimension_numbers"]
    assert isinstance(numbers, ConvDimensionNumbers)
    if _number(operation, "batch_group_count") == 1:
        whole = [None] * (len(operation.operands) - 1)
        yield [numbers.input_batch_dimension, *whole], [numbers.output_batch_dimension]


def _batch_norm(operation: Operation) -> Iterator[Way]:
    for d in range(type_of(operation.result).rank):
        if d != _number(operation, "feature_index"):
            yield [d, None, None, None, None], [d]


def _gather(operation: Operation) -> Iterator[Way]:
    numbers = operation.attributes["dimension_numbers"]
    assert isinstance(numbers, GatherDimensionNumbers)
    rest = [None] * (len(operation.operands) - 2)
    batching = dict(zip(numbers.start_indices_batching_dims, numbers.operand_batching_dims, strict=True))
    dims = [d for d in range(type_of(operation.operands[1]).rank) if d != numbers.index_vector_dim]
    places = [d for d in range(type_of(operation.result).rank) if d not in numbers.offset_dims]
    for d, to in zip(dims, places, strict=True):
        yield [batching.get(d), d, *rest], [to]


def _scatter(operation: Operation) -> Iterator[Way]:
    numbers = operation.attributes["scatter_dimension_numbers"]
    assert isinstance(numbers, ScatterDimensionNumbers)
    count = len(operation.results)
    indices, updates = type_of(operation.operands[count]), type_of(operation.operands[-1])
    places = dict(_scattered(numbers, indices.rank, updates.rank))
    for d, of_input in zip(numbers.scatter_indices_batching_dims, numbers.input_batching_dims, strict=True):
        yield [*[of_input] * count, d, *[places[d]] * count], [of_input] * count


def _scattered(numbers: ScatterDimensionNumbers, indices: int, updates: int) -> list[tuple[int, int]]:
    """The dimensions of the indices that number the vectors, each with that of the updates."""
    dims = [d for d in range(indices) if d != numbers.index_vector_dim]
    return list(zip(dims, [d for d in range(updates) if d not in numbers.update_window_dims], strict=True))


def _list(operation: Operation, name: str) -> tuple[int, ...]:
    values = getattr(operation.attributes[name], "values", ())
    return tuple(int(each) for each in values)


def _number(operation: Operation, name: str) -> int:
    value = operation.attributes[name]
    assert isinstance(value, IntegerAttr)
    return int(value)


_WAYS: dict[str, Callable[[Operation], Iterator[Way]]] = {
    "stablehlo.transpose": _transpose,
    "stablehlo.reverse": _reverse,
    "stablehlo.broadcast_in_dim": _broadcast,
    "stablehlo.concatenate": _concatenate,
    "stablehlo.pad": _pad,
    "stablehlo.reduce": _reduce,
    "stablehlo.sort": _sort,
    "stablehlo.cholesky": _of_batches(2),
    "stablehlo.triangular_solve": _of_batches(2),
    "stablehlo.fft": _fft,
    "stablehlo.dot_general": _dot,
    "stablehlo.convolution": _convolution,
    "stablehlo.batch_norm_inference": _batch_norm,
    "stablehlo.gather": _gather,
    "stablehlo.dynamic_gather": _gather,
    "stablehlo.scatter": _scatter,
}
