"""What `x.at[...]` builds: reads with a mode, and updates that make a new tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from hlogen.builder.indexing.base import Counting
from hlogen.builder.indexing.modes import needs_check, read_mode, update_mode
from hlogen.builder.indexing.parse import DynamicIndex, Index, parse
from hlogen.builder.indexing.read import read
from hlogen.builder.indexing.update import UPDATES, Update, update
from hlogen.builder.promises import SORTED, UNIQUE, promise
from hlogen.builder.regions import Computation, check_signature
from hlogen.builder.tensor import Addressed, Options, Promise, Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.ir import Region


def get(
    part: Addressed,
    mode: str | None,
    fill_value: TensorLike | None,
    indices_are_sorted: Promise,
    unique_indices: Promise,
    wrap_negative_indices: bool,
) -> Any:
    index = _index(part, mode, wrap_negative_indices, "get")
    promise(unique_indices, UNIQUE)  # a gather has no use for it
    is_sorted = promise(indices_are_sorted, SORTED)
    return read(part.operand, index, read_mode(mode, fill_value, "get"), fill_value, is_sorted)


def updated(part: Addressed, name: str, values: TensorLike, options: Options) -> Any:
    """The tensor after the update that the method `name` stands for."""
    return _updated(part, name, UPDATES[name], values, options)


def applied(part: Addressed, function: Computation, values: TensorLike | None, options: Options) -> Any:
    if values is not None:
        if isinstance(function, str):
            named = {"and": "and_", "or": "or_"}.get(function, function)
            how = UPDATES.get(named) or Update(function, None)
        elif isinstance(function, Region):
            how = Update(function, None)
        else:
            check_signature(function, 2, "the function of apply")
            how = Update(function, function)
        return _updated(part, "apply", how, values, options)
    unary = cast("Callable[[Tensor], Any]", function)
    check_signature(unary, 1, "the function of apply")

    def ignoring(old: Tensor, new: Tensor) -> Any:
        return unary(old)

    return _updated(part, "apply", Update(ignoring, ignoring, needs_new=False), 1, options)


def _updated(part: Addressed, name: str, how: Update, values: TensorLike, options: Options) -> Any:
    for given in options:
        if given not in Options.__annotations__:
            raise usage_error(f"{name} takes no {given}\n  fix: it takes {', '.join(Options.__annotations__)}")
    mode = options.get("mode")
    return update(
        part.operand,
        _index(part, mode, options.get("wrap_negative_indices", True), name),
        how,
        values,
        update_mode(mode, name),
        promise(options.get(SORTED, "auto"), SORTED),
        promise(options.get(UNIQUE, "auto"), UNIQUE),
    )


def _index(part: Addressed, mode: str | None, wraps: bool, name: str) -> Index | DynamicIndex:
    require_scope(f"x.at[...].{name}")
    return parse(part.key, part.operand, Counting.chosen(part.base, wraps), needs_check(mode))
