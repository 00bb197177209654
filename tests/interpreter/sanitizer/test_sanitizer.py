"""How a sanitized run tells what it found: warnings, a Sanitizer, errors; across loops, calls, regions and runs."""

from __future__ import annotations

import json
import re
import threading
import warnings

import numpy as np
import pytest
from helpers.one_op import program as one_operation

import hlogen as hl
import interpreter
from hlogen.ir import tensor
from hlogen.spec.hazards import hazards

GATHER = """
func.func @main(%operand: tensor<6xf32>, %start_indices: tensor<3xi32>) -> tensor<3xf32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>, indices_are_sorted = true
  } : (tensor<6xf32>, tensor<3xi32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
OPERAND = np.arange(6, dtype=np.float32)
UNSORTED = np.array([9, -1, 7], np.int32)

LOOP = """
func.func private @divided(%x: tensor<2xi32>, %i: tensor<i32>) -> tensor<2xi32> {
  %d = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %0 = stablehlo.divide %x, %d : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main(%x: tensor<2xi32>, %from: tensor<i32>) -> tensor<2xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %from, %y = %x) : tensor<i32>, tensor<2xi32>
    cond {
      %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %m = stablehlo.remainder %i, %one : tensor<i32>
      %z = func.call @divided(%y, %m) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %x : tensor<i32>, tensor<2xi32>
    }
  return %0#1 : tensor<2xi32>
}
"""
ZERO_SIZED = """
func.func @main(%operand: tensor<6xf32>, %start_indices: tensor<3xi32>) -> tensor<3xf32> {
  %nan = stablehlo.subtract %operand, %operand : tensor<6xf32>
  %0 = "stablehlo.gather"(%nan, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 0>
  } : (tensor<6xf32>, tensor<3xi32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


def test_true_gives_results_and_warnings_at_the_callers_line():
    with pytest.warns(interpreter.SanitizerWarning) as told:
        (result,) = interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=True)
    assert result.tolist() == [5, 0, 5]
    assert all(warning.filename == __file__ for warning in told)
    texts = [str(warning.message) for warning in told]
    assert len(texts) == 3
    assert texts[0].splitlines() == [
        "-:3:8: warning: bounds.clamped in stablehlo.gather: starts are too high and are clamped: 2 of 3 index vectors",
        "    index vector [9] at [0]: it is 9, clamped to 5 (dimension 0 allows 0 .. 5)",
        "    index vector [7] at [2]: it is 7, clamped to 5 (dimension 0 allows 0 .. 5)",
        f"    fix: {hazards()['bounds.clamped'].fix}",
    ]
    assert "bounds.negative in stablehlo.gather" in texts[1]
    assert "promise.sorted in stablehlo.gather" in texts[2]


def test_warnings_can_be_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(interpreter.SanitizerWarning, match=r"bounds\.clamped"):
            interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=True)
        interpreter.run(GATHER, OPERAND, np.array([0, 5, 5], np.int32), sanitize=True)


def test_nothing_is_told_unless_asked():
    for sanitize in ({}, {"sanitize": False}):
        interpreter.run(GATHER, OPERAND, UNSORTED, **sanitize)


def ids(**asked):
    sanitizer = interpreter.Sanitizer(**asked)
    interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=sanitizer)
    return [finding.id for finding in sanitizer.findings]


def test_select_and_ignore():
    assert ids() == ["bounds.clamped", "bounds.negative", "promise.sorted"]
    assert ids(select=["promise"]) == ["promise.sorted"]
    assert ids(select="bounds.cl,promise.SORTED") == ["bounds.clamped", "promise.sorted"]
    assert ids(ignore=["bounds"]) == ["promise.sorted"]
    assert ids(select=["bounds"], ignore="bounds.clamped") == ["bounds.negative"]
    assert ids(select=["number"]) == []


def test_errors_name_all_of_the_run():
    sanitizer = interpreter.Sanitizer(error=["promise"])
    with pytest.raises(interpreter.SanitizerError, match=r"^-:3:8: error: promise\.sorted in") as raised:
        interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=sanitizer)
    assert raised.value.findings == sanitizer.findings
    assert len(sanitizer.findings) == 3
    assert isinstance(raised.value, hl.errors.HlogenError)
    (result,) = interpreter.run(GATHER, OPERAND, np.array([1, 1, 2], np.int32), sanitize=sanitizer)
    assert result.tolist() == [1, 1, 2]  # what an earlier run met is no error of this one


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"select": "bounds.clampd"}, "select: there is no hazard 'bounds.clampd'; did you mean bounds.clamped"),
        (
            {"ignore": ["promis"]},
            "ignore: there is no hazard 'promis'; did you mean promise, promise.unset or promise.unique?",
        ),
        ({"error": "zzz"}, "error: there is no hazard 'zzz'; there are promise.sorted, "),
        ({"select": "promise.unset"}, "select: promise.unset is seen by `hlogen check`, before a run, and by no run"),
        ({"shown": -1}, "shown is a number of elements, from 0 on, not -1"),
        ({"shown": True}, "shown is a number of elements, from 0 on, not True"),
    ],
)
def test_what_cannot_be_asked_for(asked, message):
    with pytest.raises(interpreter.UsageError, match=re.escape(message)):
        interpreter.Sanitizer(**asked)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"error": True}, 'error is a hazard such as "bounds.clamped" or "bounds", or a list of them, not True'),
        ({"select": ["bounds", 3]}, 'select: 3 is no hazard; one is text such as "bounds.clamped" or "bounds"'),
        ({"ignore": 1.5}, "not 1.5"),
    ],
)
def test_hazards_are_named_by_text(asked, message):
    with pytest.raises(interpreter.UsageError, match=re.escape(message)):
        interpreter.Sanitizer(**asked)


@pytest.mark.parametrize("sanitize", [1, "bounds", None, ["bounds"]])
def test_sanitize_is_a_flag_or_a_sanitizer(sanitize):
    with pytest.raises(interpreter.UsageError, match=r"sanitize is True, False or an interpreter\.Sanitizer, not"):
        interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=sanitize)


def test_shown_limits_the_elements():
    for shown in (0, 1, 2):
        sanitizer = interpreter.Sanitizer(select="bounds.clamped", shown=shown)
        interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=sanitizer)
        (finding,) = sanitizer.findings
        assert (finding.count, len(finding.elements)) == (2, shown)
        assert ("    and 1 more" in str(finding)) == (shown == 1)


@pytest.mark.parametrize(("count", "more"), [(3, ""), (4, " and 1 more"), (9, " and 6 more")])
@pytest.mark.parametrize("body", ["set", "sub"])
def test_of_many_updates_of_one_element_the_first_are_said_and_the_others_counted(body, count, more):
    @hl.function("3xf32", f"{count + 1}xf32", name="main")
    def main(x, updates):
        ids = hl.constant(np.array([2, *[1] * count], np.int32))
        return hl.scatter(
            x, ids, updates, "set" if body == "set" else hl.subtract, update_window_dims=[], inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0], index_vector_dim=1, unique_indices=True,
        )  # fmt: skip

    sanitizer = interpreter.Sanitizer(select="promise.unique")
    interpreter.run(main, np.zeros(3, np.float32), np.arange(count + 1, dtype=np.float32), sanitize=sanitizer)
    (finding,) = sanitizer.findings
    (element,) = finding.elements
    assert element.text == f"result[1] gets updates[1], updates[2], updates[3]{more}"


def test_executions_of_one_operation_are_one_finding():
    sanitizer = interpreter.Sanitizer(shown=3)
    interpreter.run(LOOP, np.array([7, 8], np.int32), 0, sanitize=sanitizer)
    (finding,) = sanitizer.findings
    assert (finding.id, finding.op, finding.executions) == ("number.division", "stablehlo.divide", 3)
    assert (finding.count, finding.total) == (6, 6)
    assert [element.text for element in finding.elements] == ["7 / 0 at [0]", "8 / 0 at [1]", "7 / 0 at [0]"]
    assert finding.location.line == 4
    assert "6 of 6 elements, in 3 executions" in str(finding)


def test_runs_add_up():
    sanitizer = interpreter.Sanitizer(select="bounds.clamped")
    for _ in range(4):
        interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=sanitizer)
    (finding,) = sanitizer.findings
    assert (finding.count, finding.total, finding.executions, len(finding.elements)) == (8, 12, 4, 5)


@pytest.mark.parametrize(
    ("hazard", "first", "second", "wanted"),
    [
        ("bounds.dropped", [9, 0, 7], [8, 8, 8], "dropped: 5 of 6 windows, 10 of their elements"),
        ("bounds.negative", [-9, 0, 2], [-5, -2, -8], "from the end: 4 of 6 windows, 8 of their elements"),
        ("bounds.partial", [5, 0, 2], [5, 5, -1], "whole): 4 of 6 windows, 4 of their elements are dropped"),
        ("order.value", [1, 1, 4], [0, 0, 4], "updates: 4 of 12, by up to 5"),
        ("order.value", [0, 0, 4], [1, 4, 4], "updates: 4 of 12, by up to 5"),
    ],
)
def test_what_is_said_of_several_runs_is_of_them_all(hazard, first, second, wanted):
    @hl.function("6xi32", "3x1xi32", "3x2xi32", name="main")
    def windows(inputs, indices, updates):
        return hl.scatter(inputs, indices, updates, lambda old, new: new, update_window_dims=[1],
                          inserted_window_dims=[], scatter_dims_to_operand_dims=[0], index_vector_dim=1)  # fmt: skip

    sanitizer = interpreter.Sanitizer(select=hazard)
    for starts in (first, second):
        updates = np.array([[1, 2], [3, 7], [4, 8]], np.int32)
        interpreter.run(
            windows, np.zeros(6, np.int32), np.array(starts, np.int32)[:, None], updates, sanitize=sanitizer
        )
    (finding,) = sanitizer.findings
    assert finding.message.endswith(f"{wanted}, in 2 executions")


def test_threads_may_share_one():
    sanitizer, executable = interpreter.Sanitizer(select="bounds.clamped"), interpreter.load(GATHER)

    def runs():
        for _ in range(50):
            executable(OPERAND, UNSORTED, sanitize=sanitizer)

    threads = [threading.Thread(target=runs) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (finding,) = sanitizer.findings
    assert (finding.count, finding.executions) == (400, 200)


def test_what_was_found_before_a_run_failed_is_told():
    operand = np.array([np.inf, 0, 0, 0, 0, 0], np.float32)
    sanitizer = interpreter.Sanitizer(error="number")
    with pytest.raises(interpreter.ExecutionError, match="slice size 0"):
        interpreter.run(ZERO_SIZED, operand, [0, 6, 9], sanitize=sanitizer)
    nan, undefined = sanitizer.findings
    assert (nan.id, nan.op, nan.count) == ("number.nan", "stablehlo.subtract", 1)
    assert (undefined.id, undefined.op, undefined.count, undefined.total) == (
        "undefined.read",
        "stablehlo.gather",
        2,
        3,
    )
    assert undefined.elements[0].text == "index vector [6] at [1] reads operand index 6 of 6 in dimension 0"
    assert undefined.location.line == 4
    with pytest.warns(interpreter.SanitizerWarning) as told, pytest.raises(interpreter.ExecutionError):
        interpreter.run(ZERO_SIZED, operand, [0, 6, 9], sanitize=True)
    assert len(told) == 2


def test_listeners_and_schedules_go_along():
    seen = []

    class Listener:
        def on_op(self, op, operands, results):
            seen.append(op.name)
            interpreter.run(GATHER, OPERAND, UNSORTED)  # a run inside, which nobody sanitizes

    sanitizer = interpreter.Sanitizer(select="bounds.clamped")
    interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=sanitizer, listeners=[Listener()], schedule=3)
    (finding,) = sanitizer.findings
    assert (finding.executions, seen) == (1, ["stablehlo.gather"])


def test_json():
    sanitizer = interpreter.Sanitizer(select="bounds.clamped", shown=1)
    interpreter.run(GATHER, OPERAND, UNSORTED, sanitize=sanitizer)
    (finding,) = sanitizer.findings
    data = json.loads(json.dumps(finding.as_json()))
    assert data == {
        "id": "bounds.clamped",
        "level": "warning",
        "op": "stablehlo.gather",
        "message": "starts are too high and are clamped: 2 of 3 index vectors",
        "count": 2,
        "total": 3,
        "executions": 1,
        "location": {"file": "-", "line": 3, "column": 8},
        "elements": [
            {
                "text": "index vector [9] at [0]: it is 9, clamped to 5 (dimension 0 allows 0 .. 5)",
                "position": [0],
                "index_vector": [9],
                "values": [],
            }
        ],
        "fix": hazards()["bounds.clamped"].fix,
    }


def test_sanitizing_changes_no_result():
    rng = np.random.default_rng(0)

    @hl.function("20xf32", "50xi32", "50xf32")
    def program(x, i, u):
        return x.at[i].add(u, mode="drop"), x.at[i].set(u, mode="drop"), (u / 0) * 0

    args = (
        rng.standard_normal(20, np.float32),
        rng.integers(-30, 30, 50, np.int32),
        rng.standard_normal(50, np.float32),
    )
    plain = interpreter.run(program, *args)
    sanitized = interpreter.run(program, *args, sanitize=interpreter.Sanitizer())
    assert [x.tobytes() for x in plain] == [x.tobytes() for x in sanitized]


def test_a_warning_that_is_an_error_does_not_replace_the_one_that_stopped_the_run():
    program = """func.func @main(%x: tensor<1xf32>, %size: tensor<1xi32>) -> tensor<?xf32> {
      %0 = stablehlo.log %x : tensor<1xf32>
      %1 = stablehlo.dynamic_reshape %0, %size : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    }"""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(interpreter.ExecutionError, match="1 elements can't be reshaped") as caught:
            interpreter.run(program, np.float32([-1]), np.int32([5]), sanitize=True)
    assert ["number.nan" in note for note in caught.value.__notes__] == [True]


@pytest.mark.parametrize("sizes", [(1, 3), (3, 1), (2, 3, 1, 3)])
def test_the_slice_sizes_of_each_execution_count(sizes):
    """They are an operand of dynamic_gather: of 5 elements, slices of 1 and 2 from 3 on are in bounds, of 3 not."""
    executable = interpreter.load("""
func.func @main(%operand: tensor<5xf32>, %start: tensor<1xi32>, %slice_sizes: tensor<1xi32>) -> tensor<?xf32> {
  %0 = "stablehlo.dynamic_gather"(%operand, %start, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  } : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""")
    for size in sizes:
        sanitizer = interpreter.Sanitizer()
        executable(OPERAND[:5], np.int32([3]), np.int32([size]), sanitize=sanitizer)
        assert [one.id for one in sanitizer.findings] == (["bounds.clamped"] if size > 2 else [])


@pytest.mark.parametrize("lengths", [(6, 3), (3, 6)])
def test_the_size_of_the_operand_of_each_execution_counts(lengths):
    executable = interpreter.load(
        GATHER.replace("tensor<6xf32>", "tensor<?xf32>")
        .replace("indices_are_sorted = true", "")
        .replace("array<i64: 1>, ", "array<i64: 1>")
    )
    for length in lengths:
        sanitizer = interpreter.Sanitizer()
        executable(OPERAND[:length], np.int32([0, 4, 2]), sanitize=sanitizer)
        assert [one.id for one in sanitizer.findings] == (["bounds.clamped"] if length == 3 else [])


def findings_of(program, *arguments):
    """What a run that is watched gives, and what it finds."""
    sanitizer = interpreter.Sanitizer()
    results = interpreter.run(program, *arguments, sanitize=sanitizer)
    assert repr(sanitizer) == f"<sanitizer: {len(sanitizer.findings)} findings>"
    return [result.tolist() for result in results], [finding.id for finding in sanitizer.findings]


def test_bodies_that_fail_on_what_only_the_sanitizer_asks_are_no_findings():
    """A comparator that never sees equal elements, and a body that takes updates in their order alone."""
    program = """func.func @main(%x: tensor<4xi32>, %i: tensor<3x1xi32>, %u: tensor<3xi32>)
        -> (tensor<4xi32>, tensor<4xi32>) {
      %0 = "stablehlo.sort"(%x) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %ne = stablehlo.compare NE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "check.expect_eq_const"(%ne) {value = dense<true> : tensor<i1>} : (tensor<i1>) -> ()
        %lt = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %lt : tensor<i1>
      }) : (tensor<4xi32>) -> tensor<4xi32>
      %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%old: tensor<i32>, %new: tensor<i32>):
        %lt = stablehlo.compare LT, %old, %new : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "check.expect_eq_const"(%lt) {value = dense<true> : tensor<i1>} : (tensor<i1>) -> ()
        stablehlo.return %new : tensor<i32>
      }) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>
      return %0, %1 : tensor<4xi32>, tensor<4xi32>
    }"""
    x, indices = np.array([3, 1, 4, 2], np.int32), np.array([[0], [0], [0]], np.int32)
    results, found = findings_of(program, x, indices, np.array([7, 8, 9], np.int32))
    assert results == [[1, 2, 3, 4], [9, 1, 4, 2]]
    assert "order.comparator" not in found


def test_initial_values_of_another_type_and_numbers_that_become_complex():
    program = """func.func @main(%x: tensor<2xi8>, %z: tensor<i8>) -> (tensor<i32>, tensor<2xcomplex<f32>>) {
      %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) : (tensor<2xi8>, tensor<i8>) -> tensor<i32>
      %1 = stablehlo.convert %x : (tensor<2xi8>) -> tensor<2xcomplex<f32>>
      return %0, %1 : tensor<i32>, tensor<2xcomplex<f32>>
    }"""
    results, found = findings_of(program, np.array([100, 100], np.int8), np.int8(5))
    assert results == [205, [100, 100]]
    assert found == []


def test_sums_of_indices_overflow_as_those_of_64_bits_do():
    largest = np.array([(1 << 63) - 1, 5])
    added = one_operation("stablehlo.add", [tensor("2xindex")] * 2, [tensor("2xindex")])
    results, found = findings_of(added, largest, np.array([1, 1]))
    assert results == [[-(1 << 63), 6]]
    assert found == ["number.overflow"]


LOOKED_INTO = {
    "sort": """%p = "stablehlo.sort"(%y) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare LE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }) : (tensor<4xf32>) -> tensor<4xf32>""",
    "reduce": """%p = "stablehlo.reduce"(%y, %one) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.multiply %a, %b : tensor<f32>
        %d = stablehlo.add %c, %a : tensor<f32>
        stablehlo.return %d : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>""",
    "scatter": """%p = "stablehlo.scatter"(%y, %i, %u) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.multiply %a, %b : tensor<f32>
        %d = stablehlo.add %c, %b : tensor<f32>
        stablehlo.return %d : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
        index_vector_dim = 1>} : (tensor<4xf32>, tensor<6x1xi32>, tensor<6xf32>) -> tensor<4xf32>""",
}


@pytest.mark.parametrize("name", LOOKED_INTO)
def test_what_is_run_again_to_be_looked_into_leaves_the_rest_of_a_run_as_it_was(name):
    """Behind it, numbers are drawn from the run's seed, and updates folded in its order."""
    program = interpreter.load(f"""func.func @main(%y: tensor<4xf32>, %i: tensor<6x1xi32>) -> (tensor<4xf32>) {{
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %s = stablehlo.constant dense<6> : tensor<1xi64>
      %u = stablehlo.rng %zero, %one, %s, distribution = UNIFORM
        : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<6xf32>
      {LOOKED_INTO[name]}
      %v = stablehlo.rng %zero, %one, %s, distribution = UNIFORM
        : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<6xf32>
      %r = "stablehlo.scatter"(%y, %i, %v) ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          stablehlo.return %b : tensor<f32>
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
        : (tensor<4xf32>, tensor<6x1xi32>, tensor<6xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }}""")
    y, i = np.array([3, 1, 2, 1], np.float32), np.array([[0], [1], [0], [1], [0], [1]], np.int32)
    for schedule in ("lexicographic", "reverse", 7):
        sanitizer = interpreter.Sanitizer(select="order")
        plain = program(y, i, seed=5, schedule=schedule)[0].tolist()
        assert program(y, i, seed=5, schedule=schedule, sanitize=sanitizer)[0].tolist() == plain
        assert {finding.op for finding in sanitizer.findings} == {f"stablehlo.{name}", "stablehlo.scatter"}
