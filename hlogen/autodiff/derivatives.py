"""jvp, vjp, grad: functions of derivatives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, islice
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from hlogen.autodiff.flatten import flattened, no_program, tensor_types
from hlogen.autodiff.forward import jvp_block
from hlogen.autodiff.made import argument_names, made_once, name_of, structures_of
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.site import full_like, is_differentiable, whole_number, zeros_like
from hlogen.autodiff.tidy import tidy
from hlogen.autodiff.vmap import Batched, needs_size
from hlogen.builder import trees
from hlogen.builder.emit import described
from hlogen.builder.function import Function, built
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.builder.trees import Structure, Tree
from hlogen.door import strict
from hlogen.ir import Block, ComplexType, FloatType, HasModule, TensorType, Value
from hlogen.program.calls import entry_of
from hlogen.program.structure import captured, returned

# Which arguments to derive with respect to: numbers or names; None for all that have floats or complex numbers.
Wrt: TypeAlias = "int | str | Sequence[int | str] | None"


@strict
def jvp(function: HasModule, wrt: Wrt = None, *, name: str | None = None, entry: str | None = None) -> Function:
    """The function of `function`'s arguments, then a tangent for each argument in `wrt`, that returns the results of
    `function`, then a tangent for each of its results that has floats or complex numbers.

    A tangent has the type of what it belongs to. `function` is what ``@hl.function`` makes, or any program (of `entry`,
    else of ``@main`` or the only public function). The new function has the name `name`, else that of `function`
    followed by ``_jvp`` and what `wrt` says. For second and higher derivatives, apply again.

    Where an argument or result is a tree (see `hlogen.function`), so is what belongs to it, with None for what has no
    floats; `wrt` may name a leaf (``"params.w"``). The entries of a tuple that is returned are results one by one.

    Raises UsageError where `wrt` names no argument or one of integers, and, naming the operation and its place, where a
    derivative goes through an operation that has none.
    """
    source = _Source(function, entry, "jvp")
    chosen = source.chosen(wrt)
    numbers = chosen.numbers
    types = [*source.types, *(source.types[number] for number in numbers)]
    names = [*source.names, *(f"{source.names[number]}_tangent" for number in numbers)]

    def python_function(*values: Tensor) -> tuple[Tree, ...]:
        block = source.flat()
        primals, tangents = values[: len(source.types)], values[len(source.types) :]
        environment = dict(zip(block.arguments, primals, strict=True))
        known = {block.arguments[number]: tangent for number, tangent in zip(numbers, tangents, strict=True)}
        results, outgoing = jvp_block(block, environment, known)
        derivatives = [_or_zeros(outgoing[number], results[number]) for number in source.differentiable]
        return source.returned([*results, *derivatives], source.derived_entries)

    return source.built(python_function, types, names, name, wrt, chosen, [*source.inputs.parts, *chosen.parts])


@strict
def vjp(function: HasModule, wrt: Wrt = None, *, name: str | None = None, entry: str | None = None) -> Function:
    """The function of `function`'s arguments, then a cotangent for each of its results that has floats or complex
    numbers, that returns the results of `function`, then a gradient for each argument in `wrt`.

    A cotangent and a gradient have the types of what they belong to. For complex numbers, the gradient ``g`` of an
    argument is such that a tangent ``t`` there and the cotangents ``c`` of the results agree with `jvp`: the real part
    of the sum of ``g * t`` is that of ``c * tangent of the result``, without conjugation (as in JAX).

    `function`, `name` and `entry` as for `jvp`; the name ends in ``_vjp``. Raises UsageError as `jvp`, and where every
    path from an argument that `wrt` names to the results goes through integers, so that there is nothing to derive.
    """
    source = _Source(function, entry, "vjp")
    chosen = source.chosen(wrt)
    types = [*source.types, *(source.result_types[number] for number in source.differentiable)]
    called = [name for number, tree in enumerate(source.output.entries) for name in tree.called(f"cotangent{number}")]
    names = [*source.names, *(called[number] for number in source.differentiable)]

    def python_function(*values: Tensor) -> tuple[Tree, ...]:
        primals = values[: len(source.types)]
        cotangents: list[Tensor | None] = [None] * len(source.result_types)
        for number, cotangent in zip(source.differentiable, values[len(source.types) :], strict=True):
            cotangents[number] = cotangent
        results, gradients = source.pulled_back(primals, chosen.numbers, wrt, lambda results: cotangents)
        return source.returned([*results, *gradients], chosen.parts)

    return source.built(
        python_function, types, names, name, wrt, chosen, [*source.inputs.parts, *source.derived_entries]
    )


@strict
def grad(function: HasModule, wrt: Wrt = None, *, name: str | None = None, entry: str | None = None) -> Function:
    """The function of `function`'s arguments that returns the gradient of its result: one tensor if `wrt` is one number
    or name (or there is only one argument to choose), else one for each.

    `function` returns one float of rank 0. A gradient has the type of its argument; for complex arguments see `vjp`.
    `name` and `entry` as for `jvp`; the name ends in ``_grad``. Raises UsageError as `vjp`.
    """
    return _gradient(function, wrt, name, entry, "grad")


@strict
def value_and_grad(
    function: HasModule, wrt: Wrt = None, *, name: str | None = None, entry: str | None = None
) -> Function:
    """As `grad`, the result of `function` coming first."""
    return _gradient(function, wrt, name, entry, "value_and_grad")


def _gradient(function: HasModule, wrt: Wrt, name: str | None, entry: str | None, what: str) -> Function:
    source = _Source(function, entry, what)
    chosen = source.chosen(wrt)
    if len(source.result_types) != 1 or not _is_real_scalar(source.result_types[0]):
        raise usage_error(
            f"{what} derives one float of rank 0, but {source.name} returns {_types(source.result_types)}\n"
            "  fix: return one number, such as a sum, or use hl.vjp, which takes a cotangent for each result"
        )
    is_lone = isinstance(wrt, (int, str, np.integer)) or (wrt is None and len(chosen.parts) == 1)

    def python_function(*primals: Tensor) -> Any:
        results, flat = source.pulled_back(primals, chosen.numbers, wrt, lambda results: [full_like(results[0], 1)])
        if what == "value_and_grad":
            return source.returned([*results, *flat], chosen.parts)
        gradients = trees.unflattened(chosen.parts, flat)
        return gradients[0] if is_lone else tuple(gradients)

    return source.built(
        python_function, source.types, source.names, name, wrt, chosen, source.inputs.parts, is_lone=is_lone
    )


class _Chosen(NamedTuple):
    """What `wrt` says: the numbers of flat arguments, the trees that their derivatives are in, and where `wrt` names
    some, what those are called."""

    numbers: list[int]
    parts: list[Structure]
    names: list[str]


class _Source:
    """The function to derive."""

    def __init__(self, function: HasModule, entry: str | None, what: str) -> None:
        if isinstance(function, Batched):
            raise needs_size(function)
        if not isinstance(function, HasModule):
            raise no_program(function, what)
        self.what = what
        self.module = function.module
        self.view = entry_of(function, entry)
        self.name = self.view.name
        block = self.view.body
        self.types = tensor_types(block.arguments, "argument", self.name, what)
        self.names = argument_names(block)
        self.result_types = tensor_types(returned(block), "result", self.name, what)
        self.inputs, self.output = structures_of(function, self.view)
        self.differentiable = [number for number, type in enumerate(self.result_types) if is_differentiable(type)]

    @property
    def derived_entries(self) -> list[Structure]:
        """The trees of what belongs to each result: where all of one has no derivative, there is none."""
        return _kept(self.output.entries, self.result_types)

    def returned(self, values: Sequence[Tensor], parts: Sequence[Structure]) -> tuple[Tree, ...]:
        """The results, then trees of these structures."""
        return tuple(trees.unflattened([*self.output.entries, *parts], values))

    def flat(self) -> Block:
        return flattened(self.module, self.view)

    def chosen(self, wrt: Wrt) -> _Chosen:
        """The arguments that `wrt` says."""
        differentiable = [number for number, type in enumerate(self.types) if is_differentiable(type)]
        if wrt is None:
            if not differentiable:
                raise usage_error(
                    f"{self.name} has no argument of floats or complex numbers to derive: it takes {_types(self.types)}"
                )
            return _Chosen(differentiable, _kept(self.inputs.parts, self.types), [])
        entries = [wrt] if isinstance(wrt, (int, str, np.integer)) else wrt
        if not isinstance(entries, (list, tuple, range)):
            raise usage_error(f"wrt is a number or name of an argument, or a list of them, not {described(wrt)}")
        numbers: list[int] = []
        parts: list[Structure] = []
        names: list[str] = []
        for given in entries:
            places, part = self._place(given)
            first = self.names[places[0]] if places else ""
            names.append(first.removesuffix(part.called("")[0]) if places else first)
            for number in places:
                if number in numbers:
                    raise usage_error(f"wrt names argument {number} ({self.names[number]}) twice")
            numbers += [number for number in places if number in differentiable]
            parts.append(part.kept([number in differentiable for number in places]))
            if parts[-1].leaf_count == 0:
                number = places[0] if places else 0
                type = self.types[number]
                is_float = isinstance(type.element_type, FloatType)
                why = "it has no zero" if is_float else "only floats and complex numbers have derivatives"
                raise usage_error(
                    f"wrt names argument {number} ({self.names[number]}) of {self.name}, a {type}: {why}\n"
                    f"  fix: {self._choices()}"
                )
        if not numbers:
            raise usage_error(f"wrt names no argument of {self.name}\n  fix: {self._choices()}")
        return _Chosen(numbers, parts, names)

    def pulled_back(
        self,
        primals: Sequence[Tensor],
        numbers: Sequence[int],
        wrt: Wrt,
        cotangents_of: Callable[[list[Tensor]], Sequence[Tensor | None]],
    ) -> tuple[list[Tensor], list[Tensor]]:
        """The results, and the gradients of the arguments `numbers`."""
        block = self.flat()
        arguments = [block.arguments[number] for number in numbers]
        results, way_back = vjp_block(block, dict(zip(block.arguments, primals, strict=True)), arguments)
        gradients = way_back(cotangents_of(results))
        if wrt is not None:
            for number, argument in zip(numbers, arguments, strict=True):
                if argument not in gradients:
                    self._refuse_severed(block, number)
        pairs = zip(numbers, arguments, strict=True)
        return results, [_or_zeros(gradients.get(argument), primals[number]) for number, argument in pairs]

    def built(
        self,
        python_function: Callable[..., Any],
        types: Sequence[TensorType],
        names: Sequence[str],
        name: str | None,
        wrt: Wrt,
        chosen: _Chosen,
        inputs: Sequence[Structure],
        is_lone: bool = False,
    ) -> Function:
        """The derivative, made of `python_function`, which takes flat values where the derivative takes trees `inputs`;
        the one that was made before, if it was."""
        if name is None:
            name = name_of(self.name, self.what, *chosen.names)
        whole_name = name

        def make() -> Function:
            function = built(python_function, types, whole_name, names=trees.distinct(names))
            function.inputs = trees.tuple_of(inputs)
            tidy(function)
            return function

        # Without wrt, arguments that nothing flows back to are no mistake.
        key = (self.what, self.name, name, *chosen.numbers, *chosen.parts, is_lone, wrt is None)
        return made_once(self.module, key, make)

    def _place(self, given: object) -> tuple[list[int], Structure]:
        """The flat arguments that are in the argument `given`, and the tree that they are in there."""
        if isinstance(given, str):
            if given in self.names:
                return [self.names.index(given)], trees.LEAF
            for start, part in self._places():
                name = self.names[start].removesuffix(part.called("")[0]) if part.leaf_count else ""
                inside = part.part_called(given, name)
                if inside is not None:
                    at, tree = inside
                    return [*range(start + at, start + at + tree.leaf_count)], tree
            raise usage_error(f"wrt names {given!r}, but {self.name} takes {', '.join(self.names) or 'nothing'}")
        number = whole_number(given)
        if number is None:
            raise usage_error(f"wrt is a number or name of an argument, or a list of them, not {described(given)}")
        count = len(self.inputs.parts)
        if not 0 <= number < count:
            raise usage_error(
                f"wrt names argument {number}, but {self.name} takes {count} argument{'' if count == 1 else 's'}, "
                f"counted from 0\n  fix: {self._choices()}"
            )
        start, part = self._places()[number]
        return [*range(start, start + part.leaf_count)], part

    def _places(self) -> list[tuple[int, Structure]]:
        """Where the leaves of each argument begin, and its tree."""
        starts = accumulate((part.leaf_count for part in self.inputs.parts), initial=0)
        return list(zip(starts, self.inputs.parts, strict=False))

    def _choices(self) -> str:
        there = []
        for number, (start, part) in enumerate(self._places()):
            if any(is_differentiable(type) for type in self.types[start : start + part.leaf_count]):
                there.append(f"{number} ({self.names[start].removesuffix(part.called('')[0])})")
        return f"choose among {', '.join(there)}" if there else "no argument of it has floats or complex numbers"

    def _refuse_severed(self, block: Block, number: int) -> None:
        """UsageError where results do depend on an argument without gradient: only through integers.

        An argument that nothing depends on has the gradient zero, as has one that only floor() and its like use.
        """
        reached: set[Value] = {block.arguments[number]}
        lost = None
        for operation in block.operations:
            if any(value in reached for value in (*operation.operands, *captured(operation))):
                if operation.name.endswith("return"):
                    break
                reached.update(operation.results)
                if lost is None and not any(is_differentiable(result.type) for result in operation.results):
                    lost = operation
        else:
            return
        if lost is not None and not _through_floats(block, number):
            raise usage_error(
                f"argument {number} ({self.names[number]}) of {self.name} reaches the results only through integers or "
                f"booleans, first at {lost.name} ({lost.place}), so there is no derivative to take\n"
                "  fix: leave it out of wrt, or compute with floats"
            )


def _through_floats(block: Block, number: int) -> bool:
    """True where a result depends on the argument along a path of floats or complex numbers all the way."""
    reached: set[Value] = {block.arguments[number]}
    for operation in block.operations:
        if any(value in reached for value in (*operation.operands, *captured(operation))):
            if operation.name.endswith("return"):
                return True
            reached.update(result for result in operation.results if is_differentiable(result.type))
    return False


def _kept(parts: Sequence[Structure], types: Sequence[TensorType]) -> list[Structure]:
    """The trees without what has no derivative, and without those of which nothing is left."""
    flags = iter([is_differentiable(type) for type in types])
    kept = [part.kept(list(islice(flags, part.leaf_count))) for part in parts]
    return [part for part in kept if part.leaf_count]


def _or_zeros(derivative: Tensor | None, of: Tensor) -> Tensor:
    return zeros_like(of) if derivative is None else derivative


def _is_real_scalar(type: TensorType) -> bool:
    return type.rank == 0 and is_differentiable(type) and not isinstance(type.element_type, ComplexType)


def _types(types: Sequence[TensorType]) -> str:
    return ", ".join(map(str, types)) or "nothing"
