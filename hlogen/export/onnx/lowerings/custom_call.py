"""Custom calls that only say something about a value or a shape; what any other does isn't known."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.analysis.assertion import is_shape_assertion, require_shape_assertion
from hlogen.errors import CheckFailed, UsageError
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.sizes import all_known
from hlogen.ir import Operation

# Notes to a compiler about where and how a value is kept.
_NOTES = frozenset({"Sharding", "LayoutConstraint", "annotate_device_placement", "xla.sdy.FuncResultSharding"})


def target_of(operation: Operation) -> str:
    return str(operation.attributes.get("call_target_name", ""))


def is_harmless(operation: Operation) -> bool:
    """Whether the custom call gives its operand back as it is, or asserts something about shapes."""
    if is_shape_assertion(operation):
        return True
    operands, results = operation.operands, operation.results
    return target_of(operation) in _NOTES and [x.type for x in operands] == [x.type for x in results]


@lowering("stablehlo.custom_call", elementwise=True)
def custom_call(site: LoweringContext) -> Sequence[Edge]:
    if not is_shape_assertion(site.op):
        return site.inputs
    try:
        require_shape_assertion(site.op, site.facts)
    except CheckFailed as error:
        raise site.error(f"it doesn't hold: {error}") from None
    except UsageError:
        told = [edge.elements for edge in site.inputs[1:]]
        if not any(sizes is not None and not all_known(sizes) for sizes in told):
            raise  # otherwise sizes that the run has decide, and a model asserts nothing
    return ()


@lowering("sdy.sharding_constraint", "stablehlo.optimization_barrier", elementwise=True)
def passed_on(site: LoweringContext) -> Sequence[Edge]:
    return site.inputs
