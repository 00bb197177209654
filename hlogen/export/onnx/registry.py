"""Which operations have a form in ONNX: lowerings register themselves here, with a decorator.

A lowering is a function of a LoweringContext that writes nodes and returns the edges of the operation's results::

    @lowering("stablehlo.reverse")
    def reverse(site: LoweringContext) -> Edge:
        (operand,) = site.inputs
        ...

The files of `hlogen.export.onnx.lowerings` are found by themselves. `without` says why an operation has no form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge
from hlogen.ir import Operation
from hlogen.registry import Registry

Lower: TypeAlias = Callable[[LoweringContext], Edge | Sequence[Edge]]


@dataclass(frozen=True)
class Lowering:
    """A registered lowering. `elementwise`: it takes inputs of any shapes that broadcast, whatever the types say.

    `is_dynamic`: shapes may have sizes that only the run knows.
    """

    name: str
    lower: Lower
    elementwise: bool
    is_dynamic: bool


TABLE: Registry[Lowering] = Registry("hlogen.export.onnx.lowerings", "a lowering")
without = TABLE.without


def lowering(*names: str, elementwise: bool = False, dynamic: bool = False) -> Callable[[Lower], Lower]:
    """Registers the decorated lowering for the operations `names`.

    `elementwise` promises that it looks at the shapes of its inputs only, not at the operation's types, and lets them
    broadcast, so that it can also lower a scalar operation of a body for many elements at once. `dynamic` promises that
    it takes no size that only the run knows (`hlogen.export.onnx.sizes`) for a number: where it has to know one, it
    raises UnknownSize. An elementwise one doesn't look at sizes.
    """

    def register(lower: Lower) -> Lower:
        for name in names:
            TABLE.add(name, Lowering(name, lower, elementwise, elementwise or dynamic), lower.__module__)
        return lower

    return register


def lowering_of(operation: Operation) -> Lowering | None:
    """The lowering of an operation, None where it has none."""
    return TABLE.of(operation)
