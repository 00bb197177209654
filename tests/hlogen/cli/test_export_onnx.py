"""`hlogen export-onnx`."""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

from hlogen.cli import group
from hlogen.export.onnx.refusals import NEWEST, OLDEST

ADD = """\
func.func @main(%table: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %table, %table : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
TWO = ADD.replace("@main", "@one") + ADD.replace("@main", "@two").replace("tensor<3xf32>", "tensor<2xf32>")
SCRIPT = """\
import numpy as np
import hlogen as hl

@hl.function(hl.tensor("3xf32"))
def doubled(x):
    return x + x

@hl.function(hl.tensor("600x500xf32"))
def shifted(x):
    return x + hl.constant(np.random.default_rng(0).normal(size=(600, 500)).astype(np.float32))
"""
BROKEN = """\
func.func @main(%a: tensor<8x4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 4>
  } : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
"""


def double(path: str) -> list[float]:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (result,) = session.run(None, {session.get_inputs()[0].name: np.array([1, 2, 3], np.float32)})
    return result.tolist()


def test_a_file(files, invoke):
    files(add_mlir=ADD)
    result = invoke("export-onnx", "add.mlir", "-o", "add.onnx")
    assert (result.exit_code, result.stdout) == (0, "")
    size = Path("add.onnx").stat().st_size
    assert result.stderr == f"wrote add.onnx (1 node, opset 21, {size} bytes)\n"
    model = onnx.load("add.onnx")
    assert [given.name for given in model.graph.input] == ["table"]
    assert double("add.onnx") == [2, 4, 6]


def test_standard_input_and_another_opset(invoke, files):
    files()
    result = invoke("export-onnx", "-", "-o", "add.onnx", "--opset", "18", input=ADD)
    assert result.exit_code == 0
    assert "opset 18" in result.stderr
    assert onnx.load("add.onnx").opset_import[0].version == 18


def test_a_script(files, invoke):
    files(programs_py=SCRIPT)
    assert invoke("export-onnx", "programs.py:doubled", "-o", "d.onnx").exit_code == 0
    assert double("d.onnx") == [2, 4, 6]


def test_large_constants(files, invoke):
    files(programs_py=SCRIPT)
    result = invoke("export-onnx", "programs.py:shifted", "-o", "s.onnx")
    assert result.exit_code == 0
    assert result.stderr.endswith("s.onnx.data (1,200,000 bytes)\n")
    result = invoke("export-onnx", "programs.py:shifted", "-o", "whole.onnx", "--no-external-data")
    assert result.exit_code == 0
    assert not Path("whole.onnx.data").exists()
    assert Path("whole.onnx").stat().st_size > 1_200_000


def test_entry(files, invoke):
    files(two_mlir=TWO)
    result = invoke("export-onnx", "two.mlir", "-o", "t.onnx")
    assert result.exit_code == 2
    assert "several public functions and no @main: @one, @two" in result.stderr
    assert invoke("export-onnx", "two.mlir", "-o", "t.onnx", "--entry", "@one").exit_code == 0
    assert double("t.onnx") == [2, 4, 6]


def test_a_file_that_exists(files, invoke):
    files(add_mlir=ADD, add_onnx="mine")
    result = invoke("export-onnx", "add.mlir", "-o", "add.onnx")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: add.onnx exists already and is left as it is")
    assert Path("add.onnx").read_text() == "mine"
    assert invoke("export-onnx", "add.mlir", "-o", "add.onnx", "--force").exit_code == 0
    assert double("add.onnx") == [2, 4, 6]


def test_dynamic_dimensions(files, invoke):
    files(add_mlir=ADD.replace("3xf32", "?xf32"))
    assert invoke("export-onnx", "add.mlir", "-o", "add.onnx", "--dynamic-axis", "table:0=batch").exit_code == 0
    (given,) = onnx.load("add.onnx").graph.input
    assert [dim.dim_param for dim in given.type.tensor_type.shape.dim] == ["batch"]
    assert double("add.onnx") == [2, 4, 6]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["add.mlir"], "missing option '-o' / '--output'"),
        (["nowhere.mlir", "-o", "a.onnx"], "no file or folder nowhere.mlir"),
        (["add.mlir", "-o", "x" * 300], "can't be written: File name too long"),
        (["add.mlir", "-o", "-"], "a model is written to a file, not to standard output"),
        (["add.mlir", "-o", "."], ". is a folder; name a file to write"),
        (["add.mlir", "-o", "nowhere/a.onnx"], "the folder nowhere doesn't exist; make it first"),
        (["add.mlir", "-o", "/dev/full"], "/dev/full can't be written: No space left on device"),
        (["add.mlir", "-o", "a.onnx", "--opset", "17"], "opset 17 is too old: "),
        (["add.mlir", "-o", "a.onnx", "--opset", "27"], "opset 27 is too new: "),
        (["add.mlir", "-o", "a.onnx", "--opset", "new"], f"'new' is no number from {OLDEST} to {NEWEST}"),
        (["add.mlir", "-o", "a.onnx", "--entry", "other"], "the program has no function @other; it has: @main"),
        (["add.mlir", "-o", "a.onnx", "--dynamic-axis", "x=n"], "'x=n' isn't INPUT:DIMENSION=NAME, such as x:0=batch"),
        (
            ["dynamic.mlir", "-o", "a.onnx", "--dynamic-axis", "x:0=n"],
            "dynamic_axes names 'x', which is no input of @main",
        ),
        (["add.mlir", "-o", "a.onnx", "--dynamic-axis", "table:0=n"], "a tensor<3xf32>; its dynamic dimensions: none"),
        (["narrow.mlir", "-o", "a.onnx"], "elements of type f8E3M4 can't be in an ONNX model"),
        (
            ["custom.mlir", "-o", "a.onnx"],
            "the custom call @mystery: nothing is known of what it does (at custom.mlir:2:8)",
        ),
        (["hello.mlir", "-o", "a.onnx"], "hello.mlir:1:1: error: "),
    ],
)
def test_bad_calls(files, invoke, arguments, message):
    custom = ADD.replace("stablehlo.add %table, %table", "stablehlo.custom_call @mystery(%table)").replace(
        "@mystery(%table) : tensor<3xf32>", "@mystery(%table) : (tensor<3xf32>) -> tensor<3xf32>"
    )
    files(
        add_mlir=ADD,
        dynamic_mlir=ADD.replace("3xf32", "?xf32"),
        narrow_mlir=ADD.replace("xf32", "xf8E3M4"),
        custom_mlir=custom,
        hello_mlir="hello",
    )
    result = invoke("export-onnx", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert all(path.suffix == ".mlir" for path in Path().iterdir())


def test_violations(files, invoke):
    files(broken_mlir=BROKEN)
    result = invoke("export-onnx", "broken.mlir", "-o", "a.onnx")
    assert result.exit_code == 1
    assert "gather.C9" in result.stderr
    assert "gather.C19" in result.stderr
    assert not Path("a.onnx").exists()


def test_without_onnx(files, invoke, monkeypatch):
    files(add_mlir=ADD)
    for name in [name for name in sys.modules if name.partition(".")[0] == "onnx" or name.startswith("hlogen.export.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "onnx", None)
    result = invoke("export-onnx", "add.mlir", "-o", "a.onnx")
    assert result.exit_code == 2
    assert result.stderr == 'error: hlogen.export.onnx needs the package onnx: pip install "hlogen[onnx]"\n'
    assert "export-onnx" in group.COMMANDS
