"""NaNs and infinities that an operation makes: those in its result that nothing in its operands accounts for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from interpreter.kernels.scatter import ScatterPlan
from interpreter.kernels.scatter_landing import Landed
from interpreter.sanitizer.bodies import Folding
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.landings import table_of
from interpreter.sanitizer.vectors import first_places
from interpreter.sanitizer.watch import Event
from interpreter.values.array import Array
from interpreter.values.digits import digits
from interpreter.values.made import INFINITY, NAN, aligned, all_finite, is_floating, made, not_finite

NAN_MADE = "NaNs are made: {count} of {total} elements"
INF_MADE = "infinities are made: {count} of {total} elements"
_HAZARDS = (("number.nan", NAN_MADE, NAN), ("number.inf", INF_MADE, INFINITY))


def check_elements(event: Event, result: Array, operands: Sequence[Array]) -> None:
    """number.nan and number.inf of an elementwise operation: by element, with broadcasting."""
    if all_finite(result):
        return
    position_known = _rank(event) == result.ndim and result.ndim > 0

    def told(wrong: Array, n: int) -> Iterable[Element]:
        for place in first_places(wrong, n):
            values = [x[place] for operand in operands if (x := aligned(operand, result)) is not None]
            text = digits(result[place]) + (f" from {', '.join(map(digits, values))}" if values else "")
            position = place if position_known else None
            where = f"result{list(place)} is " if position_known else ""
            yield Element(where + text, position, None, (result[place], *values))

    for id, said, kind in _HAZARDS:
        wrong = made(kind, result, operands, by_element=True)
        if wrong is not None:
            event.report(id, said, np.count_nonzero(wrong), result.size, partial(told, wrong))


def check_whole(event: Event, results: Sequence[Array], operands: Sequence[Array]) -> None:
    """The same of an operation whose elements are made of many: where no operand holds one, the operation made it."""
    for result in results:
        for id, said, kind in _HAZARDS if is_floating(result) and not all_finite(result) else ():
            wrong = made(kind, result, operands, by_element=False)
            if wrong is not None:
                event.report(id, said, np.count_nonzero(wrong), result.size, partial(_in_result, result, wrong))


def check_folded(event: Event, plan: ScatterPlan, landed: Landed, folds: Sequence[Folding]) -> None:
    """The same of a scatter whose well-known body is folded without being run: by element of the result."""
    for i, (fold, result) in enumerate(zip(folds, event.results, strict=True)):
        if fold.rounds is None or not is_floating(result):
            continue
        after = table_of(landed, result)
        if all_finite(after[landed.rows] if len(landed.rows) < len(after) else after):
            continue
        elements = landed.by_element()
        flat, rows, pieces, before = result.reshape(-1), elements.rows, elements.pieces[i], elements.tables[i]
        for id, said, is_bad, is_in in (
            ("number.nan", NAN_MADE, np.isnan, np.isnan),
            ("number.inf", INF_MADE, np.isinf, not_finite),
        ):
            brought = np.zeros(flat.shape, bool)
            brought[rows[is_in(pieces)]] = True
            hit = np.zeros(flat.shape, bool)
            hit[rows] = True
            wrong = (is_bad(flat) & hit & ~brought & ~is_in(before)).reshape(result.shape)
            count = np.count_nonzero(wrong)
            if count:
                event.report(id, said, count, result.size, partial(_in_result, result, wrong))


def _in_result(result: Array, wrong: Array, n: int) -> Iterable[Element]:
    for place in first_places(wrong, n):
        yield Element(f"result{list(place)} is {digits(result[place])}", place, None, (result[place],))


def _rank(event: Event) -> int:
    type = event.step.op.results[0].type
    return len(getattr(type, "shape", ()))
