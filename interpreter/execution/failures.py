"""Errors of a run say at which operation they came up."""

from __future__ import annotations

from hlogen.errors import ExecutionError, HlogenError
from hlogen.ir import Operation


def raise_placed(error: Exception, op: Operation, block: str = "") -> None:
    """Raises `error` again, now saying at which operation it came up; returns where it already says so.

    `block` is the name of the plan that the operation stands in.
    """
    if isinstance(error, MemoryError):
        types = ", ".join(str(result.type) for result in op.results)
        raise placed(ExecutionError(f"not enough memory for {types}"), op, block) from error
    if isinstance(error, RecursionError):
        raise placed(ExecutionError("functions and regions are nested too deeply to run"), op, block) from error
    if isinstance(error, ExecutionError):
        if error.operation is None:
            placed(error, op, block)
    elif isinstance(error, HlogenError):
        raise placed(ExecutionError(str(error)), op, block) from error
    elif not getattr(error, "__notes__", None):
        error.add_note(f"while running {op.name} at {op.place}")


def placed(error: ExecutionError, op: Operation, block: str = "") -> ExecutionError:
    """`error` with the operation and its place in the message; with its function where it has no place."""
    place = f" at {op.location}" if op.location else f" in {block}" if block.startswith("function") else ""
    error.args = (f"{error.args[0] if error.args else ''}\n  where: {op.name}{place}",)
    error.operation, error.location = op.name, op.location
    return error
