"""saved_residuals: what a way back holds of the way there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from hlogen.autodiff.flatten import flattened
from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.source import Source, Wrt
from hlogen.autodiff.tidy import tidy
from hlogen.builder.checkpoint import POLICIES, emit_checkpoint
from hlogen.builder.function import Function, built
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import require_scope
from hlogen.door import strict
from hlogen.forking import cached_property
from hlogen.ir import Function as View
from hlogen.ir import HasModule, Operation, TensorType, Value, dtype_of
from hlogen.program.structure import captured

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


@dataclass(frozen=True)
class Residual:
    """A value that the way back uses: an argument, or what an operation of the way there gave.

    `bytes` is None where its sizes are known to the run alone. `operation` is ``stablehlo.tanh``, of a composite its
    name, of an argument ``argument NAME``; `place` is the line of the source that it comes from.
    """

    type: TensorType
    bytes: int | None
    operation: str
    place: str
    is_argument: bool

    def __str__(self) -> str:
        at = "" if self.is_argument else f" at {self.place}"
        return f"{_readable(self.bytes):>10}  {self.type}  {self.operation}{at}"


class Residuals(Sequence[Residual]):
    """What `hlogen.saved_residuals` found: the values, arguments first. ``print`` shows them all, and their total."""

    def __init__(self, name: str, values: Sequence[Residual], by_policy: Callable[[], Mapping[str, int]]) -> None:
        self.name = name
        self._values = tuple(values)
        self._by_policy = by_policy

    def __getitem__(self, at: Any) -> Any:
        return self._values[at]

    def __len__(self) -> int:
        return len(self._values)

    @property
    def bytes(self) -> int:
        """Of all values that aren't arguments, which whoever calls the function holds anyway."""
        return sum(value.bytes or 0 for value in self if not value.is_argument)

    @property
    def argument_bytes(self) -> int:
        """Of the arguments that the way back uses."""
        return sum(value.bytes or 0 for value in self if value.is_argument)

    @cached_property
    def by_policy(self) -> Mapping[str, int]:
        """What `bytes` would be, by each policy, of `hl.checkpoint` of the whole function."""
        return self._by_policy()

    def __str__(self) -> str:
        if not self:
            return f"the way back of {self.name} holds nothing of the way there"
        lines = [f"what the way back of {self.name} holds:", *map(str, self)]
        count = sum(not value.is_argument for value in self)
        some = "1 value" if count == 1 else f"{count} values"
        open_sizes = sum(value.bytes is None for value in self)
        more = f" (without {open_sizes} whose sizes the run alone knows)" if open_sizes else ""
        lines.append(f"{_readable(self.bytes)} in {some}{more}; {_readable(self.argument_bytes)} of arguments")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{len(self)} residuals of {self.name}, {_readable(self.bytes)}>"


@strict
def saved_residuals(function: HasModule, wrt: Wrt = None, *, entry: str | None = None) -> Residuals:
    """What the way back of `hlogen.vjp` and `hlogen.grad` holds of the way there: each value once, with its type, its
    bytes, the operation that gives it and the line that this comes from.

    ::

        print(hl.saved_residuals(loss))

    Constants don't count. What a loop stores for its turns is a value with a first dimension of as many rows; what a
    turn of the way back holds besides is gone with it. `function`, `wrt` and `entry` as for `hlogen.vjp`, and so are
    the errors raised.
    """
    source = Source(function, entry, "saved_residuals")
    chosen = source.chosen(wrt).numbers
    values = _held(source, chosen)
    return Residuals(source.name, values, lambda: _by_policy(source, chosen))


def _held(source: Source, chosen: Sequence[int]) -> list[Residual]:
    types = [*source.types, *(source.result_types[number] for number in source.differentiable)]
    there: set[Operation] = set()

    def way_there_and_back(*values: Tensor) -> tuple[Any, ...]:
        block = source.flat()
        primals = values[: len(source.types)]
        wanted = [block.arguments[number] for number in chosen]
        results, way_back = vjp_block(block, dict(zip(block.arguments, primals, strict=True)), wanted)
        there.update(require_scope("saved_residuals").block.operations)
        cotangents: list[Tensor | None] = [None] * len(source.result_types)
        for number, cotangent in zip(source.differentiable, values[len(source.types) :], strict=True):
            cotangents[number] = cotangent
        gradients = way_back(cotangents)
        return tuple(results), tuple(gradients.get(argument) for argument in wanted)

    function = built(way_there_and_back, types, source.name)
    tidy(function)
    body = View(function.operation).body
    arguments = dict(zip(body.arguments[: len(source.types)], source.names, strict=True))
    used: dict[Value, None] = {}
    for operation in body.operations[:-1]:
        if operation not in there:
            used |= dict.fromkeys((*operation.operands, *captured(operation)))
    held = [value for value in used if value in arguments or (value.owner in there and not _is_constant(value))]
    return [_residual(value, arguments) for value in sorted(held, key=lambda value: value not in arguments)]


def _by_policy(source: Source, chosen: Sequence[int]) -> dict[str, int]:
    def plain(*values: Tensor) -> tuple[Tensor, ...]:
        block = flattened(source.module, source.view)
        return tuple(replay_block(block, dict(zip(block.arguments, values, strict=True))))

    function = built(plain, source.types, source.name, private=True)
    found = {}
    for policy in POLICIES:
        whole = built(_checkpointed(function, policy), source.types, source.name)
        found[policy] = sum(
            value.bytes or 0 for value in _held(Source(whole, None, "saved_residuals"), chosen) if not value.is_argument
        )
    return found


def _checkpointed(function: Function, policy: str) -> Callable[..., tuple[Tensor, ...]]:
    return lambda *values: emit_checkpoint(function, values, {"policy": policy})


def _residual(value: Value, arguments: Mapping[Value, str]) -> Residual:
    type, owner = value.type, value.owner
    assert isinstance(type, TensorType)
    size = prod(type.static_shape) * dtype_of(type.element_type).itemsize if type.is_static else None
    if isinstance(owner, Operation):
        return Residual(type, size, owner.called, owner.place, False)
    return Residual(type, size, f"argument {arguments[value]}", "", True)


def _is_constant(value: Value) -> bool:
    """Whether it is a number, or one in each element."""
    owner = value.owner
    while isinstance(owner, Operation) and owner.name in ("stablehlo.broadcast_in_dim", "stablehlo.reshape"):
        owner = owner.operands[0].owner
    return isinstance(owner, Operation) and owner.name in ("stablehlo.constant", "stablehlo.iota")


def _readable(count: int | None) -> str:
    """``1.5 MiB``."""
    if count is None:
        return "?"
    size, unit = float(count), 0
    while size >= 1024 and unit < len(_UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return f"{size:.0f} {_UNITS[unit]}" if unit == 0 else f"{size:.1f} {_UNITS[unit]}"
