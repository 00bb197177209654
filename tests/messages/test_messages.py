"""The diagnostic of every constraint, as printed for its example: read the snapshot to see what users see."""

import pytest
from syrupy.assertion import SnapshotAssertion

from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints
from hlogen.spec.operations import check_operation


@pytest.mark.parametrize("id", constraints())
def test_the_message_of(id: str, snapshot: SnapshotAssertion) -> None:
    module = read(constraints()[id].example, name="example.mlir", verify=False)
    (violation,) = [violation for op in module.walk() for violation in check_operation(op)]
    assert str(violation) == snapshot
