"""Operations along named axes. A derivative inside of the vmap is that of the sum of what all examples give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogen.autodiff.registry import Tangent, Tangents, constant, jvp, transpose
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.site import Site, zeros_like
from hlogen.builder.elementwise import compare, convert, divide, select
from hlogen.builder.functions.axes import emit_along
from hlogen.builder.tensor import Tensor
from hlogen.ir import Attribute, DenseElements
from hlogen.program.axes import AXIS_INDEX, PMAX, PMIN, PPERMUTE, PSUM, WAY_BACK, axis_of

# Where only some examples take a branch, the others have no cotangents in it: batches refuse it there.
_BACK: Mapping[str, Attribute] = {WAY_BACK: True}

constant(AXIS_INDEX)


@transpose(PSUM, jointly=(0,))
def transpose_psum(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    return _total(site, only(cotangents), _BACK)


@transpose(PPERMUTE, jointly=(0,))
def transpose_ppermute(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    """Each example gets back what it gave."""
    said = site.attributes.get("backend_config")
    perm = said.get("perm") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(perm, DenseElements) or perm.array.ndim != 2:
        raise site.error("needs perm in its backend_config, pairs of examples, to say what it computes")
    turned = {"perm": DenseElements(perm.type, perm.array[:, ::-1].copy()), **_BACK}
    cotangent = only(cotangents)
    return emit_along(PPERMUTE, [cotangent], str(axis_of(site.operation)), cotangent.type, turned)


@jvp(PMAX, PMIN)
def extreme_jvp(site: Site, tangents: Tangents) -> Tensor:
    """The tangent of the example that has it; equally great ones share."""
    tangent = only(tangents)
    is_it = compare(site.operands[0], site.results[0], "EQ")
    share = _total(site, select(is_it, tangent, zeros_like(tangent)))
    return divide(share, _total(site, convert(is_it, tangent.element_type)))


def _total(site: Site, value: Tensor, said: Mapping[str, Attribute] | None = None) -> Tensor:
    return emit_along(PSUM, [value], str(axis_of(site.operation)), value.type, said)
