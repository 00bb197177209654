"""A loop's turn and its way back, built once and told apart: what the way back uses of the turn is what is to be saved.

The turn is built in the block that becomes the loop's body, the way back in a block inside of it. What that captures
is saved in rows, one for each turn, but for what is there anyway: what stays the same in all turns, what the number
of the turn tells, and what is made of these or of saved values without computing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from hlogen.builder.emit import emit
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, filling, require_scope, user_location
from hlogen.ir import Block, Operation, TensorType, TokenType, Value, dtype_of
from hlogen.program.copy import Copier
from hlogen.program.effects import CHECKPOINT, has_effect, runs_once
from hlogen.program.structure import captured_by, returned
from hlogen.program.unused import drop_unused

# Moved, not computed: what these give is no larger to make again from their operands than to save.
_SPREADS = ("stablehlo.broadcast_in_dim", "stablehlo.reshape")
# Computed at once from the one operand that isn't the same in all turns: 1 - y, where y is saved.
_ARITHMETIC = tuple(f"stablehlo.{name}" for name in ("add", "subtract", "multiply", "negate", "abs"))
_CHEAP = (*_SPREADS, "stablehlo.constant", "stablehlo.iota", "stablehlo.dynamic_slice", "stablehlo.slice")


class Turn:
    """The way back of a turn, which `way_back` emits in a block inside of the turn's `scope`, from values of `types`.

    `told` are the turn's arguments that needn't be saved, `steady` those of them that are the same in all turns.
    `stored` are the values to save.
    """

    def __init__(
        self,
        scope: Scope,
        types: Sequence[TensorType],
        way_back: Callable[[list[Tensor]], Sequence[Tensor]],
        told: set[Value],
        steady: set[Value],
    ) -> None:
        inner = Scope(Block(types), "the way back of a turn", user_location(), scope)
        with filling(inner):
            results = way_back([Tensor(argument, inner) for argument in inner.block.arguments])
            emit("stablehlo.return", results, result_types=())
        drop_unused(inner.block)
        self.back = _with_own_token(inner.block)
        self.turn = scope.block
        self.stored: list[Value] = []
        self._hoisted: list[Operation] = []
        self._again: list[Operation] = []
        self._sort(told, steady)

    @property
    def bytes(self) -> int:
        """What a turn saves."""
        types = [value.type for value in self.stored]
        return sum(
            prod(type.static_shape) * dtype_of(type.element_type).itemsize
            for type in types
            if isinstance(type, TensorType)
        )

    @property
    def is_asked_for(self) -> bool:
        """Whether the user has said what is saved."""
        return any(operation.called == CHECKPOINT for operation in self.turn.walk())

    @property
    def runs_once(self) -> bool:
        """Whether the way back does what may not be done again."""
        return any(runs_once(operation) for operation in self.back.walk())

    def hoisted(self, steady: dict[Value, Tensor]) -> Copier:
        """Emits what is the same in all turns, before the loop that goes back."""
        copier = Copier({value: tensor.value for value, tensor in steady.items()})
        _emitted(copier, self._hoisted)
        return copier

    def emit_back(self, hoisted: Copier, told: dict[Value, Tensor], given: Sequence[Tensor]) -> list[Tensor]:
        """Emits the way back of one turn: `told` are its arguments and what was saved, `given` is what the way
        back takes."""
        values = {value: tensor.value for value, tensor in told.items()}
        values |= {argument: tensor.value for argument, tensor in zip(self.back.arguments, given, strict=True)}
        copier = Copier({**hoisted.values, **values})
        _emitted(copier, [*self._again, *self.back.operations[:-1]])
        scope = require_scope("the way back of a loop")
        return [Tensor(value, scope) for value in copier.now(returned(self.back))]

    def _sort(self, told: set[Value], steady: set[Value]) -> None:
        inside = {*self.turn.arguments, *(result for operation in self.turn.operations for result in operation.results)}
        free, same = set(told), set(steady)
        for operation in self.turn.operations:
            if operation.regions or has_effect(operation) or operation.name.endswith("return"):
                continue
            operands = [operand for operand in operation.operands if operand in inside]
            if all(operand in same for operand in operands):
                same.update(operation.results)
                free.update(operation.results)
            elif operation.name in _CHEAP and all(operand in free for operand in operands):
                free.update(operation.results)
        needed = {value for value in captured_by(self.back) if value in inside}
        for operation in reversed(self.turn.operations):
            found = [result for result in operation.results if result in needed]
            if not found:
                continue
            if all(result in same for result in found):
                self._hoisted.append(operation)
            elif all(result in free for result in found) or self._is_of_one(operation, same):
                self._again.append(operation)
            else:
                self.stored += found
                continue
            needed.update(operand for operand in operation.operands if operand in inside)
        self.stored += [argument for argument in self.turn.arguments if argument in needed and argument not in told]
        self._hoisted.reverse()
        self._again.reverse()

    def _is_of_one(self, operation: Operation, same: set[Value]) -> bool:
        """Whether a result is made at little cost of one value alone, which is no larger."""
        if operation.name in _SPREADS:
            return True
        others = {operand for operand in operation.operands if operand not in same}
        return operation.name in _ARITHMETIC and len(others) == 1


def _with_own_token(back: Block) -> Block:
    """A way back that takes no tokens from its turn, in place: what it runs again has no effects to be in order."""
    taken = [value for value in captured_by(back) if isinstance(value.type, TokenType)]
    if taken:
        own = Operation("stablehlo.after_all", (), [TokenType()], location=back.operations[0].location)
        copier = Copier(dict.fromkeys(taken, own.result))
        operations: list[Operation] = [own]
        for operation in back.operations:
            copier.operation(operation, operations)
        back.operations = operations
    return back


def _emitted(copier: Copier, operations: Sequence[Operation]) -> None:
    """Adds copies to the block that is being filled."""
    scope = require_scope("the way back of a loop")
    copies: list[Operation] = []
    for operation in operations:
        copier.operation(operation, copies)
    scope.block.operations += copies
    scope.values.update(result for operation in copies for result in operation.results)
