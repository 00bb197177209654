"""Every table of goldens apart from gather's and scatter's: one file for each kind of ops."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from tools.golden_cases import (
    arithmetic,
    chlo,
    choices,
    control_flow,
    distribution,
    element_types,
    elementwise,
    linear_algebra,
    moving,
    quantization,
    reductions,
    sorting,
)
from tools.golden_cases.case import Case

TABLES: tuple[ModuleType, ...] = (
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


def by_folder() -> dict[str, list[Case]]:
    """The cases of every folder of golden/, in the order of the tables."""
    found: dict[str, list[Case]] = {}
    for table in TABLES:
        for case in table.CASES:
            found.setdefault(case.folder, []).append(case)
    return found


def file_of(case: Case) -> str:
    """The table that a case stands in, as a path."""
    return f"tools/golden_cases/{_tables()[id(case)]}.py"


@cache
def _tables() -> dict[int, str]:
    return {id(case): table.__name__.rpartition(".")[2] for table in TABLES for case in table.CASES}
