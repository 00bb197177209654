"""Admissible results against the slow model: no legal result is refused, no impossible one is let through.

Random scatters of all element types, bodies and dimension numbers get random legal schedules and injected faults
(helpers/faults.py); the model says which faults are impossible results. The numbers are printed with `-s`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count, islice
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.cases import all_same
from helpers.faults import FAULTS
from helpers.hypothesis_draw import cases
from helpers.judged import Judge, Tally, draw_contested, draw_crowded, hold, require_none_wrong
from hypothesis import HealthCheck, given, settings
from model.gather import Array

import interpreter
from hlogen.conform.generate import Case

quick = settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
REASSOCIATE = pytest.mark.parametrize("reassociate", [False, True], ids=["schedules", "trees"])


def judge_of(program: Any, args: Iterable[Any], **options: Any) -> Judge:
    admissible = interpreter.admissible(program, *args, **options)
    return lambda results: admissible.contains(results).status


def judged(seeds: Iterable[int], draw: Callable[[int], Case] = draw_contested, *, reassociate: bool) -> Tally:
    tally = Tally()
    for seed in seeds:
        case = draw(seed)
        judge = judge_of(case.module, case.args, reassociate=reassociate)
        tally += hold(case, judge, np.random.default_rng(seed), reassociate=reassociate)
    return tally


@REASSOCIATE
def test_scatters(reassociate: bool) -> None:
    tally = judged(range(100 if reassociate else 60), reassociate=reassociate)
    require_none_wrong(tally)
    assert set(tally.faults) == set(FAULTS)
    assert tally.impossible > 400
    undecided = tally.legal["undecided"] + sum(found["undecided"] for found in tally.faults.values())
    assert undecided < (0.1 if reassociate else 0.05) * (tally.legal.total() + tally.impossible)


@REASSOCIATE
def test_scatters_of_too_many_updates_for_all_orders(reassociate: bool) -> None:
    tally = judged(range(20), draw_crowded, reassociate=reassociate)
    require_none_wrong(tally)
    assert tally.impossible > 20


@quick
@given(case=cases(("scatter",)))
def test_scatters_that_shrink(case: Case) -> None:
    tally = hold(case, judge_of(case.module, case.args), np.random.default_rng(0))
    assert not tally.failures, tally.failures[0]


def as_written(case: Case) -> Judge:
    """Takes the lexicographic order alone for right."""
    wanted = interpreter.run(case.module, *case.args)
    return lambda results: "admissible" if all_same(tuple(results), wanted) else "inadmissible"


def roughly(case: Case) -> Judge:
    """Allows a tolerance."""
    admissible = interpreter.admissible(case.module, *case.args)

    def judge(results: Sequence[Array]) -> str:
        pairs = zip(results, admissible.results, strict=True)
        with np.errstate(all="ignore"):
            close = all(np.allclose(np.asarray(a, complex), np.asarray(b, complex), equal_nan=True) for a, b in pairs)
        return "admissible" if close else admissible.contains(results).status

    return judge


def one_by_one(case: Case) -> Judge:
    """Looks at each result by itself."""
    admissible = interpreter.admissible(case.module, *case.args)

    def judge(results: Sequence[Array]) -> str:
        own = list(admissible.results)
        found = {admissible.contains([*own[:i], result, *own[i + 1 :]]).status for i, result in enumerate(results)}
        return found.pop() if len(found) == 1 else "inadmissible"

    return judge


@pytest.mark.parametrize(("bad", "what"), [(as_written, "false_alarms"), (roughly, "misses"), (one_by_one, "failures")])
def test_the_tally_finds_a_bad_judge(bad: Callable[[Case], Judge], what: str) -> None:
    cases = (case for case in map(draw_contested, count()) if bad is not one_by_one or len(case.element_types) > 1)
    tally = Tally()
    for case in islice(cases, 30):
        tally += hold(case, bad(case), np.random.default_rng(0))
    assert getattr(tally, what)


@pytest.mark.campaign
@REASSOCIATE
@pytest.mark.parametrize("start", campaign.seeds(1_000, 6_000, 1000))
def test_many_scatters(start: int, reassociate: bool) -> None:
    require_none_wrong(judged(range(start, start + 1000), reassociate=reassociate))


@pytest.mark.campaign
@REASSOCIATE
@pytest.mark.parametrize("start", campaign.seeds(1_000, 3_000, 500))
def test_many_crowded_scatters(start: int, reassociate: bool) -> None:
    require_none_wrong(judged(range(start, start + 500), draw_crowded, reassociate=reassociate))
