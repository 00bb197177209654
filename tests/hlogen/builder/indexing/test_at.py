"""x.at[...]: what updates build, their modes, how values broadcast, and what is refused."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers.building import built, only, ops, refused, run
from helpers.index_expressions import INDEX_DTYPES

import hlogen as hl
import interpreter
from hlogen.backends import backend

X = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
ROW = np.arange(5, dtype=np.float32)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (lambda x, v: x.at[...].set(x), {}),
        (lambda x, v: x.at[...].add(x), {"add": 1}),
        (lambda x, v: x.at[1:2].set(v), {"broadcast_in_dim": 1, "dynamic_update_slice": 1}),
        (lambda x, v: x.at[1:2].add(x[1:2]), {"slice": 2, "add": 1, "dynamic_update_slice": 1}),
        (lambda x, v: x.at[:, ::2].set(x[:, ::2]), {"slice": 1, "pad": 2, "select": 1}),
        (
            lambda x, v: x.at[::-2].add(v),
            {"broadcast_in_dim": 1, "slice": 1, "reverse": 1, "add": 1, "pad": 2, "select": 1},
        ),
        (
            lambda x, v: x.at[1:, :, ::2].set(x[1:, :, ::2]),
            {"slice": 2, "pad": 2, "select": 1, "dynamic_update_slice": 1},
        ),
        (lambda x, v: x.at[[0, 2]].add(v), {"broadcast_in_dim": 1, "scatter": 1}),
        (lambda x, v: x.at[1:, [0, 2], 1::2].mul(x[1:, [0, 2], 1::2]), {"gather": 1, "slice": 1, "scatter": 1}),
        (lambda x, v: x.at[2:2].set(0), {"broadcast_in_dim": 1}),
    ],
)
def test_updates_are_slices_or_one_scatter(body, expected: dict[str, int]) -> None:
    assert ops(body, "3x4x5xf32", "5xf32") == expected


@pytest.mark.parametrize("name", ["add", "mul", "min", "max", "and", "or", "xor"])
def test_a_computation_by_its_name_updates_slices_too(name: str) -> None:
    found = ops(lambda x: x.at[1:2].apply(name, 4), "3x4xi32")
    assert found["scatter"] == 0
    assert found["dynamic_update_slice"] == 1


def test_a_scalar_of_the_running_program_updates_one_slice() -> None:
    found = ops(lambda x, v, i: x.at[i, 1:3].add(v), "3x4x5xf32", "5xf32", "i32")
    assert found["dynamic_update_slice"] == found["dynamic_slice"] == 1
    assert not found["scatter"]
    for i in range(-4, 4):
        expected = X.copy()
        if -3 <= i < 3:
            expected[i, 1:3] += ROW
        np.testing.assert_array_equal(run(lambda x, v, i: x.at[i, 1:3].add(v), X, ROW, np.array(i)), expected)
        replaced = X.copy()
        replaced[min(max(i + 3 if i < 0 else i, 0), 2)] = ROW
        np.testing.assert_array_equal(run(lambda x, v, i: x.at[i].set(v, mode="clip"), X, ROW, np.array(i)), replaced)


@pytest.mark.parametrize(
    ("key", "is_sorted", "is_unique"),
    [
        (np.s_[[0, 2]], True, True),
        (np.s_[[2, 0]], False, True),
        (np.s_[[0, 0]], True, False),
        (np.s_[[2, -1]], True, False),
        (np.s_[[2, 0, -1]], False, False),
        (np.s_[[0, 0], [1, 2]], True, True),
        (np.s_[::2, [1, 1]], True, False),
        (np.s_[::2, [1, 2], ::2], True, True),
        (np.s_[[1, 0], ::2], False, True),
        (np.s_[[1, 1], ::2], False, False),
        (np.s_[[0, 1], ::2, [0, 1]], True, True),
        (np.s_[[[0, 1, 2]], [[0], [1]]], True, True),
        (np.s_[[2]], True, True),
    ],
)
def test_a_scatter_says_truly_what_its_indices_are(key: object, is_sorted: bool, is_unique: bool) -> None:
    attributes = only(built(lambda x: x.at[key].set(0), X), "scatter").attributes
    assert attributes["indices_are_sorted"] is is_sorted
    assert attributes["unique_indices"] is is_unique


def test_promises_of_the_user_are_passed_on() -> None:
    def body(x, i):
        return x.at[i].add(1, indices_are_sorted=True, unique_indices=True)

    attributes = only(built(body, X, np.array([0, 1])), "scatter").attributes
    assert attributes["indices_are_sorted"] is attributes["unique_indices"] is True
    read = built(lambda x, i: x.at[i].get(indices_are_sorted=True, unique_indices=True), X, np.array([0, 1]))
    assert only(read, "gather").attributes["indices_are_sorted"] is True
    unknown = only(built(lambda x, i: x.at[i].add(1), X, np.array([0, 1])), "scatter").attributes
    assert unknown["indices_are_sorted"] is unknown["unique_indices"] is False


@pytest.mark.parametrize("given", ["constant", "running"])
def test_modes(given: str) -> None:
    """Constants out of bounds are let through where a mode is given, and mean what the running program's would."""
    wanted, x = np.array([1, -1, 7, -9, 3], np.int32), np.arange(6, dtype=np.int32)
    wrapped = [1, 5, None, None, 3]

    def at(x, i):
        return x.at[wanted if given == "constant" else i]

    filled = [np.iinfo(np.int32).min if i is None else i for i in wrapped]
    np.testing.assert_array_equal(run(lambda x, i: at(x, i).get(mode="fill"), x, wanted), filled)
    filled = [-5 if i is None else i for i in wrapped]
    np.testing.assert_array_equal(run(lambda x, i: at(x, i).get(mode="fill", fill_value=-5), x, wanted), filled)
    np.testing.assert_array_equal(run(lambda x, i: at(x, i).get(mode="clip"), x, wanted), [1, 5, 5, 0, 3])
    for mode in ("drop", "fill"):
        result = run(lambda x, i, mode=mode: at(x, i).add(10, mode=mode), x, wanted)
        np.testing.assert_array_equal(result, [0, 11, 2, 13, 4, 15])
    np.testing.assert_array_equal(run(lambda x, i: at(x, i).add(10, mode="clip"), x, wanted), [10, 11, 2, 13, 4, 25])
    inside = np.array([1, -1, 3], np.int32)
    result = run(lambda x, i: x.at[i].get(mode="promise_in_bounds"), x, inside)
    np.testing.assert_array_equal(result, x[inside])


@pytest.mark.parametrize("value", [7, -7])
def test_modes_of_a_lone_integer(value: int) -> None:
    x = np.arange(6, dtype=np.int32)
    nearest = 5 if value > 0 else 0
    assert run(lambda x: x.at[value].get(mode="fill", fill_value=9), x) == 9
    assert run(lambda x: x.at[value].get(mode="clip"), x) == nearest
    np.testing.assert_array_equal(run(lambda x: x.at[value].set(9, mode="drop"), x), x)
    assert run(lambda x: x.at[value].set(9, mode="clip"), x)[nearest] == 9
    grid = np.arange(12, dtype=np.int32).reshape(3, 4)
    np.testing.assert_array_equal(run(lambda x: x.at[value, 1:3].set(9, mode="drop"), grid), grid)
    np.testing.assert_array_equal(run(lambda x: x.at[1:3, value].get(mode="fill", fill_value=9), grid), [9, 9])


def test_mode_error_gives_a_flag_too() -> None:
    def body(x, i, k):
        return [
            *x.at[i].get(mode="error"),
            *x.at[k].get(mode="error"),
            *x.at[k, 1:3].add(1, mode="error"),
            *x.at[i, [0, 1], 1:].set(7, mode="error"),
            *x.at[1].get(mode="error"),
            *x.at[::2].add(1, mode="error"),
        ]

    i, k = np.array([1, -1], np.int8), np.array(-3, np.int8)
    results = run(body, X, i, k)
    assert all(flag.dtype == np.bool_ and flag for flag in results[1::2])
    added, replaced, stepped = X.copy(), X.copy(), X.copy()
    added[k, 1:3] += 1
    replaced[i, [0, 1], 1:] = 7
    stepped[::2] += 1
    for result, expected in zip(results[::2], [X[i], X[k], added, replaced, X[1], stepped], strict=True):
        np.testing.assert_array_equal(result, expected)
    for bad in (np.array([1, 3], np.int8), np.array([-4, 0], np.int8)):
        with pytest.raises(hl.ExecutionError, match="out of bounds"):
            run(lambda x, i: x.at[i].get(mode="error"), X, bad)


@pytest.mark.parametrize(
    ("body", "base", "given", "said"),
    [
        (lambda x, i: x.at[i].get(mode="error"), 0, [2, -6], "index vector [-6] at [1]: it may be from -5 to 4"),
        (lambda x, i: x.at[i].get(mode="error"), 0, [-129, 5], "index vector [5] at [1]: it may be from -5 to 4"),
        (lambda x, i: x.at[i].set(1, mode="error"), 1, [1, 0], "index vector [0] at [1]: it may be from 1 to 5"),
        (lambda x, i: x.at[i].set(1, mode="error"), 1, [-1, 6], "index vector [6] at [1]: it may be from 1 to 5"),
        (lambda x, i: x.at[i].add(1, mode="error"), 0, 7, "index vector [7]: it may be from -5 to 4"),
        (lambda x, i: x.at[::2].get(mode="error")[0] + x.at[i].get(mode="error")[0], 0, 7, "index vector [7]: it"),
        (lambda x, i: x.at[-9].get(mode="error"), 0, 7, "index vector [-9]: it may be from -5 to 4"),
        (lambda x, i: x.at[[1, 8]].get(mode="error"), 1, 7, "index vector [8] at [1]: it may be from 1 to 5"),
        (lambda x, i: hl.take(x, i, mode="error"), 1, [1, 6], "index vector [6] at [1]: it may be from 1 to 5"),
        (lambda x, i: hl.take_along_axis(x, i, 0, mode="error"), 0, [-6, 4], "[-6] at [0]: it may be from -5 to 4"),
        (lambda x, i: hl.put_along_axis(x, i, 7, 0, mode="error"), 1, [0, 5], "[0] at [0]: it may be from 1 to 5"),
        (lambda x, i: hl.segment_sum(x[:2], i, 2, mode="error"), 1, [1, 3], "[3] at [1]: it may be from 1 to 2"),
    ],
)
def test_mode_error_names_indices_as_they_were_given(body, base: int, given: object, said: str) -> None:
    def program(x, i):
        with hl.index_base(base):
            return body(x, i)

    with pytest.raises(hl.ExecutionError) as caught:
        run(program, ROW, np.array(given, np.int16))
    assert said in str(caught.value)


@pytest.mark.parametrize("dtype", [np.int8, np.uint32, np.int64, np.uint64])
def test_mode_error_joins_index_arrays(dtype: type) -> None:
    x = np.arange(12, dtype=np.int32).reshape(3, 4)
    i, j = np.array([[-4], [1], [2]], np.int8), np.array([0, 7, 3], dtype)

    def body(x, i, j):
        return x.at[i, j].get(mode="error")

    with pytest.raises(hl.ExecutionError) as caught:
        run(body, x, i, j)
    assert "5 of 9 index vectors" in str(caught.value)
    assert "index vector [-4, 7] at [0, 1]: element 0 may be from -3 to 2, element 1 may be from" in str(caught.value)
    assert "index vector [1, 7] at [1, 1]: element 1 may be from" in str(caught.value)
    result, flag = run(body, x, i[1:], j[::2])
    np.testing.assert_array_equal(result, x[i[1:], j[::2].astype(int)])
    assert flag


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.uint16, np.int64, np.uint64])
def test_mode_error_knows_the_bounds_in_every_type(dtype: type) -> None:
    x, info = np.arange(200, dtype=np.int32), np.iinfo(dtype)
    inside = np.array([0, 100, min(info.max, 199), max(info.min, -200)]).astype(dtype)
    for base in (0, 1):

        def body(x, i, base=base):
            with hl.index_base(base):
                return x.at[i].get(mode="error")

        given = np.maximum(inside, 1) if base else inside
        result, flag = run(body, x, given)
        np.testing.assert_array_equal(result, x[given.astype(np.int64) - base])
        assert flag


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("dtype", INDEX_DTYPES)
def test_an_index_that_is_joined_with_others_keeps_its_side(dtype: type, base: int) -> None:
    """What is out of bounds stays so, whatever type the index vectors have in common."""
    x, info = np.arange(12, dtype=np.int32).reshape(3, 4), np.iinfo(dtype)
    edges = [
        *range(-5, 6),
        *(sign * (1 << bits) + step for bits in (31, 32, 63, 64) for sign in (-1, 1) for step in (-1, 0)),
    ]
    values = sorted({max(int(info.min), min(int(info.max), edge)) for edge in edges})
    inside = [value for value in values if (1 <= value <= 4 if base else -4 <= value <= 3)]
    many, first = np.array(values, dtype), np.array(base, np.int8)

    def quiet(x, i, j):
        with hl.index_base(base):
            return x.at[i, j].get(mode="fill", fill_value=-1), x.at[i, j].set(-1), x.at[i, j].get(mode="clip")

    def loud(x, i, j):
        with hl.index_base(base):
            return x.at[i, j].get(mode="error")

    filled, written, clipped = run(quiet, x, first, many)
    assert filled.tolist() == [int(x[0, value - base]) if value in inside else -1 for value in values]
    assert written[0].tolist() == [-1 if {d + base, d - 4} & {*inside} else d for d in range(4)]
    assert clipped.tolist() == [filled[at] if value in inside else (0, 3)[value > 0] for at, value in enumerate(values)]
    checked = interpreter.load(built(loud, x, first, many[0]))
    for value, element in zip(values, many, strict=True):
        if value in inside:
            assert checked(x, first, np.asarray(element))[1]
        else:
            with pytest.raises(hl.ExecutionError, match="out of bounds"):
                checked(x, first, np.asarray(element))


@pytest.mark.parametrize(
    ("shape", "key"),
    [
        ((), np.s_[1:, ::-1]),
        ((1,), np.s_[1:, ::-1]),
        ((5,), np.s_[1:, ::-1]),
        ((3, 1), np.s_[1:, :0:-1]),
        ((1, 1, 1, 5), np.s_[1, :2]),
        ((3, 1, 1), np.s_[1:, [0, 1, 1], None, [4, 3, 2]]),
        ((2, 2), np.s_[:2, 1, 1:5:2]),
    ],
)
def test_values_broadcast_as_numpys(shape: tuple[int, ...], key: object) -> None:
    values = np.arange(int(np.prod(shape)), dtype=np.float32).reshape(shape)
    expected = X.copy()
    expected[key] = values
    np.testing.assert_array_equal(run(lambda x, v: x.at[key].set(v), X, values), expected)
    np.testing.assert_array_equal(run(lambda x: x.at[key].set(values), X), expected)


def test_duplicates_count_each_time() -> None:
    x, i = np.array([2.0, 3.0, 5.0]), [0, 2, 0]
    for given in (lambda x, i=i: x.at[i], lambda x, i=i: x.at[hl.constant(i)]):
        np.testing.assert_array_equal(run(lambda x, at=given: at(x).add([1, 2, 4]), x), [7, 3, 7])
        np.testing.assert_array_equal(run(lambda x, at=given: at(x).subtract([1, 2, 4]), x), [-3, 3, 3])
        np.testing.assert_array_equal(run(lambda x, at=given: at(x).multiply([2, 3, 4]), x), [16, 3, 15])
        np.testing.assert_array_equal(run(lambda x, at=given: at(x).divide([2, 5, 4]), x), [0.25, 3, 1])
        np.testing.assert_array_equal(run(lambda x, at=given: at(x).power([2, 2, 3]), x), [64, 3, 25])
        np.testing.assert_array_equal(run(lambda x, at=given: at(x).minimum([1, 9, 4]), x), [1, 3, 5])
        np.testing.assert_array_equal(run(lambda x, at=given: at(x).maximum([1, 9, 4]), x), [4, 3, 9])
        np.testing.assert_array_equal(run(lambda x, at=given: at(x).apply(lambda e: e * e), x), [16, 3, 25])


def test_apply_to_elements_that_no_number_stands_for() -> None:
    """With scale 0.5 and zero point 3, the storage integers 1 and 5 are -1 and 1."""

    @hl.function("3x!quant.uniform<i8:f32, 0.5:3>", "2xi32", name="main")
    def main(x, i):
        return x.at[i].apply(hl.negate)

    (result,) = interpreter.run(main, np.array([1, 2, 4], np.int8), np.array([0, 9], np.int32))
    assert result.tolist() == [5, 2, 4]


def test_apply_takes_what_a_scatter_takes() -> None:
    x, i, values = np.array([2.0, 3.0, 5.0]), [0, 2, 0], [1.0, 2.0, 4.0]

    def body(x):
        def folded(old, new):
            return old * 2 + new

        @hl.region("f64", "f64")
        def by_hand(old, new):
            return old * 2 + new

        at, part = x.at[i], x.at[1:]
        return [
            at.apply(folded, values),
            at.apply(by_hand, values),
            at.apply("add", values),
            part.apply(folded, 1),
            part.apply(by_hand, 1),
            part.apply("and" if x.element_type == hl.tensor("i32").element_type else "max", 4),
            part.apply(lambda old: 0),
        ]

    expected = [[14, 3, 12], [14, 3, 12], [7, 3, 7], [2, 7, 11], [2, 7, 11], [2, 4, 5], [2, 0, 0]]
    np.testing.assert_array_equal(run(body, x), expected)


@pytest.mark.parametrize("backend_name", ["interpreter", pytest.param("xla", marks=pytest.mark.slow)])
def test_a_computation_by_hand_on_wholes(backend_name: str) -> None:
    def body(x, s, i):
        @hl.region("f32", "f32")
        def by_hand(old, new):
            return old * 2 + new

        return (
            x.at[...].apply(by_hand, 1),
            s.at[()].apply(by_hand, 1),
            s.at[True].apply(by_hand, 1),
            x.at[True, ::2].add(1),
            x.at[:, True, ::2, ::-2].add(ROW[:3]),
            x.at[True, i].set(5),
            x[True, i],
            x[False, i],
        )

    s, i = np.array(3, np.float32), np.array(-2, np.int32)
    results = backend(backend_name).run(built(body, X, s, i), X, s, i)
    stepped, turned, replaced = X.copy(), X.copy(), X.copy()
    stepped[::2] += 1
    turned[:, ::2, ::-2] += ROW[:3]
    replaced[1] = 5
    wanted = [X * 2 + 1, 7, 7, stepped, turned, replaced, X[None, 1], X[:0]]
    for result, expected in zip(results, wanted, strict=True):
        np.testing.assert_array_equal(result, expected)
    assert results[-1].shape == (0, 4, 5)


def test_booleans_and_wholes() -> None:
    x = np.array([True, False, True])
    np.testing.assert_array_equal(run(lambda x: x.at[[0, 1]].or_(True), x), [True, True, True])
    np.testing.assert_array_equal(run(lambda x: x.at[:2].xor(True), x), [False, True, True])
    np.testing.assert_array_equal(run(lambda x: x.at[x.shape[0] - 1].and_(False), x), [True, False, False])
    np.testing.assert_array_equal(run(lambda x: x.at[[0, 1, 0]].apply(lambda e: ~e), x), [True, True, True])
    np.testing.assert_array_equal(run(lambda x: x.at[1:].apply(hl.not_), x), [True, True, False])
    scalar = np.array(3.0)
    np.testing.assert_array_equal(run(lambda x: x.at[()].add(1), scalar), 4.0)
    np.testing.assert_array_equal(run(lambda x: x.at[()].apply(hl.sqrt), scalar), np.sqrt(3.0))
    np.testing.assert_array_equal(run(lambda x: x.at[None].set([5.0]), scalar), 5.0)


def test_an_index_is_kept_with_its_base() -> None:
    def body(x):
        with hl.index_base(1):
            first = x.at[1]
        return first.get()

    assert run(body, ROW) == 0


def test_methods_are_there_for_hasattr() -> None:
    @hl.function("3xf32")
    def f(x):
        assert hasattr(x.at[0], "set")
        assert not hasattr(x.at[0], "sett")
        assert not hasattr(x.at, "set")
        return x

    np.testing.assert_array_equal(interpreter.run(f, ROW[:3])[0], ROW[:3])


def test_the_elements_addressed_are_no_result() -> None:
    with pytest.raises(hl.UsageError, match=re.escape("x.at[...] without its .get(), .set(values) ...")):
        hl.function("3xf32", name="f")(lambda x: x.at[0])


def _assigned(x):
    x.at[0] = 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda x: x.at[0].put(1), "x.at[...] has no put\n"),
        (lambda x: x.at.set(1), "fix: x.at[index].set(...)"),
        (_assigned, "fix: take the new tensor of x.at[...].set(values)"),
        (lambda x: x.at[3].set(0), "index 3 is out of bounds of dimension 0"),
        (lambda x: x.at[3].set(0, mode="promise_in_bounds"), "index 3 is out of bounds of dimension 0"),
        (lambda x: x.at[[0, -4]].get(), "index -4 is out of bounds"),
        (lambda x: x.at[0].set(0, mode="wrap"), "mode of set is one of 'drop', 'fill', 'clip'"),
        (lambda x: x.at[0].get(mode="drop"), "mode of get is one of 'fill', 'clip'"),
        (lambda x: x.at[0].get(mode=["clip"]), "fix: hl.gather and hl.scatter take a mode for each index"),
        (lambda x: x.at[0].get(mode="clip", fill_value=1), "get has fill_value and mode='clip'"),
        (lambda x: x.at[0].set(0, mod="clip"), "set takes no mod"),
        (lambda x: x.at[0].set(0, fill_value=1), "set takes no fill_value"),
        (lambda x: x.at[0].set(0, unique_indices=1), "unique_indices takes True or False"),
        (lambda x: x.at[0].set(np.zeros((2, 4, 5))), "values of shape [2, 4, 5] don't broadcast to the [4, 5] that"),
        (lambda x: x.at[0].set(np.zeros((1, 2, 4, 5))), "values of shape [1, 2, 4, 5] don't broadcast to the [4, 5]"),
        (lambda x: x.at[0].set(np.zeros(3)), "values of shape [3] don't broadcast to the [4, 5] that are updated"),
        (lambda x: x.at[0, 0].set(np.zeros((2, 5))), "don't broadcast"),
        (lambda x: x.at[0].set(hl.constant(1)), "fix: convert them: values.astype('f32')"),
        (lambda x: x.at[0].set(1j), "can't hold the complex"),
        (lambda x: x.at[0].set(None), "values is a tensor, a number"),
        (lambda x: x.at[0].and_(1), "and"),
        (lambda x: x.at[x > 0].set(1), "hl.select"),
        (lambda x: x.at(0), "fix: give it an index in brackets"),
        (lambda x: x.at[0, 0].set([x[0, 0, 0]] * 5), "fix: join them with hl.concatenate"),
        (lambda x: x.astype("i32").at[0].set(np.nan), "integers are finite numbers"),
        (lambda x: x.at[0].apply(3), "the function of apply is a Python function, not int 3"),
        (lambda x: x.at[0].apply(list), "the function of apply is a Python function, not the class list"),
        (lambda x: x.at[0].apply(list, 1.0), "the function of apply is a Python function, not the class list"),
        (lambda x: x.at[0].apply(lambda: 1.0), "the function of apply gets 1 argument, but the function takes ()"),
        (lambda x: x.at[0].apply(lambda e: e.astype("f64")), "the function makes"),
        (lambda x: x.at[0].apply("addd", 1), "'addd' has no meaning"),
    ],
)
def test_what_is_refused(body, said: str) -> None:
    assert said in refused(body, "3x4x5xf32", file=__file__)


@pytest.mark.parametrize(("size", "type"), [(2**31 - 1, "i32"), (2**31, "i64")])
def test_indices_are_as_wide_as_the_size_that_is_added_to_them(size: int, type: str) -> None:
    function = hl.function(hl.tensor(f"{size}xi8"), hl.tensor("3xi32"))(lambda x, i: x.at[i].get(mode="clip"))
    (gather,) = (op for op in function.module.walk() if op.name == "stablehlo.gather")
    assert str(gather.operands[1].type) == f"tensor<3x{type}>"


@pytest.mark.parametrize("most", [2**63 - 1, 2**63, 2**63 + 1])
def test_an_index_that_is_known_to_be_at_most_so_large_stays_above(most: int) -> None:
    """The least number that i64 doesn't hold, too."""

    @hl.function("3xf32", "ui64", name="main")
    def main(x, i):
        return x.at[hl.minimum(i, hl.constant(np.uint64(most)))].get(mode="clip")

    (result,) = interpreter.run(main, np.arange(3, dtype=np.float32), np.uint64(2**64 - 1))
    assert result == 2
