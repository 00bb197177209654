"""Every rule of the specification has a program that breaks it alone, or a reason why no program does."""

import pytest

from hlogen.mlir.errors import ParseError, VerificationError
from hlogen.mlir.reader import read
from hlogen.spec.constraint import Constraint
from hlogen.spec.operations import violations_of
from hlogen.spec.rules.rule import TABLE, Rules

ROWS = TABLE.rows()


def ids(text: str) -> list[str]:
    return [violation.id for violation in violations_of(read(text))]


def is_refused_upstream(text: str) -> bool:
    try:
        read(text, verify=True)
    except (ParseError, VerificationError):
        return True
    return False


def examples(rules: Rules) -> list[Constraint]:
    return [constraint for constraint in rules.constraints if constraint.example]


@pytest.mark.parametrize("name", ROWS)
def test_the_valid_operation_breaks_no_rule_and_upstream_takes_it(name: str) -> None:
    assert violations_of(read(ROWS[name].valid, verify=True)) == []


@pytest.mark.parametrize("name", ROWS)
def test_every_rule_is_broken_alone_or_it_is_said_why_not(name: str) -> None:
    for constraint in ROWS[name].constraints:
        assert bool(constraint.example) != bool(constraint.never_alone), constraint.id


@pytest.mark.parametrize("name", ROWS)
def test_an_example_breaks_its_rule_alone(name: str) -> None:
    assert {one.id: ids(one.example) for one in examples(ROWS[name])} == {
        one.id: [one.id] for one in examples(ROWS[name])
    }


@pytest.mark.parametrize("name", ROWS)
def test_upstream_refuses_an_example_unless_the_rule_says_that_it_does_not(name: str) -> None:
    lax = {one.id for one in examples(ROWS[name]) if not is_refused_upstream(one.example)}
    assert lax == {one.id for one in examples(ROWS[name]) if one.upstream is not None}
