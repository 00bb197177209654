"""Random programs and real ones: what is written reads back as the same program, whichever way it goes."""

import math
import random

import numpy as np
import pytest

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

I64, F32, F64 = map(parse_element_type, ("i64", "f32", "f64"))
INTEGERS = [*map(parse_element_type, ("i8", "i64", "ui32", "si16"))]
FLOATS = [0.0, -0.0, math.inf, -math.inf, 1e-45, -1e-45, 3.4028234663852886e38, 16777217.0, 0.1]
# Where letters of one to four bytes are, and the ones that MLIR writes otherwise.
LETTERS = [
    (0, 0x7F),
    (0x80, 0x7FF),
    (0x800, 0xD7FF),
    (0xE000, 0xFFFF),
    (0x10000, 0x10FFFF),
    *((ord(one),) * 2 for one in '"\\\n'),
]


class Drawn:
    """A program that a seed draws, with attributes of all kinds."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def some(self, low, high, draw):
        return [draw() for _ in range(self.random.randint(low, high))]

    def integer(self, low, high):
        return self.random.randint(low, high)

    def one_of(self, choices):
        return self.random.choice(choices)

    def chance(self):
        return self.random.random() < 0.5

    def name(self):
        return "".join(self.some(1, 6, lambda: chr(self.integer(33, 0x2FF))))

    def names(self, low, high):
        return tuple(dict.fromkeys(self.some(low, high, self.name)))

    def text(self):
        return "".join(self.some(0, 8, lambda: chr(self.integer(*self.one_of(LETTERS)))))

    def f32(self):
        drawn = np.uint32(self.random.getrandbits(32)).view(np.float32)
        return float(np.float32(self.one_of(FLOATS)) if self.chance() or np.isnan(drawn) else drawn)

    def f64(self):
        drawn = float(np.uint64(self.random.getrandbits(64)).view(np.float64))
        return self.one_of(FLOATS) if self.chance() or math.isnan(drawn) else drawn

    def tensor_type(self):
        shape = tuple(self.some(0, 3, lambda: self.one_of([None, self.integer(0, 5)])))
        bounds = None
        if None in shape and self.chance():
            bounds = tuple(self.one_of([None, self.integer(1, 9)]) if dim is None else None for dim in shape)
        return TensorType(shape, self.one_of(ELEMENTS), bounds if bounds and any(bounds) else None)

    def tensor_types(self):
        return self.some(0, 2, self.tensor_type)

    def constant(self):
        element = self.one_of(ELEMENTS[:-1])
        shape = tuple(self.some(0, 3, lambda: self.integer(0, 4)))
        values = np.array([self.integer(-3, 3) for _ in range(math.prod(shape))], np.float64)
        if str(element).startswith(("u", "i1", "f8E8")):
            values = abs(values)
        array = values > 1 if str(element) == "i1" else np.clip(values, -2, 1) if str(element) == "i2" else values
        return DenseElements(TensorType(shape, element), np.asarray(array).astype(dtype_of(element)).reshape(shape))

    def integer_attribute(self):
        kind = self.one_of(INTEGERS)
        drawn = self.one_of(
            [kind.minimum, kind.maximum, -1 if kind.minimum else 1, self.integer(kind.minimum, kind.maximum)]
        )
        return IntegerAttr(drawn, kind)

    def leaf(self):
        return self.one_of([
            self.chance,
            self.text,
            UnitAttr,
            self.integer_attribute,
            lambda: FloatAttr(self.f64(), F64),
            lambda: FloatAttr(self.f32(), F32),
            lambda: SymbolRef(tuple(self.some(1, 2, self.name))),
            lambda: DenseArray(I64, tuple(self.some(0, 4, lambda: self.integer(-9, 9)))),
            lambda: DenseArray(F32, tuple(self.some(0, 3, self.f32))),
            lambda: EnumAttr("comparison_direction", "LT"),
            lambda: OpaqueAttr(self.one_of(["affine_map<(d0) -> (d0)>", "#foo.bar<1>"])),
            self.constant,
            self.tensor_type,
            lambda: parse_type("(i32, tensor<f32>) -> ()"),
        ])()  # fmt: skip

    def inside(self, depth):
        """What a list or a dictionary holds, which is no complex constant."""
        value = self.attribute(depth)
        return value if not has_complex(value) else self.inside(depth)

    def attribute(self, depth=2):
        kind = self.integer(0, 5) if depth else 5
        if kind == 0:
            return tuple(self.some(0, 3, lambda: self.inside(depth - 1)))
        if kind == 1:
            return {name: self.inside(depth - 1) for name in self.names(0, 3)}
        return self.leaf()

    def attributes(self):
        return {name: self.attribute() for name in self.names(0, 4)}

    def location(self):
        return Location("x.py", self.integer(1, 99), self.integer(1, 99)) if self.chance() else None

    def operation(self, values, depth):
        operands = self.some(0, 3, lambda: self.one_of(values)) if values else []
        regions = self.some(0, depth, lambda: Region([self.block(values, depth - 1)]))
        name = self.one_of(["foo.one", "foo.two"])
        return Operation(name, operands, self.tensor_types(), self.attributes(), regions, self.location())

    def block(self, outside, depth):
        block = Block(self.tensor_types())
        values = [*outside, *block.arguments]
        for _ in range(self.integer(0, 3)):
            block.operations.append(self.operation(values, depth))
            values += block.operations[-1].results
        block.operations.append(Operation("foo.return"))
        return block

    def module(self):
        operations = []
        for name in self.names(1, 2):
            body = self.block([], 2)
            body.operations[-1] = Operation("func.return")
            kind = FunctionType(tuple(value.type for value in body.arguments), ())
            operations.append(
                Operation("func.func", (), (), {"sym_name": name, "function_type": kind}, [Region([body])])
            )
        return Module(operations, {}, self.name() if self.chance() else None)


def has_complex(value):
    return isinstance(value, DenseElements) and str(value.type.element_type).startswith("complex")


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


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", range(80))
def test_random_programs_survive(seed):
    module = Drawn(seed).module()
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
