"""What a grid is asked for beyond its results: limits, seeds, orders of updates, the sanitizer, listeners."""

from __future__ import annotations

import json

import numpy as np
import pytest

import interpreter

SCATTER = """func.func @main(%x: tensor<4xf32>, %i: tensor<6x1xi32>, %u: tensor<6xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<6x1xi32>, tensor<6xf32>)
      -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
ZEROS = np.zeros(4, np.float32)
ORDER = np.arange(6, dtype=np.float32)
SAME = np.zeros((6, 1), np.int32)
APART = np.array([[0], [1], [2], [3], [9], [9]], np.int32)
LOG = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
    : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.log %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}"""
GOOD, BAD = np.array([1, 1], np.float32), np.array([1, -1], np.float32)


def test_steps_are_those_of_all_processes():
    assert len(interpreter.run_parallel(LOG, [(GOOD,), (GOOD,)], 2, max_steps=4)) == 2
    with pytest.raises(
        interpreter.ExecutionError, match="the run isn't at its end after 3 steps, and may take no more"
    ) as caught:
        interpreter.run_parallel(LOG, [(GOOD,), (GOOD,)], 2, max_steps=3)
    assert "stablehlo.collective_permute at -:2:8: 2 times" in str(caught.value)
    assert caught.value.process in {(0, 0), (1, 0)}


def test_memory_is_that_of_all_processes_and_a_shared_argument_is_there_once():
    """Each process: its argument and two results, of 8 bytes each."""
    apart = [(GOOD.copy(),), (GOOD.copy(),)]
    assert len(interpreter.run_parallel(LOG, apart, 2, max_memory=48)) == 2
    with pytest.raises(interpreter.ExecutionError, match="the values of this program take 48 bytes at once, and 47"):
        interpreter.run_parallel(LOG, apart, 2, max_memory=47)
    with pytest.raises(interpreter.ExecutionError, match="take 40 bytes at once, and 39 bytes are allowed"):
        interpreter.run_parallel(LOG, [(GOOD,), (GOOD,)], 2, max_memory=39)


def test_arguments_that_begin_at_the_same_place_are_there_each_for_itself():
    """Of 40 bytes, of 8 and of none; what two are given as one and the same view is there once."""
    program = "\n".join(
        f"""func.func @f{size}(%x: tensor<{size}xf32>) -> tensor<{size}xf32> {{
          %0 = stablehlo.negate %x : tensor<{size}xf32>
          return %0 : tensor<{size}xf32>
        }}"""
        for size in (0, 2, 10)
    )
    x = np.zeros(10, np.float32)
    given, entries = [(x,), (x[:2],), (x[:0],), (x[:2],)], ["f10", "f2", "f0", "f2"]
    needed = (40 + 8) + (40 + 8 + 8)  # arguments, results
    assert len(interpreter.run_parallel(program, given, 4, entry=entries, max_memory=needed)) == 4
    with pytest.raises(interpreter.ExecutionError, match=f"take {needed} bytes at once, and {needed - 1} bytes"):
        interpreter.run_parallel(program, given, 4, entry=entries, max_memory=needed - 1)


@pytest.mark.parametrize("limit", [{"max_steps": -1}, {"max_memory": True}])
def test_a_limit_is_a_number(limit):
    with pytest.raises(interpreter.UsageError, match="from 0 on, not"):
        interpreter.run_parallel(LOG, [(GOOD,), (GOOD,)], 2, **limit)


def test_process_n_draws_as_a_run_with_seed_plus_n():
    program = """func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %shape = stablehlo.constant dense<5> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM
    : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<5xf32>
  %1 = stablehlo.rng %a, %b, %shape, distribution = NORMAL
    : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}"""
    args = (np.float32(0), np.float32(1))
    for number, results in enumerate(interpreter.run_parallel(program, [args] * 4, 2, 2, seed=7)):
        for result, expected in zip(results, interpreter.run(program, *args, seed=7 + number), strict=True):
            np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("schedule", ["lexicographic", "reverse", 3])
def test_each_process_folds_in_the_order_of_a_run_by_itself(schedule):
    args = (ZEROS, SAME, ORDER)
    (alone,) = interpreter.run(SCATTER, *args, schedule=schedule)
    for (found,) in interpreter.run_parallel(SCATTER, [args] * 3, 3, schedule=schedule):
        np.testing.assert_array_equal(found, alone)


def test_a_finding_names_the_processes_that_met_it():
    sanitizer = interpreter.Sanitizer(select="bounds")
    given = [(ZEROS, indices, ORDER) for indices in (SAME, APART, SAME, APART)]
    interpreter.run_parallel(SCATTER, given, 4, sanitize=sanitizer)
    (finding,) = sanitizer.findings
    assert (finding.id, finding.processes) == ("bounds.dropped", ((1, 0), (3, 0)))
    assert (finding.count, finding.executions) == (4, 2)
    assert "in stablehlo.scatter in processes (1, 0), (3, 0): " in str(finding)
    assert [element.text.partition(":")[0] for element in finding.elements] == ["process (1, 0)"] * 2 + [
        "process (3, 0)"
    ] * 2
    assert finding.as_json()["processes"] == [[1, 0], [3, 0]]


def test_findings_are_warnings_or_errors_as_in_a_run_of_one_process():
    given = [(ZEROS, SAME, ORDER), (ZEROS, APART, ORDER)]
    with pytest.warns(interpreter.SanitizerWarning, match=r"bounds.dropped in stablehlo.scatter in process \(1, 0\)"):
        interpreter.run_parallel(SCATTER.replace("stablehlo.return %b", "stablehlo.return %a"), given, 2, sanitize=True)
    with pytest.raises(interpreter.SanitizerError, match=r"error: bounds.dropped in .* in process \(1, 0\)"):
        interpreter.run_parallel(
            SCATTER, given, 2, sanitize=interpreter.Sanitizer(select="bounds", error="bounds.dropped")
        )
    with pytest.raises(interpreter.UsageError, match="sanitize is True, False or an"):
        interpreter.run_parallel(SCATTER, given, 2, sanitize="yes")


def test_findings_of_a_run_that_fails_are_told():
    program = SCATTER.replace(
        "  return %0",
        """  stablehlo.custom_call @check.expect_eq(%x, %0) {has_side_effect = true}
    : (tensor<4xf32>, tensor<4xf32>) -> ()
  return %0""",
    )
    sanitizer = interpreter.Sanitizer(select="bounds")
    with pytest.raises(interpreter.CheckFailed, match=r"^process \(0, 0\): "):
        interpreter.run_parallel(program, [(ZEROS, APART, ORDER)] * 2, 2, sanitize=sanitizer)
    assert [finding.processes for finding in sanitizer.findings] == [((0, 0),)]


def test_a_trap_says_in_which_process():
    with pytest.raises(interpreter.Trapped, match=r"^process \(0, 0\): stablehlo.log makes NaN") as caught:
        interpreter.run_parallel(LOG, [(GOOD,), (BAD,)], 2, listeners=[interpreter.Trap("nan")])
    assert caught.value.process == (0, 0)
    assert caught.value.index == (1,)


@pytest.mark.parametrize(("kind", "value"), [("nan", np.nan), ("inf", np.inf), ("overflow", np.inf)])
def test_what_comes_from_other_processes_or_the_host_is_not_made(kind, value):
    """An argument of one process, and an infeed, hold what nobody makes."""
    program = """func.func @main(%x: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) {
      %f = "stablehlo.async_start"(%x) ({
      ^bb0(%y: tensor<2xf32>):
        %1 = "stablehlo.all_gather"(%y) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
          : (tensor<2xf32>) -> tensor<4xf32>
        stablehlo.return %1 : tensor<4xf32>
      }) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>
      %g = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
      %p = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
        : (tensor<2xf32>) -> tensor<2xf32>
      %t = stablehlo.after_all : !stablehlo.token
      %i:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
      return %g, %p, %i#0 : tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
    }"""
    given, traps = np.array([value, 1], np.float32), [interpreter.Trap(kind)]
    results = interpreter.run_parallel(program, [(GOOD,), (given,)], 2, infeed=[[given], [GOOD]], listeners=traps)
    np.testing.assert_array_equal(results[0][0], [1, 1, value, 1])
    np.testing.assert_array_equal(results[0][1], results[0][2])


@pytest.mark.parametrize("given", [list, tuple, iter], ids=lambda given: given.__name__)
def test_what_each_process_reads_comes_in_any_iterable(given):
    program = """func.func @main() -> (tensor<f32>, tensor<f32>) {
      %t = stablehlo.after_all : !stablehlo.token
      %i:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
      %j:2 = "stablehlo.infeed"(%i#1) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
      return %i#0, %j#0 : tensor<f32>, tensor<f32>
    }"""
    feeds = [[np.float32(10 * process + i) for i in range(2)] for process in range(3)]
    results = interpreter.run_parallel(program, given([()] * 3), 3, infeed=given([given(feed) for feed in feeds]))
    assert [[float(x) for x in process] for process in results] == feeds


def test_a_watch_says_in_which_process():
    lines: list[str] = []
    interpreter.run_parallel(LOG, [(GOOD,), (BAD,)], 2, listeners=[interpreter.Watch("log", write=lines.append)])
    heads = {text.split("\n")[0] for text in lines}
    assert heads == {f"%1 = stablehlo.log(%0) at -:4:8 in process ({n}, 0)" for n in (0, 1)}


def test_values_are_saved_with_their_process(tmp_path):
    saving = interpreter.SaveValues(tmp_path / "values", only=["log"])
    interpreter.run_parallel(LOG, [(GOOD,), (BAD,)], 2, listeners=[saving])
    entries = json.loads((tmp_path / "values" / "index.json").read_text())["values"]
    found = {entry["process"]: np.load(tmp_path / "values" / entry["file"]) for entry in entries}
    assert set(found) == {"(0, 0)", "(1, 0)"}
    assert np.isnan(found["(0, 0)"][1])
    np.testing.assert_array_equal(found["(1, 0)"], [0, 0])
