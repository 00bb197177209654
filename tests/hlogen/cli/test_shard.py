from __future__ import annotations

import json

import numpy as np
import pytest

ROWS = """\
sdy.mesh @mesh = <["x"=8]>
func.func @main(%operand: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.add %operand, %operand : tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}
"""


def test_text(files, invoke):
    files(m_mlir=ROWS)
    result = invoke("shard", "m.mlir")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        'mesh <"x"=8> of 8 devices',
        "  argument 0: tensor<16x4xf32>, tensor<2x4xf32> on each device",
        "  result 0: tensor<16x4xf32>, tensor<16x4xf32> on each device",
        "  all-gather f32[16,4], groups of 8: 1792 bytes",
        "1 all-gather; 1792 bytes move between devices",
    ]


def test_json(files, invoke):
    files(m_mlir=ROWS)
    assert json.loads(invoke("shard", "m.mlir", "--format", "json").stdout) == {
        "devices": 8,
        "mesh": {"x": 8},
        "arguments": [{"type": "tensor<16x4xf32>", "piece": "tensor<2x4xf32>"}],
        "results": [{"type": "tensor<16x4xf32>", "piece": "tensor<16x4xf32>"}],
        "collectives": [{"kind": "all-gather", "type": "f32[16,4]", "group": 8, "bytes_moved": 1792}],
        "counts": {"all-gather": 1},
        "bytes_moved": 1792,
    }


def test_a_run(files, invoke):
    files(m_mlir=ROWS)
    operand = np.arange(64, dtype=np.float32).reshape(16, 4)
    np.save("operand.npy", operand)
    shown = invoke("shard", "m.mlir", "--input", "operand.npy").stdout
    assert "result 0: tensor<16x4xf32>\n[[  0.   2.   4.   6.]" in shown
    result = invoke("shard", "m.mlir", "-i", "operand.npy", "-o", "result.npy", "-q")
    assert (result.exit_code, result.output) == (0, "")
    np.testing.assert_array_equal(np.load("result.npy"), 2 * operand)
    assert "result.npy exists already" in invoke("shard", "m.mlir", "-i", "operand.npy", "-o", "result.npy").stderr


def test_a_script(files, invoke):
    files(
        s_py="""
import hlogen as hl
from hlogen.conform.sharded import annotate

@hl.function("16x4xf32")
def _twice(x):
    return x + x

twice = annotate(_twice, {"x": 4}, [("x",)])
"""
    )
    assert "no collectives" in invoke("shard", "s.py").stdout


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        (
            lambda text: text,
            ["--devices", "4"],
            "error: the program's mesh <\"x\"=8> of 8 devices doesn't fit on 4; ask",
        ),
        (lambda text: text.replace('"x"=8', '"x"=5'), [], "splits its dim 0 into 5 parts, which don't divide 16"),
        (lambda text: text.replace("sdy.mesh", "// sdy.mesh"), [], "unknown mesh: @mesh"),
        (lambda text: text, ["--devices", "0"], "0 is not in the range x>=1"),
        (lambda text: text, ["-o", "r.npy"], "--output and --force are about results; give the arguments with --input"),
        (lambda text: text, ["--input", "[[1]]"], "argument 0 ([[1]]) has shape 1x1, but the program expects"),
        (lambda text: text, ["--input", "[1]", "--format", "json"], "--format json has no place for results"),
        (lambda text: text, ["--entry", "other"], "the program has no function @other"),
    ],
)
def test_bad_input(files, invoke, change, options, message):
    files(m_mlir=change(ROWS))
    result = invoke("shard", "m.mlir", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_nothing_annotated(files, invoke, programs):
    files(m_mlir=programs["rows"])
    result = invoke("shard", "m.mlir")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: the program has no Shardy mesh; declare one and say which dims it splits")
