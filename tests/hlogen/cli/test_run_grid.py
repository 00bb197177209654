"""``hlogen run --replicas R --partitions P``."""

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
    result = invoke("run", shift, "--replicas", "2", "--partitions", "2", *inputs, "-o", "out.npz")
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
    result = invoke("run", shift, "--replicas", "2", "-i", "[5, 6]")
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
        (("--replicas", "2", "--sanitize"), "--replicas and --partitions are for the interpreter"),
        (("--replicas", "2", "-o", "out.npy"), "the results of several processes are written as .npz"),
        ((), "names replica 1"),
    ],
)
def test_what_is_wrong_is_said(shift, invoke, arguments, message):
    result = invoke("run", shift, "-i", "[5, 6]", *arguments)
    assert result.exit_code == 2
    assert message in result.output
