"""Transposing: what is linear in tangents is recorded while a jvp rule builds it, and run backwards on cotangents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogen.autodiff.dependence import passes_batches, reach_loop
from hlogen.autodiff.forward import linear_in, listed, refuse_others
from hlogen.autodiff.registry import Row, Tangent, Tangents, row_of
from hlogen.autodiff.site import Site
from hlogen.autodiff.sums import total_of
from hlogen.builder.sizes import same_sizes
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, filling, located, require_scope, user_location
from hlogen.ir import Block, Operation, Value
from hlogen.program.structure import captured, returned

# What these compute stands elsewhere.
_WITH_FUNCTIONS = ("stablehlo.composite", "stablehlo.custom_call", "func.call")


class LinearMap:
    """What a function of tangents does to them, as operations that are linear in `arguments`.

    `likes` are the values that the arguments are tangents of.
    """

    def __init__(
        self,
        arguments: Sequence[Value],
        likes: Sequence[Tensor],
        operations: Sequence[Operation],
        results: Sequence[Value | None],
    ):
        self.arguments = arguments
        self.likes = likes
        self.operations = operations
        self.results = results

    def transposed(self, cotangents: Tangents) -> list[Tangent]:
        """Emits the way back: from a cotangent per result to one per argument."""
        for argument, like in zip(self.arguments, self.likes, strict=True):
            same_sizes(argument, like)
        known: dict[Value, Tensor] = {}
        for value, cotangent in zip(self.results, cotangents, strict=True):
            if value is not None:
                accumulate(known, value, cotangent)
        linear = set(self.arguments).union(*(operation.results for operation in self.operations))
        for operation in reversed(self.operations):
            incoming = [known.pop(result, None) for result in operation.results]
            if any(cotangent is not None for cotangent in incoming):
                self._step(operation, incoming, linear, known)
        return [known.get(argument) for argument in self.arguments]

    def _step(
        self, operation: Operation, incoming: list[Tangent], linear: set[Value], known: dict[Value, Tensor]
    ) -> None:
        scope = require_scope("a transposition")
        inputs = [None if value in linear else Tensor(value, scope) for value in operation.operands]
        environment = {value: Tensor(value, scope) for value in captured(operation)}
        site = Site(operation, [*inputs, *environment.values()], environment)
        is_linear = [value in linear for value in (*operation.operands, *site.captured)]
        row = row_of(operation)
        if row is None or row.transpose is None:
            raise site.error("this operation of a derivative can't be transposed: its rule needs a vjp of its own")
        with located(operation.location):
            outgoing = transpose_site(site, row, incoming, is_linear)
        for value, cotangent in zip(operation.operands, outgoing, strict=False):
            if value in linear:
                accumulate(known, value, cotangent)


def traced(
    function: Callable[[list[Tensor]], tuple[Sequence[Tensor], Tangents]], likes: Sequence[Tensor]
) -> tuple[list[Tensor], LinearMap]:
    """What `function` of a tangent for each of `likes` builds, split: its results, and the linear map to its tangents.

    Operations that don't depend on the tangents are emitted here; the others only recorded.
    """
    outer = require_scope("a derivative")
    block = Block([like.type for like in likes])
    for argument, like in zip(block.arguments, likes, strict=True):
        same_sizes(argument, like)
    scope = Scope(block, "a derivative", user_location(), outer)
    with filling(scope):
        results, tangents = function([Tensor(argument, scope) for argument in block.arguments])
    linear: set[Value] = set(block.arguments)
    recorded = []
    for operation in block.operations:
        if any(value in linear for value in (*operation.operands, *captured(operation))):
            linear.update(operation.results)
            recorded.append(operation)
        else:
            outer.block.operations.append(operation)
            outer.values.update(operation.results)
    values = [None if tangent is None else tangent.value for tangent in tangents]
    # A tangent that doesn't depend on the arguments would be a constant, not linear; none of the rules makes one.
    values = [value if value in linear else None for value in values]
    return [Tensor(result.value, outer) for result in results], LinearMap(block.arguments, likes, recorded, values)


def nonlinear(block: Block, tangents: Sequence[Value]) -> Operation | None:
    """The first operation of the block that surely isn't linear in `tangents`, if there is one.

    What calls, composites and regions compute isn't looked at, but for the condition of a loop.
    """
    reached = set(tangents)
    for operation in block.operations:
        if operation.called != "hlogen.stop_gradient":
            if _is_nonlinear(operation, [value in reached for value in operation.operands]):
                return operation
            if operation.name == "stablehlo.while":
                reach_loop(operation, reached, passes_batches)
                if any(value in reached for value in returned(operation.regions[0].block)):
                    return operation
            elif any(value in reached for value in (*operation.operands, *captured(operation))):
                reached.update(operation.results)
    return None


def _is_nonlinear(operation: Operation, is_reached: Sequence[bool]) -> bool:
    row = row_of(operation)
    if row is None or operation.name in _WITH_FUNCTIONS:
        return False
    numbers = row.jointly or row.separately
    if numbers == (-1,):
        return False
    if not numbers:
        return any(is_reached) and row.jvp is not None and not operation.regions
    others = any(reached and number not in numbers for number, reached in enumerate(is_reached))
    return others or (bool(row.separately) and sum(is_reached) > 1)


def transpose_site(site: Site, row: Row, cotangents: Tangents, is_linear: Sequence[bool]) -> list[Tangent]:
    """The cotangents of the inputs of a linear operation, one per input."""
    assert row.transpose is not None
    refuse_others(site, is_linear, linear_in(row, site))
    return listed(row.transpose(site, cotangents, is_linear))


def accumulate(known: dict[Value, Tensor], value: Value, cotangent: Tangent) -> None:
    """Adds `cotangent` to what is known of `value`."""
    total = total_of(known.get(value), cotangent)
    if total is not None:
        known[value] = total
