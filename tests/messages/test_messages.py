"""What is said about every constraint's and hazard's example: read the snapshot to see what users see."""

import pytest
from syrupy.assertion import SnapshotAssertion

from hlogen.lint.formats import text_finding
from hlogen.lint.report import findings_of
from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints
from hlogen.spec.hazards import CHECK, hazards
from hlogen.spec.operations import check_operation


@pytest.mark.parametrize("id", constraints())
def test_the_message_of(id: str, snapshot: SnapshotAssertion) -> None:
    module = read(constraints()[id].example, name="example.mlir", verify=False)
    (violation,) = [violation for op in module.walk() for violation in check_operation(op)]
    assert str(violation) == snapshot


@pytest.mark.parametrize("id", [id for id, hazard in hazards().items() if CHECK in hazard.seen_by])
def test_the_advice_of(id: str, snapshot: SnapshotAssertion) -> None:
    module = read(hazards()[id].example, name="example.mlir")
    (finding,) = findings_of("example.mlir", module)
    assert text_finding(finding) == snapshot
