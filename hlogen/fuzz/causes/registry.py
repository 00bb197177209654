"""The table of the models, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import TypeAlias

from hlogen.fuzz.causes.wrong import Results, Wrong
from interpreter.values.same import is_same

UNKNOWN = "unknown"

# The results that the mistake would give, one after the other; True where it is certain without any.
Model: TypeAlias = Callable[[Wrong], Iterator["Results | bool | None"]]


@dataclass(frozen=True)
class Cause:
    """A mistake. `across_operations`: where it is one mistake in whatever operation it shows."""

    name: str
    across_operations: bool
    model: Model


_CAUSES: list[Cause] = []


def cause(name: str, *, across_operations: bool = False) -> Callable[[Model], Model]:
    """The decorator of a model."""

    def registered(model: Model) -> Model:
        _CAUSES.append(Cause(name, across_operations, model))
        return model

    return registered


@cache
def causes() -> tuple[Cause, ...]:
    """All of them: what is told by indices first, then by operands and attributes, then by the elements alone."""
    for name in ("indices", "operands", "computations", "values"):
        import_module(f"hlogen.fuzz.causes.{name}")
    return tuple(_CAUSES)


def causes_of(wrong: Wrong) -> tuple[Cause, ...]:
    """All causes that give what the backend gave."""
    return tuple(each for each in causes() if explains(each, wrong))


def explains(cause: Cause, wrong: Wrong) -> bool:
    """Whether the mistake gives what the backend gave; of results that are right, whether it leaves them so."""
    has_results = False
    for results in cause.model(wrong):
        if results is True or (isinstance(results, tuple) and _are_same(results, wrong.got)):
            return True
        has_results |= isinstance(results, tuple)
    return not wrong.is_wrong and not has_results


def may_show(cause: Cause, rivals: Sequence[Cause], wrong: Wrong) -> bool:
    """Whether the mistake makes a difference, and another one than those of `rivals`; True where only results can
    tell."""
    return any(
        isinstance(each, bool)
        or (
            each is not None
            and not _are_same(each, wrong.expected)
            and not any(explains(rival, replace(wrong, got=each)) for rival in rivals)
        )
        for each in cause.model(wrong)
    )


def _are_same(results: Results, got: Results) -> bool:
    return all(
        one.shape == other.shape and one.dtype == other.dtype and bool(is_same(one, other).all())
        for one, other in zip(results, got, strict=True)
    )
