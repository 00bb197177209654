"""Programs of dynamic shapes made static ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.builder.emit import sizes
from hlogen.builder.function import Function
from hlogen.builder.regions import argument_type, value_type
from hlogen.builder.trees import Tree
from hlogen.door import described, strict
from hlogen.errors import UsageError
from hlogen.ir import Function as View
from hlogen.ir import HasModule, Module, TensorType
from hlogen.mlir.refining import refined
from hlogen.program.calls import entry_of


@strict
def refine(program: HasModule, shapes: Sequence[Tree], entry: str | None = None) -> Module:
    """The program for arguments of these static shapes, from which those of all else follow, by upstream's passes.

    `shapes` has for each argument a shape such as ``[8, 4]``, a type such as ``"8x4xf32"``, an array, which stands for
    its type, or None where the argument's type is static already; trees of them where arguments are trees, or a flat
    list. What is left is the function `entry` (else
    ``@main``, or the only public one), in which calls are written out. Composites stay.

    Raises UsageError where a shape doesn't fit its argument's type, BindingsError with upstream's words where an
    operation can't have the shapes that follow.
    """
    view = entry_of(program, entry)
    inputs = view.type.inputs
    if not isinstance(shapes, (list, tuple)):
        raise UsageError(f"shapes is a list of shapes, one for each argument of {view.name}, not {described(shapes)}")
    shapes = _flat(program, view, shapes)
    if len(shapes) != len(inputs):
        raise UsageError(f"shapes has {len(shapes)} entries, but {view.name} takes {len(inputs)} arguments")
    types = []
    for number, (given, declared) in enumerate(zip(shapes, inputs, strict=True)):
        name = view.arguments[number].name
        what = f"argument {number}{f' ({name})' if name else ''} of {view.name}"
        if not isinstance(declared, TensorType):
            raise UsageError(f"{what} is a {declared}, and only tensors have shapes to refine")
        type = _type(given, declared, f"the shape of {what}")
        fits = (
            type.element_type == declared.element_type
            and type.rank == declared.rank
            and all(b in (None, a) for a, b in zip(type.shape, declared.shape, strict=True))
        )
        if not fits:
            raise UsageError(f"{what} is {declared}, and can't be {type}")
        if not type.is_static:
            raise UsageError(f"{what} is {type}, which isn't static\n  fix: give its shape: a list of sizes")
        types.append(type)
    return refined(program.module, view.name, types)


def _flat(program: HasModule, view: View, shapes: Sequence[Tree]) -> Sequence[Any]:
    """What is said for each flat argument, where trees may be given as they are to the function in Python."""
    if not isinstance(program, Function) or view.name != program.name or program.inputs.is_flat:
        return shapes
    parts = program.inputs.parts
    if len(shapes) != len(parts) or (len(shapes) == len(view.type.inputs) and all(map(_is_shape, shapes))):
        return shapes
    named = zip(program.parameters, parts, shapes, strict=True)
    return [leaf for name, part, tree in named for leaf in part.leaves_of(tree, f"{view.name}'s {name}")]


def _is_shape(given: object) -> bool:
    if isinstance(given, (list, tuple)):
        return all(isinstance(size, (int, np.integer)) for size in given)
    return given is None or isinstance(given, (str, TensorType)) or hasattr(given, "shape")


def _type(given: object, declared: TensorType, what: str) -> TensorType:
    if given is None:
        return declared
    if isinstance(given, (str, TensorType)):
        return argument_type(given, what)
    if hasattr(given, "shape"):
        type = value_type(given, what)
        if isinstance(type, TensorType):
            return type
    if not isinstance(given, (list, tuple)):
        raise UsageError(f"{what} is a list of sizes, a type or an array, not {described(given)}")
    return declared.with_shape(sizes(given, what))
