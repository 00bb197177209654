"""What an operation of one's own carries along about its trees."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from hlogen.autodiff.custom.call import KNOWN, tree_text
from hlogen.builder import trees


def test_trees_of_two_classes_of_one_name_are_told_apart():
    pairs: list[Any] = [namedtuple("Pair", ["a", "b"]) for _ in range(2)]
    structures = [trees.flatten(each(1, 2), "x")[1] for each in pairs]
    texts = [tree_text(structure) for structure in structures]
    assert texts[0] != texts[1]
    assert [KNOWN[text].container for text in texts] == pairs
