from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen import placing
from hlogen.backends import backend
from hlogen.backends.errors import OracleCrashed, OracleError
from hlogen.conform.differences import differences
from hlogen.conform.opwise import comparison
from hlogen.errors import UsageError
from interpreter import compare
from interpreter.kernels.registry import kernels

ROOT = Path(__file__).parents[4]
TEXT = """func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  %1 = func.call @half(%0) : (tensor<3xf32>) -> tensor<3xf32>
  %2:2 = stablehlo.while(%i = %c, %s = %1) : tensor<i32>, tensor<3xf32>
    cond {
      %4 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %i, %one : tensor<i32>
      %5 = func.call @half(%s) : (tensor<3xf32>) -> tensor<3xf32>
      %6 = stablehlo.add %5, %0 : tensor<3xf32>
      stablehlo.return %4, %6 : tensor<i32>, tensor<3xf32>
    }
  %3 = func.call @half(%2#1) : (tensor<3xf32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}
func.func private @half(%y: tensor<3xf32>) -> tensor<3xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %0 = stablehlo.multiply %y, %b : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
ARGS = np.array([1, 2, 4], np.float32), 3


class Wrong:
    """A backend that runs programs as the interpreter does, but for one op."""

    name = "xla"

    def __init__(self, op, results):
        self.op, self.results, self.runs = op, results, []

    def run(self, program, *args, entry="main"):
        operations = [op for op in program.functions["main"].body.operations if op.name != "stablehlo.constant"][:-1]
        self.runs.append(len(operations))
        given = list(interpreter.run(program, *args, entry=entry))
        at = 0
        for op in operations:
            if op.name == self.op:
                given[at : at + len(op.results)] = self.results(given[at : at + len(op.results)])
            at += len(op.results)
        return tuple(given)


@pytest.fixture
def wrong(monkeypatch):
    def install(op, results):
        judged = Wrong(op, results)
        monkeypatch.setattr(comparison, "backend", lambda name: judged)
        return judged

    return install


@pytest.mark.parametrize("backend", ["xla", "upstream"])
def test_a_program_that_runs_alike_everywhere(backend):
    found = compare(TEXT, *ARGS, backend=backend)
    # two halves, of two operations each, an addition and a loop; three turns of a half and three more; the last test
    assert (found.compared, found.first, found.differences, found.skipped) == (6 + 15 + 1, None, (), {})
    assert str(found) == f"22 operations compared with {backend}: none differ"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["transformer_block", "message_passing", "moe_routing"])
def test_real_programs_run_alike_on_xla(name):
    program = ROOT / "golden" / "real" / f"{name}.mlir"
    with np.load(program.with_suffix(".inputs.npz")) as inputs:
        found = compare(program, *inputs.values())
    assert found.compared > 30
    assert found.first is None


def test_the_first_that_differs_is_named_and_differences_do_not_add_up(wrong):
    judged = wrong("stablehlo.multiply", lambda results: [results[0] + np.float32([0, 1, 0])])
    found = compare(TEXT, *ARGS)
    assert judged.runs == [22]
    # not the loop that takes its result
    assert [one.op for one in found.differences] == ["stablehlo.multiply"] * 5
    assert [one.execution.within for one in found.differences] == [
        (),
        *((f"turn {turn} of the loop at -:5:10",) for turn in (1, 2, 3)),
        (),
    ]
    first = found.first
    assert (first.name, str(first.location), first.outcome) == ("%0", "-:22:8", "differs")
    assert (first.apart.count, first.apart.max_abs, first.apart.indices) == (1, 1, ((1,),))
    assert str(first).splitlines() == [
        "%0 = stablehlo.multiply at -:22:8: 1 of 3 elements of the result differ, by up to 1, 4194304 ULP; "
        "expected to agree exactly",
        "  [1]: 2.0, the backend has 3.0",
        "  from %y: tensor<3xf32>: min 2.0, max 8.0, mean 4.66667; [2.0, 4.0, 8.0]",
        "  from %b: tensor<3xf32>: min 0.5, max 0.5, mean 0.5; [0.5, 0.5, 0.5]",
        f"  may be known: {', '.join(first.maybe)}",
    ]
    assert "xla.fused-multiply-add" in first.maybe


def test_a_loop_is_a_whole_and_its_program_has_the_functions_that_it_calls(wrong, tmp_path):
    wrong("stablehlo.while", lambda results: [results[0], results[1] * 2])
    first = compare(TEXT, *ARGS).first
    assert (first.op, first.result) == ("stablehlo.while", 1)
    (file,) = first.write(tmp_path / "loop.mlir")
    count, total = interpreter.run(hl.parse(file))
    assert count == 3
    assert np.array_equal(total, first.ours)
    with pytest.raises(UsageError, match=r"loop\.mlir exists already and is left as it is"):
        first.write(tmp_path / "loop.mlir")


MASKED = """func.func @main(%x: tensor<2xf32>, %large: tensor<f32>, %i: tensor<i32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %n = stablehlo.constant dense<5> : tensor<i32>
  %r:3 = stablehlo.while(%a = %i, %b = %x, %c = %large) : tensor<i32>, tensor<2xf32>, tensor<f32>
    cond {
      %0 = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %0 = stablehlo.add %a, %one : tensor<i32>
      %1 = stablehlo.multiply %b, %x : tensor<2xf32>
      stablehlo.return %0, %1, %c : tensor<i32>, tensor<2xf32>, tensor<f32>
    }
  %s = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %1 = stablehlo.multiply %x, %r#1 : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r#1, %s : tensor<2xf32>, tensor<2xf32>
}"""


@pytest.mark.parametrize(("start", "place"), [(0, "-:10:12, in turn 1 of the loop at -:3:10"), (7, "-:16:10")])
def test_a_fault_inside_of_a_loop_or_a_branch_is_found(start, place, monkeypatch, tmp_path):
    """Though it is far below the precision of the largest number around, by which a loop as a whole is judged."""
    rows = dict(kernels())
    right = rows["stablehlo.multiply"]

    def plan(op, planner):
        run = right.plan(op, planner)
        return lambda *operands: run(*operands) * np.float32([1, 1.0000002])

    rows["stablehlo.multiply"] = dataclasses.replace(right, plan=plan)
    for module in (interpreter.plan.program, interpreter.plan.quantized):
        monkeypatch.setattr(module, "kernels", lambda: rows)
    program = hl.parse(MASKED)  # what is read from text stays loaded
    first = compare(program, np.float32([3, 5]), np.float32(1e30), start).first
    assert str(first).startswith(f"%1 = stablehlo.multiply at {place}: 1 of 2 elements of the result differ, by up to ")
    (file,) = first.write(tmp_path / "multiply.mlir")
    monkeypatch.undo()
    (right_result,) = interpreter.run(hl.parse(file))
    assert np.array_equal(right_result, first.theirs)
    assert not np.array_equal(right_result, first.ours)


def test_later_turns_are_seen_in_the_loop_as_a_whole(wrong):
    """Five turns: four of three operations, the loop and the branch."""
    judged = wrong("stablehlo.while", lambda results: [results[0] + 1, *results[1:]])
    found = compare(MASKED, np.float32([3, 5]), np.float32(1), 0)
    assert (judged.runs, found.first.op, found.first.ours.tolist()) == ([4 * 3 + 2], "stablehlo.while", 5)


def test_roundings_that_add_up_in_a_loop_are_no_difference():
    """Each turn multiplies what two backends' sines differ by."""

    @hl.function("4xf32", name="main")
    def program(x):
        return hl.while_((0, x), lambda i, x: i < 20, lambda i, x: (i + 1, hl.sine(x * 10.0)))[1]

    found = compare(program, np.float32([0.3, 0.7, 1.1, -0.2]))
    assert found.compared >= 6 * 4  # of turns 1, 2, 3, 4, 8 and 16
    assert found.differences == ()
    assert found.skipped == {"stablehlo.while (what it runs is compared, and its roundings add up)": 1}


def test_what_is_random_inside_of_a_loop_or_function_is_not_compared():
    program = """func.func @main(%n: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.while(%a = %n) : tensor<i32>
        cond {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %1 = stablehlo.compare LT, %a, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %1 : tensor<i1>
        } do {
          %1 = func.call @drawn() : () -> tensor<i32>
          stablehlo.return %1 : tensor<i32>
        }
      return %0 : tensor<i32>
    }
    func.func private @drawn() -> tensor<i32> {
      %low = stablehlo.constant dense<0> : tensor<i32>
      %high = stablehlo.constant dense<1000000> : tensor<i32>
      %shape = stablehlo.constant dense<> : tensor<0xi64>
      %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM
        : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
      return %0 : tensor<i32>
    }"""
    found = compare(program, -1)
    assert (found.compared, found.differences) == (2, ())
    assert found.skipped == {
        "stablehlo.rng (it draws random numbers)": 1,
        "stablehlo.while (stablehlo.rng inside of it draws random numbers)": 1,
    }


def test_what_a_backend_only_does_at_run_time_keeps_its_arguments(tmp_path, monkeypatch):
    """XLA takes subnormal numbers for zero, but not where it computes on constants."""

    @hl.function("2xf32", name="main")
    def program(x):
        return x * 1e-38

    first = compare(program, np.float32([4, 0])).first
    assert first.known == ("xla.subnormals",)
    mlir, npz = first.write(tmp_path / "m.mlir")
    with np.load(npz) as inputs:
        (ours,) = interpreter.run(hl.parse(mlir), *inputs.values())
        (theirs,) = backend("xla").run(hl.parse(mlir), *inputs.values())
    assert ours.tolist() == [np.float32(4) * np.float32(1e-38), 0]
    assert theirs.tolist() == [0, 0]
    write = placing.write

    def late(target, fill, *, overwrite):  # another process writes the second of the files in the meantime
        if target.suffix == ".npz":
            target.write_text("theirs")
        write(target, fill, overwrite=overwrite)

    monkeypatch.setattr(placing, "write", late)
    with pytest.raises(UsageError, match=r"n\.npz exists already and is left as it is"):
        first.write(tmp_path / "n.mlir")
    assert {path.name for path in tmp_path.iterdir()} == {"m.mlir", "m.npz", "n.npz"}
    assert (tmp_path / "n.npz").read_text() == "theirs"


def smallest(id):
    return next(difference.case for difference in differences() if difference.id == id)


def test_a_known_difference_of_xla_is_found_in_the_midst_of_a_program():
    case = smallest("xla.partial-windows")
    first = compare(case.module, *case.arguments).first
    assert first.op == "stablehlo.scatter"
    assert "xla.partial-windows" in first.maybe


@pytest.mark.parametrize("id", ["xla.f6", "xla.quantized"])
def test_types_that_a_backend_is_known_to_refuse_are_named(id):
    case = smallest(id)
    found = compare(case.module, *case.arguments)
    assert found.differences
    assert {one.known for one in found.differences} == {(id,)}
    assert found.compared or str(found).startswith("nothing could be compared with xla\n")


def test_what_a_backend_refuses_or_dies_of_is_found_among_many(monkeypatch):
    class Refuses(Wrong):
        def run(self, program, *args, entry="main"):
            if "stablehlo.while" in str(program):
                self.runs.append(0)
                raise OracleCrashed("xla: died")
            if "stablehlo.multiply" in str(program):
                self.runs.append(0)
                raise OracleError("xla: doesn't multiply\nat all")
            return super().run(program, *args, entry=entry)

    monkeypatch.setattr(comparison, "backend", lambda name: Refuses("", None))
    found = compare(TEXT, *ARGS)
    assert [(one.op, one.outcome, one.said) for one in found.differences] == [
        *[("stablehlo.multiply", "refused", "xla: doesn't multiply")] * 4,
        ("stablehlo.while", "crashed", "xla: died"),
        ("stablehlo.multiply", "refused", "xla: doesn't multiply"),
    ]
    assert (found.compared, found.first) == (22 - 6, None)
    monkeypatch.setattr(comparison, "_MOST_TOLD", 2)
    assert str(found).count("doesn't multiply") == 2
    assert "\nand 4 more that gave no result" in str(found)


def test_large_programs_are_split(wrong, monkeypatch):
    judged = wrong("", None)
    monkeypatch.setattr(comparison, "_MOST_OPERATIONS", 4)
    assert compare(TEXT, *ARGS).compared == 22
    assert judged.runs == [4] * 5 + [2]
    monkeypatch.setattr(comparison, "_MOST_BYTES", 1)
    assert compare(TEXT, *ARGS).compared == 22
    assert judged.runs[6:] == [1] * 22


def test_shapes_are_those_that_the_run_has_had():
    program = """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}"""
    assert compare(program, np.ones(5, np.float32)).compared == 2


def test_inputs_are_called_as_mlir_prints_them(wrong):
    @hl.function("3xf32", name="main")
    def program(x):
        return hl.tanh(x) * np.float32([1, 2, 3])

    wrong("stablehlo.multiply", lambda results: [results[0] + 1])
    text = str(compare(program, np.float32([1, 2, 3])).first)
    assert "  from %0: tensor<3xf32>" in text
    assert "  from %cst: tensor<3xf32>" in text


def test_of_very_many_differences_only_the_first_have_values(wrong, monkeypatch, tmp_path):
    wrong("stablehlo.multiply", lambda results: [results[0] + 1])
    monkeypatch.setattr(comparison, "_MOST_KEPT", 0)
    first, second, *_ = compare(TEXT, *ARGS).differences
    assert "the backend has 2.0" in str(first)
    assert first.write(tmp_path / "first.mlir")
    assert str(second).startswith("%0 = stablehlo.multiply at -:22:8, in turn 1 of the loop at -:5:10: 3 of 3 elements")
    assert second.ours is None
    with pytest.raises(UsageError, match="the values of %0 weren't kept"):
        second.write(tmp_path / "second.mlir")


def test_any_function_is_compared(wrong):
    wrong("stablehlo.sine", lambda results: [results[0] * 2])
    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.sine %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
    assert compare(text, np.float32([1, 2])).compared == 0
    (difference,) = compare(text, np.float32([1, 2]), entry="other").differences
    assert difference.op == "stablehlo.sine"


def test_what_cannot_stand_by_itself_is_told():
    program = """func.func @main() -> tensor<2xui32> {
  %t = stablehlo.create_token : !stablehlo.token
  %u = stablehlo.after_all %t : !stablehlo.token
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<2xui32>
  return %1 : tensor<2xui32>
}"""
    found = compare(program)
    assert found.compared == 1
    assert found.skipped == {
        "stablehlo.create_token (it takes or gives tokens or tuples)": 1,
        "stablehlo.after_all (it takes or gives tokens or tuples)": 1,
        "stablehlo.replica_id (it is about several processes)": 1,
    }
    first, *_, last = str(found).splitlines()
    assert first == "1 operation compared with xla: none differ"
    assert last == "not compared: 1 time stablehlo.replica_id (it is about several processes)"


def test_why_operations_are_left_out():
    program = """func.func @main(%x: tensor<2xi32>, %p: tensor<1xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  check.expect_eq %0, %c : tensor<2xi32>
  interpreter.print %0 : tensor<2xi32>
  %1 = stablehlo.custom_call @Sharding(%0) : (tensor<2xi32>) -> tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.dynamic_iota %p, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %3 = "stablehlo.sort"(%2) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %lt = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<?xi32>) -> tensor<?xi32>
  return %1 : tensor<2xi32>
}"""
    found = compare(program, np.int32([1, 2]), np.int32([3]))
    assert found.skipped == {
        "check.expect_eq (it is about a test)": 1,
        "interpreter.print (it is about a test)": 1,
        "stablehlo.custom_call (what it means is registered)": 1,
        "stablehlo.sort (it has regions of dynamic shapes)": 1,
    }


def test_what_a_backend_only_refuses_as_constants_is_shown_with_arguments(wrong):
    judged = wrong("stablehlo.sine", lambda results: [results[0] * 2])
    usual = judged.run

    def run(program, *args, **options):
        if not args:
            raise OracleError("no constants")
        return usual(program, *args, **options)

    judged.run = run
    program = hl.function("2xf32", name="main")(lambda x: hl.sine(x))
    (difference,) = compare(program, np.float32([1, 2])).differences
    module, arguments = difference.standalone()
    assert (len(module.function("main").arguments), [each.tolist() for each in arguments]) == (1, [[1, 2]])


def test_a_result_of_another_kind_differs(wrong, tmp_path):
    wrong("stablehlo.sine", lambda results: [results[0].astype(np.float64)])
    program = hl.function("2xf32", name="main")(lambda x: hl.sine(x))
    (difference,) = compare(program, np.float32([1, 2])).differences
    assert "the result is float32 of shape [2], the backend's is float64 of shape [2]" in str(difference)
    (tmp_path / "folder.mlir").mkdir()
    with pytest.raises(UsageError, match=r"folder\.mlir can't be written: Is a directory"):
        difference.write(tmp_path / "folder.mlir", overwrite=True)


def test_the_interpreter_is_not_held_against_itself():
    with pytest.raises(UsageError, match="can't be held against itself"):
        compare(TEXT, *ARGS, backend="interpreter")
    with pytest.raises(UsageError, match="there is no backend 'tpu'"):
        compare(TEXT, *ARGS, backend="tpu")


def test_how_far_a_comparison_is():
    told = []
    found = compare(TEXT, *ARGS, backend="upstream", on_progress=told.append)
    assert told[-1] == found.compared > 0
    assert told == sorted(told)


class Found:
    """What a comparison has found of one operation."""

    def __init__(self, outcome, said):
        self.outcome, self.said = outcome, said

    def __str__(self):
        return self.said


@pytest.mark.parametrize(
    ("compared", "found", "skipped", "said"),
    [
        (0, [], {}, "nothing could be compared with xla"),
        (1, [], {}, "1 operation compared with xla: none differ"),
        (3, [], {"rng (it is random)": 2, "send (x)": 1},
         "3 operations compared with xla: none differ\nnot compared: 2 times rng (it is random)\n"
         "not compared: 1 time send (x)"),
        (1, [Found("differs", "a")], {}, "1 operation compared with xla: 1 differs\nfirst: a"),
        (3, [Found("refused", "no"), Found("differs", "a"), Found("crashed", "it fell"), Found("differs", "b")], {},
         "3 operations compared with xla: 2 differ\nfirst: a\nno\nit fell"),
        (0, [Found("took too long", str(at)) for at in range(12)], {"x": 1},
         "nothing could be compared with xla\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\nand 2 more that gave no result\n"
         "not compared: 1 time x"),
    ],
)  # fmt: skip
def test_what_a_comparison_says(compared, found, skipped, said):
    assert str(comparison.Comparison("xla", compared, tuple(found), skipped)) == said


def test_what_is_left_out_is_counted(wrong):
    """By operation and reason; constants are what others are made of."""
    text = """func.func @main(%a: tensor<f32>, %n: tensor<1xi64>) -> tensor<1xf32> {
      %c = stablehlo.constant dense<1.0> : tensor<f32>
      %0 = stablehlo.rng %a, %c, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1xf32>
      %1 = stablehlo.rng %a, %c, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1xf32>
      %2 = stablehlo.add %0, %1 : tensor<1xf32>
      return %2 : tensor<1xf32>
    }"""
    wrong("stablehlo.none", list)
    found = compare(text, np.float32(0), np.int64([1]))
    assert (found.compared, list(found.skipped.values())) == (1, [2])
    assert next(iter(found.skipped)).startswith("stablehlo.rng (")


def test_a_loop_around_a_choice_is_compared_as_a_whole_where_nothing_rounds(wrong):
    @hl.function("i32", name="main")
    def program(x):
        return hl.fori(0, 2, lambda i, c: hl.cond(c > 3, lambda: c + x, lambda: c - x), x)

    wrong("stablehlo.none", list)
    found = compare(program, np.int32(2))
    assert found.skipped == {}
    judged = wrong("stablehlo.while", lambda results: [result + 1 for result in results])
    assert compare(program, np.int32(2)).first.op == "stablehlo.while"
    assert judged.runs == [found.compared]
