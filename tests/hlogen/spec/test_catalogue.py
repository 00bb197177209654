"""The catalogue closes the circle: every id has words, an example that breaks only it, and a valid neighbour."""

import pytest

from hlogen.ir import Module
from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints
from hlogen.spec.constraint import Constraint, Truth, Violation
from hlogen.spec.operations import check_operation, evaluate_operation

# The labels of the specification's tables and lists. gather's I4 to I8, scatter's I5 to I9 and dynamic_gather's I5 to
# I7 stand in one attribute with the one before.
LABELS = {
    "gather": ["I1", "I2", "I3", "I9", "I10", *(f"C{n}" for n in range(1, 24)), "O1"],
    "scatter": ["I1", "I2", "I3", "I4", "I10", "I11", "I12", *(f"C{n}" for n in range(1, 26)), "O1"],
    "dynamic_gather": ["I1", "I2", "I3", "I4", "I8", *(f"C{n}" for n in range(1, 15)), "O1"],
}
ALL = [pytest.param(constraint, id=id) for id, constraint in constraints().items()]


def found(text: str) -> list[Violation]:
    module: Module = read(text, verify=False)
    return [violation for op in module.walk() for violation in check_operation(op)]


def test_every_label_of_the_specification_has_an_entry() -> None:
    expected = {f"{op}.{label}" for op, labels in LABELS.items() for label in labels}
    assert set(constraints()) == expected


@pytest.mark.parametrize("constraint", ALL)
def test_an_entry_has_its_words(constraint: Constraint) -> None:
    for text in (constraint.title, constraint.formula, constraint.why):
        assert text
        assert text == text.strip()
    assert constraint.title[0].islower()
    assert constraint.why.endswith((".", ")"))
    assert set(constraint.needs) <= set(constraints())
    assert constraint.twin is None or constraint.twin in constraints()
    assert constraint.never_alone is None, "every constraint can be broken alone"


@pytest.mark.parametrize("constraint", ALL)
def test_the_example_breaks_it_and_nothing_else(constraint: Constraint) -> None:
    (violation,) = found(constraint.example)
    assert violation.id == constraint.id
    assert violation.location is not None
    assert violation.location.line > 0


@pytest.mark.parametrize("constraint", ALL)
def test_the_fixed_neighbour_is_valid_for_us_and_for_upstream(constraint: Constraint) -> None:
    assert found(constraint.fixed) == []
    assert read(constraint.fixed, verify=True).functions
    (op,) = [op for op in read(constraint.fixed).walk() if op.name == f"stablehlo.{constraint.op}"]
    assert evaluate_operation(op)[constraint.id].verdict is not Truth.VIOLATED


@pytest.mark.parametrize("constraint", ALL)
def test_upstream_accepts_the_example_just_where_the_violation_says_so(constraint: Constraint) -> None:
    (violation,) = found(constraint.example)
    try:
        read(constraint.example, verify=True)
        accepts = True
    except Exception:  # noqa: BLE001  # whatever the bindings raise, upstream has refused
        accepts = False
    assert accepts == (violation.upstream is not None)
    assert not accepts or constraint.upstream is not None, "what upstream accepts stands in the docs"
