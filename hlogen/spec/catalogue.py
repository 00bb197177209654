"""All constraints by id: what `hlogen rule` shows, and what pages, goldens and tests are made from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from hlogen.spec.constraint import Constraint
from hlogen.spec.dynamic_gather_constraints import DYNAMIC_GATHER
from hlogen.spec.gather_constraints import GATHER
from hlogen.spec.scatter_constraints import SCATTER


@cache
def constraints() -> Mapping[str, Constraint]:
    """Every constraint by its id ("gather.C17"): gather's, scatter's, then dynamic_gather's, in the spec's order."""
    found: dict[str, Constraint] = {}
    for constraint in (*GATHER, *SCATTER, *DYNAMIC_GATHER):
        found.setdefault(constraint.id, constraint)  # dynamic_gather also holds some of gather's own
    return MappingProxyType(found)
