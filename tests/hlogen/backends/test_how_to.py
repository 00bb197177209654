"""The adapter that docs/how-to/add-a-backend.md shows runs as it stands there."""

import re
from pathlib import Path

import numpy as np
import pytest

from hlogen.backends import Unsupported, backend

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "add-a-backend.md"
PROGRAM = """func.func @main(%x: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.add %x, %x : tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}"""


def test_the_whole_adapter_of_the_page_runs(tmp_path: Path) -> None:
    (block,) = re.findall(r"```py\n(.*?)```", PAGE.read_text(), re.S)
    (tmp_path / "onnx_reference.py").write_text(block)
    runs = backend(f"{tmp_path / 'onnx_reference.py'}:OnnxReference")
    try:
        for length in (2, 3):
            (result,) = runs.run(PROGRAM, np.full(length, 1 + 2j, np.complex64))
            assert (result.dtype, result.tolist()) == (np.complex64, [2 + 4j] * length)
        assert list(runs.version()) == ["onnx"]
        with pytest.raises(Unsupported, match=r"it has no type f4E2M1FN, says its adapter \(lacks: f4E\*\)"):
            runs.run("func.func @main(%x: tensor<f4E2M1FN>) -> tensor<f4E2M1FN> { return %x : tensor<f4E2M1FN> }", 1.0)
    finally:
        runs.close()
