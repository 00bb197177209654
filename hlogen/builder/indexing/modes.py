"""What happens out of bounds, as far as indexing decides it: the default, and which indices need no check."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from hlogen.builder.indexing.pointers import Vectors
from hlogen.builder.tensor import TensorLike
from hlogen.builder.trace import usage_error

Mode: TypeAlias = Literal["clip", "fill", "drop", "promise_in_bounds", "error"]

_READS: tuple[Mode, ...] = ("fill", "clip", "promise_in_bounds", "error")
_UPDATES: tuple[Mode, ...] = ("drop", "fill", "clip", "promise_in_bounds", "error")


def read_mode(mode: str | None, fill_value: TensorLike | None, what: str) -> Mode:
    """The mode of a read: "fill" where none is given."""
    chosen = _chosen(mode, _READS, what)
    if fill_value is not None and chosen != "fill":
        raise usage_error(f"{what} has fill_value and mode={mode!r}, which doesn't fill\n  fix: leave one of them out")
    return chosen


def needs_check(mode: str | None) -> bool:
    """Whether constants must be in bounds: unless the caller has said what becomes of those that aren't."""
    return mode in (None, "promise_in_bounds")


def update_mode(mode: str | None, what: str) -> Mode:
    """The mode of an update: "drop" where none is given."""
    return _chosen(mode, _UPDATES, what)


def mode_arguments(
    mode: Mode, vectors: Vectors, is_inside: bool, fill_value: TensorLike | None = None
) -> dict[str, Any]:
    """The arguments of a gather or a scatter that say its mode.

    `is_inside` says that constants are in bounds, so that they need no check; where all are constants, none is needed.
    """
    if mode != "error" and is_inside and not any(vectors.is_dynamic):
        return {}
    is_mixed = is_inside and any(vectors.is_dynamic) and not all(vectors.is_dynamic)
    modes = [mode if is_dynamic else "promise_in_bounds" for is_dynamic in vectors.is_dynamic] if is_mixed else mode
    return {"mode": modes} if fill_value is None else {"mode": modes, "fill_value": fill_value}


def _chosen(mode: str | None, known: tuple[Mode, ...], what: str) -> Mode:
    if mode is None:
        return known[0]
    for name in known:
        if mode == name:
            return name
    raise usage_error(f"mode of {what} is one of {', '.join(map(repr, known))}, not {mode!r}")
