"""``hlogen parallel``."""

from __future__ import annotations

import numpy as np
import pytest

SHIFT = """
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
    : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
"""


@pytest.fixture
def shift(files):
    name = files(shift_mlir=SHIFT)
    for number in range(4):
        np.savez(f"device{number}.npz", x=np.full(2, number, np.int32))
    return name


def test_each_process_has_its_own_arrays(shift, invoke):
    inputs = [part for number in range(4) for part in ("-i", f"device{number}.npz")]
    result = invoke("parallel", shift, "--replicas", "2", "--partitions", "2", *inputs, "-o", "out.npz")
    assert result.exit_code == 0, result.output
    assert result.output == "wrote 4 results to out.npz\n"
    with np.load("out.npz") as written:
        found = {name: written[name].tolist() for name in written.files}
    assert found == {
        "replica_0_partition_0_result_0": [2, 2],
        "replica_0_partition_1_result_0": [3, 3],
        "replica_1_partition_0_result_0": [0, 0],
        "replica_1_partition_1_result_0": [1, 1],
    }


def test_or_all_have_the_same(shift, invoke):
    result = invoke("parallel", shift, "--replicas", "2", "-i", "[5, 6]")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == [
        "replica 0, partition 0",
        "result 0: tensor<2xi32>",
        "[5 6]",
        "replica 1, partition 0",
        "result 0: tensor<2xi32>",
        "[5 6]",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--replicas", "0"), "num_replicas is 0; a grid has at least 1"),
        (("--replicas", "1"), "source_target_pairs = [[0, 1], [1, 0]] names replica 1, but the grid of 1 replica x 1"),
        (("--replicas", "2", "-o", "out.npy"), "the results of several processes are written as .npz"),
        ((), "replica 1, but the grid of 1 replica x 1"),
    ],
)
def test_what_is_wrong_is_said(shift, invoke, arguments, message):
    result = invoke("parallel", shift, "-i", "[5, 6]", *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_run_says_how(shift, invoke):
    result = invoke("run", shift, "-i", "[5, 6]")
    assert "run it with interpreter.run_parallel (hlogen parallel --replicas R --partitions P)" in result.stderr


LOG = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.log %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_limits_are_of_all_processes_together(shift, invoke):
    grid = ("parallel", shift, "-i", "[5, 6]", "--replicas", "2")
    assert invoke(*grid, "--max-steps", "2", "--max-memory", "24").exit_code == 0
    result = invoke(*grid, "--max-steps", "1")
    assert (result.exit_code, "isn't at its end after 1 steps" in result.stderr) == (2, True)
    result = invoke(*grid, "--max-memory", "23")
    assert (result.exit_code, "take 24 bytes at once, and 23 bytes are allowed" in result.stderr) == (2, True)


def test_the_sanitizer_names_the_processes(files, invoke):
    log = files(log_mlir=LOG)
    np.savez("device0.npz", x=np.ones(2, np.float32))
    np.savez("device1.npz", x=-np.ones(2, np.float32))
    result = invoke("parallel", log, "--replicas", "2", "-i", "device0.npz", "-i", "device1.npz", "--sanitize")
    assert result.exit_code == 1
    assert "in stablehlo.log in process (1, 0): " in result.stdout
    assert result.stdout.endswith("the sanitizer has 1 finding\n")


@pytest.mark.parametrize(
    "wrong", [("-i", "[1]"), ("-i", "[5, 6]", "--max-memory", "1"), ("-i", "[5, 6]", "--seed", "-1")]
)
def test_no_findings_are_told_of_a_run_that_was_none(shift, invoke, wrong):
    result = invoke("parallel", shift, "--replicas", "2", "--sanitize", *wrong)
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_program_that_no_process_tells_apart_is_noted(files, shift, invoke):
    result = invoke("parallel", files(log_mlir=LOG), "-i", "[1.0, 2.0]", "--partitions", "2")
    assert result.exit_code == 0
    assert result.stderr.startswith("note: nothing in this program depends on the process")
    assert invoke("parallel", files(log_mlir=LOG), "--random", "--partitions", "2", "-q", "-o", "a.npz").output == ""
    assert invoke("parallel", shift, "-i", "[1, 2]", "--replicas", "2").stderr == ""


TOKENS = """
func.func @main(%t: !stablehlo.token, %x: tensor<2xi32>) -> (!stablehlo.token, tensor<2xi32>) {
  return %t, %x : !stablehlo.token, tensor<2xi32>
}
"""


@pytest.mark.parametrize("how", [["run"], ["parallel"], ["judge", "-v"]])
def test_tokens_are_neither_given_nor_shown(files, invoke, how):
    result = invoke(*how, files(tokens_mlir=TOKENS), "-i", "[1, 2]")
    assert result.exit_code == 0, result.output
    assert "result 0: !stablehlo.token\nresult 1: tensor<2xi32>\n[1 2]\n" in result.output
