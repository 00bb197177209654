"""reduce and map: derivatives of the body.

Where a body adds, that is a sum of tangents; where it takes the largest or smallest, the tangent of the winner. Any
other body is derived itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.forward import jvp_block, jvp_of
from hlogen.autodiff.registry import Pullback, Tangent, Tangents, jvp, transpose, vjp
from hlogen.autodiff.reverse import by_transposing, pullback_of
from hlogen.autodiff.rules.selection import reduce_selecting, selecting
from hlogen.autodiff.rules.shape import summed
from hlogen.autodiff.scalars import applied, folded
from hlogen.autodiff.site import (
    Site,
    by_value,
    converted,
    dense,
    full_like,
    is_differentiable,
    spread,
    sum_of,
    tensor_type,
    zeros_like,
)
from hlogen.builder.elementwise import compare, convert, divide, maximum, or_, select
from hlogen.builder.emit import emit
from hlogen.builder.inner import region
from hlogen.builder.sizes import broadcast_to_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.forking import cached_property
from hlogen.ir import Block, ElementType, IntegerType, TensorType
from hlogen.program.bodies import only_operation

_EXTREMES = ("stablehlo.maximum", "stablehlo.minimum")


class Reduction:
    """What a reduce does: to its inputs, converted to the element types of its body if that has wider ones."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.body: Block = site.operation.regions[0].block
        self.count = len(site.operation.operands) // 2
        self.dimensions: tuple[int, ...] = tuple(site.attribute("dimensions"))
        self.kind = only_operation(self.body)

    @cached_property
    def scalar_types(self) -> list[TensorType]:
        return [tensor_type(argument) for argument in self.body.arguments[: self.count]]

    @property
    def inputs(self) -> list[Tensor]:
        return self._converted(self.site.at.inputs)

    @property
    def init_values(self) -> list[Tensor]:
        return self._converted(self.site.at.init_values)

    def given(self, tangents: Tangents) -> list[tuple[Tangent, Tangent]]:
        """The tangents of each input and its initial value, converted as those are."""
        pairs = zip(tangents[self.site.at.inputs], tangents[self.site.at.init_values], strict=True)
        return [
            (_in(type.element_type, tangent), _in(type.element_type, init_tangent))
            for (tangent, init_tangent), type in zip(pairs, self.scalar_types, strict=True)
        ]

    def _converted(self, group: slice) -> list[Tensor]:
        pairs = zip(self.site.operands[group], self.scalar_types, strict=True)
        return [converted(value, type.element_type) for value, type in pairs]


def _in(element_type: ElementType, tangent: Tangent) -> Tangent:
    return None if tangent is None else converted(tangent, element_type)


@jvp("stablehlo.reduce", computes_results=True)
def reduce_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    reduction = Reduction(site)
    if reduction.kind == "stablehlo.add":
        results = site.emit(site.operands)
        parts = zip(reduction.given(tangents), results, strict=True)
        return results, [_sum_tangent(*pair, reduction.dimensions, like) for pair, like in parts]
    if reduction.kind in _EXTREMES:
        results = site.emit(site.operands)
        found = zip(reduction.inputs, results, reduction.given(tangents), strict=True)
        return results, [_extreme_tangent(x, result, *pair, reduction.dimensions) for x, result, pair in found]
    if selecting(reduction.body) is not None:
        return reduce_selecting(
            reduction.body,
            site.captured_inputs,
            (reduction.inputs, reduction.init_values),
            reduction.given(tangents),
            site.attributes,
            reduction.dimensions,
        )
    return _with_tangents(reduction, tangents)


@transpose("stablehlo.reduce", jointly=(-1,))
def transpose_reduce(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """Of a sum: each element gets the cotangent, and the initial value all of them."""
    reduction = Reduction(site)
    if reduction.kind != "stablehlo.add":
        raise site.error("is linear only where its body adds")
    of_inputs: list[Tangent] = [None] * reduction.count
    of_inits: list[Tangent] = [None] * reduction.count
    for number, cotangent in enumerate(cotangents):
        if cotangent is None:
            continue
        type = site.input_types[site.at.inputs][number]
        if is_linear[site.at.inputs][number]:
            kept = [at for at in range(type.rank) if at not in reduction.dimensions]
            rounded = converted(cotangent, type.element_type)
            of_inputs[number] = broadcast_to_sizes(rounded, site.sizes(number), kept)
        if is_linear[site.at.init_values][number]:
            total = summed(cotangent, range(cotangent.rank))
            of_inits[number] = converted(total, type.element_type)
    return [*of_inputs, *of_inits, *[None] * len(site.captured)]


@vjp("stablehlo.reduce")
def reduce_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    """Where the body is none of the simple ones, the way back is that of a tree of its applications (`folded`)."""
    reduction = Reduction(site)
    if reduction.kind == "stablehlo.add":
        only = Site(site.operation, [None] * len(site.inputs), site.environment)
        only.likes = site.inputs
        return site.emit(site.operands), lambda cotangents: list(transpose_reduce(only, cotangents, active))
    if reduction.kind in _EXTREMES or selecting(reduction.body) is not None:
        pullback = by_transposing(site, active)
        return site.results, pullback

    def tree(values: list[Tensor]) -> Sequence[Tensor]:
        inside = Site(site.operation, values, site.environment)
        there = Reduction(inside)
        return folded(there.body, inside.captured_inputs, there.inputs, there.init_values, there.dimensions)

    block = region(site.input_types, "a reduction", tree).block
    return site.emit(site.operands), pullback_of(block, site.inputs, active)


@jvp("stablehlo.map", computes_results=True)
def map_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    """Its computation as elementwise operations."""
    body = site.operation.regions[0].block

    def elementwise(values: list[Tensor]) -> Sequence[Tensor]:
        captured = dict(zip(site.captured, values[site.at.captured], strict=True))
        return applied(body, captured, values[site.at.operands], site.input_types[0].static_shape)

    return jvp_of(region(site.input_types, "a map", elementwise).block, site.inputs, tangents)


def _sum_tangent(tangent: Tangent, init_tangent: Tangent, dimensions: Sequence[int], result: Tensor) -> Tangent:
    total = None if tangent is None else summed(tangent, dimensions)
    return sum_of(total, None if init_tangent is None else spread(init_tangent, result))


def _extreme_tangent(
    input: Tensor,
    result: Tensor,
    tangent: Tangent,
    init_tangent: Tangent,
    dimensions: Sequence[int],
) -> Tangent:
    """The mean tangent of the elements that equal the result; that of the initial value where no element does.

    So it doesn't matter to the elements whether the initial value ties with them: it is there for when there are none.
    Where the result is NaN, it is the elements that are NaN.
    """
    if tangent is None and init_tangent is None:
        return None
    kept = [at for at in range(input.rank) if at not in dimensions]
    everywhere = broadcast_to_sizes(result, sizes_of(input), kept)
    is_winner = or_(compare(input, everywhere, "EQ"), compare(input, input, "NE"))
    count = summed(convert(is_winner, IntegerType(32)), dimensions)
    total: Tangent = None
    if tangent is not None:
        total = summed(select(is_winner, tangent, zeros_like(tangent)), dimensions)
    if init_tangent is not None:
        is_init = compare(count, zeros_like(count), "EQ")
        total = sum_of(total, select(is_init, spread(init_tangent, result), zeros_like(result)))
    assert total is not None
    winners = maximum(count, full_like(count, 1))
    return divide(total, convert(winners, result.element_type))


def _with_tangents(reduction: Reduction, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    """One reduce of values and tangents together, by the body's derivative: as associative as the body is."""
    site, count, types = reduction.site, reduction.count, reduction.scalar_types
    carried = [number for number, type in enumerate(types) if is_differentiable(type)]
    captured_tangents = by_value(site.captured, tangents[site.at.captured])

    def body(arguments: list[Tensor]) -> list[Tensor]:
        half = len(arguments) // 2
        environment, known = site.captured_inputs, dict(captured_tangents)
        for first, values in ((0, arguments[:half]), (count, arguments[half:])):
            own = reduction.body.arguments[first : first + count]
            environment.update(zip(own, values[:count], strict=True))
            known.update((own[number], tangent) for number, tangent in zip(carried, values[count:], strict=True))
        results, outgoing = jvp_block(reduction.body, environment, known)
        return [*results, *(dense(outgoing[number], types[number]) for number in carried)]

    inputs, init_values = reduction.inputs, reduction.init_values
    given = reduction.given(tangents)
    for number in carried:
        of_input, of_init = given[number]
        inputs.append(dense(of_input, inputs[number].type))
        init_values.append(dense(of_init, types[number]))
    scalars = [*types, *(types[number] for number in carried)]
    result_types = [*site.result_types, *(site.result_types[number] for number in carried)]
    derived = region([*scalars, *scalars], "body of reduce", body)
    results = emit(site.name, [*inputs, *init_values], site.attributes, [derived], result_types)
    outgoing: list[Tangent] = [None] * count
    for number, tangent in zip(carried, results[count:], strict=True):
        outgoing[number] = tangent
    return results[:count], outgoing
