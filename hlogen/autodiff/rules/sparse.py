"""Sparse products: linear in each operand; the cotangent of one is a product of the others and the result's."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.registry import Tangent, Tangents, transpose
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.site import Site
from hlogen.sparse.composite import PRODUCT, emit_product, form_of


@transpose(PRODUCT, separately=(-1,))
def transpose_product(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> list[Tangent]:
    number = list(is_linear).index(True)
    form = form_of(site.operation)
    assert form is not None  # others are written out before
    others = [*site.operands[number + 1 :], only(cotangents), *site.operands[:number]]
    outgoing: list[Tangent] = [None] * len(is_linear)
    outgoing[number] = emit_product(form.turned(number), others)
    return outgoing
