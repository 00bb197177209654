"""Branches: the derivative is that of the branch that runs. The way back runs it again, and then backwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogen.autodiff.forward import jvp_block
from hlogen.autodiff.regions import refuse_effects
from hlogen.autodiff.registry import Pullback, Tangent, Tangents, jvp, vjp
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.site import Site, by_value, dense, tensor_type
from hlogen.builder.emit import emit
from hlogen.builder.inner import begun, finished
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, filling
from hlogen.ir import Block, TensorType


@jvp("stablehlo.if", "stablehlo.case", computes_results=True)
def branches_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    known = by_value(site.captured, tangents[site.at.captured])

    def derived(block: Block) -> tuple[Sequence[Tensor], Tangents]:
        return jvp_block(block, dict(site.environment), known)

    return _emit_branches(site, derived, site.result_types)


@vjp("stablehlo.if", "stablehlo.case")
def branches_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    refuse_effects(site)
    results = site.emit(site.operands)
    wanted = [value for value, is_active in zip(site.captured, active[site.at.captured], strict=True) if is_active]

    def pull(cotangents: Tangents) -> Tangents:
        def derived(block: Block) -> tuple[Sequence[Tensor], Tangents]:
            _, way_back = vjp_block(block, dict(site.environment), wanted)
            known = way_back(cotangents)
            return (), [known.get(value) for value in wanted]

        _, outgoing = _emit_branches(site, derived, [tensor_type(value) for value in wanted])
        known = by_value(wanted, outgoing)
        return [None] * len(site.operands) + [known.get(value) for value in site.captured]

    return results, pull


def _emit_branches(
    site: Site, derived: Callable[[Block], tuple[Sequence[Tensor], Tangents]], types: Sequence[TensorType]
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
            filled = [dense(outgoing[number], types[number]) for number in present]
        regions.append(finished(scope, [*results, *filled]))
    result_types = [value.type for value in regions[0].block.operations[-1].operands]
    emitted = emit(site.name, site.operands, site.attributes, regions, result_types) if result_types else ()
    count = len(emitted) - len(present)
    tangents: list[Tangent] = [None] * len(types)
    for number, tangent in zip(present, emitted[count:], strict=True):
        tangents[number] = tangent
    return emitted[:count], tangents
