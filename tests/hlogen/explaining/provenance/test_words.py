"""Masks in words: what is written is read back as the same elements."""

import numpy as np
import pytest

from hlogen.explaining.provenance.words import region_texts


@pytest.mark.parametrize(
    ("shape", "marked", "said"),
    [
        ((4, 3), (slice(None), slice(None)), ["[:, :]"]),
        ((4, 3), (1, 2), ["[1, 2]"]),
        ((4, 3), (slice(1, 3), slice(None)), ["[1:3, :]"]),
        ((6,), (slice(0, 6, 2),), ["[0:5:2]"]),
        ((6,), ([0, 1, 4],), ["[{0, 1, 4}]"]),
        ((4, 3), ([0, 2], [1, 2]), ["[0, 1]", "[2, 2]"]),
        ((), (), [""]),
        ((1,), (0,), ["[0]"]),
    ],
)
def test_elements_in_words(shape, marked, said):
    mask = np.zeros(shape, bool)
    mask[marked] = True
    assert region_texts(mask) == said


def test_nothing_marked_is_nothing_said():
    assert region_texts(np.zeros((3, 2), bool)) == []


def test_of_many_parts_the_first_are_said():
    assert region_texts(np.eye(9, dtype=bool), most=2) == ["[0, 0]", "[1, 1]", "and 7 more elements"]


def test_blocks_cover_a_mask_exactly():
    rng = np.random.default_rng(0)
    for _ in range(50):
        mask = rng.random((3, 2, 4)) < 0.6
        seen = np.zeros(mask.shape, int)
        for text in region_texts(mask, most=100):
            lines = [_indices(line, size) for line, size in zip(_split(text[1:-1]), mask.shape, strict=True)]
            seen[np.ix_(*lines)] += 1
        np.testing.assert_array_equal(seen, mask)


def _split(text):
    parts, depth = [""], 0
    for c in text:
        depth += {"{": 1, "}": -1}.get(c, 0)
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def _indices(line, size):
    if line.startswith("{"):
        return [int(x) for x in line[1:-1].split(",")]
    if ":" in line:
        return list(range(size))[slice(*(int(x) if x else None for x in line.split(":")))]
    return [int(line)]
