"""What a scatter may give: the possible values of its results over all orders of its updates (spec: scatter).

Only elements on which several updates land are open, and of these only where the order matters:
  integers, booleans, extrema   single
  overwriting                   any landing update, those of all N results together
  few updates                   all orders, for any body (orders.py): up to `limit` orders of an element, and EFFORT or
                                BOUNDED_EFFORT applications of the body in one scatter; of more updates, too, where most
                                are equal
  float sums and products       bounds over all orders (bounds.py, products.py)
  anything else                 samples: forward, reverse and random orders
Equal alternatives are kept once, unless a scatter overwrites and has more than MANY in all (unordered.py). Operands
that are open themselves: tainted.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from interpreter.kernels.scatter import ScatterPlan
from interpreter.possible.bodies import parts_of
from interpreter.possible.contest import contested
from interpreter.possible.opening import Opening
from interpreter.possible.options import Choices, Options
from interpreter.possible.tainted import Tainted, converted, is_open, of_unknown_place
from interpreter.possible.values import Possible, joined


# The kinds of results (bodies.py) whose elements may be open.
def open_scatter(
    plan: ScatterPlan, operands: Sequence[Possible], captured: Sequence[Any], options: Options, choices: Choices
) -> list[Possible]:
    """The results of one run of a scatter; `captured` is what its body takes from outside."""
    arrays = [x.nominal for x in operands]
    with np.errstate(all="ignore"), _captured(plan, captured):
        results = plan.converted_inputs(arrays)
        landed = plan.landed(results, arrays)
        inputs = [converted(x.open, to) for x, to in zip(operands[: plan.count], plan.to_result, strict=True)]
        updates = [converted(x.open, to) for x, to in zip(operands[plan.count + 1 :], plan.to_body, strict=True)]
        lands = landed.rows.size and landed.pieces[0].size
        if lands:
            plan.fold(landed.tables, landed.rows, landed.pieces)
        parts = parts_of(plan.op, reassociate=options.reassociate)
        if is_open(operands[plan.count]) and arrays[-1].size:
            return of_unknown_place(results, parts, inputs)
        if not lands:
            return [Possible(x, old) for x, old in zip(results, inputs, strict=True)]
        olds = plan.converted_inputs(arrays) if plan.converts_inputs else arrays[: plan.count]
        captures_open = any(map(is_open, captured))
        if captures_open or any(x is not None for x in (*inputs, *updates)):
            elements = landed.by_element()
            olds = [x.reshape(-1) for x in olds]
            opening = Opening(plan, parts, elements, olds, options, choices, captures_open)
            tainted, landing = Tainted(opening, inputs, updates), contested(elements, at_least=1)
            tainted.pass_on()
            is_tainted = tainted.among(landing) | captures_open
            tainted.open(landing.among(is_tainted))
            opening.open(landing.among(~is_tainted & (landing.counts > 1)))
        else:
            opening = Opening(plan, parts, landed, [landed.landing.table(x) for x in olds], options, choices)
            if not all(part.kind == "free" for part in parts):
                opening.open(contested(landed))
        return [Possible(x, joined(found)) for x, found in zip(results, opening.found, strict=True)]


@contextmanager
def _captured(plan: ScatterPlan, values: Sequence[Any]) -> Iterator[None]:
    plain = [x.nominal if isinstance(x, Possible) else x for x in values]
    before, plan.body.captured.values = plan.body.captured.values, plain
    try:
        yield
    finally:
        plan.body.captured.values = before
