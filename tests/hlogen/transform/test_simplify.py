"""simplify: what is simpler is written so, the results stay, and near misses stay as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import helpers.rewritten
import numpy as np
import pytest
from helpers import campaign
from helpers.backends import run_on
from helpers.cases import all_same
from helpers.drawn_indices import draw_program
from helpers.regular_indices import draw_regular
from helpers.stored import real_inputs

import hlogen as hl
import interpreter
from hlogen.conform.differences.on_cases import affecting, order_matters
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.errors import ExecutionError
from hlogen.ir.printer import generic_text
from hlogen.spec.catalogue import constraints
from hlogen.spec.constraint import ConstraintError
from hlogen.transform import portable, simplify
from tools import golden

REAL = sorted((golden.GOLDEN / "real").glob("*.mlir"))


rewritten = partial(helpers.rewritten.rewritten, simplify)


def ops(program: Any) -> Counter[str]:
    """How many operations of each name there are, but for constants and what returns."""
    names = [op.name.removeprefix("stablehlo.") for op in program.module.walk()]
    return Counter(name for name in names if name not in ("constant", "return") and "." not in name)


def gather(x: Any, indices: Any, **numbers: Any) -> Any:
    """Rows of `x`, if not said otherwise."""
    rank = len(x.shape)
    numbers = {
        "offset_dims": range(1, rank),
        "collapsed_slice_dims": [0],
        "start_index_map": [0],
        "index_vector_dim": 1,
        "slice_sizes": [1, *x.shape[1:]],
    } | numbers
    return hl.gather(x, indices, **numbers)


def scatter(x: Any, indices: Any, updates: Any, body: Any = "set", **numbers: Any) -> Any:
    """Into rows of `x`, if not said otherwise."""
    numbers = {
        "update_window_dims": range(1, len(x.shape)),
        "inserted_window_dims": [0],
        "scatter_dims_to_operand_dims": [0],
        "index_vector_dim": 1,
    } | numbers
    return hl.scatter(x, indices, updates, body, **numbers)


def column(values: list[int], dtype: Any = np.int64) -> Any:
    return hl.constant(np.array(values, dtype).reshape(-1, 1))


WHOLE = {"collapsed_slice_dims": [], "start_index_map": [], "index_vector_dim": 0}
ONE = {"collapsed_slice_dims": [], "offset_dims": [0, 1], "index_vector_dim": 0}

# A function of f32 tensors, of which x is 5x3, and of indices, the types of these, and what there is afterwards.
SIMPLER: dict[str, tuple[Callable[..., Any], list[str], dict[str, int]]] = {
    "all of it": (
        lambda x, i: gather(x, i, **WHOLE, offset_dims=[0, 1], slice_sizes=[5, 3]),
        ["0xi32"],
        {},
    ),
    "all of it, counted": (lambda x: gather(x, hl.iota("5x1xi32")), [], {}),
    "all of it, one place to start at": (
        lambda x, i: gather(x, i, **ONE, start_index_map=[1, 0], slice_sizes=[5, 3]),
        ["2xi32"],
        {},
    ),
    "some rows": (lambda x: gather(x, column([1, 2, 3])), [], {"slice": 1}),
    "every second row": (lambda x: gather(x, column([0, 2, 4])), [], {"slice": 1}),
    "rows from the last on": (lambda x: gather(x, column([4, 3, 2, 1, 0])), [], {"reverse": 1}),
    "every second row from the last on": (lambda x: gather(x, column([4, 2, 0])), [], {"slice": 1, "reverse": 1}),
    "rows that are clamped to be in order": (lambda x: gather(x, column([3, 9])), [], {"slice": 1}),
    "one row that nobody knows": (lambda x, i: gather(x, i), ["1x1xi32"], {"reshape": 1, "dynamic_slice": 1}),
    "one row at an i64": (
        lambda x, i: gather(x, i, offset_dims=[0], index_vector_dim=0),
        ["i64"],
        {"dynamic_slice": 1, "reshape": 1},
    ),
    "one row at an unsigned index": (
        lambda x, i: gather(x, i),
        ["1x1xui8"],
        {"reshape": 1, "convert": 1, "dynamic_slice": 1},
    ),
    "one row at an index that i32 can't say": (
        lambda x, i: gather(x, i),
        ["1x1xui64"],
        {"reshape": 1, "clamp": 1, "convert": 1, "dynamic_slice": 1},
    ),
    "one row, many times": (
        lambda x, i: gather(x, hl.broadcast_in_dim(i, (4, 1), broadcast_dimensions=[1])),
        ["1xi32"],
        {"broadcast_in_dim": 2, "slice": 1, "reshape": 2, "dynamic_slice": 1},
    ),
    "rows that follow one": (
        lambda x, i: gather(
            x, hl.broadcast_in_dim(hl.clamp(0, i, 2), (3, 1), broadcast_dimensions=[1]) + hl.iota("3x1xi32")
        ),
        ["1xi32"],
        {"clamp": 1, "broadcast_in_dim": 1, "iota": 1, "add": 1, "slice": 1, "reshape": 1, "dynamic_slice": 1},
    ),
    "rows that precede one": (
        lambda x, i: gather(
            x, hl.broadcast_in_dim(hl.clamp(2, i, 4), (3, 1), broadcast_dimensions=[1]) - hl.iota("3x1xi32")
        ),
        ["1xi32"],
        dict.fromkeys(
            ["clamp", "broadcast_in_dim", "iota", "subtract", "slice", "reshape", "dynamic_slice", "reverse"], 1
        ),
    ),
    "transposed": (
        lambda x: gather(x, hl.iota("5x1xi32"), offset_dims=[0]),
        [],
        {"transpose": 1},
    ),
    "batches as they are": (
        lambda x, i: gather(
            x,
            i,
            offset_dims=[],
            collapsed_slice_dims=[],
            operand_batching_dims=[0, 1],
            start_indices_batching_dims=[2, 1],
            start_index_map=[],
            index_vector_dim=0,
            slice_sizes=[1, 1],
        ),
        ["0x3x5xi32"],
        {"transpose": 1},
    ),
    "every second row from where a run says": (
        lambda x, i: gather(
            x, hl.broadcast_in_dim(hl.clamp(0, i, 1), (2, 1), broadcast_dimensions=[1]) + hl.iota("2x1xi32") * 2
        ),
        ["1xi32"],
        dict.fromkeys(["clamp", "broadcast_in_dim", "iota", "multiply", "add", "reshape", "dynamic_slice"], 1)
        | {"slice": 2},
    ),
    "of one number": (lambda i: gather(hl.constant(7.0, "5x3xf32"), i), ["4x1xi32"], {}),
    "of one number, which a run knows as a tensor of one": (
        lambda x, i: gather(hl.broadcast_in_dim(x[0:1, 0:1], (5, 3), broadcast_dimensions=[0, 1]), i),
        ["4x1xi32"],
        {"slice": 1, "reshape": 1, "broadcast_in_dim": 1},
    ),
    "of one number, which a run knows": (
        lambda x, i: gather(hl.broadcast_in_dim(x[0, 0], (5, 3), broadcast_dimensions=[]), i),
        ["4x1xi32"],
        {"slice": 1, "reshape": 1, "broadcast_in_dim": 1},
    ),
    "nothing": (lambda x, i: gather(x, i), ["0x1xi32"], {}),
    "sizes that are known": (
        lambda x, i: hl.dynamic_gather(
            x,
            i,
            hl.constant(np.array([1, 3])),
            offset_dims=[1],
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
        ),
        ["4x1xi32"],
        {"gather": 1},
    ),
    "some rows set": (lambda x, u: scatter(x, column([1, 2, 3]), u), ["3x3xf32"], {"dynamic_update_slice": 1}),
    "all rows set": (lambda x, u: scatter(x, hl.iota("5x1xi32"), u), ["5x3xf32"], {}),
    "all rows set, from the last on": (
        lambda x, u: scatter(x, column([4, 3, 2, 1, 0]), u),
        ["5x3xf32"],
        {"reverse": 1},
    ),
    "a row that is inside": (
        lambda x, i, u: scatter(x, hl.clamp(0, i, 4), u),
        ["1x1xi32", "1x3xf32"],
        {"clamp": 1, "reshape": 1, "dynamic_update_slice": 1},
    ),
    "a row added to": (
        lambda x, u: scatter(x, column([2]), u, "add"),
        ["1x3xf32"],
        {"slice": 1, "add": 1, "dynamic_update_slice": 1},
    ),
    "a row, which is subtracted from": (
        lambda x, u: scatter(x, column([2]), u, lambda old, new: new - old),
        ["1x3xf32"],
        {"slice": 1, "subtract": 1, "dynamic_update_slice": 1},
    ),
    "rows that are all dropped": (lambda x, u: scatter(x, column([5, -1, 7]) * 1 + 9, u, "add"), ["3x3xf32"], {}),
    "no rows": (lambda x, i, u: scatter(x, i, u, "add"), ["0x1xi32", "0x3xf32"], {}),
    "what is there already": (lambda x, u: scatter(x, column([1]), u, lambda old, new: old), ["1x3xf32"], {}),
}


def function_of(body: Callable[..., Any], types: list[str]) -> Any:
    takes_x = body.__code__.co_argcount > len(types)
    return hl.function(*(["5x3xf32"] if takes_x else []), *types, name="main")(body)


@pytest.mark.parametrize("what", SIMPLER)
def test_simpler(what: str) -> None:
    body, types, wanted = SIMPLER[what]
    function = function_of(body, types)
    module = rewritten(function)
    assert ops(module) == Counter(wanted), module
    rng = np.random.default_rng(0)
    for _ in range(4):
        arguments = [
            rng.integers(-3, 9, type.static_shape).astype(np.int64).astype(hl.ir.dtype_of(type.element_type))
            for type in function.type.inputs
        ]
        results = interpreter.run(function, *arguments)
        for name in ("interpreter", "upstream", "xla"):
            assert all_same(run_on(name, module, *arguments), results), f"{name}: {module}"


# The same of what has to stay as it is.
STAYS: dict[str, tuple[Callable[..., Any], list[str]]] = {
    "rows that nobody knows": (lambda x, i: gather(x, i), ["3x1xi32"]),
    "a permutation": (lambda x: gather(x, column([0, 2, 1, 3, 4])), []),
    "rows one of which is out of step": (lambda x: gather(x, column([0, 1, 2, 4])), []),
    "rows that are clamped one by one": (
        lambda x, i: gather(x, hl.broadcast_in_dim(i, (3, 1), broadcast_dimensions=[1]) + hl.iota("3x1xi32")),
        ["1xi32"],
    ),
    "a diagonal": (
        lambda x: hl.gather(
            x,
            hl.constant(np.array([[0, 0], [1, 1], [2, 2]])),
            offset_dims=[],
            collapsed_slice_dims=[0, 1],
            start_index_map=[0, 1],
            index_vector_dim=1,
            slice_sizes=[1, 1],
        ),
        [],
    ),
    "windows that overlap": (
        lambda x: gather(x, column([0, 1, 2]), offset_dims=[1, 2], collapsed_slice_dims=[], slice_sizes=[2, 3]),
        [],
    ),
    "a row that may be outside": (lambda x, i, u: scatter(x, i, u), ["1x1xi32", "1x3xf32"]),
    "a row that is outside, and one that isn't": (lambda x, u: scatter(x, column([4, 5]), u), ["2x3xf32"]),
    "one row twice": (lambda x, u: scatter(x, column([1, 1]), u), ["2x3xf32"]),
    "every second row": (lambda x, u: scatter(x, column([0, 2]), u), ["2x3xf32"]),
    "another body": (lambda x, u: scatter(x, column([1]), u, lambda old, new: old * 2 + new), ["1x3xf32"]),
    "what goes into the other input": (
        lambda x, u, v: scatter(hl.negate(x), column([1]), u, lambda old, new: old + new * new) + v,
        ["1x3xf32", "5x3xf32"],
    ),
}


@pytest.mark.parametrize("what", STAYS)
def test_near_misses_stay(what: str) -> None:
    function = function_of(*STAYS[what])
    assert generic_text(simplify(function)) == generic_text(function.module)


def test_results_that_are_crossed_stay() -> None:
    @hl.function("5xf32", "5xf32", "1xf32", "1xf32", name="main")
    def main(x, y, u, v):
        return hl.scatter(
            [x, y],
            column([1]),
            [u, v],
            lambda a, b, c, d: (d, c),
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    assert generic_text(simplify(main)) == generic_text(main.module)


def test_what_was_used_by_nothing_before_stays() -> None:
    @hl.function("5x3xf32", name="main")
    def main(x):
        hl.negate(x)
        return gather(x, hl.iota("5x1xi32") + 0)

    assert ops(rewritten(main)) == {"negate": 1}


def test_dynamic_shapes_stay() -> None:
    @hl.function("?x3xf32", "1x1xi32", name="main")
    def main(x, i):
        return gather(x, i)

    assert generic_text(simplify(main)) == generic_text(main.module)


def test_dynamic_shapes_of_scatters_stay() -> None:
    @hl.function("?x3xf32", "0x1xi32", "0x3xf32", name="main")
    def main(x, i, u):
        return scatter(x, i, u)

    assert generic_text(simplify(main)) == generic_text(main.module)


@pytest.mark.parametrize("element", ["!quant.uniform<i8:f32, 0.5:3>", "f8E8M0FNU", "i2", "complex<f64>", "f4E2M1FN"])
def test_elements_of_any_type(element: str) -> None:
    @hl.function(f"5x{element}", "0x1xi32", f"0x{element}", "1x1xi32", name="main")
    def main(x, none, nothing, i):
        numbers = {"offset_dims": [], "slice_sizes": [1]}
        same = hl.constant(1, f"5x{element}")
        rows = scatter(x, none, nothing, update_window_dims=[])
        return gather(rows, column([3, 2]), **numbers), gather(same, i, **numbers), gather(x, i, **numbers)

    assert ops(rewritten(main)) == {"slice": 1, "reverse": 1, "dynamic_slice": 1, "reshape": 1}
    dtype = hl.ir.dtype_of(hl.ir.parse_element_type(element))
    arguments = (
        np.array([1, 0, 1, 2, 1]).astype(dtype),
        np.zeros((0, 1), np.int32),
        np.zeros(0, dtype),
        np.array([[9]], np.int32),
    )
    assert all_same(interpreter.run(simplify(main), *arguments), interpreter.run(main, *arguments))


def test_names_and_places_stay() -> None:
    program = hl.parse("""
func.func @main(%x: tensor<5x3xf32>, %start: tensor<1xi32>) -> tensor<3xf32> {
  %row = "stablehlo.gather"(%x, %start) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 3>
  } : (tensor<5x3xf32>, tensor<1xi32>) -> tensor<3xf32>
  func.return %row : tensor<3xf32>
}
""")
    body, before = (one.function("main").body for one in (rewritten(program), program))
    assert [argument.name for argument in body.arguments] == [argument.name for argument in before.arguments]
    assert {op.location for op in body.operations} == {op.location for op in before.operations}
    assert body.operations[-1].operands[0].name == before.operations[0].result.name


def test_a_program_that_breaks_constraints_is_refused() -> None:
    with pytest.raises(ConstraintError, match=r"gather\.C2"):
        simplify(hl.parse(constraints()["gather.C2"].example))


def hold(case: Case, *names: str) -> bool:
    """Holds what is made of a case against the case; whether it is another."""
    try:
        wanted = interpreter.run(case.module, *case.args)
    except ExecutionError:  # undefined: a collapsed dimension with slice size 0
        return False
    module = rewritten(case.module)
    results = interpreter.run(module, *case.args)
    assert all_same(results, wanted), f"{case}\nbecame {module}\nwhich gives {results}\ninstead of {wanted}"
    for name in names:
        if not affecting(name, case) and not (name == "xla" and order_matters(case)):
            results = run_on(name, module, *case.args)
            assert all_same(results, wanted), f"{case}\nbecame {module}\nfor which {name} gives {results}, not {wanted}"
    return generic_text(module) != generic_text(case.module)


def test_results_stay_the_same() -> None:
    assert sum(hold(draw_case(SeededDraw(seed))) for seed in range(100)) > 40


def test_results_stay_the_same_on_backends() -> None:
    for seed in range(2000, 2020):
        hold(draw_case(SeededDraw(seed)), "upstream", "xla")


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(20_000, 24_000, 1000))
def test_results_stay_the_same_on_many(start: int) -> None:
    for seed in range(start, start + 1000):
        hold(draw_case(SeededDraw(seed)), "upstream", "xla")


def hold_regular(seeds: range, *names: str) -> int:
    """Holds that regular indices are seen, and their near misses never taken for some; how many there were of these."""
    misses = 0
    for seed in seeds:
        for op in ("gather", "scatter"):
            drawn = draw_regular(seed, op)
            module = rewritten(drawn.program)
            stays = ops(module)[op] == 1
            misses += stays
            assert not (drawn.is_view and stays), f"{seed}, {op}: {drawn.program}"
            wanted = interpreter.run(drawn.program, *drawn.args)
            for name in ("interpreter", *names):
                assert all_same(run_on(name, portable(module), *drawn.args), wanted), f"{seed}, {op}: {module}"
    return misses


def test_regular_indices() -> None:
    assert hold_regular(range(60)) > 6


def test_regular_indices_on_backends() -> None:
    hold_regular(range(1000, 1010), "upstream", "xla")


@pytest.mark.campaign
def test_many_regular_indices() -> None:
    hold_regular(campaign.seeds(10_000, 12_500))
    hold_regular(campaign.seeds(20_000, 20_300), "upstream", "xla")


def hold_computed(seeds: range) -> None:
    for seed in seeds:
        program, rng = draw_program(seed), np.random.default_rng(seed)
        module = rewritten(program.module)
        for _ in range(3):
            arguments = program.draw_arguments(rng)
            try:
                wanted = interpreter.run(program.module, *arguments)
            except ExecutionError:  # slice sizes that aren't those of the result
                continue
            assert all_same(interpreter.run(module, *arguments), wanted), f"{seed}: {program.module}\n{module}"


def test_indices_that_are_computed() -> None:
    hold_computed(range(120))


@pytest.mark.campaign
def test_indices_that_are_computed_on_many() -> None:
    hold_computed(campaign.seeds(1000, 4000))


@campaign.every(3)
@pytest.mark.parametrize("op", golden.TABLES)
def test_goldens(op: str, every: int) -> None:
    for _, module in helpers.rewritten.goldens_rewritten(simplify, op, every):
        interpreter.run(module)


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_programs(path: Path) -> None:
    program = hl.parse(path)
    inputs = real_inputs(path)
    assert all_same(interpreter.run(rewritten(program), *inputs), interpreter.run(program, *inputs))


def test_what_other_dialects_say_of_an_operation_is_said_of_what_gives_its_results() -> None:
    """How several results are sharded is said of all at once, and of none where several operations give them."""
    program = hl.parse("""
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x4xf32>, %update: tensor<1x4xf32>)
    -> (tensor<1x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %at = stablehlo.constant dense<2> : tensor<1x1xi32>
  %0 = "stablehlo.gather"(%x, %at) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 4>,
    sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>, mhlo.frontend_attributes = {who = "one"}
  } : (tensor<4x4xf32>, tensor<1x1xi32>) -> tensor<1x4xf32>
  %1:2 = "stablehlo.scatter"(%x, %x, %at, %update, %update) ({
  ^bb0(%old0: tensor<f32>, %old1: tensor<f32>, %new0: tensor<f32>, %new1: tensor<f32>):
    stablehlo.return %new0, %new1 : tensor<f32>, tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>]>,
    mhlo.frontend_attributes = {who = "two"}
  } : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<1x1xi32>, tensor<1x4xf32>, tensor<1x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>)
  func.return %0, %1#0, %1#1 : tensor<1x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
""")
    module = rewritten(program)
    found = [value.owner for value in module.function("main").body.terminator.operands]
    assert [op.name for op in found] == ["stablehlo.slice", *["stablehlo.dynamic_update_slice"] * 2]
    old = [op for op in program.walk() if op.name in ("stablehlo.gather", "stablehlo.scatter")]
    notes = "mhlo.frontend_attributes"
    assert [op.attributes[notes] for op in found] == [op.attributes[notes] for op in (old[0], old[1], old[1])]
    assert [op.attributes.get("sdy.sharding") for op in found] == [old[0].attributes["sdy.sharding"], None, None]
