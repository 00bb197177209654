from __future__ import annotations

import pytest

from hlogen.errors import UsageError
from hlogen.lint.finding import PARSE, Finding
from hlogen.lint.selection import Selection, unknown_id

RULES = ["gather.C1", "gather.C17", "scatter.C1", "scatter.C23", "dynamic_gather.C1"]
CLAMPED = Finding("m", 1, 1, "bounds.clamped", "op", "m", level="warning")


def chosen(**options):
    selection = Selection(**options)
    return [rule for rule in RULES if Finding("m", 1, 1, rule, "op", "m") in selection]


def test_all_without_options():
    assert chosen() == RULES


def test_an_exact_id_is_only_itself():
    assert chosen(select=["gather.C1"]) == ["gather.C1"]


def test_an_op_is_all_of_its_constraints_and_no_other_ops():
    assert chosen(select=["gather"]) == ["gather.C1", "gather.C17"]


def test_the_front_of_an_id():
    assert chosen(select=["scatter.C"]) == ["scatter.C1", "scatter.C23"]


def test_lists_repetition_case_and_ignore_win():
    assert chosen(select=["GATHER.c17, scatter", "dynamic_gather"], ignore=["scatter.C1"]) == [
        "gather.C17",
        "scatter.C23",
        "dynamic_gather.C1",
    ]


def test_files_that_cannot_be_checked_are_always_reported():
    assert Finding("m", 1, 1, PARSE, None, "m") in Selection(select=["gather.C1"], ignore=["gather"])
    with pytest.raises(UsageError, match="always reported"):
        Selection(ignore=["parse"])


@pytest.mark.parametrize(
    ("pattern", "near"),
    [("gather.C99", "did you mean gather.C"), ("scater", "did you mean scatter"), ("xyz", "lists all of them")],
)
def test_unknown_ids_name_what_is_near(pattern, near):
    with pytest.raises(UsageError, match=f"no constraint or hazard '{pattern}'; .*{near}"):
        Selection(select=[pattern])


@pytest.mark.parametrize(
    ("known", "hint"),
    [
        (["gather.C10"], "did you mean gather.C10 or gather?"),
        (["gather.C10", "gather.C11"], "did you mean gather.C11, gather.C10 or gather?"),
        (["gather.C10", "gather.C11", "gather.C12"], "did you mean gather.C12, gather.C11 or gather.C10?"),
        (
            ["gather.C10", "gather.C11", "gather.C12", "gather.C13"],
            "did you mean gather.C13, gather.C12 or gather.C11?",
        ),
        (["gather.D7"], "did you mean gather or gather.D7?"),
        (["convert.O2"], "`hlogen rule` lists all of them"),
    ],
)
def test_what_is_near_an_unknown_id(known, hint):
    assert str(unknown_id("GATHER.C1", known)) == f"there is no constraint or hazard 'GATHER.C1'; {hint}"


@pytest.mark.parametrize("pattern", ["bounds", "bounds.clamped", "BOUNDS.c"])
def test_hazards_are_named_like_constraints(pattern):
    assert CLAMPED in Selection(select=[pattern])
    assert CLAMPED not in Selection(select=["gather"])
    assert CLAMPED not in Selection(ignore=[pattern])
    assert not chosen(select=[pattern])


def test_what_only_a_run_meets_is_no_choice_here():
    with pytest.raises(UsageError, match="only a run meets it; `hlogen run --sanitize` reports it"):
        Selection(select=["number.nan"])
    assert CLAMPED not in Selection(select=["order"])  # some of them are seen before a run


def test_advice_can_be_made_an_error():
    (error,) = Selection(error=["bounds"]).of([CLAMPED])
    assert error.level == "error"
    assert Selection(error=["promise"]).of([CLAMPED]) == [CLAMPED]
    assert Selection(ignore=["bounds"], error=["bounds"]).of([CLAMPED]) == []


def test_a_note_is_an_error_only_where_it_is_named_itself():
    note = Finding("a.mlir", 1, 1, "bounds.idle-clamp", "stablehlo.clamp", "..", level="note")
    warning = Finding("a.mlir", 1, 1, "bounds.clamped", "stablehlo.gather", "..", level="warning")
    levels = [finding.level for finding in Selection(error=["bounds"]).of([note, warning])]
    assert levels == ["note", "error"]
    assert [finding.level for finding in Selection(error=["bounds.idle-clamp"]).of([note])] == ["error"]
