"""Random programs of the builder pass upstream's verifier and read back as the program that was built."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import hlogen as hl
from hlogen.ir import Block, Module, Operation, Region, TensorType, Value, dtype_of, element_type_of

ELEMENT_TYPES = ["i1", "i8", "i32", "i64", "ui8", "ui32", "f16", "bf16", "f32", "f64", "complex<f32>"]
SHAPES = st.lists(st.integers(0, 3), max_size=3).map(tuple)

Draw = Callable[[st.SearchStrategy], object]


def permutation(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    return hl.transpose(x, permutation=draw(st.permutations(range(x.rank))))


def piece(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    limits = [draw(st.integers(0, dim)) for dim in x.shape]
    starts = [draw(st.integers(0, limit)) for limit in limits]
    strides = [draw(st.integers(1, 3)) for _ in x.shape]
    return hl.slice(x, start_indices=starts, limit_indices=limits, strides=strides)


def padded(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    low, high, interior = ([draw(st.integers(0, 2)) for _ in x.shape] for _ in range(3))
    return hl.pad(x, 1, edge_padding_low=low, edge_padding_high=high, interior_padding=interior)


def broadcast(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    shape = (draw(st.integers(0, 2)), *x.shape)
    return hl.broadcast_in_dim(x, shape, broadcast_dimensions=range(1, x.rank + 1))


def flat(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    return x.reshape(-1)


def joined(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    return hl.concatenate([x, x], dimension=draw(st.integers(0, x.rank - 1))) if x.rank else x


def converted(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    return x.astype(draw(st.sampled_from(ELEMENT_TYPES)))


def arithmetic(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    names = ["add", "multiply", "maximum", "minimum"]
    name = draw(st.sampled_from(names))
    return getattr(hl, name)(x, draw(st.sampled_from([x, 1, True, np.ones(x.type.static_shape, bool)])))


def chosen(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    return hl.select(x == 1, x, 0)


def reduced(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    dimensions = draw(st.lists(st.integers(0, x.rank - 1), unique=True)) if x.rank else []
    return hl.reduce(x, 0, dimensions, draw(st.sampled_from(["add", "mul", "max", lambda a, b: a + b * b])))


def branched(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    def branch() -> hl.Tensor:
        draw(st.sampled_from([flat, arithmetic, chosen, converted]))(draw, x)
        return x

    return hl.if_(hl.constant(draw(st.booleans())), branch, lambda: x)


def looped(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    result, _ = hl.while_([x, 0], lambda a, i: i < 3, lambda a, i: (a + a, i + 1))
    return result


def constant(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    if isinstance(x.element_type, type(hl.tensor("complex<f32>").element_type)):
        return x
    values = np.array([draw(st.integers(0, 1)) for _ in range(x.type.size)]).reshape(x.shape)
    return x + hl.constant(values, x.element_type)


def rows(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    if not x.rank or not x.shape[0]:
        return x
    indices = hl.constant(np.array(draw(st.lists(st.integers(-1, 4), max_size=4)), np.int64))
    return hl.gather(
        x,
        indices,
        offset_dims=range(1, x.rank),
        collapsed_slice_dims=[0],
        start_index_map=[0],
        index_vector_dim=1,
        slice_sizes=[1, *x.shape[1:]],
    )


def scattered(draw: Draw, x: hl.Tensor) -> hl.Tensor:
    if not x.rank or not x.shape[0]:
        return x
    return hl.scatter(
        x,
        np.array([[0], [2]], draw(st.sampled_from([np.int32, np.uint8]))),
        hl.broadcast_in_dim(hl.constant(1, x.element_type), (2, *x.shape[1:]), broadcast_dimensions=[]),
        draw(st.sampled_from(["add", "set", lambda old, new: hl.maximum(old, new + x.reshape(-1).shape[0] % 2)])),
        update_window_dims=range(1, x.rank),
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
    )


STEPS = [
    *(permutation, piece, padded, broadcast, flat, joined, converted, arithmetic, chosen, reduced, branched, looped),
    *(constant, rows, scattered),
]


@settings(max_examples=60, deadline=None)
@given(st.data(), SHAPES, st.sampled_from(ELEMENT_TYPES))
def test_random_programs_are_valid_and_read_back(
    data: st.DataObject, shape: tuple[int, ...], element_type: str
) -> None:
    @hl.function(TensorType(shape, hl.tensor(element_type).element_type))
    def program(x):
        values = [x]
        for _ in range(data.draw(st.integers(1, 6))):
            value = data.draw(st.sampled_from(STEPS))(data.draw, data.draw(st.sampled_from(values)))
            if value.type.size < 1000:
                values.append(value)
        return values

    text = str(program)  # upstream's verifier has seen it
    assert_same(program.module, hl.parse(text))


def test_dtypes_and_element_types_agree() -> None:
    for text in ELEMENT_TYPES:
        element_type = hl.tensor(text).element_type
        assert element_type_of(dtype_of(element_type)) == element_type


def assert_same(built: Module, read: Module) -> None:
    """The same operations with the same operands, attributes, types and regions."""
    assert len(built.operations) == len(read.operations)
    values: dict[Value, Value] = {}
    for one, other in zip(built.operations, read.operations, strict=True):
        assert_same_operation(one, other, values)


def assert_same_operation(built: Operation, read: Operation, values: dict[Value, Value]) -> None:
    assert built.name == read.name
    assert built.attributes == read.attributes
    assert [values[operand] for operand in built.operands] == list(read.operands)
    assert len(built.regions) == len(read.regions)
    for one, other in zip(built.regions, read.regions, strict=True):
        assert_same_region(one, other, values)
    assert [result.type for result in built.results] == [result.type for result in read.results]
    values.update(zip(built.results, read.results, strict=True))


def assert_same_region(built: Region, read: Region, values: dict[Value, Value]) -> None:
    one, other = built.block, read.block
    assert isinstance(one, Block)
    assert [argument.type for argument in one.arguments] == [argument.type for argument in other.arguments]
    values.update(zip(one.arguments, other.arguments, strict=True))
    assert len(one.operations) == len(other.operations)
    for first, second in zip(one.operations, other.operations, strict=True):
        assert_same_operation(first, second, values)
