"""Running: listeners see every operation, errors say where, values go when nobody needs them."""

import gc
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen.errors import CheckFailed
from interpreter.execution.listener import Listener
from interpreter.kernels.registry import kernel, kernels

CALLS = """func.func @main(%a: tensor<i32>) -> tensor<i32> {
  %0 = call @twice(%a) : (tensor<i32>) -> tensor<i32>
  %p = stablehlo.compare GT, %0, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.subtract %0, %a : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }, {
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %1 : tensor<i32>
}
func.func private @twice(%a: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %a : tensor<i32>
  return %0 : tensor<i32>
}
"""


class Recorder:
    def __init__(self):
        self.seen = []

    def on_op(self, op, operands, results):
        self.seen.append((op.name, [x.tolist() for x in operands], [x.tolist() for x in results], op.location.line))


def test_an_object_of_any_class_is_told_all_that_a_listener_is():
    """By the names of its methods: each of those that Listener has, of a program in which each of them is called."""
    text = """
    func.func @nothing() { return }
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      func.call @nothing() : () -> ()
      %0 = stablehlo.negate %x : tensor<f32>
      return %0 : tensor<f32>
    }"""
    names = sorted(name for name in vars(Listener) if not name.startswith("_"))

    def told(*bases):
        heard = []
        methods = {name: lambda self, *args, name=name, **by_name: heard.append(name) for name in names}
        interpreter.run(text, 1.0, listeners=[type("Own", bases, methods)()])
        return heard

    assert sorted(set(told())) == names
    assert told() == told(Listener)


def test_listeners_see_operations_of_calls_and_regions_too():
    first, second = Recorder(), Recorder()
    assert interpreter.run(CALLS, 5, listeners=[first, second])[0].tolist() == 5
    assert first.seen == [
        ("stablehlo.add", [5, 5], [10], 13),
        ("func.call", [5], [10], 2),
        ("stablehlo.compare", [10, 5], [True], 3),
        ("stablehlo.subtract", [10, 5], [5], 5),
        ("stablehlo.if", [True], [5], 4),
    ]
    assert second.seen == first.seen
    interpreter.run(CALLS, 5)
    assert len(first.seen) == 5  # only the run they were given to


def test_a_listener_that_raises_stops_the_run_and_is_forgotten():
    class Stop:
        def on_op(self, op, operands, results):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interpreter.run(CALLS, 5, listeners=[Stop()])
    assert interpreter.run(CALLS, 5)[0].tolist() == 5


COUNT_UP = """func.func @main(%n: tensor<i32>, %by: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %more = stablehlo.add %sum, %by : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}
"""


def test_a_listener_may_run_the_program_that_it_listens_to():
    run, inner = interpreter.load(COUNT_UP), []

    class Again:
        def on_op(self, op, operands, results):
            if op.name == "stablehlo.compare":
                inner.append(run(2, 100)[0].tolist())

    assert run(3, 5, listeners=[Again()])[0].tolist() == 15
    assert inner == [200] * 4


def test_a_run_that_fails_in_a_region_keeps_no_values():
    text = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.custom_call @check.expect_eq(%0, %a) : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.return %0 : tensor<2xf32>
  }, {
    stablehlo.return %0 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
    seen = []

    class Keep:
        def on_op(self, op, operands, results):
            if op.name == "stablehlo.add":
                seen.append(weakref.ref(results[0]))

    with pytest.raises(interpreter.CheckFailed):
        interpreter.run(text, [1.0, 2.0], listeners=[Keep()])
    gc.collect()
    assert [value() for value in seen] == [None]


def test_several_threads_run_one_executable():
    run, results = interpreter.load(CALLS), {}

    def work(start):
        results[start] = [run(np.int32(start + i))[0].tolist() for i in range(200)]

    threads = [threading.Thread(target=work, args=(1000 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {start: list(range(start, start + 200)) for start in (0, 1000, 2000, 3000)}


def one(name):
    return f"""func.func @main(%a: tensor<i32>) -> tensor<i32> {{
  %0 = "test.{name}"(%a) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}}
"""


@pytest.fixture(scope="module", autouse=True)
def failing_kernels():
    known = dict(kernels())

    @kernel("test.memory")
    def memory(op, planner):
        return lambda x: np.empty(1 << 50, np.float64)

    @kernel("test.bug")
    def bug(op, planner):
        return lambda x: np.zeros(2) + np.zeros(3)

    @kernel("test.statement")
    def statement(op, planner):
        def run(x):
            raise interpreter.ExecutionError("the value is odd")

        return run

    @kernel("test.plan")
    def plan(op, planner):
        raise interpreter.ExecutionError("attribute shape is missing")

    yield
    table: Any = kernels()
    for name in set(table) - set(known):
        del table[name]


def _module(name):
    import hlogen

    return hlogen.parse(one(name))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("memory", "not enough memory for tensor<i32>\n  where: test.memory at -:2:8"),
        ("statement", "the value is odd\n  where: test.statement at -:2:8"),
        ("plan", "attribute shape is missing\n  where: test.plan at -:2:8"),
    ],
)
def test_errors_say_at_which_operation(name, message):
    with pytest.raises(interpreter.ExecutionError) as error:
        interpreter.run(_module(name), 1)
    assert str(error.value) == message
    assert error.value.operation == f"test.{name}"
    assert (error.value.location.line, error.value.location.column) == (2, 8)


def test_a_bug_in_a_kernel_keeps_its_own_traceback_with_a_note():
    with pytest.raises(ValueError, match="could not be broadcast") as error:
        interpreter.run(_module("bug"), 1)
    assert error.value.__notes__ == ["while running test.bug at -:2:8"]


def test_a_kernel_is_registered_once():
    with pytest.raises(ValueError, match=r"stablehlo\.add already has a kernel, in interpreter.kernels"):
        kernel("stablehlo.add")(lambda op, planner: np.add)


def test_values_are_let_go_after_their_last_use():
    text = """func.func @main(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = stablehlo.add %a, %a : tensor<1000xf32>
  %1 = stablehlo.add %0, %a : tensor<1000xf32>
  %2 = stablehlo.add %1, %a : tensor<1000xf32>
  return %2 : tensor<1000xf32>
}
"""

    class Watch:
        def __init__(self):
            self.made, self.alive = [], []

        def on_op(self, op, operands, results):
            self.made.append(weakref.ref(results[0]))
            self.alive.append([ref() is not None for ref in self.made])

    watch = Watch()
    interpreter.run(text, np.ones(1000, np.float32), listeners=[watch])
    assert watch.alive == [[True], [True, True], [False, True, True]]


def test_no_warnings_for_values_that_overflow():
    text = """func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %a, %a : tensor<f32>
  %1 = stablehlo.subtract %0, %0 : tensor<f32>
  return %1 : tensor<f32>
}
"""
    assert np.isnan(interpreter.run(text, 3e38)[0])


def test_an_error_names_the_function_of_an_operation_without_a_place():
    text = """
    func.func @main() {
      func.call @inner() : () -> ()
      return
    }
    func.func private @inner() {
      %no = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.custom_call @shape_assertion(%no) {error_message = "no"} : (tensor<i1>) -> () loc(unknown)
      return
    } loc(unknown)"""
    with pytest.raises(CheckFailed, match=r"where: stablehlo\.custom_call in function @inner$"):
        interpreter.run(text)
