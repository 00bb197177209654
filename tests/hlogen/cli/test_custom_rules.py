"""``--custom-rules``: rules from a script or a module, for programs in files."""

from pathlib import Path

import numpy as np

import interpreter

PROGRAM = """\
func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
  %0 = stablehlo.composite "acme.sum_of_squares" %x {decomposition = @impl} : (tensor<3xf64>) -> tensor<f64>
  return %0 : tensor<f64>
}
func.func private @impl(%x: tensor<3xf64>) -> tensor<f64> {
  %0 = stablehlo.constant dense<0.0> : tensor<f64>
  return %0 : tensor<f64>
}
"""
RULES = """\
import hlogen as hl
rules = hl.custom_rules("acme.sum_of_squares")
rules.defvjp(lambda op, x: (op(x), x), lambda op, x, g: (BACK,))
rules.def_vmap(lambda op, size, batched, x: (hl.full([size], 5.0, "f64"), True))
"""
CALL = """\
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.custom_call @acme_cubed(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
"""
X = np.array([1.0, 2.0, 3.0])


def test_rules_of_a_script_and_of_a_module(files, invoke):
    files(m_mlir=PROGRAM, my_rules_py=RULES.replace("BACK", "9.0 * x * g"))
    for given in ("my_rules.py", "my_rules"):
        result = invoke("grad", "m.mlir", "--custom-rules", given)
        assert result.exit_code == 0, result.stderr
        value, gradient = interpreter.run(result.stdout, X, 1.0)
        assert value == 0
        np.testing.assert_array_equal(gradient, 9 * X)


def test_they_hold_for_batches_and_runs(files, invoke):
    files(m_mlir=PROGRAM.replace("acme.sum", "acme.a_sum"), r_py=RULES.replace("acme.sum", "acme.a_sum"))
    text = invoke("vmap", "m.mlir", "--size", "2", "--custom-rules", "r.py").stdout
    np.testing.assert_array_equal(interpreter.run(text, np.array([X, X]))[0], [5, 5])
    files(c_mlir=CALL, c_py="import hlogen as hl\nhl.custom_rules('@acme_cubed').def_run(lambda op, x: x ** 3)\n")
    result = invoke("run", "c.mlir", "-i", "[1, 2, 3]", "--custom-rules", "c.py", "-o", "out.npy")
    assert result.exit_code == 0, result.stderr
    np.testing.assert_array_equal(np.load("out.npy"), X**3)


def test_a_wrong_rule_is_said_where_it_stands(files, invoke):
    wrong = PROGRAM.replace("acme.sum", "acme.wrong_sum")
    files(m_mlir=wrong, r_py=RULES.replace("acme.sum", "acme.wrong_sum").replace("BACK", "g"))
    result = invoke("grad", "m.mlir", "--custom-rules", "r.py")
    assert result.exit_code == 2
    assert "bwd's cotangents[0] is tensor<f64>, expected tensor<3xf64>" in result.stderr
    assert f"rule: {Path('r.py').resolve()}:3" in result.stderr
    assert "m.mlir:2:8" in result.stderr


def test_what_gives_no_rules(files, invoke):
    files(m_mlir=PROGRAM, none_py="x = 1\n", fails_py="1 / 0\n")
    for given, message in {
        "missing.py": "--custom-rules missing.py: there is no such file",
        "none.py": "--custom-rules none.py gives no rules",
        "fails.py": "ZeroDivisionError",
        "no_such_module_here": "can't be imported: ModuleNotFoundError",
        "no module": "takes a script such as rules.py, or a module",
    }.items():
        result = invoke("grad", "m.mlir", "--custom-rules", given)
        assert result.exit_code == 2
        assert message in result.stderr
        assert "Traceback" not in result.stderr


def test_modules_that_print_or_exit(files, invoke):
    files(
        c_mlir=CALL,
        printing_rules_py="print('hello')\nimport hlogen as hl\nhl.custom_rules('@acme_cubed').def_vmap(\n"
        "    lambda op, n, batched, x: (x * x * x, True))\n",
        exiting_rules_py="raise SystemExit(0)\n",
    )
    result = invoke("vmap", "c.mlir", "--size", "2", "--custom-rules", "printing_rules")
    assert (result.exit_code, result.stderr) == (0, "hello\n")
    assert result.stdout.startswith("module {\n  func.func @main(%x: tensor<2x3xf64>)")
    result = invoke("vmap", "c.mlir", "--size", "2", "--custom-rules", "exiting_rules")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "can't be imported: SystemExit" in result.stderr
