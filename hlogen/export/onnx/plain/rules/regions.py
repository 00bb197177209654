"""Operations that take any number of values, with regions that do: each value is replaced by its parts."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.builder.tensor import Tensor
from hlogen.export.onnx.plain.context import PartsContext
from hlogen.export.onnx.plain.registry import complex_rule, parts_rule, quantized_rule
from hlogen.export.onnx.plain.types import is_complex, parts_of, require_alike
from hlogen.ir import Block, Type, Value
from hlogen.program.copy import Copier

# Operations of a body that treat real and imaginary parts alike, and apart from each other.
_ALIKE = ("stablehlo.add", "stablehlo.subtract", "stablehlo.negate")


@parts_rule(
    "func.call",
    "sdy.sharding_constraint",
    "stablehlo.case",
    "stablehlo.composite",
    "stablehlo.custom_call",
    "stablehlo.if",
    "stablehlo.optimization_barrier",
    "stablehlo.while",
)
def with_parts(site: PartsContext) -> Sequence[Tensor]:
    return site.again()


@quantized_rule("stablehlo.reduce", "stablehlo.reduce_window", "stablehlo.scatter", "stablehlo.select_and_scatter")
def folded_as_stored(site: PartsContext) -> Sequence[Tensor]:
    """The body takes what is stored, and computes on floats inside."""
    require_alike(site.op)
    return site.again()


@complex_rule("stablehlo.reduce", "stablehlo.reduce_window", "stablehlo.scatter")
def folded(site: PartsContext) -> Sequence[Tensor]:
    """Sums and the like of complex numbers are sums of their parts, which have forms of their own."""
    (region,) = site.op.regions
    if all(is_complex(argument.type) for argument in region.block.arguments) and _is_alike(region.block):
        return site.for_each([_OfReals().region(region)])
    return site.again()


@complex_rule("sdy.sharding_constraint", "stablehlo.custom_call")
def noted(site: PartsContext) -> Sequence[Tensor]:
    return site.for_each()


@parts_rule("stablehlo.map")
def map(site: PartsContext) -> Sequence[Tensor]:
    """It has one result only: once for each part, by a region that returns that part."""
    (region,) = site.op.regions
    made: list[Tensor] = []
    for k, type in enumerate(site.result_types):
        rewritten = site.region(region)
        returned = rewritten.block.operations[-1]
        returned.operands = (returned.operands[k],)
        made += site.again(result_types=[type], regions=[rewritten])
    return made


@parts_rule("stablehlo.sort")
def sort(site: PartsContext) -> Sequence[Tensor]:
    """The comparator takes two elements of each operand, side by side: so it does of each part."""
    (region,) = site.op.regions

    def ordered(arguments: Sequence[Value]) -> list[tuple[Value, int]]:
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(side, k) for lhs, rhs in pairs for k in range(len(parts_of(lhs.type))) for side in (lhs, rhs)]

    return site.again(regions=[site.region(region, ordered)])


def _is_alike(block: Block) -> bool:
    """Whether a body does the same with real and with imaginary parts, and returns them."""
    own = set(block.arguments)
    for operation in block.operations:
        is_return = operation.name.endswith("return")
        if not (is_return or operation.name in _ALIKE) or not own.issuperset(operation.operands):
            return False
        own.update(operation.results)
    return True


class _OfReals(Copier):
    """Copies what is alike for both parts as it is for one of them."""

    def type(self, value: Value) -> Type:
        return parts_of(value.type)[0]
