"""if, case, while: regions of other rows' operations, that see what is outside. Functions, which don't; and tuples."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.fuzz.grammar.registry import GRAMMAR, row
from hlogen.fuzz.site import BOOLEANS, NUMBERS, Site, number, type_of
from hlogen.ir import EnumAttr, TensorType, Value
from hlogen.ir.types import I1, I32


@row("stablehlo.if")
def if_(site: Site) -> None:
    types = _types(site)
    pred = site.like(TensorType((), I1))
    regions = [site.region([], lambda inside, _: [_computed(inside, type) for type in types]) for _ in range(2)]
    site.emit("stablehlo.if", [pred], types, regions)


@row("stablehlo.case")
def case(site: Site) -> None:
    types = _types(site)
    count = site.integer(1, 3)
    index = site.indices(I32, (), count - 1)  # out of bounds is the last branch
    regions = [site.region([], lambda inside, _: [_computed(inside, type) for type in types]) for _ in range(count)]
    site.emit("stablehlo.case", [index], types, regions)


@row("stablehlo.while")
def while_(site: Site) -> None:
    trips = site.integer(0, 3)
    scalar = TensorType((), I32)
    start = site.constant(scalar, np.zeros((), np.int32))
    carried = [site.tensor((*NUMBERS, *BOOLEANS)) for _ in range(site.integer(1, 2))]
    types = [scalar, *map(type_of, carried)]

    def goes_on(inside: Site, values: Sequence[Value]) -> Sequence[Value]:
        limit = inside.constant(scalar, np.array(trips, np.int32))
        return inside.emit(
            "stablehlo.compare", [values[0], limit], comparison_direction=EnumAttr("comparison_direction", "LT")
        )

    def body(inside: Site, values: Sequence[Value]) -> Sequence[Value]:
        one = inside.constant(scalar, np.ones((), np.int32))
        (following,) = inside.emit("stablehlo.add", [values[0], one])
        return [following, *(_computed(inside, type, value) for type, value in zip(types[1:], values[1:], strict=True))]

    site.emit("stablehlo.while", [start, *carried], types, [site.region(types, goes_on), site.region(types, body)])


@row("func.call", "stablehlo.composite")
def composite(site: Site) -> None:
    operands = [site.tensor((*NUMBERS, *BOOLEANS)) for _ in range(site.integer(1, 2))]

    def body(inside: Site, values: Sequence[Value]) -> Sequence[Value]:
        return [_computed(inside, type_of(each), each) for each in site.shuffled(values)]

    function, types = site.function([type_of(each) for each in operands], body)
    if site.op == "func.call":
        site.emit("func.call", operands, types, callee=function)
    else:
        site.emit("stablehlo.composite", operands, types, name="hlogen.drawn", decomposition=function)


@row("stablehlo.tuple", "stablehlo.get_tuple_element")
def tuple_(site: Site) -> None:
    """A tuple, perhaps in another one, and all that is in it: no result of a program is one."""
    parts = [site.tensor((*NUMBERS, *BOOLEANS)) for _ in range(site.integer(1, 3))]
    (made,) = site.emit("stablehlo.tuple", parts)
    if site.chance(30):
        (outer,) = site.emit("stablehlo.tuple", [made])
        (made,) = site.emit("stablehlo.get_tuple_element", [outer], index=number(0, I32))
    for at in site.shuffled(range(len(parts))):
        site.emit("stablehlo.get_tuple_element", [made], index=number(at, I32))


def _types(site: Site) -> list[TensorType]:
    return [type_of(site.tensor((*NUMBERS, *BOOLEANS))) for _ in range(site.integer(1, 2))]


def _computed(site: Site, type: TensorType, value: Value | None = None) -> Value:
    """A value of the type: what is there, or something computed from it."""
    value = site.like(type) if value is None else value
    if site.depth < 3 and site.chance(15):
        nested = GRAMMAR.rows()[site.choice(("stablehlo.if", "stablehlo.case"))]
        nested(site)
    if site.chance(30):
        return value
    if type.element_type in BOOLEANS or site.chance(20):
        (result,) = site.emit("stablehlo.select", [site.like(TensorType((), I1)), value, site.like(type)])
        return result
    op = site.choice(("add", "multiply", "subtract"))
    (result,) = site.emit(f"stablehlo.{op}", [value, site.like(type)])
    return result
