"""ragged_dot: linear in each operand; the cotangent of one is a product of the same groups with the other operand."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.ragged import Ragged
from hlogen.autodiff.registry import Tangents, transpose
from hlogen.autodiff.rules.partial import only, widest
from hlogen.autodiff.site import Site, converted


@transpose("chlo.ragged_dot", separately=(0, 1))
def transpose_ragged_dot(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent, names = only(cotangents), Ragged.of(site)
    number = 0 if is_linear[0] else 1
    type, other = site.input_types[number], site.inputs[1 - number]
    assert other is not None
    common = widest(cotangent.element_type, other.element_type, type.element_type)
    result = cotangent, names.result
    if number == 0:
        found = names.product(site, result, (other, names.rhs), names.lhs, common)
        return [converted(found, type.element_type), None, None]
    found = names.product(site, (other, names.lhs), result, names.rhs, common)
    return [None, converted(found, type.element_type), None]
