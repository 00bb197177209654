"""Derivatives forwards and backwards: of a program's Jacobian J, the sum of u * (J t) is that of (u J) * t.

The program is taken in f64, its arguments and constants as small whole numbers, so that what it computes is exact. It
has only operations whose derivatives are exact then, too, and don't depend on an order that is left open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

import numpy as np

import hlogen as hl
from hlogen.conform.forms import Form
from hlogen.conform.wide import widened
from hlogen.fuzz.elements import Array
from hlogen.ir import Attribute, DenseElements, FloatType, IntegerType, Module, Operation, TensorType
from hlogen.program.copy import Copier

_MOST = 3  # of the numbers
_PATTERN = np.array([1.0, -2.0, 3.0, 2.0, -1.0])  # of tangents and cotangents
_NAMES = """
abs add and broadcast_in_dim case ceil clamp compare composite concatenate constant convert convolution dot_general
dynamic_broadcast_in_dim dynamic_conv dynamic_gather dynamic_iota dynamic_pad dynamic_reshape dynamic_slice
dynamic_update_slice floor gather get_dimension_size get_tuple_element if iota is_finite map maximum minimum multiply
negate not optimization_barrier or pad reduce reduce_window reshape return reverse round_nearest_afz round_nearest_even
scatter select sign slice sort subtract transpose tuple while xor
"""
_EXACT = {"func.func", "func.return", "func.call", *(f"stablehlo.{name}" for name in _NAMES.split())}


def dual(form: Form) -> tuple[Module, str, tuple[Array, ...]] | None:
    """A program that gives both sums, and what their parts add up to; with its name and arguments. None where the
    program isn't such a one."""
    if not all(map(_is_exact, form.module.walk())):
        return None
    wide = widened(Module([_Whole().again(operation) for operation in form.module.operations]), form.entry)
    if wide is None:
        return None
    function = wide.function(form.entry)
    tangents, cotangents = (list(filter(_is_float, types)) for types in (function.type.inputs, function.type.results))
    if not tangents or not cotangents:
        return None
    forwards, backwards = hl.jvp(wide, entry=form.entry), hl.vjp(wide, entry=form.entry)
    count, results = len(form.arguments), len(function.type.results)

    @hl.function(*map(str, (*function.type.inputs, *tangents, *cotangents)))
    def both(*values: hl.Tensor) -> tuple[hl.Tensor, ...]:
        given, t, u = values[:count], values[count : count + len(tangents)], values[count + len(tangents) :]
        changes = hl.call(forwards, *given, *t)[results:]
        gradients = hl.call(backwards, *given, *u)[results:]
        left = [a * b for a, b in zip(u, changes, strict=True)]
        right = [a * b for a, b in zip(t, gradients, strict=True)]
        return _sum(left), _sum(right), _sum([hl.abs(each) for each in (*left, *right)])

    pairs = zip(form.arguments, function.type.inputs, strict=True)
    small = [_whole(each) if _is_float(type) else each for each, type in pairs]
    pattern = [np.resize(_PATTERN, type.static_shape) for type in (*tangents, *cotangents)]
    return both.module, both.name, (*small, *pattern)


def _sum(parts: list[hl.Tensor]) -> hl.Tensor:
    total = hl.sum(parts[0])
    for each in parts[1:]:
        total = total + hl.sum(each)
    return total


def _is_float(type: object) -> TypeGuard[TensorType]:
    return isinstance(type, TensorType) and isinstance(type.element_type, FloatType)


def _whole(array: Array) -> Array:
    """The array in f64, its elements small whole numbers."""
    return np.rint(np.clip(np.nan_to_num(array.astype(np.float64)), -_MOST, _MOST))


class _Whole(Copier):
    """Copies operations with small whole numbers as their constants."""

    def again(self, operation: Operation, attributes: Mapping[str, Attribute] | None = None) -> Operation:
        value = operation.attributes.get("value")
        if isinstance(value, DenseElements) and _is_float(value.type):
            array = _whole(value.array).astype(value.array.dtype)
            attributes = {**operation.attributes, "value": DenseElements(value.type, array)}
        return super().again(operation, attributes)


def _is_exact(operation: Operation) -> bool:
    types = [value.type for value in (*operation.operands, *operation.results)]
    if operation.name not in _EXACT or not all(isinstance(type, TensorType) for type in types):
        return False
    if not all(
        isinstance(type.element_type, (FloatType, IntegerType)) for type in types if isinstance(type, TensorType)
    ):
        return False
    match operation.name:
        case "stablehlo.scatter":
            return operation.attributes.get("unique_indices") is True or _adds(operation)
        case "stablehlo.reduce" | "stablehlo.reduce_window":
            return _adds(operation)
        case "stablehlo.sort":
            return operation.attributes.get("is_stable") is True
        case "stablehlo.convert":
            return _is_float(types[0]) == _is_float(types[1])  # a number of another kind may be out of its range
    return True


def _adds(operation: Operation) -> bool:
    """Whether what its body does is to add: in any order the same."""
    (block,) = operation.regions[0].blocks
    return [each.name for each in block.operations] == ["stablehlo.add", "stablehlo.return"] and set(
        block.operations[0].operands
    ) == set(block.arguments)
