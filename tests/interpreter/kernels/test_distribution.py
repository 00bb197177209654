"""Collective operations over grids of processes, against the specification's formulas read literally."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers import one_op
from helpers import process_grids as model
from helpers.collective_programs import BODY, channel, forms, groups_text, op
from helpers.one_op import i64

import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import DenseElements, tensor

GRID = pytest.mark.parametrize(("num_replicas", "num_partitions"), model.GRIDS)


def draw(grid: model.Grid, shape: tuple[int, ...] = (4, 4), dtype: Any = np.int32) -> model.Values:
    rng = np.random.default_rng(len(grid.ids))
    return {id: rng.integers(-50, 50, shape).astype(dtype) for id in grid.ids}


def hold(program: str, grid: model.Grid, values: model.Values, expected: model.Values) -> None:
    results = interpreter.run_parallel(
        program, [(values[id],) for id in grid.ids], len(grid.replica_ids), len(grid.partition_ids)
    )
    for id, (result,) in zip(grid.ids, results, strict=True):
        assert result.dtype == expected[id].dtype
        np.testing.assert_array_equal(result, expected[id], err_msg=f"{id} of {program}")


@GRID
@pytest.mark.parametrize("dim", [0, 1])
def test_all_gather(num_replicas: int, num_partitions: int, dim: int) -> None:
    grid = model.Grid(num_replicas, num_partitions)
    values = draw(grid)
    for attributes, groups in forms(grid):
        shape = [4, 4]
        shape[dim] *= len(groups[0])
        program = op("all_gather", f"all_gather_dim = {dim} : i64, {attributes}", result="x".join(map(str, shape)))
        hold(program, grid, values, model.all_gather(values, groups, dim))


@GRID
@pytest.mark.parametrize("body", ["add", "maximum", "xor"])
def test_all_reduce(num_replicas: int, num_partitions: int, body: str) -> None:
    grid = model.Grid(num_replicas, num_partitions)
    values = draw(grid)
    computation = {"add": np.add, "maximum": np.maximum, "xor": np.bitwise_xor}[body]
    for attributes, groups in forms(grid):
        hold(op("all_reduce", attributes, body=body), grid, values, model.all_reduce(values, groups, computation))


@GRID
@pytest.mark.parametrize("dim", [0, 1])
def test_reduce_scatter(num_replicas: int, num_partitions: int, dim: int) -> None:
    grid = model.Grid(num_replicas, num_partitions)
    values = draw(grid, (8, 8))
    for attributes, groups in forms(grid):
        shape = [8, 8]
        shape[dim] //= len(groups[0])
        text = f"scatter_dimension = {dim} : i64, {attributes}"
        program = op("reduce_scatter", text, "8x8", "x".join(map(str, shape)), body="add")
        hold(program, grid, values, model.reduce_scatter(values, groups, dim, np.add))


@GRID
@pytest.mark.parametrize(("split", "concat"), [(0, 1), (1, 0), (1, 1)])
def test_all_to_all(num_replicas: int, num_partitions: int, split: int, concat: int) -> None:
    grid = model.Grid(num_replicas, num_partitions)
    values = draw(grid)
    for attributes, groups in forms(grid, strategies="within"):
        count = len(groups[0])
        shape = [4, 4]
        shape[split] //= count
        shape[concat] *= count
        text = f"split_dimension = {split} : i64, concat_dimension = {concat} : i64, split_count = {count} : i64"
        program = op("all_to_all", f"{text}, {attributes}", result="x".join(map(str, shape)))
        hold(program, grid, values, model.all_to_all(values, groups, split, concat))


@GRID
def test_collective_broadcast(num_replicas: int, num_partitions: int) -> None:
    grid = model.Grid(num_replicas, num_partitions)
    values = draw(grid)
    for attributes, groups in forms(grid, strategies="within"):
        hold(op("collective_broadcast", attributes), grid, values, model.collective_broadcast(values, groups))
    only_the_last = f"{groups_text([[num_replicas - 1]])}"
    groups = list(grid.cross_replica([[num_replicas - 1]]))
    hold(op("collective_broadcast", only_the_last), grid, values, model.collective_broadcast(values, groups))


@GRID
def test_collective_reduce(num_replicas: int, num_partitions: int) -> None:
    grid = model.Grid(num_replicas, num_partitions)
    values = draw(grid)
    for attributes, groups in forms(grid, strategies="within"):
        program = op("collective_reduce", attributes, body="add")
        hold(program, grid, values, model.collective_reduce(values, groups, np.add))


@GRID
@pytest.mark.parametrize("is_across_partitions", [False, True])
def test_collective_permute(num_replicas: int, num_partitions: int, is_across_partitions: bool) -> None:
    grid = model.Grid(num_replicas, num_partitions)
    values = draw(grid)
    count = num_partitions if is_across_partitions else num_replicas
    ring = [[id, (id + 1) % count] for id in range(count)]
    for pairs in (ring, ring[:1], [[id, id] for id in range(count)]):
        strategy = grid.cross_partition if is_across_partitions else grid.cross_replica
        text = (
            f"source_target_pairs = dense<{pairs}> : tensor<{len(pairs)}x2xi64>, {channel(int(is_across_partitions))}"
        )
        expected = model.collective_permute(values, list(strategy(pairs)))
        hold(op("collective_permute", text), grid, values, expected)


@GRID
def test_ids(num_replicas: int, num_partitions: int) -> None:
    program = """func.func @main() -> (tensor<ui32>, tensor<ui32>) {
      %0 = stablehlo.replica_id : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      return %0, %1 : tensor<ui32>, tensor<ui32>
    }"""
    grid = model.Grid(num_replicas, num_partitions)
    results = interpreter.run_parallel(program, [()] * len(grid.ids), num_replicas, num_partitions)
    assert [tuple(int(id) for id in result) for result in results] == grid.ids
    assert [int(id) for id in interpreter.run(program)] == [0, 0]


def test_outside_of_a_grid_there_is_one_process() -> None:
    value = np.arange(16, dtype=np.int32).reshape(4, 4)
    one = "replica_groups = dense<0> : tensor<1x1xi64>"
    programs = [
        op("all_gather", f"all_gather_dim = 0 : i64, {one}"),
        op("all_reduce", one, body="add"),
        op("reduce_scatter", f"scatter_dimension = 0 : i64, {one}", body="add"),
        op("all_to_all", f"split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, {one}"),
        op("collective_broadcast", one),
        op("collective_permute", "source_target_pairs = dense<0> : tensor<1x2xi64>"),
    ]
    for program in programs:
        (result,) = interpreter.run(program, value)
        np.testing.assert_array_equal(result, value)


def test_several_operands_of_different_types() -> None:
    program = f"""func.func @main(%a: tensor<2xi64>, %b: tensor<1x2xf32>) -> (tensor<4xi64>, tensor<2x2xf32>) {{
      %0:2 = "stablehlo.all_gather"(%a, %b) {{all_gather_dim = 0 : i64, {groups_text([[1, 0]])}}}
        : (tensor<2xi64>, tensor<1x2xf32>) -> (tensor<4xi64>, tensor<2x2xf32>)
      return %0#0, %0#1 : tensor<4xi64>, tensor<2x2xf32>
    }}"""
    args = [([1, 2], [[0.5, 1.5]]), ([3, 4], [[2.5, 3.5]])]
    for first, second in interpreter.run_parallel(program, args, 2):
        assert first.tolist() == [3, 4, 1, 2]
        assert second.tolist() == [[2.5, 3.5], [0.5, 1.5]]


def test_a_reduction_is_a_balanced_tree_in_the_order_of_the_group_and_promotes() -> None:
    """With ids [2, 0, 1]: (x2 - x0) - x1; f16 operands are added up in f32."""
    body = BODY.format("f32", "subtract")
    program = f"""func.func @main(%x: tensor<1xf16>) -> tensor<1xf32> {{
      %0 = "stablehlo.all_reduce"(%x) {body} {{{groups_text([[2, 0, 1]])}}} : (tensor<1xf16>) -> tensor<1xf32>
      return %0 : tensor<1xf32>
    }}"""
    args = [(np.array([value], np.float16),) for value in (2048, 1, 5)]
    results = interpreter.run_parallel(program, args, 3)
    assert [float(result[0][0]) for result in results] == [5 - 2048 - 1] * 3


def test_operands_of_different_shapes_are_exchanged_and_reduced_together() -> None:
    program = f"""func.func @main(%a: tensor<2x4xi32>, %b: tensor<3x4xi64>, %c: tensor<5xi32>)
        -> (tensor<4x2xi32>, tensor<6x2xi64>, tensor<2x4xi32>, tensor<5xi32>) {{
      %0:2 = "stablehlo.all_to_all"(%a, %b) {{
        split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {groups_text([[1, 0]])}
      }} : (tensor<2x4xi32>, tensor<3x4xi64>) -> (tensor<4x2xi32>, tensor<6x2xi64>)
      %1:2 = "stablehlo.all_reduce"(%a, %c) {BODY.format("i32", "maximum")} {{{groups_text([[0, 1]])}}}
        : (tensor<2x4xi32>, tensor<5xi32>) -> (tensor<2x4xi32>, tensor<5xi32>)
      return %0#0, %0#1, %1#0, %1#1 : tensor<4x2xi32>, tensor<6x2xi64>, tensor<2x4xi32>, tensor<5xi32>
    }}"""
    rng = np.random.default_rng(0)
    shapes = (((2, 4), np.int32), ((3, 4), np.int64), ((5,), np.int32))
    args = [tuple(rng.integers(-9, 9, shape).astype(dtype) for shape, dtype in shapes) for _ in range(2)]
    (a0, b0, c0), (a1, b1, c1) = args
    for process, results in enumerate(interpreter.run_parallel(program, args, 2)):
        half = slice(2, 4) if process == 0 else slice(0, 2)  # replica 0 is the second one of the group
        expected = [
            np.concatenate([a1[:, half], a0[:, half]]),
            np.concatenate([b1[:, half], b0[:, half]]),
            np.maximum(a0, a1),
            np.maximum(c0, c1),
        ]
        for result, wanted in zip(results, expected, strict=True):
            assert result.dtype == wanted.dtype
            np.testing.assert_array_equal(result, wanted)


def test_any_body() -> None:
    """l * 2 + r, applied to neighbours: ((a b) (c d)), with calls and control flow in it."""
    program = """
    func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.add %x, %x : tensor<i32>
      return %0 : tensor<i32>
    }
    func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
      %0 = "stablehlo.all_reduce"(%x) ({
      ^bb0(%l: tensor<i32>, %r: tensor<i32>):
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %p = stablehlo.compare GE, %r, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %t = func.call @twice(%l) : (tensor<i32>) -> tensor<i32>
        %s = "stablehlo.if"(%p) ({
          %1 = stablehlo.add %t, %r : tensor<i32>
          stablehlo.return %1 : tensor<i32>
        }, {
          stablehlo.return %r : tensor<i32>
        }) : (tensor<i1>) -> tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      return %0 : tensor<2xi32>
    }"""

    def combine(left: int, right: int) -> int:
        return 2 * left + right if right >= 0 else right

    values = [[1, -2], [3, 4], [5, -6], [-7, 8]]
    results = interpreter.run_parallel(program, [(np.array(v, np.int32),) for v in values], 4)
    columns = list(zip(*values, strict=True))
    expected = [combine(combine(a, b), combine(c, d)) for a, b, c, d in columns]
    assert [result[0].tolist() for result in results] == [expected] * 4


def test_groups_of_different_sizes_are_padded() -> None:
    rows = "replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>"
    values = [(np.full((4, 4), value, np.int32),) for value in (1, 2, 3)]
    results = interpreter.run_parallel(op("all_reduce", rows, body="add"), values, 3)
    assert [int(result[0][0, 0]) for result in results] == [3, 3, 3]
    groups = DenseElements(tensor("2x2xi64"), np.array([[0, 1], [2, -1]]))
    attributes = {"all_gather_dim": i64(0), "replica_groups": groups}
    gather = one_op.program("stablehlo.all_gather", [tensor("4x4xi32")], [tensor("8x4xi32")], attributes)
    with pytest.raises(interpreter.ExecutionError, match=r"\[\[0, 1\], \[2, -1\]\] has groups of 1 and 2 ids"):
        interpreter.run_parallel(gather, values, 3)


@pytest.mark.parametrize(
    ("roots", "expected"), [([0, 1], [[1, 2], [7, 8]]), ([1, 1], [[3, 4], [7, 8]]), ([1, 0], [[3, 4], [5, 6]])]
)
@pytest.mark.parametrize("name", ["collective_broadcast", "collective_reduce"])
def test_roots_that_a_run_chooses(name: str, roots: list[int], expected: list[list[int]]) -> None:
    body = BODY.format("i32", "add") if name == "collective_reduce" else ""
    program = f"""func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>, %root: tensor<2xi32>)
        -> (tensor<2xi32>, tensor<2xi32>) {{
      %0:2 = "stablehlo.{name}"(%a, %b, %root) {body} {{{groups_text([[0, 1]])}, has_dynamic_root}}
        : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
      return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
    }}"""
    args = [([1, 2], [5, 6], roots), ([3, 4], [7, 8], roots)]
    results = interpreter.run_parallel(program, args, 2)
    if name == "collective_broadcast":
        assert [[x.tolist() for x in result] for result in results] == [expected] * 2
    else:
        sums = [[4, 6], [12, 14]]
        assert [[x.tolist() for x in result] for result in results] == [
            [sums[j] if roots[j] == process else [0, 0] for j in (0, 1)] for process in (0, 1)
        ]
    with pytest.raises(interpreter.ExecutionError, match=r"root 2 isn't in \[0, 2\)"):
        interpreter.run_parallel(program, [([1, 2], [5, 6], [2, 0])] * 2, 2)


def test_results_are_each_caller_s_own() -> None:
    program = op("all_reduce", groups_text([[0, 1]]), body="add")
    first, second = interpreter.run_parallel(program, [(np.ones((4, 4), np.int32),)] * 2, 2)
    first[0][:] = 9
    assert second[0].tolist() == np.full((4, 4), 2).tolist()


def test_empty_tensors() -> None:
    program = op("all_reduce", groups_text([[0, 1]]), "0x4", "0x4", body="subtract")
    results = interpreter.run_parallel(program, [(np.empty((0, 4), np.int32),)] * 2, 2)
    assert [result[0].shape for result in results] == [(0, 4)] * 2


def test_quantized_tensors() -> None:
    """What nobody sends is the quantized zero, which is the zero point; what is gathered are the stored integers."""
    q = "tensor<2x!quant.uniform<i8:f32, 0.5:3>>"
    program = f"""func.func @main(%x: {q}) -> ({q}, {q.replace("<2x", "<4x")}) {{
      %0 = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}} : ({q}) -> {q}
      %1 = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, {groups_text([[1, 0]])}}}
        : ({q}) -> {q.replace("<2x", "<4x")}
      return %0, %1 : {q}, {q.replace("<2x", "<4x")}
    }}"""
    results = interpreter.run_parallel(program, [(np.array(x, np.int8),) for x in ([1, 2], [-3, 4])], 2)
    assert [result[0].tolist() for result in results] == [[3, 3], [1, 2]]
    assert [result[1].tolist() for result in results] == [[-3, 4, 1, 2]] * 2


REFUSED = [
    (
        op("all_reduce", groups_text([[0, 1, 2]]), body="add"),
        r"\[\[0, 1, 2\]\] names replica 2, but .* replica ids 0 to 1",
    ),
    (op("all_reduce", groups_text([[0]]), body="add"), r"leaves out replica 1 of the grid of 2 replicas x 1 partition"),
    (op("all_reduce", "replica_groups = dense<> : tensor<0x0xi64>", body="add"), r"replica_groups is empty"),
    (op("all_reduce", "replica_groups = dense<[[-1, 0]]> : tensor<1x2xi64>", body="add"), r"behind the padding of -1"),
    (
        op("all_reduce", "replica_groups = dense<[[0, -1, 1, -1]]> : tensor<1x4xi64>", body="add"),
        r"behind the padding of -1",
    ),
    (
        op("collective_reduce", f"{groups_text([[0, 1]])}, {channel(0)}, use_global_device_ids", body="add"),
        r"use_global_device_ids needs a positive channel_id, but it is 0",
    ),
    (
        op("collective_permute", "source_target_pairs = dense<[[0, 2]]> : tensor<1x2xi64>"),
        r"source_target_pairs = \[\[0, 2\]\] names replica 2",
    ),
    (
        op(
            "all_gather",
            f"all_gather_dim = 0 : i64, {groups_text([[0, 1]])}, {channel(1)}, use_global_device_ids",
            result="12x4",
        ),
        r"shape \[8, 4\] in a grid of 2 replicas x 1 partition, but its type is tensor<12x4xi32>",
    ),
    (
        op("reduce_scatter", f"scatter_dimension = 0 : i64, {groups_text([[0, 1]])}", "3x4", "3x4", body="add"),
        r"scatter_dimension = 0 has size 3 .* which 2 processes don't divide",
    ),
]


REDUCED = op("collective_reduce", groups_text([[0, 1]]), body="add")
RETURN = "stablehlo.return %s : tensor<i32>"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (REDUCED[REDUCED.index(" ({") : REDUCED.index("})") + 2], "", "has no computation, which would be"),
        ("%r: tensor<i32>)", "%r: tensor<i32>, %z: tensor<i32>)", "should take 2 arguments for 1 inputs, not 3"),
        (RETURN, "stablehlo.return", "gives nothing, expected one tensor<i32>"),
        (RETURN, "stablehlo.return %s, %s : tensor<i32>, tensor<i32>", "gives tensor<i32>, tensor<i32>, expected one"),
        ("-> tensor<4x4xi32>", "-> tensor<4x4xf32>", "gives elements of f32, expected i32"),
    ],
)
def test_what_no_verifier_has_seen_is_said(old: str, new: str, message: str) -> None:
    """The bindings don't know collective_reduce."""
    assert old in REDUCED
    returned = "%0 : tensor<4x4xf32>" if "f32" in new else "%0 : tensor<4x4xi32>"
    program = REDUCED.replace(old, new).replace("%0 : tensor<4x4xi32>", returned)
    with pytest.raises(interpreter.ExecutionError, match=message):
        interpreter.run_parallel(program, [(np.ones((4, 4), np.int32),)] * 2, 2)


@pytest.mark.parametrize(("program", "message"), REFUSED)
def test_what_is_wrong_is_said_with_its_values(program: str, message: str) -> None:
    shape = (3, 4) if "3x4" in program else (4, 4)
    with pytest.raises(interpreter.ExecutionError, match=message):
        interpreter.run_parallel(program, [(np.ones(shape, np.int32),)] * 2, 2)


def test_more_operands_than_results() -> None:
    program = f"""
    func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {{
      %0 = "stablehlo.collective_reduce"(%x, %y) {BODY.format("i32", "add")} {{
        replica_groups = dense<[[0]]> : tensor<1x1xi64>}} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
      return %0 : tensor<2xi32>
    }}"""
    x = np.zeros(2, np.int32)
    with pytest.raises(interpreter.ExecutionError, match="the operands make 2 results, but the operation has 1"):
        interpreter.run(program, x, x)


CAPTURED = """func.func @main(%x: tensor<2xi32>) -> tensor<RESULTxi32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %factor = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %0 = "stablehlo.NAME"(%x) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %p = stablehlo.multiply %r, %factor : tensor<i32>
    %s = stablehlo.add %l, %p : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {MORE replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<RESULTxi32>
  return %0 : tensor<RESULTxi32>
}"""


@pytest.mark.parametrize(
    ("name", "more", "expected"),
    [
        ("all_reduce", "", [[1, 2], [11, 22]]),  # results@process: %l + %r * replica_id
        ("reduce_scatter", "scatter_dimension = 0 : i64,", [[1], [22]]),
        ("collective_reduce", "", [[1, 2], [0, 0]]),
    ],
)
def test_a_computation_with_values_of_each_process(name: str, more: str, expected: list[list[int]]) -> None:
    program = CAPTURED.replace("NAME", name).replace("MORE", more).replace("RESULT", str(len(expected[0])))
    results = interpreter.run_parallel(program, [([1, 2],), ([10, 20],)], 2)
    assert [x.tolist() for (x,) in results] == expected


def test_processes_that_come_with_different_operands_are_told() -> None:
    program = """func.func @main(%x: tensor<2xf32>, %y: tensor<?xf32>) -> (tensor<2xf32>, tensor<?xf32>) {
  %0:2 = "stablehlo.all_reduce"(%x, %y) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}
    : (tensor<2xf32>, tensor<?xf32>) -> (tensor<2xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<?xf32>
}"""
    given = [(np.ones(2, np.float32), np.ones(size, np.float32)) for size in (3, 3, 5)]
    said = (
        r"different operands: float32\[2\], float32\[3\] and float32\[2\], float32\[3\] and float32\[2\], float32\[5\]"
    )
    with pytest.raises(ExecutionError, match=said):
        interpreter.run_parallel(program, given, 3)
    for whole, part in interpreter.run_parallel(program, [given[0]] * 3, 3):
        assert (whole.tolist(), part.tolist()) == ([3, 3], [3, 3, 3])
