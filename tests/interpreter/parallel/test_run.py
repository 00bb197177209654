"""`run_parallel`: the grid's size, the arguments, what is wrong with them."""

from __future__ import annotations

import contextvars
import gc
import weakref

import numpy as np
import pytest

import interpreter
from interpreter import UsageError

DOUBLE = """module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 3 : i32} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %x, %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}"""
ONE = np.array([1, 2], np.float32)


def test_the_program_may_say_how_large_its_grid_is() -> None:
    assert len(interpreter.run_parallel(DOUBLE, [(ONE,)] * 6)) == 6
    assert len(interpreter.run_parallel(DOUBLE, [(ONE,)] * 3, num_replicas=1)) == 3
    assert len(interpreter.run_parallel(DOUBLE, [(ONE,)], 1, 1)) == 1


def test_arguments_are_left_alone() -> None:
    given = ONE.copy()
    results = interpreter.run_parallel(DOUBLE, [(given,)] * 6)
    assert given.tolist() == [1, 2]
    assert given.flags.writeable
    assert not any(np.shares_memory(a[0], b[0]) for a in results for b in results if a is not b)


@pytest.mark.parametrize(
    ("args", "size", "message"),
    [
        ([(ONE,)], {}, r"per_device_args has 1 entry, but a grid of 2 replicas x 3 partitions has 6 processes"),
        ([(ONE,)] * 5, {}, r"per_device_args has 5 entries, but a grid of 2 replicas x 3 partitions has 6 processes"),
        ([(ONE,)], {"num_replicas": 0}, r"num_replicas is 0; a grid has at least 1"),
        ([(ONE,)], {"num_partitions": 1.5}, r"num_partitions is 1.5"),
        ([(ONE,)], {"num_partitions": True}, r"num_partitions is True"),
        ([(ONE,)], {"num_replicas": 3000}, r"has 9000 processes; at most 4096 can run"),
        ([ONE] * 6, {}, r"per_device_args\[0\] is a ndarray; give a tuple of arguments"),
        ([(ONE,)] * 5 + [(ONE, ONE)], {}, r"process \(1, 2\): @main takes 1 arguments, got 2"),
        ([(ONE,)] * 5 + [(ONE[:1],)], {}, r"process \(1, 2\): argument 0 \(x\): expected tensor<2xf32>"),
        ([(ONE,)] * 6, {"entry": ["main"]}, r"entry has 1 entry"),
        ([(ONE,)] * 6, {"entry": "other"}, r"the program has no function @other"),
        ([(ONE,)] * 6, {"infeed": [[]]}, r"infeed has 1 entry"),
        (7, {}, r"per_device_args is the int 7; give a list with a tuple of arguments for each process"),
        ([(ONE,)] * 6, {"infeed": "abcdef"}, r"infeed is the str 'abcdef'; give a list of what each process reads"),
        ([(ONE,)] * 6, {"infeed": ["a"] * 6}, r"infeed\[0\] is the str 'a'; give a list of what the process reads"),
        ([(ONE,)] * 6, {"infeed": 3}, r"infeed is the int 3; give a list of what each process reads"),
        ([(ONE,)] * 6, {"entry": 3}, r"entry is the int 3; name the function to run"),
        ([(ONE,)] * 6, {"outfeed": 3}, r"outfeed is the int 3; give a function"),
        ([([1e300, 1],)] * 6, {}, r"process \(0, 0\): argument 0 \(x\): .* 1e\+300 is out of range for f32"),
        ([(ONE,)] * 6, {"infeed": [{}] * 6}, r"infeed\[0\] is a dict; give a list of what the process reads"),
        ([(ONE,)] * 6, {"infeed": {n: [] for n in range(6)}}, r"infeed is a dict; give a list of what each process"),
        ([(ONE,)] * 6, {"infeed": [b"a"] * 6}, r"infeed\[0\] is a bytes; give a list of what the process reads"),
        ({(n,): ONE for n in range(6)}, {}, r"per_device_args is a dict; give a list with a tuple of arguments"),
        ([(ONE,)] * 6, {"entry": {"main": 1}}, r"entry is a dict; name the function to run, or one for each process"),
        ([(ONE,)] * 6, {"infeed": [3] * 6}, r"infeed\[0\] is the int 3; give a list of what the process reads"),
    ],
)
def test_what_is_wrong_is_said(args: object, size: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        interpreter.run_parallel(DOUBLE, args, **size)


RANDOM = """func.func @main() -> tensor<4xf32> {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM
    : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""


def test_each_process_draws_its_own_random_numbers() -> None:
    results = interpreter.run_parallel(RANDOM, [()] * 3, 3, seed=5)
    for number, (result,) in enumerate(results):
        np.testing.assert_array_equal(result, interpreter.run(RANDOM, seed=5 + number)[0])
    with pytest.raises(UsageError, match="seed"):
        interpreter.run_parallel(RANDOM, [()] * 3, 3, seed=-1)


def test_what_a_caller_has_set_for_its_context_is_seen_by_listeners() -> None:
    setting = contextvars.ContextVar("setting", default="unset")
    seen = []

    class Looks:
        def on_op(self, op: object, operands: object, results: object) -> None:
            seen.append(setting.get())

    setting.set("set")
    interpreter.run_parallel(DOUBLE, [(ONE,)] * 6, listeners=[Looks()])
    assert seen == ["set"] * 6


def test_results_live_no_longer_than_they_are_used() -> None:
    gc.disable()
    try:
        results = interpreter.run_parallel(DOUBLE, [(ONE,)] * 6)
        watched = weakref.ref(results[0][0])
        del results
        assert watched() is None
    finally:
        gc.enable()
