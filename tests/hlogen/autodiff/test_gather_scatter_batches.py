"""Batches of random gather and scatter programs: hl.vmap against one run after another."""

import dataclasses

import numpy as np
import pytest
from helpers import campaign
from helpers.drawn_programs import Program, Promises, drawn, with_promises

import hlogen as hl
import interpreter
from hlogen.conform.generate import SeededDraw, draw_case
from hlogen.errors import ExecutionError, UsageError

GATHERS, SCATTERS = ("gather", "dynamic_gather"), ("scatter",)
ROWS = {"index_vector_dim": 1, "scatter_dims_to_operand_dims": [0], "inserted_window_dims": [0]}


def hold(seed: int, ops: tuple[str, ...]) -> tuple[int, int]:
    """Holds a random program on a random batch; says how many results were compared, how many promises are made."""
    rng = np.random.default_rng(seed)
    case = with_promises(draw_case(SeededDraw(seed), ops), rng)
    fixed = {len(case.element_types)} if case.indices_are_sorted or case.unique_indices else set()
    if case.slice_sizes_type is not None:
        fixed.add(2)
    numbers = [number for number in range(len(case.operands)) if number not in case.constants]
    kinds = ["same" if number in fixed else "other" for number in numbers]
    if 2 in fixed and 2 not in case.constants:
        kinds[-1] = "unbatched"
    return compared(case.module, case.args, kinds, rng, f"seed {seed}\n{case}")


def compared(program, args, kinds, rng, told) -> tuple[int, int]:
    """Runs `program` on a batch, and on one example after another; `kinds` says how examples of an argument differ."""
    size = int(rng.choice([0, 1, 2, 3], p=[0.1, 0.2, 0.4, 0.3]))
    axes = [
        None if kind == "unbatched" or rng.integers(2) else int(rng.integers(-arg.ndim - 1, arg.ndim + 1))
        for arg, kind in zip(args, kinds, strict=True)
    ]
    if all(axis is None for axis in axes):
        return 0, 0
    batch = [
        arg if axis is None else stacked([varied(rng, arg, kind) for _ in range(size + 1)], axis)
        for arg, axis, kind in zip(args, axes, kinds, strict=True)
    ]
    examples = [
        [arg if axis is None else arg.take(at, axis) for arg, axis in zip(batch, axes, strict=True)]
        for at in range(size)
    ]
    try:
        wanted = [interpreter.run(program, *example) for example in examples]
    except ExecutionError:  # nothing to read
        return 0, 0
    batched = hl.vmap(program, in_axes=axes, axis_size=size)
    str(batched)  # verified by upstream
    promises = Promises()
    results = interpreter.run(batched, *batch, listeners=[promises])
    for number, result in enumerate(results):
        assert result.shape[0] == size
        for at in range(size):
            assert same(result[at], wanted[at][number]), f"{told}\n{batched}"
    return size, promises.promised


def stacked(arrays, axis):
    """A batch of all but the first of `arrays`, which says what an empty batch is of."""
    return np.stack(arrays, axis).take(range(1, len(arrays)), axis)


def varied(rng, arg, kind):
    """The same elements in another order: what holds of all of them still does."""
    return arg if kind == "same" else rng.permutation(arg.reshape(-1)).reshape(arg.shape)


def same(first, second):
    return first.dtype == second.dtype and first.shape == second.shape and first.tobytes() == second.tobytes()


def hold_derivative(seed: int, op: str) -> int:
    """Holds the gradient of a random program on a random batch."""
    case, rng = drawn(seed, op, ("add", "subtract", "maximum", "set")), np.random.default_rng(seed)
    case = dataclasses.replace(case, indices_are_sorted=False, unique_indices=False, slice_sizes_type=None)
    program = hl.vjp(Program(case.module))
    cotangents = [rng.normal(size=type.shape) for type in program.type.inputs[len(case.args) :]]
    args = [*case.args, *cotangents]
    return compared(program, args, ["other"] * len(args), rng, f"seed {seed}\n{case}")[0]


@pytest.mark.parametrize("ops", [GATHERS, SCATTERS], ids=lambda ops: ops[0])
def test_a_batch_is_one_run_after_another(ops):
    counts = np.array([hold(seed, ops) for seed in range(50)])
    assert (counts.sum(0) > [20, 1]).all()


@pytest.mark.parametrize("op", ["gather", "scatter"])
def test_a_batch_of_gradients_is_one_after_another(op):
    assert sum(hold_derivative(seed, op) for seed in range(15)) > 8


@pytest.mark.campaign
@pytest.mark.parametrize("ops", [GATHERS, SCATTERS], ids=lambda ops: ops[0])
@pytest.mark.parametrize("start", campaign.seeds(20_000, 22_000, 500))
def test_many_batches_are_one_run_after_another(ops, start):
    for seed in range(start, start + 500):
        hold(seed, ops)


@pytest.mark.campaign
@pytest.mark.parametrize("op", ["gather", "scatter"])
@pytest.mark.parametrize("start", campaign.seeds(30_000, 31_000, 500))
def test_many_batches_of_gradients_are_one_after_another(op, start):
    for seed in range(start, start + 500):
        hold_derivative(seed, op)


def rows(x, i, u, update_computation="add", **more):
    return hl.scatter(x, i, u, update_computation, update_window_dims=[1], **ROWS, **more)


def of(function, in_axes, **promises):
    """The scatter or gather in the batch of a function, as an operation."""
    types = ["5x3xf32", "4x1xi32", "4x3xf32"]
    batched = hl.vmap(hl.function(*types, name="main")(function), in_axes=in_axes, axis_size=2)
    (operation,) = [op for op in batched.operation.walk() if op.name in ("stablehlo.gather", "stablehlo.scatter")]
    return operation


def take(x, i, u):
    return hl.gather(
        x, i, offset_dims=[1], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1, slice_sizes=[1, 3],
        indices_are_sorted=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("in_axes", "offset_dims", "operand_batching_dims", "slice_sizes", "is_sorted"),
    [
        ((0, None, None), (0, 2), (), (2, 1, 3), True),
        ((None, 0, None), (2,), (), (1, 3), False),
        ((0, 0, None), (2,), (0,), (1, 1, 3), False),
    ],
)
def test_a_gather_takes_the_cheapest_form(in_axes, offset_dims, operand_batching_dims, slice_sizes, is_sorted):
    operation = of(take, in_axes)
    numbers = operation.attributes["dimension_numbers"]
    assert numbers.offset_dims == offset_dims
    assert numbers.operand_batching_dims == numbers.start_indices_batching_dims == operand_batching_dims
    assert operation.attributes["slice_sizes"].values == slice_sizes
    assert operation.attributes["indices_are_sorted"] is is_sorted


@pytest.mark.parametrize(
    ("in_axes", "update_window_dims", "input_batching_dims", "is_sorted"),
    [
        ((0, None, 0), (0, 2), (), True),
        ((None, None, 0), (0, 2), (), True),
        ((None, 0, None), (2,), (0,), False),
        ((0, 0, 0), (2,), (0,), False),
    ],
)
def test_a_scatter_takes_the_cheapest_form(in_axes, update_window_dims, input_batching_dims, is_sorted):
    operation = of(lambda x, i, u: rows(x, i, u, indices_are_sorted=True, unique_indices=True), in_axes)
    numbers = operation.attributes["scatter_dimension_numbers"]
    assert numbers.update_window_dims == update_window_dims
    assert numbers.input_batching_dims == numbers.scatter_indices_batching_dims == input_batching_dims
    assert operation.attributes["indices_are_sorted"] is is_sorted
    assert operation.attributes["unique_indices"] is True  # each batch has its own places


@pytest.mark.parametrize("in_axes", [(0, 0, 0, 0, None), (None, None, None, 0, 0), (None, 0, None, 0, 0)])
def test_an_update_computation_may_use_what_is_batched(in_axes):
    @hl.function("5x3xf32", "4x1xi32", "4x3xf32", "f32", "f32", name="main")
    def main(x, i, u, factor, offset):
        return rows(x, i, u, lambda old, new: old * factor + new - offset)

    rng = np.random.default_rng(0)
    shapes = [(5, 3), (4, 1), (4, 3), (), ()]
    args = [
        rng.integers(-1, 6, (*([3] if axis == 0 else []), *shape)).astype(np.int32 if n == 1 else np.float32)
        for n, (shape, axis) in enumerate(zip(shapes, in_axes, strict=True))
    ]
    (result,) = interpreter.run(hl.vmap(main, in_axes=in_axes, axis_size=3), *args)
    for at in range(3):
        example = [arg if axis is None else arg[at] for arg, axis in zip(args, in_axes, strict=True)]
        np.testing.assert_array_equal(result[at], interpreter.run(main, *example)[0])


def test_an_update_computation_uses_scalars_of_a_batch_alone():
    @hl.function("5x3xf32", "4x1xi32", "4x3xf32", "2xf32", name="main")
    def main(x, i, u, factors):
        return rows(x, i, u, lambda old, new: old * hl.reduce(factors, 0, [0], "add") + new)

    with pytest.raises(UsageError, match=r"stablehlo.scatter .*: its update computation uses a tensor<2xf32> that"):
        hl.vmap(main, axis_size=3)


def test_slice_sizes_are_the_same_for_a_batch():
    @hl.function("5xf32", "4x1xi32", "1xi32", name="main")
    def main(x, i, sizes):
        return hl.dynamic_gather(
            x, i, sizes, offset_dims=[1], collapsed_slice_dims=[], start_index_map=[0], index_vector_dim=1,
            result_type="4x2xf32",
        )  # fmt: skip

    assert interpreter.run(hl.vmap(main, (0, 0, None), axis_size=1), np.ones((1, 5), "f"), np.ones((1, 4, 1), "i"), [2])
    with pytest.raises(UsageError, match="its slice_sizes differ along the batch"):
        hl.vmap(main, axis_size=3)
