"""Admissible results of whole programs: a scatter, and what is computed from its results.

Legal results come from other schedules, and from NumPy on what the slow model of scatter gives; faults are made in the
scatter's results and brought through the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count, islice
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.after import Outcomes, Program, draw_programs
from helpers.faults import FAULTS
from helpers.flowing import FLOWS, Flow
from helpers.judged import Tally, require_none_wrong
from helpers.spreading import draw_spreading

import hlogen as hl
import interpreter

FLOWING = pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.__name__)


def hold_program(program: Program, tally: Tally, rng: np.random.Generator) -> None:
    """Legal results and faults of the scatter, brought through what follows it."""
    admissible = interpreter.admissible(program.module, *program.case.operands)
    tally.programs += 1
    tally.contested += bool(program.scatter.contested)
    legal = program.scatter.any_order(rng)
    schedules: list[Any] = ["reverse", "window-major", *(int(seed) for seed in rng.integers(0, 1000, 2))]
    runs = [interpreter.run(program.module, *program.case.operands, schedule=schedule) for schedule in schedules]
    given: list[tuple[str, Any, Any]] = [("a legal order", True, results) for results in (program.after(legal), *runs)]
    trees = interpreter.admissible(program.module, *program.case.operands, reassociate=True)
    reassociated = program.after(program.scatter.any_tree(rng))
    verdict = trees.contains(reassociated)
    assert verdict.status != "inadmissible", f"{program}\ntrees gave {reassociated}\n{verdict}"
    combinations = program.combinations()
    if combinations is not None:
        outcomes = Outcomes([program.after(each) for each in combinations])
        wrong = {name: fault(program.scatter, legal, rng) for name, fault in FAULTS.items()}
        faulty = [(name, program.after(results)) for name, results in wrong.items() if results is not None]
        given += [(name, outcomes.has(results), results) for name, results in faulty]
    for name, is_possible, results in given:
        said = admissible.contains(results).status
        is_close = is_possible is False and not any(is_claimed(admissible, *at) for at in outcomes.missing(results))
        tally.judge(name, is_possible, said, lambda results=results: f"{results}\n{program}", is_close)


def is_claimed(admissible: Any, result: int, index: tuple[int, ...]) -> bool:
    """Whether all that an element can be is claimed to be known, rather than bounds, or more than that."""
    allowed = admissible.of(result, index)
    return allowed.kind == "single" or (allowed.kind == "set" and allowed.exact)


def judged_programs(seeds: Iterable[int], number: int) -> Tally:
    tally = Tally()
    for at, program in enumerate(islice(draw_programs(iter(seeds)), number)):
        hold_program(program, tally, np.random.default_rng(at))
    return tally


def test_programs() -> None:
    tally = judged_programs(count(), 50)
    require_none_wrong(tally)
    assert tally.impossible > 120


@FLOWING
def test_what_schedules_give_is_admissible(flow: Flow) -> None:
    hold_flow(flow, range(3), 12)


def hold_flow(flow: Flow, seeds: Iterable[int], schedules: int) -> None:
    for seed in seeds:
        program, arguments = flow(np.random.default_rng(seed))
        admissible, executable = interpreter.admissible(program, *arguments), interpreter.load(program)
        for schedule in ("reverse", "window-major", *range(schedules)):
            verdict = admissible.contains(executable(*arguments, schedule=schedule))
            assert verdict.status != "inadmissible", f"{program}\n{arguments}\nschedule {schedule}: {verdict}"


def hold_spreading(seeds: Iterable[int], schedules: int) -> None:
    judged = 0
    for seed in seeds:
        program, arguments = draw_spreading(seed)
        admissible, executable = interpreter.admissible(program, *arguments), interpreter.load(program)
        for schedule in ("reverse", "window-major", *range(schedules)):
            verdict = admissible.contains(executable(*arguments, schedule=schedule))
            assert verdict.status != "inadmissible", f"{seed}: {program}\n{arguments}\nschedule {schedule}: {verdict}"
            judged += verdict.status == "admissible"
    assert judged > 0.8 * len(list(seeds)) * (schedules + 2)


def test_what_schedules_give_is_admissible_after_any_operation() -> None:
    hold_spreading(range(100), 3)


REDUCTIONS: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "max": np.maximum,
    "min": np.minimum,
    "subtract": lambda a, b: a - b,
}


def any_tree(rng: np.random.Generator, leaves: list[Any], body: Any) -> Any:
    """`exec(schedule)` of reduce: a random binary tree over the leaves, in their order."""
    with np.errstate(all="ignore"):
        while len(leaves) > 1:
            i = int(rng.integers(len(leaves) - 1))
            leaves[i : i + 2] = [body(leaves[i], leaves[i + 1])]
    return leaves[0]


def hold_reduction(seed: int) -> str:
    """A reduction's trees, with initial values interspersed, are admissible; a lost element of integers isn't."""
    rng = np.random.default_rng(seed)
    name = str(rng.choice(list(REDUCTIONS)))
    element, n = str(rng.choice(["f32", "f64", "f16", "i32"])), int(rng.choice([1, 2, 3, 5, 9, 40]))
    dtype = np.dtype(f"{element[0]}{int(element[1:]) // 8}")
    values = (rng.normal(size=n) * rng.choice([1, 1e3], n) if element[0] == "f" else rng.integers(-5, 9, n)).astype(
        dtype
    )
    init = dtype.type(1 if name == "mul" else 0) if rng.random() < 0.6 else dtype.type(3)

    @hl.function(f"{n}x{element}", element, name="main")
    def main(values: Any, init: Any) -> Any:
        found = hl.reduce(values, init, [0], name if name != "subtract" else lambda a, b: a - b)
        return found, found * 2

    admissible = interpreter.admissible(main, values, init)
    for _ in range(5):
        leaves = list(values)
        for _ in range(int(rng.integers(0, 3))):
            leaves.insert(int(rng.integers(0, len(leaves) + 1)), init)
        result = np.asarray(any_tree(rng, leaves, REDUCTIONS[name]), dtype)
        with np.errstate(all="ignore"):
            verdict = admissible.contains([result, np.asarray(result * dtype.type(2))])
        assert verdict.status != "inadmissible", f"{seed}: {main}\n{values!r}, {init!r}: {verdict}"
    if name == "add" and element == "i32" and init == 0 and values[0]:
        lost = values.sum(dtype=dtype) - values[0]
        assert admissible.contains([lost, lost * 2]).status == "inadmissible"
    return verdict.status


def test_trees_of_a_reduction_are_admissible() -> None:
    statuses = [hold_reduction(seed) for seed in range(150)]
    assert statuses.count("admissible") > 75


@pytest.mark.campaign
@FLOWING
def test_many_schedules(flow: Flow) -> None:
    hold_flow(flow, campaign.seeds(100, 200), 40)


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(10_000, 20_000, 1000))
def test_many_schedules_after_any_operation(start: int) -> None:
    hold_spreading(range(start, start + 1000), 10)


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(1_000_000, 5_000_000, 1_000_000))
def test_many_programs(start: int) -> None:
    require_none_wrong(judged_programs(count(start), 1000))


@pytest.mark.campaign
def test_trees_of_many_reductions() -> None:
    for seed in campaign.seeds(1_000, 5_000):
        hold_reduction(seed)
