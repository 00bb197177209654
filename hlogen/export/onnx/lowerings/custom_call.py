"""Custom calls that only say something about a value; what any other does isn't known."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.site import Site
from hlogen.ir import Operation

# Notes to a compiler about where and how a value is kept.
_NOTES = frozenset({"Sharding", "LayoutConstraint", "annotate_device_placement", "xla.sdy.FuncResultSharding"})


def target_of(operation: Operation) -> str:
    return str(operation.attributes.get("call_target_name", ""))


def is_harmless(operation: Operation) -> bool:
    """Whether the custom call gives its operand back as it is."""
    operands, results = operation.operands, operation.results
    return target_of(operation) in _NOTES and [x.type for x in operands] == [x.type for x in results]


@lowering("stablehlo.custom_call", elementwise=True)
def custom_call(site: Site) -> Sequence[Edge]:
    return site.inputs


@lowering("sdy.sharding_constraint", "stablehlo.optimization_barrier", elementwise=True)
def passed_on(site: Site) -> Sequence[Edge]:
    return site.inputs
