"""``hlogen explain --from``, ``--to`` and ``--graph``: a whole program; and the commands that findings name."""

from __future__ import annotations

import json
import shlex

import pytest

PROGRAM = """func.func @main(%x: tensor<4x2xf32>, %i: tensor<2x1xi32>) -> (tensor<2x2xf32>, tensor<f32>) {
  %g = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<4x2xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%g init: %c) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
  return %g, %s : tensor<2x2xf32>, tensor<f32>
}
"""
INPUTS = ("-i", "[[0, 1], [2, 3], [4, 5], [6, 7]]", "-i", "[[3], [9]]")


@pytest.fixture(autouse=True)
def program(files):
    files(m_mlir=PROGRAM)


def test_where_an_element_comes_from(invoke):
    result = invoke("explain", "m.mlir", *INPUTS, "--from", "result 0[0, 1]")
    assert result.exit_code == 0
    assert result.stdout == "result 0[0, 1] depends on\n  x[3, 1]  (data)\n  i[0, 0]  (control)\n"


def test_where_an_element_goes_to(invoke):
    result = invoke("explain", "m.mlir", *INPUTS, "--to", "x[3]")
    assert result.stdout == "x[3, :] reaches\n  result 0[:, :]  (data)\n  result 1  (data)\n"


def test_made_up_arguments_are_told_of(invoke):
    result = invoke("explain", "m.mlir", "--from", "1")
    assert result.stdout.splitlines()[-1].startswith("note: the arguments are made up")
    assert "note" not in invoke("explain", "m.mlir", "--from", "1", "-q").stdout


def test_json(invoke):
    told = json.loads(invoke("explain", "m.mlir", *INPUTS, "--from", "1", "--format", "json").stdout)
    assert (told["of"], told["direction"]) == ("result 1", "from")
    assert told["parts"][0] == {
        "name": "x",
        "shape": [4, 2],
        "data": ["[3, :]"],
        "data_elements": 2,
        "control": [],
        "control_elements": 0,
    }
    assert [each["op"] for each in told["operations"]] == [
        "stablehlo.gather",
        "stablehlo.constant",
        "stablehlo.reduce",
    ]


def test_the_whole_program(invoke, tmp_path):
    lines = invoke("explain", "m.mlir", "--graph").stdout.splitlines()
    assert lines[0] == "@main(%x: tensor<4x2xf32>, %i: tensor<2x1xi32>)"
    assert len(lines) == 8
    marked = invoke("explain", "m.mlir", *INPUTS, "--graph", "--to", "x[0]").stdout
    assert marked.startswith("x[0, :] reaches no result\n")
    result = invoke("explain", "m.mlir", *INPUTS, "--graph", "--from", "1", "-o", str(tmp_path / "p.html"))
    assert (result.exit_code, result.stderr) == (0, f"wrote {tmp_path / 'p.html'}\n")
    page = (tmp_path / "p.html").read_text("utf-8")
    assert "@main of m.mlir" in page
    assert "hlogen explain m.mlir -i" in page


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--from", "0", "--op", "gather"), "--op, --element and --turn draw one operation"),
        (("--from", "0", "--to", "x"), "ask one at a time"),
        (("--graph", "--replicas", "2"), "leave --replicas and --partitions out"),
        (("--graph", "--format", "json"), "--format json is for what --from or --to finds"),
        (("--graph", "-o", "p.json"), "--format json is for what --from or --to finds"),
        (("--from", "2"), "no result is '2'; there are result 0, result 1"),
        (("--from", "result 0[4,0]"), "index 4 isn't in 0 .. 1"),
        (("--to", "y[0]"), "no argument is 'y'; there are x, i"),
        (("--to", "x[a]"), "indexed by numbers and ranges"),
    ],
)
def test_what_does_not_go(invoke, args, said):
    result = invoke("explain", "m.mlir", *INPUTS, *args)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_command_that_a_finding_names_draws_the_clamped_start(invoke):
    result = invoke("run", "m.mlir", *INPUTS, "--sanitize")
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("    picture: "))
    words = shlex.split(line.removeprefix("    picture: "))
    assert words == ["hlogen", "explain", "m.mlir", *INPUTS, "--op", ":2:8", "--element", "1,0"]
    drawn = invoke(*words[1:]).stdout
    assert "  clamped_start_index = [clamp(0, 9, 4 - 1)] = [3] (clamped)" in drawn.splitlines()
    (finding,) = json.loads(invoke("run", "m.mlir", *INPUTS, "--sanitize", "--format", "json").stdout)
    assert shlex.split(finding["picture"]) == words


def test_the_command_that_a_finding_names_draws_the_contested_element(files, invoke):
    files(
        s_mlir="""func.func @main(%x: tensor<4xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<4xf32> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
"""
    )
    inputs = ("-i", "[0, 0, 0, 0]", "-i", "[[2], [1], [2]]", "-i", "[5, 6, 7]")
    result = invoke("run", "s.mlir", *inputs, "--sanitize")
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("    picture: "))
    words = shlex.split(line.removeprefix("    picture: "))
    assert words[-2:] == ["--element", "results[2]"]
    drawn = invoke(*words[1:])
    assert drawn.exit_code == 0
    assert drawn.stdout.splitlines()[1] == "results[2] = 7.0"


REVERSE = """func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
"""
FORGETS = """
class Mine:
    def compile(self, program, signature):
        return None

    def run(self, compiled, arguments):
        return arguments
"""


def test_the_command_that_a_comparison_names_draws_the_first_element_that_differs(files, invoke):
    files(r_mlir=REVERSE, mine_py=FORGETS)
    inputs = ("-i", "[[1, 2, 3], [4, 5, 6]]")
    result = invoke("compare", "r.mlir", *inputs, "--backend", "mine.py:Mine")
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("picture: "))
    words = shlex.split(line.removeprefix("picture: "))
    assert words == ["hlogen", "explain", "r.mlir", *inputs, "--op", ":2:8", "--element", "0,0"]
    assert invoke(*words[1:]).stdout.splitlines()[1] == "result[0, 0] = 3.0 is operand[0, 2] = 3.0"
