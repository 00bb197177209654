"""custom_call with targets that are registered from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen import custom
from hlogen.errors import ExecutionError, UsageError
from interpreter.errors import UnsupportedOpError

DOUBLE = """
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @vendor.scale(%x) {backend_config = "2"} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
BOTH = """
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) {
  %0:2 = stablehlo.custom_call @vendor.both(%x) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>)
  stablehlo.custom_call @vendor.seen(%x) {has_side_effect = true} : (tensor<3xf32>) -> ()
  return %0#0, %0#1 : tensor<3xf32>, tensor<i32>
}
"""
X = np.array([1, 2, 3], np.float32)


@pytest.fixture(autouse=True)
def register(monkeypatch) -> Callable[..., None]:
    monkeypatch.setattr(custom, "_TABLE", {})
    return interpreter.register_custom_call


def test_a_function_sees_the_operation_and_its_operands(register) -> None:
    register("vendor.scale", lambda op, x: x * np.float32(op.attributes["backend_config"]))
    assert interpreter.run(DOUBLE, X)[0].tolist() == [2, 4, 6]


def test_the_last_one_registered_holds(register) -> None:
    register("vendor.scale", lambda op, x: x)
    loaded = interpreter.load(DOUBLE)
    register("vendor.scale", lambda op, x: -x)
    assert loaded(X)[0].tolist() == [-1, -2, -3]


def test_several_results_and_none(register) -> None:
    seen: list[Any] = []
    register("vendor.both", lambda op, x: (x, np.int32(len(x))))
    register("vendor.seen", lambda op, x: seen.append(x.copy()))
    values, count = interpreter.run(BOTH, X)
    assert values.tolist() == X.tolist()
    assert count == 3
    assert [x.tolist() for x in seen] == [X.tolist()]


def test_operands_are_not_for_writing(register) -> None:
    def overwrite(op: Any, x: Any) -> Any:
        x[0] = 0
        return x

    register("vendor.scale", overwrite)
    with pytest.raises(ExecutionError, match=r"ValueError: .* read-only"):
        interpreter.run(DOUBLE, X)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (X.astype(np.float64), "result 0 of the custom call @vendor.scale: expected tensor<3xf32>, got float64 array"),
        (X[:2], r"expected tensor<3xf32>, got float32 array of shape \(2,\)"),
        (None, "expected tensor<3xf32>, got a NoneType"),
    ],
)
def test_results_have_exactly_their_types(result, said, register) -> None:
    register("vendor.scale", lambda op, x: result)
    with pytest.raises(ExecutionError, match=said):
        interpreter.run(DOUBLE, X)


def test_a_function_that_fails_is_said_with_its_line_and_the_operation(register) -> None:
    register("vendor.scale", lambda op, x: x // [].pop())
    said = (
        r"^the function of the custom call @vendor\.scale fails: IndexError: pop from empty list "
        r"\(.*test_custom_call\.py:\d+\)\n  where: stablehlo\.custom_call at -:3:8$"
    )
    with pytest.raises(ExecutionError, match=said) as caught:
        interpreter.run(DOUBLE, X)
    assert isinstance(caught.value.__cause__, IndexError)


def test_too_few_results(register) -> None:
    register("vendor.both", lambda op, x: x)
    register("vendor.seen", lambda op, x: None)
    with pytest.raises(ExecutionError, match="has 2 results, its function gave 1"):
        interpreter.run(BOTH, X)


def test_a_target_that_nobody_registered() -> None:
    with pytest.raises(UnsupportedOpError, match=r'interpreter.register_custom_call\("vendor.other", function\)'):
        interpreter.run(DOUBLE.replace("vendor.scale", "vendor.other"), X)


@pytest.mark.parametrize(
    ("target", "function", "said"),
    [
        ("Sharding", lambda op: None, "have a meaning already"),
        (3, lambda op: None, "a target and a function, not 3"),
        ("vendor.scale", 3, "a target and a function"),
    ],
)
def test_what_can_not_be_registered(target, function, said, register) -> None:
    with pytest.raises(UsageError, match=said):
        register(target, function)


def test_what_a_function_keeps_is_not_shared(register) -> None:
    """It may give the same array each time, and keep what it sees: neither changes a result, or is changed by one."""
    buffer, seen = np.zeros(3, np.float32), []

    def one_more(op, x):
        seen.append(x)
        buffer[...] = x + 1
        return buffer

    register("vendor.scale", one_more)
    program = """func.func @main(%x: tensor<3xf32>)
        -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<1x3xf32>, tensor<3x1xf32>) {
      %0 = stablehlo.negate %x : tensor<3xf32>
      %4 = stablehlo.reshape %0 : (tensor<3xf32>) -> tensor<3x1xf32>
      %1 = stablehlo.custom_call @vendor.scale(%0) : (tensor<3xf32>) -> tensor<3xf32>
      %2 = stablehlo.custom_call @vendor.scale(%1) : (tensor<3xf32>) -> tensor<3xf32>
      %3 = stablehlo.reshape %0 : (tensor<3xf32>) -> tensor<1x3xf32>
      return %1, %2, %0, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<1x3xf32>, tensor<3x1xf32>
    }"""
    executable = interpreter.load(program)
    for _ in range(3):
        x = np.zeros(3, np.float32)
        results = executable(x)
        wanted = [[1, 1, 1], [2, 2, 2], [0, 0, 0], [[0, 0, 0]], [[0], [0], [0]]]
        assert [result.tolist() for result in results] == wanted
        for result in results:  # also views of what it keeps, from before and after it saw that
            result[...] = 7
        assert [kept.tolist() for kept in seen] == [[0, 0, 0], [1, 1, 1]]
        assert buffer.tolist() == [2, 2, 2]
        assert x.tolist() == [0, 0, 0]
        x[...] = 1  # the caller's is still to be written
        seen.clear()


def test_the_parts_of_a_tuple_are_not_for_writing(register) -> None:
    register("vendor.scale", lambda op, pair: pair[0].__setitem__(..., 5))
    program = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
      %0 = stablehlo.negate %x : tensor<3xf32>
      %1 = stablehlo.tuple %0, %x : tuple<tensor<3xf32>, tensor<3xf32>>
      %2 = stablehlo.custom_call @vendor.scale(%1) : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }"""
    with pytest.raises(ExecutionError, match="read-only"):
        interpreter.run(program, np.zeros(3, np.float32))


def test_what_is_no_array_is_seen_as_it_is_and_errors_of_hlogen_stay_what_they_are(register) -> None:
    program = """func.func @main(%t: !stablehlo.token) -> tensor<i1> {
      %0 = stablehlo.custom_call @vendor.is_token(%t) : (!stablehlo.token) -> tensor<i1>
      return %0 : tensor<i1>
    }"""
    register("vendor.is_token", lambda op, token: token is None)
    assert interpreter.run(program, None)[0]

    def refuse(op, token):
        raise UsageError("no token today")

    register("vendor.is_token", refuse)
    with pytest.raises(ExecutionError, match=r"^no token today\n  where: stablehlo\.custom_call at -:2:\d+$"):
        interpreter.run(program, None)


def test_a_tuple_that_is_the_only_result(register) -> None:
    program = """func.func @main(%x: tensor<3xf32>) -> tuple<tensor<3xf32>, tensor<i32>> {
      %0 = stablehlo.custom_call @vendor.pair(%x) : (tensor<3xf32>) -> tuple<tensor<3xf32>, tensor<i32>>
      return %0 : tuple<tensor<3xf32>, tensor<i32>>
    }"""
    register("vendor.pair", lambda op, x: (x, np.int32(7)))
    ((values, number),) = interpreter.run(program, X)
    assert values.tolist() == X.tolist()
    assert number == 7
