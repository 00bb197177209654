"""``hlogen grad``, ``jvp`` and ``vmap``: the programs they write, and what they say to bad input."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hlogen
import interpreter

# Row sums of x * sin(w) by a gather of rows; the middle argument is of integers.
PROGRAM = """\
func.func @main(%x: tensor<4x2xf64>, %rows: tensor<3x1xi32>, %w: tensor<3x2xf64>)
    -> (tensor<3x2xf64>, tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%x, %rows) {dimension_numbers = #stablehlo.gather<
    offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>} : (tensor<4x2xf64>, tensor<3x1xi32>) -> tensor<3x2xf64>
  %1 = stablehlo.sine %w : tensor<3x2xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf64>
  return %2, %rows : tensor<3x2xf64>, tensor<3x1xi32>
}
"""
NO_RULE = """\
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @mystery(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.add %0, %y : tensor<3xf32>
  return %1 : tensor<3xf32>
}
"""
BITS = """\
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<3xi32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3xi32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
"""
SCRIPT = """\
import hlogen as hl

@hl.function("3xf64", "3xf64")
def product(x, weights):
    return hl.sine(x) * weights
"""
X = np.arange(8.0).reshape(4, 2)
ROWS = np.array([[1], [3], [1]], np.int32)
W = np.linspace(-1, 1, 6).reshape(3, 2)
COTANGENT = np.array([[1.0, -2.0], [3.0, 0.5], [-1.0, 4.0]])


def expected_gradients():
    of_x = np.zeros_like(X)
    np.add.at(of_x, ROWS[:, 0], COTANGENT * np.sin(W))
    return of_x, COTANGENT * X[ROWS[:, 0]] * np.cos(W)


def test_grad_of_some_arguments(files, invoke):
    files(m_mlir=PROGRAM)
    result = invoke("grad", "m.mlir", "--wrt", "0,2", "-o", "out.mlir")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "wrote out.mlir\n")
    value, rows, of_x, of_w = interpreter.run(Path("out.mlir"), X, ROWS, W, COTANGENT)
    np.testing.assert_allclose(value, X[ROWS[:, 0]] * np.sin(W))
    np.testing.assert_array_equal(rows, ROWS)
    for actual, expected in zip((of_x, of_w), expected_gradients(), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-12)


def test_arguments_as_the_text_spells_them(files, invoke):
    files(m_mlir=PROGRAM)
    expected = invoke("grad", "m.mlir", "--wrt", "0,2").stdout
    assert expected
    assert invoke("grad", "m.mlir", "--wrt", "%x, %w").stdout == expected


def test_grad_of_all_arguments_on_standard_output(files, invoke):
    files(m_mlir=PROGRAM)
    result = invoke("grad", "m.mlir")
    assert result.exit_code == 0
    assert list(hlogen.parse(result.stdout).functions) == ["main"]
    results = interpreter.run(result.stdout, X, ROWS, W, COTANGENT)
    assert len(results) == 4


def test_standard_input(invoke):
    result = invoke("grad", "-", "--wrt", "2", input=PROGRAM)
    assert result.exit_code == 0
    assert len(interpreter.run(result.stdout, X, ROWS, W, COTANGENT)) == 3


def test_the_order_of_gradients_is_that_of_wrt(files, invoke):
    files(m_mlir=PROGRAM)
    _, _, of_w, of_x = interpreter.run(invoke("grad", "m.mlir", "--wrt", "2,0").stdout, X, ROWS, W, COTANGENT)
    assert (of_w.shape, of_x.shape) == (W.shape, X.shape)


def test_arguments_of_a_script_have_names(files, invoke):
    files(s_py=SCRIPT)
    text = invoke("grad", "s.py", "--wrt", "weights").stdout
    assert "func.func @main(" in text
    x, cotangent = np.arange(3.0), np.array([1.0, 2.0, 3.0])
    _, of_weights = interpreter.run(text, x, np.ones(3), cotangent)
    np.testing.assert_allclose(of_weights, np.sin(x) * cotangent)
    assert invoke("grad", "s.py:product", "--wrt", "1").stdout == text


@pytest.mark.parametrize(("options", "name"), [(["--as", "bytecode"], "o.mlirbc"), (["--target", "1.1.0"], "o.vhlo")])
def test_forms(files, invoke, options, name):
    files(m_mlir=PROGRAM)
    assert invoke("grad", "m.mlir", "-o", name, *options).exit_code == 0
    assert Path(name).read_bytes().startswith(b"ML\xefR")
    for actual, expected in zip(
        interpreter.run(Path(name), X, ROWS, W, COTANGENT)[2:], expected_gradients(), strict=True
    ):
        np.testing.assert_allclose(actual, expected, rtol=1e-12)


def test_the_gradient_of_a_gradient(files, invoke):
    files(s_py=SCRIPT)
    assert invoke("grad", "s.py", "--wrt", "x", "-o", "first.mlirbc", "--as", "bytecode").exit_code == 0
    second = invoke("grad", "first.mlirbc", "--wrt", "0").stdout
    x, ones = np.arange(3.0), np.ones(3)
    *_, gradient = interpreter.run(second, x, ones, ones, np.zeros(3), ones)
    np.testing.assert_allclose(gradient, -np.sin(x))


def test_entry(files, invoke):
    files(m_mlir=PROGRAM.replace("@main", "@f") + PROGRAM.replace("@main", "@g").replace("sine", "cosine"))
    result = invoke("grad", "m.mlir", "--entry", "g", "--wrt", "0")
    assert result.exit_code == 0
    assert "stablehlo.cosine" in result.stdout
    assert "stablehlo.sine" not in result.stdout
    result = invoke("grad", "m.mlir")
    assert result.exit_code == 2
    assert "several public functions and no @main: @f, @g" in result.stderr


def test_jvp(files, invoke):
    files(m_mlir=PROGRAM)
    program = invoke("jvp", "m.mlir", "--wrt", "2").stdout
    tangent = np.full_like(W, 0.5)
    _, _, outgoing = interpreter.run(program, X, ROWS, W, tangent)
    np.testing.assert_allclose(outgoing, X[ROWS[:, 0]] * np.cos(W) * tangent)


def test_vmap_of_a_named_axis(invoke, tmp_path):
    share = hlogen.function("f64", name="main")(lambda x: x / hlogen.psum(x, "i"))
    hlogen.save(share, tmp_path / "share.mlir")
    given = ["vmap", str(tmp_path / "share.mlir"), "--size", "3"]
    program = invoke(*given, "--axis-name", "i").stdout
    for _ in range(2):
        np.testing.assert_allclose(interpreter.run(program, np.array([1.0, 2.0, 5.0]))[0], [0.125, 0.25, 0.625])
    result = invoke(*given, "--axis-name", "")
    assert result.exit_code == 2
    assert "--axis-name is a name for the batch's axis" in result.stderr


def test_vmap(files, invoke):
    files(m_mlir=PROGRAM)
    program = invoke("vmap", "m.mlir", "--in-axes", "none,0,2", "--out-axes", "1,0", "--size", "2").stdout
    batch = np.stack([ROWS, ROWS[::-1]]), np.stack([W, 2 * W], axis=2)
    value, rows = interpreter.run(program, X, *batch)
    np.testing.assert_array_equal(rows, batch[0])
    for number, w in enumerate((W, 2 * W)):
        np.testing.assert_allclose(value[:, number], X[batch[0][number, :, 0]] * np.sin(w))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["grad", "nowhere.mlir"], "no file or folder nowhere.mlir"),
        (["grad", "m.mlir", "--wrt", "5"], "wrt names argument 5, but main takes 3 arguments, counted from 0"),
        (["grad", "m.mlir", "--wrt", "-1"], "wrt names argument -1, but main takes 3 arguments"),
        (["grad", "m.mlir", "--wrt", "1"], "wrt names argument 1 (rows) of main, a tensor<3x1xi32>: only floats"),
        (["grad", "m.mlir", "--wrt", "0,0"], "wrt names argument 0 (x) twice"),
        (["grad", "m.mlir", "--wrt", "weight"], "wrt names 'weight', but main takes x, rows, w"),
        (
            ["grad", "m.mlir", "--wrt", ""],
            "--wrt takes numbers or names of arguments with commas between them, such as",
        ),
        (["jvp", "m.mlir", "--wrt", "0,"], "such as 0,2 or arg0,arg2, not '0,'"),
        (["grad", "m.mlir", "--wrt", "0 2"], "arg0,arg2, not '0 2'"),
        (["grad", "m.mlir", "--wrt", "%y"], "--wrt names 'y', but main takes x, rows, w"),
        (["grad", "bits.mlir"], "hl.stop_gradient, or leave the arguments that it depends on out of --wrt"),
        (["grad", "m.mlir", "--entry", "f"], "the program has no function @f; it has: @main"),
        (["grad", "m.mlir", "--target", "1.0.0", "--as", "text"], "--target is for portable artifacts"),
        (["grad", "m.mlir", "-o", "m.mlir"], "m.mlir exists already and is left as it is"),
        (["grad", "no_rule.mlir", "--wrt", "0"], "stablehlo.custom_call @mystery (no_rule.mlir:2:8): "),
        (["jvp", "no_rule.mlir"], "stablehlo.custom_call @mystery (no_rule.mlir:2:8): "),
        (["grad", "integers.mlir"], "main has no argument of floats or complex numbers to derive"),
        (["grad", "broken.mlir"], "broken.mlir:1:1: error: "),
        (["vmap", "m.mlir"], "missing option '--size'"),
        (["vmap", "m.mlir", "--size", "2", "--in-axes", "0,1"], "--in-axes has 2 entries for the 3 arguments of main"),
        (["vmap", "m.mlir", "--size", "2", "--in-axes", "x"], "--in-axes takes dimensions and none, with commas"),
        (["vmap", "m.mlir", "--size", "2", "--in-axes", ""], "such as 0,none,1, not ''"),
        (["vmap", "m.mlir", "--size", "2", "--in-axes", "3,0,0"], "--in-axes[0] = 3, but tensor<4x2xf64>"),
        (["vmap", "m.mlir", "--size", "2", "--in-axes", "none"], "--in-axes says none for every argument"),
    ],
)
def test_bad_calls(files, invoke, arguments, message):
    integers = PROGRAM.replace("f64", "i64").replace("stablehlo.sine", "stablehlo.negate")
    files(m_mlir=PROGRAM, no_rule_mlir=NO_RULE, integers_mlir=integers, broken_mlir="hello", bits_mlir=BITS)
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "where:" not in result.stderr
    assert Path("m.mlir").read_text() == PROGRAM


def test_what_the_custom_call_does_not_touch_has_a_gradient(files, invoke):
    files(m_mlir=NO_RULE)
    assert invoke("grad", "m.mlir", "--wrt", "1").exit_code == 0


def test_nothing_is_left_of_a_failure(files, invoke):
    files(m_mlir=NO_RULE)
    assert invoke("grad", "m.mlir", "-o", "out.mlir").exit_code == 2
    assert [path.name for path in Path.cwd().iterdir()] == ["m.mlir"]


def test_an_invalid_program_shows_its_diagnostics(files, programs, invoke):
    files(m_mlir=programs["invalid"])
    result = invoke("grad", "m.mlir", "-o", "out.mlir")
    assert result.exit_code == 1
    assert result.stderr.startswith("m.mlir:2:8: error: stablehlo.gather breaks gather.C9")
    assert not Path("out.mlir").exists()


def test_what_the_way_back_holds(files, invoke):
    files(m_mlir=PROGRAM)
    result = invoke("grad", "m.mlir", "--wrt", "w", "--memory")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("what the way back of main holds:\n")
    assert "dots_saveable" in result.stdout
    assert "func.func" not in result.stdout
    written = invoke("grad", "m.mlir", "--memory", "-o", "out.mlir")
    assert written.stdout.startswith("what the way back of main holds:\n")
    assert len(interpreter.run(Path("out.mlir"), X, ROWS, W, COTANGENT)) == 4
