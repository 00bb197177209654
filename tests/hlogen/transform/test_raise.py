"""Batching dims are raised from every spelling of the idiom, and from nothing that only looks like it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.batch_idioms import BATCH, DAMAGED, SPELLINGS, arguments, looked_up, whole
from helpers.drawn_indices import draw_program
from helpers.dynamic_cases import loosened
from helpers.rewritten import batching_dims, check_same, golden_programs
from helpers.stored import real_inputs

import hlogen as hl
from hlogen.conform.generate import SeededDraw, draw_case
from hlogen.ir.printer import generic_text
from hlogen.mlir.reader import read_all
from hlogen.mlir.writer import to_text
from hlogen.transform import expand_batching_dims, raise_batching_dims

OPS = ["gather", "dynamic_gather", "scatter"]


def check(program: Any, seed: int = 0) -> hl.ir.Module:
    """The raised program, which gives the same."""
    raised = raise_batching_dims(program)
    check_same(program, raised, arguments(program, np.random.default_rng(seed)))
    return raised


@pytest.mark.share(3)
@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_is_recognised(spelling: str, op: str, at: int) -> None:
    raised = check(looked_up(op, SPELLINGS[spelling], at=at, more=2))
    assert batching_dims(raised) == [((0,), (0,))]


@pytest.mark.share(3)
@pytest.mark.parametrize("element", ["i64", "i8", "ui32", "ui8", "i4", "ui64"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_index_type(spelling: str, element: str) -> None:
    raised = check(looked_up("gather", SPELLINGS[spelling], element))
    assert batching_dims(raised) == [((0,), (0,))]


@pytest.mark.share(3)
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("damage", DAMAGED)
def test_what_only_looks_like_it_stays(damage: str, op: str, at: int) -> None:
    program = looked_up(op, DAMAGED[damage], at=at)
    assert batching_dims(check(program)) == [((), ())]
    assert generic_text(raise_batching_dims(program)) == generic_text(program.module)


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("change", [{"size": BATCH + 1}, {"size": BATCH - 1}, {"slice_size": 2}])
def test_what_isnt_a_batch_of_operand_stays(change: dict[str, int], op: str) -> None:
    program = looked_up(op, whole, **change)
    assert generic_text(check(program)) == generic_text(program.module)


def test_numbers_that_wrapped_around_stay() -> None:
    """i8 has no 128: where it goes, the specification leaves open."""

    @hl.function("200x5xf32", "200x1xi8", name="main")
    def main(operand: hl.Tensor, indices: hl.Tensor) -> hl.Tensor:
        return pairs(operand, hl.concatenate([hl.iota("200x1xi8"), indices], dimension=1))

    assert generic_text(check(main)) == generic_text(main.module)


def pairs(operand: hl.Tensor, indices: hl.Tensor) -> hl.Tensor:
    """One element of a matrix for each index vector of two components."""
    return hl.gather(
        operand,
        indices,
        offset_dims=[],
        collapsed_slice_dims=[0, 1],
        start_index_map=[0, 1],
        index_vector_dim=indices.rank - 1,
        slice_sizes=[1, 1],
    )


def test_each_dimension_of_the_indices_is_one_batch() -> None:
    """The diagonal: of two components that count along one dimension, the first becomes the batching dim."""

    @hl.function("4x4x5xf32", "4x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor) -> hl.Tensor:
        count = hl.iota("4x1xi32")
        return hl.gather(
            operand,
            hl.concatenate([count, count, at], dimension=1),
            offset_dims=[],
            collapsed_slice_dims=[0, 1, 2],
            start_index_map=[1, 0, 2],
            index_vector_dim=1,
            slice_sizes=[1, 1, 1],
        )

    raised = check(main)
    assert batching_dims(raised) == [((1,), (0,))]
    assert generic_text(raise_batching_dims(raised)) == generic_text(raised)


def test_a_join_that_is_repeated() -> None:
    """What is left of the indices, here two components, is repeated as they were."""

    @hl.function("4x6x5xf32", "4x1xi32", "4x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor, then: hl.Tensor) -> hl.Tensor:
        join = hl.concatenate([hl.iota("4x1xi32"), at, then], dimension=1)
        return hl.gather(
            operand,
            hl.broadcast_in_dim(join, [3, 4, 3], broadcast_dimensions=[1, 2]),
            offset_dims=[],
            collapsed_slice_dims=[0, 1, 2],
            start_index_map=[0, 1, 2],
            index_vector_dim=2,
            slice_sizes=[1, 1, 1],
        )

    raised = check(main)
    assert batching_dims(raised) == [((0,), (1,))]
    names = [op.name.removeprefix("stablehlo.") for op in raised.functions["main"].body.operations]
    assert names == ["concatenate", "broadcast_in_dim", "gather", "func.return"]


def test_several_batches_in_any_order() -> None:
    @hl.function("3x7x4xf32", "4x2x3x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor) -> hl.Tensor:
        first, second = hl.iota("4x2x3x1xi32", iota_dimension=2), hl.iota("4x2x3x1xi32", iota_dimension=0)
        return hl.gather(
            operand,
            hl.concatenate([second, at, first], dimension=3),
            offset_dims=[],
            collapsed_slice_dims=[0, 1, 2],
            start_index_map=[2, 1, 0],
            index_vector_dim=3,
            slice_sizes=[1, 1, 1],
        )

    raised = check(main)
    assert batching_dims(raised) == [((0, 2), (2, 0))]
    assert [op.name for op in raised.functions["main"].body.operations] == ["stablehlo.gather", "func.return"]


def test_a_batch_besides_one_that_is_written_as_one() -> None:
    @hl.function("3x4x5xf32", "4x3x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor) -> hl.Tensor:
        return hl.gather(
            operand,
            hl.concatenate([at, hl.iota("4x3x1xi32")], dimension=2),
            offset_dims=[],
            collapsed_slice_dims=[1, 2],
            operand_batching_dims=[0],
            start_indices_batching_dims=[1],
            start_index_map=[2, 1],
            index_vector_dim=2,
            slice_sizes=[1, 1, 1],
        )

    assert batching_dims(check(main)) == [((0, 1), (1, 0))]


def test_index_vectors_never_become_empty() -> None:
    """Where all components count, one stays."""

    @hl.function("4x3xf32", "4xf32", name="main")
    def main(operand: hl.Tensor, line: hl.Tensor) -> Any:
        along = [hl.iota("4x3x1xi32", iota_dimension=d) for d in (0, 1)]
        alone = hl.gather(
            line,
            hl.iota("4xi32"),
            offset_dims=[],
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
            slice_sizes=[1],
        )
        return pairs(operand, hl.concatenate(along, dimension=2)), alone

    raised = check(main)
    assert batching_dims(raised) == [((), ()), ((0,), (0,))]
    assert generic_text(raise_batching_dims(raised)) == generic_text(raised)
    assert generic_text(raise_batching_dims(expand_batching_dims(raised))) == generic_text(raised)


def test_clamps_and_selects_behind_the_join() -> None:
    """What is left of them is about what is left of the indices."""

    @hl.function("4x5xf32", "4x3x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor) -> hl.Tensor:
        joined = hl.concatenate([hl.iota("4x3x1xi32"), at], dimension=2)
        sizes = hl.broadcast_in_dim(hl.constant([4, 5], "2xi32"), [4, 3, 2], broadcast_dimensions=[2])
        wrapped = hl.select(hl.compare(joined, hl.constant(0, "i32"), "LT"), joined + sizes, joined)
        low = hl.broadcast_in_dim(hl.constant(0, "i32"), [4, 3, 2], broadcast_dimensions=[])
        return pairs(operand, hl.convert(hl.clamp(low, wrapped, sizes - 1), "i64"))

    raised = check(main)
    assert batching_dims(raised) == [((0,), (0,))]
    names = [op.name for op in raised.walk()]
    assert "stablehlo.iota" not in names
    assert not any(op.results and op.results[0].type.shape[-1:] == (2,) for op in raised.walk() if "select" in op.name)


def test_what_is_used_often_is_computed_once() -> None:
    @hl.function("4x5xf32", "4x3x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor) -> hl.Tensor:
        indices = hl.concatenate([hl.iota("4x3x1xi32"), at], dimension=2)
        for _ in range(3):
            indices = hl.minimum(hl.maximum(indices, indices), indices)
        return pairs(operand, indices)

    raised = check(main)
    assert batching_dims(raised) == [((0,), (0,))]
    assert len(raised.function("main").body.operations) == 3 * 2 + 2


def test_in_loops_and_functions() -> None:
    @hl.function("4x5xf32", "4x1xi32", "4x1xi32", name="inner")
    def inner(operand: hl.Tensor, count: hl.Tensor, at: hl.Tensor) -> hl.Tensor:
        return pairs(operand, hl.concatenate([count, at], dimension=1))

    @hl.function("4x5xf32", "4x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor) -> Any:
        count = hl.iota("4x1xi32")

        def once(i: hl.Tensor, carried: hl.Tensor, total: hl.Tensor) -> Any:
            own = pairs(operand, hl.concatenate([carried, at], dimension=1))
            outer = pairs(operand, hl.concatenate([count, at + 1], dimension=1))
            return i + 1, carried, total + own + outer + hl.call(inner, operand, carried, at)

        start = [hl.constant(0, "i32"), count, hl.constant([0.0] * 4, "4xf32")]
        return hl.while_(start, lambda i, *_: hl.compare(i, hl.constant(3, "i32"), "LT"), once)[2]

    module = main.module
    private = hl.parse(to_text(module).replace("func.func @inner", "func.func private @inner"))
    raised = raise_batching_dims(private)
    check_same(private, raised, arguments(main, np.random.default_rng(0)))
    assert batching_dims(raised) == [((0,), (0,))] * 3


def test_a_join_that_has_other_uses_stays() -> None:
    @hl.function("4x5xf32", "4x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor) -> Any:
        joined = hl.concatenate([hl.iota("4x1xi32"), at], dimension=1)
        unused = hl.abs(at)  # noqa: F841 - a program may say what it doesn't need
        return pairs(operand, joined), joined

    names = [op.name for op in check(main).walk()]
    assert "stablehlo.concatenate" in names
    assert "stablehlo.abs" in names


def test_gather_of_pytorch() -> None:
    """torch.gather by XLA: an iota for every dimension but one, all of them joined to the index."""
    program = hl.parse(
        """
        func.func @main(%operand: tensor<4x6x5xf32>, %index: tensor<4x3x5xi64>) -> tensor<4x3x5xf32> {
          %narrow = stablehlo.convert %index : (tensor<4x3x5xi64>) -> tensor<4x3x5xui32>
          %at = stablehlo.reshape %narrow : (tensor<4x3x5xui32>) -> tensor<4x3x5x1xui32>
          %line = stablehlo.iota dim = 0 : tensor<4xui32>
          %wide = stablehlo.broadcast_in_dim %line, dims = [0] : (tensor<4xui32>) -> tensor<4x3x5xui32>
          %first = stablehlo.reshape %wide : (tensor<4x3x5xui32>) -> tensor<4x3x5x1xui32>
          %last = stablehlo.iota dim = 2 : tensor<4x3x5x1xui32>
          %indices = stablehlo.concatenate %first, %at, %last, dim = 3
            : (tensor<4x3x5x1xui32>, tensor<4x3x5x1xui32>, tensor<4x3x5x1xui32>) -> tensor<4x3x5x3xui32>
          %0 = "stablehlo.gather"(%operand, %indices) {
            dimension_numbers = #stablehlo.gather<
              collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>,
            slice_sizes = array<i64: 1, 1, 1>
          } : (tensor<4x6x5xf32>, tensor<4x3x5x3xui32>) -> tensor<4x3x5xf32>
          return %0 : tensor<4x3x5xf32>
        }"""
    )
    raised = raise_batching_dims(program)
    rng = np.random.default_rng(0)
    check_same(program, raised, [rng.random((4, 6, 5)).astype(np.float32), rng.integers(0, 6, (4, 3, 5))])
    assert batching_dims(raised) == [((0, 2), (0, 2))]
    names = [op.name for op in raised.functions["main"].body.operations]
    assert names == [f"stablehlo.{name}" for name in ("convert", "reshape", "gather")] + ["func.return"]


# -- sizes that a run decides


def dynamic(size_of: str, op: str = "gather") -> Any:
    """A program whose batch numbers are as many as a dimension of `size_of` says: of operand, or of the indices."""

    @hl.function("?x5xf32", "?x1xi32", name="main")
    def main(operand: hl.Tensor, at: hl.Tensor) -> hl.Tensor:
        size = hl.get_dimension_size({"operand": operand, "indices": at}[size_of], dimension=0)
        shape = hl.concatenate([hl.reshape(size, [1]), hl.constant([1], "1xi32")], dimension=0)
        line = hl.dynamic_iota(hl.reshape(size, [1]), iota_dimension=0, result_type="?xi32")
        count = hl.dynamic_broadcast_in_dim(line, shape, broadcast_dimensions=[0], result_type="?x1xi32")
        return pairs(operand, hl.concatenate([count, at], dimension=1))

    return main


def test_a_size_that_is_asked_of_operand_is_known_to_be_its_own() -> None:
    raised = raise_batching_dims(dynamic("operand"))
    assert batching_dims(raised) == [((0,), (0,))]
    operand = np.arange(30, dtype=np.float32).reshape(6, 5)
    check_same(dynamic("operand"), raised, [operand, np.array([[0], [9], [-1], [2], [3], [1]], np.int32)])


def test_other_sizes_may_differ() -> None:
    """There may be fewer index vectors than rows."""
    program = dynamic("indices")
    assert generic_text(raise_batching_dims(program)) == generic_text(program.module)


# -- the way back


def check_way_back(before: Any) -> None:
    if generic_text(raise_batching_dims(before)) == generic_text(before.module):
        back = raise_batching_dims(expand_batching_dims(before))
        assert without_sorted(back) == without_sorted(before.module)


def without_sorted(module: hl.ir.Module) -> str:
    """A promise that index vectors are sorted may get lost on the way."""
    return generic_text(module).replace("indices_are_sorted = true", "indices_are_sorted = false")


@pytest.mark.parametrize(
    "seeds", [range(150), pytest.param(campaign.seeds(0, 10_000), marks=pytest.mark.campaign)], ids=len
)
def test_random_programs_come_back(seeds: range) -> None:
    for seed in seeds:
        case = draw_case(SeededDraw(seed))
        check_same(case, raise_batching_dims(case), case.args)
        check_way_back(case)


@pytest.mark.parametrize(
    "seeds", [range(200), pytest.param(campaign.seeds(0, 20_000), marks=pytest.mark.campaign)], ids=len
)
def test_computed_indices(seeds: range) -> None:
    """Of iota, constants, arguments, arithmetic, sorts: some count batches by chance."""
    raised = 0
    for seed in seeds:
        program = draw_program(seed)
        made = raise_batching_dims(program.module)
        if generic_text(made) != generic_text(program.module):
            raised += 1
            check_same(program.module, made, program.draw_arguments(np.random.default_rng(seed)))
        check_way_back(program.module)
    assert raised > len(seeds) / 300


@pytest.mark.parametrize(
    "seeds", [range(120), pytest.param(campaign.seeds(0, 5_000), marks=pytest.mark.campaign)], ids=len
)
def test_sizes_that_a_run_decides_come_back(seeds: range) -> None:
    for seed in seeds:
        program = loosened(draw_case(SeededDraw(seed)), seed)
        if program is not None:
            check_way_back(program)


@pytest.mark.share(3)
@pytest.mark.parametrize("path", golden_programs(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_programs(path: Path) -> None:
    inputs = real_inputs(path) if path.parent.name == "real" else []
    for program in read_all(path):
        check_same(program, raise_batching_dims(program), inputs)
        check_way_back(program)
