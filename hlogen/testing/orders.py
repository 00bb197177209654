"""`check_grads`: derivatives of every order held against differences."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

import interpreter
from hlogen.builder.function import Program
from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.errors import UsageError
from hlogen.ir import Module, ProgramLike
from hlogen.testing.gradients import OPEN, WRONG, Verdict, derivatives_at, verdict
from hlogen.testing.inputs import drawn, flat, require_seed, told
from interpreter.executable import module_of
from interpreter.values.array import Array


@public
def check_grads(program: ProgramLike, *inputs: Any, order: int = 2, seed: int = 0, entry: str = "main") -> None:
    """Raises AssertionError where derivatives of `program`, up to `order`, aren't those that differences show.

    `program` is what `hlogen.function` or `hlogen.parse` made, a file, or text; `inputs` are its arguments, arrays or
    trees of them, drawn by `seed` where there are none. The first derivatives are held against differences of the
    results, forwards (`hlogen.jvp`), and backwards (`hlogen.vjp`) against those forwards: a cotangent ``c`` and a
    tangent ``t`` have to agree on ``c * (J t) = (J^T c) * t``. The derivatives of order 2 are those of the programs
    that `hlogen.jvp` and `hlogen.vjp` make, held in the same way, and so on.

    How sharply, and what is said, is as in `hlogen.testing.assert_gradients`. The error names the numbers that are
    wrong or NaN, and the operation that is to blame where one is. Where a result has a kink or a step, as a maximum has
    at a tie, there is no derivative to be wrong: a UserWarning says where. JAX's ``check_grads`` has no such judge, and
    takes tolerances instead.

    Raises UsageError where `order` isn't 1 or more, an argument doesn't fit, an operation has no derivative or nothing
    can be judged, ConstraintError where `program` breaks the specification, ExecutionError where it can't be run.
    """
    if not isinstance(order, (int, np.integer)) or isinstance(order, bool) or order < 1:
        raise usage_error(f"order is how often the derivative is taken, 1 or more, not {order!r}")
    require_seed(seed)
    module = module_of(program)
    loaded = interpreter.load(module, entry)
    types, names = loaded.type.inputs, loaded.argument_names
    arrays = loaded.values(flat(program, inputs) if inputs else next(drawn(types, seed)))
    on = told(names, types, arrays, None if inputs else seed)
    judged = 0
    opened: list[str] = []
    for step in checked(module, loaded.name, arrays, order, seed):
        if step.verdict.wrong:
            raise AssertionError("\n".join([f"{step.what}: {WRONG}", *step.verdict.wrong, *on]))
        judged += step.verdict.judged
        opened += [f"{step.what}: {OPEN}", *step.verdict.open] if step.verdict.open else []
    if opened and not judged:
        raise UsageError("\n".join([*opened, *on, "  fix: give inputs beside it"]))
    if opened:
        warnings.warn("\n".join([*opened, *on]), UserWarning, stacklevel=3)  # @public stands between


class Step(NamedTuple):
    """What was found of one program of derivatives."""

    what: str
    verdict: Verdict


def checked(module: Module, entry: str, arrays: Sequence[Array], order: int, seed: int) -> Iterator[Step]:
    """What is found of the derivatives of a program, then of those of its derivatives; up to what is wrong."""
    waiting = [("", module, entry, list(arrays))]
    for number in range(1, order + 1):
        following = []
        for path, program, at, given in waiting:
            names = interpreter.load(program, at).argument_names
            what = f"derivatives of order {number}" + (f", through {path}" if path else "")
            found = Step(what, verdict(program, at, given, names, seed))
            yield found
            if found.verdict.wrong:
                return
            if number < order:
                rng = np.random.default_rng(seed)
                for derived, likes in derivatives_at(Program(program), at, given):
                    way = "hl.vjp" if derived.name.endswith("vjp") else "hl.jvp"
                    extra = [_normal(rng, like) for like in likes]
                    through = f"{way} of {path}" if path else way
                    following.append((through, derived.module, derived.name, [*given, *extra]))
        waiting = following


def _normal(rng: np.random.Generator, like: Array) -> Array:
    drawn = rng.normal(size=like.shape)
    return np.asarray(drawn + 1j * rng.normal(size=like.shape) if like.dtype.kind == "c" else drawn).astype(like.dtype)
