"""``hlogen compare``."""

from __future__ import annotations

import pytest

LOG = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.log %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
SUBNORMAL = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %c = stablehlo.constant dense<1.0e-38> : tensor<2xf32>
  %1 = stablehlo.multiply %0, %c : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


@pytest.fixture
def log(files):
    return files(log_mlir=LOG)


@pytest.mark.parametrize("backend", ["xla", "upstream"])
def test_compare(log, invoke, backend):
    result = invoke("compare", log, "-i", "[0.5, 1.0]", "--backend", backend)
    assert (result.exit_code, result.stdout) == (0, f"2 operations compared with {backend}: none differ\n")
    assert invoke("compare", log, "--random", "--backend", backend, "-q").stdout == ""


def test_compare_writes_the_first_that_differs(files, invoke):
    name = files(subnormal_mlir=SUBNORMAL)
    call = ["compare", name, "-i", "[0.5, 1.0]", "--backend", "xla"]
    result = invoke(*call)
    assert result.exit_code == 1
    first, second, *rest = result.stdout.splitlines()
    assert first == "2 operations compared with xla: 1 differs"
    assert second.startswith(
        "first: %1 = stablehlo.multiply at subnormal.mlir:4:8: 2 of 2 elements of the result differ"
    )
    assert "  known: xla.subnormals" in rest
    assert rest[-1] == "-o FILE.mlir writes the program of this operation, with its inputs"
    assert invoke(*call, "-o", "first.mlir").stdout.endswith("wrote first.mlir and first.npz\n")
    assert "e-39 1.9999999e-38]" in invoke("run", "first.mlir", "-i", "first.npz").stdout
    assert "[0. 0.]" in invoke("run", "first.mlir", "-i", "first.npz", "--backend", "xla").stdout
    again = invoke(*call, "-o", "first.mlir")
    assert again.exit_code == 2
    assert "first.mlir exists already" in again.stderr
    assert "call it first.mlir" in invoke(*call, "-o", "first.npz").stderr


MADE = """\
func.func @main() -> tensor<3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
COUNTS_FROM_ONE = """
import numpy as np

class Mine:
    def compile(self, program, signature):
        return None

    def run(self, compiled, arguments):
        return [np.arange(1, 4, dtype=np.float32)]
"""


def test_a_small_program_that_differs_is_shown(files, invoke):
    name = files(made_mlir=MADE, mine_py=COUNTS_FROM_ONE)
    result = invoke("compare", "made.mlir", "--backend", "mine.py:Mine")
    assert result.exit_code == 1
    shown = result.stdout.partition("a program of this operation:\n")[2]
    assert "stablehlo.iota dim = 0 : tensor<3xf32>" in shown
    result = invoke("compare", "made.mlir", "--backend", "upstream", "-o", "it.mlir")
    assert result.stdout.splitlines()[-1] == "it.mlir is not written: there is nothing to show"
    assert name


QUANTIZED = """\
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.negate %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
"""


def test_compare_that_compares_nothing_is_no_success(files, invoke):
    result = invoke("compare", files(quantized_mlir=QUANTIZED), "-i", "[1, 2]", "--backend", "xla", "-q")
    assert result.stdout.startswith("nothing could be compared with xla\n")
    assert result.exit_code == 2


def test_what_is_wrong_is_said(log, invoke):
    for options, said in ([], "missing option '--backend'"), (["--backend", "xla", "--seed", 1], "add --random"):
        result = invoke("compare", log, "-i", "[0.5, 1.0]", *options)
        assert (result.exit_code, said in result.stderr) == (2, True)
