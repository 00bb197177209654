"""Branches: the derivative is that of the branch that runs. The way back runs it again, and then backwards.

Where a branch does what may not be done again (infeed, outfeed, random numbers), all of them give what their ways back
use of it, beside their results. Branches share places for values of one type; what a branch has no value for is zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from hlogen.autodiff.forward import jvp_block
from hlogen.autodiff.regions import run_once
from hlogen.autodiff.registry import Pullback, Tangent, Tangents, jvp, vjp
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.rules.saved_turns import Turn
from hlogen.autodiff.site import Site, by_value, dense, is_differentiable, tensor_type, zeros
from hlogen.builder.emit import emit
from hlogen.builder.inner import begun, finished
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, filling
from hlogen.ir import Block, Region, TensorType, Type, Value


@jvp("stablehlo.if", "stablehlo.case", computes_results=True)
def branches_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    known = by_value(site.captured, tangents[site.at.captured])

    def derived(block: Block) -> tuple[Sequence[Tensor], Tangents]:
        return jvp_block(block, dict(site.environment), known)

    return _emit_branches(site, derived, _types(site))


@vjp("stablehlo.if", "stablehlo.case")
def branches_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    wanted = [value for value, is_active in zip(site.captured, active[site.at.captured], strict=True) if is_active]
    if run_once(site.operation) is not None:
        return _saved(site, wanted)
    results = site.emit(site.operands)

    def pull(cotangents: Tangents) -> Tangents:
        def derived(block: Block) -> tuple[Sequence[Tensor], Tangents]:
            _, way_back = vjp_block(block, dict(site.environment), wanted)
            known = way_back(cotangents)
            return (), [known.get(value) for value in wanted]

        _, outgoing = _emit_branches(site, derived, [value.type for value in wanted])
        known = by_value(wanted, outgoing)
        return [None] * len(site.operands) + [known.get(value) for value in site.captured]

    return results, pull


def _saved(site: Site, wanted: Sequence[Value]) -> tuple[Sequence[Tensor], Pullback]:
    branches = [_Branch(site, region.block, wanted) for region in site.operation.regions]
    types: list[Type] = []
    for branch in branches:
        branch.take_places(types)
    regions = [branch.finished(types) for branch in branches]
    emitted = emit(site.name, site.operands, site.attributes, regions, [*_types(site), *types])
    count = len(site.operation.results)

    def pull(cotangents: Tangents) -> Tangents:
        waiting = iter(branches)

        def derived(_: Block) -> tuple[Sequence[Tensor], Tangents]:
            return (), next(waiting).emit_back(cotangents, emitted[count:])

        _, outgoing = _emit_branches(site, derived, [value.type for value in wanted])
        known = by_value(wanted, outgoing)
        return [None] * len(site.operands) + [known.get(value) for value in site.captured]

    return emitted[:count], pull


class _Branch:
    """A branch that runs once, and its way back from what it saves."""

    def __init__(self, site: Site, block: Block, wanted: Sequence[Value]) -> None:
        self.site, self.wanted = site, wanted
        self.derived = [number for number, result in enumerate(_types(site)) if is_differentiable(result)]
        self.types = [tensor_type(site.operation.results[number]) for number in self.derived]
        self.reached: list[Value] = []
        self.places: list[int] = []
        self.scope, _ = begun([], f"a branch of {site.name}")
        with filling(self.scope):
            self.results, self._way_back = vjp_block(block, dict(site.environment), wanted)
        self.turn = Turn(self.scope, self.types, self._back, set(), set())

    def take_places(self, types: list[Type]) -> None:
        """Finds a place for each value to save among those of `types`, to which it adds what isn't there."""
        for value in self.turn.stored:
            if not tensor_type(value).is_static:
                raise self.site.error(
                    f"its way back uses a {value.type} of a branch that may not run again, whose size isn't known\n"
                    "  fix: give the program static shapes (hl.transform.refine)"
                )
            free = (at for at, type in enumerate(types) if type == value.type and at not in self.places)
            place = next(free, len(types))
            if place == len(types):
                types.append(value.type)
            self.places.append(place)

    def finished(self, types: Sequence[Type]) -> Region:
        """The region, with what is saved behind its results."""
        own = dict(zip(self.places, self.turn.stored, strict=True))
        with filling(self.scope):
            saved = [
                Tensor(own[at], self.scope) if at in own else zeros(cast(TensorType, type))
                for at, type in enumerate(types)
            ]
        return finished(self.scope, [*self.results, *saved])

    def emit_back(self, cotangents: Tangents, saved: Sequence[Tensor]) -> Tangents:
        """Emits the way back: a cotangent for each of the wanted values."""
        given = [dense(cotangents[number], type) for number, type in zip(self.derived, self.types, strict=True)]
        told = {value: saved[place] for value, place in zip(self.turn.stored, self.places, strict=True)}
        known = by_value(self.reached, self.turn.emit_back(self.turn.hoisted({}), told, given))
        return [known.get(value) for value in self.wanted]

    def _back(self, given: list[Tensor]) -> list[Tensor]:
        cotangents: list[Tangent] = [None] * len(self.site.operation.results)
        for number, cotangent in zip(self.derived, given, strict=True):
            cotangents[number] = cotangent
        known = self._way_back(cotangents)
        self.reached = [value for value in self.wanted if value in known]
        return [known[value] for value in self.reached]


def _types(site: Site) -> list[Type]:
    return [result.type for result in site.operation.results]


def _emit_branches(
    site: Site, derived: Callable[[Block], tuple[Sequence[Tensor], Tangents]], types: Sequence[Type]
) -> tuple[Sequence[Tensor], list[Tangent]]:
    """Emits the branches' operation with what `derived` builds of each: some results, and tangents or cotangents of
    `types`. One that is zero in all branches is None, one that is in some is made of zeros there.
    """
    branches: list[tuple[Scope, Sequence[Tensor], Tangents]] = []
    for region in site.operation.regions:
        scope, _ = begun([], f"a branch of {site.name}")
        with filling(scope):
            branches.append((scope, *derived(region.block)))
    present = [n for n in range(len(types)) if any(outgoing[n] is not None for _, _, outgoing in branches)]
    regions = []
    for scope, results, outgoing in branches:
        with filling(scope):
            filled = [dense(outgoing[number], cast(TensorType, types[number])) for number in present]
        regions.append(finished(scope, [*results, *filled]))
    result_types = [value.type for value in regions[0].block.operations[-1].operands]
    emitted = emit(site.name, site.operands, site.attributes, regions, result_types) if result_types else ()
    count = len(emitted) - len(present)
    tangents: list[Tangent] = [None] * len(types)
    for number, tangent in zip(present, emitted[count:], strict=True):
        tangents[number] = tangent
    return emitted[:count], tangents
