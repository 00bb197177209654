"""NaNs and infinities made by arithmetic. What only moves or chooses elements makes none."""

from __future__ import annotations

from hlogen.ir import ComplexType, FloatType, TensorType, Value
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.traits import Makes
from interpreter.sanitizer.made import check_elements, check_whole
from interpreter.sanitizer.watch import Check, Event, check_all


@check_all
def arithmetic(step: PlannedStep) -> Check | None:
    """A body that is run is checked itself; a well-known one is folded without being run."""
    is_folded_elsewhere = step.op.name == "stablehlo.scatter"  # by element, as the updates land
    if step.traits.makes is not Makes.NUMBERS or is_folded_elsewhere or not any(map(_is_float, step.op.results)):
        return None
    if step.traits.elementwise or step.traits.meets is not None:
        return lambda event: check_elements(
            event, event.results[0], step.traits.by_element(step.op, event.operands) or ()
        )
    bodies = step.regions[-1:]

    def checked(event: Event) -> None:
        if not any(map(event.watch.has_seen, bodies)):
            check_whole(event, event.results, event.operands)

    return checked


def _is_float(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, (FloatType, ComplexType))
