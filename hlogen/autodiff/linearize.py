"""linearize: what a function does to tangents, with everything computed that doesn't depend on them."""

from __future__ import annotations

from typing import Any

from hlogen.autodiff.batched import Batched, needs_size
from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.linear import LinearMap, traced
from hlogen.autodiff.regions import run_once
from hlogen.autodiff.registry import Tangents
from hlogen.autodiff.site import zeros_like
from hlogen.autodiff.source import Source, Wrt
from hlogen.autodiff.tidy import tidy
from hlogen.builder import trees
from hlogen.builder.function import Function, built
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Callee, require_scope, usage_error
from hlogen.builder.trees import Tree
from hlogen.door import strict
from hlogen.ir import Block, HasModule, Operation, TensorType, Value
from hlogen.program.structure import captured


@strict
def linearize(
    function: HasModule | Batched,
    wrt: Wrt = None,
    *,
    has_aux: bool = False,
    name: str | None = None,
    entry: str | None = None,
) -> Linearized:
    """`function` made linear at a point: for many tangents at one place, where `jvp` would compute the results again.

    ::

        results, push = hl.linearize(f)(x)
        tangent = push(t)                   # as often as one likes

    It is two functions of programs. `forward` takes the arguments of `function`, and returns its results and what the
    tangents need of the way; `push` takes that and a tangent for each argument in `wrt`, and returns a tangent for each
    result that has floats or complex numbers. Called, it runs `forward`, on arrays, or inside of a function being
    built, and gives the results, a function from tangents to tangents, and with `has_aux` the ``aux`` at last.

    What comes after a loop that carries tangents is computed in `push` again, with the loop; one that reads or writes
    feeds, sends or draws random numbers is an error therefore. `function`, `wrt`,
    `has_aux`, `name` and `entry` as for `hlogen.jvp`; the names end in ``_linearize`` and ``_push``. Raises UsageError
    as `hlogen.jvp`.
    """
    if isinstance(function, Batched):
        raise needs_size(function)
    source = Source(function, entry, "linearize", has_aux)
    chosen = source.chosen(wrt)
    numbers = chosen.numbers
    whole_name = source.default_name(chosen) if name is None else name
    maps: list[LinearMap] = []
    kept: list[Value] = []
    calls: dict[str, Callee] = {}
    zero: list[Tensor | None] = []

    def forward(*primals: Tensor) -> Tree:
        block = source.flat()
        environment = dict(zip(block.arguments, primals, strict=True))
        results = replay_block(block, environment)
        once = [result for each in block.operations if run_once(each) is not None for result in each.results]
        there = {result: environment[result] for result in once}

        def tangents_of(arguments: list[Tensor]) -> tuple[list[Tensor], Tangents]:
            _, outgoing = source.pushed_forward(primals, numbers, arguments, block, there)
            return [], [outgoing[number] for number in source.differentiable]

        _, linear = traced(tangents_of, [primals[number] for number in numbers])
        maps.append(linear)
        _refuse_effects(linear)
        scope = require_scope("hl.linearize")
        needed = _needed(linear)
        kept.extend(value for value in needed if not _is_cheap(value))
        for number, value in zip(source.differentiable, linear.results, strict=True):
            zero.append(None if value is not None else results[number])
        kept.extend(result.value for result in zero if result is not None)
        calls.update(scope.root.calls)
        output = source.derived.unflatten(results[: source.count])
        aux = trees.unflattened(source.aux, results[source.count :])
        return (output, tuple(Tensor(value, scope) for value in kept), *aux)

    forwards = built(forward, source.types, whole_name, names=source.names)
    forwards.inputs = source.inputs
    tidy(forwards)
    (linear,) = maps

    def push(*values: Tensor) -> Tree:
        environment = dict(zip([*kept, *linear.arguments], values, strict=True))
        block = Block([])
        block.operations = [*_cheap_operations(linear), *linear.operations, _return(linear)]
        waiting = iter(replay_block(block, environment))
        tangents = [next(waiting) if like is None else zeros_like(environment[like.value]) for like in zero]
        entries = trees.unflattened(source.derived_entries, tangents)
        return entries[0] if len(source.derived.entries) == 1 and len(entries) == 1 else tuple(entries)

    types = [*(_type(value) for value in kept), *(source.types[number] for number in numbers)]
    names = [*(f"kept{n}" for n in range(len(kept))), *source.tangent_names(chosen)]
    pushes = built(push, types, f"{whole_name}_push", names=trees.distinct(names))
    pushes.calls = {**calls, **pushes.calls}
    pushes.inputs = trees.tuple_of([trees.leaves(len(kept)), *chosen.parts])
    tidy(pushes)
    return Linearized(forwards, pushes)


class Linearized:
    """What `linearize` makes: two functions of programs, `forward` and `push`. Called, it is linear at a point."""

    def __init__(self, forward: Function, push: Function) -> None:
        self.forward, self.push = forward, push

    def __call__(self, *operands: Tree, **named: Tree) -> tuple[Any, ...]:
        """The results at `operands`, then the function from tangents to tangents, and what is beside the results."""
        output, kept, *aux = self.forward(*operands, **named)

        def push(*tangents: Tree, **named_tangents: Tree) -> Any:
            """A tangent for each result that has floats or complex numbers."""
            expected = len(self.push.inputs.parts) - 1
            if not named_tangents and len(tangents) != expected:
                raise usage_error(
                    f"{self.push.name} takes {expected} tangent{'' if expected == 1 else 's'}, not {len(tangents)}"
                )
            return self.push(kept, *tangents, **named_tangents)

        return (output, push, *aux)

    def __repr__(self) -> str:
        return f"<hlogen function {self.forward.name}, then {self.push.name}>"


def _refuse_effects(linear: LinearMap) -> None:
    """UsageError where the function of tangents would do again what happens once."""
    for operation in linear.operations:
        once = run_once(operation)
        if once is not None:
            raise usage_error(
                f"{operation.name} ({operation.place}): what hl.linearize gives for tangents runs it again, but "
                f"{once.name} ({once.place}) would do something else then\n  fix: take hl.jvp, which runs it once"
            )


def _needed(linear: LinearMap) -> list[Value]:
    """What the linear operations use that isn't linear, each once."""
    own = {*linear.arguments, *(result for operation in linear.operations for result in operation.results)}
    used = (value for operation in linear.operations for value in (*operation.operands, *captured(operation)))
    return list(dict.fromkeys(value for value in used if value not in own))


def _is_cheap(value: Value) -> bool:
    """Whether it is made again rather than kept: of constants, without arithmetic."""
    owner = value.owner
    if not isinstance(owner, Operation):
        return False
    if owner.name == "stablehlo.broadcast_in_dim":
        return _is_cheap(owner.operands[0])
    return owner.name in ("stablehlo.constant", "stablehlo.iota")


def _cheap_operations(linear: LinearMap) -> list[Operation]:
    """What makes the cheap ones that the linear operations use, in order."""
    made: dict[Operation, None] = {}

    def make(value: Value) -> None:
        assert isinstance(value.owner, Operation)
        for operand in value.owner.operands:
            make(operand)
        made[value.owner] = None

    for value in _needed(linear):
        if _is_cheap(value):
            make(value)
    return list(made)


def _return(linear: LinearMap) -> Operation:
    return Operation("func.return", [value for value in linear.results if value is not None], ())


def _type(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type
