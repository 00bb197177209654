"""deterministic: one order of updates, the specification's lexicographic one, in any order that a backend takes."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from helpers import campaign
from helpers.rewritten import goldens_rewritten, rewritten
from helpers.scatter_folds import COMPUTATIONS, draw_fold
from model.scatter import scatter

import hlogen as hl
import interpreter
from hlogen.autodiff.rules import scatter_lanes
from hlogen.conform.generate import SeededDraw, draw_case
from hlogen.errors import UsageError
from hlogen.ir import HasModule, Module
from hlogen.ir.printer import generic_text
from hlogen.spec.constraint import ConstraintError
from hlogen.transform import deterministic
from hlogen.transform.deterministic_fold import By

BOTH = pytest.mark.parametrize("by", ["rounds", "turns"])
SCHEDULES: tuple[Any, ...] = ("lexicographic", "reverse", "window-major", 5)
ROWS: dict[str, Any] = {
    "update_window_dims": [1],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
Array = np.ndarray[Any, Any]


def by_rounds(program: HasModule) -> Module:
    return deterministic(program)


def by_turns(program: HasModule) -> Module:
    return deterministic(program, by="turns")


def hold(program: HasModule, inputs: Any, by: By = "rounds", schedules: Any = SCHEDULES) -> Module:
    """What becomes of a program gives the bits of its lexicographic order in every order; returns it."""
    module = rewritten(by_rounds if by == "rounds" else by_turns, program)
    assert not hl.check(module)
    assert not hl.determinism(module).varies
    wanted = interpreter.run(program, *inputs)
    for schedule in schedules:
        same_bits(interpreter.run(module, *inputs, schedule=schedule), wanted)
    return module


def same_bits(results: Any, wanted: Any) -> None:
    for result, expected in zip(results, wanted, strict=True):
        result, expected = np.asarray(result), np.asarray(expected)
        assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
        is_nan = np.not_equal(expected, expected)  # all NaNs are one
        assert (np.not_equal(result, result) == is_nan).all()
        assert result[~is_nan].tobytes() == expected[~is_nan].tobytes()


def adding(rows: int, updates: int, width: int = 1, body: Any = "add") -> Any:
    @hl.function(f"{rows}x{width}xf32", f"{updates}x1xi32", f"{updates}x{width}xf32", name="main")
    def program(table: Any, places: Any, values: Any) -> Any:
        return hl.scatter(table, places, values, body, **ROWS)

    return program


def values_for(rows: int, updates: int, width: int = 1) -> list[Array]:
    """Places out of bounds are among them, and a place that half of the updates go to."""
    rng = np.random.default_rng(0)
    places = rng.integers(-1, rows + 1, (updates, 1), np.int32)
    places[rng.random(updates) < 0.5] = rows // 2
    table = rng.normal(size=(rows, width))
    return [table.astype(np.float32), places, (10.0 ** rng.integers(-4, 5, (updates, width)) / 3).astype(np.float32)]


@BOTH
def test_random_scatters_have_one_order(by: By) -> None:
    count = 0
    for seed in range(24):
        case = draw_case(SeededDraw(seed), ("scatter",))
        module = hold(case.module, case.args, by, ("lexicographic", seed))
        count += generic_text(module) != generic_text(case.module)
    assert count > 3


@BOTH
def test_any_update_computation_is_folded_in_order(by: By) -> None:
    for seed, computation in enumerate(COMPUTATIONS):
        fold = draw_fold(seed, computation)
        hold(fold.function, fold.inputs, by, ("lexicographic", seed))


@pytest.mark.campaign
@BOTH
@pytest.mark.parametrize("start", campaign.seeds(30_000, 32_000, 200))
def test_many_random_scatters_have_one_order(by: By, start: int) -> None:
    for seed in range(start, start + 200):
        case, fold = draw_case(SeededDraw(seed), ("scatter",)), draw_fold(seed)
        hold(case.module, case.args, by, ("lexicographic", seed))
        hold(fold.function, fold.inputs, by, ("lexicographic", seed))


def test_goldens_stay_right() -> None:
    for _, module in goldens_rewritten(by_rounds, "scatter"):
        for schedule in ("lexicographic", "reverse"):
            interpreter.run(module, schedule=schedule)  # which hold their expected values


@BOTH
@pytest.mark.parametrize(
    ("rows", "updates", "width"), [(4, 40, 1), (300, 20, 3), (1, 9, 2), (700, 900, 1), (70, 300, 70)]
)
def test_the_order_is_that_of_the_text(by: By, rows: int, updates: int, width: int) -> None:
    """The slow model adds one update after the other; so does what XLA runs."""
    program, arguments = adding(rows, updates, width), values_for(rows, updates, width)
    module = hold(program, arguments, by)
    table, places, values = arguments
    wanted = scatter([table], places, [values], lambda old, new: old + new, **ROWS)
    same_bits(interpreter.run(module, *arguments), wanted)
    same_bits([hl.run(module, *arguments, backend="xla")], wanted)
    reverse = interpreter.run(program, *arguments, schedule="reverse")[0]
    assert (reverse != wanted[0]).any()  # the order matters


@pytest.mark.parametrize("body", ["add", "set", lambda old, new: old * 0.5 + new])
def test_nan_and_zeros(body: Any) -> None:
    table = np.array([[-0.0], [1], [-0.0], [np.inf]], np.float32)
    places = np.array([[0], [1], [1], [3], [0], [9]], np.int32)
    values = np.array([[-0.0], [np.nan], [2], [-np.inf], [-0.0], [7]], np.float32)
    for by in ("rounds", "turns"):
        module = hold(adding(4, 6, 1, body), [table, places, values], by)
        same_bits(
            [hl.run(module, table, places, values, backend="xla")], interpreter.run(module, table, places, values)
        )


@pytest.mark.parametrize("dtype", ["bf16", "f64"])
def test_sums_round_in_their_type(dtype: str) -> None:
    @hl.function("5x2xf32", "60x1xi32", "60x2xf32", name="main")
    def program(table: Any, places: Any, values: Any) -> Any:
        return hl.scatter(hl.convert(table, dtype), places, hl.convert(values, dtype), "add", **ROWS)

    hold(program, values_for(5, 60, 2))


def test_numbers_too_large_for_one_integer_are_sorted_in_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scatter_lanes, "I64", hl.tensor("i8").element_type)
    module = hold(adding(300, 20), values_for(300, 20))
    assert any(op.name == "stablehlo.sort" and len(op.operands) == 2 for op in module.walk())


def test_what_is_proved_stays() -> None:
    @hl.function("8xf32", "8xf32", "3xi32", "3xi32", "3xf32", name="main")
    def program(table: Any, values: Any, places: Any, counts: Any, some: Any) -> Any:
        unique = table.at[hl.iota("8xi32")].add(values)
        integers = hl.constant(np.zeros(8, np.int32)).at[places].add(counts)
        largest = table.at[places].max(some)
        promised = table.at[places].add(some, unique_indices=True)
        ones = table.at[places].set(1.0)
        return unique, integers, largest, promised, ones

    assert generic_text(deterministic(program)) == generic_text(program.module)
    assert [one.verdict for one in hl.determinism(program).operations] == ["same"] * 5


def test_a_promise_that_is_refuted_is_not_believed() -> None:
    @hl.function("4xf32", "2xf32", name="main")
    def program(table: Any, values: Any) -> Any:
        return table.at[np.array([1, 1])].add(values)

    (scattered,) = (op for op in program.module.walk() if op.name == "stablehlo.scatter")
    scattered.attributes = {**scattered.attributes, "unique_indices": True}
    table, values = np.zeros(4, np.float32), np.array([1, 2], np.float32)
    (result,) = interpreter.run(deterministic(program), table, values)
    assert result.tolist() == [0, 3, 0, 0]


def test_select_and_scatter_with_windows_that_overlap() -> None:
    @hl.function("9x9xf32", "4x4xf32", "f32", name="main")
    def program(operand: Any, source: Any, init: Any) -> Any:
        return hl.select_and_scatter(
            operand,
            source,
            init,
            lambda a, b: a >= b,
            "add",
            window_dimensions=[3, 3],
            window_strides=[2, 2],
        )

    rng = np.random.default_rng(0)
    operand = rng.permutation(81).reshape(9, 9).astype(np.float32)
    operand[4, 4] = operand[2, 6] = 100  # what four windows select
    arguments = [operand, (10.0 ** rng.integers(-3, 4, (4, 4)) / 3).astype(np.float32), np.float32(0.1)]
    module = hold(program, arguments)
    assert "stablehlo.select_and_scatter" not in str(module)
    same_bits([hl.run(module, *arguments, backend="xla")], interpreter.run(program, *arguments))


def test_gradients_batches_loops_branches_and_calls() -> None:
    @hl.function("6x2xf32", "5xi32", name="main")
    def energy(table: Any, places: Any) -> Any:
        return hl.sum(hl.sine(table[places]) * table[places])

    rng = np.random.default_rng(1)
    table, places = rng.normal(size=(6, 2)).astype(np.float32), np.array([1, 4, 1, 1, -1], np.int32)
    gradient = hl.grad(energy)
    hold(gradient, [table, places])
    batched = hl.vmap(gradient, axis_size=2)
    hold(batched, [np.stack([table, -table]), np.stack([places, places[::-1]])])

    @hl.function("6x2xf32", "5x1xi32", "5x2xf32", "i1", name="main")
    def around(table: Any, places: Any, values: Any, pred: Any) -> Any:
        def step(table: Any) -> Any:
            return hl.scatter(table, places, values * 1.1, "add", **ROWS)

        table = hl.fori(0, 3, lambda _, table: step(table), table)
        return hl.if_(pred, lambda: step(table), lambda: hl.scatter(table, places, values, "set", **ROWS))

    values = rng.normal(size=(5, 2)).astype(np.float32)
    for pred in (True, False):
        hold(around, [table, places.reshape(5, 1), values, np.bool_(pred)])
        read = hl.parse(str(deterministic(around)))
        same_bits(
            interpreter.run(read, table, places.reshape(5, 1), values, np.bool_(pred), schedule="reverse"),
            interpreter.run(around, table, places.reshape(5, 1), values, np.bool_(pred)),
        )


@BOTH
def test_what_it_makes_is_derived_and_batched(by: By) -> None:
    program = adding(4, 7, 2, lambda old, new: old * 0.5 + hl.sine(new))
    module, arguments = deterministic(program, by), values_for(4, 7, 2)
    given = [*arguments, np.ones((4, 2), np.float32)]
    ways_back = [interpreter.run(hl.vjp(each, wrt=(0, 2)), *given) for each in (program, module)]
    for one, other in zip(*ways_back, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)
    batch = [np.stack([each, each]) for each in arguments]
    (batched,) = interpreter.run(hl.vmap(module, axis_size=2), *batch)
    same_bits([batched[1]], interpreter.run(program, *arguments))


def test_programs_of_jax() -> None:
    def step(table: Any, places: Any, values: Any) -> Any:
        return jnp.zeros_like(table).at[places].add(values), table.at[places].multiply(values, mode="drop")

    arguments = [values.reshape(-1) for values in values_for(7, 30)]
    module = hold(hl.from_jax(step, *arguments), arguments)
    assert "stablehlo.while" in str(module)


def test_an_update_computation_that_calls_a_function() -> None:
    text = """
      func.func private @halved(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
        %c = stablehlo.multiply %a, %b : tensor<f32>
        return %c : tensor<f32>
      }
    """
    called = "func.call @halved(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>"
    main = DYNAMIC.replace("?", "4").replace("stablehlo.BODY %a, %b : tensor<f32>", called)
    _, places, values = values_for(4, 3)
    hold(hl.parse(text + main), [np.full(4, 0.3, np.float32), places, values.reshape(-1)])


def test_empty_scatters() -> None:
    for rows, updates, width in ((3, 0, 1), (0, 3, 1), (3, 2, 0)):
        arguments = [np.zeros((rows, width), np.float32), np.zeros((updates, 1), np.int32)]
        hold(adding(rows, updates, width), [*arguments, np.zeros((updates, width), np.float32)])


DYNAMIC = """
func.func @main(%x: tensor<?xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<?xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.BODY %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims=[0], scatter_dims_to_operand_dims=[0],
      index_vector_dim=1>} : (tensor<?xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""


def test_what_cannot_be_rewritten_is_said() -> None:
    module = hl.parse(DYNAMIC.replace("BODY", "add"), name="m.mlir")
    with pytest.raises(UsageError, match=r"m\.mlir:3:8.*tensor<\?xf32>, whose sizes only a run knows\n  fix: .*refine"):
        deterministic(module)
    same = hl.parse(DYNAMIC.replace("BODY", "maximum"))
    assert generic_text(deterministic(same)) == generic_text(same)
    refined = hl.transform.refine(module, [[5], None, None])
    assert "stablehlo.while" in str(deterministic(refined))
    with pytest.raises(ConstraintError):
        deterministic(
            hl.parse(DYNAMIC.replace("BODY", "add").replace("index_vector_dim=1", "index_vector_dim=3"), verify=False)
        )
    with pytest.raises(UsageError, match='by is "rounds" or "turns", not'):
        deterministic(module, "sorting")
    with pytest.raises(UsageError, match="takes a program, not"):
        deterministic("module {}")
