"""``hlogen run`` for people who debug: --trace, --watch, --trap, --save-values."""

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
    result = invoke("run", log, "-i", "[0.5, 1.0]", "--trace")
    assert result.exit_code == 0
    assert result.stdout == (
        "%0 = stablehlo.add(%x, %x) at log.mlir:2:8\n"
        "  %0: tensor<2xf32>: min 1.0, max 2.0, mean 1.5; [1.0, 2.0]\n"
        "%1 = stablehlo.log(%0) at log.mlir:3:8\n"
        "  %1: tensor<2xf32>: min 0.0, max 0.6931472, mean 0.346574; [0.0, 0.6931472]\n" + RESULT
    )


def test_watch(log, invoke):
    result = invoke("run", log, "-i", "[0.5, 1.0]", "--watch", ":3")
    assert result.stdout.startswith("%1 = stablehlo.log(%0) at log.mlir:3:8\n  from %0: tensor<2xf32>: ")
    wrong = invoke("run", log, "-i", "[0.5, 1.0]", "--watch", "%2")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr == "error: no operation of the program is called %2; there are %0, %1\n"


def test_trap_is_a_finding(log, invoke):
    result = invoke("run", log, "-i", "[-1.0, 1.0]", "--trap", "inf", "--trap", "nan")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: stablehlo.log makes NaN in 1 of 2 elements; first result[0] = nan from -2.0\n"
        "  %0: tensor<2xf32>: min -2.0, max 2.0, mean 0; [-2.0, 2.0]\n"
        "  where: stablehlo.log at log.mlir:3:8\n"
    )
    assert invoke("run", log, "-i", "[1.0, 1.0]", "--trap", "nan").exit_code == 0


def test_save_values(log, invoke):
    call = ["run", log, "-i", "[0.5, 1.0]", "--save-values", "values"]
    assert invoke(*call).exit_code == 0
    assert [path.name for path in sorted(Path("values").iterdir())][-1] == "index.json"
    again = invoke(*call)
    assert again.exit_code == 2
    assert "values holds 000000_stablehlo.add_log.mlir_2_8.npy and more" in again.stderr
    assert invoke(*call, "--force").exit_code == 0


def test_they_show_the_interpreter_alone(log, invoke):
    result = invoke("run", log, "-i", "[0.5, 1.0]", "--trace", "--backend", "xla")
    assert result.exit_code == 2
    assert "--trace, --watch, --trap, --step and --save-values show the interpreter" in result.stderr


def test_a_grid_is_traced_by_process(files, invoke):
    ids = files(
        ids_mlir="func.func @main() -> tensor<ui32> {\n  %0 = stablehlo.replica_id : tensor<ui32>\n"
        "  return %0 : tensor<ui32>\n}\n"
    )
    result = invoke("run", ids, "--replicas", 2, "--trace")
    assert "%0 = stablehlo.replica_id() at ids.mlir:2:8 in process (1, 0)" in result.stdout


SUBNORMAL = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %c = stablehlo.constant dense<1.0e-38> : tensor<2xf32>
  %1 = stablehlo.multiply %0, %c : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


@pytest.mark.parametrize("backend", ["xla", "upstream"])
def test_compare(log, invoke, backend):
    result = invoke("run", log, "-i", "[0.5, 1.0]", "--compare", backend)
    assert (result.exit_code, result.stdout) == (0, f"2 operations compared with {backend}: none differ\n")


def test_compare_writes_the_first_that_differs(files, invoke):
    name = files(subnormal_mlir=SUBNORMAL)
    call = ["run", name, "-i", "[0.5, 1.0]", "--compare", "xla"]
    result = invoke(*call)
    assert result.exit_code == 1
    first, second, *rest = result.stdout.splitlines()
    assert first == "2 operations compared with xla: 1 differ"
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


QUANTIZED = """\
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.negate %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
"""


def test_compare_that_compares_nothing_is_no_success(files, invoke):
    result = invoke("run", files(quantized_mlir=QUANTIZED), "-i", "[1, 2]", "--compare", "xla")
    assert result.stdout.startswith("nothing could be compared with xla\n")
    assert result.exit_code == 2


@pytest.mark.parametrize("option", [["--judge"], ["--sanitize"], ["--trace"], ["--seed", 1], ["--backend", "xla"]])
def test_compare_goes_with_no_other_option(log, invoke, option):
    result = invoke("run", log, "-i", "[0.5, 1.0]", "--compare", "xla", *option)
    assert result.exit_code == 2
    assert "error: --" in result.stderr


ENDLESS = """\
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%s = %x) : tensor<i32>
    cond {
      %true = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %true : tensor<i1>
    } do {
      %1 = stablehlo.negate %s : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
  return %0 : tensor<i32>
}
"""


def test_max_steps(files, invoke):
    result = invoke("run", files(endless_mlir=ENDLESS), "-i", "1", "--max-steps", 2000)
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "error: the run isn't at its end after 2000 steps, and may take no more; most often"
    )
    assert "stablehlo.negate at endless.mlir:7:12: 1000 times" in result.stderr


@pytest.mark.parametrize("how", [[], ["--judge"], ["--compare", "xla"], ["--replicas", 2]])
def test_time_limit(files, invoke, how):
    result = invoke("run", files(endless_mlir=ENDLESS), "-i", "1", "--time-limit", 0.01, *how)
    assert result.exit_code == 2
    assert "the run isn't at its end after 0.01 s, and may take no more time" in result.stderr
    assert "at endless.mlir:" in result.stderr


def test_limits_of_a_backend(files, log, invoke):
    result = invoke("run", log, "-i", "[0.5, 1.0]", "--max-steps", 1, "--backend", "xla")
    assert result.exit_code == 2
    assert "--max-steps is for the interpreter; leave out --backend xla" in result.stderr
    result = invoke("run", files(endless_mlir=ENDLESS), "-i", "1", "--time-limit", 0.2, "--backend", "upstream")
    assert result.exit_code == 2
    assert "upstream: no result after 0.2 s; the worker process was stopped" in result.stderr


def test_max_memory(log, invoke):
    call = ["run", log, "-i", "[0.5, 1.0]", "--max-memory"]
    assert invoke(*call, "1KiB").stdout == RESULT
    result = invoke(*call, "10")
    assert result.exit_code == 2
    assert result.stderr == (
        "error: the values of this program take 24 bytes at once, and 10 bytes are allowed; the largest are\n"
        "  %x: tensor<2xf32> (8 bytes)\n"
        "  %0: tensor<2xf32> (8 bytes) at log.mlir:2:8\n"
        "  %1: tensor<2xf32> (8 bytes) at log.mlir:3:8\n"
    )
    assert "'much' is no size" in invoke(*call, "much").stderr
    assert invoke(*call, "1KiB", "--backend", "xla").exit_code == 2
    for option in (["--compare", "xla"], ["--judge"]):
        assert invoke(*call, "1KiB", *option).exit_code == 0
        assert "10 bytes are allowed" in invoke(*call, "10", *option).stderr
