"""Where the operations of a traced program stand in the user's Python.

A framework knows the user's lines where the user's own code calls it. Inside of the functions of its library it has no
places, or, where it lowers an operation once for all, that of the first call. Such operations belong to the line that
called them: a function of the library that is called from several lines becomes one function for each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from hlogen.ir import Attribute, Location, Operation, SymbolRef, Value
from hlogen.program.copy import Copier
from hlogen.program.structure import CALLS, callee

_CONSTANT = "stablehlo.constant"


def placed(functions: Sequence[Operation], entry: Operation, at: Location) -> list[Operation]:
    """`functions`, which are `entry` and what it calls, with a place for each operation, and copies of some of them.

    `at` is the place of the entry. The operations are changed, so nobody else may have them yet.
    """
    return list(_Placing(functions, entry, at).bodies)


class _Body:
    """All operations of a function, each with the one whose region it is in, outer ones first; those that call others,
    and constants."""

    def __init__(self, function: Operation) -> None:
        self.operations: list[tuple[Operation, Operation]] = []
        self.calls: list[Operation] = []
        self.constants: list[Operation] = []
        outer = [function]
        for enclosing in outer:  # to which those are added that are found
            for region in enclosing.regions:
                for block in region.blocks:
                    for operation in block.operations:
                        self.operations.append((operation, enclosing))
                        if operation.name == _CONSTANT:
                            self.constants.append(operation)
                        elif operation.regions:
                            outer.append(operation)
                        if operation.name in CALLS:
                            self.calls.append(operation)


class _Placing:
    def __init__(self, functions: Sequence[Operation], entry: Operation, at: Location) -> None:
        self._by_name = {str(function.attributes["sym_name"]): function for function in functions}
        self.bodies = {function: _Body(function) for function in functions}
        self._calls: dict[str, set[Location | None]] = {}
        for function, body in self.bodies.items():
            _forget_call(function, body)
            for operation in body.calls:
                if (name := callee(operation)) is not None:
                    self._calls.setdefault(name, set()).add(operation.location)
        # What stands for a function where it is called at a place: its name.
        self._made: dict[tuple[str, Location | None], str] = {}
        self._original = {name: name for name in self._by_name}  # of copies, too
        self._is_own: dict[str, bool] = {}
        self._waiting: deque[tuple[Operation, Location]] = deque([(entry, at)])
        while self._waiting:
            self._place(*self._waiting.popleft())

    def _place(self, function: Operation, at: Location) -> None:
        body = self.bodies[function]
        # Constants that stand nowhere, and the first operation that uses each.
        constants = [constant for constant in body.constants if constant.location is None]
        users: dict[Value, Operation | None] = dict.fromkeys([constant.result for constant in constants])
        for operation, enclosing in body.operations:
            if users:
                for value in operation.operands:
                    if value in users and users[value] is None:
                        users[value] = operation
            if operation.location is None and operation.name != _CONSTANT:
                operation.location = at if enclosing is function else enclosing.location
        for operation in body.calls:
            if (name := self._original.get(callee(operation) or "")) is not None:
                called = SymbolRef((self._called(name, operation.location or at),))
                attributes: dict[str, Attribute] = {**operation.attributes, CALLS[operation.name]: called}
                operation.attributes = attributes
        for constant in constants:
            user = users[constant.result]
            constant.location = at if user is None else user.location
        function.location = function.location or at

    def _called(self, name: str, at: Location) -> str:
        """The name of what to call at a place instead of @name, which is placed as well."""
        function = self._by_name[name]
        if name not in self._is_own:
            self._is_own[name] = self._has_places(function)
        key = name, None if self._is_own[name] else at
        if key not in self._made:
            is_first = not any(other == name for other, _ in self._made)
            if not is_first:
                function = self._copy(function, name)
            if not self._is_own[name]:
                for operation, _ in self.bodies[function].operations:
                    operation.location = None
                function.location = at
            self._made[key] = str(function.attributes["sym_name"])
            self._waiting.append((function, function.location or at))
        return self._made[key]

    def _copy(self, function: Operation, name: str) -> Operation:
        number = 2
        while (new := f"{name}_{number}") in self._original:
            number += 1
        self._original[new] = name
        copy = Copier().again(function, {**function.attributes, "sym_name": new})
        self.bodies[copy] = _Body(copy)
        return copy

    def _has_places(self, function: Operation) -> bool:
        """Whether its operations stand at lines of their own, and not just where it is called."""
        places = {operation.location for operation, _ in self.bodies[function].operations} - {None}
        return not places <= self._calls[str(function.attributes["sym_name"])]


def _forget_call(function: Operation, body: _Body) -> None:
    """Takes the place away from what stands where the function was called from as a whole: its constants and return."""
    returns = function.regions[0].block.terminator
    if returns is None or returns.location is None:
        return
    place = returns.location
    for operation in (*body.constants, returns):
        if operation.location == place:
            operation.location = None
