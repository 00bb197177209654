"""Modes on random dimension numbers, index types and indices: the model in Python ints, and three backends, agree."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import campaign
from model.modes import gather_in_modes, rows, scatter_in_modes
from model.scatter import scatter

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.errors import ExecutionError
from hlogen.ir import TensorType, parse_element_type

GATHER_MODES = ("clip", "fill", "error")
SCATTER_MODES = ("clip", "drop", "error")
BODIES = {"add": np.add, "xor": np.bitwise_xor, "max": np.maximum}
I32 = parse_element_type("i32")


def per_dim(rng: np.random.Generator, known: tuple[str, ...], count: int):
    """A mode for all or one for each, as the call and as a list."""
    if rng.integers(0, 2):
        mode = str(rng.choice(known))
        return mode, [mode] * count
    modes = [str(mode) for mode in rng.choice(known, count)]
    return modes, modes


def words(mode) -> set[str]:
    return {mode} if isinstance(mode, str) else set(mode)


def build(case: Case, types, body):
    """A function of the operands, the indices as a constant where the case says so."""
    at = 1
    constant = case.indices if at in case.constants or len(case.element_types) in case.constants else None
    if constant is None:
        return hl.function(*types, name="main")(body), lambda *operands: operands
    listed = [type for number, type in enumerate(types) if number != at]

    def main(first, *rest):
        return body(first, hl.constant(constant, types[at]), *rest)

    return hl.function(*listed, name="main")(main), lambda first, _, *rest: (first, *rest)


def gather_case(seed: int):
    """(program, arguments, the model's results, whether all is in bounds, whether "error" is among the modes, case)"""
    rng = np.random.default_rng(seed)
    case = draw_case(SeededDraw(seed), ("gather",))
    layout = case.layout
    numbers = vars(layout.gather_numbers())
    mode, modes = per_dim(rng, GATHER_MODES, len(layout.start_index_map))
    if any(layout.operand_shape[d] == 0 for d in layout.collapsed_slice_dims):
        mode, modes = "fill", ["fill"] * len(modes)  # the others have nothing to read
    fill = int(rng.integers(-9, 0)) if "fill" in words(mode) and rng.integers(0, 2) else None
    operand = np.arange(int(np.prod(layout.operand_shape)), dtype=np.int32).reshape(layout.operand_shape)
    types = [TensorType(layout.operand_shape, I32), TensorType(layout.indices_shape, case.index_type)]

    def body(x, indices):
        return hl.gather(x, indices, **numbers, slice_sizes=layout.slice_sizes, mode=mode, fill_value=fill)

    program, chosen = build(case, types, body)
    if operand.size == 0 and 0 not in layout.result_shape:
        expected = np.full(layout.result_shape, -(2**31) if fill is None else fill, np.int32), True
        if not any(layout.operand_shape[d] == 0 for d in layout.start_index_map):
            return None  # the specification has no value
    else:
        expected = gather_in_modes(
            operand, case.indices, modes, -(2**31) if fill is None else fill, **numbers, slice_sizes=layout.slice_sizes
        )
    return program, chosen(operand, case.indices), (expected[0],), expected[1], "error" in words(mode), case


def scatter_case(seed: int):
    rng = np.random.default_rng(seed)
    case = draw_case(SeededDraw(seed), ("scatter",))
    layout = case.layout
    numbers = vars(layout.scatter_numbers())
    mode, modes = per_dim(rng, SCATTER_MODES, len(layout.start_index_map))
    window = str(rng.choice(["element", "whole"])) if "drop" in words(mode) else "element"
    body_name = str(rng.choice(list(BODIES)))
    count = len(case.element_types)
    inputs = [rng.integers(-1000, 1000, layout.operand_shape, dtype=np.int32) for _ in range(count)]
    updates = [rng.integers(-1000, 1000, layout.result_shape, dtype=np.int32) for _ in range(count)]
    types = [
        TensorType(layout.operand_shape, I32),
        TensorType(layout.indices_shape, case.index_type),
        *[TensorType(layout.operand_shape, I32)] * (count - 1),
        *[TensorType(layout.result_shape, I32)] * count,
    ]

    def body(first, indices, *rest):
        results = hl.scatter(
            [first, *rest[: count - 1]], indices, rest[count - 1 :], body_name, **numbers, mode=mode, window=window
        )
        return (*results[0], results[1]) if "error" in words(mode) else results

    program, chosen = build(case, types, body)
    results, all_inside = scatter_in_modes(
        inputs,
        case.indices,
        updates,
        lambda *values: tuple(BODIES[body_name](values[k], values[count + k]) for k in range(count)),
        modes,
        window,
        **numbers,
    )
    arguments = chosen(inputs[0], case.indices, *inputs[1:], *updates)
    return program, arguments, results, all_inside, "error" in words(mode), case


def assert_agrees(name: str, made) -> None:
    program, arguments, expected, all_inside, is_checked, case = made
    if name == "xla" and not case.layout.operand_shape:
        return  # a known difference of XLA, where there is nothing that a mode could be said of
    if name == "interpreter" and not all_inside:
        with pytest.raises(ExecutionError, match="out of bounds"):
            backend(name).run(program, *arguments)
        return
    results = backend(name).run(program, *arguments)
    if is_checked:
        results, in_bounds = results[:-1], results[-1]
        assert bool(in_bounds) == all_inside
    for result, value in zip(results, expected, strict=True):
        np.testing.assert_array_equal(result, value)


def run(make, seeds, names) -> None:
    for seed in seeds:
        made = make(seed)
        if made is None:
            continue
        for name in names:
            try:
                assert_agrees(name, made)
            except Exception as error:
                error.add_note(f"seed {seed} on {name}\n{made[0]}\n{made[1]}")
                raise


def as_rows(vectors: np.ndarray) -> list[tuple[int, ...]]:
    """The index vectors, which lie along the last dimension, in the order of the batch indices."""
    return [tuple(map(int, vectors[batch])) for batch in np.ndindex(*vectors.shape[:-1])]


def is_sorted(vectors: np.ndarray) -> bool:
    listed = as_rows(vectors)
    return listed == sorted(listed)


def is_unique(shape, indices: np.ndarray, update_shape, numbers) -> bool:
    """Whether no element is updated twice."""
    (counts,) = scatter(
        [np.zeros(shape, np.int64)], indices, [np.ones(update_shape, np.int64)], lambda old, new: old + new, **numbers
    )
    return bool((counts <= 1).all())


class Promises:
    """Holds the gathers and scatters that run to their promises."""

    def __init__(self) -> None:
        self.kept: list[tuple[bool, bool]] = []

    def on_op(self, op, operands, results) -> None:
        if op.name == "stablehlo.gather":
            numbers = op.attributes["dimension_numbers"]
            if op.attributes["indices_are_sorted"] and results[0].size:  # of nothing that is read, anything is true
                vectors = rows(operands[1], numbers.index_vector_dim)
                last = [operands[0].shape[d] - op.attributes["slice_sizes"].values[d] for d in numbers.start_index_map]
                assert is_sorted(np.clip(vectors, 0, np.array(last, np.int64)))
            self.kept.append((op.attributes["indices_are_sorted"], False))
        if op.name == "stablehlo.scatter":
            numbers = op.attributes["scatter_dimension_numbers"]
            inputs, indices, updates = operands[0], operands[len(operands) // 2], operands[-1]
            if op.attributes["indices_are_sorted"] and updates.size:
                assert is_sorted(rows(indices, numbers.index_vector_dim))
            if op.attributes["unique_indices"]:
                assert is_unique(inputs.shape, indices, updates.shape, vars(numbers))
            self.kept.append((op.attributes["indices_are_sorted"], op.attributes["unique_indices"]))


def promising(case: Case) -> np.ndarray:
    """The indices of the case with the index vectors in ascending order, none of them twice where that can be."""
    layout = case.layout
    vectors = rows(case.indices, layout.index_vector_dim)
    listed = sorted(set(as_rows(vectors)))
    count = len(as_rows(vectors))
    chosen = listed + [listed[-1]] * (count - len(listed)) if listed else []
    made = np.array(chosen, object).reshape(vectors.shape).astype(case.indices.dtype)
    return (
        made[..., 0] if layout.index_vector_dim == case.indices.ndim else np.moveaxis(made, -1, layout.index_vector_dim)
    )


def promises_stay_true(seeds) -> None:
    promised, kept = np.zeros(2, int), np.zeros(2, int)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        case = draw_case(SeededDraw(seed), ("gather", "scatter"))
        layout = case.layout
        indices = promising(case)
        operand, updates = (np.ones(shape, np.int32) for shape in (layout.operand_shape, layout.result_shape))
        types = [TensorType(layout.operand_shape, I32), TensorType(layout.indices_shape, case.index_type)]
        claims = {"indices_are_sorted": is_sorted(rows(indices, layout.index_vector_dim))}
        promises = Promises()
        if case.op == "gather":
            mode, _ = per_dim(rng, ("clip", "fill"), len(layout.start_index_map))
            if operand.size == 0 and updates.size:
                continue
            program = hl.function(*types, name="main")(
                lambda x, at, layout=layout, mode=mode, claims=claims: hl.gather(
                    x, at, **vars(layout.gather_numbers()), slice_sizes=layout.slice_sizes, mode=mode, **claims
                )
            )
            interpreter.run(program, operand, indices, listeners=[promises])
            claims["unique_indices"] = False
        else:
            numbers = vars(layout.scatter_numbers())
            mode, _ = per_dim(rng, ("clip", "drop"), len(layout.start_index_map))
            window = str(rng.choice(["element", "whole"])) if "drop" in words(mode) else "element"
            claims["unique_indices"] = is_unique(operand.shape, indices, updates.shape, numbers)
            program = hl.function(*types, TensorType(layout.result_shape, I32), name="main")(
                lambda x, at, u, numbers=numbers, mode=mode, window=window, claims=claims: hl.scatter(
                    x, at, u, "add", **numbers, mode=mode, window=window, **claims
                )
            )
            interpreter.run(program, operand, indices, updates, listeners=[promises])
        promised += (claims["indices_are_sorted"], claims["unique_indices"])
        for is_kept in promises.kept:
            kept += is_kept
    assert (kept > 0).all()
    assert (kept < promised).all()


def test_true_promises_stay_true() -> None:
    promises_stay_true(range(150))


@pytest.mark.campaign
def test_true_promises_stay_true_on_many() -> None:
    promises_stay_true(campaign.seeds(30_000, 36_000))


@pytest.mark.parametrize("make", [gather_case, scatter_case])
def test_the_model_agrees(make) -> None:
    run(make, range(120), ["interpreter"])


@pytest.mark.parametrize("make", [gather_case, scatter_case])
def test_the_backends_agree(make) -> None:
    run(make, range(1000, 1012), ["upstream", "xla"])


@pytest.mark.campaign
@pytest.mark.parametrize("make", [gather_case, scatter_case])
def test_the_model_agrees_on_many(make) -> None:
    run(make, campaign.seeds(10_000, 15_000), ["interpreter"])


@pytest.mark.campaign
@pytest.mark.parametrize("make", [gather_case, scatter_case])
def test_the_backends_agree_on_many(make) -> None:
    run(make, campaign.seeds(20_000, 20_600), ["upstream", "xla"])
