"""The shapes of results where they follow from those of operands; a kernel says its rule beside its name (`shape=`)."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.ir import Operation, TensorType
from interpreter.execution.traits import Shape
from interpreter.values.attributes import integer, integers

Shapes = Sequence[Shape | None]


def of_elements(op: Operation, shapes: Shapes, number: int) -> Shape | None:
    """That of all operands, but for scalars: of the first that is known."""
    type = op.results[number].type
    rank = type.rank if isinstance(type, TensorType) else -1
    return next((shape for shape in shapes if shape is not None and len(shape) == rank), None)


def of_operand(op: Operation, shapes: Shapes, number: int) -> Shape | None:
    """Each result has the shape of the operand of its number."""
    return shapes[number]


def of_transpose(op: Operation, shapes: Shapes, number: int) -> Shape | None:
    (shape,) = shapes
    return None if shape is None else tuple(shape[d] for d in integers(op, "permutation"))


def of_reduce(op: Operation, shapes: Shapes, number: int) -> Shape | None:
    shape, removed = shapes[0], integers(op, "dimensions")
    return None if shape is None else tuple(size for d, size in enumerate(shape) if d not in removed)


def of_concatenate(op: Operation, shapes: Shapes, number: int) -> Shape | None:
    known, axis = [shape for shape in shapes if shape is not None], integer(op, "dimension")
    if len(known) < len(shapes):
        return None
    return (*known[0][:axis], sum(shape[axis] for shape in known), *known[0][axis + 1 :])
