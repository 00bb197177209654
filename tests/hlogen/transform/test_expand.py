"""Programs without batching dims give what they gave with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.dynamic_cases import loosened
from helpers.rewritten import batching_dims, check_same, golden_programs
from helpers.stored import real_inputs

import hlogen as hl
import interpreter
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.ir import Module, Operation
from hlogen.ir.printer import generic_text
from hlogen.mlir.reader import read_all
from hlogen.mlir.writer import to_portable_artifact
from hlogen.spec.constraint import ConstraintError
from hlogen.transform import expand_batching_dims, raise_batching_dims


def expanded(program: Any) -> Module:
    made = expand_batching_dims(program)
    assert not any(dims for pair in batching_dims(made) for dims in pair)
    return made


def check(case: Case) -> None:
    before = generic_text(case.module)
    made = expanded(case)
    assert generic_text(case.module) == before
    if case.layout.operand_batching_dims:
        check_same(case, made, case.args)
    else:
        assert generic_text(made) == before


def draw_batched(seed: int) -> Case:
    """A random program that has batching dims."""
    draw = SeededDraw(seed)
    while not (case := draw_case(draw)).layout.operand_batching_dims:
        pass
    return case


def test_random_programs() -> None:
    for seed in range(120):
        check(draw_case(SeededDraw(seed)))


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(4))
def test_many_random_programs(part: int) -> None:
    for seed in campaign.seeds(1_000 + part, 13_000, 4):
        check(draw_case(SeededDraw(seed)))


@pytest.mark.parametrize(
    "seeds", [range(80), pytest.param(campaign.seeds(0, 3_000), marks=pytest.mark.campaign)], ids=len
)
def test_sizes_that_a_run_decides(seeds: range) -> None:
    seen = 0
    for seed in seeds:
        case = draw_batched(seed)
        program = loosened(case, seed)
        if program is not None:
            check_same(program, expanded(program), case.args)
            seen += 1
    assert seen > 0.7 * len(seeds)


@pytest.mark.share(3)
@pytest.mark.parametrize("path", golden_programs(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_programs(path: Path) -> None:
    inputs = real_inputs(path) if path.parent.name == "real" else []
    for program in read_all(path):
        made = expanded(program)
        if generic_text(made) != generic_text(program):
            check_same(program, made, inputs)  # the checks inside run too
            assert generic_text(raise_batching_dims(made)) == generic_text(program)
            to_portable_artifact(made, "1.0.0")


def gather(batch: int, index: str, *, last: bool = True, sizes: tuple[int, int] = (1, 1), name: str = "main") -> Any:
    """One element of each row; the indices have a dimension for their only component, or are it."""

    @hl.function(f"{batch}x3xf32", f"{batch}x{'1x' if last else ''}{index}", name=name)
    def main(operand: hl.Tensor, indices: hl.Tensor) -> hl.Tensor:
        return hl.gather(
            operand,
            indices,
            offset_dims=[],
            collapsed_slice_dims=[1],
            operand_batching_dims=[0],
            start_indices_batching_dims=[0],
            start_index_map=[1],
            index_vector_dim=1,
            slice_sizes=sizes,
        )

    return main


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize(
    ("index", "batch", "wider"),
    [
        ("i64", 300, "i64"),
        ("i8", 128, "i8"),
        ("i8", 129, "i32"),
        ("ui8", 256, "ui8"),
        ("ui8", 257, "ui32"),
        ("i4", 8, "i4"),
        ("i4", 9, "i32"),
        ("ui4", 17, "ui32"),
        ("i2", 3, "i32"),
        ("ui2", 4, "ui2"),
        ("i16", 32769, "i32"),
        ("ui64", 300, "ui64"),
    ],
)
def test_indices_become_as_wide_as_batches_need(index: str, batch: int, wider: str, last: bool) -> None:
    program = gather(batch, index, last=last)
    made = expanded(program)
    (op,) = (op for op in made.walk() if op.name == "stablehlo.gather")
    assert str(op.operands[1].type) == f"tensor<{batch}x2x{wider}>"
    type = hl.tensor(f"{batch}x{'1x' if last else ''}{index}")
    values = np.random.default_rng(0).integers(0, 4 if index != "i2" else 2, type.static_shape)
    indices = values.astype(hl.ir.dtype_of(type.element_type))
    check_same(program, made, [np.arange(3.0 * batch, dtype=np.float32).reshape(batch, 3), indices])
    assert generic_text(raise_batching_dims(made)) == generic_text(program.module)


@pytest.mark.parametrize("sizes", [(1, 1), (0, 1)])
def test_batches_of_slice_size_0_read_what_they_read(sizes: tuple[int, int]) -> None:
    program = gather(4, "i32", sizes=sizes)
    inputs = [np.arange(12, dtype=np.float32).reshape(4, 3), np.array([[2], [0], [1], [9]], np.int32)]
    check_same(program, expanded(program), inputs)


def test_operations_in_regions_and_in_other_functions() -> None:
    inner = gather(4, "i32", name="inner")

    @hl.function("4x3xf32", "4x1xi32", name="main")
    def main(operand: hl.Tensor, indices: hl.Tensor) -> Any:
        def once(i: hl.Tensor, total: hl.Tensor, at: hl.Tensor) -> Any:
            found = hl.if_(
                hl.compare(i, hl.constant(1, "i32"), "LT"),
                lambda: hl.call(inner, operand, at),
                lambda: hl.gather(
                    operand,
                    at,
                    offset_dims=[],
                    collapsed_slice_dims=[1],
                    operand_batching_dims=[0],
                    start_indices_batching_dims=[0],
                    start_index_map=[1],
                    index_vector_dim=1,
                    slice_sizes=[1, 1],
                ),
            )
            return i + 1, total + found, at + 1

        start = [hl.constant(0, "i32"), hl.constant([0.0] * 4, "4xf32"), indices]
        return hl.while_(start, lambda i, total, at: hl.compare(i, hl.constant(3, "i32"), "LT"), once)[1]

    made = expanded(main)
    assert sum(op.name == "stablehlo.gather" for op in made.walk()) == 2
    operand, indices = np.arange(12, dtype=np.float32).reshape(4, 3), np.array([[0], [1], [-1], [2]], np.int32)
    check_same(main, made, [operand, indices])
    assert generic_text(raise_batching_dims(made)) == generic_text(main.module)


def test_the_program_itself_stays_and_names_places_and_attributes_go_along() -> None:
    program = hl.parse(
        """
        module @names attributes {mhlo.num_partitions = 1 : i32} {
          func.func @main(%rows: tensor<2x4xf32>, %at: tensor<2x3x1xi64>) -> tensor<2x3xf32> {
            %found = "stablehlo.gather"(%rows, %at) {
              dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0],
                start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
              slice_sizes = array<i64: 1, 1>, note = "kept"
            } : (tensor<2x4xf32>, tensor<2x3x1xi64>) -> tensor<2x3xf32>
            return %found : tensor<2x3xf32>
          }
        }"""
    )
    before = generic_text(program)
    made = expanded(program)
    assert generic_text(program) == before
    assert (made.name, made.attributes) == (program.name, program.attributes)
    (old,), (new,) = ([op for op in module.walk() if op.name == "stablehlo.gather"] for module in (program, made))
    assert (new.attributes["note"], new.location) == ("kept", old.location)
    assert [argument.name for argument in made.functions["main"].arguments] == ["rows", "at"]


# -- promises


def with_sorted_batches(case: Case, seed: int) -> Case | None:
    """The case with index vectors in bounds that are sorted in each batch, and promised to be; None for none."""
    layout = case.layout
    rng = np.random.default_rng(seed)
    highest = case.index_type.maximum
    limits = [min(layout.operand_shape[d] - layout.slice_sizes[d], highest) for d in layout.start_index_map]
    if any(limit < 0 for limit in limits):
        return None
    shape, vector_dim = layout.indices_shape, layout.index_vector_dim
    batch_dims = [d for d in range(len(shape)) if d != vector_dim]
    paired = [d for d in batch_dims if d in layout.start_indices_batching_dims]
    free = [d for d in batch_dims if d not in paired]
    order = [*paired, *free, *([vector_dim] if vector_dim < len(shape) else [])]
    batches, vectors = (int(np.prod([shape[d] for d in dims])) for dims in (paired, free))
    rows = rng.integers(0, np.array(limits) + 1, (batches, vectors, len(limits)))
    rows = np.array([sorted(map(tuple, batch)) for batch in rows.tolist()]).reshape(rows.shape)
    values = rows.reshape([shape[d] for d in order]).transpose(np.argsort(order)) if order else rows.reshape(())
    operands = list(case.operands)
    number = len(case.element_types)
    operands[number] = values.astype(operands[number].dtype)
    return replace(case, operands=tuple(operands), indices_are_sorted=True, unique_indices=False)


def broken_promises(program: Module, args: Any) -> set[str]:
    sanitizer = interpreter.Sanitizer()
    try:
        interpreter.run(program, *args, sanitize=sanitizer)
    except hl.HlogenError:
        return set()
    return {finding.id for finding in sanitizer.findings} & {"promise.sorted", "promise.unique"}


def promise(program: Module, name: str) -> Any:
    (op,) = (op for op in program.walk() if op.name.endswith(("gather", "scatter")))
    return op.attributes[name]


@campaign.every(3)
def test_sorted_stays_where_it_stays_true(every: int) -> None:
    kept = dropped = 0
    for seed in range(0, 400, every):
        case = with_sorted_batches(draw_batched(seed), seed)
        if case is None:
            continue
        assert not broken_promises(case.module, case.args)
        made = expanded(case)
        assert not broken_promises(made, case.args)
        assert not broken_promises(raise_batching_dims(made), case.args)
        kept += promise(made, "indices_are_sorted") is True
        dropped += promise(made, "indices_are_sorted") is False
    assert kept > 15
    assert dropped > 15


@pytest.mark.parametrize(
    ("shape", "batch_dim", "stays"),
    [
        ((3, 2), 0, True),
        ((2, 3), 1, False),  # vectors of a batch don't follow each other
        ((1, 3), 1, True),  # of one dimension before, there is nothing to run through
        ((1, 3, 2), 1, True),
        ((2, 3, 1), 1, False),
        ((0, 3), 1, True),  # no vectors at all
    ],
)
def test_what_is_sorted_in_each_batch_is_so_throughout_where_batches_follow_each_other(
    shape: tuple[int, ...], batch_dim: int, stays: bool
) -> None:
    @hl.function("3x5xf32", hl.tensor("i32").with_shape((*shape, 1)), name="main")
    def main(x: Any, indices: Any) -> Any:
        return hl.gather(
            x, indices, offset_dims=[], collapsed_slice_dims=[1], operand_batching_dims=[0],
            start_indices_batching_dims=[batch_dim], start_index_map=[1], index_vector_dim=len(shape),
            slice_sizes=[1, 1], indices_are_sorted=True,
        )  # fmt: skip

    assert promise(expand_batching_dims(main), "indices_are_sorted") is stays


def test_unique_stays() -> None:
    for seed in range(200):
        case = draw_batched(seed)
        if case.unique_indices:
            assert promise(expanded(case), "unique_indices") is True
            assert not broken_promises(expanded(case), case.args)


# -- what isn't a program of the specification


def test_a_broken_constraint_is_told() -> None:
    program = gather(4, "i32").module
    (op,) = (op for op in program.walk() if op.name == "stablehlo.gather")
    wrong = Operation(op.name, op.operands, [hl.tensor("4x9xf32")], op.attributes)
    program.functions["main"].body.operations[0] = wrong
    with pytest.raises(ConstraintError, match=r"gather\.C22"):
        expand_batching_dims(program)
