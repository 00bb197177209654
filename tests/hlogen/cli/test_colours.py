"""What is painted on a terminal, and how: every verdict, place and rule in the colours of what it is."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from hlogen.cli.conform.campaigns import line_of
from hlogen.cli.paint import paint
from hlogen.conform.expected import Entry, Judged
from hlogen.conform.records import Record
from hlogen.conform.verdicts import Verdict
from hlogen.spec.hazards import hazards

ROLES = {
    "31;1": "error", "35;1": "warning", "34;1": "note", "1": "place", "33;1": "rule", "36": "label", "32;1": "good",
    "2": "dim",
}  # fmt: skip
BAD = """func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
CONSTANTS = """func.func @main() -> (tensor<f32>, tensor<i32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  return %0, %1 : tensor<f32>, tensor<i32>
}
"""
TESTS = """func.func @one() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq %0, %0 : tensor<i32>
  return
}
func.func @two() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  check.expect_eq %0, %1 : tensor<2xi32>
  return
}
"""


def marked(text: str) -> str:
    """What is painted between <role> and </>."""

    def role(found: re.Match[str]) -> str:
        return f"<{ROLES[';'.join(re.findall(r'[0-9]+', found[1]))]}>{found[2]}</>"

    return re.sub(r"((?:\x1b\[\d+m)+)(.*?)\x1b\[0m", role, text, flags=re.S)


def test_roles() -> None:
    assert {role: marked(paint("it", role)) for role in ROLES.values()} == {
        role: f"<{role}>it</>" for role in ROLES.values()
    }


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {"bad": BAD, "c": CONSTANTS, "t": TESTS, "open": hazards()["bounds.narrow"].fixed}
    for name, text in {**files, "unset": hazards()["promise.unset"].example}.items():
        (tmp_path / f"{name}.mlir").write_text(text)
    np.savez(tmp_path / "wrong.npz", np.float32(2), np.int32(1))
    np.savez(tmp_path / "right.npz", np.float32(1), np.int32(1))
    monkeypatch.chdir(tmp_path)
    return tmp_path


FOUND = (
    "<place>bad.mlir:2:8</>: <error>error</>: stablehlo.add breaks <rule>add.C1</>: rhs is tensor<3xf32>, but lhs is"
)
NOTE = "<place>unset.mlir:3:13</>: <note>note</>: <rule>promise.unset</> in stablehlo.scatter: unique_indices could be"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ("check bad.mlir unset.mlir", [
            f"{FOUND} tensor<2xf32>\n    <label>spec:</> If the",
            "\n    <label>fix:</> pass a tensor<2xf32> as rhs\n", NOTE,
        ]),
        ("check bad.mlir --statistics", ["1  <rule>add.C1</>\n"]),
        ("check unset.mlir --fix --diff", [
            "<error>--- unset.mlir</>\n<good>+++ unset.mlir</>\n<label>@@ -7,7 +7,7 @@</>\n  ",
            "\n<error>-    unique_indices = false</>\n<good>+    unique_indices = true</>\n  ",
        ]),
        ("check unset.mlir --fix",
         ["<place>unset.mlir:3</>: <good>fixed</>: <rule>promise.unset</>: unique_indices = true\n"]),
        ("check bad.mlir --add-ignores", ["<place>bad.mlir</>: <good>added</> comments for 1 finding\n"]),
        ("analyze open.mlir unset.mlir", [
            "<place>unset.mlir:3:13: stablehlo.scatter: 3 index vectors, windows of 1 in inputs of 6</>\n",
            "\n    in bounds:            <good>proved</>   component 0 (dimension 0) is 0 .. 5 of 0 .. 5\n",
            "\n    sorted:               <warning>refuted</>  index vector [5] at [0] comes before",
            "\n    component 0, in dimension 0 of size 300: any i32\n    in bounds: <dim>open</>     component",
        ]),
        ("rule add.C1", [
            "<rule>add.C1</>\n\n    If the operation",
            "\n<label>the fix:</>\n\n    <dim>...</>\n    <error>-func.func @main(%lhs: tensor<2x2xf32>",
            "</>\n    <good>+func.func @main(",
        ]),
        ("rule bounds.narrow", ["<rule>bounds.narrow</><place>  "]),
        ("rule abs",
         ["<rule>abs.I1  </>operand is a tensor of", "\n<dim>`hlogen rule abs.I1` explains one.</>\n"]),
        ("rule", ["<rule>abs                       </>4 rules\n<rule>add "]),
        ("config", ["\n<rule>advice</> = true  <dim># whether what is certain"]),
        ("run c.mlir", ["<place>result 0</>: tensor<f32>\n1.0\n<place>result 1</>: tensor<i32>\n1\n"]),
        ("judge c.mlir --results wrong.npz", ["<error>inadmissible</>: 1 inadmissible of 2 elements\n"]),
        ("judge c.mlir --results right.npz", ["<good>admissible</>: all 2 elements"]),
        ("test t.mlir -v", ["<good>PASS</>  t.mlir:1 @one (", "<error>FAIL</>  t.mlir:6 @two ("]),
        ("compare c.mlir --backend interpreter", ["<error>error:</> the interpreter can't"]),
    ],
)  # fmt: skip
def test_what_is_painted(here: Path, invoke, arguments: str, shown: list[str]) -> None:
    said = marked(invoke(*arguments.split(), color=True).output)
    for each in shown:
        assert each in said


@pytest.mark.parametrize(
    ("verdict", "entry", "line"),
    [
        (Verdict.PASS, None, "<good>pass</> a/b@constants\n    no\n    more"),
        (Verdict.REFUSED, None, "<error>refused</> a/b@constants\n    no\n    more"),
        (Verdict.REFUSED, Verdict.REFUSED, "<note>refused</> a/b@constants\n    as expected: it is old"),
        (Verdict.ADMISSIBLE, Verdict.REFUSED,
         "<error>passes, but was expected not to</> a/b@constants\n    no\n    more"),
        (Verdict.WRONG_VALUE, Verdict.REFUSED, "<error>wrong value</> a/b@constants\n    no\n    more"),
    ],
)  # fmt: skip
def test_the_lines_of_cases(verdict: Verdict, entry: Verdict | None, line: str) -> None:
    known = None if entry is None else Entry(("a/*",), (entry,), "it is old")
    assert marked(line_of(Judged(Record("a/b@constants", verdict, "no\nmore"), known))) == line
