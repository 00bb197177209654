"""tools/upstream_rules.py on a file of a few tests: what it counts, and what has no reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = """
func.func @valid(%a: tensor<2xf32>) {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return
}
// -----
func.func @add_c1(%a: tensor<2xf32>) {
  // expected-error@+1 {{requires compatible types}}
  %0 = "stablehlo.add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
// -----
func.func @iota_of_many(%a: tensor<2xf32>) {
  // expected-error@+1 {{must be statically shaped}}
  %0 = "stablehlo.iota"() {iota_dimension = 2 : i64} : () -> tensor<2x2xf32>
  return
}
// -----
func.func @custom_call(%a: tensor<2xf32>) {
  // expected-error@+1 {{layout}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "a", operand_layouts = [dense<> : tensor<0xindex>]}
    : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @nonsense() {
  // expected-error@+1 {{expected}}
  nonsense
}
"""
WRONG = """
// -----
func.func @add_c2(%a: tensor<2xf32>) {
  // expected-error@+1 {{requires compatible types}}
  %0 = "stablehlo.add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
"""


def run(path: Path, text: str) -> tuple[int, str]:
    path.write_text(text)
    command = [sys.executable, str(ROOT / "tools" / "upstream_rules.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


def test_what_is_counted_and_what_has_no_reason(tmp_path: Path) -> None:
    code, said = run(tmp_path / "ops.mlir", TESTS)
    assert (code, said.splitlines()) == (
        0,
        [
            "     5 tests",
            "     1 invalid, not read",
            "     1 invalid, only upstream refuses it: layouts and configurations, of which the text has no constraint",
            "     1 invalid, reported by a rule (no label)",
            "     1 invalid, reported by the rule of the label",
            "     1 valid, nothing found",
        ],
    )
    code, said = run(tmp_path / "ops.mlir", TESTS + WRONG)
    assert (code, said.splitlines()[-1]) == (1, "ops.mlir: add_c2: add.C1")
