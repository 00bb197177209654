"""NaNs and infinities that an operation makes: those in its result that nothing in its operands accounts for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from interpreter.kernels.scatter import ScatterPlan
from interpreter.kernels.scatter_landing import Landed
from interpreter.sanitizer.bodies import Folding
from interpreter.sanitizer.contested import is_integer
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.landings import table_of
from interpreter.sanitizer.vectors import first_places
from interpreter.sanitizer.watch import Event
from interpreter.values.array import Array
from interpreter.values.digits import digits

NAN_MADE = "NaNs are made: {count} of {total} elements"
INF_MADE = "infinities are made: {count} of {total} elements"

# Chunks of about this many elements stay in a core's cache.
_CHUNK = 1 << 18


def is_floating(x: object) -> bool:
    """Whether an array's elements may be NaN or infinite."""
    return isinstance(x, np.ndarray) and (x.dtype.kind in "fc" or (x.dtype.kind == "V" and not is_integer(x.dtype)))


def all_finite(x: Array) -> bool:
    """Whether no element is NaN or infinite."""
    if x.size == 1 and x.dtype.kind == "f":
        return math.isfinite(x.item())
    if x.size <= _CHUNK:
        return bool(np.isfinite(x).all())
    if x.flags.c_contiguous:
        flat = x.reshape(-1)
        return all(np.isfinite(flat[start : start + _CHUNK]).all() for start in range(0, flat.size, _CHUNK))
    return bool(np.isfinite(x).all())


def check_elements(event: Event, result: Array, operands: Sequence[Array]) -> None:
    """number.nan and number.inf of an elementwise operation: by element, with broadcasting."""
    if all_finite(result):
        return
    floats = [x for x in operands if is_floating(x)]
    nan, inf = np.asarray(np.isnan(result)), np.asarray(np.isinf(result))
    is_made = False
    for wrong, accounts in ((nan, np.isnan), (inf, _not_finite)):
        for x in floats:
            if not wrong.any():
                break
            np.greater(wrong, accounts(x), out=wrong)  # `wrong` where `x` doesn't account for it
        is_made |= bool(wrong.any())
    if not is_made:
        return
    position_known = _rank(event) == result.ndim and result.ndim > 0

    def told(wrong: Array, n: int) -> Iterable[Element]:
        for place in first_places(wrong, n):
            values = [_fitted(x, result)[place] for x in operands]
            text = digits(result[place]) + (f" from {', '.join(map(digits, values))}" if values else "")
            position = place if position_known else None
            where = f"result{list(place)} is " if position_known else ""
            yield Element(where + text, position, None, (result[place], *values))

    for id, said, wrong in (("number.nan", NAN_MADE, nan), ("number.inf", INF_MADE, inf)):
        count = np.count_nonzero(wrong)
        if count:
            event.report(id, said, count, result.size, partial(told, wrong))


def check_whole(event: Event, results: Sequence[Array], operands: Sequence[Array]) -> None:
    """The same of an operation whose elements are made of many: where no operand holds one, the operation made it."""
    results = [x for x in results if is_floating(x) and x.size]
    if all(map(all_finite, results)):
        return
    floats = [x for x in operands if is_floating(x)]
    nan_in = any(np.isnan(x).any() for x in floats)
    finite_in = all(map(all_finite, floats))
    for result in results:
        for id, said, wrong, is_made in (
            ("number.nan", NAN_MADE, np.isnan(result), not nan_in),
            ("number.inf", INF_MADE, np.isinf(result), finite_in),
        ):
            count = np.count_nonzero(wrong) if is_made else 0
            if count:
                event.report(id, said, count, result.size, partial(_in_result, result, wrong))


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
            ("number.inf", INF_MADE, np.isinf, _not_finite),
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


def _not_finite(x: Array) -> Array:
    finite: Array = np.isfinite(x)
    return ~finite


def _fitted(x: Array, result: Array) -> Array:
    """`x` in the shape of the result; in lanes, an operand may be the same for all of them."""
    return x if x.shape == result.shape else np.broadcast_to(x, result.shape)


def _rank(event: Event) -> int:
    type = event.step.op.results[0].type
    return len(getattr(type, "shape", ()))
