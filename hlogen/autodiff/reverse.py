"""Reverse mode: a block is run again, and then backwards, from the cotangents of its results to those of its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hlogen.autodiff.dependence import leading
from hlogen.autodiff.forward import carries, jvp_site, linear_in, needing_sizes, refuse_others, row_for, site_of
from hlogen.autodiff.linear import accumulate, traced, transpose_site
from hlogen.autodiff.registry import Pullback, Tangent, Tangents
from hlogen.autodiff.site import RETURNS, Site, by_value, is_differentiable
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located
from hlogen.ir import Block, Value

# From one cotangent per value that a block returns to the cotangents of the active values it started from.
BlockPullback = Callable[[Tangents], Mapping[Value, Tensor]]


def vjp_block(
    block: Block,
    environment: dict[Value, Tensor],
    active: Iterable[Value],
    so_far: Mapping[Value, Tensor] | None = None,
    count: int | None = None,
    known: Mapping[Value, Tensor] | None = None,
) -> tuple[list[Tensor], BlockPullback]:
    """Emits what `block` computes; returns its results, and a function that emits the way back.

    `environment` has a value for each argument of the block and each value that it uses from outside; `active` are
    those of them whose cotangents are wanted. Values of the block are added to `environment`. The way back may be
    emitted in a scope inside the one that the block was emitted in; it adds to the cotangents in `so_far`.
    Of the results the first `count` are derived, or all of them: what flows back is asked for a cotangent for each of
    these.
    What is `known` of the values that the block computes isn't computed.
    """
    there = known or {}
    is_active = set(active)
    leads = leading(block, count)
    tape: list[tuple[Site, tuple[Value, ...], Pullback]] = []
    results: Sequence[Value] = ()
    for operation in block.operations:
        if operation.name in RETURNS:
            results = operation.operands
            break
        with located(operation.location):
            site = site_of(operation, environment)
            if operation.results and all(result in there for result in operation.results):
                site.known = tuple(there[result] for result in operation.results)
            inputs = (*operation.operands, *site.captured)
            is_needed = any(result in leads for result in operation.results)
            with needing_sizes(site):
                pullback = vjp_site(site, [is_needed and value in is_active for value in inputs])
        environment.update(zip(operation.results, site.known or site.results, strict=True))
        if pullback is not None:
            is_active.update(result for result in operation.results if is_differentiable(result.type))
            tape.append((site, inputs, pullback))

    def way_back(cotangents: Tangents) -> Mapping[Value, Tensor]:
        known = dict(so_far or {})
        for value, cotangent in zip(results[:count], cotangents, strict=True):
            if value in is_active:
                accumulate(known, value, cotangent)
        for site, inputs, pullback in reversed(tape):
            incoming = [known.pop(result, None) for result in site.operation.results]
            if all(cotangent is None for cotangent in incoming):
                continue
            with located(site.operation.location), needing_sizes(site):
                for value, cotangent in zip(inputs, pullback(incoming), strict=True):
                    if value in is_active:
                        accumulate(known, value, cotangent)
        return known

    return [environment[value] for value in results], way_back


def pullback_of(block: Block, inputs: Tangents, active: Sequence[bool]) -> Pullback:
    """The way back through a block that uses nothing from outside, which is emitted again on the way."""
    wanted = [argument for argument, is_active in zip(block.arguments, active, strict=True) if is_active]

    def pull(cotangents: Tangents) -> Tangents:
        _, way_back = vjp_block(block, by_value(block.arguments, inputs), wanted)
        gradients = way_back(cotangents)
        return [gradients.get(argument) for argument in block.arguments]

    return pull


def vjp_site(site: Site, active: Sequence[bool]) -> Pullback | None:
    """Emits the operation of `site`, sets `site.results`; returns its pullback, None where nothing flows back."""
    if not carries(site, active):
        site.results = site.computed()
        return None
    row = row_for(site)
    if row.vjp is not None:
        results, pullback = row.vjp(site, active)
        site.results = tuple(results)
        return pullback
    if row.jvp is not None:
        return by_transposing(site, active)
    site.results = site.computed()
    linear = linear_in(row, site)
    refuse_others(site, active, linear)

    def pull_linear(cotangents: Tangents) -> Tangents:
        if not row.separately:
            return transpose_site(_types_only(site, active), row, cotangents, active)
        outgoing: list[Tangent] = [None] * len(active)
        for number in linear:
            if active[number]:
                only = [at == number for at in range(len(active))]
                outgoing[number] = transpose_site(_types_only(site, only), row, cotangents, only)[number]
        return outgoing

    return pull_linear


def by_transposing(site: Site, active: Sequence[bool]) -> Pullback:
    """The pullback of an operation that has a jvp rule: the rule's tangents, transposed."""
    numbers = [number for number, is_active in enumerate(active) if is_active]

    def tangents_of(arguments: list[Tensor]) -> tuple[Sequence[Tensor], Tangents]:
        tangents: list[Tangent] = [None] * len(active)
        for number, argument in zip(numbers, arguments, strict=True):
            tangents[number] = argument
        outgoing = jvp_site(site, tangents)
        return site.results, outgoing

    results, linear_map = traced(tangents_of, [site.value(number) for number in numbers])
    site.results = tuple(results)

    def pull(cotangents: Tangents) -> Tangents:
        outgoing: list[Tangent] = [None] * len(active)
        for number, cotangent in zip(numbers, linear_map.transposed(cotangents), strict=True):
            outgoing[number] = cotangent
        return outgoing

    return pull


def _types_only(site: Site, linear: Sequence[bool]) -> Site:
    """The same site without the values of its linear inputs, as transposition sees it."""
    inputs = [None if is_linear else value for value, is_linear in zip(site.inputs, linear, strict=True)]
    only = Site(site.operation, inputs, site.environment)
    only.likes = site.inputs
    return only
