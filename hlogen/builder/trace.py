"""What is being built: the block that operations go to, the user's own source line, and the errors that name it.

Tracing calls a Python function once with tensors for arguments and records the operations that it builds. The state is
a context variable, so threads and coroutines each build their own program.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import CodeType
from typing import Any, Protocol

from hlogen.analysis.known import Known
from hlogen.errors import UsageError
from hlogen.ir import Block, Location, Operation, Value

_PACKAGE = str(Path(__file__).parents[1]) + os.sep
_between: tuple[str, ...] = (_PACKAGE,)


class Callee(Protocol):
    """A function that is called: `hlogen.builder.function.Function`, which stands above this file."""

    @property
    def name(self) -> str: ...
    @property
    def operation(self) -> Operation: ...
    @property
    def location(self) -> Location: ...
    @property
    def calls(self) -> Mapping[str, Callee]: ...  # by what its operations call them


class Scope:
    """A block being filled. Values of a scope can be used there and in the scopes opened inside it.

    `values` are the ones that the block defines; `calls` are the functions called so far, by name, and `known` what is
    known of integers, both kept by the outermost scope (a function's body).
    """

    __slots__ = ("block", "calls", "function_name", "known", "location", "parent", "sizes", "starts", "values", "what")

    def __init__(
        self, block: Block, what: str, location: Location, parent: Scope | None, function_name: str | None = None
    ) -> None:
        self.block = block
        self.what = what  # for messages: "function windows", "update_computation of scatter"
        self.location = location
        self.parent = parent
        self.function_name = function_name
        self.values: set[Value] = set(block.arguments)
        self.calls: dict[str, Callee] = {}
        self.known: Known | None = None
        self.starts: dict[Value, object] = {}  # the numbers of Python's that arguments of a loop start with
        self.sizes: dict[tuple[object, ...], Any] = {}  # tensors that say sizes; see hlogen.builder.sizes

    @property
    def root(self) -> Scope:
        return self if self.parent is None else self.parent.root

    def chain(self) -> Iterator[Scope]:
        """This scope and the ones around it, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent


_current: ContextVar[Scope | None] = ContextVar("hlogen_scope", default=None)
_location: ContextVar[Location | None] = ContextVar("hlogen_location", default=None)


def current_scope() -> Scope | None:
    """The innermost scope being filled in this thread, if any."""
    return _current.get()


def require_scope(what: str) -> Scope:
    """The innermost scope; UsageError saying that `what` needs one."""
    scope = _current.get()
    if scope is None:
        raise usage_error(
            f"{what} was called while no function is being built (each thread builds its own)\n"
            "  fix: call it inside a function decorated with @hl.function(...); to run a program, use interpreter.run"
        )
    return scope


@contextmanager
def filling(scope: Scope) -> Iterator[None]:
    """Operations built inside the `with` go to `scope`."""
    token = _current.set(scope)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def located(location: Location | None) -> Iterator[None]:
    """Operations built inside the `with` stand at `location`: that of the operation they are derived from."""
    token = _location.set(location)
    try:
        yield
    finally:
        _location.reset(token)


def pass_over(*paths: str) -> None:
    """Says that code whose files begin with one of `paths` isn't the user's, as a framework's that calls us back."""
    global _between
    _between = tuple(dict.fromkeys((*_between, *paths)))


def user_location() -> Location:
    """Where the user wrote what is being built now: the innermost line of Python that isn't hlogen's own, nor one
    that is passed over."""
    location = _location.get()
    if location is not None:
        return location
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_between):
        frame = frame.f_back
    line, column = _position(frame.f_code, frame.f_lasti)
    return Location(frame.f_code.co_filename, line or frame.f_lineno, column)


def usage_error(message: str, location: Location | None = None) -> UsageError:
    """The error for a call that can't be used as given, naming the user's own line; a fix, if any, comes last."""
    what, fix_label, fix = message.partition("\n  fix: ")
    return UsageError(f"{what}\n  where: {location or user_location()}{fix_label}{fix}")


# Of code by its id, which stays its own as the code is kept: Python only tells positions from the first one on.
_positions: dict[int, tuple[CodeType, list[tuple[int | None, int | None]]]] = {}
_MOST_CODES = 256


def _position(code: CodeType, last_instruction: int) -> tuple[int | None, int]:
    """Line and column (from 1; 0 where Python doesn't know) of the expression being evaluated."""
    known = _positions.get(id(code))
    if known is None:
        if len(_positions) >= _MOST_CODES:
            _positions.clear()
        known = _positions[id(code)] = code, [(line, column) for line, _, column, _ in code.co_positions()]
    at = last_instruction // 2
    line, column = known[1][at] if at < len(known[1]) else (None, None)
    return line, 0 if column is None else column + 1
