"""How constraints are judged together, whatever they say."""

import pytest

from hlogen.ir import Location
from hlogen.spec.constraint import ConstraintError, ConstraintSet, Offence, Truth, Undecided, Violation, require

Facts = dict[str, object]


def set_of(*entries: tuple[str, list[str]]) -> ConstraintSet[Facts]:
    """Constraints that look their own answer up: an exception is raised, "bad" offends."""
    constraints: ConstraintSet[Facts] = ConstraintSet("toy")
    for label, needs in entries:

        @constraints.constraint(
            label, f"title {label}", f"formula {label}", why="", example="", fixed="", needs=needs, upstream="docs only"
        )
        def predicate(facts: Facts, label: str = label) -> Truth | Offence:
            answer = facts.get(label, "good")
            if answer == "ask":
                raise Undecided
            if answer == "unknown":
                return Truth.UNKNOWN
            return Offence(f"message {label}", f"fix {label}") if answer == "bad" else Truth.HOLDS

    return constraints


def ids(violations: list[Violation]) -> list[str]:
    return [violation.id for violation in violations]


def test_all_independent_violations_come_in_the_order_of_the_catalogue() -> None:
    constraints = set_of(("C1", []), ("C2", []), ("C3", []))
    assert ids(constraints.check({"C3": "bad", "C1": "bad"})) == ["toy.C1", "toy.C3"]


def test_a_follow_up_is_not_reported_nor_what_follows_from_it() -> None:
    constraints = set_of(("C1", ["C3"]), ("C2", ["C1"]), ("C3", []))
    facts: Facts = {"C1": "bad", "C2": "bad", "C3": "bad"}
    assert ids(constraints.check(facts)) == ["toy.C3"]
    outcomes = constraints.evaluate(facts)
    assert outcomes["toy.C1"].verdict is Truth.UNKNOWN
    assert outcomes["toy.C1"].waits_for == ("toy.C3",)
    assert outcomes["toy.C2"].waits_for == ("toy.C1",)
    assert list(outcomes) == ["toy.C1", "toy.C2", "toy.C3"]


def test_what_lacks_its_facts_holds_back_what_needs_it() -> None:
    constraints = set_of(("C1", []), ("C2", ["C1"]))
    facts: Facts = {"C1": "ask", "C2": "bad"}
    assert constraints.check(facts) == []
    outcomes = constraints.evaluate(facts)
    assert {outcome.verdict for outcome in outcomes.values()} == {Truth.UNKNOWN}
    assert outcomes["toy.C2"].waits_for == ("toy.C1",)
    assert not outcomes["toy.C1"].judged


def test_what_only_a_run_decides_holds_nothing_back() -> None:
    constraints = set_of(("C1", []), ("C2", ["C1"]))
    facts: Facts = {"C1": "unknown", "C2": "bad"}
    assert ids(constraints.check(facts)) == ["toy.C2"]
    outcomes = constraints.evaluate(facts)
    assert outcomes["toy.C1"].verdict is Truth.UNKNOWN
    assert outcomes["toy.C2"].verdict is Truth.VIOLATED
    assert outcomes["toy.C2"].offence == Offence("message C2", "fix C2")


def test_a_second_registration_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"toy\.C1 is registered already"):
        set_of(("C1", []), ("C1", []))


def test_a_circle_of_needs_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"circle: toy\.C1 -> toy\.C2 -> toy\.C1"):
        set_of(("C1", ["C2"]), ("C2", ["C1"])).check({})


def test_a_violation_prints_like_a_compilers_diagnostic() -> None:
    violation = Violation(
        "toy.C1", "a = 1", "a = 0", "make it 0", "stablehlo.toy", Location("f.mlir", 3, 8), "accepted"
    )
    assert str(violation) == (
        "f.mlir:3:8: error: stablehlo.toy breaks toy.C1: a = 1\n"
        "    spec: a = 0\n"
        "    fix: make it 0\n"
        "    upstream: accepted"
    )
    without = Violation("toy.C1", "a = 1", "a = 0", "make it 0", "stablehlo.toy")
    assert str(without) == "error: stablehlo.toy breaks toy.C1: a = 1\n    spec: a = 0\n    fix: make it 0"


def test_the_upstream_note_of_the_docs_is_not_the_violations() -> None:
    (violation,) = set_of(("C1", [])).check({"C1": "bad"})
    assert violation.upstream is None


def test_require_raises_one_error_with_every_violation() -> None:
    constraints = set_of(("C1", []), ("C2", []))
    require(constraints.check({}))
    with pytest.raises(ConstraintError, match=r"error: stablehlo\.toy breaks toy\.C1: message C1") as one:
        require(constraints.check({"C1": "bad"}))
    assert ids(list(one.value.violations)) == ["toy.C1"]
    with pytest.raises(ConstraintError, match="breaks 2 constraints") as two:
        require(constraints.check({"C1": "bad", "C2": "bad"}))
    assert ids(list(two.value.violations)) == ["toy.C1", "toy.C2"]
    assert "message C1" in str(two.value)
    assert "message C2" in str(two.value)


def test_a_constraint_knows_its_op_number_and_name() -> None:
    constraint = set_of(("C7", []))["C7"]
    assert (constraint.op, constraint.number, constraint.name) == ("toy", "C7", "predicate")
