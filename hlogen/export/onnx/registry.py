"""Which operations have a form in ONNX: lowerings register themselves here, with a decorator.

A lowering is a function of a Site that writes nodes and returns the edges of the operation's results::

    @lowering("stablehlo.reverse")
    def reverse(site: Site) -> Edge:
        (operand,) = site.inputs
        ...

The files of `hlogen.export.onnx.lowerings` are found by themselves.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from hlogen.export.onnx.graph import Edge

if TYPE_CHECKING:
    from hlogen.export.onnx.site import Site

Lower: TypeAlias = "Callable[[Site], Edge | Sequence[Edge]]"


@dataclass(frozen=True)
class Lowering:
    """A registered lowering. `elementwise`: it takes inputs of any shapes that broadcast, whatever the types say."""

    name: str
    lower: Lower
    elementwise: bool


_LOWERINGS: dict[str, Lowering] = {}


def lowering(*names: str, elementwise: bool = False) -> Callable[[Lower], Lower]:
    """Registers the decorated lowering for the operations `names`.

    `elementwise` promises that it looks at the shapes of its inputs only, not at the operation's types, and lets them
    broadcast, so that it can also lower a scalar operation of a body for many elements at once.
    """

    def register(lower: Lower) -> Lower:
        for name in names:
            if name in _LOWERINGS:
                raise ValueError(f"{name} already has a lowering, in {_LOWERINGS[name].lower.__module__}")
            _LOWERINGS[name] = Lowering(name, lower, elementwise)
        return lower

    return register


@cache
def _found() -> None:
    from hlogen.export.onnx import lowerings

    for module in pkgutil.iter_modules(lowerings.__path__):
        importlib.import_module(f"{lowerings.__name__}.{module.name}")


def lowering_of(name: str) -> Lowering | None:
    """The lowering of an operation, None where it has none."""
    _found()
    return _LOWERINGS.get(name)


def lowered_operations() -> frozenset[str]:
    """The operations that have a lowering."""
    _found()
    return frozenset(_LOWERINGS)
