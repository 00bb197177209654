"""A file for each operation, or family of operations, with its index map.

    @index_map("stablehlo.gather", of="result", roles={"operand": dims(...), ...})
    def gather(result_index, operand, start_indices, offset_dims, ...): ...

`of` names the tensor whose elements are walked: ``result`` where a map tells what an element of the result reads,
``updates`` where it tells what an element of the updates is written to. Tensors have the specification's names: those
that stand together there (``inputs...``) are one panel where they have one shape and their elements move alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hlogen.explaining.formula import Formula, Touched
from hlogen.explaining.roles import RolesOf
from hlogen.registry import Registry


@dataclass(frozen=True)
class IndexMap:
    """The row of an operation: its formula, the tensor whose elements the formula starts from, and the roles of the
    dimensions of its tensors, all of them free where nothing is said. `what` is what an element has to do with those
    that it touches: it "is" one of them, "is folded from" or "is folded into" them."""

    name: str
    formula: Formula
    of: str
    roles: Mapping[str, RolesOf] = field(default_factory=dict)
    what: str = "is"


MAPS: Registry[IndexMap] = Registry(__name__, "an index map")


def index_map(
    *names: str, of: str, roles: Mapping[str, RolesOf] | None = None, what: str = "is"
) -> Callable[[Callable[..., Touched]], Callable[..., Touched]]:
    """The decorator that makes a formula the index map of the operations `names`."""

    def registered(function: Callable[..., Touched]) -> Callable[..., Touched]:
        for name in names:
            MAPS.add(name, IndexMap(name, Formula(function), of, roles or {}, what), function.__module__)
        return function

    return registered
