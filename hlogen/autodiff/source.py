"""The function that is derived: what it takes and returns, which of it `wrt` says, and the way through it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate, islice
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from hlogen.autodiff.flatten import flattened, no_program, tensor_types
from hlogen.autodiff.forward import jvp_block
from hlogen.autodiff.made import argument_names, made_once, name_of, structures_of
from hlogen.autodiff.registry import Tangent
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.site import RETURNS, is_differentiable, whole_number, zeros_like
from hlogen.autodiff.tidy import tidy
from hlogen.builder import trees
from hlogen.builder.emit import described
from hlogen.builder.function import Function, built
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.builder.trees import Structure, Tree
from hlogen.ir import Block, ComplexType, FloatType, HasModule, TensorType, Value
from hlogen.program.calls import entry_of
from hlogen.program.structure import captured, returned

# Which arguments to derive with respect to: numbers or names; None for all that have floats or complex numbers.
Wrt: TypeAlias = "int | str | Sequence[int | str] | None"


class Chosen(NamedTuple):
    """What `wrt` says: the numbers of flat arguments, the trees that their derivatives are in, and where `wrt` names
    some, what those are called."""

    numbers: list[int]
    parts: list[Structure]
    names: list[str]


class Source:
    """The function to derive."""

    def __init__(self, function: HasModule, entry: str | None, what: str, has_aux: bool = False) -> None:
        if not isinstance(function, HasModule):
            raise no_program(function, what)
        self.what = what
        self.module = function.module
        self.view = entry_of(function, entry)
        self.name = self.view.name
        block = self.view.body
        self.types = tensor_types(block.arguments, "argument", self.name, what)
        self.names = argument_names(block)
        self.all_types = tensor_types(returned(block), "result", self.name, what)
        self.inputs, self.output = structures_of(function, self.view)
        self.has_aux = has_aux
        self.derived = self._derived_output() if has_aux else self.output
        self.count = self.derived.leaf_count
        self.result_types = self.all_types[: self.count]
        self.differentiable = [number for number, type in enumerate(self.result_types) if is_differentiable(type)]

    @property
    def derived_entries(self) -> list[Structure]:
        """The trees of what belongs to each result: where all of one has no derivative, there is none."""
        return kept(self.derived.entries, self.result_types)

    def returned(self, results: Sequence[Tensor], values: Sequence[Tensor], parts: Sequence[Structure]) -> Tree:
        """The results, then trees of the structures `parts` with `values`, and what is beside the output at last."""
        flat = [*results[: self.count], *values, *results[self.count :]]
        return tuple(trees.unflattened([*self.derived.entries, *parts, *self.aux], flat))

    @property
    def aux(self) -> tuple[Structure, ...]:
        """What the function returns beside what is derived: nothing, or one tree."""
        return self.output.parts[1:] if self.has_aux else ()

    def _derived_output(self) -> Structure:
        """Of a pair the first, which is derived."""
        if self.output.container not in (tuple, list) or len(self.output.parts) != 2:
            count = len(self.output.entries)
            raise usage_error(
                f"has_aux says that {self.name} returns a pair, what is derived and what is beside it, but it returns "
                f"{f'{count} results' if count != 1 else self.output if not self.output.is_leaf else 'one tensor'}\n"
                "  fix: return output, aux (aux may be a tree), or leave has_aux out"
            )
        first: Structure = self.output.parts[0]
        return first

    def flat(self) -> Block:
        return flattened(self.module, self.view)

    def chosen(self, wrt: Wrt) -> Chosen:
        """The arguments that `wrt` says."""
        differentiable = [number for number, type in enumerate(self.types) if is_differentiable(type)]
        if wrt is None:
            if not differentiable:
                raise usage_error(
                    f"{self.name} has no argument of floats or complex numbers to derive: "
                    f"it takes {types_text(self.types)}"
                )
            return Chosen(differentiable, kept(self.inputs.parts, self.types), [])
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
        return Chosen(numbers, parts, names)

    def pushed_forward(
        self,
        primals: Sequence[Tensor],
        numbers: Sequence[int],
        tangents: Sequence[Tensor],
        block: Block | None = None,
        there: Mapping[Value, Tensor] | None = None,
    ) -> tuple[list[Tensor], list[Tangent]]:
        """The results, and the tangents of those that are derived, of tangents of the arguments `numbers`.

        `block` is what `flat` gave, and `there` what is known of its values.
        """
        block = block or self.flat()
        environment = dict(zip(block.arguments, primals, strict=True))
        known = {block.arguments[number]: tangent for number, tangent in zip(numbers, tangents, strict=True)}
        results, outgoing = jvp_block(block, environment, known, self.count, there)
        return results, outgoing[: self.count]

    def pulled_back(
        self,
        primals: Sequence[Tensor],
        numbers: Sequence[int],
        wrt: Wrt,
        cotangents_of: Callable[[list[Tensor]], Sequence[Tensor | None]],
    ) -> tuple[list[Tensor], list[Tensor]]:
        """The results, and the gradients of the arguments `numbers`, of cotangents for the results that are derived."""
        block = self.flat()
        arguments = [block.arguments[number] for number in numbers]
        environment = dict(zip(block.arguments, primals, strict=True))
        results, way_back = vjp_block(block, environment, arguments, count=self.count)
        gradients = way_back(cotangents_of(results))
        if wrt is not None:
            for number, argument in zip(numbers, arguments, strict=True):
                if argument not in gradients:
                    self._refuse_severed(block, number)
        pairs = zip(numbers, arguments, strict=True)
        return results, [or_zeros(gradients.get(argument), primals[number]) for number, argument in pairs]

    def tangent_names(self, chosen: Chosen) -> list[str]:
        """What the tangents of the chosen arguments are called: ``x_tangent``, and in a tree ``params_tangent.w``."""
        waiting = iter(chosen.numbers)
        names = []
        for part in chosen.parts:
            leaves = [self.names[number] for number in islice(waiting, part.leaf_count)]
            argument = leaves[0].removesuffix(part.called("")[0])
            names += part.called(f"{argument}_tangent")
        return names

    def default_name(self, chosen: Chosen) -> str:
        """What the derivative is called where nobody says it: ``loss_grad_x``."""
        return name_of(self.name, self.what, *chosen.names)

    def built(
        self,
        python_function: Callable[..., Any],
        types: Sequence[TensorType],
        names: Sequence[str],
        name: str | None,
        wrt: Wrt,
        chosen: Chosen,
        inputs: Sequence[Structure],
        is_lone: bool = False,
        variant: Sequence[Hashable] = (),
    ) -> Function:
        """The derivative, made of `python_function`, which takes flat values where the derivative takes trees `inputs`;
        the one that was made before, if it was. `variant` is what else was said of it."""
        whole_name = self.default_name(chosen) if name is None else name

        def make() -> Function:
            function = built(python_function, types, whole_name, names=trees.distinct(names))
            function.inputs = trees.tuple_of(inputs)
            tidy(function)
            return function

        # Without wrt, arguments that nothing flows back to are no mistake.
        key = (
            self.what,
            self.name,
            whole_name,
            *chosen.numbers,
            *chosen.parts,
            is_lone,
            wrt is None,
            self.has_aux,
            *variant,
        )
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
                if operation.name in RETURNS and not any(
                    value in reached for value in operation.operands[: self.count]
                ):
                    return
                if operation.name in RETURNS:
                    break
                reached.update(operation.results)
                if lost is None and not any(is_differentiable(result.type) for result in operation.results):
                    lost = operation
        else:
            return
        if lost is not None and not _through_floats(block, number, self.count):
            raise usage_error(
                f"argument {number} ({self.names[number]}) of {self.name} reaches the results only through integers or "
                f"booleans, first at {lost.name} ({lost.place}), so there is no derivative to take\n"
                "  fix: leave it out of wrt, or compute with floats"
            )


def _through_floats(block: Block, number: int, count: int) -> bool:
    """True where a result depends on the argument along a path of floats or complex numbers all the way."""
    reached: set[Value] = {block.arguments[number]}
    for operation in block.operations:
        if any(value in reached for value in (*operation.operands, *captured(operation))):
            if operation.name in RETURNS:
                return any(value in reached for value in operation.operands[:count])
            reached.update(result for result in operation.results if is_differentiable(result.type))
    return False


def kept(parts: Sequence[Structure], types: Sequence[TensorType]) -> list[Structure]:
    """The trees without what has no derivative, and without those of which nothing is left."""
    flags = iter([is_differentiable(type) for type in types])
    left = [part.kept(list(islice(flags, part.leaf_count))) for part in parts]
    return [part for part in left if part.leaf_count]


def or_zeros(derivative: Tensor | None, of: Tensor) -> Tensor:
    return zeros_like(of) if derivative is None else derivative


def is_one_argument(wrt: Wrt, chosen: Chosen) -> bool:
    """Whether derivatives are of one argument, and so not in a tuple."""
    return isinstance(wrt, (int, str, np.integer)) or (wrt is None and len(chosen.parts) == 1)


def is_real_scalar(type: TensorType) -> bool:
    return type.rank == 0 and is_differentiable(type) and not isinstance(type.element_type, ComplexType)


def types_text(types: Sequence[TensorType]) -> str:
    return ", ".join(map(str, types)) or "nothing"
