"""Every op of the specification has, for each capability, a row or the reason why not; docs/ops.md shows both."""

from __future__ import annotations

import pytest

from hlogen.definitions.registry import definitions
from hlogen.spec.optable import OPS
from interpreter.kernels.registry import kernels
from tools.docs import Column, capabilities

CAPABILITIES = [pytest.param(column, id=column.title) for column in capabilities()]


@pytest.mark.parametrize("column", CAPABILITIES)
def test_a_blank_has_its_reason(column: Column) -> None:
    blank = {name for name in OPS if column.cell(name) is None}
    assert sorted(blank - set(column.reasons)) == []


@pytest.mark.parametrize("column", CAPABILITIES)
def test_a_blank_of_what_chlo_computes_by_element_has_its_reason(column: Column) -> None:
    """The builder writes CHLO by `hl.operation`, and of most of its results no facts about integers are asked."""
    by_element = {name for name, kernel in kernels().items() if kernel.elementwise and name.startswith("chlo.")}
    blank = {name for name in by_element if column.cell(name) is None}
    assert blank - set(column.reasons) == set() or column.title in ("builder", "facts")


def test_what_chlo_computes_by_element_is_defined() -> None:
    by_element = {name for name, kernel in kernels().items() if kernel.elementwise and name.startswith("chlo.")}
    assert sorted(by_element - set(definitions())) == []


@pytest.mark.parametrize("column", CAPABILITIES)
def test_a_reason_belongs_to_a_blank(column: Column) -> None:
    known = {*OPS, *kernels()}
    assert sorted(name for name in column.reasons if name not in known or column.cell(name) is not None) == []


@pytest.mark.parametrize("column", CAPABILITIES)
def test_a_reason_is_a_clause(column: Column) -> None:
    """It stands at the end of messages, behind a colon, and in a list."""
    for name, reason in column.reasons.items():
        assert reason[0].islower() or reason.startswith("ONNX"), name
        assert not reason.endswith("."), name
