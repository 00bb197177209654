"""No circle of imports, those for type checkers and those inside of functions included.

import-linter holds which room may import which; it leaves out what only type checkers read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import cast

import grimp


@cache
def imports() -> Mapping[str, frozenset[str]]:
    graph = grimp.build_graph("hlogen", "interpreter", cache_dir=None)
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def circle(modules: set[str]) -> list[str]:
    """Modules in a circle of imports, if there is one."""
    try:
        TopologicalSorter({module: imports()[module] & modules for module in modules}).prepare()
    except CycleError as error:
        return cast("list[str]", error.args[1])
    return []


def test_no_imports_in_circles() -> None:
    assert len(imports()) > 500
    assert not circle(set(imports()))
