"""Reductions, windows and sort."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.fuzz.grammar.registry import row
from hlogen.fuzz.site import BOOLEANS, COMPLEX, FLOATS, INTEGERS, ORDERED, Site, integers, number, type_of
from hlogen.ir import Attribute, DenseElements, ElementType, EnumAttr, TensorType, Value
from hlogen.ir.types import I64

_REDUCED = (*INTEGERS, *FLOATS, *BOOLEANS, *COMPLEX)


@row("stablehlo.reduce")
def reduce(site: Site) -> None:
    inputs = _several(site, _REDUCED, low=0)
    dimensions = site.shuffled(site.subset(range(type_of(inputs[0]).rank), 60))
    inits = [site.like(type_of(each).with_shape(())) for each in inputs]
    body = site.body([type_of(each).element_type for each in inputs])
    site.emit("stablehlo.reduce", [*inputs, *inits], None, [body], dimensions=integers(dimensions))


@row("stablehlo.reduce_window")
def reduce_window(site: Site) -> None:
    inputs = _several(site, _REDUCED, low=1)
    attributes = _window(site, type_of(inputs[0]).static_shape)
    rank = type_of(inputs[0]).rank
    if site.chance(30):
        attributes["base_dilations"] = integers([site.integer(1, 3) for _ in range(rank)])
    if site.chance(30):
        attributes["window_dilations"] = integers([site.integer(1, 2) for _ in range(rank)])
    inits = [site.like(type_of(each).with_shape(())) for each in inputs]
    body = site.body([type_of(each).element_type for each in inputs])
    site.emit("stablehlo.reduce_window", [*inputs, *inits], None, [body], **attributes)


@row("stablehlo.select_and_scatter")
def select_and_scatter(site: Site) -> None:
    operand = site.tensor(ORDERED, low=1)
    type = type_of(operand)
    attributes: dict[str, Attribute] = {}
    windows, strides, shape = [], [], []
    for size in type.static_shape:
        windows.append(site.integer(1, max(1, min(3, size))))
        strides.append(site.integer(1, 3))
        shape.append(0 if size < windows[-1] else (size - windows[-1]) // strides[-1] + 1)
    attributes = {"window_dimensions": integers(windows), "window_strides": integers(strides)}
    source, init = site.like(type.with_shape(tuple(shape))), site.like(type.with_shape(()))
    scalar = type.with_shape(())
    direction = site.choice(("GE", "LE", "GT", "LT"))

    def selected(inside: Site, values: Sequence[Value]) -> Sequence[Value]:
        return inside.emit(
            "stablehlo.compare", values, comparison_direction=EnumAttr("comparison_direction", direction)
        )

    regions = [site.region([scalar, scalar], selected), site.body([type.element_type])]
    site.emit("stablehlo.select_and_scatter", [operand, source, init], None, regions, **attributes)


@row("stablehlo.sort")
def sort(site: Site) -> None:
    inputs = _several(site, (*ORDERED, *BOOLEANS), low=1)
    type = type_of(inputs[0])
    scalars = [type_of(each).with_shape(()) for each in inputs for _ in range(2)]
    direction = site.choice(("LT", "GT"))
    is_total = site.chance(50)

    def less(inside: Site, values: Sequence[Value]) -> Sequence[Value]:
        attributes: dict[str, Attribute] = {"comparison_direction": EnumAttr("comparison_direction", direction)}
        if is_total and type_of(values[0]).element_type in FLOATS:
            attributes["compare_type"] = EnumAttr("comparison_type", "TOTALORDER")
        return inside.emit("stablehlo.compare", values[:2], **attributes)

    attributes: dict[str, Attribute] = {
        "dimension": number(site.integer(-type.rank, type.rank - 1)), "is_stable": site.chance(60),
    }  # fmt: skip
    site.emit("stablehlo.sort", inputs, None, [site.region(scalars, less)], **attributes)


def _several(site: Site, allowed: Sequence[ElementType], low: int) -> list[Value]:
    """One tensor, at times several of one shape."""
    first = site.tensor(allowed, low=low)
    shape = type_of(first).shape
    more = site.integer(1, 2) if site.chance(20) else 0
    return [first, *(site.like(TensorType(shape, site.element(allowed))) for _ in range(more))]


def _window(site: Site, shape: tuple[int, ...]) -> dict[str, Attribute]:
    attributes: dict[str, Attribute] = {"window_dimensions": integers([site.integer(1, 3) for _ in shape])}
    if site.chance(50):
        attributes["window_strides"] = integers([site.integer(1, 3) for _ in shape])
    if site.chance(50):
        attributes["padding"] = padding(site, len(shape))
    return attributes


def padding(site: Site, rank: int) -> DenseElements:
    values = [[site.choice((0, 1, 2, -1)) for _ in range(2)] for _ in range(rank)]
    return DenseElements(TensorType((rank, 2), I64), np.array(values, np.int64).reshape(rank, 2))
