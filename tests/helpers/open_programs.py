"""Random programs of scatters whose order matters and of all kinds of operations on what they give.

Everything that a program computes is a result of it, so that whatever a rule gets wrong shows at its own operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    DotDimensionNumbers,
    EnumAttr,
    FunctionType,
    GatherDimensionNumbers,
    IntegerAttr,
    IntegerType,
    Module,
    Operation,
    Region,
    ScatterDimensionNumbers,
    TensorType,
    Value,
    dtype_of,
    parse_element_type,
)

I1, I32, I64 = (IntegerType(width) for width in (1, 32, 64))
FLOATS = ("f32", "f64", "f16", "bf16", "f8E5M2", "f8E4M3FN", "f8E4M3")
INTEGERS = ("i32", "i8", "ui8", "i64", "i4", "i16")
SHAPES = ((6,), (2, 3), (4, 2), (5,))

_OF_FLOATS = (
    *("negate", "abs", "sign", "floor", "ceil", "round_nearest_even", "round_nearest_afz", "sqrt", "rsqrt", "cbrt"),
    *("exponential", "exponential_minus_one", "log", "log_plus_one", "tanh", "logistic", "sine", "cosine", "tan"),
)
_OF_INTEGERS = ("negate", "abs", "sign", "not", "popcnt", "count_leading_zeros")
_ON_FLOATS = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "power", "atan2")
_ON_INTEGERS = (
    *("add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "and", "or", "xor"),
    *("shift_left", "shift_right_arithmetic", "shift_right_logical"),
)
_DIRECTIONS = ("EQ", "NE", "LT", "LE", "GT", "GE")


class OpenProgram:
    """`module` and `args`, drawn from a seed."""

    def __init__(self, seed: int, steps: int = 12) -> None:
        self.rng = rng = np.random.default_rng(seed)
        self.shape = SHAPES[rng.integers(len(SHAPES))]
        names = FLOATS if rng.random() < 0.6 else INTEGERS if rng.random() < 0.85 else ("i1",)
        self.type = TensorType(self.shape, parse_element_type(str(rng.choice(names))))
        self.is_tame = bool(rng.random() < 0.6)  # no NaN, no infinity
        self.block = Block()
        self.arguments: list[Value] = []
        self.args: list[Any] = []
        self.argument_block = Block([])
        self.pool: list[Value] = []
        self.returned: list[Value] = []
        drafts: list[Any] = []
        self._drafts = drafts
        for _ in range(2):
            self.pool.append(self.argument(self.type))
        self.scatter()
        for _ in range(steps):
            choice = rng.random()
            if choice < 0.12:
                self.scatter()
            else:
                self.step()
        types = [value.type for value in self.arguments]
        main = Block(types)
        renamed = dict(zip(self.arguments, main.arguments, strict=True))
        for op in self.block.operations:
            _rename(op, renamed)
        results = [value for value in self.returned if isinstance(value.type, TensorType)]
        main.operations = [*self.block.operations, Operation("func.return", results)]
        signature = FunctionType(tuple(types), tuple(value.type for value in results))
        function = Operation("func.func", (), (), {"sym_name": "main", "function_type": signature}, [Region([main])])
        self.module = Module([function])

    def argument(self, type: TensorType, array: Any = None) -> Value:
        value = Block([type]).arguments[0]
        self.arguments.append(value)
        self.args.append(self.values(type) if array is None else array)
        return value

    def values(self, type: TensorType) -> Any:
        rng, dtype = self.rng, dtype_of(type.element_type)
        shape = type.static_shape
        if type.element_type == I1:
            return rng.random(shape) < 0.5
        if isinstance(type.element_type, IntegerType):
            low, high = type.element_type.minimum, type.element_type.maximum
            near = rng.integers(max(low, -4), min(high, 9), shape)
            far = rng.integers(low, high, shape, endpoint=True)
            edge = rng.choice(np.array([low, high, low + 1, high - 1]), shape)
            kind = rng.random(shape)
            return np.where(kind < 0.8, near, np.where(kind < 0.9, far, edge)).astype(dtype)
        found = np.where(rng.random(shape) < 0.5, rng.integers(-4, 9, shape), rng.normal(size=shape) * 3)
        with np.errstate(all="ignore"):
            large = float(np.asarray(1e30).astype(dtype)) if not self.is_tame else 2.0
        special = np.array([0.0, -0.0, 1.0, large, -large, 1e-30, *([] if self.is_tame else [np.inf, -np.inf, np.nan])])
        with np.errstate(all="ignore"):
            return np.where(rng.random(shape) < 0.85, found, rng.choice(special, shape)).astype(dtype)

    def emit(
        self,
        name: str,
        operands: Sequence[Value],
        types: Sequence[TensorType],
        attributes: dict[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
    ) -> tuple[Value, ...]:
        op = Operation(f"stablehlo.{name}", operands, types, attributes or {}, regions)
        self.block.operations.append(op)
        self.returned += op.results
        return op.results

    def pick(self, type: TensorType | None = None) -> Value:
        wanted = [value for value in self.pool if value.type == (type or self.type)]
        if not wanted or (type is not None and self.rng.random() < 0.1):
            return self.argument(type or self.type)
        return wanted[int(self.rng.integers(max(0, len(wanted) - 5), len(wanted)))]

    def keep(self, name: str, operands: Sequence[Value], type: TensorType, *rest: Any) -> Value:
        (value,) = self.emit(name, operands, [type], *rest)
        self.pool.append(value)
        return value

    # scatters

    def scatter(self) -> None:
        rng, size = self.rng, self.shape[0]
        count = int(rng.integers(1, 3)) if rng.random() < 0.3 else 1
        updates = int(rng.integers(1, 3 * size if rng.random() < 0.2 else size))
        index_type = TensorType((updates, 1), I32)
        if isinstance(self.type.element_type, IntegerType) and rng.random() < 0.1 and self.type.element_type.width > 1:
            index_type = TensorType((updates, 1), self.type.element_type)
            flat = self.keep("reshape", [self.pick()], TensorType((int(np.prod(self.shape)),), self.type.element_type))
            long = self.keep(
                "concatenate",
                [flat] * 3,
                TensorType((3 * flat.type.shape[0],), self.type.element_type),
                {"dimension": IntegerAttr(0, I64)},
            )
            cut = {
                "start_indices": DenseArray(I64, (0,)),
                "limit_indices": DenseArray(I64, (updates,)),
                "strides": DenseArray(I64, (1,)),
            }
            updates = min(updates, 3 * int(np.prod(self.shape)))
            taken = self.keep("slice", [long], TensorType((updates,), self.type.element_type), cut)
            indices = self.keep("reshape", [taken], TensorType((updates, 1), self.type.element_type))
        else:
            array = rng.integers(-1, size + 1, (updates, 1)).astype(np.int32)
            indices = self.argument(index_type, array)
        update_type = TensorType((updates, *self.shape[1:]), self.type.element_type)
        inputs = [self.pick() for _ in range(count)]
        given = [self.pick(update_type) for _ in range(count)]
        numbers = ScatterDimensionNumbers(
            update_window_dims=tuple(range(1, len(self.shape))),
            inserted_window_dims=(0,),
            scatter_dims_to_operand_dims=(0,),
            index_vector_dim=1,
        )
        results = self.emit(
            "scatter",
            [*inputs, indices, *given],
            [self.type] * count,
            {"scatter_dimension_numbers": numbers, "indices_are_sorted": False, "unique_indices": False},
            [self.body(count)],
        )
        self.pool += results

    def body(self, count: int, *, keeps: bool = True) -> Region:
        """An update computation or a reduction's body."""
        rng = self.rng
        scalar = TensorType((), self.type.element_type)
        block = Block([scalar] * (2 * count))
        names = _on(self.type)[:1] + _on(self.type)[2:3] + ("maximum", "minimum")
        if self.type.element_type == I1:
            names = ("and", "or", "xor")
        results = []
        for i in range(count):
            old, new = block.arguments[i], block.arguments[count + i]
            kind = rng.random()
            if kind < 0.4 and keeps:
                results.append(new)
                continue
            op = Operation(f"stablehlo.{rng.choice(names)}", (old, new), [scalar])
            block.operations.append(op)
            if kind > 0.9 and keeps:
                other = Operation(f"stablehlo.{rng.choice(names)}", (op.result, block.arguments[0]), [scalar])
                block.operations.append(other)
                op = other
            results.append(op.result)
        block.operations.append(Operation("stablehlo.return", results))
        return Region([block])

    # everything else

    def step(self) -> None:
        steps = [
            *[self.unary, self.binary, self.binary, self.compare_and_select, self.movement, self.movement],
            *[self.clamp, self.convert, self.reduce, self.reduce_window, self.gather, self.dynamic, self.dot],
            *[self.sort, self.branch, self.loop, self.map, self.precision],
        ]
        steps[int(self.rng.integers(len(steps)))]()

    def unary(self) -> None:
        if self.type.element_type == I1:
            self.keep("not", [self.pick()], self.type)
        else:
            names: tuple[str, ...] = _OF_INTEGERS if isinstance(self.type.element_type, IntegerType) else _OF_FLOATS
            if isinstance(self.type.element_type, IntegerType) and self.type.element_type.is_unsigned:
                names = ("not", "popcnt", "sign")
            self.keep(str(self.rng.choice(names)), [self.pick()], self.type)

    def binary(self) -> None:
        self.keep(str(self.rng.choice(_on(self.type))), [self.pick(), self.pick()], self.type)

    def compare(self) -> Value:
        kind = "FLOAT" if not isinstance(self.type.element_type, IntegerType) else "SIGNED"
        if kind == "FLOAT" and self.rng.random() < 0.3:
            kind = "TOTALORDER"
        direction = EnumAttr("comparison_direction", str(self.rng.choice(_DIRECTIONS)))
        attributes: dict[str, Attribute] = {
            "comparison_direction": direction,
            "compare_type": EnumAttr("comparison_type", kind),
        }
        (found,) = self.emit("compare", [self.pick(), self.pick()], [TensorType(self.shape, I1)], attributes)
        return found

    def compare_and_select(self) -> None:
        self.keep("select", [self.compare(), self.pick(), self.pick()], self.type)
        if not isinstance(self.type.element_type, IntegerType):
            self.emit("is_finite", [self.pick()], [TensorType(self.shape, I1)])

    def scalar(self) -> Value:
        """One element of what there is."""
        flat = self.keep("reshape", [self.pick()], TensorType((int(np.prod(self.shape)),), self.type.element_type))
        cut: dict[str, Attribute] = {
            "start_indices": DenseArray(I64, (1,)),
            "limit_indices": DenseArray(I64, (2,)),
            "strides": DenseArray(I64, (1,)),
        }
        one = self.keep("slice", [flat], TensorType((1,), self.type.element_type), cut)
        return self.keep("reshape", [one], TensorType((), self.type.element_type))

    def clamp(self) -> None:
        if self.type.element_type == I1:
            return
        if self.rng.random() < 0.5:
            self.keep("clamp", [self.scalar(), self.pick(), self.scalar()], self.type)
        else:
            self.keep("clamp", [self.pick(), self.pick(), self.pick()], self.type)

    def convert(self) -> None:
        name = str(self.rng.choice([*FLOATS, *INTEGERS, "i1"]))
        there = TensorType(self.shape, parse_element_type(name))
        other = self.keep("convert", [self.pick()], there)
        self.keep("convert", [other], self.type)

    def precision(self) -> None:
        if isinstance(self.type.element_type, IntegerType):
            return
        bits: dict[str, Attribute] = {
            "exponent_bits": IntegerAttr(int(self.rng.integers(2, 6)), I32),
            "mantissa_bits": IntegerAttr(int(self.rng.integers(0, 4)), I32),
        }
        self.keep("reduce_precision", [self.pick()], self.type, bits)

    def movement(self) -> None:
        rng, rank = self.rng, len(self.shape)
        kind = rng.integers(6)
        if kind == 0:
            self.keep("reverse", [self.pick()], self.type, {"dimensions": DenseArray(I64, (int(rng.integers(rank)),))})
        elif kind == 1 and rank > 1:
            turned = TensorType(self.shape[::-1], self.type.element_type)
            swap: dict[str, Attribute] = {"permutation": DenseArray(I64, tuple(range(rank))[::-1])}
            there = self.keep("transpose", [self.pick()], turned, swap)
            self.keep("transpose", [there], self.type, swap)
        elif kind == 2:
            dim = self.shape[0]
            both = TensorType((2 * dim, *self.shape[1:]), self.type.element_type)
            joined = self.keep("concatenate", [self.pick(), self.pick()], both, {"dimension": IntegerAttr(0, I64)})
            start = int(rng.integers(dim))
            zeros = (0,) * (rank - 1)
            cut: dict[str, Attribute] = {
                "start_indices": DenseArray(I64, (start, *zeros)),
                "limit_indices": DenseArray(I64, (start + dim, *self.shape[1:])),
                "strides": DenseArray(I64, (1,) * rank),
            }
            self.keep("slice", [joined], self.type, cut)
        elif kind == 3:
            low = tuple(int(x) for x in rng.integers(-1, 2, rank))
            padding: dict[str, Attribute] = {
                "edge_padding_low": DenseArray(I64, low),
                "edge_padding_high": DenseArray(I64, tuple(-x for x in low)),
                "interior_padding": DenseArray(I64, (0,) * rank),
            }
            self.keep("pad", [self.pick(), self.scalar()], self.type, padding)
        elif kind == 4:
            dims: dict[str, Attribute] = {"broadcast_dimensions": DenseArray(I64, ())}
            self.keep("broadcast_in_dim", [self.scalar()], self.type, dims)
        else:
            self.emit("optimization_barrier", [self.pick(), self.pick()], [self.type, self.type])

    def gather(self) -> None:
        rng, rank = self.rng, len(self.shape)
        numbers = GatherDimensionNumbers(
            offset_dims=tuple(range(1, rank)),
            collapsed_slice_dims=(0,),
            start_index_map=(0,),
            index_vector_dim=1 if rng.random() < 0.5 else 2,
        )
        batch = self.shape[0]
        if isinstance(self.type.element_type, IntegerType) and rank == 1 and self.type.element_type.width > 1:
            indices = self.pick()
            numbers = GatherDimensionNumbers(collapsed_slice_dims=(0,), start_index_map=(0,), index_vector_dim=1)
        else:
            shape = (batch, 1) if numbers.index_vector_dim == 1 else (batch, 1, 1)
            indices = self.argument(TensorType(shape, I32), rng.integers(-1, batch + 1, shape).astype(np.int32))
            if numbers.index_vector_dim == 2:
                numbers = GatherDimensionNumbers(
                    offset_dims=tuple(range(2, rank + 1)),
                    collapsed_slice_dims=(0,),
                    start_index_map=(0,),
                    index_vector_dim=2,
                )
        sizes = (1, *self.shape[1:])
        wide = indices.type.shape[: numbers.index_vector_dim] if indices.type.shape else ()
        result = TensorType((*wide, *self.shape[1:]), self.type.element_type)
        attributes: dict[str, Attribute] = {
            "dimension_numbers": numbers,
            "slice_sizes": DenseArray(I64, sizes),
            "indices_are_sorted": False,
        }
        found = self.keep("gather", [self.pick(), indices], result, attributes)
        if result != self.type:
            self.keep("reshape", [found], self.type)

    def dynamic(self) -> None:
        starts = [
            self.argument(TensorType((), I32), np.asarray(self.rng.integers(-1, 3), np.int32)) for _ in self.shape
        ]
        part = TensorType((self.shape[0] - 1, *self.shape[1:]), self.type.element_type)
        sizes: dict[str, Attribute] = {"slice_sizes": DenseArray(I64, part.static_shape)}
        taken = self.keep("dynamic_slice", [self.pick(), *starts], part, sizes)
        self.keep("dynamic_update_slice", [self.pick(), taken, *starts], self.type)

    def spread(self, row: Value) -> None:
        """From what a reduction of the first dimension leaves, back to the common shape."""
        dims: dict[str, Attribute] = {"broadcast_dimensions": DenseArray(I64, tuple(range(1, len(self.shape))))}
        self.keep("broadcast_in_dim", [row], self.type, dims)

    def init(self) -> Value:
        """What a reduction starts from: often neutral."""
        array = np.asarray(self.rng.choice([0, 0, 0, 1])).astype(dtype_of(self.type.element_type))
        return self.argument(TensorType((), self.type.element_type), array)

    def reduce(self) -> None:
        count = 2 if self.rng.random() < 0.2 else 1
        rest = TensorType(self.shape[1:], self.type.element_type)
        operands = [*(self.pick() for _ in range(count)), *(self.init() for _ in range(count))]
        dims: dict[str, Attribute] = {"dimensions": DenseArray(I64, (0,))}
        keeps = bool(self.rng.random() < 0.2)
        for row in self.emit("reduce", operands, [rest] * count, dims, [self.body(count, keeps=keeps)]):
            self.spread(row)

    def reduce_window(self) -> None:
        rank = len(self.shape)
        size = int(self.rng.integers(1, 4))
        window = (min(size, self.shape[0]), *(1,) * (rank - 1))
        padding = np.zeros((rank, 2), np.int64)
        padding[0, 0] = window[0] - 1
        from hlogen.ir import DenseElements

        attributes: dict[str, Attribute] = {
            "window_dimensions": DenseArray(I64, window),
            "padding": DenseElements(TensorType((rank, 2), I64), padding),
        }
        (found,) = self.emit(
            "reduce_window", [self.pick(), self.init()], [self.type], attributes, [self.body(1, keeps=False)]
        )
        self.pool.append(found)

    def dot(self) -> None:
        if len(self.shape) < 2 or self.type.element_type == I1:
            return
        rows, _ = self.shape
        square = TensorType((rows, rows), self.type.element_type)
        numbers = DotDimensionNumbers(lhs_contracting_dimensions=(1,), rhs_contracting_dimensions=(1,))
        (gram,) = self.emit("dot_general", [self.pick(), self.pick()], [square], {"dot_dimension_numbers": numbers})
        numbers = DotDimensionNumbers(lhs_contracting_dimensions=(1,), rhs_contracting_dimensions=(0,))
        self.keep("dot_general", [gram, self.pick()], self.type, {"dot_dimension_numbers": numbers})

    def sort(self) -> None:
        count = 2 if self.rng.random() < 0.5 else 1
        scalar = TensorType((), self.type.element_type)
        block = Block([scalar] * (2 * count))
        kind = "FLOAT" if not isinstance(self.type.element_type, IntegerType) else "SIGNED"
        attributes: dict[str, Attribute] = {
            "comparison_direction": EnumAttr("comparison_direction", str(self.rng.choice(["LT", "GT"]))),
            "compare_type": EnumAttr("comparison_type", kind),
        }
        op = Operation("stablehlo.compare", block.arguments[:2], [TensorType((), I1)], attributes)
        block.operations = [op, Operation("stablehlo.return", op.results)]
        stable: dict[str, Attribute] = {
            "dimension": IntegerAttr(0, I64),
            "is_stable": bool(self.rng.random() < 0.5),
        }
        operands = [self.pick() for _ in range(count)]
        self.pool += self.emit("sort", operands, [self.type] * count, stable, [Region([block])])

    def branch(self) -> None:
        flat = self.keep("reshape", [self.compare()], TensorType((int(np.prod(self.shape)),), I1))
        cut: dict[str, Attribute] = {
            "start_indices": DenseArray(I64, (0,)),
            "limit_indices": DenseArray(I64, (1,)),
            "strides": DenseArray(I64, (1,)),
        }
        one = self.keep("slice", [flat], TensorType((1,), I1), cut)
        pred = self.keep("reshape", [one], TensorType((), I1))
        regions = []
        for _ in range(2):
            name = "or" if self.type.element_type == I1 else str(self.rng.choice(["add", "maximum", "multiply"]))
            block = Block()
            op = Operation(f"stablehlo.{name}", [self.pick(), self.pick()], [self.type])
            block.operations = [op, Operation("stablehlo.return", op.results)]
            regions.append(Region([block]))
        (found,) = self.emit("if", [pred], [self.type], {}, regions)
        self.pool.append(found)

    def loop(self) -> None:
        """A few turns of `x = x op y`."""
        turn = TensorType((), I32)
        cond, body = Block([turn, self.type]), Block([turn, self.type])
        count = self.argument(turn, np.asarray(self.rng.integers(1, 4), np.int32))
        zero, one = (self.argument(turn, np.asarray(n, np.int32)) for n in (0, 1))
        less = Operation(
            "stablehlo.compare",
            [cond.arguments[0], count],
            [TensorType((), I1)],
            {"comparison_direction": EnumAttr("comparison_direction", "LT")},
        )
        cond.operations = [less, Operation("stablehlo.return", less.results)]
        name = "or" if self.type.element_type == I1 else str(self.rng.choice(["add", "maximum", "subtract"]))
        next_turn = Operation("stablehlo.add", [body.arguments[0], one], [turn])
        op = Operation(f"stablehlo.{name}", [body.arguments[1], self.pick()], [self.type])
        body.operations = [next_turn, op, Operation("stablehlo.return", [next_turn.result, op.result])]
        found = self.emit("while", [zero, self.pick()], [turn, self.type], {}, [Region([cond]), Region([body])])
        self.pool.append(found[1])

    def map(self) -> None:
        self.keep(
            "map",
            [self.pick(), self.pick()],
            self.type,
            {"dimensions": DenseArray(I64, tuple(range(len(self.shape))))},
            [self.body(1)],
        )


def _on(type: TensorType) -> tuple[str, ...]:
    if type.element_type == I1:
        return ("and", "or", "xor", "add", "multiply", "maximum", "minimum")
    return _ON_INTEGERS if isinstance(type.element_type, IntegerType) else _ON_FLOATS


def _rename(op: Operation, renamed: dict[Value, Value]) -> None:
    op.operands = tuple(renamed.get(value, value) for value in op.operands)
    for region in op.regions:
        for inner in region.block.operations:
            _rename(inner, renamed)
