"""Whether a scatter gives the same whatever the order in which its updates are applied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from hlogen.analysis.access import Access
from hlogen.analysis.bounds import Placement
from hlogen.analysis.facts import Facts
from hlogen.analysis.proof import Position, Proof, position_text, proved, refuted, unknown
from hlogen.analysis.range import ZERO
from hlogen.analysis.uniqueness import elements_of
from hlogen.analysis.view import is_analysed
from hlogen.ir.attributes import DenseElements
from hlogen.ir.module import Operation, Value
from hlogen.ir.types import FloatType, TensorType, is_boolean, is_integer
from hlogen.program.bodies import Fold, folds

# exact: the old value and the update meet in an operation that is associative and commutative in its type.
# rounding: it is so but for rounding. keep: the old value stays. overwrite: the old value isn't looked at.
Order = Literal["exact", "rounding", "keep", "overwrite", "other"]

_LOGIC = ("and", "or", "xor")
_EXTREMES = ("maximum", "minimum")
_SUMS = ("add", "multiply", "subtract")
_MOST = 10_000  # operations that are looked through


@dataclass(frozen=True)
class Body:
    """How an update computation makes one of its results: the kind of fold, and the word for it."""

    fold: Order
    word: str
    is_plain: bool = False  # where it overwrites: with the update as it is


def is_schedule_independent(access: Access, placed: tuple[Placement, ...], facts: Facts, unique: Proof) -> Proof:
    """Whether every schedule gives the same result; a gather has none."""
    if not access.is_scatter:
        return proved("a gather has no order")
    if unique.holds:
        return proved(f"no element is updated twice: {unique.reason}")
    bodies = bodies_of(access.op)
    if all(body.fold in ("exact", "keep") for body in bodies):
        words = " and ".join(dict.fromkeys(body.word for body in bodies))
        return proved(f"{words} gives the same in any order")
    count = len(access.op.operands) // 2
    if all(is_one_value(update, facts) for update in access.op.operands[count + 1 :]):
        return proved("all updates are equal")
    word = next(body.word for body in bodies if body.fold not in ("exact", "keep"))
    if all(body.fold in ("overwrite", "keep") for body in bodies):
        return _overwriting(access, placed, unique, bodies)
    if all(body.fold != "other" for body in bodies):
        return unknown(f"{word} depends on the order" + ("" if unique.is_refuted else " where updates meet"))
    return unknown(f"{word} may depend on the order")


def bodies_of(op: Operation, region: int = 0) -> tuple[Body, ...]:
    """How a scatter's update computation, or a reduction's body, makes each of its results."""
    block = op.regions[region].block
    return tuple(map(_body, folds(block), block.arguments))


def is_one_value(value: Value, facts: Facts) -> bool:
    """Whether all elements of a tensor are certainly equal."""
    for _ in range(_MOST):
        if isinstance(value.type, TensorType) and value.type.is_static and value.type.size <= 1:
            return True
        if is_analysed(value.type):
            return all(step == ZERO for step in facts.of(value).steps)
        made = value.owner
        if not isinstance(made, Operation):
            return False
        match made.name:
            case "stablehlo.constant":
                elements = constant_of(value)
                return elements is not None and elements.is_splat
            case "stablehlo.broadcast_in_dim" | "stablehlo.reshape" | "stablehlo.transpose" | "stablehlo.slice":
                value = made.operands[0]
            case "stablehlo.convert" | "stablehlo.negate" | "stablehlo.optimization_barrier":
                value = made.operands[value.index]
            case _:
                return False
    return False


def _overwriting(access: Access, placed: tuple[Placement, ...], unique: Proof, bodies: tuple[Body, ...]) -> Proof:
    """The proof for bodies that overwrite: constant updates at known places are looked at, one by one."""
    updates = access.op.operands[len(access.op.operands) // 2 + 1 :]
    pairs = [(body, update) for body, update in zip(bodies, updates, strict=True) if body.fold == "overwrite"]
    word = pairs[0][0].word
    elements = [constant_of(update) if body.is_plain else None for body, update in pairs]
    known = [update for update in elements if update is not None]
    landing = elements_of(access, placed)
    if landing is not None and len(known) == len(elements):
        meeting = [pair for update in known if (pair := _differing(landing, update)) is not None]
        if not meeting:
            return proved(f"{word}, and updates that land on the same element are equal")
        at, other, shown = meeting[0]
        return refuted(
            f"{word}, and updates that differ land on the same element: {shown[0]} at {position_text(at)} and "
            f"{shown[1]} at {position_text(other)} of updates"
        )
    if not unique.is_refuted:
        return unknown(f"{word}: where updates meet, which one stays depends on the order")
    return unknown(f"{word}, and updates meet: {unique.reason}; which one stays depends on the order")


def constant_of(value: Value) -> DenseElements | None:
    """The elements of a constant of the program; None for any other value."""
    if not isinstance(value.owner, Operation) or value.owner.name != "stablehlo.constant":
        return None
    elements = value.owner.attributes.get("value")
    return elements if isinstance(elements, DenseElements) else None


def _differing(
    landing: npt.NDArray[np.int64], update: DenseElements
) -> tuple[Position, Position, tuple[str, str]] | None:
    """Two elements of a constant that land on the same element and differ: where they stand, and what they are."""
    places, values = landing.reshape(-1), update.array.reshape(-1)
    inside = np.flatnonzero(places >= 0)
    order = inside[np.argsort(places[inside], kind="stable")]
    if not len(order):
        return None
    bits = np.frombuffer(values[order].tobytes(), np.uint8).reshape(len(order), -1)
    is_nan = values[order] != values[order]  # one NaN is as good as another
    met = (places[order][1:] == places[order][:-1]) & (bits[1:] != bits[:-1]).any(axis=1) & ~(is_nan[1:] & is_nan[:-1])
    found = np.flatnonzero(met)
    if not len(found):
        return None
    at = int(found[0])
    first, second = (tuple(map(int, np.unravel_index(order[place], landing.shape))) for place in (at, at + 1))
    return first, second, (str(update.array[first]), str(update.array[second]))


def _body(fold: Fold, old: Value) -> Body:
    """How a result is made of the old value and the update."""
    if fold.kind == "keep":
        return Body("keep", "keeping the old value")
    if not fold.uses:
        return Body("exact", "writing one value")
    if fold.kind == "set":
        return Body("overwrite", "the body overwrites", fold.is_plain)
    element_type = old.type.element_type if isinstance(old.type, TensorType) else None
    word = f"{fold.kind} of {element_type}"
    exact = element_type is not None and (is_integer(element_type) or is_boolean(element_type))
    if fold.kind in _LOGIC and exact:
        return Body("exact", word)
    if fold.kind in _EXTREMES and (exact or isinstance(element_type, FloatType)):
        return Body("exact", word)
    if fold.kind in _SUMS:
        return Body("exact", word) if exact else Body("rounding", f"{word}, which rounds,")
    return Body("other", "the body")
