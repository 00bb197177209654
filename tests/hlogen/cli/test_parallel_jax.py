"""``hlogen parallel --partitions 8`` on what JAX writes for eight devices."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import jax_parallel


@pytest.mark.slow
def test_programs_of_jax_run_as_they_are(tmp_path, monkeypatch, invoke):
    """What is small and whole in f32 is exact, whatever the order of sums."""
    pytest.importorskip("jax")
    monkeypatch.chdir(tmp_path)
    names = jax_parallel.run_in_a_process(tmp_path)
    assert len(names) > 30
    for name in names:
        given = ["-i", f"{name}.in.npz", "--partitions", 8]
        result = invoke("parallel", f"{name}.mlir", *given, "-o", f"{name}.found.npz")
        assert result.exit_code == 0, f"{name}: {result.output}"
        assert result.stderr.startswith("note: nothing in this program depends") == name.startswith("annotated")
        with np.load(f"{name}.found.npz") as found, np.load(f"{name}.out.npz") as expected:
            for device in range(jax_parallel.DEVICES):
                for number, wanted in enumerate(expected.values()):
                    value = found[f"replica_0_partition_{device}_result_{number}"]
                    np.testing.assert_array_equal(value, wanted, err_msg=f"{name}, device {device}")


def test_without_a_grid_it_says_how_many_processes_there_should_be(files, invoke):
    program = files(
        psum_mlir="""
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>]
      manual_axes={"x"} (%y: tensor<2xf32>) {
    sdy.return %y : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}"""
    )
    result = invoke("run", program, "-i", str([0.0] * 8))
    assert result.exit_code == 2
    assert "the mesh has 4 devices, but the grid of 1 replica x 1 partition has 1 process" in result.stderr
    assert "(hlogen parallel --partitions 4)" in result.stderr
