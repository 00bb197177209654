"""select: negative indices that the program counts from the end."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hlogen.ir import IntegerType, TensorType
from interpreter.execution.blocks import PlannedStep
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.vectors import first_places
from interpreter.sanitizer.watch import Check, Event, check
from interpreter.sanitizer.wraps import is_wrap


@check("stablehlo.select")
def wrapped(step: PlannedStep) -> Check | None:
    type = step.op.results[0].type
    element_type = type.element_type if isinstance(type, TensorType) else None
    if not isinstance(element_type, IntegerType) or element_type.minimum == 0:
        return None

    def checked(event: Event) -> None:
        negative, _, indices = event.operands
        if not negative.any() or not event.wants("bounds.wrapped") or not is_wrap(step.op, event.watch.guards):
            return
        result = event.results[0]
        indices = np.broadcast_to(indices, result.shape)
        counted = negative & (result >= 0)  # what is still negative is told by what it is an index of

        def elements(n: int) -> Iterable[Element]:
            for place in first_places(counted, n):
                index, new = int(indices[place]), int(result[place])
                at = f" at {list(place)}" if place else ""
                yield Element(f"index {index}{at} becomes {new}", place, None, (index, new))

        if not counted.any():
            return
        said = "negative indices count from the end: {count} of {total}"
        event.report("bounds.wrapped", said, np.count_nonzero(counted), result.size, elements)

    return checked
