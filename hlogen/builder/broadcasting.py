"""The shape that operands share: NumPy's rules, or none where somebody wants to see every broadcast written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from hlogen.builder.trace import usage_error
from hlogen.door import strict
from hlogen.ir import Shape

_is_implicit: ContextVar[bool] = ContextVar("hlogen_broadcasting", default=True)


@strict
def broadcasting(is_implicit: bool) -> AbstractContextManager[None]:
    """Inside ``with hl.broadcasting(False):`` operands of different shapes are an error, but for those of rank 0.

    Otherwise operators and elementwise operations broadcast as NumPy does: shapes are aligned at their last dimension,
    and a dimension of size 1, or one that isn't there, is repeated. What is written is ``broadcast_in_dim``. Each
    thread and each coroutine has its own say.
    """
    return _said(is_implicit)


@contextmanager
def _said(is_implicit: bool) -> Iterator[None]:
    token = _is_implicit.set(is_implicit)
    try:
        yield
    finally:
        _is_implicit.reset(token)


def common_shape(name: str, shapes: Mapping[str, Shape]) -> Shape:
    """The shape that all are broadcast to; UsageError with the sizes that don't go together.

    A dynamic size is that of the others where it is known; where it isn't, all have to have it.
    """
    common: list[int | None] = list(next((shape for shape in shapes.values() if shape), ()))
    if all(not shape or (len(shape) == len(common) and _agree(shape, common)) for shape in shapes.values()):
        return tuple(common)
    if not _is_implicit.get():
        raise usage_error(
            f"{name} takes tensors of one shape inside hl.broadcasting(False), but {_listing(shapes)}\n"
            "  fix: say how dimensions correspond with hl.broadcast_in_dim(operand, shape, broadcast_dimensions=[...])"
        )
    rank = max(map(len, shapes.values()))
    return tuple(_common_size(name, shapes, at - rank) for at in range(rank))


def _common_size(name: str, shapes: Mapping[str, Shape], at: int) -> int | None:
    """The size of a dimension, counted from the last."""
    sizes = {what: shape[at] for what, shape in shapes.items() if len(shape) >= -at}
    larger = {what: size for what, size in sizes.items() if size != 1}
    found = set(larger.values())
    if len(found) > 1:
        (first, a), (second, b) = next(
            pair for pair in zip(larger.items(), [*larger.items()][1:], strict=False) if pair[0][1] != pair[1][1]
        )
        raise usage_error(
            f"{name} takes tensors whose shapes broadcast, but {_listing(shapes)}: dimension "
            f"{len(shapes[first]) + at} of {first} has size {_size(a)}, dimension {len(shapes[second]) + at} of "
            f"{second} {_size(b)}\n"
            "  fix: say how dimensions correspond with hl.broadcast_in_dim(operand, shape, broadcast_dimensions=[...])"
        )
    return found.pop() if found else 1


def _agree(shape: Shape, common: list[int | None]) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(shape, common, strict=True))


def _listing(shapes: Mapping[str, Shape]) -> str:
    return ", ".join(f"{what} is [{', '.join(map(_size, shape))}]" for what, shape in shapes.items())


def _size(size: int | None) -> str:
    return "?" if size is None else str(size)
