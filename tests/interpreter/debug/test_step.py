"""Runs an operation at a time. What is printed of values is that of NumPy; places are those of the text."""

from __future__ import annotations

import signal

import numpy as np
import pytest

import interpreter
from hlogen.errors import UsageError
from interpreter.debug.frames import Stack

TEXT = """func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %s = %x) : tensor<i32>, tensor<3xf32>
    cond {
      %3 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = stablehlo.add %i, %one : tensor<i32>
      %4 = func.call @double(%s) : (tensor<3xf32>) -> tensor<3xf32>
      stablehlo.return %3, %4 : tensor<i32>, tensor<3xf32>
    }
  %5 = stablehlo.negate %0#1 : tensor<3xf32>
  return %5 : tensor<3xf32>
}
func.func private @double(%y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %y, %y : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
X = np.array([1, 2, -1], np.float32)


def stepped(commands, *args, program=TEXT):
    """What is answered to each command; the first answer is what is there at the start."""
    lines: list[list[str]] = [[]]

    def given():
        for command in commands:
            lines.append([])
            yield command

    with pytest.raises(interpreter.Stopped) if commands[-1] == "quit" else _nothing():
        interpreter.run(program, *args, listeners=[interpreter.Step(given(), lambda text: lines[-1].append(text))])
    return ["\n".join(answer) for answer in lines]


class _nothing:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


def test_it_stops_before_each_operation_and_shows_what_the_last_one_gave():
    start, first, second, third, *_ = stepped(["step", "", "s", "continue"], X, 1)
    assert start.split("\n") == [
        "in function @main",
        "  %x: tensor<3xf32>: min -1.0, max 2.0, mean 0.666667; [1.0, 2.0, -1.0]",
        "  %n: tensor<i32>: 1",
        "-> %c = stablehlo.constant() at -:2:8",
    ]
    assert first.split("\n") == ["  %c: tensor<i32>: 0", "-> %one = stablehlo.constant() at -:3:10"]
    assert second.split("\n") == ["  %one: tensor<i32>: 1", "-> %0 = stablehlo.while(%c, %x) at -:4:10"]
    assert third.split("\n") == [
        "in the loop's condition, turn 1",
        "  %i: tensor<i32>: 0",
        "  %s: tensor<3xf32>: min -1.0, max 2.0, mean 0.666667; [1.0, 2.0, -1.0]",
        "-> %3 = stablehlo.compare(%i, %n) at -:6:12",
    ]


def test_turns_are_those_of_each_loop():
    """Twice the outer loop, each time twice the one inside, and then one more beside it."""

    def loop(name, do=""):
        return f"""%{name} = stablehlo.while(%i{name} = %c) : tensor<i32> cond {{
          %3 = stablehlo.compare LT, %i{name}, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %3 : tensor<i1>
        }} do {{
          {do}
          %3 = stablehlo.add %i{name}, %one : tensor<i32>
          stablehlo.return %3 : tensor<i32>
        }}"""

    program = f"""func.func @main(%n: tensor<i32>) -> tensor<i32> {{
      %c = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      {loop("0", loop("4"))}
      {loop("1")}
      return %1 : tensor<i32>
    }}"""
    answers = "\n".join(stepped(["break compare", *["continue"] * 13], 2, program=program)).split("\n")
    found = [line.partition("condition, ")[2] for line in answers if line.startswith("in the loop's condition")]
    once = ["turn 1", "turn 2", "turn 3"]
    assert found == ["turn 1", *once, "turn 2", *once, "turn 3", *once]


def test_next_runs_all_that_an_operation_runs():
    *_, last, end = stepped(["next", "n", "next", "next"], X, 3)
    assert last.split("\n") == [
        "  %0#0: tensor<i32>: 3",
        "  %0#1: tensor<3xf32>: min -8.0, max 16.0, mean 5.33333; [8.0, 16.0, -8.0]",
        "-> %5 = stablehlo.negate(%0#1) at -:13:8",
    ]
    assert "the program has ended" in end


def test_out_leaves_functions_and_loops():
    *_, of_function, of_loop, _ = stepped(["until :17", "out", "out", "quit"], X, 2)
    assert of_function.split("\n")[0].startswith("  %4: tensor<3xf32>: min -2.0")
    assert "in the loop's condition, turn 2" in of_function
    assert of_loop.split("\n")[-1] == "-> %5 = stablehlo.negate(%0#1) at -:13:8"


def test_breaks_are_for_good_and_until_is_for_once():
    answers = stepped(["break add", "c", "c", "delete 1", "until %5", "c"], X, 1)
    assert answers[1] == "1: stops before add"
    assert answers[2].endswith("-> %3 = stablehlo.add(%i, %one) at -:9:12")
    assert answers[3].endswith("-> %0 = stablehlo.add(%y, %y) at -:17:8")
    assert answers[4] == ""
    assert answers[5] == "-> %5 = stablehlo.negate(%0#1) at -:13:8"
    assert answers[6] == "the program has ended"


def test_breaks_can_be_listed_and_deleted():
    answers = stepped(["b %5", "watch :9:12", "b", "d 1", "d 7", "b", "c"], X, 1)
    assert answers[1:7] == [
        "1: stops before %5",
        "2: shows :9:12",
        "1: stops before %5\n2: shows :9:12",
        "",
        "there is no 7; there are 2",
        "2: shows :9:12",
    ]
    assert answers[7].split("\n") == [
        "  %3 = stablehlo.add(%i, %one) at -:9:12",
        "    from %i: tensor<i32>: 0",
        "    from %one: tensor<i32>: 1",
        "    %3: tensor<i32>: 1",
        "the program has ended",
    ]


def test_values_of_this_frame_and_of_those_around_it_can_be_looked_at():
    answers = stepped(["u :17", "p %y", "p %y[1:]", "p %y[-1]", "p %x[0]", "p %3", "p %i", "p", "quit"], X, 1)
    assert answers[2:9] == [
        "%y: tensor<3xf32>: min -1.0, max 2.0, mean 0.666667; [1.0, 2.0, -1.0]\n[ 1.  2. -1.]",
        "%y[1:] of tensor<3xf32>: min -1.0, max 2.0, mean 0.5; [2.0, -1.0]\n[ 2. -1.]",
        "%y[-1] of tensor<3xf32>: -1.0",
        "%x[0] of tensor<3xf32>: 1.0",
        "%3: tensor<i32>: 1",
        "%i: tensor<i32>: 0",
        "%y: tensor<3xf32>: min -1.0, max 2.0, mean 0.666667; [1.0, 2.0, -1.0]\n[ 1.  2. -1.]",
    ]


def test_values_that_the_program_has_let_go_are_there_while_the_function_runs():
    answers = stepped(["u %5", "p %c", "p %x", "c"], X, 1)  # neither is used any more
    assert answers[2] == "%c: tensor<i32>: 0"
    assert answers[3].endswith("[ 1.  2. -1.]")


def test_constants_are_named_in_one_line_before_the_values():
    constants = "".join(f"  %c{n} = stablehlo.constant dense<{n}> : tensor<i32>\n" for n in range(14))
    program = f"func.func @main(%x: tensor<i32>) -> tensor<i32> {{\n{constants}"
    program += "  %0 = stablehlo.add %x, %c1 : tensor<i32>\n  return %0 : tensor<i32>\n}"
    *_, values, _ = stepped(["u add", "values", "c"], 5, program=program)
    names = ", ".join(f"%c{n}" for n in range(12))
    assert values.split("\n") == ["of function @main:", f"  constants: {names} and 2 more", "  %x: tensor<i32>: 5"]


def test_where_says_what_one_is_in():
    answers = stepped(["u :17", "where", "c"], X, 2)
    assert answers[2].split("\n") == [
        "-> %0 = stablehlo.add(%y, %y) at -:17:8, in function @double",
        "in %4 = func.call(%s) at -:10:12, in the loop's body, turn 1",
        "in %0 = stablehlo.while(%c, %x) at -:4:10, in function @main",
    ]


def test_list_shows_the_operations_of_a_text_and_the_lines_of_a_file(tmp_path):
    assert stepped(["u add", "list", "c"], X, 1)[2].split("\n") == [
        "-> %3 = stablehlo.add(%i, %one) at -:9:12",
        "   %4 = func.call(%s) at -:10:12",
    ]
    file = tmp_path / "model.mlir"
    file.write_text(TEXT)
    answers = stepped(["u add", "list", "c"], X, 1, program=file)
    assert answers[1].endswith("\n   9 | %3 = stablehlo.add %i, %one : tensor<i32>")
    assert "->    9 |       %3 = stablehlo.add %i, %one : tensor<i32>" in answers[2].split("\n")


def test_save_writes_a_new_file(tmp_path):
    path = tmp_path / "s.npy"
    answers = stepped(["u :17", f"save %s {path}", f"save %s {path}", "save %s", "c"], X, 1)
    assert answers[2] == f"wrote %s to {path}"
    assert "exists already and is left as it is" in answers[3]
    assert "save takes a value and a new .npy file" in answers[4]
    np.testing.assert_array_equal(np.load(path), X)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("print %nope", "no value is called %nope; there are %x, %n"),
        ("print %5", "%5 isn't there yet; stablehlo.negate at -:13:8 gives it"),
        ("print %4", "%4 is of a function or region that doesn't run now; values lists what is there"),
        ("print %x[5]", "%x[5] isn't there in the shape [3]: index 5 is out of bounds for axis 0 with size 3"),
        ("print %x[a]", "'a' is no index: write %x[0, 2:4]"),
        ("print x", "print takes a value, or a part of it: print %5, print %5[0, 2:4]; not 'x'"),
        ("break %9", "no operation of the program is called %9; there are %c, %one, %0"),
        ("break", "nothing was asked for: break OP, watch OP"),
        ("until", "until takes a result (%5), an op (log) or a place (:12)"),
        ("step 3", "'3' is too much here; help says what each command takes"),
        ("jump", "there is no command 'jump'; help lists them"),
    ],
)
def test_what_is_wrong_is_said_and_asked_again(command, message):
    assert stepped([command, "c"], X, 1)[1].startswith(message)


def test_a_command_is_a_line():
    with pytest.raises(interpreter.ExecutionError, match="commands are lines of text, not 3"):
        interpreter.run(TEXT, X, 1, listeners=[interpreter.Step(iter([3]), _silent)])


def test_quit_and_the_end_of_the_commands_stop_the_run():
    with pytest.raises(interpreter.Stopped, match="stopped before the end of the program, so there are no results"):
        interpreter.run(TEXT, X, 1, listeners=[interpreter.Step(["quit"], _silent)])
    with pytest.raises(interpreter.Stopped, match="the commands have ended before the end of the program") as caught:
        interpreter.run(TEXT, X, 1, listeners=[interpreter.Step(["step"], _silent)])
    assert caught.value.operation == "stablehlo.constant"


def test_results_are_those_of_a_run_that_nobody_looks_at():
    listener = interpreter.Step(["step"] * 3 + ["continue"], _silent)
    (found,) = interpreter.run(TEXT, X, 4, listeners=[listener])
    np.testing.assert_array_equal(found, -16 * X)


def test_an_operation_that_fails_can_be_looked_at():
    program = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%x, %0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return %0 : tensor<2xf32>
}"""
    lines: list[str] = []
    with pytest.raises(interpreter.CheckFailed):
        interpreter.run(
            program,
            np.array([1, 2], np.float32),
            listeners=[interpreter.Step(["continue", "where", "print %0", "continue"], lines.append)],
        )
    assert any(line.startswith("the run has failed: check.expect_eq: 2 of 2 elements") for line in lines)
    assert lines[-2].startswith("-> stablehlo.custom_call(%x, %0) at -:3:3")
    assert lines[-1].startswith("%0: tensor<2xf32>: min -2.0")


def test_branches_have_their_names():
    program = """func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.abs %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %2 = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
  %3 = "stablehlo.case"(%2) ({
    %4 = stablehlo.negate %0 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }, {
    %4 = stablehlo.abs %0 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %3 : tensor<f32>
}"""
    answers = stepped(["step", "p %x", "until abs", "c"], np.array(True), np.float32(2), program=program)
    assert answers[1].split("\n")[0] == "in the true branch"
    assert answers[2] == "%x: tensor<f32>: 2.0"
    assert "in branch 1" in answers[3]


COMPARATOR = """func.func @main(%x: tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
  %2 = "stablehlo.map"(%x) ({
    ^bb0(%a: tensor<i32>):
      %3 = stablehlo.multiply %a, %a : tensor<i32>
      %4 = stablehlo.subtract %3, %a : tensor<i32>
      stablehlo.return %4 : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>) -> tensor<4xi32>
  return %0, %2 : tensor<i32>, tensor<4xi32>
}"""


def test_bodies_run_on_many_elements_or_not_at_all_and_that_is_said():
    answers = stepped(
        ["break %1", "break subtract", "c", "p %3", "c"], np.arange(4, dtype=np.int32), program=COMPARATOR
    )
    assert "the bodies of stablehlo.reduce run on many elements at once, and well-known ones" in answers[1]
    assert answers[3].endswith("-> %4 = stablehlo.subtract(%3, %a) at -:11:12")
    assert "in the body of stablehlo.map" in answers[3]
    assert answers[4] == "%3: tensor<i32> on 4 lanes: min 0, max 9, mean 3.5; [0, 1, 4, 9]\n[0 1 4 9]"


GRID = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %x : tensor<f32>
  %1 = "stablehlo.collective_permute"(%0) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
    : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.abs %1 : tensor<f32>
  return %2 : tensor<f32>
}"""


def test_the_processes_of_a_grid_are_told_apart():
    lines: list[str] = []
    results = interpreter.run_parallel(
        GRID,
        [(np.float32(1),), (np.float32(2),)],
        2,
        listeners=[interpreter.Step(["step", "step", "print %0", "where", "until abs", "print %1", "c"], lines.append)],
    )
    assert [float(x) for (x,) in results] == [2, 1]
    assert lines.index("in process (0, 0)") < lines.index("in process (1, 0)")
    assert "%0 isn't there yet; stablehlo.negate at -:2:8 gives it" in lines  # of the second process
    assert any(line.startswith("process (0, 0): %1 = stablehlo.collective_permute(%0)") for line in lines)


def test_an_operation_that_asks_for_its_process_makes_no_grid_of_a_run():
    """What has been before it is still there, and nothing runs elsewhere."""
    program = """func.func @main() -> tensor<ui32> {
      %c = stablehlo.constant dense<7> : tensor<ui32>
      %id = stablehlo.replica_id : tensor<ui32>
      %0 = stablehlo.add %c, %id : tensor<ui32>
      return %0 : tensor<ui32>
    }"""
    *_, where, values, printed, _ = stepped(["n", "n", "where", "values", "print %c", "c"], program=program)
    assert where == "-> %0 = stablehlo.add(%c, %id) at -:4:12, in function @main"
    assert values.split("\n") == ["of function @main:", "  constants: %c", "  %id: tensor<ui32>: 0"]
    assert printed == "%c: tensor<ui32>: 7"


def test_a_listener_that_refuses_to_start_leaves_no_other_one_begun():
    """What is done about Ctrl-C at the start is undone."""
    before = signal.getsignal(signal.SIGINT)
    listeners = [interpreter.Step(write=lambda text: None), interpreter.Watch("%nope")]
    with pytest.raises(interpreter.UsageError, match="called %nope"):
        interpreter.run(TEXT, X, 1, listeners=listeners)
    assert signal.getsignal(signal.SIGINT) is before


def test_where_says_which_processes_have_ended():
    lines: list[str] = []
    commands = ["until collective_permute", "next", "where", "c"]
    listeners = [interpreter.Step(commands, lines.append)]
    interpreter.run_parallel(GRID, [(np.float32(1),), (np.float32(2),)], 2, listeners=listeners)
    assert "process (1, 0) has ended" in lines


def test_next_stays_in_its_process():
    lines: list[str] = []
    interpreter.run_parallel(
        GRID,
        [(np.float32(1),), (np.float32(2),)],
        2,
        listeners=[interpreter.Step(["next", "next", "next"], lines.append)],
    )
    places = [line for line in lines if line.startswith("->")]
    assert [place.partition("(")[0] for place in places] == [
        "-> %0 = stablehlo.negate",
        "-> %1 = stablehlo.collective_permute",
        "-> %2 = stablehlo.abs",
    ]
    assert "in process (1, 0)" not in lines


def test_the_oldest_values_go_where_memory_is_scarce():
    program = """func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = stablehlo.negate %x : tensor<1000xf32>
  %1 = stablehlo.abs %0 : tensor<1000xf32>
  %2 = stablehlo.abs %1 : tensor<1000xf32>
  %3 = stablehlo.abs %2 : tensor<1000xf32>
  return %3 : tensor<1000xf32>
}"""
    lines: list[str] = []
    step = interpreter.Step(["until %3", "print %0", "print %1[:2]", "print %2[:2]", "c"], lines.append)
    step.keep_bytes = 8000
    interpreter.run(program, np.ones(1000, np.float32), listeners=[step])
    assert "%0 was let go after its last use, as too much memory was taken" in lines
    assert "%1[:2] of tensor<1000xf32>: min 1.0, max 1.0, mean 1; [1.0, 1.0]\n[1. 1.]" in lines


def test_frames_keep_nothing_of_a_turn_that_has_ended():
    step = interpreter.Step(["continue"], _silent)
    interpreter.run(TEXT, X, 50, listeners=[step])
    (stack,) = step.stacks.values()
    assert isinstance(stack, Stack)
    assert len(stack) == 1
    assert stack.bytes == sum(stack.top.sizes.values())


def _silent(text: str) -> None:
    del text


def test_commands_are_lines_and_no_text():
    with pytest.raises(UsageError, match=r"commands are a list of lines, not the text 'next\\nstep'"):
        interpreter.Step("next\nstep")


def test_all_operands_of_an_operation_are_shown():
    said: list[str] = []
    program = """func.func @main(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  return %0 : tensor<f32>
}"""
    interpreter.run(
        program, True, np.float32(1), np.float32(2), listeners=[interpreter.Step(["continue"], said.append)]
    )
    assert any("-> %0 = stablehlo.select(%p, %x, %y) at -:2:8" in text for text in said), said


TOKENS = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %u:2 = stablehlo.optimization_barrier %x, %t : tensor<3xf32>, !stablehlo.token
  %v:2 = stablehlo.optimization_barrier %x, %x : tensor<3xf32>, tensor<3xf32>
  %n = stablehlo.negate %u#0 : tensor<3xf32>
  return %n : tensor<3xf32>
}"""


def test_what_has_no_operands_no_elements_or_several_values():
    commands = ["print", "watch", "step", "print %t", "print %t[0]", "save %t t.npy", "step", "step", "save %v v.npy"]
    commands += ["watch %n", "watch", "help next", "help nonsense", "step", "where", "print", "list", "step"]
    _, *answers = stepped(commands, X, program=TOKENS)
    said = dict(zip(enumerate(commands), answers, strict=True))
    assert said[0, "print"] == "the operation has no operands"
    assert said[1, "watch"] == "nothing was asked for: break OP, watch OP"
    assert said[3, "print %t"] == "%t: !stablehlo.token: a token"
    assert said[4, "print %t[0]"] == "%t: !stablehlo.token is no array, so it has no elements"
    assert said[5, "save %t t.npy"] == "%t is a token or a tuple, and a file holds one array"
    assert said[8, "save %v v.npy"] == "%v has 2 values: save %v#0, and a file holds one array"
    assert said[9, "watch %n"] == said[10, "watch"] == "1: shows %n"
    assert said[11, "help next"].splitlines() == ["next, n            run one operation, with all that it runs"]
    assert said[11, "help next"] in said[12, "help nonsense"].splitlines()
    assert len(said[12, "help nonsense"].splitlines()) > 10
    assert said[14, "where"] == "the program has ended"
    assert said[15, "print"] == "print what? values lists"
    assert said[16, "list"].splitlines()[-1] == "-> %n = stablehlo.negate(%u#0) at -:5:8"


def test_out_of_the_program_is_to_its_end():
    *_, last = stepped(["step", "out"], X, program=TOKENS)
    assert "%n" not in last


def test_what_is_asked_of_one_program_is_asked_of_the_next():
    commands = iter(["break negate", "watch %n", "continue", "continue", "continue", "print %u#0", "continue"])
    lines = []
    step = interpreter.Step(commands, lines.append)
    for x in (X, 2 * X):
        interpreter.run(TOKENS, x, listeners=[step])
    assert [line for line in lines if line.startswith("-> %n")] == ["-> %n = stablehlo.negate(%u#0) at -:5:8"] * 2
    assert sum(" from %u#0" in line for line in lines) == 2
    with pytest.raises(UsageError, match=r"\bnegate\b"):
        interpreter.run(TEXT.replace("negate", "abs"), X, 1, listeners=[step])
    with pytest.raises(UsageError, match=r"^commands are a list of lines, not the text 'step'$"):
        interpreter.Step("step")


def test_the_tabulator_completes_values_and_commands(monkeypatch):
    readline = pytest.importorskip("readline")
    before, seen = readline.get_completer(), []

    def typed(_):
        complete = readline.get_completer()
        seen.extend([[complete(text, number) for number in range(4)] for text in ("%", "wh", "%nothing")])
        return "quit"

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", typed)
    with pytest.raises(interpreter.Stopped):
        interpreter.run(TOKENS, X, listeners=[interpreter.Step(write=lambda text: None)])
    assert [name for name in seen[0] if name] == ["%n", "%t", "%u#0", "%u#1"]
    assert seen[1:] == [["where", None, None, None], [None] * 4]
    assert readline.get_completer() is before


@pytest.mark.parametrize(
    "words",
    [
        ("step", "s", ""),
        ("next", "n"),
        ("out", "o", "finish"),
        ("continue", "c"),
        ("until negate", "u negate"),
        ("break negate", "b negate"),
        ("print %y", "p %y"),
        ("list", "l"),
        ("where", "w", "bt"),
        ("values", "v"),
        ("delete 7", "d 7"),
        ("help", "h", "?"),
        ("quit", "q", "exit"),
    ],
    ids=lambda words: words[0],
)
def test_short_words_mean_the_same(words):
    """In a function that a loop calls, with a break and a watch behind it."""
    told = []
    for word in words:
        lines: list[str] = []
        commands = ["break :13", "watch :9", "until :17", word, "where", "continue", "continue"]
        try:
            interpreter.run(TEXT, X, 2, listeners=[interpreter.Step(commands, lines.append)])
        except interpreter.Stopped as stopped:
            lines.append(str(stopped))
        told.append(lines)
    assert all(lines == told[0] for lines in told)
    assert told[0]


@pytest.mark.parametrize(
    ("asked", "left"), [("1", "23"), ("2", "13"), ("1 3", "2"), ("3 2 1", ""), ("", ""), ("4", "123"), ("2 4", "123")]
)
def test_what_is_deleted_stops_and_shows_no_more(asked, left):
    """Two breaks and a watch between them; where a number is none, nothing is deleted."""
    commands = ["break negate", "watch compare", "break :9", f"delete {asked}", "break", "c", "c", "c"]
    _, _, _, _, answer, listed, *ran = stepped(commands, X, 1)
    ran = "\n".join(ran)
    shown = ["1: stops before negate", "2: shows compare", "3: stops before :9"]
    kept = [line for line in shown if line[0] in left]
    assert answer == (f"there is no {asked}; there are 1, 2, 3" if "4" in asked else "")
    assert listed == ("\n".join(kept) or "nothing was asked for: break OP, watch OP")
    met = ("-> %5 = stablehlo.negate", "%3 = stablehlo.compare", "-> %3 = stablehlo.add")
    assert [one in ran for one in met] == [number in left for number in "123"]


@pytest.mark.parametrize("at", [0, 3, 5, 6, 13, 15, 19])
def test_five_operations_or_lines_are_listed_on_either_side(at, tmp_path):
    lines = [f"  %{n} = stablehlo.negate %{n - 1 if n else 'x'} : tensor<f32>" for n in range(20)]
    text = "\n".join(["func.func @main(%x: tensor<f32>) -> tensor<f32> {", *lines, "  return %19 : tensor<f32>", "}"])
    commands = [f"until %{at}", "list", "c"] if at else ["list", "c"]
    assert stepped(commands, 1.0, program=text)[-2].split("\n") == [
        f"{'->' if n == at else '  '} %{n} = stablehlo.negate(%{n - 1 if n else 'x'}) at -:{n + 2}:{7 + len(str(n))}"
        for n in range(max(0, at - 5), min(20, at + 6))
    ]
    (tmp_path / "m.mlir").write_text(text)
    written = text.split("\n")
    assert stepped(commands, 1.0, program=tmp_path / "m.mlir")[-2].split("\n") == [
        f"{'->' if n == at + 2 else '  '} {n:4} | {written[n - 1]}"
        for n in range(max(1, at - 3), min(len(written), at + 7) + 1)
    ]


def test_of_values_of_one_name_the_innermost_is_shown_and_saved_by_its_number(tmp_path):
    """%0 is a value of the function that is called, and of @main the loop; of the loop's two, one is saved."""
    text = TEXT.replace(
        "  return %0 : tensor<3xf32>", "  %1 = stablehlo.abs %0 : tensor<3xf32>\n  return %1 : tensor<3xf32>"
    )
    path = tmp_path / "v.npy"
    commands = ["until :18", "p %0[:2]", "until negate", "p %0#1[:2]", f"save %0#1 {path}", "p %0", "c"]
    answers = stepped(commands, X, 1, program=text)
    assert answers[2].startswith("%0[:2] of tensor<3xf32>: min 2.0, max 4.0")
    assert answers[4].startswith("%0#1[:2] of tensor<3xf32>: min 2.0, max 4.0")
    assert answers[5] == f"wrote %0#1 to {path}"
    np.testing.assert_array_equal(np.load(path), abs(2 * X))
    assert [line.partition(":")[0] for line in answers[6].split("\n") if line.startswith("%")] == ["%0#0", "%0#1"]


@pytest.mark.parametrize(("count", "is_whole"), [(200, True), (201, False)])
def test_of_large_values_the_ends_are_shown(count, is_whole):
    """In lines of a hundred characters, as a terminal has them."""
    program = f"""func.func @main(%x: tensor<{count}xi32>) -> tensor<{count}xi32> {{
      %0 = stablehlo.negate %x : tensor<{count}xi32>
      return %0 : tensor<{count}xi32>
    }}"""
    _, shown, _ = stepped(["print %x", "c"], np.arange(count, dtype=np.int32), program=program)
    head, *lines = shown.split("\n")
    assert head == f"%x: tensor<{count}xi32>: min 0, max {count - 1}, mean {(count - 1) / 2:g}; [0, 1, 2, 3, ...]"
    text = " ".join(line.strip() for line in lines)
    assert text.strip("[]").split() == (
        [*map(str, range(200))] if is_whole else ["0", "1", "2", "...", "198", "199", "200"]
    )
    assert 60 < max(map(len, lines)) <= 100 or not is_whole
