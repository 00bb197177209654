"""What pages are given, as JSON."""

from __future__ import annotations

import json

import pytest

from hlogen.explaining.page.data import _given


@pytest.mark.parametrize("value", [0, -1, 2**53 - 1, 1 - 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, 1 - 2**63])
def test_integers_are_exact_for_who_reads_numbers_as_f64(value):
    read = json.loads(json.dumps(_given((value, [value]), is_consulted=False)), parse_int=float)
    for one in (read[0], read[1][0]):
        assert int(one["integer"] if isinstance(one, dict) else one) == value


def test_truth_values_are_no_integers():
    assert _given([True, False, None, "x"], is_consulted=False) == [True, False, None, "x"]
