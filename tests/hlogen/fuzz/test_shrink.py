"""Programs become as simple as they can be while they still do what they did."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

from hlogen.fuzz import shrink
from hlogen.fuzz.choices import Choices
from hlogen.fuzz.program import Drawn, Plan, Step, drawn, planned
from hlogen.fuzz.shrink import _cost, _simpler, _simpler_step, drawn_anew, fewer_steps, shrunk
from hlogen.ir import DenseElements


def ops(program: Drawn) -> list[str]:
    return [step.op.partition(".")[2] for step in program.plan.steps]


def has(op: str) -> Callable[[Drawn], bool]:
    return lambda program: any(each.name == f"stablehlo.{op}" for each in program.form.module.walk())


def found(op: str, does_it: Callable[[Drawn], bool], size: int = 1) -> Drawn:
    """A large program that does it."""
    programs = (drawn(planned(f"stablehlo.{op}", seed, size)) for seed in range(200))
    return max(filter(does_it, programs), key=lambda each: max((a.size for a in each.form.arguments), default=0))


def test_operations_that_are_not_needed_are_left_out() -> None:
    for op in ("not", "gather", "while"):
        whole = drawn(planned("stablehlo.add", 5, 6))
        plan = Plan(whole.plan.id, (*whole.plan.steps[:3], Step(f"stablehlo.{op}", seed="it"), *whole.plan.steps[3:]))
        assert ops(fewer_steps(drawn(plan), has(op))) == [op]
    whole = drawn(planned("stablehlo.add", 5, 6))
    names = ops(whole)
    assert fewer_steps(whole, lambda each: ops(each) == names) is whole
    both = fewer_steps(whole, lambda each: {names[1], names[4]} <= {*ops(each)})
    assert ops(both) == [names[1], names[4]]


def test_what_stays_is_as_small_as_it_can_be() -> None:
    """A place of two arguments where one is more than another: one element of each."""

    def is_less(program: Drawn) -> bool:
        if not has("subtract")(program) or len(program.form.arguments) != 2:
            return False
        one, other = program.form.arguments
        return one.dtype.kind in "iuf" and one.shape == other.shape and bool((one > other).any())

    start = found("subtract", is_less)
    assert start.form.arguments[0].size > 8
    small = shrunk(start, is_less)
    assert is_less(small)
    assert [each.size for each in small.form.arguments] == [1, 1]


def test_elements_stay_beside_each_other() -> None:
    """Those of all arrays that are as long as the longest are turned at once, and a dimension is made smaller."""
    step = Step("stablehlo.add", (2, 3, 0), ((0, 5, 0, 6), (7,), (1, 2, 3, 4)))
    whole = [each for each in _simpler_step(step) if len(each.arrays) == 3]
    turned = [(each.numbers, each.arrays) for each in whole if each.arrays[0][0] in (5, 6)]
    arrays = [
        ((5, 0, 6, 0), (7,), (2, 3, 4, 1)),
        ((0, 6, 0, 5), (7,), (3, 4, 1, 2)),
        ((6, 0, 5, 0), (7,), (4, 1, 2, 3)),
    ]
    assert turned == [(numbers, arrays[at]) for at in (0, 2) for numbers in ((0, 3, 0), (2, 0, 0))]
    assert {(numbers, arrays[1]) for numbers in ((0, 3, 0), (2, 0, 0))} <= {
        (each.numbers, each.arrays) for each in whole
    }


def test_every_step_on_the_way_is_simpler() -> None:
    """Shorter, or lower; a single number is halved, and lowered by one."""
    step = Step("stablehlo.add", (5, 0, 2), ((9, 0),), "seed")
    lower = list(_simpler_step(step))
    assert {each.seed for each in lower} == {None}
    numbers = {each.numbers for each in lower if each.arrays == step.arrays}
    assert {(0, 0, 2), (5, 0, 0), (0, 0, 0), (2, 0, 2), (4, 0, 2), (5, 0, 1), (0, 2), (5, 2), (5, 0), (0,)} <= numbers
    assert {each.arrays for each in lower if each.numbers == step.numbers} >= {(), ((0, 0),), ((4, 0),), ((8, 0),)}
    assert all((sum(each.numbers), sum(map(sum, each.arrays)), len(each.numbers), len(each.arrays)) < (7, 9, 3, 1) or
               each.arrays == ((0, 9),) for each in lower)  # fmt: skip
    steps = (step, Step("stablehlo.abs"), Step("stablehlo.not"))
    assert list(_simpler(steps))[:3] == [steps[:2], (steps[0], steps[2]), steps[1:]]


def test_what_makes_a_program_simple() -> None:
    """Operations first, then elements, decisions, and values."""
    one = drawn(Plan("it", (Step("stablehlo.add", (1, 0, 1, 0, 0, 0), ((2, 3),)),)))
    two = drawn(Plan("it", (*one.plan.steps, Step("stablehlo.abs"))))
    assert _cost(two)[0] == _cost(one)[0] + 1
    assert _cost(one)[1] == sum(array.size for array in one.form.arguments)
    assert _cost(one)[2] == sum(one.plan.steps[0].numbers)
    assert _cost(one)[3] == sum(map(sum, one.plan.steps[0].arrays))
    assert _cost(one)[4] == len(one.plan.steps[0].numbers)
    iota = drawn(Plan("it", (Step("stablehlo.dynamic_iota"),)))
    values = [each.attributes.get("value") for each in iota.form.module.walk()]
    elements = sum(each.array.size for each in values if isinstance(each, DenseElements))
    assert elements
    assert _cost(iota)[1] == elements + sum(array.size for array in iota.form.arguments)


@pytest.mark.parametrize("turn", [0, 1])
def test_programs_drawn_anew_are_simpler(turn: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The simplest first; each turn has others, and the same turn the same."""
    monkeypatch.setattr(shrink, "_ANEW", 50)
    start = found("gather", lambda each: len(each.form.arguments) == 2)
    anew = drawn_anew(start, turn)
    costs = [_cost(each) for each in anew]
    assert len(costs) > 5
    assert costs == sorted(set(costs))
    assert max(costs) < _cost(start)
    assert all(has("gather")(each) for each in anew)
    assert [each.plan for each in drawn_anew(start, turn)] == [each.plan for each in anew]
    assert {each.plan for each in drawn_anew(start, 1 - turn)} != {each.plan for each in anew}


def test_tries_and_seconds_are_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    start = found("sort", has("sort"))
    asked: list[Drawn] = []

    def does_it(program: Drawn) -> bool:
        asked.append(program)
        return False

    assert shrunk(start, does_it, 7) is start
    assert len(asked) == 7
    assert len({each.plan for each in asked}) == 7  # none is asked about twice
    now = iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(now)))
    asked.clear()
    assert shrunk(start, does_it, 100, 5.5) is start
    assert len(asked) == 5


def test_decisions_are_those_that_are_given_then_the_simplest() -> None:
    draw = Choices((7, -5, 1), ((9, -1),))
    assert [draw.integer(2, 5), draw.integer(0, 3), draw.chance(0), draw.integer(4, 8), draw.chance(100)] == [
        5,
        0,
        True,
        4,
        False,
    ]
    assert draw.integers(3, 4).tolist() == [3, 0, 0, 0]
    assert draw.integers(3, 2).tolist() == [0, 0]
    assert (draw.numbers, draw.arrays) == ([5, 0, 1, 4, 0], [(3, 0, 0, 0), (0, 0)])
    assert Choices((), ((1, 2, 3),)).integers(9, 2).tolist() == [1, 2]
    again = Choices(draw.numbers, draw.arrays)
    assert [again.integer(2, 5), again.integer(0, 3), again.chance(0), again.integer(4, 8), again.chance(1)] == [
        5,
        0,
        1,
        4,
        0,
    ]
    assert np.array_equal(again.integers(3, 4), [3, 0, 0, 0])
