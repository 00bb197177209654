"""Updates folded into inputs by an update computation: each input goes the way that the computation allows it.

the same operation every time, or none                scatter_reductions.py
one on bits, in whose place and, or, xor stand         by_doubling in scatter_rounds.py
anything else, and what depends on it                 scatter_rounds.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from hlogen.export.onnx import ops
from hlogen.export.onnx.arithmetic import bitwise
from hlogen.export.onnx.context import LoweringContext, NotByLanes
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.scatter_bodies import Body, Part
from hlogen.export.onnx.scatter_landing import Landing
from hlogen.export.onnx.scatter_reductions import can_reduce, reduced
from hlogen.export.onnx.scatter_rounds import Combine, Rounds, Values, by_doubling
from hlogen.forking import cached_property
from hlogen.ir import ElementType, TensorType, Value

_BITWISE: dict[str, Combine] = {
    "and": lambda graph, a, b: bitwise(graph, "And", a, b),
    "or": lambda graph, a, b: bitwise(graph, "Or", a, b),
    "xor": lambda graph, a, b: bitwise(graph, "Xor", a, b),
}


class Folding:
    """Inputs and updates, of the types that the update computation has them in, go by the numbers of its arguments.

    `by_element` gives the landing of single elements.
    """

    def __init__(
        self,
        site: LoweringContext,
        body: Body,
        inputs: Values,
        updates: Values,
        landing: Landing,
        by_element: Callable[[], Landing],
        *,
        are_distinct: bool,
    ) -> None:
        self.site, self.body, self.inputs, self.updates = site, body, inputs, updates
        self.landing, self.by_element, self.are_distinct = landing, by_element, are_distinct

    def results(self) -> list[Edge]:
        found = self._reduced()
        found |= self._in_rounds([number for number in self.inputs if number not in found])
        return [found[number] for number in self.inputs]

    @cached_property
    def _pieces(self) -> Values:
        return {number: self.landing.cut(updates) for number, updates in self.updates.items()}

    def _reduced(self) -> Values:
        """The results that don't depend on others, as far as there is a way."""
        results = {}
        for number, fold in self.body.folds().items():
            operand = self.inputs[number]
            element_type = _element_type(self.body, number)
            combine = None if self.are_distinct or operand.dtype.kind not in "iu" else _BITWISE.get(fold.kind)
            if combine is None and not can_reduce(fold.kind, element_type, operand.dtype, self.are_distinct):
                continue
            try:
                pieces = operand if fold.update is None else self._made(fold.update)
            except NotByLanes:
                continue
            if combine is not None:
                results[number] = by_doubling(self.landing, operand, pieces, combine)
            else:
                results[number] = reduced(self.landing, operand, pieces, fold.kind, element_type, self.are_distinct)
        return results

    def _in_rounds(self, numbers: Sequence[int]) -> Values:
        """Any results."""
        if not numbers:
            return {}
        part = self.body.part([self.body.results[number] for number in numbers])

        def rounds(landing: Landing, pieces: Values) -> Rounds:
            return Rounds(self.site, landing, part, numbers, self.inputs, _taken(part, pieces))

        try:
            by_lanes = rounds(self.landing, self._pieces)
            return by_lanes.of_distinct() if self.are_distinct else by_lanes.in_rounds()
        except NotByLanes:
            landing = self.by_element()
            pieces = {number: landing.cut(updates) for number, updates in self.updates.items()}
            return rounds(landing, pieces).one_by_one()

    def _made(self, update: Value) -> Edge:
        """What is folded in, for each element of the pieces."""
        part = self.body.part([update])
        inside = self.landing.inside
        active = None if inside is None else self.landing.along_rows(inside)
        (made,) = applied(self.site, part, self._pieces, active)
        return ops.expand(self.site.graph, made, self.landing.shape_of(self.landing.pieces))


def applied(site: LoweringContext, part: Part, arguments: Values, active: Edge | None = None) -> list[Edge]:
    """What a part of an update computation returns; its loops run where `active` holds."""
    edges = [arguments[number] for number in part.arguments]
    return site.body_by_lanes(part.region, edges, active=active if edges else None)


def _taken(part: Part, values: Values) -> Values:
    return {number: edge for number, edge in values.items() if number in part.arguments}


def _element_type(body: Body, number: int) -> ElementType:
    return cast(TensorType, body.block.arguments[number].type).element_type
