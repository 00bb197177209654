"""tools/suites.py on a checkout of two files: counts, what differs, and entries that nothing meets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GOOD = """
func.func @main() {
  %c = stablehlo.constant dense<1> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%c, %c) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  func.return
}
"""
DYNAMIC = "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : tensor<?xf32> }"


def suites(*args) -> tuple[int, str]:
    command = [sys.executable, str(ROOT / "tools" / "suites.py"), *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout


def test_a_folder_that_is_no_checkout(tmp_path):
    code, said = suites(tmp_path)
    assert code == 2
    assert "it has no folder stablehlo/tests/interpret" in said


def test_a_checkout(tmp_path):
    for file, text in {
        "tests/interpret/a.mlir": GOOD,
        "testdata/b.mlir": GOOD,
        "testdata/dynamic/c.mlir": DYNAMIC,
    }.items():
        path = tmp_path / "stablehlo" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    code, said = suites(tmp_path, "--upstream")
    lines = [line.split() for line in said.splitlines()]
    assert lines[1][:7] == ["stablehlo/tests/interpret", "1", "1", "0", "0", "0", "0"]
    assert lines[2][:7] == ["stablehlo/testdata", "2", "1", "0", "0", "0", "1"]
    assert "1 of the 1 skipped files are loaded or refused as they should be" in said
    assert "sort_float32_5.mlir isn't there or doesn't differ as known" in said  # the table is for the whole suite
    assert "stablehlo/testdata: upstream's interpreter ran 1 of 1 cases" in said
    assert code == 1
