"""Tables with one row per operation, filled by decorators in the files of a folder, which are found by themselves.

An operation that a table has no row for may have the reason for that, said beside the rows:

    without("stablehlo.after_all", because="tokens have no tangents")

It is what a person reads where the operation is met, and in the table of docs/ops.md.

A row is looked up by what an operation is called (`Operation.called`): composites by their names, custom calls by
``@target``. Where there is none, what people said of it (`hlogen.custom`) may make one, and else there is the row of
all composites or custom calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Generic, Protocol, TypeVar, cast

from hlogen import forking
from hlogen.custom import Said, said_of

RowT = TypeVar("RowT")


class Called(Protocol):
    """An operation."""

    @property
    def name(self) -> str: ...
    @property
    def called(self) -> str: ...


_FunctionT = TypeVar("_FunctionT", bound=Callable[..., Any])


class Registry(Generic[RowT]):
    """The table whose rows, `what` they are, are registered by the files of `folder`, a package."""

    def __init__(self, folder: str, what: str) -> None:
        self._folder = folder
        self._what = what
        self._rows: dict[str, RowT] = {}
        self._reasons: dict[str, str] = {}
        self._homes: dict[str, str] = {}
        self._custom: Callable[[Mapping[str, Said]], RowT | None] = lambda said: None
        self._find = cache(self._import_folder)

    def add(self, name: str, row: RowT, home: str) -> None:
        """Registers the row of the operation `name`, from the module `home`; ValueError where there is one."""
        if name in self._rows:
            raise ValueError(f"{name} already has {self._what}, in {self._homes[name]}")
        if name in self._reasons:
            raise ValueError(f"{name} has {self._what}, and a reason for having none: {self._reasons[name]}")
        self._rows[name], self._homes[name] = row, home

    def register(self, *names: str) -> Callable[[_FunctionT], _FunctionT]:
        """The decorator that makes a function the row of the operations `names`; rows of the table are functions."""

        def registered(function: _FunctionT) -> _FunctionT:
            for name in names:
                self.add(name, cast(RowT, function), function.__module__)
            return function

        return registered

    def without(self, *names: str, because: str) -> None:
        """Says why the operations `names` have no row: a clause, so without a full stop."""
        for name in names:
            if name in self._rows:
                raise ValueError(f"{name} has {self._what}, in {self._homes[name]}, and a reason for having none")
            if name in self._reasons:
                raise ValueError(f"{name} already has a reason for not having {self._what}: {self._reasons[name]}")
            self._reasons[name] = because

    def custom(self, make: Callable[[Mapping[str, Said]], RowT | None]) -> None:
        """The decorator of what makes a row of what people said of an operation, by its words (`hlogen.custom`)."""
        self._custom = make

    def of(self, operation: Called) -> RowT | None:
        """The row of an operation, if it has one."""
        rows, key = self.rows(), operation.called
        found = rows.get(key)
        if found is None and key != operation.name:
            said = said_of(key)
            found = (self._custom(said) if said else None) or rows.get(operation.name)
        return found

    def so_far(self, name: str) -> RowT | None:
        """The row of an operation, if it is registered by now: for rows that are put together."""
        return self._rows.get(name)

    def rows(self) -> Mapping[str, RowT]:
        """The whole table, by operation name."""
        self._find()
        return self._rows

    def reasons(self) -> Mapping[str, str]:
        """Why operations have no row, by operation name."""
        self._find()
        return self._reasons

    def because(self, name: str) -> str:
        """ ": " and why an operation has no row, for the end of a message; "" where nobody said so."""
        reason = self.reasons().get(name)
        return f": {reason}" if reason else ""

    def _import_folder(self) -> None:
        with forking.importing():
            folder = import_module(self._folder)
            for module in walk_packages(folder.__path__, f"{self._folder}."):
                import_module(module.name)
