"""Random programs and real ones: what is written reads back as the same program, whichever way it goes."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hlogen.ir import (
    Block,
    DenseArray,
    DenseElements,
    EnumAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    Location,
    Module,
    OpaqueAttr,
    Operation,
    Region,
    SymbolRef,
    TensorType,
    UnitAttr,
    dtype_of,
    parse_element_type,
    parse_type,
)
from hlogen.mlir.reader import read
from hlogen.mlir.writer import to_bytecode, to_text

ELEMENTS = [
    parse_element_type(text)
    for text in [
        "i1",
        "i2",
        "i4",
        "i8",
        "i16",
        "i32",
        "i64",
        "ui2",
        "ui4",
        "ui8",
        "ui16",
        "ui32",
        "ui64",
        "f4E2M1FN",
        "f6E2M3FN",
        "f6E3M2FN",
        "f8E3M4",
        "f8E4M3",
        "f8E4M3FN",
        "f8E4M3FNUZ",
        "f8E4M3B11FNUZ",
        "f8E5M2",
        "f8E5M2FNUZ",
        "f8E8M0FNU",
        "bf16",
        "f16",
        "f32",
        "f64",
        "complex<f32>",
        "complex<f64>",
    ]
] + [parse_element_type("!quant.uniform<i8<-127:127>:f32, 0.1:-5>")]

names = st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_categories=["Cs"]), min_size=1, max_size=6)
integers = st.sampled_from(["i8", "i64", "ui32", "si16", "i1"]).map(parse_element_type)


@st.composite
def tensor_types(draw):
    shape = tuple(draw(st.lists(st.one_of(st.none(), st.integers(0, 5)), max_size=3)))
    bounds = None
    if None in shape and draw(st.booleans()):
        bounds = tuple(None if dim is not None else draw(st.one_of(st.none(), st.integers(1, 9))) for dim in shape)
        bounds = None if not any(bounds) else bounds
    return TensorType(shape, draw(st.sampled_from(ELEMENTS)), bounds)


@st.composite
def constants(draw):
    element = draw(st.sampled_from(ELEMENTS[:-1]))
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=3)))
    count = math.prod(shape)
    seed = draw(st.integers(0, 99))
    values = np.random.default_rng(seed).integers(-3, 4, count).astype(np.float64)
    if str(element).startswith(("u", "i1", "f8E8")):
        values = abs(values)
    array = values > 1 if str(element) == "i1" else np.clip(values, -2, 1) if str(element) == "i2" else values
    return DenseElements(TensorType(shape, element), np.asarray(array).astype(dtype_of(element)).reshape(shape))


@st.composite
def integer_attributes(draw):
    kind = draw(integers.filter(lambda kind: not kind.is_boolean))
    return IntegerAttr(draw(st.integers(kind.minimum, kind.maximum)), kind)


leaves = st.one_of(
    st.booleans(),
    st.text(max_size=8),
    st.just(UnitAttr()),
    integer_attributes(),
    st.builds(FloatAttr, st.floats(allow_nan=False), st.just(parse_element_type("f64"))),
    st.builds(FloatAttr, st.floats(width=32, allow_nan=False), st.just(parse_element_type("f32"))),
    st.builds(SymbolRef, st.lists(names, min_size=1, max_size=2).map(tuple)),
    st.builds(DenseArray, st.just(parse_element_type("i64")), st.lists(st.integers(-9, 9), max_size=4).map(tuple)),
    st.builds(
        DenseArray,
        st.just(parse_element_type("f32")),
        st.lists(st.floats(width=32, allow_nan=False), max_size=3).map(tuple),
    ),
    st.sampled_from(
        [EnumAttr("comparison_direction", "LT"), OpaqueAttr("affine_map<(d0) -> (d0)>"), OpaqueAttr("#foo.bar<1>")]
    ),
    constants(),
    tensor_types(),
    st.just(parse_type("(i32, tensor<f32>) -> ()")),
)


def has_complex(value):
    return isinstance(value, DenseElements) and str(value.type.element_type).startswith("complex")


def containers(children):
    children = children.filter(lambda value: not has_complex(value))
    return st.one_of(st.lists(children, max_size=3).map(tuple), st.dictionaries(names, children, max_size=3))


attributes = st.dictionaries(names, st.recursive(leaves, containers, max_leaves=5), max_size=4)


@st.composite
def blocks(draw, outside, depth):
    block = Block(draw(st.lists(tensor_types(), max_size=2)))
    values = [*outside, *block.arguments]
    for _ in range(draw(st.integers(0, 3))):
        operands = draw(st.lists(st.sampled_from(values), max_size=3)) if values else []
        regions = [Region([draw(blocks(values, depth - 1))]) for _ in range(draw(st.integers(0, depth)))]
        operation = Operation(
            draw(st.sampled_from(["foo.one", "foo.two"])),
            operands,
            draw(st.lists(tensor_types(), max_size=2)),
            draw(attributes),
            regions,
            draw(st.one_of(st.none(), st.builds(Location, st.just("x.py"), st.integers(1, 99), st.integers(1, 99)))),
        )
        block.operations.append(operation)
        values += operation.results
    block.operations.append(Operation("foo.return"))
    return block


@st.composite
def modules(draw):
    operations = []
    for name in draw(st.lists(names, min_size=1, max_size=2, unique=True)):
        body = draw(blocks([], 2))
        body.operations[-1] = Operation("func.return")
        kind = FunctionType(tuple(value.type for value in body.arguments), ())
        operations.append(Operation("func.func", (), (), {"sym_name": name, "function_type": kind}, [Region([body])]))
    return Module(operations, {}, draw(st.one_of(st.none(), names)))


def same(mine, theirs):
    """Whether two programs are the same: structure, types, attributes, uses."""
    numbers = {}
    ours, others = list(mine.walk()), list(theirs.walk())
    assert [operation.name for operation in ours] == [operation.name for operation in others]
    for one, other in zip(ours, others, strict=True):
        assert one.attributes == other.attributes
        assert [len(region.blocks) for region in one.regions] == [len(region.blocks) for region in other.regions]
        numbers.update(zip(one.results, other.results, strict=True))
        for region, other_region in zip(one.regions, other.regions, strict=True):
            for block, other_block in zip(region.blocks, other_region.blocks, strict=True):
                assert [v.type for v in block.arguments] == [v.type for v in other_block.arguments]
                numbers.update(zip(block.arguments, other_block.arguments, strict=True))
        assert [value.type for value in one.results] == [value.type for value in other.results]
    for one, other in zip(ours, others, strict=True):
        assert tuple(numbers[operand] for operand in one.operands) == other.operands
    assert (mine.name, mine.attributes) == (theirs.name, theirs.attributes)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(modules())
def test_random_programs_survive(module):
    text = to_text(module)
    again = read(text)
    same(module, again)
    assert to_text(again) == text
    same(module, read(to_bytecode(module)))
    same(module, read(str(module)))
    located = read(to_text(module, locations=True))
    for one, other in zip(module.walk(), located.walk(), strict=True):
        if one.location is not None:
            assert one.location == other.location


def test_what_jax_lowers_survives():
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    def program(table, rows, updates):
        taken = jnp.take(table, rows, axis=0) @ table.T
        added = table.at[rows].add(updates)
        looped = jax.lax.fori_loop(0, 3, lambda _, carry: carry * 2 + 1, added)
        return taken, looped, jnp.sort(table, axis=0), jax.lax.top_k(table, 2), jnp.fft.fft(table)

    arguments = (np.ones((6, 4), np.float32), np.array([0, 5, 2]), np.ones((3, 4), np.float32))
    lowered = jax.jit(jax.grad(lambda *a: program(*a)[0].sum() + program(*a)[1].sum())).lower(*arguments)
    for text in (lowered.as_text(), jax.jit(program).lower(*arguments).as_text(debug_info=True)):
        module = read(text)
        written = to_text(module)
        assert to_text(read(written)) == written
        same(module, read(to_bytecode(module)))
        assert {"stablehlo.gather", "stablehlo.scatter"} <= {operation.name for operation in module.walk()}
