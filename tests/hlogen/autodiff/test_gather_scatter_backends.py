"""Derivatives of random gather and scatter programs give the same on the interpreter, upstream's and XLA CPU."""

import numpy as np
import pytest
from helpers import campaign
from helpers.backends import run_on
from helpers.derivatives import direction, floats
from helpers.drawn_programs import BODIES, Program, drawn

import hlogen as hl
import interpreter
from hlogen.conform.differences.on_cases import affecting, order_matters, partial_windows
from hlogen.errors import ExecutionError

BACKENDS = ("upstream", "xla")


def hold(name: str, seed: int, op: str) -> bool:
    """Holds one derivative of a random program against the interpreter's; says whether the backend knows the program.

    Where a backend's own gather or scatter isn't the specification's, neither is the derivative's.
    """
    case = drawn(seed, op, tuple(body for body in BODIES if body != "multiply"))
    if affecting(name, case) or (name == "xla" and (order_matters(case) or partial_windows(case))):
        return False
    program, rng = Program(case.module), np.random.default_rng(seed)
    try:
        results = interpreter.run(program, *case.args)
    except ExecutionError:  # nothing to read
        return False
    if seed % 3 == 0:
        function, more = hl.jvp(program), [direction(rng, case.args[n]) for n in floats(program.type.inputs)]
    else:
        function, more = hl.vjp(program), [direction(rng, result) for result in results]
    if seed % 3 == 2:
        function = hl.jvp(function)
        more += [direction(rng, value) for value in (*case.args, *more) if value.dtype == np.float64]
    wanted = interpreter.run(function, *case.args, *more)
    for got, want in zip(run_on(name, function, *case.args, *more), wanted, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-10, atol=1e-10, err_msg=f"{name}, seed {seed}\n{function}")
    return True


@pytest.mark.parametrize("op", ["gather", "scatter"])
@pytest.mark.parametrize("name", BACKENDS)
def test_a_backend_agrees(name, op):
    assert sum(hold(name, seed, op) for seed in range(6)) > 1


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(40_000, 40_400, 100))
@pytest.mark.parametrize("op", ["gather", "scatter", "dynamic_gather"])
@pytest.mark.parametrize("name", BACKENDS)
def test_a_backend_agrees_often(name, op, start):
    for seed in range(start, start + 100):
        hold(name, seed, op)


@pytest.mark.parametrize("name", ["interpreter", *BACKENDS])
def test_the_tangent_follows_the_update_that_won(name):
    """Tangents equal to the values they belong to give a tangent equal to the result, whichever update came last."""

    @hl.function("50x3xf64", "200x1xi32", "200x3xf64", name="main")
    def main(x, i, u):
        numbers = {"update_window_dims": [1], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}
        return hl.scatter(x, i, u, "set", **numbers, index_vector_dim=1)

    rng = np.random.default_rng(0)
    x, i, u = rng.normal(size=(50, 3)), rng.integers(-9, 60, (200, 1)).astype(np.int32), rng.normal(size=(200, 3))
    result, tangent = run_on(name, hl.jvp(main), x, i, u, x, u)
    np.testing.assert_array_equal(tangent, result)
    pulled, of_x, of_u = run_on(name, hl.vjp(main), x, i, u, np.ones((50, 3)))
    np.testing.assert_array_equal(pulled, result)
    assert of_x.sum() + of_u.sum() == 150  # each element is of one origin
    assert (of_u * u).sum() + (of_x * x).sum() == pytest.approx(result.sum())
