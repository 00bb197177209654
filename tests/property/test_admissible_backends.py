"""Upstream's interpreter and XLA CPU, judged by the admissible results of generated scatters with contested elements.

A backend may choose any order; a result that no order gives must be one of the known differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import count, islice

import pytest
from helpers import campaign
from helpers.after import draw_programs
from helpers.backends import run_on
from helpers.judged import draw_contested

import interpreter
from hlogen.backends import backend
from hlogen.conform.differences import met
from hlogen.conform.differences.on_cases import affecting
from hlogen.ir import FloatType

BACKENDS = pytest.mark.parametrize("name", ["upstream", "xla"])

# The most that known differences may take out.
MAX_SKIPPED = {"upstream": 0.25, "xla": 0.5}


def judged(name: str, seeds: Iterable[int]) -> Counter[str]:
    """How many programs a backend was judged on, by verdict; "skipped" where a known difference is met."""
    found: Counter[str] = Counter()
    for seed in seeds:
        case = draw_contested(seed)
        if affecting(name, case):
            found["skipped"] += 1
            continue
        results = backend(name).run(case.module, *case.args)
        verdict = interpreter.admissible(case.module, *case.args).contains(results)
        assert verdict.status != "inadmissible", f"{seed}: {case}\n{name} gave {results}\n{verdict}"
        found[verdict.status] += 1
    print(f"\n{name}: {dict(found)}")
    return found


@BACKENDS
def test_backends_give_what_some_order_gives(name: str) -> None:
    found = judged(name, range(40))
    assert found["admissible"] > 40 * (1 - MAX_SKIPPED[name]) - found["undecided"]
    assert found["undecided"] < 5


def judged_programs(name: str, start: int, number: int) -> Counter[str]:
    """The same for programs that go on after the scatter; on XLA those of integers, as it fuses and flushes floats."""
    found: Counter[str] = Counter()
    for program in islice(draw_programs(count(start)), number):
        has_floats = any(isinstance(element, FloatType) for element in program.case.element_types)
        known = affecting(name, program.case) or (name == "xla" and (has_floats or met(name, program.module)))
        if known:
            found["skipped"] += 1
            continue
        results = run_on(name, program, *program.case.operands)
        verdict = interpreter.admissible(program.module, *program.case.operands).contains(results)
        assert verdict.status != "inadmissible", f"{program}\n{name} gave {results}\n{verdict}"
        found[verdict.status] += 1
    print(f"\n{name}: {dict(found)}")
    return found


@BACKENDS
def test_backends_give_what_some_order_gives_in_whole_programs(name: str) -> None:
    found = judged_programs(name, 0, 30)
    assert found["admissible"] > (18 if name == "upstream" else 6)


@pytest.mark.campaign
@BACKENDS
@pytest.mark.parametrize("start", campaign.seeds(10_000_000, 14_000_000, 1_000_000))
def test_backends_on_many_whole_programs(name: str, start: int) -> None:
    judged_programs(name, start, 250)


@pytest.mark.campaign
@BACKENDS
@pytest.mark.parametrize("start", campaign.seeds(10_000, 13_000, 500))
def test_backends_on_many_programs(name: str, start: int) -> None:
    judged(name, range(start, start + 500))
