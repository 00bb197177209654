"""`assert_admissible`: results that the specification allows, whatever it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest
from typing import Any

import numpy as np

import interpreter
from hlogen.backends.plain import elements_of
from hlogen.door import public
from hlogen.ir import ProgramLike, TensorType, TokenType, Type


@public
def assert_admissible(
    program: ProgramLike,
    inputs: Sequence[Any],
    results: Any,
    *,
    ulps: int = 0,
    reassociate: bool = False,
    entry: str = "main",
) -> None:
    """Raises AssertionError where `program` can't give `results` for `inputs`, in whatever order updates come.

    `program` is what `hlogen.function` or `hlogen.parse` made, a file, or text. `inputs` are arrays of the types of the
    arguments of `entry`; `results` is an array, or a sequence of arrays of the types of its results, tokens left out.
    Of element types that NumPy hasn't, results may be their bits: bf16 as uint16, f8 and the like as uint8, i4 as int8.
    With `ulps`, exponential, tanh and the like may be off by so many units in the last place; with `reassociate`,
    scatters may combine updates in any binary tree. What can be told neither way passes, as `interpreter.admissible`
    explains.

    Raises UsageError where arrays aren't of the program's types or `program` has no `entry`, ConstraintError where it
    breaks the specification, ExecutionError where it can't be run.
    """
    given = [results] if hasattr(results, "__array__") else results
    signature = interpreter.load(program, entry).type
    inputs = list(islice(inputs, len(signature.inputs) + 1))  # one too many is told, however many more there are
    if isinstance(given, Iterable):
        types = [type for type in signature.results if not isinstance(type, TokenType)]
        given = islice(given, len(types) + 1)
        given = [_as_its_elements(array, type) for array, type in zip_longest(given, types) if array is not None]
    allowed = interpreter.admissible(program, *inputs, entry=entry, ulps=ulps, reassociate=reassociate)
    verdict = allowed.contains(given)
    if verdict.status == "inadmissible":
        raise AssertionError(str(verdict))


def _as_its_elements(array: Any, type: Type | None) -> Any:
    return elements_of(array, type) if isinstance(array, np.ndarray) and isinstance(type, TensorType) else array
