from __future__ import annotations

import numpy as np
import pytest

import interpreter

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
  return %0#1 : tensor<3xf32>
}
func.func private @double(%y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %y, %y : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
X = np.array([1, 2, -1], np.float32)


def lines_of(listener, *args, program=TEXT):
    lines = []
    interpreter.run(program, *args, listeners=[listener(lines.append)])
    return "\n".join(lines).split("\n")


def test_a_trace_shows_operations_in_the_order_in_which_they_have_run():
    assert lines_of(interpreter.Trace, X, 1) == [
        "%c = stablehlo.constant() at -:2:8",
        "  %c: tensor<i32>: 0",
        "%one = stablehlo.constant() at -:3:10",
        "  %one: tensor<i32>: 1",
        "  %3 = stablehlo.compare(%i, %n) at -:6:12",
        "    %3: tensor<i1>: True",
        "  %3 = stablehlo.add(%i, %one) at -:9:12",
        "    %3: tensor<i32>: 1",
        "%0 = stablehlo.add(%y, %y) at -:16:8",
        "  %0: tensor<3xf32>: min -2.0, max 4.0, mean 1.33333; [2.0, 4.0, -2.0]",
        "  %4 = func.call(%s) at -:10:12",
        "    %4: tensor<3xf32>: min -2.0, max 4.0, mean 1.33333; [2.0, 4.0, -2.0]",
        "  %3 = stablehlo.compare(%i, %n) at -:6:12",
        "    %3: tensor<i1>: False",
        "%0 = stablehlo.while(%c, %x) at -:4:10",
        "  %0#0: tensor<i32>: 1",
        "  %0#1: tensor<3xf32>: min -2.0, max 4.0, mean 1.33333; [2.0, 4.0, -2.0]",
    ]


def test_a_watch_shows_what_is_named_with_operands():
    assert lines_of(lambda write: interpreter.Watch("%4", write=write), X, 1) == [
        "  %4 = func.call(%s) at -:10:12",
        "    from %s: tensor<3xf32>: min -1.0, max 2.0, mean 0.666667; [1.0, 2.0, -1.0]",
        "    %4: tensor<3xf32>: min -2.0, max 4.0, mean 1.33333; [2.0, 4.0, -2.0]",
    ]
    assert len(lines_of(lambda write: interpreter.Watch("compare", ":9", write=write), X, 2)) == 3 * 4 + 2 * 4


def test_a_watch_for_nothing_is_refused_before_the_run():
    with pytest.raises(
        interpreter.UsageError, match="no operation of the program is called %5; there are %c, %one, %0"
    ):
        interpreter.run(TEXT, X, 1, listeners=[interpreter.Watch("%5")])


def test_the_processes_of_a_grid_are_told_apart():
    lines = []
    program = """func.func @main() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}"""
    interpreter.run_parallel(program, [()] * 2, 2, listeners=[interpreter.Trace(lines.append)])
    assert sorted(lines) == [
        f"%0 = stablehlo.replica_id() at -:2:8 in process ({n}, 0)\n  %0: tensor<ui32>: {n}" for n in (0, 1)
    ]


def test_lanes_are_told():
    program = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.tanh %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}"""
    lines = lines_of(interpreter.Trace, np.zeros(3, np.float32), program=program)
    assert lines[1] == "    %1: tensor<f32> on 3 lanes: min 0.0, max 0.0, mean 0; [0.0, 0.0, 0.0]"


def test_a_listener_is_told_of_start_and_end_even_of_a_run_that_fails():
    told = []

    class Tells:
        def on_start(self, executable):
            told.append(executable.name)

        def on_op(self, op, operands, results):
            raise KeyboardInterrupt

        def on_end(self):
            told.append("end")

    with pytest.raises(KeyboardInterrupt):
        interpreter.run(TEXT, X, 1, listeners=[Tells()])
    assert told == ["main", "end"]


NEGATED = """func.func @main(%x: tensor<20xi32>) -> tensor<20xi32> {
  %0 = stablehlo.negate %x : tensor<20xi32>
  return %0 : tensor<20xi32>
}"""


@pytest.mark.parametrize("count", [0, 1, 7, 20, 30, None])
def test_so_many_elements_are_shown_as_are_asked_for(count):
    """If not said: of a trace 4, of a watch, which shows less, 12."""
    x = np.arange(20, dtype=np.int32)
    asked = {} if count is None else {"first": count}

    def shown(values, usual):
        many = usual if count is None else count
        return f"; [{', '.join([*map(str, values[:many]), *(['...'] if many < 20 else [])])}]" if many else ""

    _, value = lines_of(lambda write: interpreter.Trace(write, **asked), x, program=NEGATED)
    assert value == f"  %0: tensor<20xi32>: min -19, max 0, mean -9.5{shown(-x, 4)}"
    _, used, value = lines_of(lambda write: interpreter.Watch("%0", write=write, **asked), x, program=NEGATED)
    assert used == f"  from %x: tensor<20xi32>: min 0, max 19, mean 9.5{shown(x, 12)}"
    assert value == f"  %0: tensor<20xi32>: min -19, max 0, mean -9.5{shown(-x, 12)}"
