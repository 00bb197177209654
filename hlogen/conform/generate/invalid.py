"""Programs that may break any of the constraints: a valid one, then damaged in one or a few places."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field

from hlogen.conform.generate.bodies import Body, draw_body
from hlogen.conform.generate.case import OPS, Array, attributes_of, single_op_module
from hlogen.conform.generate.dimensions import Layout
from hlogen.conform.generate.draw import Draw, chance, choice
from hlogen.conform.generate.valid import draw_case
from hlogen.forking import cached_property
from hlogen.ir import ElementType, Module, TensorType, parse_element_type

_ELEMENT_TYPES = tuple(map(parse_element_type, ("i32", "f32", "i64", "f64", "ui32", "i1", "i8", "complex<f32>")))
_LISTS = (
    "offset_dims",
    "collapsed_slice_dims",
    "operand_batching_dims",
    "start_indices_batching_dims",
    "start_index_map",
    "slice_sizes",
)


@dataclass(frozen=True)
class InvalidCase:
    """A program that may be invalid: nothing to run, only to be judged. `damages` says what was done to a valid one."""

    op: str
    layout: Layout  # its lists needn't fit its shapes; what counts as shapes are the types
    operand_types: tuple[TensorType, ...]
    result_types: tuple[TensorType, ...]
    body: Body | None
    constants: dict[int, Array] = field(repr=False)
    damages: tuple[str, ...] = ()

    @cached_property
    def module(self) -> Module:
        attributes = attributes_of(self.op, self.layout, indices_are_sorted=False, unique_indices=False)
        return single_op_module(
            f"stablehlo.{self.op}", self.operand_types, self.result_types, attributes, self.body, self.constants
        )

    def __str__(self) -> str:
        return f"{self.module}\n// damages: {'; '.join(self.damages)}"


def draw_invalid_case(draw: Draw, ops: tuple[str, ...] = OPS) -> InvalidCase:
    """A valid program with one to three damages, which may leave it valid after all."""
    base = draw_case(draw, ops)
    constants = {
        number: base.operands[number] for number in base.constants if number == 2 and base.op == "dynamic_gather"
    }
    case = InvalidCase(base.op, base.layout, base.operand_types, base.result_types, base.body, constants)
    for _ in range(1 + chance(draw, 30) + chance(draw, 15)):
        damage = choice(draw, _DAMAGES)
        case = damage(draw, case)
    return case


def _list_element(draw: Draw, case: InvalidCase) -> InvalidCase:
    """One element of a list becomes another, is doubled, dropped or added, or two change places."""
    name = choice(draw, _LISTS)
    values: list[int] = list(getattr(case.layout, name))
    rank = case.operand_types[0].rank
    other = draw.integer(-1, rank + 1)
    kind = choice(draw, ("replace", "append", "drop", "double", "swap"))
    if kind == "append" or not values:
        values.append(other)
    else:
        at = draw.integer(0, len(values) - 1)
        if kind == "replace":
            values[at] = other
        elif kind == "drop":
            del values[at]
        elif kind == "double":
            values.insert(at, values[at])
        else:
            values[at], values[0] = values[0], values[at]
    return _with_layout(case, **{name: tuple(values)})


def _index_vector_dim(draw: Draw, case: InvalidCase) -> InvalidCase:
    rank = len(case.layout.indices_shape)
    return _with_layout(case, index_vector_dim=draw.integer(-1, rank + 1))


def _two_lists(draw: Draw, case: InvalidCase) -> InvalidCase:
    """A dimension changes its role: it goes from one list to another."""
    source, target = choice(draw, _LISTS), choice(draw, _LISTS)
    values: list[int] = list(getattr(case.layout, source))
    if not values or source == target:
        return _index_vector_dim(draw, case)
    moved = values.pop(draw.integer(0, len(values) - 1))
    case = _with_layout(case, **{source: tuple(values)})
    return _with_layout(case, **{target: (*getattr(case.layout, target), moved)})


def _operand_shape(draw: Draw, case: InvalidCase) -> InvalidCase:
    number = draw.integer(0, len(case.operand_types) - 1)
    types = list(case.operand_types)
    types[number] = _reshaped(draw, types[number])
    constants = {n: value for n, value in case.constants.items() if n != number}
    damaged = dataclasses.replace(case, operand_types=tuple(types), constants=constants)
    return _told(damaged, f"operand {number} is {types[number]}")


def _result_shape(draw: Draw, case: InvalidCase) -> InvalidCase:
    number = draw.integer(0, len(case.result_types) - 1)
    types = list(case.result_types)
    types[number] = _reshaped(draw, types[number])
    return _told(dataclasses.replace(case, result_types=tuple(types)), f"result {number} is {types[number]}")


def _element_type(draw: Draw, case: InvalidCase) -> InvalidCase:
    """An operand or a result gets another element type."""
    element: ElementType = choice(draw, _ELEMENT_TYPES)
    number = draw.integer(0, len(case.operand_types) + len(case.result_types) - 1)
    types = [*case.operand_types, *case.result_types]
    types[number] = types[number].with_element_type(element)
    count = len(case.operand_types)
    constants = {n: value for n, value in case.constants.items() if n != number}
    damaged = dataclasses.replace(
        case, operand_types=tuple(types[:count]), result_types=tuple(types[count:]), constants=constants
    )
    return _told(damaged, f"type {number} is {types[number]}")


def _body(draw: Draw, case: InvalidCase) -> InvalidCase:
    """The update computation works in other element types, or in more or fewer of them."""
    if case.body is None:
        return _list_element(draw, case)
    types = list(case.body.element_types)
    kind = choice(draw, ("replace", "replace", "add", "drop"))
    if kind == "add":
        types.append(choice(draw, _ELEMENT_TYPES))
    elif kind == "drop" and len(types) > 1:
        types.pop()
    else:
        types[draw.integer(0, len(types) - 1)] = choice(draw, _ELEMENT_TYPES)
    told = ", ".join(map(str, types))
    results = case.result_types
    if chance(draw, 50) and len(types) == len(results):
        results = tuple(r.with_element_type(element) for r, element in zip(results, types, strict=True))
    damaged = dataclasses.replace(case, body=draw_body(draw, types), result_types=results)
    return _told(damaged, f"update_computation of {told}")


def _dynamic(draw: Draw, case: InvalidCase) -> InvalidCase:
    """A dimension of an operand or a result becomes dynamic."""
    types = [*case.operand_types, *case.result_types]
    number = draw.integer(0, len(types) - 1)
    if not types[number].rank:
        return _list_element(draw, case)
    at = draw.integer(0, types[number].rank - 1)
    types[number] = types[number].with_shape((*types[number].shape[:at], None, *types[number].shape[at + 1 :]))
    count = len(case.operand_types)
    constants = {n: value for n, value in case.constants.items() if n != number}
    damaged = dataclasses.replace(
        case, operand_types=tuple(types[:count]), result_types=tuple(types[count:]), constants=constants
    )
    return _told(damaged, f"type {number} is {types[number]}")


_DAMAGES: tuple[Callable[[Draw, InvalidCase], InvalidCase], ...] = (
    _list_element,
    _list_element,
    _list_element,
    _index_vector_dim,
    _two_lists,
    _operand_shape,
    _result_shape,
    _element_type,
    _body,
    _dynamic,
)


def _reshaped(draw: Draw, type: TensorType) -> TensorType:
    """Another size, one dimension more, or one less."""
    shape = list(type.shape)
    kind = choice(draw, ("size", "add", "remove"))
    if kind == "add" or not shape:
        shape.insert(draw.integer(0, len(shape)), draw.integer(1, 3))
    elif kind == "remove":
        del shape[draw.integer(0, len(shape) - 1)]
    else:
        at = draw.integer(0, len(shape) - 1)
        shape[at] = max(0, (shape[at] or 0) + choice(draw, (1, -1, 2)))
    return type.with_shape(tuple(shape))


def _with_layout(case: InvalidCase, **changes: int | tuple[int, ...]) -> InvalidCase:
    damaged = dataclasses.replace(case, layout=dataclasses.replace(case.layout, **changes))  # type: ignore[arg-type]  # names and types fit
    return _told(damaged, ", ".join(f"{name} = {value}" for name, value in changes.items()))


def _told(case: InvalidCase, damage: str) -> InvalidCase:
    return dataclasses.replace(case, damages=(*case.damages, damage))
