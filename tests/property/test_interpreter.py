"""The interpreter against the slow model, over the whole space of dimension numbers, types, indices and bodies."""

import pytest
from helpers import campaign
from helpers.cases import all_same, expected
from helpers.hypothesis_draw import cases
from hypothesis import HealthCheck, given, settings
from model.gather import ModelError

import interpreter
from hlogen.conform.generate import Case, SeededDraw, draw_case

quick = settings(max_examples=100, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def hold_against_the_model(case: Case) -> None:
    before = [operand.tobytes() for operand in case.operands]
    try:
        wanted = expected(case)
    except ModelError:  # the specification reads out of bounds: a collapsed dimension with slice size 0
        with pytest.raises(interpreter.ExecutionError, match="slice size 0"):
            interpreter.run(case.module, *case.args)
        return
    results = interpreter.run(case.module, *case.args)
    assert all_same(results, wanted), f"{case}\ngave {results}\ninstead of {wanted}"
    assert [operand.tobytes() for operand in case.operands] == before


@quick
@given(cases(("gather",)))
def test_gather(case: Case) -> None:
    hold_against_the_model(case)


@quick
@given(cases(("dynamic_gather",)))
def test_dynamic_gather(case: Case) -> None:
    hold_against_the_model(case)


@quick
@given(cases(("scatter",)))
def test_scatter(case: Case) -> None:
    hold_against_the_model(case)


@pytest.mark.parametrize("start", range(0, 200, 100))
def test_seeds(start: int) -> None:
    for seed in range(start, start + 100):
        hold_against_the_model(draw_case(SeededDraw(seed)))


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(100_000, 120_000, 1000))
def test_many_seeds(start: int) -> None:
    for seed in range(start, start + 1000):
        hold_against_the_model(draw_case(SeededDraw(seed)))
