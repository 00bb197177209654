"""reduce_window and select_and_scatter.

A sum of windows is linear, and its transpose is a sum of windows too. A largest or smallest element is found once, with
its place: its tangent is read there, and its cotangent goes there. Where several are equally large the first one in the
window gets it all, as with ``select_and_scatter(..., lambda a, b: a >= b)``. Windows of any other body are written out
and reduced, so that the derivative is reduce's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from hlogen.autodiff.forward import jvp_of, replay_block
from hlogen.autodiff.regions import region
from hlogen.autodiff.registry import Pullback, Tangent, Tangents, jvp, transpose, vjp
from hlogen.autodiff.reverse import by_transposing, pullback_of
from hlogen.autodiff.rules.scatter_body import Kind, kinds_of
from hlogen.autodiff.site import Site, by_value, dense, is_differentiable, zeros
from hlogen.autodiff.windows import Windows, taken
from hlogen.builder.elementwise import add, compare, convert, multiply, select
from hlogen.builder.emit import broadcast_rank_0, emit, emit_constant, i64_array
from hlogen.builder.reduction import reduce
from hlogen.builder.scatter import scatter
from hlogen.builder.shape import reshape
from hlogen.builder.tensor import Tensor
from hlogen.ir import Block, ComplexType, ElementType, Value
from hlogen.program.copy import copied


@jvp("stablehlo.reduce_window")
def reduce_window_jvp(site: Site, tangents: Tangents) -> Tangents:
    if 0 in site.result_types[0].shape:
        return [None] * len(site.results)
    if not _is_simple(site):
        block = as_reduce(site)
        return jvp_of(block, site.inputs, tangents)[1]
    at, windows = site.at, Windows.of(site)
    outgoing: list[Tangent] = []
    for number, (kind, result) in enumerate(zip(kinds_of(site), site.results, strict=True)):
        tangent, init_tangent = (
            _converted(tangents[group][number], result.element_type) for group in (at.inputs, at.init_values)
        )
        if not is_differentiable(result.type) or (tangent is None and init_tangent is None):
            outgoing.append(None)
            continue
        tangent = dense(tangent, site.input_types[number].with_element_type(result.element_type))
        if kind == "add":
            init = emit_constant(0, result.element_type, ()) if init_tangent is None else init_tangent
            outgoing += windows.reduced([tangent], [init], lambda values: [add(*values)])
            continue
        operand, init = (
            convert(site.operands[group][number], result.element_type) for group in (at.inputs, at.init_values)
        )
        numbers = _extremes(windows, kind, operand, init)
        outgoing.append(taken(tangent, numbers, init_tangent))
    return outgoing


@transpose("stablehlo.reduce_window", jointly=(-1,))
def transpose_reduce_window(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """How often the initial value is added, as padding too, is up to who runs the program; so it is counted there."""
    if kinds_of(site) != ["add"]:
        raise site.error("this reduce_window of a derivative isn't linear in what the derivative goes through")
    (cotangent,) = cotangents
    assert cotangent is not None
    of_input = Windows.of(site).summed_back(cotangent) if is_linear[0] else None
    of_init = None
    if is_linear[1]:
        one = emit_constant(1, cotangent.element_type, ())
        (times,) = site.emit([zeros(site.input_types[0]), one])
        of_init = reduce(multiply(cotangent, times), 0, range(cotangent.rank), "add")
    return [of_input, of_init]


@vjp("stablehlo.reduce_window")
def reduce_window_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    if _is_simple(site):
        pullback = by_transposing(site, active)
        return site.results, pullback
    return site.emit(site.operands), pullback_of(as_reduce(site), site.inputs, active)


@jvp("stablehlo.select_and_scatter")
def select_and_scatter_jvp(site: Site, tangents: Tangents) -> Tangents:
    """That of a scatter to the places that are selected. Where they are doesn't change with a small step of operand."""
    numbers = _selected(site, site.inputs)
    block = as_scatter(site, numbers)
    return jvp_of(block, [numbers, *site.inputs[1:]], [None, *tangents[1:]])[1]


@vjp("stablehlo.select_and_scatter")
def select_and_scatter_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    numbers = _selected(site, site.inputs)
    inputs = [numbers, *site.inputs[1:]]
    return site.emit(site.operands), pullback_of(as_scatter(site, numbers), inputs, [False, *active[1:]])


def as_reduce(site: Site) -> Block:
    """What a reduce_window does to its inputs (and captured values), by a reduce of windows that are written out."""
    windows = Windows.of(site)
    if windows.is_too_large:
        raise site.error(
            f"its body is none of add, maximum and minimum, so its {windows.counts} windows of "
            f"{windows.dimensions} elements would be written out, and that is too much\n"
            "  fix: use smaller windows, or another way to compute this"
        )

    def reduced(values: list[Tensor]) -> Sequence[Tensor]:
        if 0 in windows.counts:
            return [zeros(type) for type in site.result_types]
        inputs, init_values, rank = values[site.at.inputs], values[site.at.init_values], len(windows.shape)
        inputs = [windows.written_out(value, init) for value, init in zip(inputs, init_values, strict=True)]
        body = copied(site.operation.regions[0], _captured(site, values))
        dimensions = {"dimensions": i64_array(tuple(range(rank, 2 * rank)))}
        return emit("stablehlo.reduce", [*inputs, *init_values], dimensions, [body], site.result_types)

    return region(site.input_types, "windows written out", reduced).block


def as_scatter(site: Site, numbers: Tensor | None = None) -> Block:
    """What a select_and_scatter does to its inputs (and captured values), by a scatter.

    With `numbers`, the block has these in the place of the operand: of the elements that are selected.
    """

    def scattered(values: list[Tensor]) -> Sequence[Tensor]:
        (type,) = site.result_types
        if 0 in type.static_shape:
            return [zeros(type)]
        places = _selected(site, values) if numbers is None else values[0]
        source, init = (convert(value, type.element_type) for value in values[1:3])
        total = (math.prod(type.static_shape),)
        result = scatter(
            broadcast_rank_0(init, total),
            places,
            source,
            copied(site.operation.regions[1], _captured(site, values)),
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=places.rank,
        )
        return [reshape(result, type.static_shape)]

    first = site.input_types[0] if numbers is None else numbers.type
    return region([first, *site.input_types[1:]], "a scatter of what is selected", scattered).block


def _selected(site: Site, inputs: Sequence[Tensor | None]) -> Tensor:
    """The number of the element that each window selects."""
    block = site.operation.regions[0].block
    captured = by_value(site.captured, inputs[site.at.captured])
    operand = inputs[0]
    assert operand is not None

    def keeps(one: Tensor, other: Tensor) -> Tensor:
        environment = captured | dict(zip(block.arguments, (one, other), strict=True))
        return replay_block(block, environment)[0]

    return Windows.of(site).chosen(operand, keeps)[1]


def _extremes(windows: Windows, kind: Kind | None, operand: Tensor, init: Tensor) -> Tensor:
    """The number of the largest or smallest element of each window; that of no element where `init` is beyond them."""
    direction = "GE" if kind == "maximum" else "LE"
    values, numbers = windows.chosen(operand, lambda one, other: compare(one, other, direction))
    total = emit_constant(math.prod(operand.type.static_shape), numbers.element_type, numbers.shape)
    return select(compare(values, broadcast_rank_0(init, values.shape), direction), numbers, total)


def _is_simple(site: Site) -> bool:
    """Whether each result that has tangents is a sum, or the largest or smallest, of its own input."""
    return all(
        kind == "add" or (kind in ("minimum", "maximum") and not isinstance(type.element_type, ComplexType))
        for kind, type in zip(kinds_of(site), site.result_types, strict=True)
        if is_differentiable(type)
    )


def _captured(site: Site, values: Sequence[Tensor]) -> dict[Value, Value]:
    """What stands for the captured values, which are the last ones."""
    return {value: given.value for value, given in zip(site.captured, values[site.at.captured], strict=True)}


def _converted(tangent: Tangent, element_type: ElementType) -> Tangent:
    return None if tangent is None else convert(tangent, element_type)
