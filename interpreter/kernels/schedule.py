"""Schedules: in which order a scatter folds its updates (spec: scatter, `schedule`).

The specification lets an implementation choose any permutation of ``index_space(updates[0])``. These are the ones that
a run can be asked for:
  "lexicographic"  by update index, the last dimension fastest: what the interpreter does if nothing is asked
  "reverse"        the same from the end to the start
  "window-major"   by update_window_index first, then by update_scatter_index
  a number         a random permutation of all elements, drawn from numpy.random.default_rng(number); each scatter that
                   is run, each turn of a loop included, draws its own from the one generator
Only the order among updates of one and the same element of the result matters, so whole rows are moved where the
order asked for is the same for all their elements.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from hlogen.errors import UsageError
from interpreter.execution.context import Order
from interpreter.kernels.scatter_landing import Landed
from interpreter.values.array import Array

Schedule: TypeAlias = Literal["lexicographic", "reverse", "window-major"] | int


def order_of(schedule: Schedule) -> Order | None:
    """What a run follows for this schedule; None for the lexicographic one. UsageError for anything else."""
    if schedule == "lexicographic":
        return None
    if schedule == "reverse":
        return Reverse()
    if schedule == "window-major":
        return WindowMajor()
    if isinstance(schedule, (int, np.integer)) and not isinstance(schedule, bool) and schedule >= 0:
        return Shuffled(int(schedule))
    raise UsageError(
        'a schedule is "lexicographic", "reverse", "window-major" or a seed (an integer from 0 on) for a random '
        f"permutation, not {schedule!r}"
    )


class Reverse:
    """From the last update to the first."""

    def of(self, landed: Landed) -> Landed:
        return landed.picked(np.arange(len(landed.rows))[::-1])


class WindowMajor:
    """By update_window_index, then by update_scatter_index.

    What is within a row has the same place in the window wherever it lands on the same element.
    """

    def of(self, landed: Landed) -> Landed:
        if landed.window is not None:
            return landed
        landing = landed.landing
        axes = [axis for axis in landing.piece_axes if axis not in landing.scatter_axes]
        axes += [axis for axis in landing.piece_axes if axis in landing.scatter_axes]
        numbers = np.arange(np.prod(landing.piece_shape, dtype=np.intp)).reshape(landing.piece_shape)
        asked = numbers.transpose([landing.piece_axes.index(axis) for axis in axes]).reshape(-1)
        return landed.picked(_kept(asked, landed.numbers))


class Shuffled:
    """A random permutation of all elements of updates."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def of(self, landed: Landed) -> Landed:
        asked = self._rng.permutation(int(np.prod(landed.landing.update_shape, dtype=np.intp)))
        elements = landed.by_element()
        return elements.picked(_kept(asked, elements.numbers))


def _kept(asked: Array, numbers: Array | None) -> Array:
    """The order `asked` of all, as positions among those that are left, which have these numbers."""
    if numbers is None:
        return asked
    position = np.full(len(asked), -1)
    position[numbers] = np.arange(len(numbers))
    found: Array = position[asked]
    return found[found >= 0]
