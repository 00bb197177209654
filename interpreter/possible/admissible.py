"""Admissible results: what a program may give, over all orders that the specification leaves to the implementation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from hlogen.door import public, strict
from hlogen.errors import UsageError
from hlogen.ir import ProgramLike
from interpreter.envelope import Envelope
from interpreter.executable import load
from interpreter.possible.accuracy import Within
from interpreter.possible.evaluate import Evaluation
from interpreter.possible.options import Options
from interpreter.possible.outcomes import Allowed, Outcomes, is_number
from interpreter.possible.verdict import Verdict, judge
from interpreter.values.arguments import copied

__all__ = ["Admissible", "Allowed", "admissible"]


@strict
def admissible(
    program: ProgramLike,
    *args: Any,
    entry: str = "main",
    reassociate: bool = False,
    limit: int = Options.limit,
    samples: int = Options.samples,
    seed: int = Options.seed,
    ulps: int = Options.ulps,
    max_steps: int | None = None,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> Admissible:
    """What the program may give for these arguments, element by element; `program`, `args` and `entry` as in `run`.

    The specification leaves open in which order a scatter folds its updates, in which binary tree a reduction (and so
    dot_general and convolution) combines its elements, and how an unstable sort places equal elements. With
    `reassociate`, a scatter may also combine old value and updates in any binary tree, as some backends do.

    An element is a single value, one of a set, within guaranteed bounds, known by samples only, or unknown. Of one
    element, up to `limit` alternatives are kept and up to `limit` orders are tried; where these aren't all, and there
    are no bounds either, `samples` random orders, drawn from `seed`, are.

    Everything but order is as the interpreter has it. The specification promises no accuracy of exponential, tanh and
    the like, though: with `ulps`, their results may be off by so many units in the last place, those of fft
    by units of the sum of what is transformed, those of cholesky and triangular_solve by units of the largest element
    beside them, times the condition number of the matrix, and whatever is computed from them follows.
    `max_steps`, `max_memory` and `time_limit` are as in `run`; what is kept beside the values of a plain run isn't
    counted. Raises what `run` raises.
    """
    if not isinstance(reassociate, (bool, np.bool_)):
        raise UsageError(f"reassociate is True or False, not {reassociate!r}")
    limit = _number(limit, 1, "limit", "a number of alternatives and orders")
    samples = _number(samples, 0, "samples", "a number of random orders")
    seed = _number(seed, 0, "seed", "a number to draw random orders from")
    ulps = _number(ulps, 0, "ulps", "a number of units in the last place")
    executable = load(program, entry)
    options = Options(bool(reassociate), limit, samples, seed, ulps)
    around = Envelope((executable,), max_steps=max_steps, max_memory=max_memory, time_limit=time_limit)
    with around:
        given = executable.values(args)
        around.begin((given,))
        evaluation = Evaluation(options, Within(ulps))
        values = evaluation.run(executable.plan, [copied(value) for value in given])  # verdicts come later
    return Admissible(executable, evaluation, values)


@public
class Admissible(Outcomes):
    """What a program may give. `results` is what the lexicographic order gives: arrays that can't be written to.

    Results are counted from 0 on; the elements of a tuple are counted one by one.
    """

    def contains(self, results: Sequence[Any]) -> Verdict:
        """Whether a backend may give `results`, one array for each result; true where every element is admissible.

        Raises UsageError where they don't have the results' number, shapes and element types.
        """
        if not isinstance(results, Iterable) or getattr(results, "ndim", 1) == 0:
            raise UsageError(f"results are a sequence of arrays, one for each result of @{self.name}, not {results!r}")
        with np.errstate(all="ignore"):
            return judge(self, results)


def _number(x: int, least: int, name: str, what: str) -> int:
    if not is_number(x) or x < least:
        raise UsageError(f"{name} is {what}, from {least} on, not {x!r}")
    return int(x)
