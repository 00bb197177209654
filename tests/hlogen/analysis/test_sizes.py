"""Which dimensions certainly have one size."""

from __future__ import annotations

import numpy as np

import hlogen as hl
import interpreter
from hlogen.analysis.sizes import same_size

# Elements 0 to 3 of %shape are the sizes of %x along 0, 1, the size of %x along 1, and 1.
SHAPE = """
  %d0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %d1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %a = stablehlo.reshape %d0 : (tensor<i32>) -> tensor<1x1xi32>
  %b = stablehlo.reshape %d1 : (tensor<i32>) -> tensor<1x1xi32>
  %one = stablehlo.constant dense<1> : tensor<1x1xi32>
"""
PROGRAM = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?x?x?xi32> {{
  {shape}
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<4xi32>) -> tensor<?x?x?x?xi32>
  func.return %0 : tensor<?x?x?x?xi32>
}}
"""


def sizes(text: str) -> list[set[int]]:
    """For each dimension of the iota, the dimensions of %x that have its size."""
    program = hl.parse(PROGRAM.format(shape=SHAPE + text))
    (x,) = program.function("main").arguments
    (iota,) = (op.result for op in program.walk() if op.name == "stablehlo.dynamic_iota")
    return [{dim for dim in (0, 1) if same_size((iota, d), (x, dim))} for d in range(4)]


def test_sizes_that_are_joined() -> None:
    text = """
  %c = stablehlo.reshape %a : (tensor<1x1xi32>) -> tensor<1xi32>
  %d = stablehlo.reshape %b : (tensor<1x1xi32>) -> tensor<1xi32>
  %e = stablehlo.reshape %one : (tensor<1x1xi32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %c, %d, %d, %e, dim = 0
    : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
"""
    assert sizes(text) == [{0}, {1}, {1}, set()]


def test_sizes_that_are_joined_in_rows() -> None:
    """Element 1 is the second of the first row, not the first of the second."""
    text = """
  %row0 = stablehlo.concatenate %a, %one, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %row1 = stablehlo.concatenate %b, %one, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %rows = stablehlo.concatenate %row0, %row1, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %shape = stablehlo.reshape %rows : (tensor<2x2xi32>) -> tensor<4xi32>
"""
    assert 1 not in sizes(text)[1]


def test_sizes_in_other_types_and_numbers() -> None:
    """A conversion keeps a size where every integer has its like; constants and known sizes are the same by number."""
    text = """
  %long = stablehlo.convert %a : (tensor<1x1xi32>) -> tensor<1x1xi64>
  %short = stablehlo.convert %b : (tensor<1x1xi32>) -> tensor<1x1xi8>
  %back = stablehlo.convert %short : (tensor<1x1xi8>) -> tensor<1x1xi64>
  %c = stablehlo.reshape %long : (tensor<1x1xi64>) -> tensor<1xi64>
  %d = stablehlo.reshape %back : (tensor<1x1xi64>) -> tensor<1xi64>
  %numbers = stablehlo.constant dense<[7, 3]> : tensor<2xi64>
  %shape = stablehlo.concatenate %c, %d, %numbers, dim = 0
    : (tensor<1xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<4xi64>
"""
    program = hl.parse(PROGRAM.replace("tensor<4xi32>", "tensor<4xi64>").format(shape=SHAPE + text))
    (x,) = program.function("main").arguments
    (iota,) = (op.result for op in program.walk() if op.name == "stablehlo.dynamic_iota")
    sevens = hl.parse("func.func @main(%x: tensor<7x3xf32>) -> tensor<7x3xf32> { return %x : tensor<7x3xf32> }")
    (known,) = sevens.function("main").arguments
    assert [[dim for dim in (0, 1) if same_size((iota, d), (x, dim))] for d in range(4)] == [[0], [], [], []]
    assert [[dim for dim in (0, 1) if same_size((iota, d), (known, dim))] for d in range(4)] == [[], [], [0], [1]]


def test_sizes_that_operations_keep() -> None:
    """A run on sizes that all differ tells which of a result's dimensions have those of %x."""
    program = hl.parse("""
func.func @main(%x: tensor<?x?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?x?xf32>,
    tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2, 0]
    : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %3 = stablehlo.dot_general %x, %2, batching_dims = [1] x [2], contracting_dims = [2] x [0]
    : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %4 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %5 = stablehlo.reverse %x, dims = [0] : tensor<?x?x?xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x?xf32>, tensor<?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>,
    tensor<?x?x?xf32>, tensor<?x?x?xf32>
}""")
    given = np.ones((2, 3, 5), np.float32)
    x = program.function("main").arguments[0]
    results = program.function("main").body.operations[-1].operands
    for value, array in zip(results, interpreter.run(program, given), strict=True):
        for d, size in enumerate(array.shape):
            found = [at for at in range(3) if same_size((value, d), (x, at))]
            assert found == [at for at in range(3) if given.shape[at] == size], (value.owner, d)


def test_parts_of_sizes_that_only_a_run_knows() -> None:
    """How many sizes stand in front of the second, nobody knows."""
    text = """
  %c = stablehlo.reshape %a : (tensor<1x1xi32>) -> tensor<?xi32>
  %d = stablehlo.reshape %b : (tensor<1x1xi32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %c, %d, %d, %d, dim = 0
    : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
"""
    assert sizes(text) == [set(), set(), set(), set()]
