"""What a judgement about a program is: a verdict with its reason and, where refuted, the place that shows it."""

from __future__ import annotations

from dataclasses import dataclass

from hlogen.spec.constraint import Truth

Position = tuple[int, ...]


@dataclass(frozen=True)
class Witness:
    """What shows that something is so: index vectors by their batch index, and the element they meet at, if any.

    A batch index counts the dimensions of the indices without index_vector_dim. `vectors` are the index vectors there,
    None for a component that only a run knows; in the order of start_index_map (scatter_dims_to_operand_dims).
    """

    positions: tuple[Position, ...]
    vectors: tuple[tuple[int | None, ...], ...]
    element: Position | None = None


@dataclass(frozen=True)
class Proof:
    """HOLDS and VIOLATED are certain for every input of the program, whenever the operation runs at all."""

    verdict: Truth
    reason: str
    witness: Witness | None = None

    @property
    def holds(self) -> bool:
        return self.verdict is Truth.HOLDS

    @property
    def is_refuted(self) -> bool:
        return self.verdict is Truth.VIOLATED


def proved(reason: str) -> Proof:
    return Proof(Truth.HOLDS, reason)


def refuted(reason: str, witness: Witness | None = None) -> Proof:
    return Proof(Truth.VIOLATED, reason, witness)


def unknown(reason: str) -> Proof:
    return Proof(Truth.UNKNOWN, reason)


def vector_text(vector: tuple[int | None, ...]) -> str:
    """``[3, ?]``"""
    return f"[{', '.join('?' if value is None else str(value) for value in vector)}]"


def position_text(position: Position) -> str:
    """``[2, 0]``"""
    return str(list(position))


def counted(number: int, noun: str) -> str:
    """``1 index vector``, ``2 index vectors``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
