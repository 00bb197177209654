"""All constraints by id: what `hlogen rule` shows, and what pages, goldens and tests are made from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from hlogen.spec.constraint import Constraint
from hlogen.spec.dynamic_gather_constraints import DYNAMIC_GATHER
from hlogen.spec.gather_constraints import GATHER
from hlogen.spec.optable import OPS
from hlogen.spec.rules.rule import TABLE
from hlogen.spec.rules.types import QUANTIZED
from hlogen.spec.scatter_constraints import SCATTER


@cache
def constraints() -> Mapping[str, Constraint]:
    """Every constraint by its id ("gather.C17"), those of an op together and in the spec's order.

    First come gather, scatter and dynamic_gather, then the other ops as the op table has them, at last the types.
    """
    rows = TABLE.rows()
    others = (constraint for name in OPS if name in rows for constraint in rows[name].constraints)
    found: dict[str, Constraint] = {}
    for constraint in (*GATHER, *SCATTER, *DYNAMIC_GATHER, *others, *QUANTIZED):
        found.setdefault(constraint.id, constraint)  # dynamic_gather also holds some of gather's own
    return MappingProxyType(found)


def constraints_by_op() -> Mapping[str, tuple[Constraint, ...]]:
    """The constraints of each op ("gather"), and of the types whose rules there are ("quantized_element_type")."""
    found: dict[str, tuple[Constraint, ...]] = {}
    for constraint in constraints().values():
        found[constraint.op] = (*found.get(constraint.op, ()), constraint)
    return MappingProxyType(found)
