"""The whole program behind a picture: `hl.explain(...).provenance`, `reaches` and `graph`."""

import numpy as np
import pytest

import hlogen as hl
from hlogen.errors import ExecutionError, UsageError
from hlogen.explaining.explanation import Explanation, explain


@hl.function("4x3xf32", "2xi32")
def rows(table, which):
    return hl.tanh(table[which])


TABLE = np.arange(12, dtype=np.float32).reshape(4, 3)
WHICH = np.array([2, 0], np.int32)


def test_an_element_of_the_program_is_traced():
    picture = explain(rows, TABLE, WHICH)
    said = "result[0, 1] depends on\n  table[2, 1]  (data)\n  which[0]  (control)"
    assert str(picture.provenance("result[0, 1]")) == said
    assert str(picture.at[1, 1].provenance(0, (0, 1))) == said
    assert picture.reaches("table[2]")[0].mask.tolist() == [[True] * 3, [False] * 3]


def test_the_program_is_shown_with_an_answer():
    picture = explain(rows, TABLE, WHICH)
    answer = picture.provenance("result[0, 1]")
    graph = picture.graph(answer)
    assert str(graph).startswith(str(answer))
    assert "<h1>rows</h1>" in graph.html("rows")
    assert repr(graph) == "<result[0, 1] depends on>"
    assert "@rows(" in str(picture.graph()).splitlines()[0]


def test_made_up_arguments_are_those_of_the_picture():
    picture = explain(rows, op="gather")
    clamped = picture.picture.panels["operand"].values
    assert picture.provenance().parts[0].mask.shape == clamped.shape


def test_limits_hold_for_the_traced_run():
    with pytest.raises(ExecutionError, match="max_memory"):
        explain(rows, TABLE, WHICH, max_memory=4000).provenance()


def test_a_picture_without_a_program_says_so():
    with pytest.raises(UsageError, match="isn't of a program"):
        Explanation(explain(rows, TABLE, WHICH).picture).provenance()
