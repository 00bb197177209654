"""How an element that met a hazard is named where the operation is drawn (`hlogen explain --element`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hlogen.ir import GatherDimensionNumbers, Operation, ScatterDimensionNumbers, TensorType
from hlogen.spec.pictures import result_element
from interpreter.sanitizer.finding import Element


def drawn_element(op: Operation, element: Element) -> str | None:
    """``1,2``, an index of the result (of a scatter's updates), or ``results[1,2]``; None where none is meant.

    Of an index vector it is the first element of what is read, or written, where that points.
    """
    if element.position is None or not op.results or not isinstance(op.results[0].type, TensorType):
        return None
    if element.index_vector is None:
        return result_element(op.name, element.position)
    numbers = op.attributes.get("dimension_numbers", op.attributes.get("scatter_dimension_numbers"))
    if isinstance(numbers, GatherDimensionNumbers):
        return _spread(element.position, op.results[0].type.rank, numbers.offset_dims)
    if isinstance(numbers, ScatterDimensionNumbers):
        rank = len(element.position) + len(numbers.update_window_dims)
        return _spread(element.position, rank, numbers.update_window_dims)
    if op.name == "stablehlo.dynamic_slice":
        return _spread((), op.results[0].type.rank, range(op.results[0].type.rank))
    return None


def _spread(position: Iterable[int], rank: int, others: Collection[int]) -> str:
    """A batch index as an index of the whole tensor, at 0 in its other dimensions."""
    batch = iter(position)
    return ",".join("0" if d in others else str(next(batch)) for d in range(rank))
