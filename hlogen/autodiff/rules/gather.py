"""gather and dynamic_gather: linear in the operand; on the way back, what was read from a place is added up there."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.places import Places
from hlogen.autodiff.registry import Tangents, transpose
from hlogen.autodiff.site import Site


@transpose("stablehlo.gather", jointly=(0,))
def transpose_gather(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """A slice that was moved inside to be read is credited where it was read."""
    (cotangent,) = cotangents
    assert cotangent is not None
    return [Places.of_gather(site, cotangent).moved_inside().added(None, cotangent), *[None] * (len(site.inputs) - 1)]


# Its slice sizes aren't needed: where slices have elements to credit, the result's shape says them.
transpose("stablehlo.dynamic_gather", jointly=(0,))(transpose_gather)
