"""Which cases commands of hlogen conform are about, what cases have, and what differs between two runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hlogen.cli.conform.choice import CaseChoice
from hlogen.conform.campaign import Campaign, Settings
from hlogen.conform.corpus import Case, corpus
from hlogen.conform.records import Header, Records
from hlogen.conform.verdicts import Outcome, Verdict

CASES = """// one: of numbers
//   add.C1: adds
//   gather.C9: gathers
func.func @main() {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.constant dense<2.0> : tensor<f32>
  %2 = stablehlo.add %0, %0 : tensor<f32>
  check.expect_eq %2, %1 : tensor<f32>
  return
}
// -----
// two: of integers
//   add.C2: adds
func.func @main() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %1 = stablehlo.constant dense<[2, 4]> : tensor<2xi8>
  %2 = stablehlo.constant dense<true> : tensor<i1>
  %3 = "stablehlo.if"(%2) ({
    %4 = func.call @twice(%0) : (tensor<2xi8>) -> tensor<2xi8>
    stablehlo.return %4 : tensor<2xi8>
  }, {
    stablehlo.return %0 : tensor<2xi8>
  }) : (tensor<i1>) -> tensor<2xi8>
  check.expect_eq %3, %1 : tensor<2xi8>
  return
}
func.func private @twice(%x: tensor<2xi8>) -> tensor<2xi8> {
  %0 = stablehlo.add %x, %x : tensor<2xi8>
  return %0 : tensor<2xi8>
}
"""
OTHERS = """// three: of neither
// The order of updates is open.
func.func @main() {
  %0 = stablehlo.constant dense<> : tensor<0x2xcomplex<f32>>
  %1 = stablehlo.constant dense<2> : tensor<1xi32>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %3 = stablehlo.constant dense<1.0> : tensor<1xf8E5M2>
  %4 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  check.expect_eq %4, %4 : tensor<2xi32>
  return
}
"""


CASE = """func.func @main() {{
  %0 = stablehlo.constant dense<0> : tensor<i32>
  {body} : tensor<i32>
  return
}}"""
WHILE = """%1 = stablehlo.while(%i = %0) : tensor<i32>
    cond {
      %c = stablehlo.compare NE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      stablehlo.return %i : tensor<i32>
    }
  %2 = stablehlo.add %0, %1"""
QUANTIZED = """%f = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.uniform_quantize %f : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %2 = stablehlo.add %0, %0"""


@pytest.fixture
def suite(tmp_path: Path) -> list[Case]:
    (tmp_path / "add").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "add" / "it.mlir").write_text(CASES)
    (tmp_path / "sub" / "it.mlir").write_text(OTHERS)
    return corpus([tmp_path])


def test_what_cases_have(suite: list[Case]) -> None:
    assert [(case.id, case.op, case.title, case.clauses) for case in suite] == [
        ("add/it#one", "add", "of numbers", ("add.C1", "gather.C9")), ("add/it#two", "add", "of integers", ("add.C2",)),
        ("sub/it#three", "sub", "of neither", ()),
    ]  # fmt: skip
    assert [case.element_types for case in suite] == [("f32",), ("i1", "i8"), ("complex<f32>", "f8E5M2", "i32")]
    assert [case.features for case in suite] == [
        (), ("control-flow", "calls"), ("dynamic", "complex", "open-order", "empty")
    ]  # fmt: skip
    for text, features in (
        (CASE.format(body="%1 = stablehlo.add %0, %2"), ("unreadable",)),
        (CASE.format(body="%1 = stablehlo.add %0, %0"), ()),
        (CASE.format(body=WHILE), ("control-flow",)),
        (
            CASE.format(
                body='%1 = "stablehlo.case"(%0) ({ "stablehlo.return"(%0) : (tensor<i32>) -> () }) '
                ": (tensor<i32>) -> tensor<i32> %2 = stablehlo.add %0, %1"
            ),
            ("control-flow",),
        ),
        (CASE.format(body="%1 = stablehlo.add %0, %0") + "  // batching_dims = [0]", ("batching-dims",)),
        (CASE.format(body=QUANTIZED), ("quantized",)),
    ):
        case = Case("it", Path("it.mlir"), 1, text.encode(), "main", "", ())
        assert case.features == features, case.features
    assert [case.kinds for case in suite[:2]] == [("constants", "arguments")] * 2


def choice(**given: tuple[str, ...]) -> CaseChoice:
    names = ("suite", "ids", "ops", "clauses", "types", "features", "without", "kinds")
    asked: dict[str, Any] = {name: given.get(name, ()) for name in names}
    return CaseChoice(**asked)


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        ({}, "012"),
        ({"ids": ("it#tw",)}, "1"),  # within an id
        ({"ids": ("*#one@constants",)}, "0"),
        ({"ids": ("*#one",)}, ""),  # a pattern fits it whole
        ({"ids": ("*@arguments",), "kinds": ("constants",)}, ""),
        ({"ids": ("one", "sub")}, "02"),  # of one option any
        ({"ids": ("one", "sub"), "ops": ("add",)}, "0"),  # of several all
        ({"ops": ("ad",)}, ""),
        ({"clauses": ("gather.C9", "add.C2")}, "01"),
        ({"types": ("i8",)}, "1"),
        ({"types": ("f*",)}, "02"),
        ({"types": ("f8*",)}, "2"),
        ({"features": ("calls",)}, "1"),
        ({"features": ("c*",)}, "12"),
        ({"without": ("calls",)}, "02"),
        ({"without": ("f32", "open-order")}, "1"),
        ({"types": ("i*",), "without": ("dynamic",)}, "1"),
    ],
)  # fmt: skip
def test_cases_are_chosen(suite: list[Case], given: dict[str, tuple[str, ...]], numbers: str) -> None:
    assert "".join(str(at) for at, case in enumerate(suite) if choice(**given)._fits(case)) == numbers


def test_what_was_asked_for_is_said_as_it_was_written() -> None:
    asked = choice(suite=("a", "b c"), ids=("x",), ops=("add",), clauses=("add.C1",), types=("f32",),
                   features=("calls",), without=("i1",), kinds=("arguments",))  # fmt: skip
    assert asked.said == [
        *("--suite", "a", "--suite", "b c", "-k", "x", "--op", "add", "--clause", "add.C1", "--type", "f32"),
        *("--feature", "calls", "--without", "i1", "--form", "arguments"),
    ]
    assert [choice(**{name: ("x",)}).is_everything for name in vars(asked)] == [False] * 8
    assert choice().is_everything
    assert (choice().forms(), asked.forms()) == (("constants", "arguments"), ("arguments",))


BEFORE = {"a@constants": "PASS", "b@constants": "PASS", "c@constants": "REFUSED", "d@constants": "REFUSED",
          "e@constants": "PASS", "f@constants": "WRONG_VALUE", "h@constants": "PASS"}  # fmt: skip
AFTER = {"g@constants": "PASS", "a@constants": "PASS", "b@constants": "TIME_OUT", "c@constants": "PASS",
         "d@constants": "RUN_CRASH", "h@constants": "ADMISSIBLE", "i@constants": "REFUSED"}  # fmt: skip


def test_what_differs_between_two_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, invoke) -> None:
    """What was right and isn't any more, or is gone, is what counts."""
    monkeypatch.chdir(tmp_path)
    for name, verdicts in (("old", BEFORE), ("new", AFTER)):
        header = Header("mine", "mine.py:Mine", {"mine": name, "numpy": "2"}, "0", {}, "here", f"{name}-time")
        records = Records(tmp_path / f"{name}.jsonl", header)
        for id, verdict in verdicts.items():
            records.add(Outcome(id, Verdict[verdict]))
        records.close()
    done = invoke("conform", "diff", "old.jsonl", "new.jsonl")
    worse = ["b@constants: pass -> time-out", "e@constants: pass -> not run"]
    assert done.stdout.splitlines() == [
        "old.jsonl: mine (mine old, numpy 2), old-time", "new.jsonl: mine (mine new, numpy 2), new-time",
        worse[0], "c@constants: refused -> pass", "d@constants: refused -> run crash", worse[1],
        "f@constants: wrong value -> not run", "h@constants: pass -> one of several admissible",
        "g@constants: not run -> pass", "i@constants: not run -> refused",
        "1 of 5 cases of both have the same verdict; 2 were right and aren't, 2 are right now",
    ]  # fmt: skip
    assert done.exit_code == 1
    done = invoke("conform", "diff", "old.jsonl", "new.jsonl", "-q")
    assert (done.exit_code, done.stdout.splitlines()) == (1, worse)
    done = invoke("conform", "diff", "new.jsonl", "new.jsonl")
    assert (done.exit_code, done.stdout.splitlines()[2:]) == (
        0, ["7 of 7 cases of both have the same verdict; 0 were right and aren't, 0 are right now"]
    )  # fmt: skip


def test_forms_that_were_judged_before_are_not_put_again(suite: list[Case]) -> None:
    done = frozenset({"add/it#one@constants", "add/it#two@arguments"})
    with Campaign("interpreter") as campaign:
        assert [each.id for each in campaign.run(suite[:2], done)] == ["add/it#one@arguments", "add/it#two@constants"]
    with Campaign("interpreter", Settings(kinds=("arguments",))) as campaign:
        found = list(campaign.run(suite[:2]))
    assert [(each.id, each.verdict) for each in found] == [
        (f"add/it#{name}@arguments", Verdict.PASS) for name in ("one", "two")
    ]
