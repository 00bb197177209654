"""Checkpoints: the way back gets what the function was given and what the policy saves, and computes the rest again.

It is a checkpoint of the same policy itself, as are the tangents, so that higher derivatives hold as little. An
optimization_barrier before it keeps compilers from taking for the same what the way there and the way back compute:
they would hold it in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from hlogen.autodiff.composites import decomposition_of
from hlogen.autodiff.flatten import flattened
from hlogen.autodiff.forward import jvp_block, replay_block
from hlogen.autodiff.made import argument_names, made_once
from hlogen.autodiff.registry import Pullback, Tangent, Tangents, jvp, vjp
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.site import Site, by_value, is_differentiable
from hlogen.autodiff.tidy import tidy
from hlogen.builder import trees
from hlogen.builder.checkpoint import emit_checkpoint, saved_by
from hlogen.builder.composite import CHECKPOINT_NAME
from hlogen.builder.function import Function, built
from hlogen.builder.tensor import Tensor
from hlogen.ir import (
    Attribute,
    Block,
    FunctionType,
    Operation,
    Region,
    TensorType,
    Value,
)
from hlogen.ir import Function as View
from hlogen.program.copy import Copier
from hlogen.program.effects import CHECKPOINT, runs_once


@jvp(CHECKPOINT_NAME)
def named_jvp(site: Site, tangents: Tangents) -> Tangent:
    return tangents[0]


@jvp(CHECKPOINT, computes_results=True)
def checkpoint_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    call = _Call(site)
    given = tuple(number for number, tangent in enumerate(tangents) if tangent is not None)
    types = [*site.input_types, *(site.input_types[number] for number in given)]

    def both(*values: Tensor) -> tuple[Any, ...]:
        block = call.block()
        primals, incoming = values[: len(block.arguments)], values[len(block.arguments) :]
        known = {block.arguments[number]: tangent for number, tangent in zip(given, incoming, strict=True)}
        results, outgoing = jvp_block(block, by_value(block.arguments, primals), known)
        return tuple(results), tuple(outgoing)

    function = call.made("jvp", given, types, both)
    operands = [*site.operands, *(tangent for tangent in tangents if tangent is not None)]
    results, outgoing = function.output.unflatten(emit_checkpoint(function, operands, call.said))
    return results, outgoing


@vjp(CHECKPOINT)
def checkpoint_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    call = _Call(site)
    call.refuse_effects()
    wanted = tuple(number for number, is_active in enumerate(active) if is_active)
    saved = call.saved()
    types = [*site.input_types, *(type for _, type in saved)]

    def there(*values: Tensor) -> tuple[Any, ...]:
        block = call.block()
        environment = by_value(block.arguments, values)
        results = replay_block(block, environment)
        return (*results, *(environment[value] for value in _values(block, found)))

    def back(present: tuple[int, ...]) -> tuple[Function, list[int]]:
        """The way back from the cotangents of the results `present`, and which of what it may be given it takes."""

        def gradients(*values: Tensor) -> tuple[Any, ...]:
            block = call.block()
            environment = by_value(block.arguments, values[: len(block.arguments)])
            known = by_value(_values(block, [place for place, _ in saved]), values[len(block.arguments) : len(types)])
            arguments = [block.arguments[number] for number in wanted]
            _, way_back = vjp_block(block, environment, arguments, known=known)
            cotangents: list[Tangent] = [None] * len(site.result_types)
            for number, value in zip(present, values[len(types) :], strict=True):
                cotangents[number] = value
            flowing = way_back(cotangents)
            return tuple(flowing.get(argument) for argument in arguments)

        of_results = [site.result_types[number] for number in present]
        return call.shortened("vjp", (*wanted, -1, *present), [*types, *of_results], gradients)

    everything = tuple(number for number, type in enumerate(site.result_types) if is_differentiable(type))
    _, used = back(everything)
    count = len(site.operands)
    kept = [number - count for number in used if count <= number < len(types)]
    found = [saved[number][0] for number in kept]
    if kept:
        function = call.made("fwd", (*wanted, -1, *kept), site.input_types, there)
        results = emit_checkpoint(function, site.operands, call.said)
    else:
        results = site.emit(site.operands)
    values: dict[int, Tensor] = dict(enumerate(site.operands))
    values |= dict(zip((count + number for number in kept), results[len(site.result_types) :], strict=True))

    def pull(cotangents: Tangents) -> Tangents:
        present = tuple(number for number in everything if cotangents[number] is not None)
        function, used = back(present)
        incoming = [cotangents[number] for number in present]
        operands = [values[number] if number < len(types) else incoming[number - len(types)] for number in used]
        gradients = function.output.unflatten(emit_checkpoint(function, cast("list[Tensor]", operands), call.said))
        outgoing: list[Tangent] = [None] * len(active)
        for number, gradient in zip(wanted, gradients, strict=True):
            outgoing[number] = gradient
        return outgoing

    return results[: len(site.result_types)], pull


class _Call:
    """A checkpoint, and the functions that its derivatives make of the one that it calls, each once."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.function = decomposition_of(site.operation)
        said = site.attributes.get("composite_attributes")
        self.said: dict[str, Attribute] = dict(said) if isinstance(said, dict) else {}
        self.saves = saved_by(said)

    def block(self) -> Block:
        """What it computes, everything that it calls written out: a part of the program being built."""
        return flattened(self.function.module, View(self.function.operation))

    def saved(self) -> list[tuple[tuple[int, int], TensorType]]:
        """Where in `block` the results stand that the policy saves, and their types."""
        return [
            ((at, number), result.type)
            for at, operation in enumerate(self.block().operations)
            if self.saves(operation) and not operation.name.endswith("return")
            for number, result in enumerate(operation.results)
            if isinstance(result.type, TensorType)
        ]

    def made(
        self, word: str, key: tuple[int, ...], types: Sequence[TensorType], python_function: Callable[..., Any]
    ) -> Function:
        def make() -> Function:
            function = built(python_function, types, f"{self.function.name}_{word}", True, self._names(types))
            tidy(function)
            return function

        return made_once(self.function.module, (word, repr(self.said), *key), make)

    def _names(self, types: Sequence[TensorType]) -> list[str]:
        """What arguments are called: those of the function as there, others after what they are for."""
        own = argument_names(View(self.function.operation).body)
        return trees.distinct([*own, *(f"arg{number}" for number in range(len(own), len(types)))])

    def shortened(
        self, word: str, key: tuple[int, ...], types: Sequence[TensorType], python_function: Callable[..., Any]
    ) -> tuple[Function, list[int]]:
        """The same, of those arguments alone that it uses, which pass a barrier; and their numbers."""
        whole = self.made(f"{word}_whole", key, types, python_function)
        block = View(whole.operation).body
        uses = {operand for operation in block.walk() for operand in operation.operands}
        used = [number for number, argument in enumerate(block.arguments) if argument in uses]

        def make() -> Function:
            return _behind_barrier(whole, [block.arguments[number] for number in used], f"{self.function.name}_{word}")

        return made_once(self.function.module, (word, repr(self.said), *key), make), used

    def refuse_effects(self) -> None:
        """UsageError where computing it again would do more than compute the same."""
        for operation in self.block().walk():
            if runs_once(operation):
                raise self.site.error(
                    f"its way back computes it again, but {operation.name} ({operation.place}) would do "
                    "something else then\n  fix: move it out of the function, and give the function its result"
                )


def _values(block: Block, places: Sequence[tuple[int, int]]) -> list[Value]:
    return [block.operations[at].results[number] for at, number in places]


def _behind_barrier(function: Function, arguments: Sequence[Value], name: str) -> Function:
    """The function of those of its arguments alone, which pass an optimization_barrier first."""
    types = tuple(argument.type for argument in arguments)
    body = Block(types, [argument.name for argument in arguments])
    source = function.operation
    copier = Copier(dict(zip(arguments, body.arguments, strict=True)))
    if arguments:
        barrier = Operation("stablehlo.optimization_barrier", body.arguments, types, {}, (), source.location)
        body.operations.append(barrier)
        copier.stands(arguments, barrier.results)
    copier.fill(View(source).body, body.operations)
    type = FunctionType(types, function.type.results)
    attributes = {**source.attributes, "sym_name": name, "function_type": type}
    operation = Operation("func.func", (), (), attributes, [Region([body])], source.location)
    made = Function(operation, function.calls, None, function.location, trees.leaves(len(types)), function.output)
    made.__wrapped__ = None
    return made
