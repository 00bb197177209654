"""scatter (spec: scatter): what updates give that are applied in the lexicographic order of their indices.

A single window at a known place is cut out, updated and put back (scatter_window.py). All else is folded into a table
(scatter_landing.py, scatter_folding.py).
"""

from __future__ import annotations

from typing import cast

from hlogen.export.onnx.context import LoweringContext, NotByLanes
from hlogen.export.onnx.conversion import converted
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.indices import Places
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.scatter_bodies import Body
from hlogen.export.onnx.scatter_folding import Folding, applied
from hlogen.export.onnx.scatter_landing import landing_of
from hlogen.export.onnx.scatter_rounds import Values
from hlogen.export.onnx.scatter_window import Window, known_window
from hlogen.ir import TensorType


@lowering("stablehlo.scatter", dynamic=True)
def scatter(site: LoweringContext) -> list[Edge]:
    body, places = Body(site.op.regions[0]), Places(site)
    inputs = {number: _converted(site, body, number, number) for number in range(body.count)}
    updates = {number: _converted(site, body, number, number + 1) for number in range(body.count, 2 * body.count)}
    if inputs[0].size == 0 or 0 in places.shape:
        return list(inputs.values())
    window = known_window(places)
    if window is not None:
        try:
            return _in_window(site, body, window, inputs, updates)
        except NotByLanes:
            pass
    # Unless the promise is kept, the specification leaves open what comes out.
    are_distinct = site.attribute("unique_indices") is True or site.judgement.unique_indices.holds
    return Folding(
        site,
        body,
        inputs,
        updates,
        landing_of(places),
        lambda: landing_of(places, by_element=True),
        are_distinct=are_distinct,
    ).results()


def _in_window(site: LoweringContext, body: Body, window: Window, inputs: Values, updates: Values) -> list[Edge]:
    """NotByLanes is raised where the update computation can't be applied to many elements at once."""
    if window.is_outside:
        return list(inputs.values())
    part = body.part(body.results)
    here = {number: window.of_input(edge) for number, edge in inputs.items()}
    here |= {number: window.of_updates(edge) for number, edge in updates.items()}
    made = applied(site, part, here)
    return [window.put(operand, edge) for operand, edge in zip(inputs.values(), made, strict=True)]


def _converted(site: LoweringContext, body: Body, number: int, operand: int) -> Edge:
    """An operand as the update computation has it, as its argument of this number (C23, C25)."""
    types = [cast(TensorType, value.type) for value in (site.op.operands[operand], body.block.arguments[number])]
    return converted(site.graph, site.inputs[operand], types[0].element_type, types[1].element_type)
