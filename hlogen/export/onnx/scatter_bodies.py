"""What a scatter's update computation does, result by result: what one of ONNX's reductions can do, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hlogen.ir import Block, Operation, Region, Value
from hlogen.program.bodies import Fold, computing, folds
from hlogen.program.structure import returned

# The kinds of folds that there may be a way for; what they fold in depends on updates alone.
_FOLDED = ("keep", "set", "add", "subtract", "multiply", "minimum", "maximum", "and", "or", "xor")


@dataclass(frozen=True)
class Part:
    """The operations of a body that some of its values need: `region` returns these.

    It is entered with the arguments of the body of these numbers.
    """

    region: Region
    arguments: tuple[int, ...]


class Body:
    """An update computation of N inputs: its arguments are N old values and N updates."""

    def __init__(self, region: Region) -> None:
        self.block = region.block
        self.results = returned(self.block)
        self.count = len(self.results)
        self._folds = folds(self.block)

    def folds(self) -> dict[int, Fold]:
        """The results that are folds, by number. What other results depend on isn't: it goes along with them."""
        found = {number: fold for number, fold in enumerate(self._folds) if fold.kind in _FOLDED}
        while True:
            needed = {at for number, fold in enumerate(self._folds) if number not in found for at in fold.uses}
            if needed.isdisjoint(found):
                return found
            found = {number: fold for number, fold in found.items() if number not in needed}

    def part(self, values: Sequence[Value]) -> Part:
        """The part of the body that computes `values`."""
        operations, arguments = computing(self.block, values)
        numbers = tuple(sorted(arguments))
        block = Block()
        block.arguments = tuple(self.block.arguments[number] for number in numbers)
        block.operations = [*operations, Operation("stablehlo.return", values)]
        return Part(Region([block]), numbers)
