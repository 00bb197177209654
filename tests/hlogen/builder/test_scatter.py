"""hl.scatter: update computations by name, as a function and by hand; several inputs; promotion; captures."""

from __future__ import annotations

import numpy as np
import pytest
from model.scatter import scatter as slow_scatter

import hlogen as hl
import interpreter
from hlogen.ir import Block, Operation, Region

CELLS = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
INPUT = np.array([1, 5, 9, 2], np.int32)
INDICES = np.array([[2], [0], [2], [7]])
UPDATES = np.array([4, 3, 6, 8], np.int32)


def build(update_computation, **more):
    return hl.function("4xi32", "4x1xi64", "4xi32", name="f")(
        lambda inputs, indices, updates: hl.scatter(inputs, indices, updates, update_computation, **CELLS, **more)
    )


def run(function):
    str(function)  # upstream's verifier has seen it
    return interpreter.run(function, INPUT, INDICES, UPDATES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("add", [4, 5, 19, 2]),
        ("mul", [3, 5, 216, 2]),
        ("min", [1, 5, 4, 2]),
        ("max", [3, 5, 9, 2]),
        ("and", [1 & 3, 5, 9 & 4 & 6, 2]),
        ("or", [1 | 3, 5, 9 | 4 | 6, 2]),
        ("xor", [1 ^ 3, 5, 9 ^ 4 ^ 6, 2]),
        ("set", [3, 5, 6, 2]),
    ],
)
def test_names(name: str, expected: list[int]) -> None:
    (result,) = run(build(name))
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(
    "body",
    [
        lambda old, new: old * 2 + new,
        lambda old, new: [old * 2 + new],
        hl.function("i32", "i32", name="body")(lambda old, new: old * 2 + new),
    ],
)
def test_python_functions(body) -> None:
    (result,) = run(build(body))
    np.testing.assert_array_equal(result, [5, 5, (9 * 2 + 4) * 2 + 6, 2])


def test_a_number_as_the_result() -> None:
    (result,) = run(build(lambda old, new: 7))
    np.testing.assert_array_equal(result, [7, 5, 7, 2])


def test_regions_by_hand() -> None:
    @hl.region("i32", "i32")
    def twice_and_add(old, new):
        return old * 2 + new

    (result,) = run(build(twice_and_add))
    np.testing.assert_array_equal(result, [5, 5, 50, 2])

    block = Block([hl.tensor("i32"), hl.tensor("i32")])
    block.operations.append(Operation("stablehlo.return", [block.arguments[0]]))
    (result,) = run(build(Region([block])))
    np.testing.assert_array_equal(result, INPUT)


def test_a_region_can_be_used_twice() -> None:
    @hl.region("i32", "i32")
    def add(old, new):
        return old + new

    @hl.function("4xi32", "4x1xi64", "4xi32")
    def f(inputs, indices, updates):
        once = hl.scatter(inputs, indices, updates, add, **CELLS)
        return hl.scatter(once, indices, updates, add, **CELLS)

    (result,) = run(f)
    np.testing.assert_array_equal(result, [7, 5, 29, 2])
    first, second = (operation for operation in f.module.walk() if operation.name == "stablehlo.scatter")
    assert first.regions[0].block is not second.regions[0].block


def test_captures_of_the_function_around() -> None:
    @hl.function("4xi32", "4x1xi64", "4xi32")
    def f(inputs, indices, updates):
        factor = hl.constant(10, "i32")
        return hl.scatter(inputs, indices, updates, lambda old, new: old + new * factor, **CELLS)

    (result,) = run(f)
    np.testing.assert_array_equal(result, [31, 5, 109, 2])

    @hl.function("4xi32", "4x1xi64", "4xi32")
    def g(inputs, indices, updates):
        factor = hl.constant(10, "i32")

        @hl.region("i32", "i32")
        def body(old, new):
            return old + new * factor

        return hl.scatter(inputs, indices, updates, body, **CELLS)

    (result,) = run(g)
    np.testing.assert_array_equal(result, [31, 5, 109, 2])


def test_several_inputs_against_the_slow_model() -> None:
    values, places = np.array([3.0, 8.0, 2.0, 5.0], np.float32), np.array([0, 1, 2, 3], np.int32)
    new_values, new_places = np.array([4.0, 9.0, 7.0, 1.0], np.float32), np.array([40, 41, 42, 43], np.int32)

    def larger(value, place, new_value, new_place):
        is_new = new_value > value
        return hl.select(is_new, new_value, value), hl.select(is_new, new_place, place)

    @hl.function("4xf32", "4xi32", "4x1xi64", "4xf32", "4xi32")
    def f(values, places, indices, new_values, new_places):
        return hl.scatter([values, places], indices, (new_values, new_places), larger, **CELLS)

    assert f.type.results == (hl.tensor("4xf32"), hl.tensor("4xi32"))
    str(f)
    results = interpreter.run(f, values, places, INDICES, new_values, new_places)
    expected = slow_scatter(
        [values, places],
        INDICES,
        [new_values, new_places],
        lambda value, place, new_value, new_place: (new_value, new_place) if new_value > value else (value, place),
        **CELLS,
    )
    for result, wanted in zip(results, expected, strict=True):
        np.testing.assert_array_equal(result, wanted)


def test_a_name_applies_to_each_pair() -> None:
    @hl.function("4xi32", "4xi32", "4x1xi64", "4xi32")
    def f(first, second, indices, updates):
        one, two = hl.scatter([first, second], indices, [updates, updates * 2], "add", **CELLS)
        return one, two

    str(f)
    one, two = interpreter.run(f, INPUT, INPUT, INDICES, UPDATES)
    np.testing.assert_array_equal(one, [4, 5, 19, 2])
    np.testing.assert_array_equal(two, [7, 5, 29, 2])


def test_a_list_of_one_gives_a_tuple_of_one() -> None:
    @hl.function("4xi32", "4x1xi64", "4xi32")
    def f(inputs, indices, updates):
        results = hl.scatter([inputs], indices, [updates], "add", **CELLS)
        assert isinstance(results, tuple)
        assert len(results) == 1
        return results

    run(f)


@pytest.mark.parametrize("types", ["f64", ["f64"], [hl.tensor("f64").element_type]])
def test_promotion(types) -> None:
    @hl.function("2xf32", "1x1xi64", "1xf32")
    def f(inputs, indices, updates):
        return hl.scatter(inputs, indices, updates, lambda old, new: old / new, **CELLS, computation_types=types)

    assert f.type.results == (hl.tensor("2xf64"),)
    str(f)
    (result,) = interpreter.run(f, np.ones(2, np.float32), np.zeros((1, 1), np.int64), np.full(1, 3, np.float32))
    np.testing.assert_array_equal(result, [1 / 3, 1])


def test_arrays_among_the_updates_take_the_inputs_element_type() -> None:
    @hl.function("4xi32")
    def f(inputs):
        return hl.scatter(inputs, [[2], [0]], np.array([1, 2]), "set", **CELLS)

    str(f)
    (result,) = interpreter.run(f, INPUT)
    np.testing.assert_array_equal(result, [2, 5, 1, 2])


def ids(call) -> list[str]:
    with pytest.raises(hl.ConstraintError) as caught:
        call()
    assert all(violation.location.file == __file__ for violation in caught.value.violations)
    return [violation.id for violation in caught.value.violations]


def test_violations() -> None:
    assert ids(lambda: build("add", scatter_indices_batching_dims=[0, 0])) == ["scatter.C14", "scatter.C17"]
    assert ids(lambda: build(lambda old, new: hl.convert(old, "f32"))) == ["scatter.C23"]
    assert ids(lambda: build(lambda old, new: (old, new))) == ["scatter.C23"]
    assert ids(lambda: build("add", computation_types="i16")) == ["scatter.C23"]
    assert "scatter.C5" in ids(
        lambda: hl.function("4xi32", "4x1xi64", name="f")(
            lambda x, i: hl.scatter([x, x], i, [np.zeros(4, np.int32)], "add", **CELLS)
        )
    )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: build("plus"), "update_computation 'plus' has no meaning"),
        (lambda: build(3), "update_computation is a Python function, not int 3"),
        (lambda: build(None), "update_computation is a Python function, not None"),
        (lambda: build(lambda old: old), "update_computation gets 2 arguments, but the function takes (old)"),
        (lambda: build(lambda old, new: None), "update_computation returns None"),
        (lambda: build(lambda old, new: "x"), "update_computation returns str 'x'"),
        (lambda: build("add", computation_types=["f32", "f32"]), "computation_types has 2 entries for 1 input"),
        (lambda: build("add", computation_types="q3"), "q3"),
        (lambda: build("add", computation_types=3), "computation_types is an element type such as 'f64'"),
        (lambda: build("add", unique_indices="no"), "unique_indices takes True or False"),
        (lambda: build(lambda old, new: old if new > old else new), "the truth of a tensor<i1> isn't known"),
    ],
)
def test_refused(call, said: str) -> None:
    with pytest.raises(hl.UsageError) as caught:
        call()
    assert said in str(caught.value)
    assert f"where: {__file__}:" in str(caught.value)


def test_regions_of_another_function() -> None:
    regions = []

    @hl.function("i32")
    def first(x):
        regions.append(hl.region("i32", "i32")(lambda old, new: old + x))
        return x

    with pytest.raises(hl.UsageError, match="that can't be used in function f"):
        build(regions[0])


def test_thousands_of_operands_are_compared_by_their_shapes() -> None:
    """Each shape with each other one, not each operand."""
    count = 3000
    types = [hl.tensor("2xf32")] * (count - 1) + [hl.tensor("3xf32")]
    with pytest.raises(
        hl.ConstraintError, match=rf"shape\(inputs\[0\]\) = \[2\], but shape\(inputs\[{count - 1}\]\) = \[3\]"
    ):
        hl.infer_scatter(
            types,
            hl.tensor("2x1xi32"),
            [hl.tensor("2xf32")] * count,
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )
