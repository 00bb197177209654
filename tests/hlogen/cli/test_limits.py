"""``--max-steps``, ``--max-memory`` and ``--time-limit`` of the commands that run a program."""

from __future__ import annotations

import pytest

LOG = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.log %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
RESULT = "result 0: tensor<2xf32>\n[0.        0.6931472]\n"
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


@pytest.fixture
def log(files):
    return files(log_mlir=LOG)


def test_max_steps(files, invoke):
    result = invoke("run", files(endless_mlir=ENDLESS), "-i", "1", "--max-steps", 2000)
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "error: the run isn't at its end after 2000 steps, and may take no more; most often"
    )
    assert "stablehlo.negate at endless.mlir:7:12: 1000 times" in result.stderr


@pytest.mark.parametrize(
    "how", [["run"], ["judge"], ["compare", "--backend", "xla"], ["parallel"], ["debug", "--trap", "nan"]]
)
def test_time_limit(files, invoke, how):
    result = invoke(*how, files(endless_mlir=ENDLESS), "-i", "1", "--time-limit", 0.01)
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
    for how in (["compare", "--backend", "xla"], ["judge"]):
        assert invoke(*how, *call[1:], "1KiB").exit_code == 0
        assert "10 bytes are allowed" in invoke(*how, *call[1:], "10").stderr
