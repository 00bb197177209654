"""Schedules: each is the permutation it is said to be, by the slow model; a commutative body doesn't notice."""

from typing import Any

import numpy as np
import pytest
from helpers.cases import all_same, expected

import interpreter
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.ir import dtype_of
from interpreter.execution.context import Asked, running
from interpreter.execution.walk import run_block
from interpreter.kernels.scatter_landing import Landed
from interpreter.kernels.schedule import order_of

Index = tuple[int, ...]


def scatters(seeds: range) -> list[Case]:
    cases = (draw_case(SeededDraw(seed), ("scatter",)) for seed in seeds)
    return [case for case in cases if case.op == "scatter"]


def asked_for(case: Case, schedule: Any) -> list[Index]:
    """The update indices in the order that `schedule` is said to take, by its description."""
    shape = case.layout.result_shape
    indices = list(np.ndindex(*shape))
    if schedule == "reverse":
        return indices[::-1]
    if schedule == "window-major":
        scatter_dims = [d for d in range(len(shape)) if d not in case.layout.offset_dims]
        return sorted(
            indices, key=lambda index: ([index[d] for d in case.layout.offset_dims], [index[d] for d in scatter_dims])
        )
    if isinstance(schedule, int):
        return [indices[at] for at in np.random.default_rng(schedule).permutation(len(indices))]
    return indices


@pytest.mark.share(3)
@pytest.mark.parametrize("schedule", ["lexicographic", "reverse", "window-major", 0, 1, 12345])
@pytest.mark.parametrize("start", range(0, 400, 100))
def test_is_the_permutation_it_is_said_to_be(schedule: Any, start: int) -> None:
    for case in scatters(range(start, start + 100)):
        results = interpreter.run(case.module, *case.args, schedule=schedule)
        wanted = expected(case, asked_for(case, schedule))
        assert all_same(results, wanted), f"{case}\nscheduled {schedule} gave {results}\ninstead of {wanted}"


def test_loops_draw_a_permutation_for_each_turn() -> None:
    text = """
    func.func @main(%x: tensor<1xf32>, %indices: tensor<4x1xi32>, %updates: tensor<4xf32>) -> tensor<1xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %state:2 = stablehlo.while(%turn = %zero, %now = %x) : tensor<i32>, tensor<1xf32>
        cond {
          %two = stablehlo.constant dense<2> : tensor<i32>
          %more = stablehlo.compare LT, %turn, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %more : tensor<i1>
        } do {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %next = stablehlo.add %turn, %one : tensor<i32>
          %then = "stablehlo.scatter"(%now, %indices, %updates) ({
          ^bb0(%old: tensor<f32>, %new: tensor<f32>):
            %ten = stablehlo.constant dense<10.0> : tensor<f32>
            %shifted = stablehlo.multiply %old, %ten : tensor<f32>
            %both = stablehlo.add %shifted, %new : tensor<f32>
            stablehlo.return %both : tensor<f32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
              scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
            : (tensor<1xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<1xf32>
          stablehlo.return %next, %then : tensor<i32>, tensor<1xf32>
        }
      return %state#1 : tensor<1xf32>
    }
    """
    args = np.zeros(1, np.float32), np.zeros((4, 1), np.int32), np.arange(1, 5, dtype=np.float32)
    rng = np.random.default_rng(7)
    digits = [*(rng.permutation(4) + 1), *(rng.permutation(4) + 1)]
    assert len({tuple(digits[:4]), tuple(digits[4:])}) == 2
    (result,) = interpreter.run(text, *args, schedule=7)
    assert result.tolist() == [float("".join(map(str, digits)))]


class Watch:
    """An order that changes nothing and keeps what it sees."""

    def __init__(self) -> None:
        self.seen: list[Landed] = []

    def of(self, landed: Landed) -> Landed:
        self.seen.append(landed)
        return landed


@pytest.mark.parametrize("schedule", ["reverse", "window-major", 3])
def test_positions_of_what_has_landed(schedule: Any) -> None:
    """`by_element` says where each element of updates lands, whatever form the landing has."""
    for case in scatters(range(200)):
        watch = Watch()
        outer, running.asked = running.asked, Asked(order=watch)
        try:
            with np.errstate(all="ignore"):
                run_block(interpreter.load(case.module).plan, list(case.args))
        finally:
            running.asked = outer
        seen = watch.seen
        strides = [np.ravel_multi_index(at, case.layout.operand_shape) if at else 0 for at, _ in case.updated_places()]
        of = [np.ravel_multi_index(at, case.layout.result_shape) if at else 0 for _, at in case.updated_places()]
        order = order_of(schedule)
        for landed in [*seen, *(order.of(landed) for landed in seen if order)]:
            elements = landed.by_element()
            assert sorted(zip(elements.numbers.tolist(), elements.rows.tolist(), strict=True)) == sorted(
                zip(map(int, of), map(int, strides), strict=True)
            )
        if not seen:
            assert not of


COMMUTATIVE = {
    "i32": ("add", "multiply", "minimum", "maximum", "and", "or", "xor"),
    "ui8": ("add", "multiply", "minimum", "maximum", "and", "or", "xor"),
    "i1": ("add", "multiply", "minimum", "maximum", "and", "or", "xor"),
    "f32": ("minimum", "maximum"),
    "bf16": ("minimum", "maximum"),
}


@pytest.mark.parametrize(("element", "body"), [(e, b) for e, bodies in COMMUTATIVE.items() for b in bodies])
def test_associative_and_commutative_bodies_give_the_same_under_all(element: str, body: str) -> None:
    t = f"tensor<{element}>"
    text = f"""
    func.func @main(%x: tensor<5x3x{element}>, %i: tensor<40x1xi32>, %u: tensor<40x2x3x{element}>)
        -> tensor<5x3x{element}> {{
      %0 = "stablehlo.scatter"(%x, %i, %u) ({{
      ^bb0(%old: {t}, %new: {t}):
        %1 = stablehlo.{body} %old, %new : {t}
        stablehlo.return %1 : {t}
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
        : (tensor<5x3x{element}>, tensor<40x1xi32>, tensor<40x2x3x{element}>) -> tensor<5x3x{element}>
      return %0 : tensor<5x3x{element}>
    }}
    """
    program = interpreter.load(text)
    rng = np.random.default_rng(0)
    inputs, updates = (program.type.inputs[i] for i in (0, 2))
    drawn = []
    for type in (inputs, updates):
        shape = type.static_shape
        is_float = element[0] in "fb"
        values = rng.integers(-1, 4, shape) if is_float else rng.integers(0, 2 if element == "i1" else 200, shape)
        special = rng.choice([np.nan, -0.0, np.inf, 1.5], shape) if is_float else values
        drawn.append(np.where(rng.random(shape) < 0.1, special, values).astype(dtype_of(type.element_type)))
    indices = rng.integers(-2, 6, (40, 1), np.int32)
    wanted = program(drawn[0], indices, drawn[1])
    for schedule in ("reverse", "window-major", 0, 1, 2):
        assert all_same(program(drawn[0], indices, drawn[1], schedule=schedule), wanted)


@pytest.mark.parametrize("schedule", ["sorted", -1, True, 1.5, None, [0, 1]])
def test_what_is_no_schedule(schedule: Any) -> None:
    text = "func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"
    with pytest.raises(interpreter.UsageError, match=r"a schedule is .*, not"):
        interpreter.run(text, 1.0, schedule=schedule)
