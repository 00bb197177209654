"""The constraint catalogue against upstream's verifier, on random damaged programs: the same accept or reject.

Apart from violations that the checker says upstream accepts, and from the table of differences.
"""

import pytest
from helpers import campaign
from helpers.hypothesis_draw import cases, invalid_cases
from hypothesis import HealthCheck, given, settings

from hlogen.backends import verify
from hlogen.conform.generate import Case, InvalidCase, SeededDraw, draw_invalid_case
from hlogen.ir import Module, Operation
from hlogen.spec.operations import check_operation

quick = settings(max_examples=100, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def the_op(module: Module, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == f"stablehlo.{name}")


def compare(case: InvalidCase) -> None:
    violations = check_operation(the_op(case.module, case.op))
    refused = bool(verify(case.module))
    if upstream_is_stricter(case):
        assert refused
        return
    wanted = any(violation.upstream is None for violation in violations)
    assert refused == wanted, f"{case}\nupstream: {verify(case.module) or 'accepts'}\n" + "\n".join(
        map(str, violations)
    )


def upstream_is_stricter(case: InvalidCase) -> bool:
    """Listed as "slice-sizes-of-unknown-shape" and "unsigned-slice-sizes"; the latter isn't generated."""
    return case.op == "dynamic_gather" and not case.operand_types[2].is_static


@quick
@given(cases())
def test_valid_programs_are_accepted_by_both(case: Case) -> None:
    assert check_operation(the_op(case.module, case.op)) == []
    assert verify(case.module) == ()


@quick
@given(invalid_cases())
def test_damaged_programs_are_judged_alike(case: InvalidCase) -> None:
    compare(case)


@pytest.mark.parametrize("start", range(0, 500, 250))
def test_seeds(start: int) -> None:
    for seed in range(start, start + 250):
        compare(draw_invalid_case(SeededDraw(seed)))


def test_damaged_programs_break_nearly_every_constraint() -> None:
    """What a random damage can't reach, or reaches rarely, the goldens of invalid programs have."""
    reached = set()
    for seed in range(1800):
        case = draw_invalid_case(SeededDraw(seed))
        reached |= {violation.id for violation in check_operation(the_op(case.module, case.op))}
    assert {f"gather.C{n}" for n in range(1, 24)} <= reached
    assert {f"scatter.C{n}" for n in range(1, 26) if n != 5} <= reached


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(10_000, 30_000, 2000))
def test_many_seeds(start: int) -> None:
    for seed in range(start, start + 2000):
        compare(draw_invalid_case(SeededDraw(seed)))
