"""Derivatives of random gather and scatter programs, over the whole space of dimension numbers."""

import numpy as np
import pytest
from helpers import campaign
from helpers.derivatives import check, direction, floats
from helpers.drawn_programs import BODIES, Program, Promises, drawn, is_unique

import hlogen as hl
import interpreter
from hlogen.conform.generate import Case
from hlogen.errors import ExecutionError

OPS = ("gather", "scatter", "dynamic_gather")


def hold(seed: int, op: str, order: int) -> int:
    """Holds the derivatives of a random program against differences; says how many promises they make."""
    case = drawn(seed, op)
    if op == "scatter" and not is_unique(case):
        case = drawn(seed, op, tuple(body for body in BODIES if body != "multiply"))  # see test_scatter_fold.py
    if not is_defined(case):
        return 0
    program, promises = Program(case.module), Promises()
    try:
        rng = np.random.default_rng(seed)
        wrt = [n for n in floats(program.type.inputs) if rng.random() < 0.7] or floats(program.type.inputs)[:1]
        check(program, case.args, order=order, wrt=wrt)
        cotangents = [direction(rng, result) for result in interpreter.run(program, *case.args)]
        interpreter.run(hl.vjp(program, wrt), *case.args, *cotangents, listeners=[promises])
        tangents = [direction(rng, case.args[n]) for n in wrt]
        interpreter.run(hl.jvp(program, wrt), *case.args, *tangents, listeners=[promises])
    except Exception as error:
        raise AssertionError(f"seed {seed}: {error}\n{case}") from error
    return promises.promised


def is_defined(case: Case) -> bool:
    """Whether the program has a result: a collapsed dimension of slice size 0 leaves nothing to read."""
    try:
        interpreter.run(case.module, *case.args)
    except ExecutionError:
        return False
    return True


@pytest.mark.parametrize("op", OPS)
def test_derivatives_of_random_programs(op):
    promised = sum(hold(seed, op, order=1) for seed in range(10 if op == "dynamic_gather" else 25))
    assert promised > 1


@pytest.mark.campaign
@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("start", campaign.seeds(10_000, 12_000, 500))
def test_derivatives_of_many_random_programs(op, start):
    for seed in range(start, start + 500):
        hold(seed, op, order=2)
