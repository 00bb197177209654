"""A fact that is proved never fails: random programs of integers, run on random arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.integer_programs import arguments_of, integer_program
from helpers.proved_facts import Proved, broken

import hlogen as hl
import interpreter
from hlogen.analysis.fact import fact_of, fact_of_array, fitted
from hlogen.analysis.facts import Facts
from hlogen.analysis.range import Interval, Range
from hlogen.analysis.registry import rows
from hlogen.analysis.view import integer_type
from hlogen.conform.generate import SeededDraw
from hlogen.conform.generate.dimensions import Layout, draw_layout
from hlogen.errors import ExecutionError
from hlogen.ir import Block, IntegerType, Operation, dtype_of, tensor

# So many runs of each program, and so many programs by default and in a campaign.
RUNS, PROGRAMS, CAMPAIGN = 5, 45, 5300


def runs_of(seed: int) -> SimpleNamespace:
    """How often a random program ran and how many values were held against facts; AssertionError where one fails."""
    rng = np.random.default_rng(seed)
    module = integer_program(seed)
    proved = Proved(module, rng)
    executable = interpreter.load(module)
    runs = 0
    for _ in range(RUNS):
        try:
            executable(*arguments_of(module, rng), listeners=[proved])
        except ExecutionError:  # sizes that a run decides may not go together
            continue
        runs += 1
    names = {operation.name for operation in module.walk()}
    return SimpleNamespace(runs=runs, checked=proved.check(), names=names, proved=proved)


def test_facts_hold_in_runs() -> None:
    runs, names, facts, telling = 0, set[str](), 0, 0
    for seed in range(PROGRAMS):
        found = runs_of(seed)
        runs += found.runs
        names |= found.names
        for value, known in found.proved.facts.items():
            type = integer_type(value.type)
            facts += 1
            telling += known[0][1].range != Range.of_type(type)
    assert runs > 0.9 * RUNS * PROGRAMS
    assert telling > 0.4 * facts
    not_drawn = {"stablehlo.get_tuple_element", "stablehlo.dynamic_gather", "sdy.sharding_constraint"}
    assert {name for name in rows() if not name.startswith("@")} - names <= not_drawn  # what calls call isn't drawn


# What elementwise operations make of integers that fit 64 bits; None: of these it isn't said.
MODELS: Mapping[str, Callable[..., Any]] = {
    "abs": np.abs,
    "add": np.add,
    "and": np.bitwise_and,
    "clamp": lambda low, x, high: np.minimum(np.maximum(low, x), high),
    "divide": lambda x, y: None if np.any(y == 0) else np.abs(x) // np.abs(y) * np.sign(x) * np.sign(y),
    "maximum": np.maximum,
    "minimum": np.minimum,
    "multiply": np.multiply,
    "negate": np.negative,
    "not": np.invert,
    "or": np.bitwise_or,
    "remainder": lambda x, y: None if np.any(y == 0) else np.fmod(x, y),
    "sign": np.sign,
    "subtract": np.subtract,
    "xor": np.bitwise_xor,
}
OPERANDS = {"clamp": 3, **dict.fromkeys(("abs", "negate", "not", "sign"), 1)}


def regular(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Integers that count along some dimensions, with a few out of line, or none."""
    steps = rng.choice([0, 0, 1, 1, -1, 2, 3, 4, 5, 8, 12], len(shape))
    x = np.einsum("d,d...->...", steps, np.indices(shape)) + rng.integers(-9, 9)
    return x + rng.integers(-2, 3, shape) * (rng.random(shape) < 0.2) if rng.random() < 0.3 else x


@pytest.mark.parametrize("name", MODELS)
def test_what_follows_from_true_facts_is_true(name: str) -> None:
    """All that is to be known of some integers, but not that they are these, goes in."""
    rng, count, telling = np.random.default_rng(7), OPERANDS.get(name, 2), 0
    for _ in range(120):
        shape = tuple(map(int, rng.integers(1, 6, rng.integers(1, 4))))
        arrays = [regular(rng, shape) for _ in range(count)]
        result = MODELS[name](*arrays)
        if result is None:
            continue
        type = tensor("x".join(map(str, (*shape, "i64"))))
        op = Operation(f"stablehlo.{name}", Block([type] * count).arguments, [type])
        exact = [fact_of_array(array) for array in arrays]
        facts = [fact_of(fact.range, shape, fact.steps, fact.gap) for fact in exact]
        rule = rows()[op.name].elementwise
        assert rule is not None
        found = rule(op, *facts)
        assert (wrong := broken(found, result[None])) is None, (wrong, arrays, result)
        telling += found.range != Range.of_type(integer_type(type))
    assert telling > 20


def near_an_edge(rng: np.random.Generator, type: IntegerType, shape: tuple[int, ...]) -> Any:
    """Integers of a small type, close together: about 0, an end of it, or where the highest bit begins; or few."""
    if rng.random() < 0.4:
        return rng.integers(0, type.width + 1, shape if rng.random() < 0.5 else [1] * len(shape)) + np.zeros(shape, int)
    edges = [type.minimum, 0, 0, 1 << (type.width - 2), 1 << (type.width - 1), type.maximum]
    return (int(rng.choice(edges)) + regular(rng, shape)).clip(type.minimum, type.maximum)


@pytest.mark.parametrize("name", ["i4", "ui4", "i8", "ui8"])
def test_what_follows_from_true_facts_of_small_integers_is_true(name: str) -> None:
    """Of every operation, with results that wrap and shifts by too much: the interpreter says what they are."""
    type, shape = integer_type(tensor(f"1x{name}")), (2, 3)
    rng, telling = np.random.default_rng(3), 0
    unary = [hl.negate, hl.abs, hl.sign, hl.not_, hl.popcnt, hl.count_leading_zeros]
    unary += [partial(hl.convert, element_type=other) for other in ("i4", "ui4", "i8", "ui8", "i16", "ui32")]
    if type.is_unsigned:  # of those without a sign it isn't defined
        unary = [function for function in unary if function not in (hl.negate, hl.abs, hl.sign)]
    binary = [
        *(hl.add, hl.subtract, hl.multiply, hl.divide, hl.remainder, hl.power, hl.maximum, hl.minimum),
        *(hl.and_, hl.or_, hl.xor, hl.shift_left, hl.shift_right_arithmetic, hl.shift_right_logical),
        *(partial(hl.compare, comparison_direction=word) for word in ("EQ", "NE", "LT", "LE", "GT", "GE")),
    ]

    @hl.function(*[tensor("x".join(map(str, (*shape, name))))] * 3, name="main")
    def main(x: Any, y: Any, z: Any) -> Any:
        return [*(of_one(x) for of_one in unary), *(of_two(x, y) for of_two in binary), hl.clamp(x, y, z)]

    executable = interpreter.load(main.module)
    body = main.module.function("main").body
    made = [value.owner for value in body.operations[-1].operands]
    for _ in range(30):
        arrays = dict(zip(body.arguments, (near_an_edge(rng, type, shape) for _ in range(3)), strict=True))
        facts = {}
        for value, array in arrays.items():
            exact = fact_of_array(array)
            facts[value] = fact_of(exact.range, shape, exact.steps, exact.gap)
        dtype = dtype_of(type)
        for op, result in zip(made, executable(*(array.astype(dtype) for array in arrays.values())), strict=True):
            assert isinstance(op, Operation)
            rule = rows()[op.name].elementwise
            assert rule is not None
            found = fitted(rule(op, *(facts[operand] for operand in op.operands)), integer_type(op.results[0].type))
            assert (wrong := broken(found, result[None])) is None, (op.name, wrong, arrays, result)
            telling += found.range != Range.of_type(integer_type(op.results[0].type))
    assert telling > 0.4 * 30 * len(made)


def test_facts_about_gathers_of_any_layout_are_true() -> None:
    """Windows beside batching dimensions, index vectors along any dimension: more than an `integer_program` has."""
    rng, telling = np.random.default_rng(7), 0
    for seed in range(24):
        layout = draw_layout(SeededDraw(seed), collapsed_zeros=True)
        table, at = (regular(rng, shape) for shape in (layout.operand_shape, layout.indices_shape))
        if seed % 2 and layout.start_index_map:  # inside, or outside by 1
            limits = [layout.operand_shape[d] - layout.slice_sizes[d] for d in layout.start_index_map]
            along = [-1 if d == layout.index_vector_dim else 1 for d in range(len(layout.indices_shape))]
            at = np.clip(at, 0, np.reshape(limits, along))

        def main(x: Any, y: Any, table: Any = table, at: Any = at, layout: Layout = layout) -> Any:
            return hl.gather(
                hl.constant(table, "i32") + hl.clamp(0, x, 1),
                hl.constant(at, "i32") - hl.clamp(0, y, 1),
                **vars(layout.gather_numbers()),
                slice_sizes=layout.slice_sizes,
            )

        shapes = (layout.operand_shape, layout.indices_shape)
        module = hl.function(*("x".join(map(str, (*shape, "i32"))) for shape in shapes), name="main")(main).module
        proved = Proved(module, rng)
        executable = interpreter.load(module)
        for _ in range(4):
            executable(*(rng.integers(0, 2, shape, np.int32) for shape in shapes), listeners=[proved])
        proved.check()
        (_, fact), *_ = proved.facts[module.function("main").body.operations[-1].operands[0]]
        telling += not fact.is_empty and any(-step.low != step.high for step in fact.steps)
    assert telling > 12


def moved(rng: np.random.Generator, x: Any, others: list[Any]) -> Any:
    """Elements of `x` in other places, beside those of `others` or beside padding, or some of them."""
    rank, shape = x.rank, x.type.static_shape
    d = int(rng.integers(rank))
    match rng.choice(
        ["pad", "pad", "concatenate", "concatenate", "slice", "reverse", "transpose", "broadcast", "flat"]
    ):
        case "pad":
            edges = rng.choice([0, 0, 1, 2, -1], (2, rank)) * (rng.random((2, rank)) < 0.6)
            between = rng.choice([0, 0, 0, 1, 2], rank)
            low, high = (
                np.where(edges[0] + edges[1] + shape + (np.array(shape) - 1) * between < 1, 0, e) for e in edges
            )
            filling = hl.constant(int(rng.integers(-40, 40)), x.element_type)
            if rng.random() < 0.3:
                filling = hl.reshape(hl.slice(x, start_indices=[0] * rank, limit_indices=[1] * rank), ())
            return hl.pad(x, filling, edge_padding_low=low, edge_padding_high=high, interior_padding=between)
        case "concatenate":
            fitting = [
                y for y in others if y.rank == rank and all(y.shape[e] == shape[e] for e in range(rank) if e != d)
            ]
            count = int(rng.integers(1, 3))
            parts = [fitting[int(rng.integers(len(fitting)))] for _ in range(count)] if fitting else [x] * count
            parts = [y + int(rng.integers(-20, 21)) if rng.random() < 0.5 else y for y in parts]
            return hl.concatenate([x, *parts] if rng.random() < 0.5 else [*parts, x], dimension=d)
        case "slice":
            starts = [int(rng.integers(0, n)) for n in shape]
            limits = [int(rng.integers(start + 1, n + 1)) for start, n in zip(starts, shape, strict=True)]
            strides = [int(rng.integers(1, 4)) for _ in shape]
            return hl.slice(x, start_indices=starts, limit_indices=limits, strides=strides)
        case "reverse":
            return hl.reverse(x, dimensions=[d])
        case "transpose":
            return hl.transpose(x, permutation=rng.permutation(rank).tolist())
        case "broadcast":
            at = [e + (e >= d) for e in range(rank)]
            return hl.broadcast_in_dim(x, [*shape[:d], 2, *shape[d:]], broadcast_dimensions=at)
    return hl.reshape(x, [int(np.prod(shape[: d + 1])), int(np.prod(shape[d + 1 :]))])


def test_facts_about_integers_that_are_moved_are_true() -> None:
    """All that is to be known of some integers but the first of them: their steps, their gaps and their residues."""
    rng, telling, count = np.random.default_rng(11), 0, 0
    for _ in range(36):
        shape = tuple(map(int, rng.integers(1, 5, rng.integers(1, 4))))
        tables = [regular(rng, shape) * int(rng.choice([1, 1, 3, 4])) for _ in range(2)]

        def main(first: Any, tables: Any = tables) -> Any:
            apart = hl.clamp(0, first, 3) * int(rng.choice([1, 4, 12]))
            pool = [
                hl.constant(x, "i32") + hl.broadcast_in_dim(apart, x.shape, broadcast_dimensions=[]) for x in tables
            ]
            for _ in range(5):
                made = moved(rng, pool[int(rng.integers(len(pool)))], pool)
                if made.type.size <= 200 and made.rank <= 3:
                    pool.append(made)
            return tuple(pool)

        module = hl.function("i32", name="main")(main).module
        proved = Proved(module, rng)
        executable = interpreter.load(module)
        for first in range(4):
            executable(np.int32(first), listeners=[proved])
        proved.check()
        for value in module.function("main").body.operations[-1].operands:
            (_, fact), *_ = proved.facts[value]
            count += 1
            telling += fact.constant is None and fact.gap(range(len(fact.shape))) > 0
    assert telling > 0.2 * count


def test_facts_about_integers_that_are_chosen_are_true() -> None:
    """From two tables in different places, beside each other or mixed: the choice is the same along some dimensions."""
    rng, telling = np.random.default_rng(5), 0
    for _ in range(30):
        shape = tuple(map(int, rng.integers(2, 4, rng.integers(1, 4))))
        low, high = (np.ravel_multi_index(np.indices(shape), shape) * int(rng.choice([1, 3, 5])) for _ in range(2))
        high = high[(slice(None, None, int(rng.choice([1, -1]))),)] + rng.choice(
            [low.max() + rng.integers(1, 4), 0, -7]
        )
        bits = rng.integers(0, 2, [n if rng.random() < 0.5 else 1 for n in shape])

        def main(first: Any, x: Any = low, y: Any = high, bits: Any = bits) -> Any:
            shift = hl.clamp(0, first, 1)
            pred = hl.broadcast_to(hl.constant(bits, "i32") != shift, x.shape)
            return hl.select(pred, *(hl.constant(table, "i32") + shift for table in rng.permutation([x, y])))

        module = hl.function("i32", name="main")(main).module
        proved = Proved(module, rng)
        executable = interpreter.load(module)
        for first in range(2):
            executable(np.int32(first), listeners=[proved])
        proved.check()
        (_, fact), *_ = proved.facts[module.function("main").body.operations[-1].operands[0]]
        telling += fact.constant is None and fact.gap(range(len(shape))) > 0
    assert telling > 5


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(12))
def test_facts_hold_in_100_000_runs(part: int) -> None:
    runs = sum(runs_of(seed).runs for seed in campaign.seeds(PROGRAMS + part, PROGRAMS + CAMPAIGN, 12))
    assert runs > 100_000 / 12


def test_a_wrong_fact_is_seen() -> None:
    x = np.array([[0, 2, 4], [6, 8, 10]])
    true = fact_of_array(x)
    assert broken(true, x[None]) is None
    for wrong in (
        fact_of(Range(0, 9), (2, 3)),
        fact_of(Range(0, 12, 3), (2, 3)),
        fact_of(Range(0, 10), (2, 2)),
        fact_of(Range(0, 10), (2, 3), [Interval(0, 5), Interval(2, 2)]),
        fact_of(Range(0, 10), (2, 3), [Interval(0, 6), Interval(0, 1)]),
        fact_of(Range(0, 10), (2, 3), None, lambda dims: 3 if dims == {0, 1} else 1),
        fact_of_array(x + 0 * x + (x == 10)),
    ):
        assert broken(wrong, x[None]) is not None


def loop(seed: int) -> Any:
    """A loop that begins with arrays whose neighbours are in order or apart, and moves and mixes them in each turn."""
    rng = np.random.default_rng(seed)
    rows = [[0, 1, 2, 3], [0, 0, 0, 0], [9, 6, 3, 0], [5, 5, 4, 7], [-2, 0, 2, 4]]
    steps: list[Callable[[Any, Any, Any], Any]] = [
        lambda y, z, i: y,
        lambda y, z, i: z,
        lambda y, z, i: y + z,
        lambda y, z, i: y - z,
        lambda y, z, i: y + hl.constant([0, 2, 4, 6], "i32"),
        lambda y, z, i: y + 3,
        lambda y, z, i: y * 2,
        lambda y, z, i: -y,
        lambda y, z, i: y + hl.broadcast_in_dim(i, (4,), broadcast_dimensions=[]),
        lambda y, z, i: hl.maximum(y, z),
        lambda y, z, i: hl.minimum(y, hl.constant([1, 2, 3, 4], "i32")),
        lambda y, z, i: hl.reverse(y, dimensions=[0]),
        lambda y, z, i: hl.concatenate([y[1:], z[:1]], dimension=0),
        lambda y, z, i: hl.clamp(0, y + z, 9),
    ]
    first, second = (steps[n] for n in rng.integers(len(steps), size=2))
    of_y, of_z = rng.integers(len(rows), size=2)

    @hl.function("i32", "4xi32", name="main")
    def main(n: Any, x: Any) -> Any:
        in_order = hl.broadcast_in_dim(x[0], (4,), broadcast_dimensions=[]) + hl.constant([0, 0, 2, 5], "i32")
        starts = [hl.constant(rows[of_y], "i32"), hl.constant(rows[of_z], "i32"), hl.clamp(0, x, 5), in_order]
        begin = [starts[seed % 4], hl.clamp(0, starts[seed % 3], 9)]
        return hl.while_(
            [hl.constant(0, "i32"), *begin],
            lambda i, y, z: hl.compare(i, hl.clamp(0, n, 6), "LT"),
            lambda i, y, z: [i + 1, first(y, z, i), second(z, y, i)],
        )

    return main.module


def test_facts_of_what_loops_carry_hold_in_each_turn() -> None:
    for seed in range(50):
        module, rng = loop(seed), np.random.default_rng(seed)
        proved, executable = Proved(module, rng), interpreter.load(module)
        for n in (0, 1, 6):
            executable(np.int32(n), rng.integers(-9, 9, 4, np.int32), listeners=[proved])
        assert proved.check() > 0


@pytest.mark.parametrize("name", ["stablehlo.add", "stablehlo.sort", "stablehlo.concatenate", "stablehlo.while"])
def test_a_wrong_transfer_function_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts that forget one neighbour, or one operand, don't pass."""
    found = Facts._result

    def forgetful(self, value, operation, at):
        fact = found(self, value, operation, at)
        if operation.name != name or fact.range.width < 1 or fact.constant is not None:
            return fact
        return fact_of(Range.of(fact.range.low, fact.range.high - 1), fact.shape, fact.steps)

    monkeypatch.setattr(Facts, "_result", forgetful)
    with pytest.raises((AssertionError, ValueError)):
        sum(runs_of(seed).runs for seed in range(400))
