"""The catalogue closes the circle: every id has words, an example that breaks only it, and a valid neighbour."""

import json
from pathlib import Path

import pytest

from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints, constraints_by_op
from hlogen.spec.operations import violations_of
from hlogen.spec.rules.unjudged import UNJUDGED

# What tools/spec_labels.py finds in the specification. These are ours: inputs that have no label there.
LABELS = json.loads((Path(__file__).parent / "labels.json").read_text())["labels"]
WITHOUT_A_LABEL = {"not.I1", "optimization_barrier.I1"}
OUTPUTS = {id for id, constraint in constraints().items() if constraint.number.startswith("O")}


def test_every_label_of_the_specification_is_judged_or_has_its_reason() -> None:
    labels = {f"{op}.{label}" for op, of_op in LABELS.items() for label in of_op}
    assert len(labels) > 800
    assert set(constraints()) - OUTPUTS - labels == WITHOUT_A_LABEL
    assert labels - set(constraints()) == set(UNJUDGED)


def test_an_entry_has_its_words() -> None:
    for constraint in constraints().values():
        for text in (constraint.title, constraint.formula):
            assert text, constraint.id
            assert text == text.strip(), constraint.id
        assert not constraint.why or constraint.why.endswith((".", ")")), constraint.id
        assert set(constraint.needs) <= set(constraints()), constraint.id
        assert constraint.twin is None or constraint.twin in constraints(), constraint.id


def test_every_constraint_can_be_broken_alone_or_has_its_reason() -> None:
    for constraint in constraints().values():
        assert bool(constraint.example) != bool(constraint.never_alone), constraint.id


@pytest.mark.parametrize("op", ["gather", "scatter", "dynamic_gather"])
def test_the_constraints_of_these_are_explained(op: str) -> None:
    for constraint in constraints_by_op()[op]:
        assert constraint.why, constraint.id
        assert constraint.title[0].islower(), constraint.id


@pytest.mark.parametrize("op", constraints_by_op())
def test_an_example_breaks_its_constraint_alone_and_its_neighbour_does_not(op: str) -> None:
    """Neighbours come first, as what is valid is remembered: for upstream they are valid too, and examples just where
    that is said."""
    for text in {constraint.fixed for constraint in constraints_by_op()[op]}:
        assert violations_of(read(text, verify=True)) == []
    for constraint in constraints_by_op()[op]:
        if not constraint.example:
            continue
        program = read(constraint.example)
        found = violations_of(program)
        assert [violation.id for violation in found] == [constraint.id]
        (violation,) = found
        assert violation.location is not None
        assert violation.location.line > 0, constraint.id
        assert program.is_refused == (violation.upstream is None), constraint.id
        assert program.is_refused or constraint.upstream is not None, f"{constraint.id}: it stands in the docs"
