"""scatter: a rule for each of the well-known update computations; any other one is folded (scatter_fold.py).

The tangents are made by scatters that are linear in them, of three kinds, so that only these are transposed: "add";
"set" of tangents where no place is there twice, or of zeros; "multiply" by updates that have no tangent. A place out of
bounds has neither tangent nor cotangent, element by element as in the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.places import Places
from hlogen.autodiff.registry import Pullback, Tangent, Tangents, jvp, transpose, vjp
from hlogen.autodiff.reverse import by_transposing
from hlogen.autodiff.rules.scatter_body import Kind, kinds_of
from hlogen.autodiff.rules.scatter_fold import fold_jvp, fold_vjp
from hlogen.autodiff.rules.scatter_product import product_jvp, product_vjp
from hlogen.autodiff.rules.scatter_winners import LastWritten, extremal_tangent
from hlogen.autodiff.site import Site, converted, is_differentiable, zeros_like
from hlogen.builder.elementwise import multiply, negate
from hlogen.builder.tensor import Tensor


@jvp("stablehlo.scatter", computes_results=True)
def scatter_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    way = _way(site, [tangent is not None for tangent in tangents])
    if way == "fold":
        return fold_jvp(site, tangents)
    if way == "product":
        return product_jvp(site, tangents)
    return _jvp_by_kind(site, tangents)


@vjp("stablehlo.scatter")
def scatter_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    way = _way(site, active)
    if way == "fold":
        return fold_vjp(site, active)
    if way == "product":
        return product_vjp(site, active)
    pullback = by_transposing(site, active)
    return site.results, pullback


@transpose("stablehlo.scatter", jointly=(-1,))
def transpose_scatter(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent, places = cotangents[0], Places.of_scatter(site)
    kind = kinds_of(site)[0] if len(cotangents) == 1 else None
    to_update = kind is not None and is_linear[site.at.updates][0]
    assert cotangent is not None
    if kind == "add":
        return [cotangent, None, places.read(cotangent) if to_update else None]
    if kind == "set" and (places.are_unique() or not to_update):
        none_there = _without(places, cotangent, site.zeros(2))
        return [none_there, None, places.read(cotangent) if to_update else None]
    if kind == "multiply" and not to_update:
        (update,) = site.inputs[site.at.updates]
        assert update is not None
        return [places.scattered([cotangent], [update], "mul")[0], None, None]
    raise site.error("this scatter of a derivative isn't linear in what the derivative goes through")


def _way(site: Site, active: Sequence[bool]) -> str:
    """How to derive: by "kind" of the update computation, as "product", or as "fold" where it takes the order."""
    kinds = kinds_of(site)
    if any(kind is None and is_differentiable(type) for kind, type in zip(kinds, site.result_types, strict=True)):
        return "fold"
    updated = zip(kinds, active[site.at.updates], strict=True)
    multiplies = [kind == "multiply" and is_active for kind, is_active in updated]
    if not any(multiplies) or Places.of_scatter(site).are_unique():
        return "kind"
    return "product" if len(kinds) == 1 else "fold"


def _jvp_by_kind(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    kinds, places = kinds_of(site), Places.of_scatter(site)
    inputs, updates = site.operands[site.at.inputs], site.operands[site.at.updates]
    dx, du = tangents[site.at.inputs], tangents[site.at.updates]
    has_nothing = places.is_void
    competes = not has_nothing and any(kind == "set" and t is not None for kind, t in zip(kinds, du, strict=True))
    if any(kind in ("minimum", "maximum") for kind in kinds) or (competes and not places.are_unique()):
        places.require_static()
    last = LastWritten.at(places) if competes and not places.are_unique() else None
    own = () if last and all(kind == "set" for kind in kinds) else site.emit(site.operands)
    results: list[Tensor] = []
    outgoing: list[Tangent] = []
    for number, (kind, result_type) in enumerate(zip(kinds, site.result_types, strict=True)):
        # An update computation in wider types than the inputs' starts with converting (scatter C23).
        type = result_type.element_type
        x, update = (converted(group[number], type) for group in (inputs, updates))
        old, new = (None if t is None else converted(t, type) for t in (dx[number], du[number]))
        results.append(last.value(x, update) if last and kind == "set" else own[number])
        if has_nothing or kind == "keep" or (old is None and new is None):
            outgoing.append(old)
        elif kind == "set" and new is not None and last:
            outgoing.append(last.value(old, new))
        elif kind in ("minimum", "maximum"):
            outgoing.append(extremal_tangent(places, x, update, results[number], old, new))
        else:
            assert kind is not None
            outgoing.append(_linear_tangent(kind, places, x, update, old, new))
    return results, outgoing


def _linear_tangent(kind: Kind, places: Places, x: Tensor, update: Tensor, old: Tangent, new: Tangent) -> Tangent:
    """The tangent where each place has one update, or where all of them add up."""
    if kind == "set":
        if new is None:
            assert old is not None
            return _without(places, old, zeros_like(update))
        return places.scattered([zeros_like(x) if old is None else old], [new], "set", unique=True)[0]
    if kind == "multiply":
        if old is not None:
            (old,) = places.scattered([old], [update], "mul")
        # Only where something is multiplied: an infinity elsewhere has nothing to do with it.
        new = None if new is None else multiply(places.read(x), new)
    if kind == "subtract":
        new = None if new is None else negate(new)
    return old if new is None else places.added(old, new)


def _without(places: Places, value: Tensor, nothing: Tensor) -> Tensor:
    """`value` with `nothing`, zeros of the shape of updates, at all places; which of equal places is last doesn't
    matter."""
    return value if places.is_void else places.scattered([value], [nothing], "set")[0]
