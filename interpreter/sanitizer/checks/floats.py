"""NaNs and infinities made by arithmetic. What only moves or chooses elements makes none."""

from __future__ import annotations

from hlogen.ir import ComplexType, FloatType, TensorType, Value
from interpreter.execution.evaluate import Step
from interpreter.kernels.transcendental import FUNCTIONS
from interpreter.sanitizer.made import check_elements, check_whole
from interpreter.sanitizer.watch import Check, Event, check

_ARITHMETIC = ("add", "subtract", "multiply", "divide", "remainder", "power", "abs", "sqrt", "sign")


@check(
    *(f"stablehlo.{name}" for name in (*_ARITHMETIC, *FUNCTIONS, "reduce_precision")),
    "stablehlo.convert",
    "chlo.square",
    "chlo.next_after",
)
def elementwise(step: Step) -> Check | None:
    op = step.op
    if not _is_float(op.result) or not step.elementwise:
        return None
    if op.name in ("stablehlo.abs", "stablehlo.sign") and not _is_complex(op.operands[0]):
        return None
    return lambda event: check_elements(event, event.results[0], event.operands)


@check(
    "stablehlo.batch_norm_grad",
    "stablehlo.batch_norm_inference",
    "stablehlo.batch_norm_training",
    "stablehlo.cholesky",
    "stablehlo.convolution",
    "stablehlo.dot_general",
    "stablehlo.fft",
    "stablehlo.triangular_solve",
)
def whole(step: Step) -> Check | None:
    if not any(map(_is_float, step.op.results)):
        return None
    return lambda event: check_whole(event, event.results, event.operands)


@check("stablehlo.reduce", "stablehlo.reduce_window", "stablehlo.select_and_scatter")
def reduction(step: Step) -> Check | None:
    """A body that is run is checked itself; a well-known one is folded without being run."""
    if not any(map(_is_float, step.op.results)):
        return None
    body = step.regions[-1]

    def checked(event: Event) -> None:
        if not event.watch.has_seen(body):
            check_whole(event, event.results, event.operands)

    return checked


def _is_float(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, (FloatType, ComplexType))


def _is_complex(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, ComplexType)
