"""Arrays are written over only where nothing else holds them: loops that update a large array take no copies of it."""

import tracemalloc

import numpy as np
import pytest

import interpreter
from interpreter.execution.ownership import own
from interpreter.kernels import scatter, shape

ROWS = 500
LOOP = f"""
func.func @main(%x: tensor<{ROWS}x1000xf32>, %y: tensor<1x1000xf32>) -> (tensor<{ROWS}x1000xf32>, tensor<i32>) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<{ROWS}> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<{ROWS}x1000xf32>
    cond {{
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      BODY
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %t : tensor<i32>, tensor<{ROWS}x1000xf32>
    }}
  return %0#1, %0#0 : tensor<{ROWS}x1000xf32>, tensor<i32>
}}
func.func private @step(%s: tensor<{ROWS}x1000xf32>, %y: tensor<1x1000xf32>, %i: tensor<i32>)
    -> tensor<{ROWS}x1000xf32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %t = stablehlo.dynamic_update_slice %s, %y, %i, %zero
    : (tensor<{ROWS}x1000xf32>, tensor<1x1000xf32>, tensor<i32>, tensor<i32>) -> tensor<{ROWS}x1000xf32>
  return %t : tensor<{ROWS}x1000xf32>
}}
"""
UPDATE = f"""%t = stablehlo.dynamic_update_slice %s, %y, %i, %zero
  : (tensor<{ROWS}x1000xf32>, tensor<1x1000xf32>, tensor<i32>, tensor<i32>) -> tensor<{ROWS}x1000xf32>"""
CALL = f"""%t = func.call @step(%s, %y, %i)
  : (tensor<{ROWS}x1000xf32>, tensor<1x1000xf32>, tensor<i32>) -> tensor<{ROWS}x1000xf32>"""
SCATTER = f"""%at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
  %row = stablehlo.reshape %y : (tensor<1x1000xf32>) -> tensor<1000xf32>
  %t = "stablehlo.scatter"(%s, %at, %row) ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
    }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}}
  : (tensor<{ROWS}x1000xf32>, tensor<1xi32>, tensor<1000xf32>) -> tensor<{ROWS}x1000xf32>"""


@pytest.mark.parametrize("body", [UPDATE, CALL, SCATTER], ids=["update", "call", "scatter"])
def test_a_loop_that_fills_an_array_takes_few_copies_of_it(body, monkeypatch):
    copies = []

    def counted(values, index):
        before = id(values[index])
        array = own(values, index)
        copies.append(id(array) != before)
        return array

    monkeypatch.setattr(shape, "own", counted)
    monkeypatch.setattr(scatter, "own", counted)
    x, y = np.zeros((ROWS, 1000), np.float32), np.arange(1000, dtype=np.float32).reshape(1, 1000)
    program = interpreter.load(LOOP.replace("BODY", body))
    tracemalloc.start()
    try:
        tracemalloc.reset_peak()
        filled, count = program(x, y)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == ROWS
    assert (filled == y).all()
    assert not x.any()
    assert sum(copies) <= 2
    assert peak < 3.5 * x.nbytes  # the first turns copy the argument, and the result is the caller's


@pytest.mark.parametrize(
    "before",
    [
        "",  # it was computed right before
        """%u = "stablehlo.if"(%p) ({
          %v = stablehlo.add %s, %s : tensor<4xf32>
          stablehlo.return %v : tensor<4xf32>
        }, {
          stablehlo.return %x : tensor<4xf32>
        }) : (tensor<i1>) -> tensor<4xf32>""",  # a region took it from outside
    ],
)
def test_what_ran_before_does_not_hold_an_array(before, monkeypatch):
    kept = []

    def seen(values, index):
        before = id(values[index])
        array = own(values, index)
        kept.append(id(array) == before)
        return array

    monkeypatch.setattr(shape, "own", seen)
    program = interpreter.load(f"""
    func.func @main(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>) -> tensor<4xf32> {{
      %y = stablehlo.constant dense<7.0> : tensor<1xf32>
      %s = stablehlo.add %x, %x : tensor<4xf32>
      {before}
      %t = stablehlo.dynamic_update_slice %s, %y, %i
        : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
      return %t : tensor<4xf32>
    }}
    """)
    x = np.arange(4, dtype=np.float32)
    results = [program(x, np.True_, np.int32(1))[0].tolist() for _ in range(3)]
    assert results == [[0, 7, 4, 6]] * 3
    assert kept[1:] == [True, True]  # a block is made shorter when it runs a second time


def test_what_somebody_else_holds_is_copied():
    held = np.zeros(4)
    assert own([held], 0) is not held
    assert own([held[:2]], 0).base is None
    constant = [np.zeros(4)]
    constant[0].flags.writeable = False
    assert own(constant, 0).flags.writeable
    values = [np.zeros(4)]
    address = values[0].ctypes.data
    assert own(values, 0).ctypes.data == address
    assert values == [None]
    twice = [np.zeros(4)] * 2
    address = twice[0].ctypes.data
    assert own(twice, 0).ctypes.data != address
    seen = [np.zeros(4)]
    view = seen[0][1:]
    own(seen, 0)[:] = 1
    assert not view.any()


@pytest.mark.parametrize(
    "body",
    [
        # the old array is used again, seen through a view, given as its own update, and a result of its own
        "%u = {update}\n%t = stablehlo.add %s, %u : tensor<4xf32>",
        "%v = stablehlo.reverse %s, dims = [0] : tensor<4xf32>\n%u = {update}\n"
        "%t = stablehlo.add %v, %u : tensor<4xf32>",
        "%t = stablehlo.dynamic_update_slice %s, %s, %zero "
        ": (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>",
        "%v = stablehlo.slice %s [1:3] : (tensor<4xf32>) -> tensor<2xf32>\n"
        "%t = stablehlo.dynamic_update_slice %s, %v, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>",
        "%c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n%t = stablehlo.dynamic_update_slice "
        "%c, %y, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>",
        "%b = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>\n%t = "
        "stablehlo.dynamic_update_slice %b, %y, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>",
    ],
)
def test_results_are_those_of_a_run_that_is_looked_at(body):
    update = "stablehlo.dynamic_update_slice %s, %y, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>"
    text = f"""
    func.func @main(%x: tensor<4xf32>, %y: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.constant dense<5> : tensor<i32>
      %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4xf32>
        cond {{
          %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }} do {{
          {body.format(update=update)}
          %next = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %next, %t : tensor<i32>, tensor<4xf32>
        }}
      return %0#1, %x : tensor<4xf32>, tensor<4xf32>
    }}"""
    x, y = np.array([1, 2, 3, 4], np.float32), np.array([9], np.float32)
    looked_at = interpreter.run(text, x, y, max_steps=10_000)
    for _ in range(3):
        for found, expected in zip(interpreter.run(text, x, y), looked_at, strict=True):
            assert found.tolist() == expected.tolist()
    assert x.tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0)])
@pytest.mark.parametrize("indexed", [(0,), (1,), (2,), (2, 0), (0, 1, 2)])
def test_what_lies_in_another_order_is_written_as_well(order, indexed):
    """A sum of what is transposed lies as that does, and dies with the scatter and the update."""
    shape, vectors = (2, 3, 4), np.array([[1, 0, 1], [0, 2, 3], [1, 0, 1]])
    windows = [d for d in range(3) if d not in indexed]
    permuted = "x".join(str(shape[order.index(d)]) for d in range(3))
    updates = "x".join(map(str, (3, *(shape[d] for d in windows))))
    operand, indices, dims = "tensor<2x3x4xf32>", f"tensor<3x{len(indexed)}xi64>", "tensor<i64>"
    program = interpreter.load(f"""
    func.func @main(%x: tensor<{permuted}xf32>, %i: {indices}, %u: tensor<{updates}xf32>, %y: tensor<1x1x4xf32>,
        %a: {dims}, %b: {dims}, %c: {dims}) -> ({operand}, {operand}) {{
      %t = stablehlo.transpose %x, dims = [{", ".join(map(str, order))}] : (tensor<{permuted}xf32>) -> {operand}
      %s = stablehlo.add %t, %t : {operand}
      %0 = "stablehlo.scatter"(%s, %i, %u) ({{
        ^bb0(%p: tensor<f32>, %q: tensor<f32>):
          %r = stablehlo.add %p, %q : tensor<f32>
          stablehlo.return %r : tensor<f32>
        }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {[*range(1, 1 + len(windows))]},
          inserted_window_dims = {sorted(indexed)}, scatter_dims_to_operand_dims = {list(indexed)},
          index_vector_dim = 1>}}
        : ({operand}, {indices}, tensor<{updates}xf32>) -> {operand}
      %w = stablehlo.multiply %t, %t : {operand}
      %1 = stablehlo.dynamic_update_slice %w, %y, %a, %b, %c
        : ({operand}, tensor<1x1x4xf32>, {dims}, {dims}, {dims}) -> {operand}
      return %0, %1 : {operand}, {operand}
    }}""")
    rng = np.random.default_rng(0)
    t = rng.integers(-9, 9, shape).astype(np.float32)
    u = rng.integers(-9, 9, [int(n) for n in updates.split("x")]).astype(np.float32)
    scattered, updated = t + t, t * t
    for vector, update in zip(vectors, u, strict=True):
        scattered[tuple(vector[d] if d in indexed else slice(None) for d in range(3))] += update
    updated[1, 2] = [7, 8, 9, 10]
    given = np.ascontiguousarray(t.transpose(np.argsort(order))), vectors[:, indexed], u
    for _ in range(3):  # a block is made shorter when it runs a second time
        found = program(*given, np.float32([[[7, 8, 9, 10]]]), 1, 2, 0)
        np.testing.assert_array_equal(found[0], scattered)
        np.testing.assert_array_equal(found[1], updated)
