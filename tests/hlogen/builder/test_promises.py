"""Promises that are "auto" are made where they are proved, and only there."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from helpers.building import built, only, refused, run
from helpers.promised import Promised

import hlogen as hl
import interpreter
from hlogen.builder.promises import meet_nowhere

AUTO: Any = {"indices_are_sorted": "auto", "unique_indices": "auto"}
CELLS: Any = {"offset_dims": [], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1}
INTO_CELLS: Any = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
WINDOWS: Any = {
    "update_window_dims": [1],
    "inserted_window_dims": [],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


def constant(values: list[int]) -> Any:
    return lambda i: hl.constant(np.array(values, np.int32))


def counted(step: int = 1, start: int = 0) -> Any:
    return lambda i: hl.iota("4xi32") * step + start


def shifted(i: hl.Tensor) -> hl.Tensor:
    """0, 1, 2, 3, from somewhere up to 100 on."""
    first = hl.clamp(0, hl.reshape(i[:1], []), 100)
    return hl.iota("4xi32") + hl.broadcast_in_dim(first, (4,), broadcast_dimensions=[])


def in_order(i: hl.Tensor) -> hl.Tensor:
    return hl.sort(i, lambda a, b: a < b)


# (indices of what is given, whether they are sorted, whether they are unique, into 9 elements one by one)
INDICES = [
    (constant([1, 3, 4, 8]), True, True),
    (constant([1, 3, 3, 8]), True, False),
    (constant([3, 1, 4, 8]), False, True),
    (constant([3, 1, 3, 8]), False, False),
    (constant([-7, -7, 9, 9]), True, True),  # nothing is updated
    (counted(), True, True),
    (counted(0), True, False),
    (counted(-2, 7), False, True),
    (shifted, True, True),
    (in_order, True, False),
    (lambda i: i, False, False),
    (lambda i: i * 0 + 1, True, False),
    (lambda i: hl.concatenate([hl.iota("2xi32"), hl.iota("2xi32") + 4], dimension=0), True, True),
    (lambda i: hl.reverse(shifted(i), dimensions=[0]), False, True),
]


def attributes(function: hl.Function, name: str = "scatter") -> tuple[Any, Any]:
    (operation,) = [op for op in function.operation.walk() if op.name == f"stablehlo.{name}"]
    return operation.attributes["indices_are_sorted"], operation.attributes.get("unique_indices")


@pytest.mark.parametrize(("indices", "is_sorted", "is_unique"), INDICES)
@pytest.mark.parametrize("mode", [None, "drop"])
def test_scatter(indices: Any, is_sorted: bool, is_unique: bool, mode: Any) -> None:
    @hl.function("9xf32", "4xi32", "4xf32", name="main")
    def main(x: Any, i: Any, u: Any) -> Any:
        return hl.scatter(x, indices(i), u, "add", **INTO_CELLS, **AUTO, mode=mode)

    assert attributes(main) == (is_sorted, is_unique)
    for given in ([0, 1, 2, 3], [5, 5, 0, -1], [2**31 - 1] * 4):
        interpreter.run(main, np.zeros(9, np.float32), np.array(given, np.int32), np.ones(4, np.float32),
                        listeners=[Promised()])  # fmt: skip


@pytest.mark.parametrize(("indices", "is_sorted", "is_unique"), INDICES)
@pytest.mark.parametrize("mode", [None, "fill", "clip"])
def test_gather(indices: Any, is_sorted: bool, is_unique: bool, mode: Any) -> None:
    @hl.function("9xf32", "4xi32", name="main")
    def main(x: Any, i: Any) -> Any:
        return hl.gather(x, indices(i), **CELLS, slice_sizes=[1], indices_are_sorted="auto", mode=mode)

    assert attributes(main, "gather") == (is_sorted, None)


@pytest.mark.parametrize(("indices", "is_sorted", "is_unique"), INDICES)
def test_dynamic_gather(indices: Any, is_sorted: bool, is_unique: bool) -> None:
    @hl.function("9xf32", "4xi32", "1xi32", name="main")
    def main(x: Any, i: Any, sizes: Any) -> Any:
        return hl.dynamic_gather(x, indices(i), [1], **CELLS, indices_are_sorted="auto")

    assert attributes(main, "dynamic_gather") == (is_sorted, None)


@pytest.mark.share(2)
@pytest.mark.parametrize(("indices", "is_sorted", "is_unique"), INDICES)
@pytest.mark.parametrize("promises", [{}, AUTO])
@pytest.mark.parametrize(
    "fold",
    [
        lambda u, i, **promises: hl.segment_sum(u, i, 9, mode="drop", **promises),
        lambda u, i, **promises: hl.segment_prod(u, i, 9, mode="drop", **promises),
        lambda u, i, **promises: hl.segment_min(u, i, 9, mode="drop", **promises),
        lambda u, i, **promises: hl.segment_max(u, i, 9, mode="drop", **promises),
    ],
)
def test_segments(fold: Any, promises: Any, indices: Any, is_sorted: bool, is_unique: bool) -> None:
    main = hl.function("4xf32", "4xi32", name="main")(lambda u, i: fold(u, indices(i), **promises))
    assert attributes(main) == (is_sorted, is_unique)


def within(i: hl.Tensor) -> hl.Tensor:
    """Indices of the running program that are never wrapped around the end."""
    return hl.clamp(0, i, 5) * 0 + hl.iota("4xi32")


@pytest.mark.parametrize("promises", [{}, AUTO])
@pytest.mark.parametrize(
    ("body", "is_sorted", "is_unique"),
    [
        (lambda x, i, **p: x.at[within(i)].set(1, **p), True, True),
        (lambda x, i, **p: x.at[i].set(1, **p), False, False),
        (lambda x, i, **p: x.at[within(i)].mul(2, mode="clip", **p), True, True),
        (lambda x, i, **p: x.at[within(i), [3, 2, 1, 0]].max(1, **p), True, True),
        (lambda x, i, **p: x.at[within(i) // 2, [0, 1, 0, 1]].max(1, **p), True, True),
        (lambda x, i, **p: x.at[within(i) // 2, [1, 0, 0, 0]].max(1, **p), False, False),
        (lambda x, i, **p: x.at[2:, within(i)].set(1, **p), True, True),
        (lambda x, i, **p: hl.put_along_axis(x, hl.reshape(within(i), [1, 4]), 0, 1, **p), True, True),
        (lambda x, i, **p: hl.put_along_axis(x, hl.reshape(i, [1, 4]), 0, 1, **p), False, False),
    ],
)
def test_updates_by_index(promises: Any, body: Any, is_sorted: bool, is_unique: bool) -> None:
    main = hl.function("9x9xf32", "4xi32", name="main")(lambda x, i: body(x, i, **promises))
    assert attributes(main) == (is_sorted, is_unique)


@pytest.mark.parametrize("promises", [{}, {"indices_are_sorted": "auto"}])
@pytest.mark.parametrize(
    ("body", "is_sorted"),
    [
        (lambda x, i, **p: x.at[within(i)].get(**p), True),
        (lambda x, i, **p: x.at[i].get(**p), False),
        (lambda x, i, **p: hl.take(x, within(i), 0, **p), True),
        (lambda x, i, **p: hl.take(x, 8 - within(i), 0, **p), False),
        (lambda x, i, **p: hl.take_along_axis(x, hl.reshape(within(i), [1, 4]), 1, **p), True),
        (lambda x, i, **p: x[within(i)], True),
        (lambda x, i, **p: x[within(i), 0], True),
        (lambda x, i, **p: x[i], False),
    ],
)
def test_reads_by_index(promises: Any, body: Any, is_sorted: bool) -> None:
    main = hl.function("9x9xf32", "4xi32", name="main")(lambda x, i: body(x, i, **promises))
    assert attributes(main, "gather") == (is_sorted, None)


def test_false_stays_false() -> None:
    off: Any = {"indices_are_sorted": False, "unique_indices": False}
    x = np.zeros(5, np.float32)
    assert attributes(built(lambda x: x.at[[1, 2]].set(0, **off), x)) == (False, False)
    assert attributes(built(lambda x: hl.segment_sum(x, np.arange(5), 5, **off), x)) == (False, False)
    assert attributes(built(lambda x: x.at[[1, 2]].get(indices_are_sorted=False), x), "gather") == (False, None)


def test_the_operations_themselves_promise_what_is_proved_unless_they_are_told_what_to() -> None:
    at, x = np.array([1, 2]), np.zeros(5, np.float32)
    assert attributes(built(lambda x: hl.scatter(x, at, x[:2], "add", **INTO_CELLS), x)) == (True, True)
    assert attributes(built(lambda x: hl.gather(x, at, **CELLS, slice_sizes=[1]), x), "gather") == (True, None)
    sizes = np.array([1])
    assert attributes(built(lambda x: hl.dynamic_gather(x, at, sizes, **CELLS), x), "dynamic_gather") == (True, None)
    said = {"indices_are_sorted": False, "unique_indices": True}
    assert attributes(built(lambda x: hl.scatter(x, at, x[:2], "add", **INTO_CELLS, **said), x)) == (False, True)
    assert attributes(
        built(lambda x: hl.gather(x, at, **CELLS, slice_sizes=[1], indices_are_sorted=False), x), "gather"
    ) == (False, None)


@pytest.mark.parametrize(
    ("indices", "window", "mode", "is_sorted", "is_unique"),
    [
        # Windows of 2 in steps of 2 from anywhere on: those partly outside are cut, and stay apart.
        (lambda i: shifted(i) * 2, "element", "drop", True, True),
        (lambda i: shifted(i) * 2, "whole", "drop", True, True),
        (shifted, "element", "drop", True, False),
        # Moved inside, they may meet.
        (lambda i: shifted(i) * 2, "element", "clip", True, False),
        # Here none is moved.
        (lambda i: hl.iota("4xi32") * 2, "element", "clip", True, True),
        (lambda i: hl.constant(np.array([6, 0, 9, 12], np.uint8)), "element", "drop", False, True),
        (lambda i: hl.constant(np.array([6, 0, 9, 12], np.uint8)), "element", "clip", False, False),
    ],
)
def test_what_is_emitted_is_judged(indices: Any, window: Any, mode: Any, is_sorted: bool, is_unique: bool) -> None:
    @hl.function("9xf32", "4xi32", "4x2xf32", name="main")
    def main(x: Any, i: Any, u: Any) -> Any:
        return hl.scatter(x, indices(i), u, "add", **WINDOWS, **AUTO, mode=mode, window=window)

    assert attributes(main) == (is_sorted, is_unique)
    for given in ([0, 1, 2, 3], [5, 5, 0, -1], [2**31 - 1] * 4):
        interpreter.run(main, np.zeros(9, np.float32), np.array(given, np.int32), np.ones((4, 2), np.float32),
                        listeners=[Promised()])  # fmt: skip


def test_a_promise_that_a_mode_may_break_is_proved_anew() -> None:
    def main(x: Any, i: Any) -> Any:
        return hl.scatter(x, i(x), np.ones(4, np.float32), "add", **INTO_CELLS, unique_indices=True, mode="clip")

    x = np.zeros(9, np.float32)
    assert attributes(built(lambda x: main(x, lambda x: hl.iota("4xi32")), x))[1] is True
    assert attributes(built(lambda x: main(x, lambda x: hl.convert(x[:4], "i32")), x))[1] is False


def test_one_promise_may_be_given_and_the_other_found() -> None:
    def main(x: Any) -> Any:
        return hl.scatter(x, np.array([2, 0]), x[:2], "add", **INTO_CELLS, indices_are_sorted=True,
                          unique_indices="auto")  # fmt: skip

    assert attributes(built(main, np.zeros(5, np.float32))) == (True, True)


def test_index_vectors_anywhere() -> None:
    """Whether index_vector_dim is the first dimension or the last, elements count, not vectors."""

    def main(x: Any, at: int) -> Any:
        count = hl.iota("4xi32")
        columns = [hl.reshape(one, [1, 4] if at == 0 else [4, 1]) for one in (count // 2, count - count // 2 * 2)]
        return hl.scatter(
            x, hl.concatenate(columns, dimension=at), np.ones(4, np.float32), "add", update_window_dims=[],
            inserted_window_dims=[0, 1], scatter_dims_to_operand_dims=[0, 1], index_vector_dim=at, **AUTO,
        )  # fmt: skip

    for at in (0, 1):
        function = built(lambda x, at=at: main(x, at), np.zeros((2, 2), np.float32))
        held = Promised()
        interpreter.run(function, np.zeros((2, 2), np.float32), listeners=[held])
        assert attributes(function)[0] in (True, False)
        assert held.made.total() == 2


def test_windows_that_overlap_are_not_unique() -> None:
    def main(x: Any, u: Any, starts: Any) -> Any:
        return hl.scatter(x, np.array(starts), u, "add", **WINDOWS, **AUTO)

    x, u = np.zeros(9, np.float32), np.zeros((2, 3), np.float32)
    assert attributes(built(lambda x, u: main(x, u, [0, 2]), x, u)) == (True, False)
    assert attributes(built(lambda x, u: main(x, u, [0, 3]), x, u)) == (True, True)


def test_inside_of_regions_and_functions() -> None:
    """Indices from around a region are known; what a loop carries, and what a function is given, may be anything."""

    @hl.function("9xf32", "4xi32")
    def inner(x: Any, i: Any) -> Any:
        return x.at[i].add(1), x.at[hl.iota("4xi32")].add(2)

    @hl.function("9xf32", "i1", name="main")
    def main(x: Any, chosen: Any) -> Any:
        count = hl.iota("4xi32")
        x = hl.if_(chosen, lambda: x.at[count].add(4), lambda: x.at[count * 0].add(8))

        def body(step: Any, x: Any) -> Any:
            around, carried = count + 1, hl.broadcast_in_dim(step, (4,), broadcast_dimensions=[])
            return step + 1, x.at[around].add(16).at[carried].add(32)

        x = hl.while_([hl.constant(0, "i32"), x], lambda step, x: step < 3, body)[1]
        return inner(x, count)

    found = [
        (op.attributes["indices_are_sorted"], op.attributes["unique_indices"])
        for one in (inner, main)
        for op in one.operation.walk()
        if op.name == "stablehlo.scatter"
    ]
    assert found == [(False, False), (True, True), (True, True), (True, False), (True, True), (True, False)]
    held = Promised()
    interpreter.run(main, np.zeros(9, np.float32), np.array(True), listeners=[held])
    assert held.made["scatter unique True"] == 5


@pytest.mark.parametrize("word", ["Auto", "true", ""])
def test_other_words_are_refused(word: str) -> None:
    message = refused(lambda x: x.at[[1, 2]].set(0, unique_indices=word), "5xf32", file=__file__)
    assert f"unique_indices takes True or False, or \"auto\", not str '{word}'" in message
    message = refused(
        lambda x: hl.gather(x, [1], **CELLS, slice_sizes=[1], indices_are_sorted=word), "5xf32", file=__file__
    )
    assert 'indices_are_sorted takes True or False, or "auto"' in message
    with pytest.raises(hl.UsageError, match="takes True or False"):
        built(lambda x: hl.segment_sum(x, np.arange(5), 5, unique_indices=word), np.zeros(5, np.float32))
    with pytest.raises(hl.UsageError, match="takes True or False"):
        built(lambda x: hl.take(x, [1], indices_are_sorted=word), np.zeros(5, np.float32))


def test_a_million_constants() -> None:
    """Indices of any size are looked at once, and quickly."""
    many = np.random.default_rng(0).permutation(1 << 20).astype(np.int32)
    x = np.zeros(1 << 20, np.float32)
    start = time.process_time()
    assert attributes(built(lambda x: x.at[many].set(1), x)) == (False, True)
    assert attributes(built(lambda x: x.at[np.sort(many)].set(1), x)) == (True, True)
    assert attributes(built(lambda x: x.at[many // 2].set(1), x)) == (False, False)
    assert time.process_time() - start < 8


def test_a_long_program() -> None:
    """1,000 scatters, each at indices computed from the last ones: facts are found once."""

    @hl.function("10xf32", "4xi32", name="main")
    def main(x: Any, i: Any) -> Any:
        for _ in range(1000):
            i = hl.clamp(0, i + 1, 9)
            x = hl.scatter(x, i, np.ones(4, np.float32), "add", **INTO_CELLS, **AUTO)
        return x

    start = time.process_time()
    assert sum(op.name == "stablehlo.scatter" for op in main.operation.walk()) == 1000
    assert time.process_time() - start < 4


@pytest.mark.parametrize(
    ("indices", "shape", "update_shape", "meet"),
    [
        ([[0], [2]], (6, 5), (2, 2, 5), False),
        ([[0], [2]], (6, 5), (2, 3, 5), True),  # rows 0 to 2, and 2 to 4
        ([[4], [0]], (6, 5), (2, 3, 5), False),
        ([[0], [0]], (6, 5), (2, 1, 5), True),
        ([[0], [0]], (6, 5), (2, 1, 0), False),
        ([[-9], [-9]], (6, 5), (2, 1, 5), False),  # nothing of them is inside
    ],
)
def test_where_updates_meet(indices: Any, shape: Any, update_shape: Any, meet: bool) -> None:
    numbers = hl.ScatterDimensionNumbers((1, 2), (), (), (), (0,), 1)

    @hl.function(name="main")
    def main() -> Any:
        at = hl.constant(indices)
        assert meet_nowhere(at, numbers, shape, update_shape) is not meet
        return at

    assert main


def test_results_are_the_same() -> None:
    x, u = np.arange(9, dtype=np.float32), np.ones(4, np.float32)
    for promises in ({}, AUTO):
        result = run(
            lambda x, u, promises=promises: hl.scatter(x, hl.iota("4xi32"), u, "add", **INTO_CELLS, **promises), x, u
        )
        np.testing.assert_array_equal(result, [1, 2, 3, 4, 4, 5, 6, 7, 8])
    assert only(built(lambda x, u: x.at[[1, 2, 3, 4]].set(u), x, u), "scatter").attributes["unique_indices"] is True
