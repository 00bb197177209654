"""Reductions whose body selects one of two elements: the largest with its place, as argmax is written.

The tangent is the selected element's, so what is reduced too is the place of that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.registry import Tangent
from hlogen.autodiff.rules.sorting import taken_along
from hlogen.autodiff.site import is_differentiable
from hlogen.builder.elementwise import compare, select
from hlogen.builder.emit import broadcast_to, emit, emit_constant
from hlogen.builder.inner import region
from hlogen.builder.shape import broadcast_in_dim, iota, reshape, transpose
from hlogen.builder.tensor import Tensor
from hlogen.ir import Attribute, Block, IntegerType, TensorType, Value
from hlogen.program.bodies import folds
from hlogen.program.structure import returned


def selecting(body: Block) -> tuple[Value, bool] | None:
    """The condition by which a body selects between its arguments for every result that has derivatives, and what it
    is where the earlier one is selected; None for a body that does anything else."""
    found = {
        (fold.operation.operands[0], fold.operation.operands[2] is fold.update)
        if fold.operation is not None and fold.kind == "select"
        else None
        for fold, value in zip(folds(body), returned(body), strict=True)
        if is_differentiable(value.type)
    }
    return found.pop() if len(found) == 1 else None


def reduce_selecting(
    body: Block,
    captured: Mapping[Value, Tensor],
    operands: tuple[Sequence[Tensor], Sequence[Tensor]],
    tangents: Sequence[tuple[Tangent, Tangent]],
    attributes: Mapping[str, Attribute],
    dimensions: Sequence[int],
) -> tuple[list[Tensor], list[Tangent]]:
    """Emits the reduce of such a body, which finds the place of what it selects too; returns its results and their
    tangents, looked up at that place. `operands` are the inputs and the initial values, `tangents` pairs of both."""
    inputs, init_values = map(list, operands)
    count = len(inputs)
    shape = inputs[0].type.static_shape
    rest = [at for at in range(len(shape)) if at not in dimensions]
    kept = tuple(shape[at] for at in rest)
    size = prod(shape[at] for at in dimensions)
    integer = IntegerType(32 if size <= 1 << 31 else 64)
    places = iota(TensorType((size,), integer), iota_dimension=0)
    if len(dimensions) != 1:
        places = reshape(places, [shape[at] for at in sorted(dimensions)])
    inputs.append(broadcast_in_dim(places, shape, broadcast_dimensions=sorted(dimensions)))
    init_values.append(emit_constant(-1, integer, ()))

    def with_places(arguments: list[Tensor]) -> list[Tensor]:
        *lhs, lhs_place = arguments[: count + 1]
        *rhs, rhs_place = arguments[count + 1 :]
        environment = {**captured, **dict(zip(body.arguments, [*lhs, *rhs], strict=True))}
        results = replay_block(body, environment)
        choice = selecting(body)
        assert choice is not None
        condition, when_earlier = choice
        pair = (lhs_place, rhs_place) if when_earlier else (rhs_place, lhs_place)
        return [*results, select(environment[condition], *pair)]

    scalars = [TensorType((), value.element_type) for value in init_values]
    derived = region([*scalars, *scalars], "body of reduce", with_places)
    types = [type.with_shape(kept) for type in scalars]
    *results, place = emit("stablehlo.reduce", [*inputs, *init_values], attributes, [derived], types)
    is_init = compare(place, emit_constant(-1, integer, kept), "EQ")

    def selected(number: int) -> Tangent:
        tangent, init_tangent = tangents[number]
        if tangent is None and init_tangent is None:
            return None
        zero = emit_constant(0, results[number].element_type, kept)
        there = zero
        if tangent is not None and size:
            ordered = reshape(transpose(tangent, permutation=[*sorted(dimensions), *rest]), [size, *kept])
            there = reshape(taken_along(ordered, reshape(place, [1, *kept]), 0), kept)
        start = zero if init_tangent is None else broadcast_to(init_tangent, kept)
        return select(is_init, start, there)

    return results, [selected(number) for number in range(count)]
