"""hl.gather and hl.dynamic_gather: result types, what the program says, all violations at once at the user's line."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import DenseArray, GatherDimensionNumbers, IntegerType, Location

# The specification's own example.
SPEC_DIMS = {
    "offset_dims": [3, 4],
    "collapsed_slice_dims": [1],
    "operand_batching_dims": [0],
    "start_indices_batching_dims": [1],
    "start_index_map": [2, 1],
    "index_vector_dim": 3,
}
ROWS = {"offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1}


def spec_example():
    @hl.function("2x3x4x2xi32", "2x2x3x2xi64")
    def windows(operand, start_indices):
        return hl.gather(operand, start_indices, **SPEC_DIMS, slice_sizes=[1, 1, 2, 2])

    return windows


def test_spec_example_is_built_as_the_spec_writes_it() -> None:
    (operation, _) = spec_example().module.function("windows").body.operations
    assert operation.name == "stablehlo.gather"
    assert operation.result.type == hl.tensor("2x2x3x2x2xi32")
    assert operation.attributes == {
        "dimension_numbers": GatherDimensionNumbers((3, 4), (1,), (0,), (1,), (2, 1), 3),
        "slice_sizes": DenseArray(IntegerType(64), (1, 1, 2, 2)),
        "indices_are_sorted": False,
    }
    assert [value.name for value in operation.operands] == ["operand", "start_indices"]


def test_spec_example_runs() -> None:
    operand = np.arange(1, 49, dtype=np.int32).reshape(2, 3, 4, 2)
    start_indices = np.array(
        [
            [[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]],
            [[[0, 0], [2, 1], [2, 2]], [[1, 2], [0, 1], [1, 0]]],
        ]
    )
    # The result as the specification prints it.
    expected = [
        [
            [[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
            [[[33, 34], [35, 36]], [[35, 36], [37, 38]], [[41, 42], [43, 44]]],
        ],
        [
            [[[1, 2], [3, 4]], [[13, 14], [15, 16]], [[21, 22], [23, 24]]],
            [[[43, 44], [45, 46]], [[33, 34], [35, 36]], [[27, 28], [29, 30]]],
        ],
    ]
    (result,) = interpreter.run(spec_example(), operand, start_indices)
    np.testing.assert_array_equal(result, expected)


def test_arguments_may_be_any_sequences_of_integers() -> None:
    @hl.function("4x2xf32", "3x1xi32")
    def rows(operand, start_indices):
        return hl.gather(
            operand,
            start_indices,
            offset_dims=np.array([1]),
            collapsed_slice_dims=(np.int64(0),),
            start_index_map=range(1),
            index_vector_dim=np.int32(1),
            slice_sizes=iter([1, 2]),
            indices_are_sorted=np.True_,
        )

    operation = rows.module.function("rows").body.operations[0]
    assert operation.attributes["indices_are_sorted"] is True
    assert operation.attributes["slice_sizes"].values == (1, 2)
    assert all(type(value) is int for value in operation.attributes["slice_sizes"].values)
    str(rows)


def test_arrays_become_constants() -> None:
    table = np.arange(8.0).reshape(4, 2)

    @hl.function
    def rows():
        return hl.gather(table, np.array([[3], [0]]), **ROWS, slice_sizes=[1, 2])

    (result,) = interpreter.run(rows)
    np.testing.assert_array_equal(result, table[[3, 0]])


@pytest.mark.parametrize(
    ("operand", "indices", "expected"), [("4x2xf32", "?x1xi64", "?x2xf32"), ("4x0xf32", "0x1xui8", "0x0xf32")]
)
def test_dynamic_and_zero_sizes(operand: str, indices: str, expected: str) -> None:
    size = hl.tensor(operand).shape[1]
    f = hl.function(operand, indices, name="f")(lambda x, i: hl.gather(x, i, **ROWS, slice_sizes=[1, size]))
    assert f.type.results == (hl.tensor(expected),)
    str(f)


def test_every_violation_at_once_at_the_users_line() -> None:
    def body(operand, start_indices):
        return hl.gather(operand, start_indices, **{**SPEC_DIMS, "offset_dims": [4, 3]}, slice_sizes=[1, 2, 2, 3])

    with pytest.raises(hl.ConstraintError) as caught:
        hl.function("2x3x4x2xi32", "2x2x3x2xi64", name="f")(body)
    here = Location(__file__, body.__code__.co_firstlineno + 1, 16)
    violations = caught.value.violations
    assert [violation.id for violation in violations] == ["gather.C4", "gather.C9", "gather.C21"]
    assert {violation.location for violation in violations} == {here}
    assert f"{here}" in str(caught.value)
    assert "3 constraints" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"offset_dims": 1}, "offset_dims takes a list of integers"),
        ({"offset_dims": "1"}, "offset_dims takes a list of integers"),
        ({"offset_dims": [1.0]}, "offset_dims[0] takes an integer, not float 1.0"),
        ({"offset_dims": [True]}, "offset_dims[0] takes an integer, not the boolean True"),
        ({"offset_dims": [[1]]}, "offset_dims[0] takes an integer, not list [1]"),
        ({"index_vector_dim": "0"}, "index_vector_dim takes an integer, not str '0'"),
        ({"index_vector_dim": 1 << 63}, "doesn't fit 64 bits"),
        ({"slice_sizes": [1, -(1 << 70)]}, "doesn't fit 64 bits"),
        ({"indices_are_sorted": 1}, "indices_are_sorted takes True or False"),
        ({"operand": None}, "operand is a tensor, a number or a NumPy array, not None"),
        ({"start_indices": "0"}, "start_indices is a tensor, a number or a NumPy array, not str '0'"),
    ],
)
def test_wrong_python_types(change, said: str) -> None:
    def body(operand, start_indices):
        arguments = {"operand": operand, "start_indices": start_indices, **ROWS, "slice_sizes": [1, 2]}
        return hl.gather(**{**arguments, **change})

    with pytest.raises(hl.UsageError) as caught:
        hl.function("4x2xf32", "3x1xi32", name="f")(body)
    assert said in str(caught.value)
    assert f"where: {__file__}:{body.__code__.co_firstlineno + 2}" in str(caught.value)


def test_negative_dimensions_are_not_pythons() -> None:
    with pytest.raises(hl.ConstraintError) as caught:
        hl.function("4x2xf32", "3x1xi32", name="f")(
            lambda x, i: hl.gather(x, i, **{**ROWS, "collapsed_slice_dims": [-2]}, slice_sizes=[1, 2])
        )
    assert "gather.C8" in [violation.id for violation in caught.value.violations]


# --- dynamic_gather --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [[1, 2], (1, 2), np.array([1, 2]), np.array([1, 2], np.int32)])
def test_known_slice_sizes_give_a_known_shape(sizes) -> None:
    operand = np.arange(8, dtype=np.float32).reshape(4, 2)

    @hl.function("4x2xf32", "3x1xi32")
    def rows(operand, start_indices):
        return hl.dynamic_gather(operand, start_indices, sizes, **ROWS)

    assert rows.type.results == (hl.tensor("3x2xf32"),)
    str(rows)
    (result,) = interpreter.run(rows, operand, np.array([[2], [9], [0]], np.int32))
    np.testing.assert_array_equal(result, operand[[2, 3, 0]])


def test_unknown_slice_sizes_give_dynamic_dimensions_unless_told() -> None:
    def build(result_type):
        return hl.function("4x2xf32", "3x1xi32", "2xi64", name="f")(
            lambda x, i, sizes: hl.dynamic_gather(x, i, sizes, **ROWS, result_type=result_type)
        )

    assert build(None).type.results == (hl.tensor("3x?xf32"),)
    assert build("3x2xf32").type.results == (hl.tensor("3x2xf32"),)
    str(build(None))
    with pytest.raises(hl.ConstraintError):
        build("4x2xf32")


@pytest.mark.parametrize("result_type", [None, "3x3xf32"])
def test_dynamic_gather_violations(result_type) -> None:
    """What is known of slice_sizes is looked at, also where the result's type is given."""
    with pytest.raises(hl.ConstraintError) as caught:
        hl.function("4x2xf32", "3x1xi32", name="f")(
            lambda x, i: hl.dynamic_gather(x, i, [2, 3], **ROWS, result_type=result_type)
        )
    assert {violation.op for violation in caught.value.violations} == {"stablehlo.dynamic_gather"}
    assert len(caught.value.violations) == 2
