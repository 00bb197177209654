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
from hlogen.autodiff.registry import Pullback, Tangent, Tangents, jvp, transpose, vjp
from hlogen.autodiff.reverse import by_transposing, pullback_of
from hlogen.autodiff.rules.scatter_body import Kind, kinds_of
from hlogen.autodiff.site import Site, by_value, dense, is_differentiable, zeros
from hlogen.builder.elementwise import add, compare, convert, multiply, select
from hlogen.builder.emit import broadcast_to, emit_constant
from hlogen.builder.reduction import reduce
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import defined, written
from hlogen.definitions.windows import Windows, scatter_selected, selected, taken
from hlogen.ir import Block, ComplexType, ElementType
from hlogen.program.copy import closed


@jvp("stablehlo.reduce_window")
def reduce_window_jvp(site: Site, tangents: Tangents) -> Tangents:
    if 0 in site.result_types[0].shape:
        return [None] * len(site.results)
    if not _is_simple(site):
        block = as_reduce(site)
        return jvp_of(block, site.inputs, tangents)[1]
    at, windows = site.at, Windows.of(site.operation)
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
    of_input = Windows.of(site.operation).summed_back(cotangent) if is_linear[0] else None
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
    numbers = _selected(site)
    block = _as_scatter(site, numbers)
    return jvp_of(block, [numbers, *site.inputs[1:]], [None, *tangents[1:]])[1]


@vjp("stablehlo.select_and_scatter")
def select_and_scatter_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    numbers = _selected(site)
    inputs = [numbers, *site.inputs[1:]]
    return site.emit(site.operands), pullback_of(_as_scatter(site, numbers), inputs, [False, *active[1:]])


def as_reduce(site: Site) -> Block:
    """What a reduce_window does to its inputs (and captured values), by a reduce of windows that are written out."""
    block = defined(site.operation)
    if block is None:
        windows = Windows.of(site.operation)
        raise site.error(
            f"its body is none of add, maximum and minimum, so its {windows.counts} windows of "
            f"{windows.dimensions} elements would be written out, and that is too much\n"
            "  fix: use smaller windows, or another way to compute this"
        )
    return closed(block, site.captured)


def _as_scatter(site: Site, numbers: Tensor) -> Block:
    """What a select_and_scatter does to the numbers of what is selected, in the place of the operand."""
    block = written(scatter_selected, site.operation, [numbers.type, *site.input_types[1:3]])
    assert block is not None
    return closed(block, site.captured)


def _selected(site: Site) -> Tensor:
    """The number of the element that each window selects."""
    inside = written(lambda op, operand: [selected(op, operand)], site.operation, site.input_types[:1])
    assert inside is not None
    block = closed(inside, site.captured)
    return replay_block(block, by_value(block.arguments, [site.inputs[0], *site.inputs[site.at.captured]]))[0]


def _extremes(windows: Windows, kind: Kind | None, operand: Tensor, init: Tensor) -> Tensor:
    """The number of the largest or smallest element of each window; that of no element where `init` is beyond them."""
    direction = "GE" if kind == "maximum" else "LE"
    values, numbers = windows.chosen(operand, lambda one, other: compare(one, other, direction))
    total = emit_constant(math.prod(operand.type.static_shape), numbers.element_type, numbers.shape)
    return select(compare(values, broadcast_to(init, values.shape), direction), numbers, total)


def _is_simple(site: Site) -> bool:
    """Whether each result that has tangents is a sum, or the largest or smallest, of its own input."""
    return all(
        kind == "add" or (kind in ("minimum", "maximum") and not isinstance(type.element_type, ComplexType))
        for kind, type in zip(kinds_of(site), site.result_types, strict=True)
        if is_differentiable(type)
    )


def _converted(tangent: Tangent, element_type: ElementType) -> Tangent:
    return None if tangent is None else convert(tangent, element_type)
