"""`hlogen test`'s runner: what is a case, what becomes of it, and the same on another backend."""

import json
from functools import partial
from pathlib import Path
from textwrap import dedent

import pytest

import interpreter
from hlogen.conform.case_result import CaseResult, CaseVerdict
from hlogen.conform.checks import cases_in, run_file
from hlogen.conform.forms import as_constants
from hlogen.mlir.reader import read
from hlogen.mlir.writer import to_bytecode, to_portable_artifact

PASSES = """\
func.func @main() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.add %0, %0 : tensor<2xi32>
  %2 = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%1, %2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
"""
FAILS = PASSES.replace("[2, 4]", "[2, 5]")
TWO_TYPES = ": (tensor<2xi32>, tensor<2xi32>"
THREE_OPERANDS = PASSES.replace("(%1, %2)", "(%1, %2, %2)").replace(TWO_TYPES, f"{TWO_TYPES}, tensor<2xi32>")
SPLIT = "\n// -----\n\n"


def write(folder: Path, text: str, name: str = "case.mlir") -> Path:
    path = folder / name
    path.write_text(dedent(text))
    return path


def verdicts(results):
    return [(result.name, result.verdict) for result in results]


@pytest.mark.parametrize(
    "written", [to_bytecode, partial(to_portable_artifact, target="1.0.0")], ids=["bytecode", "artifact"]
)
def test_files_of_bytecode_are_run_as_text_is(tmp_path, written):
    for text, verdict in ((PASSES, CaseVerdict.PASS), (FAILS, CaseVerdict.FAIL)):
        path = tmp_path / "case.mlirbc"
        path.write_bytes(written(read(text)))
        assert verdicts(run_file(path)) == [("main", verdict)]


@pytest.mark.parametrize("backend", ["interpreter", "upstream"])
def test_a_check_that_holds_and_one_that_fails(tmp_path, backend):
    path = write(tmp_path, PASSES + SPLIT + FAILS)
    passed, failed = run_file(path, backend)
    assert (passed.verdict, passed.line, passed.name, passed.message) == (CaseVerdict.PASS, 1, "main", "")
    assert (failed.verdict, failed.line) == (CaseVerdict.FAIL, 11)
    assert "check.expect_eq: 1 of 2 elements differ\n  at [1]: actual 4, expected 5" in failed.message


@pytest.mark.slow
def test_the_same_on_xla(tmp_path):
    passed, failed = run_file(write(tmp_path, PASSES + SPLIT + FAILS), "xla")
    assert (passed.verdict, failed.verdict) == (CaseVerdict.PASS, CaseVerdict.FAIL)


def test_places_in_later_programs_of_a_file_are_those_of_the_file(tmp_path):
    path = write(tmp_path, PASSES + SPLIT + FAILS)
    _, failed = run_file(path)
    assert f"{path}:15:3" in failed.message


def test_upstreams_own_form(tmp_path):
    path = write(
        tmp_path,
        """\
        // RUN: stablehlo-translate --interpret -split-input-file %s

        func.func @add_op_test() {
          %0 = stablehlo.constant dense<[0, 1]> : tensor<2xi8>
          %1 = stablehlo.add %0, %0 : tensor<2xi8>
          check.expect_eq_const %1, dense<[0, 2]> : tensor<2xi8>
          func.return
        }

        // -----

        func.func @almost() {
          %0 = stablehlo.constant dense<1.0> : tensor<f32>
          check.expect_almost_eq %0, %0, tolerance = 0.1 : tensor<f32>
          check.expect_close %0, %0, max_ulp_difference = 1 : tensor<f32>, tensor<f32>
          func.return
        }
        """,
    )
    for backend in ("interpreter", "upstream"):
        assert verdicts(run_file(path, backend)) == [("add_op_test", CaseVerdict.PASS), ("almost", CaseVerdict.PASS)]


def test_main_calls_the_functions_that_hold_its_values(tmp_path):
    path = write(
        tmp_path,
        """\
        module @jit_main {
          func.func public @main() -> tensor<2xf32> {
            %0 = call @inputs() : () -> tensor<2xf32>
            %1 = call @expected() : () -> tensor<2xf32>
            %2 = stablehlo.negate %0 : tensor<2xf32>
            stablehlo.custom_call @check.expect_close(%2, %1) {has_side_effect = true}
              : (tensor<2xf32>, tensor<2xf32>) -> ()
            return %2 : tensor<2xf32>
          }
          func.func private @inputs() -> tensor<2xf32> {
            %0 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
            return %0 : tensor<2xf32>
          }
          func.func private @expected() -> tensor<2xf32> {
            %0 = stablehlo.constant dense<[-1.0, 2.0]> : tensor<2xf32>
            return %0 : tensor<2xf32>
          }
        }
        """,
    )
    for backend in ("interpreter", "upstream"):
        assert verdicts(run_file(path, backend)) == [("main", CaseVerdict.PASS)]


def test_every_public_function_without_arguments_is_a_case_where_there_is_no_main(tmp_path):
    functions = PASSES.replace("@main", "@first") + FAILS.replace("@main", "@second")
    functions += PASSES.replace("@main", "private @third") + "func.func @fourth(%a: tensor<f32>) { return }\n"
    results = run_file(write(tmp_path, functions))
    assert verdicts(results) == [("first", CaseVerdict.PASS), ("second", CaseVerdict.FAIL)]
    assert [result.line for result in results] == [1, 8]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @main() { return }", "no checks"),
        ("// only a comment\n", "no program"),
        (PASSES.replace("@main()", "@main(%a: tensor<f32>)"), "without arguments"),
    ],
)
def test_nothing_to_run_is_a_skip(tmp_path, text, message):
    (result,) = run_file(write(tmp_path, text))
    assert result.verdict is CaseVerdict.SKIP
    assert message in result.reason


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @main() {\n  check.expect_eq %0, %0 : tensor<f32>\n}", "case.mlir:2:"),
        (PASSES.replace("stablehlo.add", "stablehlo.nothing"), "stablehlo.nothing"),
        (THREE_OPERANDS, "got 3"),
    ],
)
def test_what_cannot_run_is_an_error_and_the_others_still_run(tmp_path, text, message):
    broken, passed = run_file(write(tmp_path, text + SPLIT + PASSES))
    assert broken.verdict is CaseVerdict.ERROR
    assert message in broken.message
    assert passed.verdict is CaseVerdict.PASS


TYPO = "func.func @main(%x: tensor<2xf32>) {\n  %0 = stablehlo.add %x, : tensor<2xf32>\n  return\n}"


def test_a_syntax_error_is_an_error_without_checks_too(tmp_path):
    broken, passed = run_file(write(tmp_path, TYPO + SPLIT + PASSES))
    assert broken.verdict is CaseVerdict.ERROR
    assert "case.mlir:2:25" in broken.message
    assert passed.verdict is CaseVerdict.PASS


@pytest.mark.parametrize(
    "comment",
    [
        "// RUN: stablehlo-opt %s -verify-diagnostics -split-input-file",
        "  // expected-error@+3 {{expected SSA operand}}",
    ],
)
def test_what_other_tools_are_tested_with_is_a_skip(tmp_path, comment):
    results = run_file(write(tmp_path, f"{comment}\n{PASSES}{SPLIT}{TYPO}"))
    assert [result.verdict for result in results] == [CaseVerdict.PASS, CaseVerdict.SKIP]


def test_what_breaks_constraints_and_has_no_checks_is_a_skip(tmp_path):
    (result,) = run_file(write(tmp_path, GATHER.replace("array<i64: 2>", "array<i64: 2, 1>")))
    assert result.verdict is CaseVerdict.SKIP


def test_a_mistake_of_hlogen_is_an_error_of_that_case_alone(tmp_path, monkeypatch):
    usual, runs = interpreter.run, []

    def run(*args, **options):
        runs.append(args)
        return usual(*args, **options) if len(runs) > 1 else 1 // 0

    monkeypatch.setattr(interpreter, "run", run)
    results = run_file(write(tmp_path, SPLIT.join([PASSES, PASSES])))
    assert verdicts(results) == [("main", CaseVerdict.ERROR), ("main", CaseVerdict.PASS)]
    assert results[0].message.startswith("internal error: ZeroDivisionError: ")


def test_bytes_that_are_no_text_are_an_error(tmp_path):
    path = tmp_path / "noise.mlir"
    path.write_bytes(bytes(range(256)))
    (result,) = run_file(path)
    assert result.verdict is CaseVerdict.ERROR


def test_checks_in_a_region_need_the_interpreter(tmp_path):
    text = """\
    func.func @main() {
      %p = stablehlo.constant dense<true> : tensor<i1>
      %0 = "stablehlo.if"(%p) ({
        check.expect_eq %p, %p : tensor<i1>
        stablehlo.return %p : tensor<i1>
      }, {
        stablehlo.return %p : tensor<i1>
      }) : (tensor<i1>) -> tensor<i1>
      return
    }
    """
    path = write(tmp_path, text)
    assert verdicts(run_file(path)) == [("main", CaseVerdict.PASS)]
    (result,) = run_file(path, "upstream")
    assert result.verdict is CaseVerdict.ERROR
    assert "outside of @main's own block" in result.message


GATHER = """\
func.func @main(%operand: tensor<5xf32>, %start_indices: tensor<3xi64>) -> tensor<3x2xf32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>
  } : (tensor<5xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
"""


@pytest.mark.parametrize(
    ("expected", "slice_sizes", "verdict", "message"),
    [
        ("nothing", "2", CaseVerdict.PASS, ""),
        ("gather.C20", "2, 1", CaseVerdict.PASS, ""),
        ("gather.C20", "2", CaseVerdict.FAIL, "expected gather.C20, the checker found nothing"),
        ("nothing", "2, 1", CaseVerdict.FAIL, "expected nothing, the checker found gather.C20"),
        (
            "gather.C3, gather.C20",
            "2, 1",
            CaseVerdict.FAIL,
            "expected gather.C20, gather.C3, the checker found gather.C20",
        ),
    ],
)
def test_an_expectation_of_the_checker(tmp_path, expected, slice_sizes, verdict, message):
    text = f"// expected: {expected}\n{GATHER.replace('array<i64: 2>', f'array<i64: {slice_sizes}>')}"
    (result,) = run_file(write(tmp_path, text))
    assert (result.verdict, result.message, result.line) == (verdict, message, 2)


def test_an_expectation_of_what_upstream_alone_refuses(tmp_path):
    erf = '%0 = "chlo.erf"(%x) : (tensor<2xi32>) -> tensor<2xi32>'
    text = f"// expected: upstream.chlo.erf\nfunc.func @main(%x: tensor<2xi32>) {{\n  {erf}\n  return\n}}\n"
    (result,) = run_file(write(tmp_path, text))
    assert (result.verdict, result.message) == (CaseVerdict.PASS, "")


@pytest.mark.parametrize("backend", ["interpreter", "upstream"])
def test_functions_with_checks_of_their_own_stay_apart(tmp_path, backend):
    functions = PASSES.replace("@main", "@first") + FAILS.replace("@main", "@second")
    results = run_file(write(tmp_path, functions), backend)
    assert verdicts(results) == [("first", CaseVerdict.PASS), ("second", CaseVerdict.FAIL)]


def test_detached_programs_return_what_is_compared():
    detached = as_constants(read(PASSES), "main")
    assert str(detached.module.function("main").type) == "() -> tensor<2xi32>"
    assert [(check.actual, check.expected.tolist()) for check in detached.checks] == [(0, [2, 4])]


def test_attributes_of_results_go_with_the_results(tmp_path):
    """What a backend is given returns what is compared, of another number and another kind."""
    returns = PASSES.replace("@main()", '@main() -> (tensor<2xi32> {jax.result_info = "doubled"})')
    returns = returns.replace("  return", "  return %1 : tensor<2xi32>")
    assert "res_attrs" in read(returns).function("main").operation.attributes
    assert verdicts(run_file(write(tmp_path, returns), "upstream")) == [("main", CaseVerdict.PASS)]


def test_a_result_as_a_line_and_as_json():
    message = "check.expect_eq: 1 of 2 elements differ\n  at [1]: ..."
    result = CaseResult("a.mlir", 3, "main", CaseVerdict.FAIL, 0.25, message)
    assert str(result) == (
        "FAIL  a.mlir:3 @main (0.250 s)\n      check.expect_eq: 1 of 2 elements differ\n        at [1]: ..."
    )
    assert json.loads(json.dumps(result.to_json())) == {
        "file": "a.mlir",
        "line": 3,
        "name": "main",
        "verdict": "FAIL",
        "seconds": 0.25,
        "message": message,
        "reason": "",
    }


def test_programs_of_several_processes_and_probes(tmp_path, capfd):
    """A file for interpreters needs no checks: it passes where it runs to its end. What it prints goes elsewhere."""
    grid = """\
// RUN: stablehlo-translate --interpret %s
func.func @id() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  interpreter.print %0 : tensor<ui32>
  return %0 : tensor<ui32>
}
func.func @main() {
  %0:2 = "interpreter.run_parallel"() {programs = [[@id], [@id]]} : () -> (tensor<ui32>, tensor<ui32>)
  return
}
"""
    probe = """\
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = interpreter.probe %0, probe_id = "one" : tensor<i32>
  check.expect_serialized_eq %1, probe_id = "one" : tensor<i32>
  return
}
"""
    other = probe.replace('%1, probe_id = "one"', '%1, probe_id = "two"')
    results = run_file(write(tmp_path, grid + SPLIT + probe + SPLIT + other))
    assert [result.verdict for result in results] == [CaseVerdict.PASS, CaseVerdict.PASS, CaseVerdict.FAIL]
    assert "probe 'two' ran 0 times" in results[2].message
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.count("tensor<ui32>") == 2
    results = run_file(write(tmp_path, grid + SPLIT + probe), "xla")
    assert [(result.verdict, result.reason) for result in results] == [
        (CaseVerdict.SKIP, "interpreter.run_parallel is for interpreters; xla can't run it"),
        (CaseVerdict.SKIP, "interpreter.probe is for interpreters; xla can't run it"),
    ]


# What XLA gets wrong and what it refuses, as golden/sign/signed_zeros and golden/cbrt/complex_numbers do.
SIGN_OF_ZERO = """\
func.func @main() {
  %x = stablehlo.constant dense<-0.0> : tensor<f32>
  %sign = stablehlo.sign %x : tensor<f32>
  %bits = stablehlo.bitcast_convert %sign : (tensor<f32>) -> tensor<ui32>
  %expected = stablehlo.constant dense<0x80000000> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%bits, %expected) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}
"""
REFUSED = """\
func.func @main() {
  %x = stablehlo.constant dense<(8.0, 0.0)> : tensor<complex<f32>>
  %root = stablehlo.cbrt %x : tensor<complex<f32>>
  %expected = stablehlo.constant dense<(2.0, 0.0)> : tensor<complex<f32>>
  check.expect_almost_eq %root, %expected, tolerance = 0.1 : tensor<complex<f32>>
  return
}
"""


@pytest.mark.parametrize(
    ("text", "file", "verdict", "reason"),
    [
        (SIGN_OF_ZERO, "golden/sign/signed_zeros", CaseVerdict.KNOWN, "xla.constant-sign: XLA gives 0.0 for the sign"),
        (SIGN_OF_ZERO, "golden/sign/no_such_golden", CaseVerdict.FAIL, ""),
        (SIGN_OF_ZERO, "sign/signed_zeros", CaseVerdict.FAIL, ""),  # no golden
        (SIGN_OF_ZERO, "golden/cbrt/complex_numbers", CaseVerdict.FAIL, ""),  # isn't refused
        (REFUSED, "golden/cbrt/complex_numbers", CaseVerdict.KNOWN, "xla.complex-cbrt: XLA has no cbrt of complex"),
        (REFUSED, "golden/sign/signed_zeros", CaseVerdict.ERROR, ""),  # gives no other value
    ],
)
def test_what_a_backend_is_expected_to_fail_is_known(tmp_path, text, file, verdict, reason):
    path = tmp_path / f"{file}.mlir"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    (result,) = run_file(path, "xla")
    assert result.verdict is verdict
    assert result.message
    assert result.reason.startswith(reason)
    assert [result.verdict for result in run_file(path)] == [CaseVerdict.PASS]


def test_a_golden_that_a_backend_is_not_asked_of(tmp_path):
    said = "more processes than the machine has cores may wait for each other for ever"
    path = write(tmp_path, f"// upstream interpreter isn't asked: {said}\n{FAILS}")
    (result,) = run_file(path, "upstream")
    assert (result.verdict, result.reason) == (CaseVerdict.SKIP, f"upstream isn't asked: {said}")
    assert run_file(path)[0].verdict is run_file(path, "xla")[0].verdict is CaseVerdict.FAIL


@pytest.mark.slow
def test_a_golden_that_ends_the_backend_is_known(tmp_path):
    golden = next(
        path for path in Path("golden/compare").glob("*.mlir") if "xla.constant-order-of-complex" in path.read_text()
    )
    assert {result.verdict for result in run_file(golden, "xla")} == {CaseVerdict.KNOWN}


def test_a_file_is_called_what_it_is_asked_by(tmp_path):
    """Such as standard input, which is read from a copy."""
    for text, line in ((FAILS, 1), ("// -----\n" + FAILS, 2), ("what?", 1)):
        (result,) = [case.run() for case in cases_in(write(tmp_path, text), name="<stdin>")]
        assert (result.file, result.line) == ("<stdin>", line)
        assert str(tmp_path) not in str(result)
    for path, said in (
        (tmp_path / "gone", "can't be read: "),
        (tmp_path / "bytes", "this is neither MLIR bytecode nor"),
    ):
        (tmp_path / "bytes").write_bytes(b"\xff")
        (result,) = [case.run() for case in cases_in(path, name="<stdin>")]
        assert (result.file, result.verdict) == ("<stdin>", CaseVerdict.ERROR)
        assert result.message.startswith(said)
