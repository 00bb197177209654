"""What advice says happens, the sanitizer sees in every run; what is proved not to happen, it never sees."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from helpers import campaign
from helpers.drawn_indices import draw_program

import interpreter
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import judge
from hlogen.errors import ExecutionError
from hlogen.lint.advice import Advisor

# Advice whose hazard every run meets. (Two updates may happen to be equal: order.value isn't among them.)
CERTAIN = {
    *("promise.sorted", "promise.sorted-literal", "promise.unique", "undefined.read"),
    *("bounds.clamped", "bounds.dropped", "bounds.partial", "bounds.negative", "bounds.narrow"),
}
BOUNDS = {"bounds.clamped", "bounds.dropped", "bounds.partial", "bounds.negative"}


def check_programs(seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        program = draw_program(seed)
        judgement = judge(program.op, Facts(program.module))
        told = {one.rule for one in Advisor(program.module).on(program.op) if one.operation is program.op} & CERTAIN
        sanitizer = interpreter.Sanitizer()
        arguments = program.draw_arguments(np.random.default_rng(seed))
        try:
            interpreter.run(program.module, *arguments, sanitize=sanitizer)
        except ExecutionError:
            if program.op.name == "stablehlo.dynamic_gather":
                continue  # its slice sizes are an argument that doesn't fit
            assert "undefined.read" in {finding.id for finding in sanitizer.findings}
            told &= {"undefined.read"}  # the run ends with it
        found = {finding.id for finding in sanitizer.findings if finding.op == program.op.name}
        where = f"seed {seed}: told {sorted(told)}, found {sorted(found)}\n{program.module}\n{arguments}"
        missing = told - found
        if "promise.sorted" in found:
            missing.discard("promise.sorted-literal")  # a run says the worse
        if judgement.access.drops_all:
            missing -= BOUNDS  # where inputs have no elements, a run speaks of the dimensions that are indexed alone
        if missing & BOUNDS and found & BOUNDS:
            missing -= BOUNDS  # another component, which only a run knows, may make a vector one of another hazard
        assert not missing, f"{sorted(missing)}\n{where}"
        if judgement.in_bounds.holds:
            assert not found & BOUNDS, where
        if judgement.indices_are_sorted.holds:
            assert "promise.sorted" not in found, where
        if judgement.can_promise_sorted:
            assert "promise.sorted-literal" not in found, where
        if judgement.unique_indices.holds:
            assert "promise.unique" not in found, where
        if judgement.schedule_independent.holds:
            assert not found & {"order.value", "order.rounding"}, where
        seen.update(told)
    return seen


def test_advice_is_met_in_runs() -> None:
    seen = check_programs(range(150))
    for rule in ("bounds.clamped", "bounds.dropped", "bounds.partial", "bounds.negative", "promise.unique"):
        assert seen[rule], (rule, seen)


@pytest.mark.campaign
@pytest.mark.parametrize("first", campaign.seeds(1000, 11000, 2500))
def test_advice_is_met_in_many_runs(first: int) -> None:
    check_programs(range(first, first + 2500))
