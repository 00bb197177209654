"""What lowerings are expected to take, for "auto" to choose the least: nanoseconds on one core, from measurements.

The time of a run, and a thousandth of the time to compile it, as if it were run so often. The constants are of XLA CPU
on a server's core with f32; which lowering is chosen depends on their ratios alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from hlogen.builder.tensor import Tensor
from hlogen.sparse.form import Form
from hlogen.sparse.lowerings.dense import combined, dense_size
from hlogen.sparse.lowerings.pairs import paired
from hlogen.sparse.lowerings.parts import BATCH, all_names, letters_size, names_of, sizes_of
from hlogen.sparse.lowerings.slots import Table, step_size, tables

# To gather a row of each operand, multiply and add up: per row, and per element; where N or letters are summed.
ROW, ELEMENT, ELEMENT_SUMMED = 1.0, 0.3, 0.8
# What an element costs more where an intermediate has more than so many; a loop over blocks.
SPILLED, CACHED, LOOP = 1.0, 1 << 20, 80_000.0
# A slot of one operand: per row, and per element. A step of a loop over slots.
SLOT_ROW, SLOT_ELEMENT, STEP = 1.2, 0.07, 10_000.0
# An entry written out: per N, and per element.
WRITTEN_ROW, WRITTEN_ELEMENT = 0.3, 0.07
# A multiplication and addition of a matrix product.
MATRIX = 0.05
# An element that is summed over N or letters after all entries have been: in blocks of N, and all at once.
SUMMED, SUMMED_AT_ONCE = 1.0, 8.0
# A thousandth of the time to compile an entry written out, a row of them, a slot, a kernel.
COMPILE_ENTRY, COMPILE_ROW, COMPILE_SLOT, COMPILE = 1_000.0, 8_000.0, 2_000.0, 100_000.0
# More entries aren't written out: they take seconds to compile.
UNROLLED = 1024


def cheapest(form: Form, operands: Sequence[Tensor]) -> str:
    """The name of the lowering that "auto" stands for."""
    costs = estimates(form, operands)
    return min(costs, key=lambda name: costs[name])


def estimates(form: Form, operands: Sequence[Tensor]) -> Mapping[str, float]:
    """The cost of each lowering that comes into question."""
    sizes = sizes_of(form, operands)
    batch = sizes[BATCH] if any(factor.is_batched for factor in form.operands) else 1
    letters = letters_size(form, operands)
    rows = form.count * batch
    plain = rows * (ROW + (ELEMENT_SUMMED if _summed_names(form) else ELEMENT) * letters) + COMPILE
    is_small = rows * letters <= CACHED
    costs = {
        "scatter": plain + (0 if is_small else rows * letters * SPILLED),
        "blocked": plain + LOOP,
        "segment": _segment(form, sizes, batch),
    }
    if form.count <= UNROLLED:
        totals = batch * form.result.size * letters  # written row by row, then copied to where they belong
        run = rows * (WRITTEN_ROW + WRITTEN_ELEMENT * letters) + totals * ELEMENT + _summed(form, totals)
        costs["unrolled"] = run + form.count * COMPILE_ENTRY + form.result.size * COMPILE_ROW + COMPILE
    if _is_full(form):
        products = math.prod(factor.size for factor in combined(form) if factor is not form.result)
        costs["dense"] = batch * letters * (products * ELEMENT + dense_size(form) * MATRIX) + COMPILE
    return costs


def _segment(form: Form, sizes: Mapping[str, int], batch: int) -> float:
    numbers = paired(form, sizes)
    count, names = len(form.operands), {*all_names(form)}
    cost = 0.0
    if numbers is not None:
        letters = math.prod(sizes[name] for name in names if name.isalpha())
        pairs = math.prod(form.operands[number].size for number in numbers)
        cost += batch * letters * pairs * MATRIX
        names, count = {*names_of(form.result)}, count - 1
    letters = math.prod(sizes[name] for name in names if name.isalpha())
    batch = batch if BATCH in names else 1
    if numbers is None:
        cost += _summed(form, batch * form.result.size * letters)
    table = tables(form.result.index, form.result.size)
    written, steps = 0, 0
    cost += batch * table.slots * count * (SLOT_ROW + SLOT_ELEMENT * letters)
    rest: Table | None = table
    while rest is not None:
        width = len(rest.entries)
        size = step_size(width)
        written += size
        steps += -(-width // size) if size < width else 0
        cost += COMPILE
        rest = rest.rest
    return cost + written * count * COMPILE_SLOT + steps * STEP


def _summed(form: Form, elements: int) -> float:
    """What summing up after the entries costs, 0 where the result has all names."""
    if not _summed_names(form):
        return 0.0
    return elements * (SUMMED if any(factor.is_batched for factor in form.operands) else SUMMED_AT_ONCE)


def _summed_names(form: Form) -> set[str]:
    return {*all_names(form)} - {*names_of(form.result)}


def _is_full(form: Form) -> bool:
    """Whether every combination of rows is an entry: then no 0 is multiplied with what may be infinite."""
    factors = combined(form)
    if not factors or dense_size(form) != form.count:
        return False
    return len(np.unique(np.stack([factor.index for factor in factors]), axis=1).T) == form.count
