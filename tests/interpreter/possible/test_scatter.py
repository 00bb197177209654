"""What a scatter may give: by brute force where few updates land, by random schedules where there are many."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, permutations, product
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers import campaign
from helpers.cases import expected
from helpers.open_elements import alternatives, folds, key, may_be, opened, sums, tree_folds
from model import bodies

import hlogen as hl
import interpreter
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.ir import dtype_of, parse_element_type
from interpreter.possible.values import INTERVAL, SAMPLED, SET, UNKNOWN, Possible, intervals, sets, unknown

FLOATS = ("f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f6E2M3FN", "f4E2M1FN")
INTEGERS = ("i1", "i4", "i8", "ui8", "i32", "ui64")
OPERATIONS = {
    "add": bodies.add,
    "multiply": bodies.multiply,
    "minimum": bodies.minimum,
    "maximum": bodies.maximum,
    "subtract": bodies.subtract,
    "set": lambda old, new: new,
}
VALUES = [-2.0, -1.0, -0.0, 0.0, 0.5, 1.0, 1.5, 3.0, 5.0, np.inf, -np.inf, np.nan, 300.0, 6e4, 1e-7]


STARTS = range(0, 3000, 500)


@cache
def few_updates(start: int) -> list[tuple[Case, list[Possible]]]:
    """Generated scatters with so few updates that all orders can be tried, and what they may give."""
    cases = [draw_case(SeededDraw(seed), ("scatter",)) for seed in range(start, start + STARTS.step)]
    few = [case for case in cases if case.op == "scatter" and 1 < case.updates[0].size <= 5]
    return [(case, opened(case.module, *case.args)) for case in few]


def values(rng: np.random.Generator, element: str, *shape: int) -> Any:
    dtype = dtype_of(parse_element_type(element))
    if element[0] in "iu":
        low, high = (0, 2) if element == "i1" else (0, 8) if element.startswith("u") else (-4, 4)
        return rng.integers(low, high, shape).astype(dtype)
    with np.errstate(all="ignore"):
        return rng.choice(VALUES, shape).astype(np.float32).astype(dtype)


@pytest.mark.parametrize("start", campaign.first(2, STARTS))
def test_sets_of_generated_scatters_are_those_of_all_permutations(start: int) -> None:
    for case, found in few_updates(start):
        indices = list(np.ndindex(*case.layout.result_shape))
        of_orders = [expected(case, order) for order in permutations(indices)]
        for i, possible in enumerate(found):
            listed = alternatives(possible)
            for position, nominal in enumerate(possible.nominal.reshape(-1)):
                wanted = {key(results[i].reshape(-1)[position]) for results in of_orders}
                given = set(listed.get(position, [key(nominal)]))
                assert given == wanted, f"{case}\n{position}: {given}, not {wanted}"


def test_results_of_one_element_come_together() -> None:
    """The N results of an element are given by the same order: their alternatives are aligned."""
    several = 0
    for case, found in chain.from_iterable(map(few_updates, STARTS[:3])):
        if len(found) < 2 or any(possible.open is None for possible in found):
            continue
        indices = list(np.ndindex(*case.layout.result_shape))
        of_orders = [expected(case, order) for order in permutations(indices)]
        opens = [possible.open for possible in found if possible.open is not None]
        for source in np.intersect1d(opens[0].source, opens[1].source):
            entries = [int(np.flatnonzero(x.source == source)[0]) for x in opens[:2]]
            position = opens[0].positions[entries[0]]
            assert opens[1].positions[entries[1]] == position
            given = list(
                zip(*([key(v) for v in x.alternatives(e)] for x, e in zip(opens, entries, strict=False)), strict=True)
            )
            wanted = {tuple(key(r.reshape(-1)[position]) for r in results[:2]) for results in of_orders}
            assert set(given) == wanted
            assert len(given) == len(set(given)) or len(found) > 2
            several += 1
    assert several > 10


def test_each_result_is_set_to_what_the_body_makes_of_its_own_update() -> None:
    made = (lambda x: x, lambda x: x * x, lambda x: x + x, lambda x: x * x * x)

    @hl.function(*["1xf64"] * 4, "3x1xi32", *["3xf64"] * 4, name="main")
    def program(*given: Any) -> Any:
        return hl.scatter(
            list(given[:4]),
            given[4],
            list(given[5:]),
            lambda *values: tuple(make(new) for make, new in zip(made, values[4:], strict=True)),
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    updates = np.arange(2.0, 14).reshape(4, 3)
    found = opened(program, *np.zeros((4, 1)), np.zeros((3, 1), np.int32), *updates)
    for possible, make, own in zip(found, made, updates, strict=True):
        assert {*alternatives(possible)[0]} == {key(value) for value in make(own)}


@pytest.mark.share(3)
@pytest.mark.parametrize("reassociate", [False, True])
@pytest.mark.parametrize("element", [*FLOATS, *INTEGERS])
def test_all_orders_of_one_operation(element: str, reassociate: bool) -> None:
    rng = np.random.default_rng(len(element))
    every = tree_folds if reassociate else folds
    for body, combine in OPERATIONS.items():
        if element == "i1" and body == "subtract":
            continue
        for count in range(1, 4 if reassociate else 6):
            old, new = values(rng, element, 6), values(rng, element, count, 6)
            (possible,) = opened(
                sums(element, body, 1, count, 6),
                old[None],
                np.zeros((count, 1), np.int32),
                new,
                reassociate=reassociate,
            )
            listed = alternatives(possible)
            for position in range(6):
                wanted = {key(x) for x in every(combine, old[position], list(new[:, position]))}
                given = listed.get(position, [key(possible.nominal.reshape(-1)[position])])
                assert len(given) == len(set(given))
                assert set(given) == wanted, (body, count, old[position], new[:, position])


def test_nothing_is_open_where_the_order_has_no_say() -> None:
    rng = np.random.default_rng(1)
    for element in INTEGERS:
        for body in ("add", "multiply", "minimum", "maximum", "and", "or", "xor"):
            x, u = values(rng, element, 5), values(rng, element, 200)
            for reassociate in (False, True):
                (possible,) = opened(
                    sums(element, body, 5, 200),
                    x,
                    rng.integers(0, 5, (200, 1)).astype(np.int32),
                    u,
                    reassociate=reassociate,
                )
                assert possible.open is None
    for body in OPERATIONS:
        once = rng.permutation(200)[:, None].astype(np.int32)
        (possible,) = opened(sums("f32", body, 200, 200), values(rng, "f32", 200), once, values(rng, "f32", 200))
        assert possible.open is None
    same = np.full(200, 3.0, np.float32)
    (possible,) = opened(sums("f32", "set", 5, 200), same[:5], rng.integers(0, 5, (200, 1)).astype(np.int32), same)
    assert possible.open is None


def test_nothing_is_open_of_an_extremum_not_even_the_sign_of_zero() -> None:
    x = np.array([0.0, -1.0, -1.0, 1.0, np.nan], np.float32)
    indices = np.repeat(np.arange(5), 3)[:, None].astype(np.int32)
    u = np.array([-0.0, -0.0, -5.0, -0.0, 0.0, -3.0, -0.0, -0.0, -2.0, -0.0, 0.0, 0.0, -0.0, 0.0, 0.0], np.float32)
    (possible,) = opened(sums("f32", "maximum", 5, 15), x, indices, u)
    assert possible.open is None
    assert [str(value) for value in possible.nominal[:3]] == ["0.0", "0.0", "-0.0"]


def test_many_updates_of_which_most_are_equal_are_tried_in_all_orders() -> None:
    """Eight ones leave 256 as it is in bf16, one by one: what a tree gives is no order of updates."""
    bf16 = ml_dtypes.bfloat16
    ones = np.ones(8, bf16)
    at = np.zeros((8, 1), np.int32)
    (possible,) = opened(sums("bf16", "add", 1, 8), np.array([256], bf16), at, ones)
    assert (possible.open, possible.nominal.tolist()) == (None, [256])
    rng = np.random.default_rng(1)
    for body, ufunc in (("add", np.add), ("multiply", np.multiply), ("subtract", np.subtract)):
        old, usual, other = (10 * rng.normal(size=3)).astype(bf16)
        updates = np.array([usual] * 6 + [other] * 2)
        wanted = set()
        for places in combinations(range(8), 2):
            value = old
            for place in range(8):
                value = bf16(ufunc(value, other if place in places else usual))
            wanted.add(key(value))
        (possible,) = opened(sums("bf16", body, 1, 8), np.array([old]), at, rng.permutation(updates))
        assert set(alternatives(possible).get(0, [key(possible.nominal[0])])) == wanted
        assert possible.open is None or possible.open.exact.all()


LARGE = [(4, 60, 0), (40, 300, 0), (3, 30, 5), (100, 64, 3)]


@pytest.mark.share(3)
@pytest.mark.parametrize("reassociate", [False, True])
@pytest.mark.parametrize("element", [*FLOATS, "complex<f32>", "complex<f64>", "f8E8M0FNU", "i8", "i1"])
def test_no_schedule_gives_anything_else(element: str, reassociate: bool) -> None:
    rng = np.random.default_rng(len(element) + 7)
    for body in OPERATIONS:
        for inputs, updates, columns in LARGE:
            if (element.startswith("complex") and body in ("minimum", "maximum")) or (element, body) == (
                "i1",
                "subtract",
            ):
                continue
            program = sums(element, body, inputs, updates, columns)
            shape = (columns,) if columns else ()
            arrays = []
            for n in (inputs, updates):
                if element.startswith("complex"):
                    part = "f32" if "32" in element else "f64"
                    array = np.empty((n, *shape), "c8" if part == "f32" else "c16")
                    array.real, array.imag = values(rng, part, n, *shape), values(rng, part, n, *shape)
                    arrays.append(array)
                elif element[0] in "iu" or rng.random() < 0.3:
                    arrays.append(values(rng, element, n, *shape))
                else:
                    with np.errstate(all="ignore"):
                        drawn = rng.normal(size=(n, *shape)) * 2.0 ** rng.integers(-4, 5, (n, *shape))
                        arrays.append(drawn.astype(np.float32).astype(dtype_of(parse_element_type(element))))
            indices = rng.integers(-1, inputs + 1, (updates, 1)).astype(np.int32)
            (possible,) = opened(program, arrays[0], indices, arrays[1], reassociate=reassociate)
            loaded = interpreter.load(program)
            (nominal,) = loaded(arrays[0], indices, arrays[1])
            assert may_be(Possible(nominal), possible.nominal).all()
            for schedule in ("lexicographic", "reverse", "window-major", *range(6)):
                (result,) = loaded(arrays[0], indices, arrays[1], schedule=schedule)
                found = may_be(possible, result)
                assert found.all(), (body, inputs, schedule, np.argwhere(~found))


def test_a_lost_update_of_a_sum_is_noticed() -> None:
    rng = np.random.default_rng(3)
    program = sums("f32", "add", 10, 10_000)
    x, u = np.zeros(10, np.float32), rng.uniform(0.5, 2, 10_000).astype(np.float32)
    indices = rng.integers(0, 10, (10_000, 1)).astype(np.int32)
    (possible,) = opened(program, x, indices, u)
    assert possible.open is not None
    assert (possible.open.kind == INTERVAL).all()
    for lost in range(50):
        u_without = u.copy()
        u_without[lost] = 0
        (result,) = interpreter.run(program, x, indices, u_without)
        assert not may_be(possible, result)[indices[lost, 0]]


def test_one_update_leaves_nothing_open_among_many() -> None:
    """Also where nearly all elements are contested, so that the others are looked at with them."""
    largest = np.finfo(np.float32).max
    x, u = np.full(1000, np.inf, np.float32), np.full(20_001, -largest)
    indices = np.append(np.arange(20_000) % 999, 999)[:, None].astype(np.int32)
    for body in ("add", "multiply"):
        (possible,) = opened(sums("f32", body, 1000, 20_001), x, indices, u)
        assert possible.open is None or 999 not in possible.open.positions


def test_counts_in_floats_are_exact() -> None:
    rng = np.random.default_rng(4)
    for element, most in (("f64", 1 << 40), ("f32", 1 << 12), ("f16", 8), ("bf16", 1)):
        dtype = dtype_of(parse_element_type(element))
        u = rng.integers(0, most + 1, 2000).astype(dtype)
        indices = rng.integers(0, 20, (2000, 1)).astype(np.int32)
        (possible,) = opened(sums(element, "add", 20, 2000), np.zeros(20, dtype), indices, u)
        assert possible.open is None


SQUARED = """
func.func @main(%x: tensor<{n}xf32>, %indices: tensor<{u}x1xi32>, %updates: tensor<{u}xf32>, %scale: tensor<f32>)
    -> tensor<{n}xf32> {{
  %result = "stablehlo.scatter"(%x, %indices, %updates) ({{
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %more = stablehlo.compare GT, %new, %old : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %both = "stablehlo.if"(%more) ({{
      %product = stablehlo.multiply %old, %scale : tensor<f32>
      %sum = stablehlo.add %product, %new : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }}, {{
      stablehlo.return %old : tensor<f32>
    }}) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %both : tensor<f32>
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
    : (tensor<{n}xf32>, tensor<{u}x1xi32>, tensor<{u}xf32>) -> tensor<{n}xf32>
  return %result : tensor<{n}xf32>
}}"""


def squared(old: Any, new: Any) -> Any:
    return old * np.float32(3) + new if new > old else old


def test_bodies_with_control_flow_and_captured_values() -> None:
    rng = np.random.default_rng(5)
    old, new = rng.normal(size=4).astype(np.float32), rng.normal(size=12).astype(np.float32)
    counts = (1, 3, 5, 3)
    indices = np.repeat(np.arange(4), counts)[:, None].astype(np.int32)
    (possible,) = opened(SQUARED.format(n=4, u=12), old, indices, new, np.array(3, np.float32))
    listed = alternatives(possible)
    for position in range(4):
        wanted = {key(x) for x in folds(squared, old[position], list(new[indices[:, 0] == position]))}
        assert set(listed.get(position, [key(possible.nominal[position])])) == wanted
    (possible,) = opened(SQUARED.format(n=4, u=12), old, indices, new, np.array(3, np.float32), limit=10, samples=4)
    assert possible.open is not None
    kinds = dict(zip(possible.open.positions.tolist(), possible.open.kind.tolist(), strict=True))
    assert kinds[2] == SAMPLED
    assert SAMPLED not in {kinds.get(1), kinds.get(3)}


def test_samples_are_given_by_some_order_and_hold_the_nominal_result() -> None:
    rng = np.random.default_rng(6)
    old, new = rng.normal(size=1).astype(np.float32), rng.normal(size=6).astype(np.float32)
    arguments = old, np.zeros((6, 1), np.int32), new, np.array(3, np.float32)
    (possible,) = opened(SQUARED.format(n=1, u=6), *arguments, limit=120)
    assert possible.open is not None
    assert possible.open.kind.tolist() == [SAMPLED]
    seen = {key(x) for x in possible.open.alternatives(0)}
    assert len(seen) > 1
    assert seen <= {key(x) for x in folds(squared, old[0], list(new))}
    assert key(possible.nominal[0]) in seen


def some(rng: np.random.Generator, nominal: Any, sampled: bool = False) -> tuple[Possible, list[list[Any]]]:
    """A vector of which some elements have two or three alternatives; and all alternatives of all elements."""
    listed = [[x] for x in nominal]
    which = np.flatnonzero(rng.random(len(nominal)) < 0.4)
    for i in which:
        others = {key(x): x for x in [nominal[i], *values(rng, "f32", 2).astype(nominal.dtype)]}
        listed[i] = list(others.values())
    counts = np.array([len(listed[i]) for i in which], np.int64)
    flat = np.array([x for i in which for x in listed[i]], nominal.dtype)
    if not len(which):
        return Possible(nominal), listed
    return Possible(nominal, sets(which, counts, flat, kind=SAMPLED if sampled else SET)), listed


@pytest.mark.share(2)
@pytest.mark.parametrize("reassociate", [False, True])
@pytest.mark.parametrize("body", OPERATIONS)
def test_open_operands_are_combined(body: str, reassociate: bool) -> None:
    """Every choice of alternatives, in every order, against what is found."""
    rng = np.random.default_rng(8)
    combine = OPERATIONS[body]
    every, count = (tree_folds, 3) if reassociate else (folds, 5)
    kinds = set()
    for turn in range(30 if reassociate else 60):
        x, u = values(rng, "f32", 4), values(rng, "f32", count)
        indices = rng.integers(0, 4, (count, 1)).astype(np.int32)
        (px, of_x), (pu, of_u) = some(rng, x), some(rng, u)
        limit = [120, 8][turn % 2]
        (possible,) = opened(sums("f32", body, 4, count), px, indices, pu, limit=limit, reassociate=reassociate)
        for position in range(4):
            landing = [of_u[i] for i in np.flatnonzero(indices[:, 0] == position)]
            for old, *new in product(of_x[position], *landing):
                for value in every(combine, old, new):
                    result = possible.nominal.copy()
                    result[position] = value
                    assert may_be(possible, result).all(), (turn, position, old, new, possible)
            if possible.open is not None:
                kinds |= set(possible.open.kind[possible.open.positions == position].tolist())
    assert SET in kinds
    assert INTERVAL in kinds or body not in ("add", "subtract")
    assert UNKNOWN not in kinds or body == "multiply"


def test_what_is_open_moves_with_its_update() -> None:
    x = Possible(np.zeros(4, np.float32), intervals(np.array([3]), np.float32([1]), np.float32([2])))
    u = np.array([5, 6, 7], np.float32)
    source = np.array([42, 43])
    new = Possible(u, sets(np.array([0, 2]), np.array([2, 2]), np.float32([5, 8, 7, 9]), source=source, exact=True))
    indices = np.array([[2], [1], [0]], np.int32)
    (possible,) = opened(sums("f32", "set", 4, 3), x, indices, new)
    assert possible.open is not None
    assert possible.open.positions.tolist() == [0, 2, 3]
    assert possible.open.kind.tolist() == [SET, SET, INTERVAL]
    assert possible.open.source.tolist() == [43, 42, -1]
    assert [possible.open.alternatives(i).tolist() for i in range(3)] == [[7, 9], [5, 8], []]


def test_bounds_and_unknowns_among_operands() -> None:
    x = Possible(np.zeros(3, np.float32), intervals(np.array([0]), np.float32([-1]), np.float32([2]), np.array([True])))
    u = Possible(np.ones(4, np.float32), unknown(np.array([3]), np.float32))
    indices = np.array([[0], [0], [1], [2]], np.int32)
    (possible,) = opened(sums("f32", "add", 3, 4), x, indices, u)
    assert possible.open is not None
    assert possible.open.positions.tolist() == [0, 2]
    assert possible.open.kind.tolist() == [INTERVAL, UNKNOWN]
    assert (possible.open.low[0], possible.open.high[0], possible.open.may_be_nan[0]) == (1, 4, True)


def test_open_indices_may_hit_anything() -> None:
    indices = Possible(np.zeros((2, 1), np.int32), sets(np.array([1]), np.array([2]), np.int32([0, 1])))
    (possible,) = opened(sums("f32", "add", 3, 2), np.zeros(3, np.float32), indices, np.ones(2, np.float32))
    assert possible.open is not None
    assert possible.open.kind.tolist() == [UNKNOWN] * 3


def test_what_depends_on_an_open_captured_value_is_unknown() -> None:
    scale = Possible(np.array(3, np.float32), sets(np.array([0]), np.array([2]), np.float32([3, 4])))
    indices = np.array([[0], [2], [2]], np.int32)
    (possible,) = opened(SQUARED.format(n=4, u=3), np.zeros(4, np.float32), indices, np.ones(3, np.float32), scale)
    assert possible.open is not None
    assert possible.open.positions.tolist() == [0, 2]
    assert possible.open.kind.tolist() == [UNKNOWN] * 2


@pytest.mark.parametrize("body", ["add", "multiply"])
def test_few_updates_beside_many_are_found_once_and_exactly(body: str) -> None:
    """Element 0 has three updates, whose orders are all tried; element 2 has a dozen, which have bounds."""
    rng = np.random.default_rng(4)
    x = np.array([1, 1, 1, 1], np.float32)
    few = np.array([1e8, 1, -1e8] if body == "add" else [1e30, 1e30, 1e-30], np.float32)
    updates = np.concatenate([few, rng.uniform(0.5, 2, 12).astype(np.float32)])
    indices = np.array([[0]] * 3 + [[2]] * 12, np.int32)
    (possible,) = opened(sums("f32", body, 4, 15), x, indices, updates, limit=120)
    assert possible.open is not None
    assert possible.open.positions.tolist() == [0, 2]
    assert possible.open.kind.tolist() == [SET, INTERVAL]
    combine = np.add if body == "add" else np.multiply
    with np.errstate(over="ignore"):
        assert {key(v) for v in possible.open.alternatives(0)} == {key(v) for v in folds(combine, x[0], list(few))}
