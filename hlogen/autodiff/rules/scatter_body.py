"""What a scatter's update computation is, of the kinds that have derivatives of their own."""

from __future__ import annotations

from typing import Literal, cast, get_args

from hlogen.autodiff.site import Site
from hlogen.program.bodies import folds

# "set" gives the update, "keep" the element so far; None is any other computation.
Kind = Literal["set", "keep", "add", "subtract", "multiply", "minimum", "maximum"]


def kinds_of(site: Site) -> list[Kind | None]:
    """One per result of the scatter: what becomes of the element so far and the update of the same number.

    The computation may work in wider types than the inputs (scatter C23), to which both are then converted first.
    """
    found = folds(site.operation.regions[0].block)
    return [cast(Kind, fold.kind) if fold.is_plain and fold.kind in get_args(Kind) else None for fold in found]
