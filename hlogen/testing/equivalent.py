"""`assert_equivalent`: two programs that give the same, and where they part if they don't."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

import interpreter
from hlogen.backends import backend as backend_called
from hlogen.conform.opwise import compare
from hlogen.conform.opwise.record import Execution, record
from hlogen.door import public
from hlogen.errors import HlogenError, UsageError
from hlogen.ir import ProgramLike, TensorType, Type
from hlogen.testing.inputs import drawn, flat, require_seed, told
from interpreter.debug.statistics import described
from interpreter.executable import module_of
from interpreter.execution.names import Names, place_of
from interpreter.values.array import Array, narrowed
from interpreter.values.digits import digits
from interpreter.values.same import is_same

_SHOWN = 5  # differing elements that a message lists


@public
def assert_equivalent(
    p: ProgramLike,
    q: ProgramLike,
    inputs: Sequence[Any] | None = None,
    *,
    seed: int = 0,
    backend: str = "interpreter",
    entry: str = "main",
) -> None:
    """Raises AssertionError where `p` and `q` don't give the same bits, any NaN being as good as another.

    `p` and `q` are what `hlogen.function` or `hlogen.parse` made, files, or text. They are run on `inputs`, which are
    arrays of the types of the arguments of `entry`; where there are none, on arrays drawn by `seed` as those of `hlogen
    run --random`: floats are normal, integers from 0 to 9. Dimensions that only a run knows are all 3, then 1, 0 and 8;
    sizes that neither program can be run with are passed over. Both run on `backend`.

    The message shows the first differing elements, and the first operation of each program whose results the other
    hasn't anywhere; where only the backend gives other results, the first operation that it computes otherwise.

    Raises UsageError where arrays don't fit or neither program runs on what was drawn, ConstraintError where a program
    breaks the specification, and where neither runs on `inputs`, what `p` raises.
    """
    require_seed(seed)
    one, other = _Side("p", p, entry), _Side("q", q, entry)
    types = _shared(one, other)
    runs = drawn(types, seed)
    if inputs is not None:
        given = flat(p, inputs)
        for side in (one, other):
            side.executable.values(given)
        runs = iter([given])
    has_run, error = False, None
    for arrays in runs:
        ours, theirs = one.run(arrays, backend), other.run(arrays, backend)
        on = told(one.executable.argument_names, types, arrays, seed if inputs is None else None)
        if isinstance(ours, HlogenError) and isinstance(theirs, HlogenError):
            error = ours
        elif isinstance(ours, HlogenError):
            raise AssertionError("\n".join([f"p can't be run, q can: {ours}", *on]))
        elif isinstance(theirs, HlogenError):
            raise AssertionError("\n".join([f"q can't be run, p can: {theirs}", *on]))
        elif difference := _difference(ours, theirs):
            raise AssertionError("\n".join([*difference, *on, *_parting(one, other, arrays, backend)]))
        else:
            has_run = True
    if error is not None and not has_run:
        if inputs is not None:
            raise error
        raise UsageError(f"neither program can be run on what was drawn: give inputs\n{error}")


class _Side:
    """One of the programs; `name` is what messages call it."""

    def __init__(self, name: str, program: ProgramLike, entry: str) -> None:
        self.name = name
        self.module = module_of(program)
        self.executable = interpreter.load(self.module, entry)

    def run(self, arrays: Sequence[Any], backend: str) -> tuple[Array, ...] | HlogenError:
        try:
            return tuple(backend_called(backend).run(self.module, *arrays, entry=self.executable.name))
        except HlogenError as error:
            return error

    def executions(self, arrays: Sequence[Any]) -> list[Execution]:
        found: list[Execution] = []
        record(self.module, arrays, self.executable.name, found.append)
        return found


def _shared(p: _Side, q: _Side) -> list[Type]:
    """The types of arguments that both programs take; AssertionError where there are none, or the results' differ."""
    for what in ("inputs", "results"):
        ours, theirs = getattr(p.executable.type, what), getattr(q.executable.type, what)
        if len(ours) != len(theirs) or not all(map(_agree, ours, theirs)):
            said = "take other arguments" if what == "inputs" else "give results of other types"
            raise AssertionError(f"p and q {said}:\n  p: {p.executable.type}\n  q: {q.executable.type}")
    return [narrowed(*pair) for pair in zip(p.executable.type.inputs, q.executable.type.inputs, strict=True)]


def _agree(one: Type, other: Type) -> bool:
    """Whether there are values of both types."""
    if not isinstance(one, TensorType) or not isinstance(other, TensorType):
        return one == other
    sizes = zip(one.shape, other.shape, strict=False)
    return (
        one.element_type == other.element_type
        and one.rank == other.rank
        and all(a == b or None in (a, b) for a, b in sizes)
    )


def _difference(ours: Sequence[Any], theirs: Sequence[Any]) -> list[str]:
    """What is said of the first results that differ; nothing where none do."""
    for number, (one, other) in enumerate(zip(_arrays(ours), _arrays(theirs), strict=True)):
        if one.shape != other.shape:
            return [f"p and q differ: result {number} of p is of shape {one.shape}, that of q of {other.shape}"]
        wrong = np.argwhere(~is_same(one, other))
        if len(wrong):
            lines = [f"p and q differ in {len(wrong)} of {one.size} elements of result {number}"]
            for place in wrong[:_SHOWN]:
                index = tuple(int(i) for i in place)
                lines.append(f"  {[*index]}: p gives {digits(one[index])}, q gives {digits(other[index])}")
            return lines + ([f"  and {len(wrong) - _SHOWN} more"] if len(wrong) > _SHOWN else [])
    return []


def _arrays(values: Sequence[Any]) -> list[Array]:
    """The arrays among values: tokens have nothing to compare, tuples are compared by their parts."""
    parts = [_arrays(value) if isinstance(value, tuple) else [value] for value in values if value is not None]
    return [np.asarray(array) for part in parts for array in part]


def _parting(p: _Side, q: _Side, arrays: Sequence[Any], backend: str) -> list[str]:
    """The first operation of each program whose results the other hasn't; nothing where that can't be told."""
    with suppress(HlogenError):  # a program for several processes, say
        if backend != "interpreter" and not _difference(p.executable(*arrays), q.executable(*arrays)):
            for side in (p, q):
                first = compare(side.module, *arrays, backend=backend, entry=side.executable.name).first
                if first is not None:
                    return [f"{backend} differs from the specification first in {side.name}:", f"  {first}"]
            return [f"the interpreter gives the same for both, and no operation by itself differs on {backend}"]
        runs = {side: side.executions(arrays) for side in (p, q)}
        lines = []
        for side, other in ((p, q), (q, p)):
            known = {_key(value) for run in runs[other] for value in (*run.inputs.values(), *run.results)}
            new = (run for run in runs[side] if run.inputs and not known.issuperset(map(_key, run.results)))
            if (one := next(new, None)) is not None:
                name = Names(side.executable.plan).of_op(one.op)
                within = "".join(f", in {turn}" for turn in reversed(one.within))
                values = "; ".join(map(described, one.results))
                lines.append(f"  {side.name}: {name} = {one.op.name}{place_of(one.op)}{within}: {values}")
        return ["the first operation whose result the other program hasn't:", *lines] if lines else []
    return []


def _key(value: Any) -> object:
    """The same for the same bits."""
    return (value.dtype, value.shape, value.tobytes()) if isinstance(value, np.ndarray) else repr(value)
