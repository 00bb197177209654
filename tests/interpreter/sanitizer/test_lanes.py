"""Operations in bodies that run on many lanes at once are seen as well, whatever has one dimension more then."""

from __future__ import annotations

import numpy as np
import pytest

import interpreter

MAP = """
func.func @main(%x: tensor<5xf32>, %y: tensor<5xi32>, %table: tensor<4xf32>) -> tensor<5xf32> {{
  %0 = "stablehlo.map"(%x, %y) ({{
  ^bb0(%a: tensor<f32>, %i: tensor<i32>):
{body}
  }}) {{dimensions = array<i64: 0>}} : (tensor<5xf32>, tensor<5xi32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}}
"""
X, TABLE = np.float32([0, 1, 2, 3, 4]), np.float32([9, 8, 7, 6])


def met(body, x=X, y=(0, 1, 2, 3, 3), **asked):
    sanitizer = interpreter.Sanitizer(**asked)
    results = interpreter.run(MAP.format(body=body), x, np.array(y, np.int32), TABLE, sanitize=sanitizer)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(
        results, interpreter.run(MAP.format(body=body), x, np.array(y, np.int32), TABLE), strict=True
    ))  # fmt: skip
    return sanitizer.findings


def test_elementwise():
    (finding,) = met("%r = stablehlo.log %a : tensor<f32>\nstablehlo.return %r : tensor<f32>")
    assert (finding.id, finding.count, finding.total) == ("number.inf", 1, 5)
    assert finding.elements[0].text == "-inf from 0.0"
    assert finding.elements[0].position is None


def test_many_turns_on_few_lanes():
    """A scatter's body is run for all elements at once, once for each further update of one of them."""
    n = 700
    program = f"""
    func.func @main(%x: tensor<3xf32>, %i: tensor<{n}x1xi32>, %u: tensor<{n}xf32>) -> tensor<3xf32> {{
      %two = stablehlo.constant dense<2.0> : tensor<f32>
      %r = "stablehlo.scatter"(%x, %i, %u) ({{
      ^bb0(%old: tensor<f32>, %new: tensor<f32>):
        %0 = stablehlo.multiply %old, %two : tensor<f32>
        %1 = stablehlo.add %0, %new : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
        : (tensor<3xf32>, tensor<{n}x1xi32>, tensor<{n}xf32>) -> tensor<3xf32>
      return %r : tensor<3xf32>
    }}
    """
    sanitizer = interpreter.Sanitizer(select="number")
    indices = np.repeat(np.arange(2, dtype=np.int32), n // 2).reshape(n, 1)
    interpreter.run(program, np.zeros(3, np.float32), indices, np.ones(n, np.float32), sanitize=sanitizer)
    (finding,) = sanitizer.findings
    assert (finding.id, finding.op, finding.count) == ("number.inf", "stablehlo.multiply", 2)
    assert finding.message == "infinities are made: 2 elements"


def test_an_operand_that_is_the_same_for_all():
    body = """
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %q = stablehlo.divide %i, %zero : tensor<i32>
    %r = stablehlo.convert %q : (tensor<i32>) -> tensor<f32>
    stablehlo.return %r : tensor<f32>"""
    (finding,) = met(body)
    assert (finding.id, finding.count) == ("number.division", 5)


GATHER = """
    %r = "stablehlo.gather"(%table, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>} : (tensor<4xf32>, tensor<i32>)
      -> tensor<f32>
    stablehlo.return %r : tensor<f32>"""


def test_gather():
    body = GATHER.replace("%i)", "%v)").replace("tensor<i32>)", "tensor<1xi32>)")
    body = "%v = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>\n" + body
    assert met(body) == ()
    clamped, negative = met(body, y=(0, 4, -1, 7, 3))
    assert (clamped.id, clamped.count, clamped.total) == ("bounds.clamped", 2, 2)
    assert (negative.id, negative.count) == ("bounds.negative", 1)
    assert clamped.elements[0].text == "index vector [4]: it is 4, clamped to 3 (dimension 0 allows 0 .. 3)"


def test_dynamic_slice():
    body = """
    %s = stablehlo.dynamic_slice %table, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
    %t = stablehlo.slice %s [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %r = stablehlo.reshape %t : (tensor<1xf32>) -> tensor<f32>
    stablehlo.return %r : tensor<f32>"""
    assert met(body, y=(0, 1, 2, 2, 2)) == ()
    clamped, negative = met(body, y=(0, 3, -5, 2, 9))
    assert (clamped.count, negative.count) == (2, 1)


SCATTER = """
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %p = stablehlo.concatenate %v, %w, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %u = stablehlo.constant dense<[3.0, 5.0]> : tensor<2xf32>
    %s = "stablehlo.scatter"(%z, %p, %u) ({
    ^bb1(%old: tensor<f32>, %new: tensor<f32>):
      BODY
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>, unique_indices = true} : (tensor<4xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<4xf32>
    %t = stablehlo.slice %s [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %r = stablehlo.reshape %t : (tensor<1xf32>) -> tensor<f32>
    stablehlo.return %r : tensor<f32>"""


@pytest.mark.parametrize(
    ("combine", "wanted"),
    [
        ("stablehlo.return %new : tensor<f32>", {"promise.unique": 1, "order.value": 1, "bounds.dropped": 1}),
        (
            "%d = stablehlo.divide %old, %new : tensor<f32>\n stablehlo.return %d : tensor<f32>",
            {"promise.unique": 1, "bounds.dropped": 1},
        ),
        (
            "%d = stablehlo.multiply %old, %a : tensor<f32>\n%e = stablehlo.add %d, %new : tensor<f32>\n"
            "stablehlo.return %e : tensor<f32>",
            {"promise.unique": 1, "bounds.dropped": 1},
        ),
    ],
)
def test_scatter(combine, wanted):
    """The second index is always 1; the first one once the same, once out of bounds."""
    body = SCATTER.replace("BODY", combine)
    indices = """
    %v = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %w = stablehlo.constant dense<1> : tensor<1xi32>"""
    found = met(indices + body, y=(0, 1, 2, 3, 7))
    assert {finding.id: finding.count for finding in found} == wanted


def test_loops_of_different_length():
    body = """
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %w:2 = stablehlo.while(%n = %i, %v = %a) : tensor<i32>, tensor<f32>
      cond {
        %c = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %m = stablehlo.subtract %n, %one : tensor<i32>
        %d = stablehlo.divide %v, %v : tensor<f32>
        stablehlo.return %m, %d : tensor<i32>, tensor<f32>
      }
    stablehlo.return %w#1 : tensor<f32>"""
    (finding,) = met(body, x=np.float32([0, 0, 2, 3, 0]), y=(0, 2, 3, 1, 1))
    assert (finding.id, finding.count, finding.executions) == ("number.nan", 2, 1)


def test_other_operations_in_lanes():
    body = """
    %init = stablehlo.constant dense<1.0> : tensor<f32>
    %b = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %c = "stablehlo.sort"(%b) ({
    ^bb1(%l: tensor<f32>, %g: tensor<f32>):
      %o = stablehlo.compare LT, %l, %g : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %o : tensor<i1>
    }) {dimension = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>
    %d = stablehlo.dot_general %c, %b, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
    %e = stablehlo.reduce(%c init: %init) applies stablehlo.multiply across dimensions = [0]
      : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %r = stablehlo.add %d, %e : tensor<f32>
    stablehlo.return %r : tensor<f32>"""
    assert met(body) == ()
    found = met(body, x=np.float32([1, 1e30, 2, 3, 4]))
    assert {finding.op for finding in found} == {"stablehlo.dot_general", "stablehlo.reduce"}
