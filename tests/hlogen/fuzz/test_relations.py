"""Programs in other forms give what they gave: of all operations, by the interpreter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import campaign

import hlogen as hl
import interpreter
from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.checks import run_content
from hlogen.conform.differences.smallest import smallest
from hlogen.conform.forms import Form
from hlogen.conform.verdicts import Verdict
from hlogen.errors import UsageError
from hlogen.fuzz import relations, shrink
from hlogen.fuzz.golden import as_case
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.judge import Judge
from hlogen.fuzz.program import drawn, planned
from hlogen.fuzz.report import Context, write_report

ROWS = sorted(GRAMMAR.rows())


# Of which operations there are other forms, where there are few.
INDEXED = "gather dynamic_gather scatter"
FEW = {
    "expand_batching_dims": INDEXED,
    "raise_batching_dims": INDEXED,
    "permuted updates": "scatter",
    "inline": "func.call",
}


@campaign.every(2)
@pytest.mark.parametrize("relation", relations.RELATIONS)
def test_other_forms_give_the_same(relation: str, every: int) -> None:
    few = FEW.get(relation, "").split()
    ops = [op if "." in op else f"stablehlo.{op}" for op in few] * 8 or ROWS
    plans = [planned(op, seed, 1 + seed % 3, relation) for seed, op in enumerate(ops)]
    made = [plan for plan in plans if isinstance(drawn(plan).form, relations.Related)]
    assert len(made) > 2 or relation == "raise_batching_dims"
    made = made[::every]
    with Judge("interpreter") as judge:
        tally = judge.judge(made)
    assert [finding.message for finding in tally.findings] == []
    assert tally.verdicts.total() == sum(tally.verdicts[each.value] for each in Verdict if each.is_right) == len(made)


@pytest.mark.parametrize("relation", ["constants", "vmap", "unknown sizes", "bounded sizes"])
def test_other_forms_have_all_functions_and_regions(relation: str) -> None:
    names = ("func.call", "stablehlo.while", "stablehlo.if", "stablehlo.case", "stablehlo.composite", "stablehlo.sort")
    plans = [planned(op, seed, 1, relation) for op in names for seed in range(4)]
    made = [plan for plan in plans if isinstance(drawn(plan).form, relations.Related)]
    assert {plan.steps[0].op for plan in made} == {*names}
    with Judge("interpreter") as judge:
        tally = judge.judge(made)
    assert [finding.message for finding in tally.findings] == []
    assert tally.verdicts == {"pass": len(made)}


@pytest.mark.campaign
def test_other_forms_give_the_same_in_many() -> None:
    with Judge("interpreter") as judge:
        for relation in relations.RELATIONS:
            tally = judge.judge(planned(ROWS[s % len(ROWS)], s, 1 + s % 9, relation) for s in campaign.seeds(0, 2000))
            assert [finding.message for finding in tally.findings if finding.verdict != "harness"] == []


def test_a_wrong_transform_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that takes subtractions for additions, and one that fails."""

    def wrong(module: hl.Module) -> hl.Module:
        return hl.parse(str(module).replace("stablehlo.subtract", "stablehlo.add"))

    def failing(module: hl.Module) -> Any:
        raise IndexError("list index out of range")

    monkeypatch.setattr(shrink, "_ANEW", 20)
    monkeypatch.setitem(relations.RELATIONS, "wrong", relations._by(wrong))
    monkeypatch.setitem(relations.RELATIONS, "failing", relations._by(failing))
    with Judge("interpreter", tries=100) as judge:
        found = judge.judge(planned("stablehlo.subtract", seed, 2, "wrong") for seed in range(12))
        assert {finding.key for finding in found.findings} == {"wrong: unknown in add"}
        smallest = drawn(found.findings[0].smallest).form
        assert isinstance(smallest, relations.Related)
        assert max(array.size for array in smallest.arguments) == 1
        found = judge.judge([planned("stablehlo.add", 1, 1, "failing")])
        assert found.verdicts == Counter({"other form fails": 1})
        assert found.findings[0].key == "other form fails: failing: IndexError: list index out of range"
        write_report(tmp_path, found.findings[0], 1, None, Context("interpreter", "interpreter", {}, "0"))
        assert "> failing: IndexError: list index out of range" in (tmp_path / "report.md").read_text()


def test_a_case_has_all_functions_of_its_program() -> None:
    calls = hl.parse("""
        func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
          %0 = stablehlo.add %x, %x : tensor<2xf32>
          return %0 : tensor<2xf32>
        }
        func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
          %0 = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }""")
    forms = [Form("", calls, "main", (np.array([-0.0, np.nan], np.float32),), ())]
    forms += [drawn(planned("stablehlo.uniform_quantize", 1)).form, drawn(planned("stablehlo.complex", 3)).form]
    for form in forms:
        text = as_case(form, "a case", 16)
        (case,) = run_content(text.encode(), "case.mlir")
        assert case.verdict is CaseVerdict.PASS, case
        found = smallest(text)
        results = interpreter.run(found.module, *found.arguments)
        found.require(results)
        assert form is not forms[0] or not found.holds([np.array([0.0, np.nan], np.float32)])


def test_a_wrong_derivative_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    forwards = hl.jvp

    def wrong(module: hl.Module, entry: str) -> Any:
        return forwards(hl.parse(str(module).replace("stablehlo.subtract", "stablehlo.add")), entry=entry)

    monkeypatch.setattr(hl, "jvp", wrong)
    monkeypatch.setattr(shrink, "_ANEW", 20)
    with Judge("interpreter", tries=20) as judge:
        found = judge.judge(planned("stablehlo.subtract", seed, 1, "jvp and vjp") for seed in range(5))
    assert "the sums: 1 of 1 elements differ" in found.findings[0].message
    assert found.findings[0].verdict == "wrong value"


HALVED = (
    "add compare select clamp map transpose reverse broadcast_in_dim concatenate pad reduce sort dot_general gather"
)


@pytest.mark.parametrize(("relation", "ops"), [("split batches", HALVED), ("permuted updates", "scatter")])
def test_another_form_is_made_of(relation: str, ops: str) -> None:
    for op in ops.split():
        forms = (drawn(planned(f"stablehlo.{op}", seed, 1, relation)).form for seed in range(40))
        assert any(isinstance(form, relations.Related) for form in forms), op


def test_a_batch_is_judged_example_by_example() -> None:
    form = drawn(planned("stablehlo.add", 3, 1, "vmap")).form
    assert isinstance(form, relations.Related)
    (expected,) = form.original.expected()
    (both,) = form.expected()
    assert both.shape == (2, *expected.shape)
    parts = list(form.parts([both]))
    assert [part for part, _ in parts] == [form.original] * 2
    assert all(np.array_equal(each, expected, equal_nan=expected.dtype.kind == "f") for _, (each,) in parts)


def test_names_are_chosen() -> None:
    assert relations.chosen(["vmap", "vmap"]) == ("vmap",)
    assert relations.chosen(["all"]) == tuple(relations.RELATIONS)
    with pytest.raises(UsageError, match="there is no relation nothing; there are portable, "):
        relations.chosen(["nothing"])


def test_the_page_names_them_all() -> None:
    page = (Path(__file__).parents[3] / "docs" / "fuzzing.md").read_text()
    assert all(f"`{name}`" in page for name in relations.RELATIONS)
