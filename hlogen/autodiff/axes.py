"""Which named axis the batch that is being made is: `hlogen.psum` and its kin along it become ordinary operations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import cast

from hlogen.autodiff.site import Site
from hlogen.builder.function import Function
from hlogen.builder.trace import require_scope
from hlogen.ir import Operation, SymbolRef, TensorType, Value
from hlogen.program.axes import AXIS_INDEX, PPERMUTE, axis_of, is_along, said

_FLOW = ("stablehlo.if", "stablehlo.case", "stablehlo.while")
_bound: ContextVar[str | None] = ContextVar("hlogen_axis_name", default=None)


@contextmanager
def binding(name: str | None) -> Iterator[None]:
    """Inside the `with`, what is batched is batched along the axis `name`."""
    token = _bound.set(name)
    try:
        yield
    finally:
        _bound.reset(token)


def bound() -> str | None:
    """The name of the axis along which is being batched, if it has one."""
    return _bound.get()


def is_bound(operation: Operation) -> bool:
    """Whether an operation works along the axis along which is being batched."""
    name = _bound.get()
    return name is not None and axis_of(operation) == name


def is_same_for_all(operation: Operation) -> bool:
    """Whether an operation along the axis gives all examples the same."""
    return is_bound(operation) and operation.called not in (AXIS_INDEX, PPERMUTE)


def along_bound(operation: Operation) -> bool:
    """Whether an operation is along the axis, or holds such operations: in its regions, or in what it is decomposed
    to."""
    if _bound.get() is None:
        return False
    return any(is_bound(inner) or _holds(inner) for inner in operation.walk())


def indices_in(operation: Operation) -> set[Value]:
    """What differs along the axis in the regions of an operation though it is computed from nothing that does."""
    if _bound.get() is None:
        return set()
    return {
        result
        for inner in operation.walk()
        if _holds(inner) or (is_bound(inner) and inner.called == AXIS_INDEX)
        for result in inner.results
        if isinstance(result.type, TensorType)
    }


def require_outside_of_folds(site: Site) -> None:
    """UsageError where an operation that folds numbers, as reduce does, works along the axis in what it folds with."""
    if _bound.get() is None or not site.operation.regions or site.name in _FLOW:
        return
    inner = next((inner for inner in site.operation.walk() if is_bound(inner)), None)
    if inner is not None:
        raise site.error(
            f"{said(inner)} stands in what it folds with, which is no function of one example\n"
            "  fix: compute it before, and use its result there"
        )


def is_along_any(operation: Operation) -> bool:
    """Whether an operation works along some named axis, or holds such operations."""
    return any(is_along(each) for inner in operation.walk() for each in (inner, *_decomposed(inner)))


def _holds(operation: Operation) -> bool:
    """Whether a composite is decomposed to something along the axis."""
    return any(map(is_bound, _decomposed(operation)))


def _decomposed(operation: Operation) -> Iterator[Operation]:
    """The operations that a composite is decomposed to."""
    symbol = operation.attributes.get("decomposition")
    if not isinstance(symbol, SymbolRef):
        return
    function = cast(Function, require_scope(operation.called).root.calls[symbol.name])
    for each in function.module.functions.values():
        yield from each.operation.walk()
