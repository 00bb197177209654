"""Cotangents that are zero except in a part are added in place."""

import numpy as np
import pytest
from helpers.derivatives import check

import hlogen as hl
import interpreter
from hlogen.autodiff.sums import total_of

PARTS = {
    "dynamic_update_slice": lambda zeros, update: hl.dynamic_update_slice(zeros, update, [hl.constant(1, "i32")]),
    "scatter": lambda zeros, update: hl.scatter(
        zeros,
        hl.constant([[3], [0], [3]], "3x1xi32"),
        update,
        "add",
        update_window_dims=[],
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
    ),
}


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("ground", ["constant", "broadcast", "of ones"])
def test_a_part(name, is_first, ground):
    @hl.function("5xf64", "3xf64", name="main")
    def main(whole, update):
        value = 1.0 if ground == "of ones" else 0.0
        if ground == "broadcast":
            base = hl.broadcast_in_dim(hl.constant(value, "f64"), (5,), broadcast_dimensions=[])
        else:
            base = hl.constant(np.full(5, value))
        part = PARTS[name](base, update)
        return total_of(part, whole) if is_first else total_of(whole, part)

    whole, update = np.arange(5.0), np.array([1.0, -2.0, 4.0])
    expected = whole + (ground == "of ones")
    if name == "scatter":
        np.add.at(expected, [3, 0, 3], update)
    else:
        expected[1:4] = whole[1:4] + update
    np.testing.assert_array_equal(interpreter.run(main, whole, update)[0], expected)
    last = main.module.function("main").body.operations[-2].name
    assert last == ("stablehlo.add" if ground == "of ones" else f"stablehlo.{name}")


@pytest.mark.parametrize("ground", [[0.0, 0, 0, 0, 3], [2.0, 0, 0, 0, 0], [0.0, 0, -1, 0, 0]])
@pytest.mark.parametrize("name", PARTS)
def test_what_is_zero_in_places_is_no_ground(name, ground):
    @hl.function("5xf64", "3xf64", name="main")
    def main(whole, update):
        part = PARTS[name](hl.constant(np.array(ground)), update)
        return part, total_of(whole, part), total_of(part, whole)

    whole = np.arange(5.0)
    part, *totals = interpreter.run(main, whole, np.array([1.0, -2.0, 4.0]))
    for total in totals:
        np.testing.assert_array_equal(total, whole + part)


@pytest.mark.parametrize("body", ["set", "mul", "min", "max", lambda old, new: old + new + old * new])
def test_a_scatter_that_does_not_add_is_no_part(body):
    @hl.function("5xf64", "3xf64", name="main")
    def main(whole, update):
        at = {"update_window_dims": [], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}
        indices = hl.constant([[3], [0], [1]], "3x1xi32")
        part = hl.scatter(hl.constant(np.zeros(5)), indices, update, body, **at, index_vector_dim=1)
        return part, total_of(whole, part), total_of(part, whole)

    whole = np.arange(5.0)
    part, *totals = interpreter.run(main, whole, np.array([1.0, -2.0, 4.0]))
    for total in totals:
        np.testing.assert_array_equal(total, whole + part)


def test_the_gradient_of_a_table_that_is_read_in_a_loop_and_before():
    @hl.function("6x3xf64", "4x2x1xi32", name="main")
    def main(table, indices):
        zero = hl.constant(0, "i32")

        def body(i, total):
            at = hl.reshape(hl.dynamic_slice(indices, [i, zero, zero], slice_sizes=[1, 2, 1]), (2, 1))
            rows = hl.gather(
                table,
                at,
                offset_dims=[1],
                collapsed_slice_dims=[0],
                start_index_map=[0],
                index_vector_dim=1,
                slice_sizes=[1, 3],
            )
            return i + 1, hl.sine(total) * hl.reduce(rows * rows, 0.0, [0], "add")

        first = hl.reshape(hl.slice(table, start_indices=[0, 0], limit_indices=[1, 3], strides=[1, 1]), (3,))
        return hl.while_([zero, first], lambda i, total: hl.compare(i, 4, "LT"), body)[1]

    rng = np.random.default_rng(0)
    inputs = [rng.normal(size=(6, 3)), rng.integers(0, 6, (4, 2, 1)).astype(np.int32)]
    check(main, inputs, wrt=(0,))
    backward = hl.vjp(main)
    loop = [operation for operation in backward.module.walk() if operation.name == "stablehlo.while"][-1]
    makers = [operation for operation in loop.regions[1].walk() if operation.results]
    of_table = [operation.name for operation in makers if str(operation.results[0].type) == "tensor<6x3xf64>"]
    assert of_table == ["stablehlo.scatter"]
