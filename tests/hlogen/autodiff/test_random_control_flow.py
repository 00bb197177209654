"""Random programs of branches and loops inside of each other: derivatives, and batches against a loop over examples."""

import numpy as np
import pytest
from helpers import campaign
from helpers.derivatives import check
from helpers.random_control_flow import RandomProgram

import hlogen as hl
import interpreter


def check_program(seed):
    program = RandomProgram(seed)
    function = program.make()
    check(function, program.inputs(), order=1, wrt=(0, 1), tolerance=1e-5)
    backward = hl.vjp(function)
    for derived in (function, backward):
        examples = [[*program.inputs(), *program.rng.normal(size=(2, 2))] for _ in range(3)]
        arguments = [np.stack(values) for values in zip(*examples, strict=True)][: len(derived.type.inputs)]
        axes = [0 if program.rng.integers(3) else None for _ in arguments]
        axes[program.rng.integers(len(axes))] = 0
        given = [value if axis == 0 else value[0] for value, axis in zip(arguments, axes, strict=True)]
        batched = interpreter.run(hl.vmap(derived, axes, axis_size=3), *given)
        for number in range(3):
            one = [value[number] if axis == 0 else value for value, axis in zip(given, axes, strict=True)]
            for actual, expected in zip(batched, interpreter.run(derived, *one), strict=True):
                np.testing.assert_allclose(actual[number], expected, rtol=1e-9, atol=1e-12)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(12))
def test_random_programs(seed):
    check_program(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", campaign.seeds(12, 250))
def test_more_random_programs(seed):
    check_program(seed)
