"""Ctrl-C: exit code 130 at once, no traceback, no process left."""

from __future__ import annotations

import signal
import time

import pytest

LOOP = """
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %id = stablehlo.replica_id : tensor<ui32>
  %0 = stablehlo.while(%s = %x) : tensor<i32>
    cond { stablehlo.return %true : tensor<i1> }
    do {
      %1 = stablehlo.add %s, %s : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
  return %0 : tensor<i32>
}
"""
# Integers have no fast product: this one takes minutes, in a single call of NumPy.
PRODUCT = """
func.func @main(%x: tensor<i32>) -> tensor<6000x6000xi32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<6000x6000xi32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0]
    : (tensor<6000x6000xi32>, tensor<6000x6000xi32>) -> tensor<6000x6000xi32>
  return %1 : tensor<6000x6000xi32>
}
"""
WAITS = 6.0  # until the program runs, on a machine that has other things to do


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [(), ("--replicas", "3"), ("--judge",), ("--backend", "xla"), ("--compare", "xla")]
)
@pytest.mark.parametrize("program", [LOOP, PRODUCT], ids=["loop", "product"])
def test_a_run_ends_at_once(start_hlogen, tmp_path, program, arguments):
    (tmp_path / "program.mlir").write_text(program)
    with start_hlogen("run", "program.mlir", "-i", "1", *arguments) as process:
        time.sleep(WAITS)
        assert process.poll() is None, process.communicate()
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)  # the program itself takes longer
    assert process.returncode == 130
    assert (stdout, stderr.strip().decode().partition("note: ")[0]) == (b"", "")
