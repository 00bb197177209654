"""Collectives of the builder: upstream accepts them, a grid gives what the specification says, mistakes are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.conform.versions import Versions
from hlogen.mlir.writer import to_bytecode, to_portable_artifact

X = np.arange(4 * 4 * 2, dtype=np.int32).reshape(4, 4, 2) ** 2 % 23  # one 4x2 for each process
Y = -X[:, :, ::-1]
GROUPS = [[1, 0], [2, 3]]
GROUP_OF = [(1, 0), (1, 0), (2, 3), (2, 3)]  # the group that each process is in
MESH = (
    "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "
    '"a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 2>]>, axes = [#stablehlo.axis_ref<name = "b">]>'
)
ROOTS = np.array([1, 0], np.int32)
HALVES = {"replica_groups": GROUPS}
SOME = {"replica_groups": [[2, 0, 3]]}
SPLIT = {"split_dimension": 0, "concat_dimension": 1, "split_count": 2}
GLOBAL = {"channel_id": 3, "use_global_device_ids": True}


def gathered(x: Any, dim: int) -> list[Any]:
    return [np.concatenate([x[q] for q in group], dim) for group in GROUP_OF]


def summed(x: Any) -> list[Any]:
    return [sum(x[q] for q in group) for group in GROUP_OF]


def zeros_but(results: dict[int, Any]) -> list[Any]:
    return [results.get(p, np.zeros((4, 2), np.int32)) for p in range(4)]


# The operation on x and y, and what each process gets: lists by process, one for each result.
CASES: dict[str, tuple[Callable[..., Any], list[list[Any]]]] = {
    "all_gather": (lambda x, y: hl.all_gather(x, all_gather_dim=1, **HALVES), [gathered(X, 1)]),
    "all_gather_several": (
        lambda x, y: hl.all_gather([x, y], all_gather_dim=0, **HALVES),
        [gathered(X, 0), gathered(Y, 0)],
    ),
    "all_gather_global": (lambda x, y: hl.all_gather(x, all_gather_dim=0, **HALVES, **GLOBAL), [gathered(X, 0)]),
    "all_gather_partitions": (
        lambda x, y: hl.all_gather(x, all_gather_dim=0, channel_id=1, num_partitions=1, **HALVES),
        [gathered(X, 0)],
    ),
    "all_gather_mesh": (
        lambda x, y: hl.all_gather(x, all_gather_dim=0, replica_groups=MESH),
        [[np.concatenate([X[q] for q in group]) for group in [(0, 1), (0, 1), (2, 3), (2, 3)]]],
    ),
    "all_reduce": (lambda x, y: hl.all_reduce([x, y], "add", **HALVES), [summed(X), summed(Y)]),
    "all_reduce_body": (
        lambda x, y: hl.all_reduce(x, lambda a, b: hl.maximum(a, b), replica_groups=[[0, 2, 1], [3]]),
        [[np.maximum(np.maximum(X[0], X[1]), X[2])] * 3 + [X[3]]],
    ),
    "all_reduce_wider": (
        lambda x, y: hl.all_reduce(x, "add", computation_type="i64", **HALVES, **GLOBAL),
        [[z.astype(np.int64) for z in summed(X)]],
    ),
    "all_to_all": (
        lambda x, y: hl.all_to_all([x, y], **SPLIT, **HALVES),
        [
            [np.concatenate([np.split(z[q], 2)[group.index(p)] for q in group], 1) for p, group in enumerate(GROUP_OF)]
            for z in (X, Y)
        ],
    ),
    "collective_broadcast": (
        lambda x, y: hl.collective_broadcast(x, **SOME),
        [zeros_but({0: X[2], 2: X[2], 3: X[2]})],
    ),
    "collective_broadcast_roots": (
        lambda x, y: hl.collective_broadcast([x, y, ROOTS], has_dynamic_root=True, **SOME),
        [zeros_but({0: X[0], 2: X[0], 3: X[0]}), zeros_but({0: Y[2], 2: Y[2], 3: Y[2]})],
    ),
    "collective_permute": (
        lambda x, y: hl.collective_permute(x, source_target_pairs=[(0, 1), (3, 0)]),
        [zeros_but({1: X[0], 0: X[3]})],
    ),
    "collective_reduce": (
        lambda x, y: hl.collective_reduce(x, "add", **SOME),
        [zeros_but({2: X[0] + X[2] + X[3]})],
    ),
    "collective_reduce_roots": (
        lambda x, y: hl.collective_reduce([x, y, ROOTS], "add", has_dynamic_root=True, **SOME),
        [zeros_but({0: X[0] + X[2] + X[3]}), zeros_but({2: Y[0] + Y[2] + Y[3]})],
    ),
    "reduce_scatter": (
        lambda x, y: hl.reduce_scatter(x, "add", scatter_dimension=0, **HALVES),
        [[np.split(z, 2)[GROUP_OF[p].index(p)] for p, z in enumerate(summed(X))]],
    ),
    "reduce_scatter_partitions": (
        lambda x, y: hl.reduce_scatter(x, "add", scatter_dimension=0, channel_id=1, num_partitions=1, **HALVES),
        [[np.split(z, 2)[GROUP_OF[p].index(p)] for p, z in enumerate(summed(X))]],
    ),
    "replica_id": (lambda x, y: hl.replica_id(), [[np.uint32(p) for p in range(4)]]),
    "partition_id": (lambda x, y: hl.partition_id(), [[np.uint32(0)] * 4]),
}


@pytest.mark.parametrize("name", CASES)
def test_collectives(name: str) -> None:
    body, expected = CASES[name]
    function = hl.function("4x2xi32", "4x2xi32", name="main")(body)
    text = str(function)  # upstream's verifier has seen it
    assert str(hl.parse(text)) == str(hl.parse(str(hl.parse(text))))
    for program in (function, text):
        results = interpreter.run_parallel(program, list(zip(X, Y, strict=True)), num_replicas=4)
        for process, found in enumerate(results):
            for result, wanted in zip(found, expected, strict=True):
                assert (result.dtype, result.shape) == (wanted[process].dtype, wanted[process].shape)
                np.testing.assert_array_equal(result, wanted[process])


def test_what_the_bindings_dont_know_is_text_alone() -> None:
    """A portable artifact of it would be one of an operation that nobody knows."""
    function = hl.function("2xf32", name="main")(lambda x: hl.collective_reduce(x, "add", replica_groups=[[0, 1]]))
    assert '"stablehlo.collective_reduce"(%' in str(function)
    is_unknown = Versions("StableHLO", "1.0", until="1.19").include(backend("upstream").version())
    for write in (to_bytecode, lambda program: to_portable_artifact(program, "current")):
        if is_unknown:
            with pytest.raises(hl.VerificationError, match=r"unregistered operation 'stablehlo\.collective_reduce'"):
                write(function)
        else:
            assert str(hl.parse(write(function))) == str(hl.parse(str(function)))


@pytest.mark.parametrize(
    "call",
    [
        lambda x, roots: hl.collective_broadcast([x, roots], has_dynamic_root=True, replica_groups=[[0, 1]])[0],
        lambda x, roots: hl.collective_reduce([x, roots], "add", has_dynamic_root=True, replica_groups=[[0, 1]])[0],
    ],
    ids=["collective_broadcast", "collective_reduce"],
)
def test_that_roots_are_dynamic_is_said_as_the_bindings_know_it(call: Callable[..., Any]) -> None:
    """As an attribute that only is there: in bytecode, too, where operations of newer bindings can't be disguised."""
    function = hl.function("2xf32", "1xi32", name="main")(call)
    assert "{has_dynamic_root, " in str(function)
    is_unknown = Versions("StableHLO", "1.0", until="1.20").include(backend("upstream").version())
    for write in (to_bytecode, lambda program: to_portable_artifact(program, "current")):
        if is_unknown:
            with pytest.raises(hl.VerificationError):
                write(function)
        else:
            assert str(hl.parse(write(function))) == str(hl.parse(str(function)))


def test_groups_of_partitions() -> None:
    @hl.function("2xf32")
    def f(x):
        both = hl.all_gather(x, all_gather_dim=0, replica_groups=[[0, 1]], channel_id=1, num_partitions=2)
        across = hl.collective_permute(hl.partition_id(), source_target_pairs=[[0, 1]], channel_id=1)
        return both, across, hl.collective_permute(hl.replica_id(), source_target_pairs=[[1, 0]])

    assert f.type.results[0] == hl.tensor("8xf32")
    x = np.arange(8, dtype=np.float32).reshape(4, 2)
    results = interpreter.run_parallel(f, [(value,) for value in x], 2, 2)
    for both, across, back in results:
        assert both.tolist() == [0, 1, 4, 5, 2, 3, 6, 7]  # cross_replica_and_partition goes by partitions
        assert across == 0
        assert back in (0, 1)
    assert [int(back) for _, _, back in results] == [1, 1, 0, 0]


def test_dynamic_and_bounded_shapes() -> None:
    @hl.function("?x2xf32", "tensor<?x2xf32, #stablehlo.bounds<6, ?>>")
    def f(x, bounded):
        groups = {"replica_groups": [[0, 1]]}
        return (
            hl.all_gather([x, bounded], all_gather_dim=0, **groups),
            hl.reduce_scatter(bounded, "add", scatter_dimension=0, **groups),
            hl.all_to_all(bounded, split_dimension=1, concat_dimension=0, split_count=2, **groups),
        )[0]

    str(f)
    assert list(map(str, f.type.results)) == ["tensor<?x2xf32>", "tensor<?x2xf32, #stablehlo.bounds<12, ?>>"]

    @hl.function("?x2xf32")
    def g(x):
        return hl.all_gather(x, all_gather_dim=0, replica_groups=[[1, 0]])

    (first,), _ = interpreter.run_parallel(g, [(np.zeros((3, 2), np.float32),), (np.ones((3, 2), np.float32),)], 2)
    assert first.tolist() == [[1, 1]] * 3 + [[0, 0]] * 3


def test_quantized_values_move() -> None:
    @hl.function("2x!quant.uniform<i8:f32, 0.5:3>")
    def f(x):
        return hl.collective_permute(x, source_target_pairs=[[0, 1]]), hl.all_reduce(x, "add", replica_groups=[[0, 1]])

    str(f)
    arguments = [(np.array([4, 5], np.int8),), (np.array([7, 1], np.int8),)]
    (permuted, total), (received, _) = interpreter.run_parallel(f, arguments, 2)
    assert permuted.tolist() == [3, 3]  # zero
    assert received.tolist() == [4, 5]
    assert total.tolist() == [8, 3]  # (4 - 3) + (7 - 3) + 3, (5 - 3) + (1 - 3) + 3


REFUSED: list[tuple[Callable[..., Any], str]] = [
    (
        lambda x: hl.collective_broadcast(x, replica_groups=[[0, 1], [2]]),
        "collective_broadcast.C2: replica_groups has id -1",
    ),
    (
        lambda x: hl.collective_reduce(x, "add", replica_groups=[[0, 1], [2]]),
        "collective_reduce.C2: replica_groups has id -1",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=2, **HALVES),
        "all_gather.C1: all_gather_dim = 2 isn't below rank(operands[0]) = 2",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[0, 1]),
        "list of lists of ids such as [[0, 1], [2, 3]]",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[[0, 0]]),
        "all_gather.C2: replica_groups has id 0 more than once",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[[0, -2]]),
        "all_gather.C4: replica_groups names 2 ids, but -2 is none of 0 to 1",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[[0, 2]]),
        "all_gather.C4: replica_groups names 2 ids, but 2 is none of 0 to 1",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[[0, 1 << 40]]),
        "all_gather.C4: replica_groups names 2 ids, but 1099511627776 is none of 0",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[[0, 1], [2]]),
        "all_gather.C4: replica_groups names 4 ids, but -1 is none of 0 to 3",
    ),
    (lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[]), "replica_groups has no ids"),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups="x"),
        "the text of #stablehlo.replica_group",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, use_global_device_ids=True, **HALVES),
        "all_gather.C5: channel_id = 0 isn't above 0, and use_global_device_ids =",
    ),
    (
        lambda x: hl.all_gather(x, all_gather_dim=0, channel_id=0, use_global_device_ids=True, **HALVES),
        "all_gather.C5: channel_id = 0 isn't above 0, and use_global_device_ids =",
    ),
    (lambda x: hl.all_gather(x, all_gather_dim=0, channel_id=1, **HALVES), "fix: give num_partitions, or"),
    (lambda x: hl.all_gather(x, all_gather_dim=0, num_partitions=2, **HALVES), "fix: leave it out"),
    (lambda x: hl.all_gather(x, all_gather_dim=0, channel_id=1, num_partitions=0, **HALVES), "num_partitions = 0"),
    (lambda x: hl.all_gather("x", all_gather_dim=0, **HALVES), "not str 'x'"),
    (lambda x: hl.all_gather(hl.after_all(), all_gather_dim=0, **HALVES), "not a token (!stablehlo.token)"),
    (lambda x: hl.all_reduce(x, "sum", **HALVES), "computation of all_reduce 'sum' has no meaning"),
    (
        lambda x: hl.all_reduce(x, lambda a, b: a < b, **HALVES),
        "all_reduce.C5: computation is (tensor<f32>, tensor<f32>) -> tensor<i1>,",
    ),
    (
        lambda x: hl.all_reduce(x, lambda a, b: (a, b), **HALVES),
        "computation is (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>), expected",
    ),
    (lambda x: hl.all_reduce(x, lambda a: a, **HALVES), "gets 2 arguments"),
    (lambda x: hl.all_reduce([x, hl.convert(x, "i32")], "add", **HALVES), "fix: say which type it works in"),
    (
        lambda x: hl.all_reduce(x, "add", computation_type="f16", **HALVES),
        "all_reduce.C5: computation is (tensor<f16>, tensor<f16>) -> tensor<f16>,",
    ),
    (
        lambda x: hl.reduce_scatter(x, "add", scatter_dimension=1, replica_groups=[[0, 1, 2]]),
        "reduce_scatter.C1: operand has size 2 along dimension 1, which 3 processes",
    ),
    (
        lambda x: hl.reduce_scatter(x, "add", scatter_dimension=0, channel_id=1, num_partitions=3, **HALVES),
        "isn't a multiple of 6",
    ),
    (
        lambda x: hl.reduce_scatter(
            x, lambda a, b: (a, b), scatter_dimension=0, channel_id=1, num_partitions=1, **HALVES
        ),
        "computation is (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>), expected",
    ),
    (
        lambda x: hl.reduce_scatter(x, "add", scatter_dimension=0, channel_id=1, num_partitions=1, replica_groups=[[]]),
        "replica_groups has no ids",
    ),
    (
        lambda x: hl.all_to_all(x, split_dimension=0, concat_dimension=0, split_count=4, **HALVES),
        "all_to_all.C8: each group of replica_groups has 2 ids, but split_count = 4",
    ),
    (
        lambda x: hl.all_to_all(x, split_dimension=0, concat_dimension=5, split_count=2, **HALVES),
        "all_to_all.C3: concat_dimension = 5 isn't below rank(operands[0]) = 2",
    ),
    (
        lambda x: hl.all_to_all(x, split_dimension=0, concat_dimension=0, split_count=3, replica_groups=[[0, 1, 2]]),
        "all_to_all.C2: an operand, tensor<4x2xf32>, has size 4 along dimension 0,",
    ),
    (lambda x: hl.collective_permute(x, source_target_pairs=[[0, 1, 2]]), "has [0, 1, 2], expected a pair"),
    (
        lambda x: hl.collective_permute(x, source_target_pairs=[[0, 1], [0, 2]]),
        "collective_permute.C2: source_target_pairs has the source 0 more than once",
    ),
    (
        lambda x: hl.collective_permute(x, source_target_pairs=[[0, 1], [2, 1]]),
        "collective_permute.C3: source_target_pairs has the target 1 more than once",
    ),
    (lambda x: hl.collective_permute(x, source_target_pairs=3), "list of lists of ids such as [[0, 1], [1, 0]]"),
    (
        lambda x: hl.collective_permute(x, source_target_pairs=[[0, -1]]),
        "collective_permute.C4: source_target_pairs has id -1",
    ),
    (
        lambda x: hl.collective_broadcast(x, has_dynamic_root=True, **HALVES),
        "collective_broadcast.C4: operands has the types [tensor<4x2xf32>] and",
    ),
    (
        lambda x: hl.collective_broadcast([x, x], has_dynamic_root=True, **HALVES),
        "collective_broadcast.C4: operands has the types [tensor<4x2xf32>,",
    ),
    (lambda x: hl.collective_broadcast([x, ROOTS], has_dynamic_root=True, **HALVES), "tensor<1xi32>"),
    (lambda x: hl.collective_broadcast(x, channel_id="1", **HALVES), "channel_id takes an integer"),
]


@pytest.mark.parametrize(("call", "says"), REFUSED)
def test_refused(call: Callable[..., Any], says: str) -> None:
    with pytest.raises((hl.UsageError, hl.ConstraintError)) as caught:
        hl.function("4x2xf32", name="main")(call)
    assert says in str(caught.value)
    assert "test_distribution.py" in str(caught.value)


def test_per_axis_quantization_is_refused() -> None:
    with pytest.raises(hl.ConstraintError, match="which is quantized per axis"):
        hl.function("2x!quant.uniform<i8:f32:0, {0.5, 0.25}>", name="main")(
            lambda x: hl.collective_permute(x, source_target_pairs=[[0, 1]])
        )
