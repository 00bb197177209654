"""The adapter that docs/how-to/add-a-backend.md shows runs as it stands there."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "add-a-backend.md"
RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import onnx_reference
from hlogen.backends.process import WorkerBackend
from hlogen.backends.registry import TABLE

row = TABLE.rows()["onnx-reference"]
backend = WorkerBackend("onnx-reference", row.made_by)
for length in (2, 3):
    program = '''func.func @main(%x: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
      %0 = stablehlo.add %x, %x : tensor<?xcomplex<f32>>
      return %0 : tensor<?xcomplex<f32>>
    }'''
    (result,) = backend.run(program, np.full(length, 1 + 2j, np.complex64))
    print(result.dtype, result.tolist())
print(*backend.version())
"""


def test_the_whole_adapter_of_the_page_runs(tmp_path: Path) -> None:
    (block,) = re.findall(r"```py\n(.*?)```", PAGE.read_text(), re.S)
    (tmp_path / "onnx_reference.py").write_text(textwrap.dedent(block))
    done = subprocess.run([sys.executable, "-c", RUN, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["complex64 [(2+4j), (2+4j)]", "complex64 [(2+4j), (2+4j), (2+4j)]", "onnx"], (
        done.stderr
    )
