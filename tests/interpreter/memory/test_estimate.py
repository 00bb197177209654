"""How much memory a run takes: dynamic shapes, views, and what is refused because the machine hasn't so much."""

from __future__ import annotations

import numpy as np
import pytest

import interpreter
from interpreter.memory import limits

DYNAMIC = """func.func @main(%x: tensor<?x8xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x8xf32>) -> tensor<8x?xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0]
    : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
  %3 = func.call @twice(%2) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}
func.func private @twice(%y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %y, %y : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}"""


def test_dynamic_shapes_are_those_of_the_arguments():
    """x and x + x of 100x8, then the product and its double of 100x100."""
    x = np.ones((100, 8), np.float32)
    run = interpreter.load(DYNAMIC)
    assert not run.memory.is_complete
    found = run.memory_of(run.values([x]))
    assert found.is_complete
    assert found.bytes == x.nbytes + 2 * 100 * 100 * 4
    with pytest.raises(interpreter.ExecutionError, match=r"take 81\.25 KiB at once, and 1000 bytes are allowed"):
        run(x, max_memory=1000)
    assert run(x, max_memory=found.bytes)[0].shape == (100, 100)


def test_one_dynamic_argument_among_static_ones_is_measured():
    """Both arguments, and the double of each."""
    program = """func.func @main(%x: tensor<?xf32>, %y: tensor<4xf32>) -> (tensor<?xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = stablehlo.add %y, %y : tensor<4xf32>
  return %0, %1 : tensor<?xf32>, tensor<4xf32>
}"""
    run, args = interpreter.load(program), [np.ones(1000, np.float32), np.ones(4, np.float32)]
    found = run.memory_of(run.values(args))
    assert (found.is_complete, found.bytes) == (True, 2 * 4000 + 2 * 16)
    with pytest.raises(interpreter.ExecutionError, match=r"take 7\.844 KiB at once"):
        run(*args, max_memory=4000)


def test_bounds_are_taken_where_nothing_else_is_known():
    program = """func.func @main(%x: tensor<?xf32, #stablehlo.bounds<1000>>) -> tensor<?xf32, #stablehlo.bounds<1000>> {
  %0 = stablehlo.negate %x : tensor<?xf32, #stablehlo.bounds<1000>>
  return %0 : tensor<?xf32, #stablehlo.bounds<1000>>
}"""
    run = interpreter.load(program)
    assert run.memory.is_complete
    assert run.memory.bytes == 2 * 4000
    assert run.memory_of(run.values([np.ones(10, np.float32)])).bytes == 2 * 40


def test_a_result_that_is_a_view_is_copied_for_the_caller():
    program = """func.func @main(%x: tensor<100xf32>) -> tensor<50x100xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<100xf32>) -> tensor<50x100xf32>
  return %0 : tensor<50x100xf32>
}"""
    assert interpreter.load(program).memory.bytes == 400 + 50 * 400


def test_what_an_operation_works_on_is_named():
    program = """func.func @main(%x: tensor<100x100xbf16>) -> tensor<100x100xbf16> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
    : (tensor<100x100xbf16>, tensor<100x100xbf16>) -> tensor<100x100xbf16>
  return %0 : tensor<100x100xbf16>
}"""
    first, *rest = interpreter.load(program).memory.largest
    assert str(first).startswith("stablehlo.dot_general: what it works on (117.2 KiB) at -:2:8")
    assert [one.name for one in rest] == ["%x", "%0"]


@pytest.mark.parametrize(
    ("shape", "order", "after"),
    [
        ((6, 4), (1, 0), (4, 3, 2)),
        ((6, 4), (1, 0), (2, 2, 6)),
        ((6, 4), (1, 0), (24,)),
        ((6, 4), (1, 0), (8, 3)),
        ((6, 1, 4), (2, 0, 1), (4, 6)),
        ((6, 1, 4), (1, 0, 2), (24,)),
        ((2, 3, 4), (2, 0, 1), (4, 6)),
        ((2, 3, 4), (1, 2, 0), (12, 2)),
        ((2, 3, 4), (1, 0, 2), (3, 8)),
        ((2, 0, 4), (1, 0, 2), (0, 8)),
    ],
)
def test_a_reshape_of_what_is_transposed_is_a_copy_only_where_numpy_makes_one(shape, order, after):
    """x, the copy of it if there is one, and what is computed of that."""
    before, transposed, reshaped = (
        f"tensor<{'x'.join(map(str, (*dims, 'f32')))}>" for dims in (shape, [shape[d] for d in order], after)
    )
    program = f"""func.func @main(%x: {before}) -> {reshaped} {{
  %0 = stablehlo.transpose %x, dims = {[*order]} : ({before}) -> {transposed}
  %1 = stablehlo.reshape %0 : ({transposed}) -> {reshaped}
  %2 = stablehlo.negate %1 : {reshaped}
  return %2 : {reshaped}
}}"""
    x = np.zeros(shape, np.float32)
    is_copy = not np.shares_memory(x, x.transpose(order).reshape(after))
    assert interpreter.load(program).memory.bytes == x.nbytes * (3 if is_copy else 2)


SQUARES = """func.func @main(%x: tensor<4000xf64>) -> tensor<4000x4000xf64> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4000xf64>) -> tensor<4000x4000xf64>
  %1 = stablehlo.multiply %0, %0 : tensor<4000x4000xf64>
  return %1 : tensor<4000x4000xf64>
}"""


def test_more_than_the_machine_has_left_is_refused_before_the_run(monkeypatch):
    """The product takes 128 million bytes."""
    monkeypatch.setattr(limits, "available_bytes", lambda: 100 << 20)
    x = np.ones(4000)
    with pytest.raises(interpreter.ExecutionError) as caught:
        interpreter.run(SQUARES, x)
    message = str(caught.value)
    assert message.startswith("the values of this program take 122.1 MiB at once, and 100 MiB are left on this machine")
    assert "a larger max_memory runs it all the same" in message
    assert "  %1: tensor<4000x4000xf64> (122.1 MiB) at -:3:8" in message
    with pytest.raises(interpreter.ExecutionError, match=r"take 244\.2 MiB at once, and 100 MiB are left"):
        interpreter.run_parallel(SQUARES, [(x,), (x,)], 2)
    assert interpreter.run(SQUARES, x, max_memory=200 << 20)[0].shape == (4000, 4000)


def test_one_program_of_several_may_take_too_much(monkeypatch):
    """Whichever of a grid's programs it is."""
    monkeypatch.setattr(limits, "available_bytes", lambda: 100 << 20)
    small = "func.func @small(%x: tensor<1xf64>) -> tensor<1xf64> {\n  return %x : tensor<1xf64>\n}"
    programs = f"{SQUARES}\n{small}"
    given = {"main": (np.ones(4000),), "small": (np.ones(1),)}
    for entry in (["main", "small", "small"], ["small", "main", "small"], ["small", "small", "main"]):
        with pytest.raises(interpreter.ExecutionError, match=r"take 122\.1 MiB at once, and 100 MiB are left"):
            interpreter.run_parallel(programs, [given[name] for name in entry], 3, entry=entry)


def test_nobody_asks_what_is_left_for_a_small_program(monkeypatch):
    def asked() -> int:
        raise AssertionError

    monkeypatch.setattr(limits, "available_bytes", asked)
    assert interpreter.run(DYNAMIC, np.ones((3, 8), np.float32))[0].shape == (3, 3)


def nested(depth: int, type: str) -> str:
    """Functions that call one another, so many deep."""
    functions = [
        f"""func.func {"@main" if n == 0 else f"private @f{n}"}(%x: {type}) -> {type} {{
  %0 = {f"call @f{n + 1}(%x) : ({type}) -> {type}" if n < depth else f"stablehlo.negate %x : {type}"}
  %1 = stablehlo.add %0, %x : {type}
  return %1 : {type}
}}"""
        for n in range(depth + 1)
    ]
    return "\n".join(functions)


def test_calls_may_be_as_deep_as_they_like():
    """Each function holds what it was given until its own sum is there: an x of the caller's, and one sum at a time."""
    x = np.ones(10, np.float32)
    executable = interpreter.load(nested(1100, "tensor<10xf32>"))
    assert executable.memory.bytes == x.nbytes + 2 * x.nbytes
    assert executable.memory.largest
    assert executable(x, max_memory=1 << 20)[0][0] == 1100
    with pytest.raises(interpreter.ExecutionError, match="the largest are"):
        executable(x, max_memory=10)
    dynamic = interpreter.load(nested(1100, "tensor<?xf32>"))
    assert dynamic.memory_of(dynamic.values([x])).bytes == executable.memory.bytes


def test_large_values_in_deep_calls_are_estimated():
    """Above 4 MiB, all plain runs are."""
    x = np.ones(1 << 20, np.float32)
    assert interpreter.run(nested(300, f"tensor<{x.size}xf32>"), x)[0][0] == 300


def test_what_any_order_gives_of_deep_calls():
    found = interpreter.admissible(nested(1100, "tensor<2xf32>"), np.ones(2, np.float32))
    assert found.results[0].tolist() == [1100, 1100]


def test_what_an_operation_takes_is_left_out_where_its_shapes_are_not_known():
    solve = """func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
      %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false,
        transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
        : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    }"""
    found = interpreter.load(solve)
    assert (found.memory.bytes, found.memory.is_complete) == (0, False)
    a = np.eye(200, dtype=np.float32)
    # two operands and the solution in f64, and what is on the way
    assert found.memory_of(found.values([a, a])).bytes >= 4 * 2 * a.nbytes
