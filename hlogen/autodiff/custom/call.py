"""Call: a composite or a custom call that somebody has rules for, as the rules see it."""

from __future__ import annotations

import ast
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast
from urllib.parse import quote, unquote

from hlogen.autodiff.axes import bound
from hlogen.autodiff.composites import decomposition_of
from hlogen.builder import trees
from hlogen.builder.emit import as_values, emit
from hlogen.builder.function import Function, built
from hlogen.builder.shape import reshape, slice
from hlogen.builder.sizes import broadcast_to_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import require_scope, usage_error
from hlogen.builder.trees import Structure
from hlogen.errors import UsageError
from hlogen.ir import Attribute, DenseElements, FloatAttr, IntegerAttr, Operation, TensorType

# What hlogen says of its composites among their attributes: which derivative of its own it has ("custom_vjp"), the
# trees that it takes and returns where they aren't flat, and, outermost first, the batches it was made a batch of:
# their sizes, which operands have the dimension, and the name of the axis if it has one, "4:101 8:001:i".
DERIVATIVE, INPUTS, OUTPUT, BATCHES = (f"hlogen.{name}" for name in ("derivative", "inputs", "output", "batches"))
_OWN = "hlogen."

# Of one example of a batch that is about to be put together again: which one, of `_WHOLES`.
ONE = "hlogen.one"
_WHOLES: OrderedDict[str, tuple[Function, str]] = OrderedDict()
_MOST_WHOLES = 256


class Batch(NamedTuple):
    """A batch that an operation was made a batch of: its size, and the name of its axis."""

    size: int
    axis: str | None


# For each tensor, whether it has the dimension of each batch.
Flags = tuple[bool, ...]


class Call:
    """A composite or custom call of one example, whatever batches it is part of.

    Called with tensors, it is the operation itself on those: ``op(x, y)``.
    """

    def __init__(self, operation: Operation) -> None:
        self._operation = operation
        self.key = operation.called
        said = operation.attributes.get("composite_attributes")
        self._own: Mapping[str, Attribute] = said if isinstance(said, dict) else {}
        levels = [level.partition(":")[::2] for level in self._levels()]
        self.batches = [Batch(int(size), unquote(said.partition(":")[2]) or None) for size, said in levels]
        self.sizes = [batch.size for batch in self.batches]
        self.flags: list[Flags] = [
            tuple(flags[number] == "1" for _, flags in levels) for number in range(len(operation.operands))
        ]
        self._require_batches()
        # Where the rule is asked; it may build functions of its own, which bring it along once more.
        self._function = self.decomposition if "decomposition" in operation.attributes else None
        self.inputs = self._structure(INPUTS, len(operation.operands))
        self.output = self._structure(OUTPUT, len(operation.results))

    @property
    def name(self) -> str:
        """The composite's name, or the custom call's target."""
        return self.key.removeprefix("@")

    @property
    def place(self) -> str:
        """Where the operation stands: ``file:line:column``."""
        return self._operation.place

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        """Of a composite its composite_attributes, of a custom call all that it has (``backend_config``)."""
        if self._operation.name == "stablehlo.custom_call":
            return self._operation.attributes
        return {name: value for name, value in self._own.items() if not name.startswith(_OWN)}

    def value(self, name: str) -> Any:
        """An attribute as a number, a text, an array, or a tuple or dict of them; None if there is none."""
        return _plain(self.attributes.get(name))

    @property
    def operand_types(self) -> list[TensorType]:
        """The types of the operands of one example."""
        types = [cast(TensorType, operand.type) for operand in self._operation.operands]
        return [type.with_shape(type.shape[sum(flags) :]) for type, flags in zip(types, self.flags, strict=True)]

    @property
    def result_types(self) -> list[TensorType]:
        """The types of the results of one example."""
        types = [cast(TensorType, result.type) for result in self._operation.results]
        return [type.with_shape(type.shape[len(self.sizes) :]) for type in types]

    @property
    def derivative(self) -> str:
        """ "custom_vjp" or "custom_jvp" where the operation says that it has one; else ""."""
        return str(self._own.get(DERIVATIVE, ""))

    def __call__(self, *operands: Any) -> Any:
        """The operation on other operands, of the same types: a tensor, or a tuple where there isn't one result.

        Raises UsageError where they have other types.
        """
        values = as_values(operands, f"operands of {self.name}")
        types = self.operand_types
        if [value.type for value in values] != types:
            given = ", ".join(str(value.type) for value in values) or "nothing"
            raise usage_error(f"{self.name} takes {', '.join(map(str, types)) or 'nothing'} here, but {given} is given")
        attributes = dict(self._operation.attributes)
        if self._function is not None:
            attributes["decomposition"] = self._of_one(self._function).bring_along(require_scope(self.name))
        if self.sizes and self._function is not None:
            own = {name: value for name, value in self._own.items() if name != BATCHES}
            attributes["composite_attributes"] = {**own, ONE: _remembered(self._function, str(self._own[BATCHES]))}
        results = emit(self._operation.name, cast("list[Tensor]", values), attributes, (), self.result_types)
        return results[0] if len(results) == 1 else results

    @property
    def decomposition(self) -> Function:
        """The function that the composite is decomposed to, which the program being built has brought along."""
        return decomposition_of(self._operation)

    def batched(self, size: int, flags: Sequence[bool]) -> tuple[dict[str, Attribute], Function | None]:
        """The attributes of a batch of it, `flags` saying of which operands: an outermost one.

        Where it is one example of a batch that is put together again, also what the batch was decomposed to.
        """
        level = f"{size}:{''.join('1' if flag else '0' for flag in flags)}"
        axis = bound()
        level = level if axis is None else f"{level}:{quote(axis, safe='')}"
        said = f"{level} {self._own[BATCHES]}" if BATCHES in self._own else level
        own = {**self._own, BATCHES: said}
        whole, of_whole = _WHOLES.get(str(own.get(ONE)), (None, ""))
        if not of_whole.endswith(f" {said}"):
            own.pop(ONE, None)
        attributes: dict[str, Attribute] = {**self._operation.attributes, "composite_attributes": own}
        return attributes, whole if of_whole == said else None

    @property
    def alone(self) -> dict[str, Attribute]:
        """The attributes of an operation that is put into no batch."""
        own = {name: value for name, value in self._own.items() if name != ONE}
        given = {"composite_attributes": own} if ONE in self._own else {}
        return {**self._operation.attributes, **given}

    def error(self, message: str) -> UsageError:
        """The error of a rule: what is wrong with it, and where the operation stands."""
        what, fix_label, fix = message.partition("\n  fix: ")
        return UsageError(f"{what}\n  for: {self.name} at {self.place}{fix_label}{fix}")

    def _of_one(self, function: Function) -> Function:
        """What one example gives: the first of a batch that is the example again and again."""
        if not self.sizes:
            return function

        def first(*values: Tensor) -> tuple[Tensor, ...]:
            wide = []
            for value, flags in zip(values, self.flags, strict=True):
                sizes = [size for size, flag in zip(self.sizes, flags, strict=True) if flag]
                dimensions = range(len(sizes), len(sizes) + value.rank)
                wide.append(broadcast_to_sizes(value, [*sizes, *sizes_of(value)], dimensions) if sizes else value)
            results = function(*wide)
            listed = results if isinstance(results, tuple) else (results,)
            return tuple(_first(result, len(self.sizes)) for result in listed)

        if 0 in self.sizes:
            raise self.error("a batch of no examples has none to compute the operation of")
        return built(first, self.operand_types, f"{function.name}.one", private=True)

    def _levels(self) -> list[str]:
        said = self._own.get(BATCHES, "")
        levels = said.split() if isinstance(said, str) else ["?"]
        form = rf"\d+:[01]{{{len(self._operation.operands)}}}(:\S+)?"
        if not all(re.fullmatch(form, level) for level in levels):
            raise self.error(f"{BATCHES} is {said!r}, expected sizes, and which operands are batched, such as '8:10'")
        return levels

    def _require_batches(self) -> None:
        """UsageError where operands and results don't have the dimensions of the batches that they are said to have."""
        values = zip(self._operation.operands, self.flags, strict=True)
        everywhere = (True,) * len(self.sizes)
        for value, flags in [*values, *((result, everywhere) for result in self._operation.results)]:
            sizes = [size for size, flag in zip(self.sizes, flags, strict=True) if flag]
            shape = value.type.shape if isinstance(value.type, TensorType) else ()
            if list(shape[: len(sizes)]) != sizes:
                raise self.error(f"{BATCHES} says {self._own[BATCHES]!r}, and {value.type} isn't of batches of {sizes}")

    def _structure(self, name: str, count: int) -> Structure:
        text = self._own.get(name)
        if not isinstance(text, str):
            return trees.LEAF if name == OUTPUT and count == 1 else trees.leaves(count)
        structure = KNOWN.get(text)
        if structure is None:
            try:
                structure = trees.flatten(ast.literal_eval(text), name)[1]
            except (ValueError, SyntaxError):
                raise self.error(
                    f"{self.name} takes or returns {text}, and its classes aren't known here\n"
                    "  fix: call it once in this process, or let it take dicts, lists and tuples"
                ) from None
        if structure.leaf_count != count or (name == INPUTS and structure.container is not tuple):
            raise self.error(f"{name} says {text}, but there are {count} values")
        return structure


def _remembered(function: Function, batches: str) -> str:
    """A name for what a batch is decomposed to; of many, the last ones are remembered."""
    name = f"{id(function)} {batches}"
    _WHOLES[name] = function, batches
    if len(_WHOLES) > _MOST_WHOLES:
        _WHOLES.popitem(last=False)
    return name


# The trees that were met, by what `tree_text` says of them.
KNOWN: dict[str, Structure] = {}


def tree_text(structure: Structure) -> str:
    """A tree in Python's words, 0 for each leaf. It is remembered, as those with classes can't be read back."""
    text = repr(structure.unflatten([0] * structure.leaf_count))
    if KNOWN.setdefault(text, structure) != structure:  # another class of the name
        text = f"{text} of {len(KNOWN)}"
        KNOWN[text] = structure
    return text


def _first(value: Tensor, count: int) -> Tensor:
    shape = value.type.static_shape
    limits = [*[1] * count, *shape[count:]]
    return reshape(slice(value, [0] * len(shape), limits, [1] * len(shape)), shape[count:])


def _plain(attribute: Attribute | None) -> Any:
    match attribute:
        case IntegerAttr() | FloatAttr():
            return attribute.value
        case DenseElements():
            return attribute.array
        case tuple():
            return tuple(map(_plain, attribute))
        case dict():
            return {name: _plain(value) for name, value in attribute.items()}
    return attribute
