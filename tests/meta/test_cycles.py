"""No circle of imports, those for type checkers and those inside of functions included.

import-linter holds which room may import which; it leaves out what only type checkers read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import cast

import grimp
import pytest

# Rooms whose files still stand in circles, together where a circle goes through several.
CIRCULAR = [
    {"hlogen.ir"},
    {"interpreter", "hlogen.conform"},
]


@cache
def imports() -> Mapping[str, frozenset[str]]:
    graph = grimp.build_graph("hlogen", "interpreter", cache_dir=None)
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def without(rooms: Iterable[set[str]]) -> set[str]:
    """All modules but those of `rooms`."""
    left_out = set[str]().union(*rooms)
    return {module for module in imports() if not {module.split(".")[0], ".".join(module.split(".")[:2])} & left_out}


def circle(modules: set[str]) -> list[str]:
    """Modules in a circle of imports, if there is one."""
    try:
        TopologicalSorter({module: imports()[module] & modules for module in modules}).prepare()
    except CycleError as error:
        return cast("list[str]", error.args[1])
    return []


def test_no_imports_in_circles() -> None:
    assert len(without(CIRCULAR)) > 200
    assert not circle(without(CIRCULAR))


@pytest.mark.parametrize("rooms", CIRCULAR, ids=" ".join)
def test_rooms_that_have_come_right_are_held_to_it(rooms: set[str]) -> None:
    assert circle(without(other for other in CIRCULAR if other != rooms)), f"take {rooms} out of CIRCULAR"
