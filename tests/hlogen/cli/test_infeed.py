"""``hlogen parallel --infeed``: what the processes read, from files."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

READS = """
func.func @main(%t: !stablehlo.token) -> tensor<2xbf16> {
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xbf16>, !stablehlo.token)
  %1:2 = "stablehlo.infeed"(%0#1) : (!stablehlo.token) -> (tensor<2xbf16>, !stablehlo.token)
  %2 = stablehlo.subtract %0#0, %1#0 : tensor<2xbf16>
  return %2 : tensor<2xbf16>
}
"""
PAIRS = """
func.func @main(%t: !stablehlo.token) -> (tensor<i32>, tensor<f32>) {
  %0:3 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, tensor<f32>, !stablehlo.token)
  %1:3 = "stablehlo.infeed"(%0#2) : (!stablehlo.token) -> (tensor<i32>, tensor<f32>, !stablehlo.token)
  %2 = stablehlo.add %0#0, %1#0 : tensor<i32>
  %3 = stablehlo.subtract %0#1, %1#1 : tensor<f32>
  return %2, %3 : tensor<i32>, tensor<f32>
}
"""

TOKENS = """
func.func @main(%t: !stablehlo.token) {
  %0 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> !stablehlo.token
  return
}
"""
NOTHING = "func.func @main() {\n  return\n}\n"


@pytest.fixture
def reads(files):
    name = files(reads_mlir=READS)
    np.savez("a.npz", np.array([5, 6], ml_dtypes.bfloat16), np.array([1, 4], ml_dtypes.bfloat16))
    np.savez("b.npz", np.array([1, 1], ml_dtypes.bfloat16), np.array([8, 7], ml_dtypes.bfloat16))
    return name


def results(path):
    with np.load(path) as held:
        return [held[name].view(ml_dtypes.bfloat16).astype(float).tolist() for name in held.files]


def test_one_file_is_for_all(reads, invoke):
    assert invoke("parallel", reads, "--infeed", "a.npz", "-o", "one.npz").exit_code == 0
    assert results("one.npz") == [[4, 2]]
    assert invoke("parallel", reads, "--infeed", "a.npz", "--replicas", 2, "-o", "two.npz").exit_code == 0
    assert results("two.npz") == [[4, 2], [4, 2]]


def test_or_each_process_has_its_own(reads, invoke):
    call = ["parallel", reads, "--infeed", "a.npz", "--infeed", "b.npz", "--partitions", 2, "-o", "out.npz"]
    assert invoke(*call).exit_code == 0
    assert results("out.npz") == [[4, 2], [-7, -6]]


def test_several_arrays_of_one_infeed_go_together(files, invoke):
    name = files(pairs_mlir=PAIRS)
    np.savez("in.npz", np.int32(1), np.float32(0.5), np.int32(2), np.float32(2.0))
    result = invoke("parallel", name, "--infeed", "in.npz")
    assert result.stdout.splitlines()[1:] == ["result 0: tensor<i32>", "3", "result 1: tensor<f32>", "-1.5"]


@pytest.mark.parametrize(
    ("program", "arguments", "said"),
    [
        (READS, ["--infeed", "a.npz", "--infeed", "b.npz"], "--infeed names 2 files for 1 process; give one"),
        (READS, ["--infeed", "a.npz", "--infeed", "b.npz", "--replicas", 3], "2 files for 3 processes; give one"),
        (READS, ["--infeed", "no.npz"], "there is no file or folder no.npz"),
        (READS, ["--infeed", "[1, 2]"], "name an .npy or .npz file"),
        (READS, ["--infeed", "one.npy"], "the infeed is empty"),
        (READS, [], "(hlogen parallel --infeed FILE.npz)"),
        (PAIRS, ["--infeed", "one.npy"], "--infeed one.npy holds 1 array, but each stablehlo.infeed reads 2"),
        (READS.replace("bf16", "f32"), ["--infeed", "a.npz"], "the infeed holds |V2[2], but the program reads tensor"),
        (NOTHING, ["--infeed", "a.npz"], "the program has no stablehlo.infeed, which would read it"),
        (PAIRS + READS.replace("@main", "@other"), ["--infeed", "a.npz"], "give 1, 2 arrays, so a file doesn't say"),
        (TOKENS, ["--infeed", "one.npy"], "give 0 arrays, so a file doesn't say"),
    ],
)
def test_what_is_wrong_is_said(reads, files, invoke, program, arguments, said):
    np.save("one.npy", np.array([1, 2], ml_dtypes.bfloat16))
    result = invoke("parallel", files(program_mlir=program), *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
