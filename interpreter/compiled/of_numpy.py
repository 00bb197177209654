"""Rows whose operations are computed by NumPy's functions: one element at a time, or many where a loop has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.emit import Emitter
from interpreter.compiled.numpy_loops import name_of
from interpreter.compiled.registry import At
from interpreter.compiled.rows.convert import from_f64


@dataclass(frozen=True)
class OfNumPy:
    """An operation on floats that is computed in f64, and rounded once.

    `arguments` are those of NumPy's `function`, of the operation's operands; `result` is the operation's, of what the
    function gives and the operands; all in f64. One that takes `several_steps` is computed in a wider type where the
    operands are f64.
    """

    function: str
    arguments: Callable[..., Sequence[str]] = lambda at, *operands: operands
    result: Callable[..., str] = lambda at, found, *operands: found
    several_steps: bool = False

    def __call__(self, at: At, *operands: str) -> str:
        """The result for one element."""
        return self.taken(at, element(at.emit, self.function, *self.given(at, *operands)), *operands)

    def given(self, at: At, *operands: str) -> Sequence[str]:
        """NumPy's arguments. NotCompiled where the operation isn't computed so."""
        if not at.held.is_float or "result_accuracy" in at.op.attributes:
            raise NotCompiled(f"{at.op.name} as it is asked for here")
        if self.several_steps and at.held.value == "double":
            raise NotCompiled(f"{at.op.name}, which is computed in a type that is wider than f64")
        return self.arguments(at, *_in_f64(at, operands))

    def taken(self, at: At, found: str, *operands: str) -> str:
        """The result, of what NumPy gives."""
        return from_f64(at.emit, self.result(at, found, *_in_f64(at, operands)), at.held)

    def loop(self, count: int) -> str:
        """The name of NumPy's loop, of so many arguments."""
        return _loop(self.function, count)


def element(emit: Emitter, function: str, *arguments: str) -> str:
    """What one of NumPy's functions gives of numbers of f64, one of each."""
    places = [emit.slot("double", argument) for argument in arguments]
    found = emit.room("double")
    call(emit, _loop(function, len(arguments)), "1", [*places, found])
    return emit.let(f"load double, ptr {found}")


def _loop(function: str, count: int) -> str:
    return name_of(function, "d" * (count + 1))


def call(emit: Emitter, loop: str, count: str, addresses: Sequence[str]) -> None:
    """Runs one of NumPy's loops over `count` numbers of f64, which lie behind each other from these addresses on: those
    of operands, and that of the result."""
    call_loop(emit, loop, addresses, [count], ["8"] * len(addresses))


def call_loop(emit: Emitter, loop: str, addresses: Sequence[str], sizes: Sequence[str], strides: Sequence[str]) -> None:
    """Runs one of NumPy's loops, with all that it is given; strides are in bytes."""
    given = [emit.array("ptr", addresses), emit.array("i64", sizes), emit.array("i64", strides)]
    emit.declare(f"declare void @{loop}(ptr, ptr, ptr, ptr)")
    emit.do(f"call void @{loop}({', '.join(f'ptr {one}' for one in given)}, ptr null)")


def _in_f64(at: At, operands: Sequence[str]) -> Sequence[str]:
    if at.held.value == "double":
        return operands
    return [at.emit.let(f"fpext float {x} to double") for x in operands]
