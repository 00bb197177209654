from __future__ import annotations

import json
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
from hlogen.conform.differences import installed
from hlogen.spec.hazards import hazards

REAL = Path(__file__).parents[3] / "golden" / "real"

HUGE = """
func.func @main() -> tensor<1048576x1048576xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<1048576x1048576xf32>
  return %0 : tensor<1048576x1048576xf32>
}
"""
UNKNOWN_OP = """
func.func @main() -> tensor<1xi64> {
  %0 = "mystery.op"() : () -> tensor<1xi64>
  return %0 : tensor<1xi64>
}
"""
NO_RETURN = """
func.func @main() -> tensor<1xi64> {
  %0 = stablehlo.constant dense<1> : tensor<1xi64>
}
"""
TWO_FUNCTIONS = """
func.func @double(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = stablehlo.add %x, %x : tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
func.func @twice(%x: tensor<2xbf16>) -> (tensor<2xbf16>, tensor<2xbf16>) {
  return %x, %x : tensor<2xbf16>, tensor<2xbf16>
}
"""


@pytest.fixture
def rows(files, programs):
    files(rows_mlir=programs["rows"])
    np.save("operand.npy", np.arange(6, dtype=np.float32).reshape(3, 2))
    np.save("start_indices.npy", np.array([[2], [0]]))
    return ["rows.mlir", "-i", "operand.npy", "-i", "start_indices.npy"]


@pytest.mark.parametrize("backend", ["interpreter", "upstream", "xla"])
def test_every_backend_prints_the_same(rows, invoke, backend):
    result = invoke("run", *rows, "--backend", backend)
    assert result.exit_code == 0
    assert result.stdout == "result 0: tensor<2x2xf32>\n[[4. 5.]\n [0. 1.]]\n"


def test_upstreams_known_mistake_is_told(files, invoke):
    """Before StableHLO 1.18 its scatter writes into its inputs, which is seen where they are used again."""
    scatter = hl.function("3xi32", name="main")(lambda x: x.at[hl.constant([1])].add(1, mode="drop"))
    both = hl.function("3xi32", name="main")(lambda x: (x.at[hl.constant([1])].add(1, mode="drop"), x * 1))
    Path("once.mlir").write_text(str(scatter))
    Path("again.mlir").write_text(str(both))
    is_there = any(entry.id == "upstream.scatter-writes-its-inputs" for entry in installed("upstream"))
    for name, backend, warns in (("once", "upstream", False), ("again", "upstream", is_there), ("again", "xla", False)):
        result = invoke("run", f"{name}.mlir", "-i", "[1, 2, 3]", "--backend", backend)
        assert result.exit_code == 0
        assert ("warning: these results may be wrong (upstream.scatter-writes" in result.stderr) == warns


def test_a_script_is_run_as_what_it_builds(files, invoke):
    Path("waves.py").write_text(
        "import hlogen as hl\n"
        "double = hl.function('2xf32', name='double')(lambda x: x + x)\n"
        "square = hl.function('2xf32', name='square')(lambda x: x * x)\n"
    )
    result = invoke("run", "waves.py:square", "-i", "[2, 3]")
    assert (result.exit_code, result.stdout) == (0, "result 0: tensor<2xf32>\n[4. 9.]\n")
    assert "choose one, such as waves.py:double" in invoke("run", "waves.py", "-i", "[2, 3]").stderr


def test_standard_input_and_values(programs, invoke):
    result = invoke("run", "-", "-i", "[[0, 1], [2, 3], [4, 5]]", "-i", "[[9], [-9]]", input=programs["rows"])
    assert result.stdout == "result 0: tensor<2x2xf32>\n[[4. 5.]\n [0. 1.]]\n"


def test_results_go_to_a_file(rows, invoke):
    result = invoke("run", *rows, "--output", "out.npz")
    assert (result.exit_code, result.stdout) == (0, "wrote 1 result to out.npz\n")
    with np.load("out.npz") as arrays:
        assert {name: arrays[name].tolist() for name in arrays.files} == {"result_0": [[4, 5], [0, 1]]}
    assert sorted(path.name for path in Path.cwd().iterdir()) == [
        "operand.npy",
        "out.npz",
        "rows.mlir",
        "start_indices.npy",
    ]


def test_nothing_is_overwritten_without_force(rows, invoke):
    Path("out.npy").write_text("mine")
    result = invoke("run", *rows, "-o", "out.npy")
    assert result.exit_code == 2
    assert "out.npy exists already and is left as it is" in result.stderr
    assert Path("out.npy").read_text() == "mine"
    assert invoke("run", *rows, "-o", "out.npy", "--force").exit_code == 0
    assert np.load("out.npy").tolist() == [[4, 5], [0, 1]]


def test_entry_and_types_that_npy_files_do_not_know(files, invoke):
    files(two_mlir=TWO_FUNCTIONS)
    np.save("x.npy", np.array([1.5, 2], ml_dtypes.bfloat16))
    for name in ("twice", "@twice"):
        result = invoke("run", "two.mlir", "-i", "x.npy", "--entry", name)
        assert result.stdout == "result 0: tensor<2xbf16>\n[1.5 2]\nresult 1: tensor<2xbf16>\n[1.5 2]\n"
    result = invoke("run", "two.mlir", "-i", "x.npy")
    assert result.exit_code == 2
    assert "no function @main; it has: @double, @twice" in result.stderr


@pytest.mark.parametrize("name", ["embedding_lookup", "kv_cache_update", "histogram_argmax"])
def test_real_programs(files, invoke, name):
    files()
    result = invoke("run", REAL / f"{name}.mlir", "-i", REAL / f"{name}.inputs.npz", "-o", "out.npz")
    assert (result.exit_code, result.stderr) == (0, "")
    with np.load("out.npz") as actual, np.load(REAL / f"{name}.expected.npz") as expected:
        assert actual.files == expected.files
        for array in expected.files:
            if expected[array].dtype.kind == "f":
                np.testing.assert_allclose(actual[array], expected[array], rtol=1e-4, atol=1e-5)
            else:
                assert actual[array].tobytes() == expected[array].tobytes()


def test_an_invalid_program_is_not_run(files, programs, invoke):
    files(m_mlir=programs["invalid"])
    result = invoke("run", "m.mlir")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("m.mlir:2:8: error: stablehlo.gather breaks gather.C9: ")
    assert result.stderr.endswith("m.mlir has 1 violation; nothing was done\n")


def test_standard_input_is_called_so_whatever_it_holds(programs, invoke):
    for content in (programs["invalid"], b"ML\xefR\x06"):
        result = invoke("run", "-", input=content)
        assert result.exit_code in (1, 2)
        assert "<stdin>:" in result.stderr.splitlines()[0]


def test_a_failing_check_inside_a_program(files, invoke):
    files(
        m_mlir="""
func.func @main() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %c, dense<[1, 3]> : tensor<2xi32>
  return
}
"""
    )
    result = invoke("run", "m.mlir")
    assert result.exit_code == 1
    assert "at [1]: actual 2, expected 3" in result.stderr


def test_a_body_without_its_end_breaks_a_rule(files, invoke):
    files(m_mlir=NO_RETURN)
    result = invoke("run", "m.mlir")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "error: program.end: the body of @main doesn't end in a return" in result.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (HUGE, "tensor<1048576x1048576xf32> takes 4 TiB"),
        (UNKNOWN_OP, "mystery.op at m.mlir:3:8"),
        ("hello", "m.mlir:1:1: error: "),
        (b"\x00\xff\x12noise", "m.mlir:1:"),
        (b"ML\xefR\x0d", "m.mlir"),
        ("", "no program in it"),
        ("module {}\n// -----\nmodule {}\n", "holds 2 programs"),
        ("module {}", "no function @main; it has: none"),
    ],
)
def test_bad_programs(files, invoke, content, message):
    files(m_mlir=content)
    result = invoke("run", "m.mlir")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") <= 4


@pytest.mark.parametrize("backend", ["upstream", "xla"])
@pytest.mark.parametrize("content", [HUGE, UNKNOWN_OP])
def test_bad_programs_on_other_backends(files, invoke, backend, content):
    files(m_mlir=content)
    result = invoke("run", "m.mlir", "--backend", backend)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {backend}: ")


def test_a_program_that_kills_the_parser(files, programs, invoke, mortal):
    files(m_mlir=programs["deadly"])
    result = invoke("run", "m.mlir")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("m.mlir: error: upstream's parser crashed (signal SIG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.mlir"], "no file or folder nowhere.mlir"),
        (["."], ". is a folder; name one program"),
        (["rows.mlir"], "@main takes 2 arguments (tensor<3x2xf32>, tensor<2x1xi64>), but none was given"),
        (["rows.mlir", "-i", "operand.npy"], "but 1 was given (operand.npy 3x2 float32)"),
        (["rows.mlir", "-i", "start_indices.npy", "-i", "operand.npy"], "argument 0 (start_indices.npy) holds int64"),
        (["rows.mlir", "-i", "[1, 2]", "-i", "[[0], [0]]"], "argument 0 ([1, 2]) has shape 2, but the program"),
        (["rows.mlir", "-i", "rows.mlir"], "--input rows.mlir can't be read as a NumPy file"),
        (["rows.mlir", "--entry", "rows"], "no function @rows; it has: @main"),
    ],
)
def test_bad_calls(rows, invoke, arguments, message):
    result = invoke("run", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_output_that_cannot_be_written_is_noticed_before_the_run(rows, invoke):
    result = invoke("run", *rows, "-o", "nowhere/out.npz")
    assert result.exit_code == 2
    assert "the folder nowhere doesn't exist" in result.stderr


SORTED_ROWS = """\
func.func @main(%operand: tensor<3xf32>, %start_indices: tensor<2xi64>) -> tensor<2xf32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>, indices_are_sorted = true
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
IN_ORDER = """\
func.func @main(%input: tensor<2xi32>, %updates: tensor<3xi32>) -> tensor<2xi32> {
  %scatter_indices = stablehlo.constant dense<[1, 1, 1]> : tensor<3xi64>
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %updates) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
"""


def test_findings_follow_the_results(files, invoke):
    files(sorted_mlir=SORTED_ROWS)
    result = invoke("run", "sorted.mlir", "-i", "[1, 2, 3]", "-i", "[3, -1]", "--sanitize")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[:2] == ["result 0: tensor<2xf32>", "[3. 1.]"]
    assert lines[2] == (
        "sorted.mlir:2:8: warning: bounds.clamped in stablehlo.gather: "
        "starts are too high and are clamped: 1 of 2 index vectors"
    )
    assert lines[3] == "    index vector [3] at [0]: it is 3, clamped to 2 (dimension 0 allows 0 .. 2)"
    assert lines[4].startswith("    fix: ")
    assert "sorted.mlir:2:8: error: promise.sorted in stablehlo.gather: " in result.stdout
    assert lines[-1] == "the sanitizer has 3 findings"


def test_no_findings_are_told_too(files, invoke):
    files(sorted_mlir=SORTED_ROWS)
    result = invoke("run", "sorted.mlir", "-i", "[1, 2, 3]", "-i", "[0, 2]", "--sanitize")
    assert (result.exit_code, result.stdout) == (0, "result 0: tensor<2xf32>\n[1. 3.]\nthe sanitizer has no findings\n")


def test_notes_alone_are_no_failure(files, invoke):
    files(m_mlir=hazards()["bounds.wrapped"].example)
    result = invoke("run", "m.mlir", "-i", "[1, 2, 3, 4, 5, 6]", "-i", "[0, -1, 2]", "--sanitize")
    assert result.exit_code == 0
    assert "m.mlir:6:20: note: bounds.wrapped in stablehlo.select: negative indices count from" in result.stdout


def test_findings_are_selected_and_ignored(files, invoke):
    files(sorted_mlir=SORTED_ROWS)
    run = ["run", "sorted.mlir", "-i", "[1, 2, 3]", "-i", "[3, -1]", "--sanitize"]
    result = invoke(*run, "--select", "promise", "--select", "bounds.clamped,number", "--ignore", "bounds.clamped")
    assert result.exit_code == 1
    assert result.stdout.endswith("the sanitizer has 1 finding\n")
    assert invoke(*run, "--ignore", "bounds,promise").exit_code == 0
    result = invoke(*run, "--select", "bounds.clampd")
    assert result.exit_code == 2
    assert "there is no hazard 'bounds.clampd'; did you mean bounds.clamped" in result.stderr
    for option in (["--select", "bounds"], ["--ignore", "bounds"], ["--format", "json"]):
        result = invoke(*run[:-1], *option)
        assert result.exit_code == 2
        assert "add --sanitize" in result.stderr


def test_findings_as_json(files, invoke):
    files(sorted_mlir=SORTED_ROWS)
    run = ["run", "sorted.mlir", "-i", "[1, 2, 3]", "--sanitize", "--format", "json"]
    result = invoke(*run, "-i", "[3, -1]", "-o", "out.npy")
    assert result.exit_code == 1
    assert np.load("out.npy").tolist() == [3, 1]
    found = json.loads(result.stdout)
    assert [finding["id"] for finding in found] == ["bounds.clamped", "bounds.negative", "promise.sorted"]
    assert found[0]["location"] == {"file": "sorted.mlir", "line": 2, "column": 8}
    result = invoke(*run, "-i", "[0, 2]")
    assert (result.exit_code, result.stdout) == (0, "[]\n")


def test_findings_of_a_run_that_fails(files, invoke):
    files(zero_mlir=SORTED_ROWS.replace("array<i64: 1>", "array<i64: 0>"))
    result = invoke("run", "zero.mlir", "-i", "[1, 2, 3]", "-i", "[3, 0]", "--sanitize")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[0] == (
        "zero.mlir:2:8: error: undefined.read in stablehlo.gather: "
        "slices of size 0 are read behind the end of operand: 1 of 2 index vectors"
    )
    assert "write slice size 1" in result.stderr


def test_seeds(files, invoke):
    files(
        draw_mlir="""
func.func @main() -> tensor<3xi32> {
  %a = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.constant dense<1000000> : tensor<i32>
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
"""
    )
    first, again, other = (invoke("run", "draw.mlir", *option) for option in ([], ["--seed", "0"], ["--seed", "1"]))
    assert first.stdout == again.stdout != other.stdout
    refused = invoke("run", "draw.mlir", "--seed", "1", "--backend", "xla")
    assert refused.exit_code == 2
    assert "--sanitize, --schedule and --seed without --random are for the interpreter" in refused.stderr


@pytest.mark.parametrize(
    ("schedule", "wanted"), [("lexicographic", 7), ("reverse", 5), ("window-major", 7), ("0", None), ("3", None)]
)
def test_schedules(files, invoke, schedule, wanted):
    files(order_mlir=IN_ORDER)
    result = invoke("run", "order.mlir", "-i", "[1, 2]", "-i", "[5, 6, 7]", "--schedule", schedule)
    assert result.exit_code == 0
    kept = int(result.stdout.split()[-1].strip("]"))
    assert kept in ((wanted,) if wanted else (5, 6, 7))


def test_what_only_the_interpreter_can_do(files, invoke):
    files(order_mlir=IN_ORDER)
    run = ["run", "order.mlir", "-i", "[1, 2]", "-i", "[5, 6, 7]"]
    result = invoke(*run, "--schedule", "backwards")
    assert result.exit_code == 2
    assert 'a schedule is "lexicographic", "reverse", "window-major" or a seed' in result.stderr
    for option in (["--schedule", "reverse"], ["--sanitize"]):
        result = invoke(*run, "--backend", "xla", *option)
        assert result.exit_code == 2
        assert "--backend xla can't do them" in result.stderr
