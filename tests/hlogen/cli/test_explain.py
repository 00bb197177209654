from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from hlogen.cli import main

GATHER = """func.func @main(%x: tensor<6x2xf32>, %i: tensor<3x1xi32>) -> tensor<3x2xf32> {
  %g = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<6x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  %t = stablehlo.transpose %g, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %g : tensor<3x2xf32>
}
"""
ALL_GATHER = """func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {
  %r = "stablehlo.all_gather"(%x) {
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
"""
INPUTS = ("-i", "[[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]]", "-i", "[[9], [2], [0]]")


def test_text(files, invoke):
    files(m_mlir=GATHER)
    result = invoke("explain", "m.mlir", *INPUTS)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == ["stablehlo.gather  m.mlir:2:8", "result[0, 0] = 10.0 is operand[5, 0] = 10.0"]
    assert "  clamped_start_index = [clamp(0, 9, 6 - 1)] = [5] (clamped)" in lines
    assert any(line.startswith("note: other operations are drawn with --op") for line in lines)
    quiet = invoke("explain", "m.mlir", *INPUTS, "-q").stdout
    assert not any(line.startswith("note") for line in quiet.splitlines())


def test_rules_are_lines_where_the_terminal_has_them(files):
    files(m_mlir=GATHER)
    for charset, rule, corner in (
        ("utf-8", " │ ", "┌"),
        ("UTF8", " │ ", "┌"),
        ("ascii", " | ", "+"),
        ("cp1252", " | ", "+"),
    ):
        result = CliRunner(charset=charset).invoke(main, ["explain", "m.mlir", *INPUTS])
        assert result.exit_code == 0
        lines = result.stdout_bytes.decode(charset).splitlines()
        assert f"0{rule}  0.0   1.0" in lines[7]
        assert lines[6].startswith(f"  {corner}")


def test_an_operation_and_an_element_are_named(files, invoke):
    files(m_mlir=GATHER)
    for op in ("%t", "transpose", ":7", "1"):
        lines = invoke("explain", "m.mlir", *INPUTS, "--op", op, "--element", "1,2").stdout.splitlines()
        assert lines[1] == "result[1, 2] = 1.0 is operand[2, 1] = 1.0"
    read = invoke("explain", "m.mlir", *INPUTS, "--element", "operand[2,1]").stdout.splitlines()[1]
    assert read == "operand[2, 1] = 5.0 is read by result[1, 1] = 5.0"


def test_json(files, invoke):
    files(m_mlir=GATHER)
    told = json.loads(invoke("explain", "m.mlir", *INPUTS, "--format", "json").stdout)
    assert (told["op"], told["file"], told["line"], told["column"]) == ("stablehlo.gather", "m.mlir", 2, 8)
    assert told["element"] == {"tensor": "result", "index": [0, 0], "values": [10.0]}
    assert told["touched"] == [{"tensor": "operand", "index": [5, 0], "values": [10.0]}]
    assert [tensor["roles"] for tensor in told["tensors"]] == [
        ["collapsed", "offset"],
        ["batch", "index vector"],
        ["batch", "offset"],
    ]
    assert {"name": "start_index", "expression": "[start_indices[0, 0]]", "value": [9], "is_clamped": False} in told[
        "steps"
    ]


def test_files_have_the_form_that_their_name_ends_in(files, invoke, tmp_path):
    files(m_mlir=GATHER)
    for name, start in (("p.html", "<!doctype html>"), ("p.json", "{"), ("p.txt", "stablehlo.gather")):
        result = invoke("explain", "m.mlir", "-o", name)
        assert (result.exit_code, result.stderr.splitlines()[-1]) == (0, f"wrote {name}")
        assert Path(name).read_text("utf-8").startswith(start)
    assert invoke("explain", "m.mlir", "-o", "p.html").exit_code == 2
    assert invoke("explain", "m.mlir", "-o", "p.html", "--force").exit_code == 0


def test_several_processes(files, invoke):
    files(m_mlir=ALL_GATHER)
    for name, values in (("a.npz", [1, 2]), ("b.npz", [3, 4])):
        np.savez(name, x=np.array(values, np.int32))
    result = invoke("explain", "m.mlir", "--replicas", "2", "-i", "a.npz", "-i", "b.npz", "--element", "1,2")
    assert result.stdout.splitlines()[1] == "results[1, 2] = 3 is operands[1, 0] = 3"


def test_a_script(files, invoke):
    files(
        s_py="""
import hlogen as hl

@hl.function("6x4xf32", "3xi32")
def rows(x, i):
    return x[i]
"""
    )
    assert "stablehlo.gather  " in invoke("explain", "s.py").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--op", "sort"], 2, "no operation of the program is a sort"),
        (["--element", "9,9"], 2, "result[9, 9] is no element"),
        (["--turn", "2"], 2, "so there is no turn 2"),
        (["-i", "[1]"], 2, "takes 2 arguments"),
        (["-o", "nowhere/p.html"], 2, "nowhere"),
        (["-o", "p.pdf"], 2, "p.pdf would be text: name a file that ends in .html, .json or .txt, or say --format"),
        (["--max-steps", "0"], 2, "may take no more"),
    ],
)
def test_what_is_wrong_is_one_message(files, invoke, arguments, code, message):
    files(m_mlir=GATHER)
    result = invoke("explain", "m.mlir", *arguments)
    assert (result.exit_code, message in result.stderr) == (code, True), result.stderr
    assert "Traceback" not in result.stderr
