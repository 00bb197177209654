"""Random gathers and scatters whose indices are computed in the program: from iota, constants, arguments, sorts ...

Beside the program there is one that returns what a test needs to judge it by itself: the indices, and the operand and
result of every clamp.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlogen.conform.generate.dimensions import Layout, draw_layout
from hlogen.conform.generate.draw import SeededDraw
from hlogen.ir import (
    Block,
    DenseArray,
    DenseElements,
    EnumAttr,
    FunctionType,
    IntegerAttr,
    IntegerType,
    Module,
    Operation,
    Region,
    TensorType,
    Value,
    dtype_of,
    parse_element_type,
)

INDEX_TYPES = tuple(map(parse_element_type, ("i32", "i64", "i8", "ui8", "ui32", "i16")))
BINARY = ("add", "subtract", "multiply", "minimum", "maximum", "divide", "remainder", "and", "or", "xor")
# The bodies of scatters: the operations between the old value and the update, and what they compute.
BODIES: dict[str, Any] = {
    "set": lambda old, new: new,
    "add": lambda old, new: old + new,
    "maximum": lambda old, new: max(old, new),
    "subtract": lambda old, new: old - new,
    "multiply": lambda old, new: old * new,
    "keep": lambda old, new: old,
    "reversed subtract": lambda old, new: new - old,
}


@dataclass
class Program:
    """`indices_module` takes the same `arguments` and returns the indices, then each clamp's operand and result."""

    module: Module
    indices_module: Module
    op: Operation
    layout: Layout
    body: str | None
    clamps: list[Operation]
    arguments: list[TensorType] = field(default_factory=list)

    def draw_arguments(self, rng: np.random.Generator) -> list[np.ndarray]:
        return [random_integers(rng, type) for type in self.arguments]


class _Maker:
    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.block = Block()
        self.arguments: list[Value] = []
        self.clamps: list[Operation] = []

    def pick(self, options: Any) -> Any:
        return options[int(self.rng.integers(len(options)))]

    def chance(self, percent: int) -> bool:
        return bool(self.rng.integers(100) < percent)

    def emit(self, name: str, operands: list[Value], type: TensorType, **attributes: Any) -> Value:
        regions = attributes.pop("regions", ())
        op = Operation(f"stablehlo.{name}", operands, [type], attributes, regions)
        self.block.operations.append(op)
        return op.result

    def argument(self, type: TensorType) -> Value:
        value = Value(type, self.block, len(self.arguments))
        self.arguments.append(value)
        return value

    def constant(self, type: TensorType, array: np.ndarray) -> Value:
        return self.emit("constant", [], type, value=DenseElements(type, array.astype(dtype_of(type.element_type))))

    def scalar(self, element: IntegerType, low: int, high: int) -> Value:
        value = max(element.minimum, min(element.maximum, int(self.rng.integers(low, high + 1))))
        return self.constant(TensorType((), element), np.array(value))

    def indices(self, layout: Layout, element: IntegerType) -> Value:
        """The indices: often a concatenation of components, as programs write them."""
        shape, at = layout.indices_shape, layout.index_vector_dim
        type = TensorType(shape, element)
        if at == len(shape) or shape[at] < 1 or self.chance(25):
            return self.kept_close(self.integers(type, 3), layout)
        part = TensorType(tuple(1 if d == at else size for d, size in enumerate(shape)), element)
        parts = [self.kept_close(self.integers(part, 2), layout) for _ in range(shape[at])]
        return parts[0] if len(parts) == 1 else self.emit("concatenate", parts, type, dimension=_i64(at))

    def kept_close(self, value: Value, layout: Layout) -> Value:
        """Sometimes clamped to about the bounds, so that windows often lie inside."""
        if not self.chance(35):
            return value
        largest = max(layout.operand_shape, default=1)
        return self.clamp(value, self.pick([0, 0, 0, -1, 1]), max(0, largest - self.pick([1, 1, 2, 3, 0])))

    def clamp(self, value: Value, low: int, high: int) -> Value:
        element = value.type.element_type
        bounds = [self.scalar(element, bound, bound) for bound in (low, high)]
        result = self.emit("clamp", [bounds[0], value, bounds[1]], value.type)
        self.clamps.append(result.owner)
        return result

    def integers(self, type: TensorType, depth: int) -> Value:
        rank = type.rank
        simple = ["constant", "argument", "splat", *["iota"] * 3 * bool(rank)]
        kinds = simple if not depth else [*simple, "binary", "binary", "scaled", "clamp", "broadcast", "convert"]
        if depth and rank:
            kinds += ["concatenate", "reverse", "sort", "select", "reshape", "slice", "transpose", "broadcast"]
        return getattr(self, f"_{self.pick(kinds)}")(type, depth)

    def _constant(self, type: TensorType, depth: int) -> Value:
        return self.constant(type, random_integers(self.rng, type))

    def _argument(self, type: TensorType, depth: int) -> Value:
        return self.argument(type)

    def _splat(self, type: TensorType, depth: int) -> Value:
        return self.emit(
            "broadcast_in_dim", [self.scalar(type.element_type, -1, 4)], type, broadcast_dimensions=_array([])
        )

    def _iota(self, type: TensorType, depth: int) -> Value:
        return self.emit("iota", [], type, iota_dimension=_i64(int(self.rng.integers(type.rank))))

    def _binary(self, type: TensorType, depth: int) -> Value:
        operands = [self.integers(type, depth - 1), self.integers(type, depth - 1)]
        return self.emit(self.pick(BINARY), operands, type)

    def _scaled(self, type: TensorType, depth: int) -> Value:
        """a * x + b: what addresses are made of."""
        value = self.integers(type, depth - 1)
        for op, high in (("multiply", 3), ("add", 2)):
            factor = self.scalar(type.element_type, -high, high)
            other = self.emit("broadcast_in_dim", [factor], type, broadcast_dimensions=_array([]))
            value = self.emit(op, [value, other], type)
        return value

    def _clamp(self, type: TensorType, depth: int) -> Value:
        low = int(self.rng.integers(-2, 3))
        return self.clamp(self.integers(type, depth - 1), low, low + int(self.rng.integers(0, 5)))

    def _convert(self, type: TensorType, depth: int) -> Value:
        other = TensorType(type.shape, self.pick(INDEX_TYPES))
        return self.emit("convert", [self.integers(other, depth - 1)], type)

    def _broadcast(self, type: TensorType, depth: int) -> Value:
        kept = [d for d in range(type.rank) if self.chance(60)]
        small = TensorType(tuple(type.shape[d] for d in kept), type.element_type)
        return self.emit("broadcast_in_dim", [self.integers(small, depth - 1)], type, broadcast_dimensions=_array(kept))

    def _concatenate(self, type: TensorType, depth: int) -> Value:
        d = int(self.rng.integers(type.rank))
        at = int(self.rng.integers(0, type.shape[d] + 1))
        parts = [
            self.integers(TensorType((*type.shape[:d], size, *type.shape[d + 1 :]), type.element_type), depth - 1)
            for size in (at, type.shape[d] - at)
        ]
        return self.emit("concatenate", parts, type, dimension=_i64(d))

    def _reverse(self, type: TensorType, depth: int) -> Value:
        dims = [d for d in range(type.rank) if self.chance(50)]
        return self.emit("reverse", [self.integers(type, depth - 1)], type, dimensions=_array(dims))

    def _transpose(self, type: TensorType, depth: int) -> Value:
        order = [int(d) for d in self.rng.permutation(type.rank)]
        source = [0] * type.rank
        for d, come_from in enumerate(order):
            source[come_from] = type.static_shape[d]
        small = TensorType(tuple(source), type.element_type)
        return self.emit("transpose", [self.integers(small, depth - 1)], type, permutation=_array(order))

    def _sort(self, type: TensorType, depth: int) -> Value:
        scalar = TensorType((), type.element_type)
        block = Block([scalar, scalar])
        direction = self.pick(["LT", "GT", "LE"])
        compare = Operation(
            "stablehlo.compare",
            block.arguments,
            [TensorType((), IntegerType(1))],
            {"comparison_direction": EnumAttr("comparison_direction", direction)},
        )
        block.operations = [compare, Operation("stablehlo.return", compare.results)]
        return self.emit(
            "sort",
            [self.integers(type, depth - 1)],
            type,
            dimension=_i64(int(self.rng.integers(type.rank))),
            is_stable=True,
            regions=[Region([block])],
        )

    def _select(self, type: TensorType, depth: int) -> Value:
        first, second = self.integers(type, depth - 1), self.integers(type, depth - 1)
        predicate = self.emit(
            "compare",
            [first, second if self.chance(50) else self._splat(type, 0)],
            TensorType(type.shape, IntegerType(1)),
            comparison_direction=EnumAttr("comparison_direction", self.pick(["LT", "GE", "EQ", "NE"])),
        )
        return self.emit("select", [predicate, first, second], type)

    def _reshape(self, type: TensorType, depth: int) -> Value:
        shape = list(type.shape)
        if self.chance(50):
            shape = [int(np.prod(shape, dtype=np.int64))]
        else:
            shape.insert(int(self.rng.integers(len(shape) + 1)), 1)
        return self.emit("reshape", [self.integers(TensorType(tuple(shape), type.element_type), depth - 1)], type)

    def _slice(self, type: TensorType, depth: int) -> Value:
        d = int(self.rng.integers(type.rank))
        start, stride, behind = (int(self.rng.integers(*bounds)) for bounds in ((0, 3), (1, 3), (0, 2)))
        limit = start + max(0, (type.shape[d] - 1) * stride + 1) if type.shape[d] else start
        source = TensorType((*type.shape[:d], limit + behind, *type.shape[d + 1 :]), type.element_type)
        starts, limits, strides = [0] * type.rank, list(type.shape), [1] * type.rank
        starts[d], limits[d], strides[d] = start, limit, stride
        return self.emit(
            "slice",
            [self.integers(source, depth - 1)],
            type,
            start_indices=_array(starts),
            limit_indices=_array(limits),
            strides=_array(strides),
        )


def draw_program(seed: int) -> Program:
    """A random program; the same seed gives the same one."""
    maker = _Maker(seed)
    op_name = maker.pick(["gather", "gather", "dynamic_gather", "scatter", "scatter", "scatter"])
    layout = draw_layout(SeededDraw(seed), collapsed_zeros=False)
    element = maker.pick(INDEX_TYPES)
    indices = maker.indices(layout, element)
    data = IntegerType(32)
    operand = maker.argument(TensorType(layout.operand_shape, data))
    walked = TensorType(layout.result_shape, data)
    is_sorted = bool(maker.chance(20))
    body = None
    if op_name != "scatter":
        attributes = {"dimension_numbers": layout.gather_numbers(), "indices_are_sorted": is_sorted}
        operands = [operand, indices]
        if op_name == "gather":
            attributes["slice_sizes"] = DenseArray(IntegerType(64), layout.slice_sizes)
        else:
            sizes = TensorType((len(layout.slice_sizes),), IntegerType(64))
            argument = maker.chance(20)
            operands.append(maker.argument(sizes) if argument else maker.constant(sizes, np.array(layout.slice_sizes)))
        result = maker.emit(op_name, operands, walked, **attributes)
    else:
        body = maker.pick(list(BODIES))
        updates = maker.pick([maker._constant, maker._argument, maker._splat, maker._iota])
        if updates == maker._iota and not walked.rank:
            updates = maker._argument
        result = maker.emit(
            "scatter",
            [operand, indices, updates(walked, 0)],
            operand.type,
            scatter_dimension_numbers=layout.scatter_numbers(),
            indices_are_sorted=is_sorted,
            unique_indices=bool(maker.chance(20)),
            regions=[_body(body)],
        )
    inner = [value for clamp in maker.clamps for value in (clamp.operands[1], clamp.result)]
    indices_module = _module(maker, [indices, *inner])
    return Program(
        _module(maker, [result]),  # last: the values are this one's
        indices_module,
        result.owner,
        layout,
        body,
        maker.clamps,
        [value.type for value in maker.arguments],
    )


def _module(maker: _Maker, returned: list[Value]) -> Module:
    """@main of all operations up to the last that is returned."""
    last = max((maker.block.operations.index(v.owner) for v in returned if isinstance(v.owner, Operation)), default=-1)
    block = Block()
    block.arguments = tuple(maker.arguments)
    for argument in block.arguments:
        argument.owner = block
    block.operations = [*maker.block.operations[: last + 1], Operation("func.return", returned)]
    signature = FunctionType(tuple(v.type for v in block.arguments), tuple(v.type for v in returned))
    attributes = {"sym_name": "main", "function_type": signature}
    return Module([Operation("func.func", (), (), attributes, [Region([block])])])


def random_integers(rng: np.random.Generator, type: TensorType) -> np.ndarray:
    """Mostly small ones, so that indices often lie in bounds and repeat; sometimes any of the type."""
    element = type.element_type
    ranges = (-2, 5), (0, 3), (0, 6), (element.minimum, element.maximum)
    low, high = ranges[int(rng.choice(4, p=[0.3, 0.3, 0.3, 0.1]))]
    low, high = max(low, element.minimum), min(high, element.maximum)
    dtype: Any = dtype_of(element)
    values = rng.integers(low, high, size=type.shape, endpoint=True, dtype=dtype)
    if rng.integers(4) == 0 and type.rank:
        values = np.sort(values, axis=int(rng.integers(type.rank)))
    return np.asarray(values)


def _body(name: str) -> Region:
    scalar = TensorType((), IntegerType(32))
    block = Block([scalar, scalar])
    old, new = block.arguments
    if name in ("set", "keep"):
        returned = new if name == "set" else old
    else:
        operands = [new, old] if name.startswith("reversed") else [old, new]
        block.operations.append(Operation(f"stablehlo.{name.split()[-1]}", operands, [scalar]))
        returned = block.operations[0].result
    block.operations.append(Operation("stablehlo.return", [returned]))
    return Region([block])


def _i64(value: int) -> IntegerAttr:
    return IntegerAttr(value, IntegerType(64))


def _array(values: list[int]) -> DenseArray:
    return DenseArray(IntegerType(64), tuple(values))
