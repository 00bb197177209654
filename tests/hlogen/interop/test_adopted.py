"""The trees of a framework's function as ours, where they say the same."""

from __future__ import annotations

from typing import Any

import pytest

from hlogen.builder import trees
from hlogen.interop.adopted import structure_of


@pytest.mark.parametrize(
    ("tree", "count", "is_ours"),
    [
        (0, 1, True),
        ((0, {"a": 1, "b": [2]}), 3, True),
        ({"a": 1, "b": 0}, 2, False),  # the framework goes through it in another order
        ((0, 1), 3, False),  # it sees more in it
        ((0, None, 1), 2, True),
        ((0, "x"), 2, False),
    ],
)
def test_a_structure_is_the_tree_where_both_go_through_it_alike(tree: Any, count: int, is_ours: bool) -> None:
    assert structure_of(tree, count) == (trees.flatten(tree, "tree")[1] if is_ours else trees.leaves(count))
