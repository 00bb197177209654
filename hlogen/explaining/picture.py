"""What a picture of an operation shows, as data: its tensors with the roles of their dimensions, its map, its values.

The terminal and the page draw the same `Picture`. Nothing here knows how it looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlogen.explaining.formula import Step, Tensor, Touched
from hlogen.explaining.maps import IndexMap
from hlogen.explaining.roles import Role
from hlogen.forking import cached_property
from hlogen.ir import Location, Operation, TensorType

MOST_FOLLOWED = 1 << 16
"""So many elements are followed on their way, each of them by a formula in Python."""

_MOST_TOUCHED = 1 << 18  # by all of them together


@dataclass(frozen=True)
class Panel:
    """One tensor: the specification's name for it, its type, the role of each dimension and, where known, its elements.

    `alike` are more tensors that the specification has under this name (``inputs...``): they have the same shape, and
    what the index map says of an element of this one it says of theirs. Where `roles` start with a process, the first
    dimension are the processes, each with a tensor of its own.
    """

    name: str
    type: TensorType
    roles: tuple[Role, ...]
    values: np.ndarray[Any, np.dtype[Any]] | None = None
    alike: Sequence[Panel] = ()

    @property
    def called(self) -> str:
        """Its name as the specification writes it, with "..." where several tensors are meant."""
        return f"{self.name}..." if self.alike else self.name

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes, all static."""
        return self.type.static_shape


@dataclass(frozen=True)
class Fold:
    """How updates are folded, one after the other, into the elements that they go to (spec: scatter,
    select_and_scatter).

    `into` is the panel of the result, `start` the one with the values that it begins with, of the same shape or a
    scalar. `body` is what is done to an old value and an update, as `hlogen.program.bodies` says it: ``set``, ``keep``,
    ``add``, ..., or ``other``. By the index of an element of `into`, `histories` has its values after each of its
    updates, in lexicographic order, and `possible` the values that it may have, whatever the order.
    """

    start: str
    into: str
    body: str
    histories: Mapping[tuple[int, ...], Sequence[Any]] = field(default_factory=dict)
    possible: Mapping[tuple[int, ...], Sequence[Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """An operation with the values that it met.

    `given` is what the formula asks for beside an index: attributes as ints and lists of ints, tensors as `Tensor`.
    `panels` stand in the order in which they are drawn, by name; `map.of` is the one that the formula starts from.
    `fold` is there where several of its elements may go to one element.
    `operation` is as it stands in the program, but for what its regions take from outside, which are constants.
    """

    op: str
    map: IndexMap
    given: Mapping[str, Any]
    panels: Mapping[str, Panel]
    place: Location | None = None
    notes: Sequence[str] = field(default=())
    fold: Fold | None = None
    operation: Operation | None = None

    def way(self, index: Sequence[int]) -> tuple[list[Step], Touched]:
        """The steps of the formula from an element of the panel `map.of`, and the elements that it reads or writes."""
        return self.map.formula(index, self.given)

    @cached_property
    def is_small(self) -> bool:
        """Whether the way of each element can be followed, as `touched` does."""
        panel = self.panels[self.map.of]
        if not 0 < panel.type.size <= MOST_FOLLOWED:
            return panel.type.size == 0
        steps, touched = self.way((0,) * len(panel.shape))
        longest = max((len(step.value) for step in steps if isinstance(step.value, list)), default=0)
        return panel.type.size * max(len(touched), longest) <= max(_MOST_TOUCHED, 8 * panel.type.size)

    @cached_property
    def touched(self) -> Mapping[tuple[str, tuple[int, ...]], list[tuple[int, ...]]]:
        """Who touches an element: by panel and index, the elements of `map.of` that read it or are written to it.

        In the order of index_space, which for updates is the order in which the interpreter folds them.
        """
        found: dict[tuple[str, tuple[int, ...]], list[tuple[int, ...]]] = {}
        for start in np.ndindex(*self.panels[self.map.of].shape):
            for panel, index in self.way(start)[1]:
                found.setdefault((panel, tuple(index)), []).append(start)
        return found

    @cached_property
    def directed(self) -> Mapping[tuple[str, tuple[int, ...]], list[tuple[int, ...]]]:
        """Whose way an index decides: by panel and index of an element of a tensor of indices, the elements of `map.of`
        whose formula reads it."""
        found: dict[tuple[str, tuple[int, ...]], list[tuple[int, ...]]] = {}
        for start in np.ndindex(*self.panels[self.map.of].shape):
            for name, index in self.map.formula.read(start, self.given):
                found.setdefault((name, tuple(index)), []).append(start)
        return found


__all__ = ["Fold", "Panel", "Picture", "Role", "Tensor"]
