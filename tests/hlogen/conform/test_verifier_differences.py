"""Upstream's verifier and the checker differ where the table says so, and as it says."""

import pytest

from hlogen.backends import backend, verify
from hlogen.conform.verifier_differences import VERIFIER_DIFFERENCES, VerifierDifference
from hlogen.mlir.reader import read
from hlogen.spec.operations import check_operation


@pytest.mark.parametrize("difference", VERIFIER_DIFFERENCES, ids=lambda difference: difference.id)
def test_the_checker_follows_the_specification(difference: VerifierDifference) -> None:
    violations = [found for op in read(difference.program).walk() for found in check_operation(op)]
    if difference.stance == "stricter":
        assert violations == []
    else:
        assert [found.id for found in violations] == [difference.constraint]
        assert violations[0].upstream is not None  # the checker says that upstream accepts it


@pytest.mark.parametrize("difference", VERIFIER_DIFFERENCES, ids=lambda difference: difference.id)
def test_upstream_differs_in_the_versions_that_are_listed(difference: VerifierDifference) -> None:
    differs = difference.is_in(backend("upstream").version())
    refused = verify(difference.program) != ()
    assert refused == ((difference.stance == "stricter") == differs)


def test_ids_are_unique() -> None:
    ids = [difference.id for difference in VERIFIER_DIFFERENCES]
    assert len(set(ids)) == len(ids)
