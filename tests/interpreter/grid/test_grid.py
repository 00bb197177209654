"""Deadlocks, errors and interruptions of a grid; its turns."""

from __future__ import annotations

import _thread
import sys
import threading
from types import FrameType

import numpy as np
import pytest

import interpreter
from interpreter import ExecutionError
from interpreter.grid import grid

SUM = """
  func.func private @sum(%x: tensor<i32>) -> tensor<i32> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %s = stablehlo.add %l, %r : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<GROUPS> : tensor<SHAPExi64>} : (tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>
  }"""


def summing(main: str, groups: str = "[[0, 1]]", shape: str = "1x2") -> str:
    return SUM.replace("GROUPS", groups).replace("SHAPE", shape) + main


ONLY_THE_FIRST = summing("""
  func.func @main() -> tensor<i32> {
    %id = stablehlo.replica_id : tensor<ui32>
    %x = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %is = stablehlo.compare EQ, %x, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %0 = "stablehlo.if"(%is) ({
      %1 = func.call @sum(%x) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }, {
      stablehlo.return %x : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    return %0 : tensor<i32>
  }""")


def test_a_process_that_is_waited_for_has_ended() -> None:
    with pytest.raises(interpreter.Deadlock) as caught:
        interpreter.run_parallel(ONLY_THE_FIRST, [(), ()], 2)
    message = str(caught.value)
    assert message.startswith("deadlock: processes wait for others that cannot come")
    assert "process (0, 0) waits at stablehlo.all_reduce at -:3:10 for process (1, 0) (which has ended)" in message
    assert caught.value.operation == "stablehlo.all_reduce"
    assert caught.value.location is not None
    assert caught.value.process is None


def test_processes_of_a_group_meet_at_different_operations() -> None:
    program = """func.func @main() -> tensor<ui32> {
      %id = stablehlo.replica_id : tensor<ui32>
      %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
      %0 = "stablehlo.case"(%i) ({
        %1 = "stablehlo.collective_broadcast"(%id) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
          : (tensor<ui32>) -> tensor<ui32>
        stablehlo.return %1 : tensor<ui32>
      }, {
        %1 = "stablehlo.collective_broadcast"(%id) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
          : (tensor<ui32>) -> tensor<ui32>
        stablehlo.return %1 : tensor<ui32>
      }) : (tensor<i32>) -> tensor<ui32>
      return %0 : tensor<ui32>
    }"""
    with pytest.raises(ExecutionError) as caught:
        interpreter.run_parallel(program, [(), ()], 2)
    assert "process (0, 0) waits at stablehlo.collective_broadcast at -:5:14 for process (1, 0)" in str(caught.value)
    assert "process (1, 0) waits at stablehlo.collective_broadcast at -:9:14 for process (0, 0)" in str(caught.value)


ENDLESS = summing(
    """
  func.func @waits(%x: tensor<i32>) -> tensor<i32> {
    %0 = func.call @sum(%x) : (tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  func.func @ends(%x: tensor<i32>) -> tensor<i32> {
    return %x : tensor<i32>
  }
  func.func @runs(%x: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.while(%a = %x) : tensor<i32>
    cond {
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      stablehlo.return %a : tensor<i32>
    }
    return %0 : tensor<i32>
  }""",
    "[[0, 1], [2, -1]]",
    "2x2",
)


def test_a_deadlock_of_some_is_reported_though_others_run_on() -> None:
    with pytest.raises(ExecutionError, match=r"process \(0, 0\) waits .* for process \(1, 0\) \(which has ended\)"):
        interpreter.run_parallel(ENDLESS, [(1,)] * 3, 3, entry=["waits", "ends", "runs"])
    with pytest.raises(ExecutionError, match=r"process \(1, 0\) waits .* for process \(0, 0\) \(which has ended\)"):
        interpreter.run_parallel(ENDLESS, [(1,)] * 3, 3, entry=["ends", "waits", "runs"])


def test_ctrl_c_ends_all_processes() -> None:
    threads = threading.active_count()
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        interpreter.run_parallel(ENDLESS, [(1,)] * 3, 3, entry=["waits", "runs", "runs"])
    timer.join()
    assert threading.active_count() == threads


FAILS = summing("""
  func.func @main(%x: tensor<i32>) -> tensor<i32> {
    %0 = func.call @sum(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.custom_call @check.expect_eq(%x, %0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    %1 = func.call @sum(%x) : (tensor<i32>) -> tensor<i32>
    return %1 : tensor<i32>
  }""")


def test_an_error_in_one_process_ends_all_and_is_told_with_its_id() -> None:
    threads = threading.active_count()
    with pytest.raises(interpreter.CheckFailed, match=r"^process \(1, 0\): check.expect_eq: 1 of 1 elements") as caught:
        interpreter.run_parallel(FAILS, [(3,), (0,)], 2, 1)
    assert "where: stablehlo.custom_call at -:" in str(caught.value)
    assert threading.active_count() == threads
    assert [int(x) for (x,) in interpreter.run_parallel(FAILS, [(0,), (0,)], 2)] == [0, 0]


class Stops:
    """A listener that ends the run with an error of its own."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def on_op(self, op: object, operands: object, results: object) -> None:
        raise self.error


@pytest.mark.parametrize("error", [ValueError("mine"), SystemExit(3), KeyboardInterrupt()])
def test_a_listener_s_error_comes_out(error: BaseException) -> None:
    with pytest.raises(type(error)):
        interpreter.run_parallel(FAILS, [(0,), (0,)], 2, listeners=[Stops(error)])


class Places:
    """A listener that notes who runs what."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []

    def on_op(self, op: object, operands: object, results: object) -> None:
        self.seen.append((threading.current_thread().name, getattr(op, "name", "")))


def test_a_run_repeats_exactly() -> None:
    first, second = Places(), Places()
    for listener in (first, second):
        interpreter.run_parallel(FAILS, [(0,), (0,)], 2, listeners=[listener])
    assert first.seen == second.seen
    assert {process for process, _ in first.seen} == {"process (0, 0)", "process (1, 0)"}


def test_a_listener_may_run_programs() -> None:
    class Runs:
        def on_op(self, op: object, operands: object, results: object) -> None:
            (id, _) = interpreter.run(IDS)
            assert int(id) == 0

    results = interpreter.run_parallel(IDS, [()] * 4, 2, 2, listeners=[Runs()])
    assert [tuple(map(int, result)) for result in results] == [(0, 0), (0, 1), (1, 0), (1, 1)]


IDS = """func.func @main() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}"""


def test_different_programs_meet_at_operations_that_look_alike() -> None:
    program = "\n".join(
        f"""func.func @{name}(%x: tensor<2xf32>) -> tensor<4xf32> {{
          {extra}
          %0 = "stablehlo.all_gather"(%y) {{
            all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
          }} : (tensor<2xf32>) -> tensor<4xf32>
          return %0 : tensor<4xf32>
        }}"""
        for name, extra in (
            ("negates", "%y = stablehlo.negate %x : tensor<2xf32>"),
            ("doubles", "%y = stablehlo.add %x, %x : tensor<2xf32>"),
        )
    )
    args = [(np.array([1, 2], np.float32),), (np.array([3, 4], np.float32),)]
    for (result,) in interpreter.run_parallel(program, args, 2, entry=["negates", "doubles"]):
        assert result.tolist() == [-1, -2, 6, 8]


ONES = "%l1 = stablehlo.constant dense<{0}> : tensor<i32>\n      %s = stablehlo.add %l, %l1 : tensor<i32>"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("%s = stablehlo.add %l, %r : tensor<i32>", "%s = stablehlo.multiply %l, %r : tensor<i32>"),
        ("%s = stablehlo.subtract %l, %r : tensor<i32>", "%s = stablehlo.subtract %r, %l : tensor<i32>"),
        ("%s = stablehlo.add %l, %r : tensor<i32>", "%s = stablehlo.add %l, %l : tensor<i32>"),
        (ONES.format(1), ONES.format(2)),
        (ONES.format(1), "%s = stablehlo.add %l, %l : tensor<i32>"),
    ],
)
def test_computations_that_differ_do_not_look_alike(one: str, other: str) -> None:
    """A sum in one process and a product in the other are no joint computation, nor are two of other operands."""
    add = "%s = stablehlo.add %l, %r : tensor<i32>"
    first, second = (SUM.replace("private ", "").replace(add, body) for body in (one, other))
    third = first.replace("%l", "%a").replace("%r", "%b")
    program = "\n".join(text.replace("@sum", f"@f{number}") for number, text in enumerate((first, second, third)))
    program = program.replace("GROUPS", "[[0, 1]]").replace("SHAPE", "1x2")
    with pytest.raises(interpreter.Deadlock, match=r"process \(0, 0\) waits at stablehlo.all_reduce"):
        interpreter.run_parallel(program, [(3,), (4,)], 2, entry=["f0", "f1"])
    results = interpreter.run_parallel(program, [(3,), (4,)], 2, entry=["f0", "f2"])  # which differ in names alone
    assert results[0] == results[1]


def a_meeting_of_all(name: str, count: int) -> str:
    if name == "all_reduce":
        return summing("", str([[*range(count)]]), f"1x{count}").replace("private @sum", "@main")
    pairs = [[id, (id + 1) % count] for id in range(count)]
    return f"""func.func @main(%x: tensor<i32>) -> tensor<i32> {{
      %p = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<{pairs}> : tensor<{count}x2xi64>}}
        : (tensor<i32>) -> tensor<i32>
      return %p : tensor<i32>
    }}"""


def steps_of_the_grid(program: str, count: int) -> int:
    """How many instructions of Python the grid takes to run the program in so many processes."""
    steps = 0

    def trace(frame: FrameType, event: str, _: object) -> object:
        nonlocal steps
        if frame.f_code.co_filename != grid.__file__:
            return None
        frame.f_trace_opcodes = True
        steps += event == "opcode"
        return trace

    before = sys.gettrace()
    threading.settrace(trace)
    sys.settrace(trace)
    try:
        interpreter.run_parallel(program, [(id,) for id in range(count)], count)
    finally:
        sys.settrace(before)
        threading.settrace(None)
    return steps


@pytest.mark.parametrize("name", ["all_reduce", "collective_permute"])
def test_what_a_meeting_takes_grows_with_the_number_of_processes(name: str) -> None:
    """Not with its square, though each of them waits for up to all others."""
    few, many = (steps_of_the_grid(a_meeting_of_all(name, count), count) for count in (25, 200))
    assert few > 1000  # the grid was looked at
    assert many < 10 * few


@pytest.mark.campaign
def test_as_many_processes_as_there_may_be() -> None:
    count = grid.MOST_PROCESSES
    results = interpreter.run_parallel(a_meeting_of_all("all_reduce", count), [(id,) for id in range(count)], count)
    assert {int(result) for (result,) in results} == {count * (count - 1) // 2}


def test_a_message_about_many_processes_stays_short() -> None:
    count = 100
    program = summing(
        "func.func @ends(%x: tensor<i32>) -> tensor<i32> { return %x : tensor<i32> }",
        str([[*range(count)]]),
        f"1x{count}",
    ).replace("private ", "")
    with pytest.raises(interpreter.Deadlock, match="and 83 more processes wait") as caught:
        interpreter.run_parallel(program, [(1,)] * count, count, entry=["sum"] * 99 + ["ends"])
    assert len(str(caught.value).splitlines()) == 18


@pytest.mark.parametrize(("ended", "more"), [(16, ""), (17, " and 1 more"), (23, " and 7 more")])
def test_of_many_processes_that_are_awaited_the_first_are_said_and_the_others_counted(ended: int, more: str) -> None:
    count = ended + 2
    program = summing(
        "func.func @ends(%x: tensor<i32>) -> tensor<i32> { return %x : tensor<i32> }",
        str([[*range(count)]]),
        f"1x{count}",
    ).replace("private ", "")
    with pytest.raises(interpreter.Deadlock) as caught:
        interpreter.run_parallel(program, [(1,)] * count, count, entry=["sum"] * 2 + ["ends"] * ended)
    _, *waiting = str(caught.value).splitlines()
    assert len(waiting) == 2
    for line in waiting:
        awaited = line.partition(" for ")[2]
        assert awaited.count("process (") == 16
        assert awaited.endswith((f"process (17, 0){more}", f"process (17, 0) (which has ended){more}"))


def test_many_processes_and_many_meetings() -> None:
    """A ring that passes a number on a hundred times."""
    count = 32
    pairs = [[id, (id + 1) % count] for id in range(count)]
    program = f"""func.func @main(%x: tensor<i32>) -> tensor<i32> {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %end = stablehlo.constant dense<100> : tensor<i32>
      %i, %r = stablehlo.while(%a = %zero, %b = %x) : tensor<i32>, tensor<i32>
      cond {{
        %c = stablehlo.compare LT, %a, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %n = stablehlo.add %a, %one : tensor<i32>
        %p = "stablehlo.collective_permute"(%b) {{source_target_pairs = dense<{pairs}> : tensor<{count}x2xi64>}}
          : (tensor<i32>) -> tensor<i32>
        stablehlo.return %n, %p : tensor<i32>, tensor<i32>
      }}
      return %r : tensor<i32>
    }}"""
    results = interpreter.run_parallel(program, [(id,) for id in range(count)], count)
    assert [int(x) for (x,) in results] == [(id - 100) % count for id in range(count)]
