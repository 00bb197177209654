from __future__ import annotations

import json
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[3] / "golden"

GOOD = """
func.func @main() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %s = stablehlo.add %c, %c : tensor<2xi32>
  %expected = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%s, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  func.return
}
"""
BAD = GOOD.replace("[2, 4]", "[2, 5]")


@pytest.mark.parametrize("backend", ["interpreter", "upstream", "xla"])
def test_one_line_per_case(files, invoke, backend):
    files(good_mlir=GOOD)
    result = invoke("test", "good.mlir", "--backend", backend)
    assert result.exit_code == 0
    assert result.stdout.startswith("PASS  good.mlir:2 @main (")
    assert result.stdout.endswith("\n1 passed\n")


def test_a_failure_shows_the_elements(files, invoke):
    files(good_mlir=GOOD, bad_mlir=BAD)
    result = invoke("test", ".")
    assert result.exit_code == 1
    assert result.stdout.startswith("FAIL  ./bad.mlir:2 @main (")
    assert "at [1]: actual 4, expected 5" in result.stdout
    assert result.stdout.endswith("\n1 passed, 1 failed\n")


def test_json(files, invoke):
    files(good_mlir=GOOD, bad_mlir=BAD)
    result = invoke("test", "good.mlir", "bad.mlir", "--format", "json")
    cases = json.loads(result.stdout)
    assert [list(case) for case in cases] == [["file", "line", "name", "verdict", "seconds", "message"]] * 2
    assert [case["verdict"] for case in cases] == ["PASS", "FAIL"]


def test_a_case_that_kills_the_parser_and_the_next(files, programs, invoke, mortal):
    files(a_mlir=programs["deadly"], b_mlir="hello check.", c_mlir=GOOD)
    result = invoke("test", ".")
    assert result.exit_code == 2
    assert [line[:5].strip() for line in result.stdout.splitlines() if line[:1].isupper()] == ["ERROR", "ERROR", "PASS"]
    assert "upstream's parser crashed (signal SIG" in result.stdout


def test_nothing_to_run_is_no_success(files, programs, invoke):
    files(m_mlir=programs["rows"])
    result = invoke("test", "m.mlir")
    assert result.exit_code == 2
    assert result.stdout.startswith("SKIP  m.mlir:1")


def test_a_syntax_error_does_not_pass_unseen(files, invoke):
    files(good_mlir=GOOD, typo_mlir="func.func @main() {\n  retrun\n}")
    result = invoke("test", ".")
    assert result.exit_code == 2
    assert "ERROR ./typo.mlir:1 (0.000 s)\n      ./typo.mlir:2:3: custom op 'retrun' is unknown" in result.stdout
    assert result.stdout.endswith("\n1 passed, 1 could not be run\n")


def test_binary_junk(tmp_path, monkeypatch, invoke):
    monkeypatch.chdir(tmp_path)
    Path("junk.mlir").write_bytes(b"ab\x9a")
    result = invoke("test", "junk.mlir")
    assert result.exit_code == 2
    assert "this is neither MLIR bytecode nor text in UTF-8: byte 0x9A at offset 2" in result.stdout


@pytest.mark.parametrize("op", ["gather", "scatter", "dynamic_gather"])
def test_goldens(invoke, op):
    result = invoke("test", GOLDEN / op)
    assert result.exit_code == 0
    assert " passed" in result.stdout.splitlines()[-1]
    assert "failed" not in result.stdout
