"""Where windows lie: inside of operand, outside, or across its edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hlogen.analysis.access import Access, Component
from hlogen.analysis.proof import Proof, Witness, counted, position_text, proved, refuted, unknown, vector_text
from hlogen.analysis.range import Range
from hlogen.forking import cached_property
from hlogen.spec.constraint import Truth

# Starts are cut off here, far beyond any dimension, so that sums with sizes stay in 64 bits.
MOST = 1 << 61


@dataclass(frozen=True)
class Placement:
    """What is certain of one component of the index vectors."""

    component: Component

    @cached_property
    def starts(self) -> npt.NDArray[np.int64] | None:
        """The starts of all index vectors in row-major order, cut off far outside; None where they aren't known."""
        return _starts(self.component)

    @property
    def range(self) -> Range:
        return self.component.fact.range

    @property
    def verdict(self) -> Truth:
        """HOLDS where every window lies inside along this dimension, VIOLATED where one certainly doesn't."""
        limit = self.component.limit
        if self.range.low >= 0 and limit is not None and self.range.high <= limit:
            return Truth.HOLDS
        outside = self.is_always_above or self.is_always_below or (self.starts is not None and bool(self.outside.any()))
        return Truth.VIOLATED if outside else Truth.UNKNOWN

    @property
    def is_always_above(self) -> bool:
        return self.component.limit is not None and self.range.low > self.component.limit

    @property
    def is_always_below(self) -> bool:
        return self.range.high < 0

    @property
    def touches(self) -> bool:
        """Whether a part of the window certainly lies inside, wherever it stands."""
        size, window = self.component.size, self.component.window
        return size is not None and window is not None and self.range.low > -window and self.range.high < size

    @property
    def misses(self) -> bool:
        """Whether no part of the window lies inside, wherever it stands."""
        size, window = self.component.size, self.component.window
        return (window is not None and self.range.high <= -window) or (size is not None and self.range.low >= size)

    @cached_property
    def outside(self) -> npt.NDArray[np.bool_]:
        """Of known starts, those whose window isn't wholly inside."""
        assert self.starts is not None
        if self.component.limit is None:
            return self.starts < 0
        return (self.starts < 0) | (self.starts > self.component.limit)

    @property
    def text(self) -> str:
        """``0 .. 5``, ``3``, ``0 .. 8 in steps of 2``, ``any i32``: what the starts are."""
        if self.range == Range.of_type(self.component.type):
            return f"any {self.component.type}"
        return range_text(self.range)

    def start(self, flat: int) -> int | None:
        """The start of the index vector with this number in row-major order, None where only a run knows it."""
        constant = self.component.fact.constant
        return self.range.value if constant is None else int(constant.reshape(-1)[flat])


def range_text(range: Range) -> str:
    if range.is_empty:
        return "nothing"
    if range.low == range.high:
        return str(range.low)
    return f"{range.low} .. {range.high}" + (f" in steps of {range.step}" if range.step > 1 else "")


def known_vectors(access: Access, placed: tuple[Placement, ...]) -> npt.NDArray[np.int64] | None:
    """All index vectors as rows, cut off far outside, where every component is known; None where one isn't."""
    columns = [placement.starts for placement in placed]
    if access.vectors is None or any(column is None for column in columns):
        return None
    if not columns:
        return np.zeros((access.vectors, 0), np.int64)
    return np.stack([column for column in columns if column is not None], axis=1)


def in_bounds(access: Access, placed: tuple[Placement, ...]) -> Proof:
    """Whether every window lies wholly inside: nothing is clamped, nothing is dropped."""
    if reason := nothing_happens(access):
        return proved(reason)
    if access.drops_all:
        return only_if_some(access, refuted("inputs have no elements, so every update is dropped"))
    for placement in placed:
        if placement.verdict is Truth.VIOLATED:
            return only_if_some(access, _outside(access, placed, placement))
    if all(placement.verdict is Truth.HOLDS for placement in placed):
        if access.may_drop_all:
            return unknown("inputs may have no elements, so that every update is dropped")
        if not placed:
            return proved("the windows start at 0")
        return proved("; ".join(f"{_named(placement)} of 0 .. {placement.component.limit}" for placement in placed))
    placement = next(placement for placement in placed if placement.verdict is not Truth.HOLDS)
    component = placement.component
    if component.limit is None:
        return unknown(f"{_named(placement)}, and the size of dimension {component.dim} or of the window isn't known")
    return unknown(f"{_named(placement)}, in bounds are 0 .. {component.limit}")


def only_if_some(access: Access, proof: Proof) -> Proof:
    """`proof`; where sizes that only a run knows may leave nothing to read or to update, a refutation is open."""
    if access.is_never_empty or not proof.is_refuted:
        return proof
    return unknown(f"{proof.reason}; unless there is nothing to {'update' if access.is_scatter else 'read'}")


def nothing_happens(access: Access) -> str | None:
    """Why there is no index vector, where there is none."""
    if access.is_empty:
        return "there is nothing to update" if access.is_scatter else "there is nothing to read"
    if any(component.fact.is_empty for component in access.components):
        return "it is never reached"
    return None


def _outside(access: Access, placed: tuple[Placement, ...], placement: Placement) -> Proof:
    component = placement.component
    bounds = f"0 .. {component.limit}" if component.limit is not None else "0 and above"
    if placement.starts is None:
        witness = None
        if access.vectors:
            at = (0,) * len(access.batch_dims)
            witness = Witness((at,), (tuple(other.start(0) for other in placed),))
        return refuted(f"{_named(placement)}, never in bounds, which are {bounds}", witness)
    offenders = np.flatnonzero(placement.outside)
    first = int(offenders[0])
    vector = tuple(other.start(first) for other in placed)
    position = access.position(first)
    return refuted(
        f"component {component.place} (dimension {component.dim}) is outside of {bounds} in {len(offenders)} of "
        f"{counted(len(placement.starts), 'index vector')}: {vector_text(vector)} at {position_text(position)}",
        Witness((position,), (vector,)),
    )


def _named(placement: Placement) -> str:
    component = placement.component
    return f"component {component.place} (dimension {component.dim}) is {placement.text}"


def _starts(component: Component) -> npt.NDArray[np.int64] | None:
    constant = component.fact.constant
    if constant is None:
        return None
    flat = constant.reshape(-1)
    if flat.dtype == np.uint64:
        return np.minimum(flat, np.uint64(MOST)).astype(np.int64)
    return np.clip(flat, -MOST, MOST).astype(np.int64, copy=False)
