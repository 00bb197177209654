"""What the dimensions of an operation's tensors are for, in the specification's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeAlias


class Role(StrEnum):
    """What a dimension is for; the same role has the same colour in every picture."""

    BATCH = "batch"
    OFFSET = "offset"
    COLLAPSED = "collapsed"
    BATCHING = "batching"
    INDEX_VECTOR = "index vector"
    SCATTER = "scatter"
    WINDOW = "window"
    INSERTED = "inserted"
    CONTRACTED = "contracted"
    FEATURE = "feature"
    SPATIAL = "spatial"
    REDUCED = "reduced"
    CONCATENATED = "concatenated"
    SPLIT = "split"
    SORTED = "sorted"
    REVERSED = "reversed"
    COUNTED = "counted"
    BROADCAST = "broadcast"
    PROCESS = "process"
    FREE = "free"

    @property
    def like(self) -> Role:
        """The role whose colour it has: what scatter calls otherwise than gather looks the same."""
        return _LIKE.get(self, self)


_LIKE = {
    Role.SCATTER: Role.BATCH,
    Role.WINDOW: Role.OFFSET,
    Role.INSERTED: Role.COLLAPSED,
    Role.SPATIAL: Role.OFFSET,
    Role.REDUCED: Role.CONTRACTED,
    Role.SPLIT: Role.INDEX_VECTOR,
}

RolesOf: TypeAlias = Callable[[Mapping[str, Any], int], tuple[Role, ...]]
"""Gives the roles of a tensor's dimensions from what the operation says and the tensor's rank."""


def dims(*, rest: Role = Role.FREE, **named: Role) -> RolesOf:
    """Roles by attribute: the dimensions that `named` attributes list have the role there, all others are `rest`."""

    def of(given: Mapping[str, Any], rank: int) -> tuple[Role, ...]:
        roles = dict.fromkeys(range(rank), rest)
        for name, role in named.items():
            listed = given[name]
            roles.update({d % rank: role for d in ([listed] if isinstance(listed, int) else listed) if d < rank})
        return tuple(roles[d] for d in range(rank))

    return of


def leading(role: Role, of: RolesOf) -> RolesOf:
    """One more dimension in front, with a role of its own."""
    return lambda given, rank: (role, *of(given, rank - 1))
