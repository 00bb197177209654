"""What a picture of a mistake shows: which operation a backend got wrong, and the first element of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.conform.corpus import Case
from hlogen.conform.forms import Form
from hlogen.ir import Operation
from hlogen.spec.pictures import DRAWN, picture_command, result_element
from interpreter.values.array import Array
from interpreter.values.same import is_same

_PARTS = b"\n// -----"  # where a file holds several programs


def first_difference(form: Form, results: Sequence[Array]) -> tuple[Operation, str] | None:
    """The operation whose result a backend got wrong, and the first element, as `--element` takes it.

    `results` are arrays, or their elements as text, as records keep them. None where all are right, and where a picture
    of the operation doesn't tell more.
    """
    returned = form.module.function(form.entry).operation.regions[0].block.operations[-1].operands
    for value, right, got in zip(returned, form.expected(), results, strict=False):
        if right.shape != got.shape:
            continue
        differs = _differs(right, got)
        op = value.owner
        if differs.any() and isinstance(op, Operation) and op.name in DRAWN and value.index == 0:
            index = np.unravel_index(int(differs.argmax()), right.shape)
            return op, result_element(op.name, [int(i) for i in index])
    return None


def _differs(right: Array, got: Array) -> Array:
    if got.dtype.kind == "U":
        return np.asarray(np.array([str(value) for value in right.reshape(-1)]).reshape(right.shape) != got)
    return np.asarray(~is_same(right, got) if right.dtype == got.dtype else np.zeros(right.shape, bool))


def command_of(case: Case) -> str | None:
    """The command that draws what the case is about: what gives the first of its results that a picture tells more of.

    None where there is no such operation, and where the case shares its file with others.
    """
    if _PARTS in case.file.read_bytes():
        return None
    form = next(case.forms(["constants"]))
    op = next((op for op in _giving(form) if op.name in DRAWN), None)
    entry = [] if case.function == "main" else ["--entry", case.function]
    return None if op is None else picture_command(str(case.file), op.name, op.name.partition(".")[2], None, entry)


def _giving(form: Form) -> list[Operation]:
    """The operations that give the results."""
    returned = form.module.function(form.entry).operation.regions[0].block.operations[-1].operands
    return [value.owner for value in returned if isinstance(value.owner, Operation)]
