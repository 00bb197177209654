"""check_operation: attributes missing, of the wrong kind or spelled otherwise; operands too few or too many."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from helpers.layouts import unhurried
from hypothesis import given
from hypothesis import strategies as st

from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    DenseElements,
    FloatType,
    GatherDimensionNumbers,
    IntegerAttr,
    IntegerType,
    Location,
    OpaqueAttr,
    Operation,
    Region,
    ScatterDimensionNumbers,
    Type,
    UnitAttr,
    parse_type,
    tensor,
)
from hlogen.spec.constraint import Truth
from hlogen.spec.operations import check_operation, evaluate_operation

I64 = IntegerType(64)
GATHER: dict[str, Attribute] = {
    "dimension_numbers": GatherDimensionNumbers((3, 4), (1,), (0,), (1,), (2, 1), 3),
    "slice_sizes": DenseArray(I64, (1, 1, 2, 2)),
}
SCATTER: dict[str, Attribute] = {
    "scatter_dimension_numbers": ScatterDimensionNumbers((3, 4), (1,), (0,), (1,), (2, 1), 3),
}
OPERAND, INDICES, RESULT = tensor("2x3x4x2xi64"), tensor("2x2x3x2xi64"), tensor("2x2x3x2x2xi64")
HERE = Location("f.mlir", 7, 3)


def operation(
    name: str,
    operands: Sequence[Type],
    results: Sequence[Type],
    attributes: dict[str, Attribute],
    regions: Sequence[Region] = (),
) -> Operation:
    return Operation(name, Block(operands).arguments, results, attributes, regions, HERE)


def gather(
    operands: Sequence[Type] = (OPERAND, INDICES), results: Sequence[Type] = (RESULT,), **changes: Any
) -> list[str]:
    attributes = {name: value for name, value in {**GATHER, **changes}.items() if value is not None}
    return labels(operation("stablehlo.gather", operands, results, attributes))


def scatter(
    operands: Sequence[Type] = (OPERAND, INDICES, RESULT),
    results: Sequence[Type] = (OPERAND,),
    regions: int = 1,
    **changes: Any,
) -> list[str]:
    attributes = {name: value for name, value in {**SCATTER, **changes}.items() if value is not None}
    return labels(operation("stablehlo.scatter", operands, results, attributes, [body() for _ in range(regions)]))


def body() -> Region:
    block = Block([tensor("i64"), tensor("i64")])
    block.operations.append(Operation("stablehlo.return", block.arguments[:1]))
    return Region([block])


def labels(op: Operation) -> list[str]:
    found = check_operation(op)
    assert all(violation.location == HERE and violation.op == op.name for violation in found)
    return [violation.id.partition(".")[2] for violation in found]


def test_valid_operations_with_attributes_left_out() -> None:
    assert gather() == []
    assert gather(indices_are_sorted=True) == []
    assert scatter() == []
    assert scatter(indices_are_sorted=False, unique_indices=True) == []


def test_what_was_found_valid_is_remembered_for_its_like_alone() -> None:
    for _ in range(2):
        assert gather() == []
        assert gather(results=[tensor("2x2x3x2x3xi64")]) == ["C22"]
        assert gather(slice_sizes=DenseArray(I64, (1, 2, 2, 2))) == ["C9"]
        assert scatter() == []
        assert scatter(results=[tensor("2x3x4x3xi64")]) == ["C24"]
        assert scatter([OPERAND, INDICES, tensor("2x2x3x2x2xi32")]) == ["C6"]
    lists: Any = GatherDimensionNumbers([3, 4], [1], [0], [1], [2, 1], 3)  # built by hand
    assert gather(dimension_numbers=lists) == []


def test_operations_of_other_dialects_have_no_constraints() -> None:
    op = operation("chlo.erf", [OPERAND], [], {})
    assert check_operation(op) == []
    assert evaluate_operation(op) == {}


@pytest.mark.parametrize(
    "numbers",
    [None, OpaqueAttr("#foo"), UnitAttr(), "text", {}, (), ScatterDimensionNumbers(), DenseArray(I64, (1,)), True],
)
def test_dimension_numbers_missing_or_of_another_kind(numbers: Attribute | None) -> None:
    assert gather(dimension_numbers=numbers) == ["I3"]
    if not isinstance(numbers, ScatterDimensionNumbers):
        assert scatter(scatter_dimension_numbers=numbers) == ["I4"]
    assert scatter(scatter_dimension_numbers=GatherDimensionNumbers()) == ["I4"]


@pytest.mark.parametrize(
    "sizes",
    [
        None,
        UnitAttr(),
        IntegerAttr(1, I64),
        (IntegerAttr(1, I64),),
        DenseArray(IntegerType(32), (1, 1, 2, 2)),
        DenseArray(FloatType("f32"), (1.0, 1.0, 2.0, 2.0)),
        DenseArray(IntegerType(1), (True, True, False, False)),
        DenseElements(tensor("2x2xi64"), np.ones((2, 2), np.int64)),
        DenseElements(tensor("4xi32"), np.ones(4, np.int32)),
        DenseElements(tensor("i64"), np.array(1)),
        OpaqueAttr("x" * 500),
    ],
)
def test_slice_sizes_missing_or_of_another_kind(sizes: Attribute | None) -> None:
    assert gather(slice_sizes=sizes) == ["I9"]


def test_slice_sizes_in_the_older_spelling() -> None:
    assert gather(slice_sizes=DenseElements(tensor("4xi64"), np.array([1, 1, 2, 2]))) == []
    assert gather(slice_sizes=DenseElements(tensor("4xi64"), np.broadcast_to(np.int64(1), (4,)))) == ["C22"]
    assert gather(slice_sizes=DenseArray(I64, ())) == ["C20"]


@pytest.mark.parametrize("value", [UnitAttr(), IntegerAttr(1, IntegerType(32)), "true", OpaqueAttr("x"), ()])
def test_flags_of_another_kind(value: Attribute) -> None:
    assert gather(indices_are_sorted=value) == ["I10"]
    assert scatter(indices_are_sorted=value) == ["I10"]
    assert scatter(unique_indices=value) == ["I11"]


def test_operands_too_few_or_too_many() -> None:
    assert gather([]) == ["I1"]
    assert gather([OPERAND]) == ["I2"]
    assert gather([OPERAND, INDICES, INDICES]) == ["I2"]
    assert gather(results=[]) == ["O1"]
    assert gather(results=[RESULT, RESULT]) == ["O1"]
    assert scatter([]) == ["C5"]
    assert scatter([INDICES], results=[]) == ["C5"]
    assert scatter([OPERAND, INDICES]) == ["C5"]
    assert scatter([OPERAND, INDICES, RESULT, RESULT]) == ["C5"]
    assert scatter(results=[]) == ["C24"]


def test_scatters_regions_too_few_or_too_many() -> None:
    assert scatter(regions=0) == ["I12"]
    assert scatter(regions=2) == ["I12"]


def dynamic(sizes: Operation | None, operands: int = 3, **changes: Any) -> list[str]:
    values = list(Block([tensor("3x4x2xi64"), tensor("2x3x2xi64"), tensor("3xi64")]).arguments)
    if sizes is not None:
        values[2] = sizes.result
    attributes: dict[str, Attribute] = {
        "dimension_numbers": GatherDimensionNumbers((2, 3), (0,), (), (), (1, 0), 2),
        **changes,
    }
    result = tensor("2x3x2x2xi64")
    return labels(Operation("stablehlo.dynamic_gather", values[:operands], [result], attributes, location=HERE))


def constant(values: Any, type: str, name: str = "stablehlo.constant") -> Operation:
    attribute = DenseElements(tensor(type), values)
    return Operation(name, (), [tensor(type)], {"value": attribute})


def test_constant_slice_sizes_are_seen() -> None:
    assert dynamic(None) == []
    assert dynamic(constant(np.array([1, 2, 2]), "3xi64")) == []
    assert dynamic(constant(np.array([2, 2, 2]), "3xi64")) == ["C8"]
    assert dynamic(constant(np.array([1, 9, 2]), "3xi64")) == ["C12"]
    assert dynamic(constant(np.array([2, 2, 2]), "3xi64", name="other.op")) == []
    # An unsigned 200 is 200, not -56.
    assert dynamic(constant(np.array([1, 200, 2], np.uint8), "3xui8")) == ["C12"]
    assert dynamic(constant(np.array([[1, 2, 2]]), "1x3xi64")) == ["I3"]
    assert dynamic(constant(np.array([1.0, 2.0, 2.0], np.float32), "3xf32")) == ["I3"]
    opaque = Operation("stablehlo.constant", (), [tensor("3xi64")], {"value": OpaqueAttr("dense_resource<x>")})
    assert dynamic(opaque) == []


def test_dynamic_gathers_operands_and_attributes() -> None:
    assert dynamic(None, operands=0) == ["I1"]
    assert dynamic(None, operands=1) == ["I2"]
    assert dynamic(None, operands=2) == ["I3"]
    assert dynamic(None, dimension_numbers=OpaqueAttr("x")) == ["I4"]
    assert dynamic(None, indices_are_sorted=UnitAttr()) == ["I8"]


def test_what_only_a_run_can_tell_is_visible() -> None:
    op = operation("stablehlo.gather", [tensor("2x?x4x2xi64"), INDICES], [RESULT], GATHER)
    outcomes = evaluate_operation(op)
    assert outcomes["gather.C21"].verdict is Truth.UNKNOWN
    assert [id for id, outcome in outcomes.items() if outcome.verdict is not Truth.HOLDS] == ["gather.C21"]


TYPES = st.sampled_from(
    [
        *("tensor<2x3x4x2xi64>", "tensor<2x2x3x2xi64>", "tensor<f32>", "tensor<*xf32>", "tensor<0x?xi1>", "i64"),
        *("index", "!stablehlo.token", "!foo.bar", "tuple<tensor<f32>>", "() -> ()", "tensor<3xindex>"),
        *("tensor<?x?x?x?xf32, #stablehlo.bounds<1, 2, ?, 3>>", "tensor<3x!quant.uniform<i8:f32:0, {1.0,2.0,3.0}>>"),
        *("tensor<2x3xi64, #foo.encoding<1>>", "tensor<2x!quant.uniform<i8:f32, 1.0>>", "tensor<5xi128>"),
    ]
).map(parse_type)  # fmt: skip
INTS = st.lists(st.one_of(st.integers(-3, 6), st.integers()), max_size=5).map(tuple)
ATTRIBUTES: Any = st.one_of(
    st.sampled_from([True, "x", (), {}, UnitAttr(), OpaqueAttr("y"), IntegerAttr(2**70, I64), tensor("f32")]),
    st.builds(DenseArray, st.just(I64), INTS),
    st.just(DenseArray(FloatType("f32"), (1.0, 2.0))),
    st.builds(GatherDimensionNumbers, INTS, INTS, INTS, INTS, INTS, st.integers()),
    st.builds(ScatterDimensionNumbers, INTS, INTS, INTS, INTS, INTS, st.integers(-2, 5)),
)


@st.composite
def regions(draw: st.DrawFn) -> Region:
    blocks = []
    for _ in range(draw(st.integers(0, 2))):
        block = Block(draw(st.lists(TYPES, max_size=4)))
        if draw(st.booleans()):
            name = draw(st.sampled_from(["stablehlo.return", "func.return", "stablehlo.add"]))
            block.operations.append(Operation(name, Block(draw(st.lists(TYPES, max_size=3))).arguments))
        blocks.append(block)
    return Region(blocks)


@unhurried
@given(st.data())
def test_no_operation_is_too_broken_to_check(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["stablehlo.gather", "stablehlo.scatter", "stablehlo.dynamic_gather"]))
    numbers: Any = data.draw(
        st.builds(
            ScatterDimensionNumbers if name == "stablehlo.scatter" else GatherDimensionNumbers,
            *[INTS] * 5,
            st.integers(-2, 5),
        )
    )
    attributes: dict[str, Attribute] = {
        "dimension_numbers": numbers,
        "scatter_dimension_numbers": numbers,
        "slice_sizes": DenseArray(I64, data.draw(INTS)),
    }
    for attribute in data.draw(
        st.lists(st.sampled_from([*attributes, "indices_are_sorted", "unique_indices"]), max_size=3)
    ):
        attributes[attribute] = data.draw(ATTRIBUTES)
    op = operation(
        name,
        data.draw(st.lists(TYPES, max_size=6)),
        data.draw(st.lists(TYPES, max_size=3)),
        attributes,
        data.draw(st.lists(regions(), max_size=2)),
    )
    outcomes = evaluate_operation(op)
    found = check_operation(op)
    assert [v.id for v in found] == [id for id, o in outcomes.items() if o.verdict is Truth.VIOLATED]
    assert all(str(violation) for violation in found)
