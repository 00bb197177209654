"""What is around a run is the same for one program, for a grid's processes and over all orders."""

from __future__ import annotations

import tracemalloc
import warnings

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import Block, FunctionType, Module, Operation, Region, parse_type
from interpreter.execution.context import Asked, running
from interpreter.memory import limits

WAYS = {
    "run": lambda program, *args, **asked: interpreter.run(program, *args, **asked),
    "run_parallel": lambda program, *args, **asked: interpreter.run_parallel(program, [args], **asked)[0],
    "admissible": lambda program, *args: interpreter.admissible(program, *args).results,
}
SQUARES = """func.func @main(%x: tensor<4000xf64>) -> tensor<4000x4000xf64> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4000xf64>) -> tensor<4000x4000xf64>
  %1 = stablehlo.multiply %0, %0 : tensor<4000x4000xf64>
  return %1 : tensor<4000x4000xf64>
}"""
LOG_OF_A_SHAPE = """func.func @main(%x: tensor<2xf32>, %size: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.log %x : tensor<2xf32>
  %1 = stablehlo.dynamic_reshape %0, %size : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}"""


def one_op(name: str, operands: list[str], result: str) -> Module:
    """A program of one operation, which no verifier has seen."""
    block = Block([parse_type(f"tensor<{operand}>") for operand in operands])
    type = parse_type(f"tensor<{result}>")
    block.operations = [Operation(name, block.arguments, [type])]
    block.operations.append(Operation("func.return", block.operations[0].results))
    signature = FunctionType(tuple(value.type for value in block.arguments), (type,))
    main = Operation("func.func", (), (), {"sym_name": "main", "function_type": signature}, [Region([block])])
    return Module([main])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("op", "operands", "result"),
    [
        ("stablehlo.reshape", ["2xf32"], "3xf32"),
        ("stablehlo.add", ["2xf32", "3xf32"], "2xf32"),
        ("stablehlo.select", ["4xi1", "2xf32", "2xf32"], "2xf32"),
    ],
)
def test_what_is_wrong_with_a_program_is_said_in_the_verifiers_words(way, op, operands, result):
    given = [
        np.zeros([int(n) for n in kind.split("x")[:-1]], np.bool_ if "i1" in kind else np.float32) for kind in operands
    ]
    with pytest.raises(interpreter.ExecutionError, match="the program isn't valid, so it can't run"):
        WAYS[way](one_op(op, operands, result), *given)


@pytest.mark.parametrize("way", WAYS)
def test_more_than_there_is_left_is_refused_before_anything_runs(way, monkeypatch):
    monkeypatch.setattr(limits, "available_bytes", lambda: 100 << 20)
    x = np.ones(4000)
    tracemalloc.start()
    try:
        with pytest.raises(interpreter.ExecutionError, match=r"take 122\.1 MiB at once, and 100 MiB are left"):
            WAYS[way](SQUARES, x)
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("way", WAYS)
def test_numpys_warnings_are_off_and_what_was_asked_for_before_is_there_again(way):
    outer = running.asked = Asked()
    with warnings.catch_warnings(), np.errstate(all="warn"):
        warnings.simplefilter("error")
        found = WAYS[way](LOG_OF_A_SHAPE, np.array([-1, 0], np.float32), np.array([2], np.int32))
        assert np.isnan(found[0][0])
        with pytest.raises(interpreter.ExecutionError, match="2 elements can't be reshaped"):
            WAYS[way](LOG_OF_A_SHAPE, np.array([-1, 0], np.float32), np.array([3], np.int32))
        assert np.geterr()["invalid"] == "warn"
    assert running.asked is outer


def test_what_python_makes_of_a_wrong_option_is_said_of_the_call():
    """An array is compared by element, so that Python itself can't tell which schedule it is."""
    program = interpreter.load("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}")
    x = np.zeros(2, np.float32)
    calls = {
        "run": lambda wrong: interpreter.run(program.module, x, schedule=wrong),
        "run_parallel": lambda wrong: interpreter.run_parallel(program.module, [(x,)], schedule=wrong),
        "Executable.__call__": lambda wrong: program(x, schedule=wrong),
    }
    for name, call in calls.items():
        with pytest.raises(interpreter.UsageError) as caught:
            call(np.arange(2))
        said, where = str(caught.value).splitlines()
        kinds = "'lexicographic', 'reverse', 'window-major' or an integer"
        assert said == f"schedule of {name} is {kinds}, not ndarray array([0, 1])"
        assert "test_envelope.py:" in where


DRAWN_AND_SCATTERED = """func.func @main(%i: tensor<6x1xi32>) -> tensor<2xf32> {
  %x = stablehlo.constant dense<0.0> : tensor<2xf32>
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<6> : tensor<1xi64>
  %u = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<6xf32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      stablehlo.return %new : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2xf32>, tensor<6x1xi32>, tensor<6xf32>)
      -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


@pytest.mark.parametrize("way", ["run", "run_parallel"])
@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int64, np.uint64])
def test_numbers_of_numpy_are_options_as_those_of_python_are(way, kind):
    """Each of them makes a difference, or lets the run through where a fifth of it doesn't."""
    i = np.zeros((6, 1), np.int32)
    plain = WAYS[way](DRAWN_AND_SCATTERED, i)[0].tolist()
    for name, value in (("seed", 5), ("schedule", 3)):
        python, numpy = (WAYS[way](DRAWN_AND_SCATTERED, i, **{name: of(value)})[0].tolist() for of in (int, kind))
        assert python == numpy != plain
    for name, value in (("max_steps", 7), ("max_memory", 200), ("time_limit", 100)):
        if value > np.iinfo(kind).max:
            continue
        assert WAYS[way](DRAWN_AND_SCATTERED, i, **{name: kind(value)})[0].tolist() == plain
        if name != "time_limit":
            with pytest.raises(interpreter.ExecutionError, match=r"may take no more|are allowed"):
                WAYS[way](DRAWN_AND_SCATTERED, i, **{name: kind(value // 5)})
    grid = interpreter.run_parallel(DRAWN_AND_SCATTERED, [(i,)] * 2, kind(2), kind(1))
    assert [len(results) for results in grid] == [1, 1]


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_shared_with_arguments(way):
    program = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}"
    x = np.array([1, 2], np.float32)
    (result,) = WAYS[way](program, x)
    x[...] = 5
    assert result.tolist() == [1, 2]


@pytest.mark.parametrize("way", ["run", "run_parallel"])
class TestTheEnd:
    """Listeners hear of the end, and the sanitizer tells, however a run ends."""

    def listener(self, told, error=None):
        class Listener:
            def on_start(self, *executables):
                told.append([executable.name for executable in executables])

            def on_op(self, op, operands, results):
                told.append(op.name)

            def on_end(self):
                told.append("end")
                if error is not None:
                    raise error

        return Listener()

    def test_of_a_run_that_fails(self, way):
        told, sanitizer = [], interpreter.Sanitizer()
        args = np.array([-1, 0], np.float32), np.array([3], np.int32)
        with pytest.raises(interpreter.ExecutionError, match="2 elements can't be reshaped"):
            WAYS[way](LOG_OF_A_SHAPE, *args, listeners=[self.listener(told)], sanitize=sanitizer)
        assert told == [["main"], "stablehlo.log", "end"]
        assert {finding.id for finding in sanitizer.findings} == {"number.nan", "number.inf"}

    def test_by_an_error_of_a_listeners_own(self, way):
        told, sanitizer = [], interpreter.Sanitizer()
        args = np.array([-1, 0], np.float32), np.array([2], np.int32)
        listeners = [self.listener(told, ZeroDivisionError()), self.listener(told)]
        with pytest.raises(ZeroDivisionError):
            WAYS[way](LOG_OF_A_SHAPE, *args, listeners=listeners, sanitize=sanitizer)
        assert told[-2:] == ["end", "end"]
        assert len(sanitizer.findings) == 2

    def test_what_does_not_fit_is_no_start(self, way):
        told = []
        with pytest.raises(interpreter.UsageError):
            WAYS[way](LOG_OF_A_SHAPE, np.zeros(2), np.zeros(1), listeners=[self.listener(told)])
        assert told == []


KEPT = """func.func @main(%a: tensor<3xf32>, %y: tensor<1xf32>, %i: tensor<i32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>, tensor<3xf32>, tuple<tensor<3xf32>>) {
  %0 = stablehlo.add %a, %a : tensor<3xf32>
  %1 = stablehlo.reshape %0 : (tensor<3xf32>) -> tensor<3x1xf32>
  %2 = stablehlo.dynamic_update_slice %0, %y, %i : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
  %3 = stablehlo.tuple %0 : tuple<tensor<3xf32>>
  return %0, %0, %1, %2, %3 : tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>, tensor<3xf32>, tuple<tensor<3xf32>>
}"""


@pytest.mark.parametrize("way", ["run", "run_parallel"])
@pytest.mark.parametrize("keep", [lambda one: one, lambda one: one[1:], memoryview], ids=["itself", "part", "memory"])
def test_what_a_listener_keeps_of_a_run_stays_as_it_was(way, keep):
    kept = []

    class Keeper(interpreter.Listener):
        def on_op(self, op, operands, results):
            kept.extend(keep(x) for x in results if isinstance(x, np.ndarray))

    args = np.array([1, 2, 3], np.float32), np.array([9], np.float32), np.int32(1)
    results = WAYS[way](KEPT, *args, listeners=[Keeper()])
    before = [np.array(one) for one in kept]
    flat = [*results[:-1], *results[-1]]
    for result in flat:
        assert not any(np.shares_memory(result, other) for other in flat if other is not result)
        result[...] = -1
    assert len(kept) == 3
    for one, was in zip(kept, before, strict=True):
        np.testing.assert_array_equal(np.asarray(one), was)


def test_what_no_listener_keeps_is_handed_out_without_a_copy():
    seen = []

    class Seer(interpreter.Listener):
        def on_op(self, op, operands, results):
            seen.append(results[0].ctypes.data)

    program = """func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %a, %a : tensor<3xf32>
  return %0 : tensor<3xf32>
}"""
    (result,) = interpreter.run(program, np.ones(3, np.float32), listeners=[Seer()])
    assert [result.ctypes.data] == seen


def test_what_a_run_repeats_most_comes_first():
    """What is inside of both loops, rather than what is in the outer one alone, which has ten turns at most."""

    @hl.function("i32", name="main")
    def main(n):
        def turn(i, x):
            return i + 1, hl.while_([n * 0, hl.negate(x)], lambda j, _: j < 5, lambda j, y: (j + 1, ~y))[1]

        return hl.while_([n * 0, n], lambda i, x: i < n, turn)[1]

    with pytest.raises(hl.ExecutionError) as caught:
        interpreter.run(main, 100, max_steps=300)
    told = [line for line in str(caught.value).splitlines() if line.endswith(" times")]
    counts = [int(line.split()[-2]) for line in told]
    assert counts == sorted(counts, reverse=True)
    assert min(counts) > 20
