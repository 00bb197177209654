"""``hlogen debug``: --trace, --watch, --trap, --save-values."""

from __future__ import annotations

from pathlib import Path

import pytest

LOG = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.log %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
RESULT = "result 0: tensor<2xf32>\n[0.        0.6931472]\n"


@pytest.fixture
def log(files):
    return files(log_mlir=LOG)


def test_trace(log, invoke):
    result = invoke("debug", log, "-i", "[0.5, 1.0]", "--trace")
    assert result.exit_code == 0
    assert result.stdout == (
        "%0 = stablehlo.add(%x, %x) at log.mlir:2:8\n"
        "  %0: tensor<2xf32>: min 1.0, max 2.0, mean 1.5; [1.0, 2.0]\n"
        "%1 = stablehlo.log(%0) at log.mlir:3:8\n"
        "  %1: tensor<2xf32>: min 0.0, max 0.6931472, mean 0.346574; [0.0, 0.6931472]\n" + RESULT
    )
    quiet = invoke("debug", log, "-i", "[0.5, 1.0]", "--trace", "-q")
    assert quiet.stdout + RESULT == result.stdout
    assert "ran on interpreter in" in invoke("debug", log, "-i", "[0.5, 1.0]", "--trace", "-v").stderr


def test_watch(log, invoke):
    result = invoke("debug", log, "-i", "[0.5, 1.0]", "--watch", ":3")
    assert result.stdout.startswith("%1 = stablehlo.log(%0) at log.mlir:3:8\n  from %0: tensor<2xf32>: ")
    wrong = invoke("debug", log, "-i", "[0.5, 1.0]", "--watch", "%2")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr == "error: no operation of the program is called %2; there are %0, %1\n"


def test_trap_is_a_finding(log, invoke):
    result = invoke("debug", log, "-i", "[-1.0, 1.0]", "--trap", "inf", "--trap", "nan")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: stablehlo.log makes NaN in 1 of 2 elements; first result[0] = nan from -2.0\n"
        "  %0: tensor<2xf32>: min -2.0, max 2.0, mean 0; [-2.0, 2.0]\n"
        "  where: stablehlo.log at log.mlir:3:8\n"
    )
    assert invoke("debug", log, "-i", "[1.0, 1.0]", "--trap", "nan").exit_code == 0


def test_save_values(log, invoke):
    call = ["debug", log, "-i", "[0.5, 1.0]", "--save-values", "values"]
    assert invoke(*call).exit_code == 0
    assert [path.name for path in sorted(Path("values").iterdir())][-1] == "index.json"
    again = invoke(*call)
    assert again.exit_code == 2
    assert "values holds 000000_stablehlo.add_log.mlir_2_8.npy and more" in again.stderr
    assert invoke(*call, "--force").exit_code == 0
    assert "add it" in invoke("debug", log, "--trace", "--force").stderr


def test_a_grid_is_traced_by_process(files, invoke):
    ids = files(
        ids_mlir="func.func @main() -> tensor<ui32> {\n  %0 = stablehlo.replica_id : tensor<ui32>\n"
        "  return %0 : tensor<ui32>\n}\n"
    )
    result = invoke("debug", ids, "--replicas", 2, "--trace")
    assert "%0 = stablehlo.replica_id() at ids.mlir:2:8 in process (1, 0)" in result.stdout
