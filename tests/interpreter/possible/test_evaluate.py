"""Programs under all orders: what any schedule gives is contained, and of small programs the sets are exactly that."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.open_programs import OpenProgram

import hlogen as hl
import interpreter
from interpreter.kernels.custom_call import custom_call_target

SCHEDULES = ("lexicographic", "reverse", "window-major", *range(12))
SCALARS: dict[str, Any] = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


def check(seeds: range) -> int:
    """Holds random programs against their runs under many schedules; gives how many verdicts were certain."""
    certain = 0
    for seed in seeds:
        program = OpenProgram(seed)
        limit = int(np.random.default_rng(seed).choice([1, 2, 7, 120]))
        found = interpreter.admissible(program.module, *program.args, limit=limit)
        executable = interpreter.load(program.module)
        verdicts: dict[tuple[bytes, ...], Any] = {}  # most schedules give what another has given
        for schedule in SCHEDULES:
            results = executable(*program.args, schedule=schedule)
            bits = tuple(result.tobytes() for result in results)
            if bits not in verdicts:
                verdicts[bits] = found.contains(results)
            verdict = verdicts[bits]
            assert verdict.status != "inadmissible", f"seed {seed}, schedule {schedule}: {verdict}"
            assert verdict or schedule != "lexicographic"
            certain += bool(verdict)
    return certain


@pytest.mark.parametrize("start", range(0, 60, 30))
def test_what_schedules_give_is_contained(start: int) -> None:
    assert check(range(start, start + 30)) > 30 * len(SCHEDULES) * 0.8


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(1000, 9000, 500))
def test_what_schedules_give_is_contained_at_length(start: int) -> None:
    check(range(start, start + 500))


def overwritten(after: Any, element: str = "f32") -> tuple[Any, list[Any]]:
    """A program that overwrites 3 elements by 4 updates, and does `after` with the result; and its arguments."""

    @hl.function(f"3x{element}", "4x1xi32", f"4x{element}", name="main")
    def main(x: Any, indices: Any, updates: Any) -> Any:
        return after(hl.scatter(x, indices, updates, lambda old, new: new, **SCALARS), x)

    dtype = np.dtype(np.float32 if element == "f32" else np.int32)
    args = [np.array([1, 2, 3], dtype), np.array([[1], [1], [2], [1]], np.int32), np.array([5, -6, 7, 0], dtype)]
    return main, args


def under_all_schedules(program: Any, args: list[Any]) -> list[tuple[Any, ...]]:
    """Permuted rows of indices and updates are permuted updates, as long as windows are single elements."""
    x, indices, updates = args
    orders = map(list, permutations(range(len(updates))))
    return [interpreter.run(program, x, indices[order], updates[order]) for order in orders]


EXACT: dict[str, Any] = {
    "itself": lambda y, x: y,
    "arithmetic with itself": lambda y, x: (y * y + x, y - y, y / (y - 1.0)),
    "functions": lambda y, x: (hl.exponential(y), hl.log(y), hl.sine(y), hl.sign(y)),
    "comparisons": lambda y, x: (y < x, hl.select(y > 0.0, y, x), hl.clamp(-1.0, y, 1.0)),
    "movement": lambda y, x: (
        hl.reverse(y, dimensions=[0]),
        hl.concatenate([y, x, y], dimension=0),
        hl.broadcast_in_dim(y, (2, 3), broadcast_dimensions=[1]),
        hl.pad(y, x[0], edge_padding_low=[1], edge_padding_high=[0], interior_padding=[1]),
    ),
    "conversions": lambda y, x: (hl.convert(y, "i32"), hl.convert(y, "i1"), hl.bitcast_convert(y, "i32")),
    "indexing": lambda y, x: (y[::-1], x[hl.convert(y, "i32") % 3], y.at[0].set(9.0)),
    "a loop": lambda y, x: hl.while_((hl.constant(0, "i32"), y), lambda i, _: i < 3, lambda i, z: (i + 1, z * z + x))[
        1
    ],
    "a branch": lambda y, x: hl.if_(x[0] > 0.0, lambda: y + 1.0, lambda: x),
    "a branch that is open": lambda y, x: hl.if_(y[1] > 0.0, lambda: y[1] * 2.0, lambda: x[0]),
    "one of two cases": lambda y, x: hl.case(
        hl.convert(y[1] > 0.0, "i32"), [lambda: y[1] * 2.0, lambda: x[1], lambda: y[0]]
    ),
    "a case that is certain, of what is open": lambda y, x: hl.case(
        hl.convert(y[1] * y[1] + 2.0, "i32"), [lambda: y[1], lambda: x[1], lambda: -y[1]]
    ),
    "tuples": lambda y, x: hl.get_tuple_element(hl.tuple(y, x, y * y), 2),
    "a barrier": lambda y, x: hl.optimization_barrier(y, x)[0],
    "choices": lambda y, x: (hl.select(y > x, x, y), hl.clamp(y, x, y), hl.clamp(x, y, 6.0), hl.maximum(x, y)),
    "parts of complex numbers": lambda y, x: (hl.real(hl.complex(y, x)), hl.imag(hl.complex(x, y)), hl.complex(y, x)),
    "logic": lambda y, x: (~(y > 0.0), (y > 0.0) & (x > 1.0), (y > 0.0) | (y < x), hl.is_finite(y / y)),
    "bits": lambda y, x: hl.reduce_precision(y / 3.0, exponent_bits=5, mantissa_bits=4),
    "shapes": lambda y, x: (
        hl.transpose(hl.broadcast_in_dim(y, (2, 3), broadcast_dimensions=[1]), permutation=[1, 0]),
        hl.reshape(y, (3, 1)),
        hl.concatenate([x, y], dimension=0)[1:5:2],
        hl.pad(x, y[1], edge_padding_low=[1], edge_padding_high=[1], interior_padding=[0]),
    ),
    "sorts": lambda y, x: tuple(hl.sort(z, lambda a, b: a > b) for z in (x, y[:1], y[:0])),
    "a sharding": lambda y, x: hl.custom_call("Sharding", y, result_types="3xf32"),
    "places": lambda y, x: (
        hl.dynamic_slice(y, [hl.constant(1, "i32")], slice_sizes=[2]),
        hl.dynamic_update_slice(x, y[1:], [hl.constant(0, "i32")]),
        hl.dynamic_update_slice(y, x[:1], [hl.constant(1, "i32")]),
    ),
}


@pytest.mark.parametrize("name", EXACT)
def test_sets_are_those_of_all_schedules(name: str) -> None:
    program, args = overwritten(EXACT[name])
    found = interpreter.admissible(program, *args)
    runs = under_all_schedules(program, args)
    assert all(found.contains(results) for results in runs)
    assert found.open["interval"] == found.open["unknown"] == found.open["sampled"] == 0
    for number, nominal in enumerate(found.results):
        for index in np.ndindex(nominal.shape):
            wanted = {str(results[number][index]) for results in runs}
            allowed = found.of(number, index)
            assert {str(value) for value in allowed.values} == wanted, f"result {number} at {index}"
            assert (allowed.kind == "set") == (len(wanted) > 1)


# Update computations of a second scatter, of one input and of two.
SECOND: dict[str, Any] = {
    "kept": lambda old, new: old,
    "constant": lambda old, new: hl.constant(3.0, "f32"),
    "of old alone": lambda old, new: old * 0.5,
    "overwritten": lambda old, new: new,
    "of new alone": lambda old, new: new * new,
    "sum": lambda old, new: old + new,
    "difference": lambda old, new: old - new,
    "product": lambda old, new: old * new,
    "greatest": hl.maximum,
    "average": lambda old, new: (old + new) / 2.0,
}
SECOND_OF_TWO: dict[str, Any] = {
    "apart": lambda old0, old1, new0, new1: (old0 + new0, new1),
    "exchanged": lambda old0, old1, new0, new1: (old1, new0),
    "of old ones": lambda old0, old1, new0, new1: (old0, old0 + old1),
    "together": lambda old0, old1, new0, new1: (hl.maximum(old0, new0), hl.select(old0 > new0, old1, new1)),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("options", [{"limit": 1}, {"limit": 2, "reassociate": True}, {"limit": 120}], ids=str)
@pytest.mark.parametrize("name", [*SECOND, *SECOND_OF_TWO])
def test_a_scatter_of_what_is_open(name: str, options: dict[str, Any]) -> None:
    """An open input, updates that are, or both: each run is among what is possible, and what isn't touched is exact."""
    at = np.array([[2], [1], [1]], np.int32)

    def after(y: Any, x: Any) -> Any:
        third, places = y / 3.0, hl.constant(at)
        pairs = [(y, x), (x, y), (y, third), (third, y)]
        if name in SECOND:
            return [hl.scatter(z, places, u, SECOND[name], **SCALARS) for z, u in pairs]
        body = SECOND_OF_TWO[name]
        return [z for a, b in pairs for z in hl.scatter([a, b], places, [b, a], body, **SCALARS)]

    program, args = overwritten(after)
    found = interpreter.admissible(program, *args, **options)
    schedules = ("lexicographic", "reverse", 1, 2)
    runs = under_all_schedules(program, args)[::2]
    runs += [interpreter.run(program, *args, schedule=schedule) for schedule in schedules]
    for results in runs:
        verdict = found.contains(results)
        assert verdict.status != "inadmissible", verdict
    np.testing.assert_array_equal(found.results, runs[-4])
    if name == "kept":
        assert (
            found.open == interpreter.admissible(overwritten(lambda y, x: (y, x, y, y / 3.0))[0], *args, **options).open
        )
    if name == "constant":
        assert found.open == {"set": 0, "interval": 0, "sampled": 0, "unknown": 0}


UNKNOWN: dict[str, Any] = {
    "one of three cases": lambda y, x: hl.case(
        hl.convert(hl.sign(y[1]), "i32"), [lambda: y[1] * 2.0, lambda: x[1], lambda: y[0]]
    ),
    "a branch between what is known": lambda y, x: hl.case(
        hl.convert(hl.sign(y[1]), "i32"), [lambda: x, lambda: x + 1.0, lambda: x]
    ),
    "turns of a loop": lambda y, x: hl.while_(y[1], lambda z: z > 2.0, lambda z: z - 1.0),
    "what a loop leaves alone": lambda y, x: hl.while_((y[1], x), lambda z, _: z > 2.0, lambda z, w: (z - 1.0, w))[1],
    "a call that nothing is said of": lambda y, x: hl.custom_call("test.twice_of_admissible", y, result_types="3xf32"),
    "an order that is open itself": lambda y, x: hl.sort(x, lambda a, b: (a < b) & (y[1] > 0.0)),
    "equal elements in no order": lambda y, x: hl.sort(x, lambda a, b: hl.abs(a) > hl.abs(b), is_stable=False),
    "what is sorted by others that are open": lambda y, x: hl.sort([y, x], lambda a, b, c, d: a < b)[1],
    "what is sorted by another way than its elements": lambda y, x: hl.sort(y, lambda a, b: hl.abs(a) < hl.abs(b)),
    "where updates land": lambda y, x: hl.scatter(
        x, hl.reshape(hl.convert(y > 4.0, "i32"), (3, 1)), y, lambda old, new: new, **SCALARS
    ),
}


@custom_call_target("test.twice_of_admissible")
def _twice(op: Any, planner: Any) -> Any:
    return lambda x: x * 2


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_decided_too_late_is_unknown(name: str) -> None:
    program, args = overwritten(UNKNOWN[name])
    found = interpreter.admissible(program, *args)
    assert found.open == {"set": 0, "interval": 0, "sampled": 0, "unknown": found.results[0].size}
    np.testing.assert_array_equal(found.results, interpreter.run(program, *args))
    for results in under_all_schedules(program, args):
        is_own = np.array_equal(results[0], found.results[0])
        assert found.contains(results).status == ("admissible" if is_own else "undecided")


@pytest.mark.parametrize(("compare_type", "is_certain"), [("FLOAT", True), ("TOTALORDER", False)])
def test_where_nan_sorts_goes_by_its_sign_where_all_floats_are_in_order(compare_type: str, is_certain: bool) -> None:
    """A stable sort; in the usual order NaN is less than nothing, whatever its sign, which nobody specifies."""

    @hl.function("4xf32", name="main")
    def main(x: Any) -> Any:
        return hl.sort(x, lambda a, b: hl.compare(a, b, "LT", compare_type=compare_type), is_stable=True)

    plain = interpreter.admissible(main, np.array([3, 1, 2, 0], np.float32))
    assert plain.open["unknown"] == 0
    found = interpreter.admissible(main, np.array([3, 1, np.nan, 0], np.float32))
    assert found.open["unknown"] == (0 if is_certain else 4)


def test_where_nothing_lands_is_no_matter() -> None:
    """Index vectors are open, and windows have no elements."""
    dims = SCALARS | {"update_window_dims": [1]}

    def after(y: Any, x: Any) -> Any:
        places = hl.reshape(hl.convert(y, "i32"), (3, 1))
        table = hl.broadcast_in_dim(x, (3, 4), broadcast_dimensions=[0])
        return hl.scatter(table, places, hl.constant(np.zeros((3, 0), np.float32)), lambda old, new: new, **dims)

    program, args = overwritten(after)
    found = interpreter.admissible(program, *args)
    assert sum(found.open.values()) == 0
    np.testing.assert_array_equal(found.results[0], np.repeat(args[0][:, None], 4, axis=1))


def test_elements_of_one_choice_go_together() -> None:
    program, args = overwritten(lambda y, x: (y, y * 2.0, hl.reverse(y, dimensions=[0])))
    found = interpreter.admissible(program, *args)
    y = np.array([1, 5, 7], np.float32)
    assert found.contains([y, y * 2, y[::-1]])
    other = np.array([1, -6, 7], np.float32)
    for results in ([y, other * 2, y[::-1]], [y, y * 2, other[::-1]]):
        verdict = found.contains(results)
        assert verdict.status == "inadmissible"
        beside = "beside the other elements that the same choice of order decides; by itself allowed: one of"
        assert beside in str(verdict)


@pytest.mark.parametrize("limit", [2, 3, 4, 20])
def test_elements_of_two_choices_go_with_each_other_in_any_way(limit: int) -> None:
    """Elements 1 and 2 have two updates each: all four sums are given by some order, and no other."""
    program, (x, _, updates) = overwritten(
        lambda y, x: (y + hl.reverse(y, dimensions=[0]), y[1] - y[2], y[1] * y[2] + y[1])
    )
    args = [x, np.array([[1], [2], [2], [1]], np.int32), updates]
    found = interpreter.admissible(program, *args, limit=limit)
    runs = under_all_schedules(program, args)
    for results in runs:
        assert found.contains(results).status == "admissible"
    differences = {float(results[1]) for results in runs}
    assert len(differences) == 4
    if limit >= 4:
        assert {float(value) for value in found.of(1).values} == differences
        wrong = [runs[0][0], np.float32(max(differences) + 1), runs[0][2]]
        assert found.contains(wrong).status == "inadmissible"


def test_what_overwrites_an_open_element_closes_it() -> None:
    program, args = overwritten(lambda y, x: y.at[1].set(4.0))
    assert not any(interpreter.admissible(program, *args).open.values())


def test_bounds_go_on_where_alternatives_are_too_many() -> None:
    def after(y: Any, x: Any) -> Any:
        pair = y + hl.reverse(y, dimensions=[0]) * hl.broadcast_in_dim(y[1], (3,), broadcast_dimensions=[])
        return pair, hl.exponential(pair), pair < 1000.0, hl.convert(pair, "i32")

    program, args = overwritten(after)
    found = interpreter.admissible(program, *args, limit=2)
    assert found.open["unknown"] == 4 or found.open["interval"] > 0
    for results in under_all_schedules(program, args):
        assert found.contains(results).status != "inadmissible"
    assert found.contains([np.full(3, 1e9, np.float32), *found.results[1:]]).status != "admissible"


def test_without_anything_open_it_is_a_plain_run() -> None:
    @hl.function("4xf32", name="main")
    def main(x: Any) -> Any:
        return hl.reverse(x * x, dimensions=[0]), hl.exponential(x)

    x = np.array([3, -1, 2, 0.5], np.float32)
    found = interpreter.admissible(main, x)
    assert all(np.array_equal(a, b) for a, b in zip(found.results, interpreter.run(main, x), strict=True))
    assert set(found.open.values()) == {0}
    assert "every order gives the same 8 elements" in str(found)


def test_what_a_plain_run_raises() -> None:
    program, args = overwritten(lambda y, x: y)
    with pytest.raises(interpreter.UsageError, match="takes 3 arguments, got 2"):
        interpreter.admissible(program, *args[:2])
    with pytest.raises(interpreter.UsageError, match="limit is a number"):
        interpreter.admissible(program, *args, limit=0)
