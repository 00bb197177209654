"""Every table of goldens: one file for each kind of ops."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from tools.golden_cases import (
    arithmetic,
    chlo,
    choices,
    control_flow,
    distribution,
    dynamic_gather,
    element_types,
    elementwise,
    gather,
    linear_algebra,
    moving,
    quantization,
    reductions,
    scatter,
    sorting,
)
from tools.golden_cases.case import AnyOpCase

TABLES: tuple[ModuleType, ...] = (
    gather,
    scatter,
    dynamic_gather,
    elementwise,
    arithmetic,
    choices,
    element_types,
    moving,
    reductions,
    sorting,
    linear_algebra,
    quantization,
    control_flow,
    distribution,
    chlo,
)

# Ops of the specification without a golden, and why.
WITHOUT = {
    "custom_call": "what a target means is implementation-defined; every golden calls one, `check.expect_...`",
}


def by_folder() -> dict[str, list[AnyOpCase]]:
    """The cases of every folder of golden/, in the order of the tables."""
    found: dict[str, list[AnyOpCase]] = {}
    for table in TABLES:
        for case in table.CASES:
            found.setdefault(case.folder, []).append(case)
    return found


def file_of(case: AnyOpCase) -> str:
    """The table that a case stands in, as a path."""
    return f"tools/golden_cases/{_tables()[case.op, case.name]}.py"


@cache
def _tables() -> dict[tuple[str, str], str]:
    return {(case.op, case.name): table.__name__.rpartition(".")[2] for table in TABLES for case in table.CASES}
