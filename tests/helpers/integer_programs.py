"""Random programs of integers, and arguments for them: what is proved of such a program must hold whenever it runs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import hlogen as hl
from hlogen.ir import FunctionType, IntegerAttr, IntegerType, Module, TensorType, dtype_of

TYPES = ("i32", "i32", "i8", "ui8", "i64", "ui64", "i4", "i2", "ui4", "i16")
LT = ("LT", "GT")

Array = np.ndarray[Any, Any]


def integer_program(seed: int, size: int = 14) -> Module:
    """A program of about `size` operations whose results are all of the values that it computes."""
    draw = _Draw(np.random.default_rng(seed))
    shapes = [draw.shape() for _ in range(draw.to(2) + 1)]
    types = [f"{''.join(f'{n}x' for n in shape)}{draw.of(TYPES)}" for shape in shapes]
    if draw.percent(10):
        types = [
            type.replace(f"{shape[0]}x", "?x", 1) if shape else type for type, shape in zip(types, shapes, strict=True)
        ]

    def main(*arguments: Any) -> Any:
        pool = [*arguments, *(draw.telling(x) for x in arguments)]
        for _ in range(size):
            pool += draw.operation(pool)
        return pool[-1]

    return hl.function(*types, name="main")(main).module


def arguments_of(module: Module, rng: np.random.Generator) -> list[Array]:
    """Small integers, or any that the types have; a size that is left open may be anything."""
    type: FunctionType = module.function("main").type
    size = int(rng.integers(0, 5))
    arguments = []
    for each in type.inputs:
        assert isinstance(each, TensorType)
        element = each.element_type
        assert isinstance(element, IntegerType)
        shape = [size if n is None else n for n in each.shape]
        low, high = element.minimum, element.maximum
        kind = rng.integers(5)
        if kind == 0:
            low, high = max(low, -8), min(high, 8)
        elif kind == 1:
            low, high = 0, min(high, 3)
        elif kind == 2:
            low = max(low, high - 3)
        values = rng.integers(low, high, shape, endpoint=True, dtype=np.uint64 if low >= 0 else np.int64)
        if kind == 3:
            values = np.where(rng.random(shape) < 0.5, values, low if rng.random() < 0.5 else high).astype(values.dtype)
        arguments.append(np.asarray(values).astype(dtype_of(element)))
    return arguments


class _Draw:
    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.depth = 0

    def to(self, high: int) -> int:
        return int(self.rng.integers(0, high + 1))

    def of(self, options: Any) -> Any:
        return options[int(self.rng.integers(len(options)))]

    def percent(self, chance: int) -> bool:
        return bool(self.rng.random() * 100 < chance)

    def some(self, items: Any) -> list[Any]:
        return [item for item in items if self.percent(50)]

    def shape(self) -> list[int]:
        rank = self.of([0, 1, 1, 2, 2, 2, 3])
        return [self.of([0, 1, 2, 3, 3, 4, 5, 6] if rank < 3 else [1, 2, 3]) for _ in range(rank)]

    def small(self, type: str, shape: list[int]) -> Any:
        """A constant, mostly of small integers, sometimes the same everywhere."""
        element = hl.tensor(f"{type}").element_type
        low, high = (element.minimum, element.maximum) if self.percent(10) else (0 if self.percent(50) else -5, 6)
        low, high = max(low, element.minimum), min(high, element.maximum)
        values = self.rng.integers(low, high, shape, endpoint=True, dtype=np.uint64 if low >= 0 else np.int64)
        if self.percent(60):
            values = np.full(shape, np.asarray(values).reshape(-1)[0] if np.size(values) else 1)
        if self.percent(30):
            values = np.sort(values, -1) if shape else values
        return hl.constant(np.asarray(values).astype(dtype_of(element)), element)

    def telling(self, x: Any) -> Any:
        """A value of the type of x of which much is known and something isn't: a count, and a little of x."""
        if not x.type.is_static or not x.shape or 0 in x.shape:
            return x
        lowest = 0 if str(x.element_type).startswith("u") else -self.to(1)
        count = hl.iota(x.type, iota_dimension=self.to(x.rank - 1))
        return count * min(self.of([1, 1, 2, 3]), x.element_type.maximum) + hl.clamp(lowest, x, self.to(1))

    def like(self, pool: list[Any], x: Any) -> Any:
        """A value of the type of x: one that is there, or a constant, or a count."""
        same = [value for value in pool if value.type == x.type]
        if not x.type.is_static or self.percent(45):
            return self.of(same)
        kind = str(x.type.element_type)
        if kind == "i1":
            return hl.compare(self.of(same), self.of(same), self.of(["EQ", "NE"]))
        if x.shape and self.percent(40):
            return hl.iota(x.type, iota_dimension=self.to(len(x.shape) - 1))
        return self.small(kind, list(x.shape))

    def operation(self, pool: list[Any]) -> list[Any]:
        x = self.of(pool[-6:] if self.percent(60) else pool)
        names = [name for name in dir(self) if name.startswith("op_")]
        for _ in range(20):
            result = getattr(self, self.of(names))(pool, x)
            if result is not None:
                found = list(result) if isinstance(result, (list, tuple)) else [result]
                if all(not v.type.is_static or v.type.size <= 200 for v in found):
                    return found
        return [x]

    # -- elementwise

    def op_arithmetic(self, pool: list[Any], x: Any) -> Any:
        y = self.like(pool, x)
        if str(x.type.element_type) == "i1":
            return self.of([hl.add, hl.multiply, hl.minimum, hl.maximum])(x, y)
        name = self.of([hl.add, hl.add, hl.subtract, hl.multiply, hl.minimum, hl.maximum, hl.divide, hl.remainder])
        return name(y, x) if self.percent(30) else name(x, y)

    op_arithmetic_2 = op_arithmetic_3 = op_arithmetic_4 = op_arithmetic

    def op_unary(self, pool: list[Any], x: Any) -> Any:
        if str(x.type.element_type) == "i1":
            return hl.not_(x)
        signed = [] if str(x.type.element_type).startswith("u") else [hl.abs, hl.sign]
        return self.of([*signed, hl.negate, hl.not_, hl.popcnt, hl.count_leading_zeros])(x)

    def op_power(self, pool: list[Any], x: Any) -> Any:
        if str(x.type.element_type) == "i1" or not x.type.is_static:
            return None
        return hl.power(
            x, hl.constant(np.full(x.shape, self.to(2)).astype(dtype_of(x.type.element_type)), x.type.element_type)
        )

    def op_bits(self, pool: list[Any], x: Any) -> Any:
        return self.of([hl.and_, hl.or_, hl.xor])(x, self.like(pool, x))

    def op_shift(self, pool: list[Any], x: Any) -> Any:
        if str(x.type.element_type) == "i1":
            return None
        return self.of([hl.shift_left, hl.shift_right_logical, hl.shift_right_arithmetic])(x, self.like(pool, x))

    def op_clamp(self, pool: list[Any], x: Any) -> Any:
        if str(x.type.element_type) == "i1":
            return None
        scalars = [value for value in pool if value.type.shape == () and value.element_type == x.element_type]
        low = self.of(scalars) if scalars and self.percent(30) else self.small(str(x.element_type), [])
        high = self.small(str(x.element_type), []) if self.percent(70) or low.shape != () else low
        if self.percent(30):
            low, high = self.like(pool, x), self.like(pool, x)
        return hl.clamp(low, x, high)

    def op_compare(self, pool: list[Any], x: Any) -> Any:
        return hl.compare(x, self.like(pool, x), self.of(["EQ", "NE", "LT", "LE", "GT", "GE"]))

    def op_select(self, pool: list[Any], x: Any) -> Any:
        y = self.like(pool, x)
        subject = self.of([x, y, self.like(pool, x)])
        pred = hl.compare(subject, self.like(pool, x), self.of(["EQ", "NE", "LT", "LE", "GT", "GE"]))
        for _ in range(self.to(2)):
            other = hl.compare(self.of([x, y]), self.like(pool, x), self.of(["EQ", "NE", "LT", "LE", "GT", "GE"]))
            pred = self.of([hl.and_, hl.or_, lambda a, b: hl.not_(a), lambda a, b: hl.compare(a, b, "NE")])(pred, other)
        given = [value for value in pool if str(value.element_type) == "i1" and value.type.shape in ((), x.type.shape)]
        if given and self.percent(30):
            pred = self.of(given)
        if str(x.element_type) != "i1" and self.percent(60):
            x = self.of([hl.add, hl.subtract])(x, self.like(pool, x))
        return hl.select(pred, x, y) if self.percent(70) else hl.select(pred, y, x)

    op_select_2 = op_select

    def op_convert(self, pool: list[Any], x: Any) -> Any:
        return hl.convert(x, self.of([*TYPES, "i1"]))

    # -- shapes

    def op_iota(self, pool: list[Any], x: Any) -> Any:
        shape = self.shape()
        if not shape:
            return None
        return hl.iota(f"{''.join(f'{n}x' for n in shape)}{self.of(TYPES[:6])}", iota_dimension=self.to(len(shape) - 1))

    def op_affine(self, pool: list[Any], x: Any) -> Any:
        shape = self.shape()
        if len(shape) < 2:
            return None
        a, b = self.rng.permutation(len(shape))[:2]
        text = f"{''.join(f'{n}x' for n in shape)}i32"
        counts = [hl.iota(text, iota_dimension=int(d)) for d in (a, b)]
        return hl.add(hl.multiply(counts[0], self.small("i32", shape)), counts[1])

    def op_line(self, pool: list[Any], x: Any) -> Any:
        """Integers in a line, through something that bends it; beside something that a run decides, or not."""
        shape = [self.of([3, 5, 6])] if self.percent(60) else [self.of([2, 3]), self.of([3, 4])]
        type = f"{''.join(f'{n}x' for n in shape)}{self.of(['i8', 'i32', 'i64'])}"
        line = hl.iota(type, iota_dimension=self.to(len(shape) - 1)) * (self.to(6) - 3) + (self.to(12) - 8)
        if self.percent(50):
            scalars = [value for value in pool if value.shape == () and value.element_type == line.element_type]
            offset = self.of(scalars) if scalars else self.small(str(line.element_type), [])
            line = line + hl.broadcast_in_dim(hl.clamp(-4, offset, 4), shape, broadcast_dimensions=[])
        by = self.of([-3, -2, 2, 3, 4, 5])
        bent = self.of([
            lambda: hl.divide(line, by), lambda: hl.remainder(line, by), lambda: hl.abs(line), lambda: hl.sign(line),
            lambda: hl.shift_right_arithmetic(line, abs(by) % 3), lambda: line & self.of([1, 3, 7, -4, 5]),
            lambda: hl.clamp(-2, line, 3), lambda: line | 4, lambda: line * line, lambda: hl.minimum(line, 5 - line),
            lambda: hl.select(hl.compare(line, by, "LT"), line + 3, line), lambda: hl.convert(line, "ui4"),
            lambda: hl.select(hl.compare(line, by, "LT"), line * 2, line + 1),
        ])  # fmt: skip
        return [line, bent()]

    op_line_2 = op_line

    def op_reshape(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static:
            return None
        size, sizes = math.prod(x.shape), []
        if size == 0:
            return hl.reshape(x, [0, self.to(3)])
        while size > 1 and self.percent(70) and len(sizes) < 3:
            sizes.append(self.of([n for n in range(1, size + 1) if size % n == 0]))
            size //= sizes[-1]
        return hl.reshape(x, [*sizes, size] if size > 1 or self.percent(30) else sizes)

    op_reshape_2 = op_reshape

    def op_broadcast(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or len(x.shape) > 2:
            return None
        rank = len(x.shape) + self.to(3 - len(x.shape))
        places = [int(d) for d in self.rng.permutation(rank)[: len(x.shape)]]
        sizes = [self.of([1, 2, 3]) for _ in range(rank)]
        for d, place in enumerate(places):
            sizes[place] = x.shape[d] if x.shape[d] != 1 else self.of([1, 2, 3])
        return hl.broadcast_in_dim(x, sizes, broadcast_dimensions=places)

    op_broadcast_2 = op_broadcast

    def op_transpose(self, pool: list[Any], x: Any) -> Any:
        return hl.transpose(x, permutation=[int(d) for d in self.rng.permutation(x.rank)])

    def op_reverse(self, pool: list[Any], x: Any) -> Any:
        return hl.reverse(x, dimensions=self.some(range(x.rank)))

    def op_slice(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static:
            return None
        starts = [self.to(n) for n in x.shape]
        limits = [start + self.to(n - start) for start, n in zip(starts, x.shape, strict=True)]
        return hl.slice(x, start_indices=starts, limit_indices=limits, strides=[self.of([1, 1, 2]) for _ in starts])

    def op_concatenate(self, pool: list[Any], x: Any) -> Any:
        if not x.rank:
            return None
        d = self.to(x.rank - 1)
        others = [x]
        for _ in range(self.to(2)):
            y = self.like(pool, x)
            if self.percent(40) and y.type.is_static:
                limits = [self.to(n) if at == d else n for at, n in enumerate(y.shape)]
                y = hl.slice(y, start_indices=[0] * y.rank, limit_indices=limits)
            others.append(y)
        return hl.concatenate([others[int(n)] for n in self.rng.permutation(len(others))], dimension=d)

    op_concatenate_2 = op_concatenate

    def op_columns(self, pool: list[Any], x: Any) -> Any:
        """Index vectors: values of one type side by side, in a new last dimension."""
        if not x.type.is_static or x.rank > 2:
            return None
        columns = [x, *(self.like(pool, x) for _ in range(1 + self.to(1)))]
        return hl.concatenate([hl.reshape(y, [*y.shape, 1]) for y in columns], dimension=x.rank)

    op_columns_2 = op_columns

    def op_pad(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or str(x.element_type) == "i1":
            return None
        low, high, interior = (
            [self.of(options) for _ in x.shape] for options in ([0, 0, 1, 2, -1], [0, 0, 1, -1], [0, 0, 1])
        )
        if any(n + a + b + max(n - 1, 0) * c < 0 for n, a, b, c in zip(x.shape, low, high, interior, strict=True)):
            return None
        return hl.pad(
            x,
            self.small(str(x.element_type), []),
            edge_padding_low=low,
            edge_padding_high=high,
            interior_padding=interior,
        )

    def op_size(self, pool: list[Any], x: Any) -> Any:
        return hl.get_dimension_size(x, dimension=self.to(x.rank - 1)) if x.rank else None

    def op_barrier(self, pool: list[Any], x: Any) -> Any:
        return hl.optimization_barrier(x, self.of(pool))

    # -- dynamic

    def starts(self, pool: list[Any], x: Any) -> list[Any]:
        scalars = [value for value in pool if value.type.shape == () and str(value.element_type) == "i32"]
        return [
            self.of(scalars) if scalars and self.percent(50) else hl.constant(self.to(4) - 1, "i32") for _ in x.shape
        ]

    def op_dynamic_slice(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank:
            return None
        sizes = [self.to(n) if self.percent(60) else n for n in x.shape]
        return hl.dynamic_slice(x, self.starts(pool, x), slice_sizes=sizes)

    def op_dynamic_update_slice(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank:
            return None
        limits = [self.to(n) if self.percent(50) else n for n in x.shape]
        update = hl.slice(self.like(pool, x), start_indices=[0] * x.rank, limit_indices=limits)
        return hl.dynamic_update_slice(x, update, self.starts(pool, x))

    def op_open_size(self, pool: list[Any], x: Any) -> Any:
        """Sizes that only a run decides, and the operations that make them."""
        if not x.type.is_static or not x.rank or self.percent(60):
            return None
        sizes = list(x.shape)
        d = self.to(x.rank - 1)
        kind = self.to(3)
        if kind == 0:
            open_type = hl.tensor(f"{'?x' * x.rank}{self.of(TYPES[:5])}")
            return hl.dynamic_iota(sizes, iota_dimension=d, result_type=open_type)
        if kind == 1 or str(x.element_type) == "i1":
            return hl.dynamic_reshape(x, sizes, result_type=f"{'?x' * x.rank}{x.element_type}")
        if kind == 2 and x.rank < 3:
            wide = [self.of([1, 2]), *sizes]
            wide_type = f"{'?x' * len(wide)}{x.element_type}"
            places = range(1, len(wide))
            return hl.dynamic_broadcast_in_dim(x, wide, broadcast_dimensions=places, result_type=wide_type)
        edges = [self.to(1) for _ in sizes]
        filling = self.small(str(x.element_type), [])
        return hl.dynamic_pad(x, filling, edges, edges, edges, result_type=f"{'?x' * x.rank}{x.element_type}")

    def op_sharding(self, pool: list[Any], x: Any) -> Any:
        attributes = {"call_target_name": "Sharding"}
        return hl.operation("stablehlo.custom_call", [x], attributes=attributes, result_types=[x.type])

    def op_stopped(self, pool: list[Any], x: Any) -> Any:
        return hl.stop_gradient(x) if x.type.is_static else None

    # -- gather and scatter

    def indices(self, pool: list[Any], size: int) -> Any:
        given = [v for v in pool if v.rank == 1 and v.type.is_static and str(v.element_type) in ("i32", "i64", "ui8")]
        if given and self.percent(60):
            found = self.of(given)
            return hl.clamp(0, found, max(size - 1, 0)) if self.percent(50) and size < 100 else found
        return self.of([hl.iota, lambda t: self.small("i32", [t.shape[0]])])(hl.tensor(f"{self.to(4)}xi32"))

    def op_gather(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank:
            return None
        d = self.to(x.rank - 1)
        window = self.to(min(2, x.shape[d])) if self.percent(50) else min(1, x.shape[d])
        if x.shape[d] == 0:
            return None
        sizes = [window if at == d else n for at, n in enumerate(x.shape)]
        collapsed = [d] if window == 1 and self.percent(70) else []
        kept = x.rank - len(collapsed)
        indices = self.indices(pool, x.shape[d])
        offset = sorted(int(n) for n in self.rng.permutation(kept + 1)[:kept])
        return hl.gather(
            x, indices, offset_dims=offset, collapsed_slice_dims=collapsed, start_index_map=[d],
            index_vector_dim=1, slice_sizes=sizes,
        )  # fmt: skip

    def op_take(self, pool: list[Any], x: Any) -> Any:
        lines = [value for value in pool if value.rank == 1 and value.type.is_static and value.shape[0]]
        if not lines or not x.type.is_static or str(x.element_type) not in ("i32", "i64", "i8"):
            return None
        line = self.of(lines)
        x = hl.clamp(0, x, line.shape[0] - 1) if self.percent(70) else x
        return hl.gather(
            line, x, offset_dims=[], collapsed_slice_dims=[0], start_index_map=[0],
            index_vector_dim=x.rank, slice_sizes=[1],
        )  # fmt: skip

    def op_take_along(self, pool: list[Any], x: Any) -> Any:
        """Elements of a table at two components each, the first of them a batching dimension or an index."""
        tables = [value for value in pool if value.rank == 2 and value.type.is_static and 0 not in value.shape]
        if not tables:
            return None
        table = self.of(tables)
        rows, columns = table.shape
        shape = [rows, self.of([1, 2, 3])]
        type = f"{rows}x{shape[1]}xi32"
        given = [value for value in pool if str(value.type) == f"tensor<{type}>"]
        at = self.of([hl.iota(type, iota_dimension=self.to(1)), self.small("i32", shape), *given, *given])
        at = hl.clamp(0, at, columns - 1) if self.percent(60) else at
        if self.percent(40):
            return hl.gather(
                table, at, offset_dims=[], collapsed_slice_dims=[1], operand_batching_dims=[0],
                start_indices_batching_dims=[0], start_index_map=[1], index_vector_dim=2, slice_sizes=[1, 1],
            )  # fmt: skip
        first = hl.iota(type, iota_dimension=0) if self.percent(60) else self.small("i32", shape)
        pairs = [hl.reshape(each, [*shape, 1]) for each in ([first, at] if self.percent(60) else [at, first])]
        keeps = self.percent(30) and columns > 1
        return hl.gather(
            table, hl.concatenate(pairs, dimension=2), offset_dims=[self.to(2)] if keeps else [],
            collapsed_slice_dims=[0] if keeps else [0, 1], start_index_map=self.of([[0, 1], [1, 0]]),
            index_vector_dim=2, slice_sizes=[1, 2] if keeps else [1, 1],
        )  # fmt: skip

    op_take_along_2 = op_take_along

    def op_scatter(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank:
            return None
        d = self.to(x.rank - 1)
        indices = self.indices(pool, x.shape[d])
        rest = [n for at, n in enumerate(x.shape) if at != d]
        body: Any = self.of(["add", "min", "max", "set", "set", "and", "or", "xor"])
        if body == "set":
            body = self.of(
                [lambda a, b: b, lambda a, b: hl.select(hl.compare(a, b, "LT"), a, b), lambda a, b: hl.minimum(a, b)]
            )
        shape = [indices.shape[0], *rest]
        is_boolean = str(x.element_type) == "i1"
        updates = hl.constant(np.ones(shape, bool)) if is_boolean else self.small(str(x.element_type), shape)
        return hl.scatter(
            x, indices, updates, body, update_window_dims=list(range(1, x.rank)), inserted_window_dims=[d],
            scatter_dims_to_operand_dims=[d], index_vector_dim=1,
        )  # fmt: skip

    # -- reductions

    def op_reduce(self, pool: list[Any], x: Any) -> Any:
        dims = self.some(range(x.rank))
        is_boolean = str(x.element_type) == "i1"
        body = self.of(["and", "or", "xor"] if is_boolean else ["add", "add", "min", "max", "and", "or", "xor", "mul"])
        start = hl.constant(self.percent(50) if is_boolean else (0 if self.percent(70) else self.to(1)), x.element_type)
        return hl.reduce(x, start, dims, body)

    def op_argmax(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank or str(x.element_type) == "i1":
            return None
        d = self.to(x.rank - 1)
        count = hl.iota(x.type.with_element_type(hl.tensor("i32").element_type), iota_dimension=d)

        def body(a: Any, i: Any, b: Any, j: Any) -> Any:
            first = hl.or_(hl.compare(a, b, "GT"), hl.and_(hl.compare(a, b, "EQ"), hl.compare(i, j, "LT")))
            return hl.select(first, a, b), hl.select(first, i, j)

        start = hl.constant(np.asarray(x.element_type.minimum).astype(dtype_of(x.element_type)), x.element_type)
        return hl.reduce([x, count], [start, hl.constant(0, "i32")], [d], body)

    def op_reduce_both(self, pool: list[Any], x: Any) -> Any:
        """Two at once, of which each may become the other."""
        y, d = self.like(pool, x), self.to(max(x.rank - 1, 0))
        first, second = (self.of([[0, 2], [1, 3], [0, 3], [1, 2]]) for _ in range(2))

        def body(*values: Any) -> Any:
            (a, b), (p, q) = ([values[at] for at in each] for each in (first, second))
            return [hl.select(hl.compare(p, q, "LT"), a, b), self.of([hl.minimum, hl.maximum])(p, q)]

        return hl.reduce([x, y], [self.small(str(x.element_type), []) for _ in "xy"], [d] if x.rank else [], body)

    def op_cumulative(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank or 0 in x.shape or str(x.element_type) == "i1":
            return None
        d = self.to(x.rank - 1)
        window = x.shape[d] if self.percent(70) else 1 + self.to(2)
        edges = [[0, 0] for _ in x.shape]
        edges[d] = self.of([[window - 1, 0], [0, window - 1], [window - 1, 0], [1, 1]])
        if x.shape[d] + sum(edges[d]) < window:
            return None
        body = self.of(["add", "add", "max", "min"])
        bounds = {"add": 0, "max": x.element_type.minimum, "min": x.element_type.maximum}
        start = hl.constant(np.asarray(bounds[body]).astype(dtype_of(x.element_type)), x.element_type)
        windows, strides = [1] * x.rank, [1] * x.rank
        windows[d], strides[d] = window, self.of([1, 1, 1, 2])
        return hl.reduce_window(x, start, body, window_dimensions=windows, window_strides=strides, padding=edges)

    op_cumulative_2 = op_cumulative

    def op_sort(self, pool: list[Any], x: Any) -> Any:
        if not x.rank:
            return None
        d, direction = self.to(x.rank - 1), self.of(LT)
        if not x.type.is_static or self.percent(40):
            return hl.sort(x, lambda a, b: hl.compare(a, b, direction), dimension=d)
        count = hl.iota(x.type.with_element_type(hl.tensor("i32").element_type), iota_dimension=self.to(x.rank - 1))
        other = self.like(pool, x)

        def comparator(a: Any, b: Any, i: Any, j: Any, p: Any, q: Any) -> Any:
            both = hl.and_(hl.compare(a, b, "EQ"), hl.compare(p, q, self_direction))
            return hl.or_(hl.compare(a, b, direction), both) if lexicographic else hl.compare(a, b, direction)

        lexicographic, self_direction = self.percent(50), self.of(LT)
        return hl.sort([x, count, other], comparator, dimension=d)

    op_sort_2 = op_sort

    def op_top_k(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank or not x.shape[-1] or str(x.element_type) == "i1":
            return None
        k = 1 + self.to(x.shape[-1] - 1)
        shape = (*x.shape[:-1], k)
        kinds = [TensorType(shape, x.element_type), TensorType(shape, IntegerType(32))]
        attributes = {"k": IntegerAttr(k, IntegerType(64))}
        return hl.operation("chlo.top_k", [x], attributes=attributes, result_types=kinds)

    def op_map(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or self.depth > 1:
            return None
        y, outside = self.like(pool, x), [value for value in pool if value.type.shape == ()]

        def computation(a: Any, b: Any) -> Any:
            return self.inner([*outside, a, b], a.type)

        return hl.map([x, y], computation)

    def op_select_and_scatter(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank or 0 in x.shape or str(x.element_type) == "i1":
            return None
        windows = [1 + self.to(min(1, n - 1)) for n in x.shape]
        sizes = [1 + (n - window) // window for n, window in zip(x.shape, windows, strict=True)]
        source = hl.slice(self.like(pool, x), start_indices=[0] * x.rank, limit_indices=sizes)
        start = hl.constant(0 if self.percent(70) else self.to(1), x.element_type)
        body = self.of([hl.add, hl.add, hl.minimum, hl.maximum, lambda a, b: a])
        windowing = {"window_dimensions": windows, "window_strides": windows}
        return hl.select_and_scatter(x, source, start, lambda a, b: hl.compare(a, b, "GE"), body, **windowing)

    # -- products

    def factors(self, pool: list[Any], x: Any) -> list[Any]:
        """Two tensors of a type, mostly of small integers."""
        factors = [x, self.like(pool, x)]
        return [hl.clamp(-3 if x.element_type.minimum < 0 else 0, y, 2) for y in factors]

    def op_dot(self, pool: list[Any], x: Any) -> Any:
        if not x.rank or str(x.element_type) in ("i1", "i2"):
            return None
        d = self.to(x.rank - 1)
        batching = [at for at in range(x.rank) if at != d and (x.rank > 2 or self.percent(50))]
        lhs, rhs = self.factors(pool, x) if self.percent(80) else (x, self.like(pool, x))
        return hl.dot_general(
            lhs, rhs, lhs_batching_dimensions=batching, rhs_batching_dimensions=batching,
            lhs_contracting_dimensions=[d], rhs_contracting_dimensions=[d],
        )  # fmt: skip

    def op_convolution(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or x.rank != 2 or 0 in x.shape or str(x.element_type) in ("i1", "i2"):
            return None
        lhs, rhs = self.factors(pool, x)
        rows, columns = x.shape
        numbers = {
            "input_batch_dimension": 2, "input_feature_dimension": 0, "input_spatial_dimensions": [1],
            "kernel_output_feature_dimension": 2, "kernel_input_feature_dimension": 0, "kernel_spatial_dimensions": [1],
        }  # fmt: skip
        lhs, rhs = (hl.reshape(y, [rows, columns, 1]) for y in (lhs, rhs))
        padding = [[self.to(2), self.to(2)]]
        if self.percent(30):
            return hl.dynamic_conv(lhs, rhs, padding, **numbers, result_type=f"1x?x1x{x.element_type}")
        return hl.convolution(lhs, rhs, padding=padding, lhs_dilation=[1 + self.to(1)], **numbers)

    # -- other integers

    def op_rng(self, pool: list[Any], x: Any) -> Any:
        low = self.scalar(pool, "i32")
        low = hl.clamp(-20, low, 20)
        return hl.rng(low, low + (1 + self.to(3)), self.shape(), "UNIFORM")

    def op_bitcast(self, pool: list[Any], x: Any) -> Any:
        kind = str(x.element_type)
        if kind == "i1" or not x.type.is_static:
            return None
        return hl.bitcast_convert(x, kind[1:] if kind.startswith("u") else f"u{kind}")

    def op_real_dynamic_slice(self, pool: list[Any], x: Any) -> Any:
        if not x.type.is_static or not x.rank:
            return None
        starts = [self.to(n) for n in x.shape]
        limits = [start + self.to(n - start) for start, n in zip(starts, x.shape, strict=True)]
        amounts = [hl.constant(np.array(each, np.int64)) for each in (starts, limits, [1 + self.to(1) for _ in starts])]
        open_type = hl.tensor(f"{'?x' * x.rank}{x.element_type}")
        return hl.operation("stablehlo.real_dynamic_slice", [x, *amounts], result_types=[open_type])

    # -- control flow

    def inner(self, pool: list[Any], type: Any, steps: int = 2) -> Any:
        """A value of a type, computed in a few more steps."""
        inside = list(pool)
        self.depth += 1
        for _ in range(steps):
            inside += self.operation(inside)
        self.depth -= 1
        x = self.of([value for value in inside if value.type == type])
        return self.like(inside, x)

    def scalar(self, pool: list[Any], kind: str) -> Any:
        given = [value for value in pool if value.type.shape == () and str(value.element_type) == kind]
        if given and self.percent(80):
            return self.of(given)
        return hl.constant(self.to(2), "i32") if kind == "i32" else hl.compare(hl.constant(self.to(1), "i32"), 0, "EQ")

    def op_if(self, pool: list[Any], x: Any) -> Any:
        if self.depth > 1:
            return None
        pred = self.scalar(pool, "i1")
        return hl.if_(pred, lambda: self.inner(pool, x.type), lambda: self.inner(pool, x.type))

    def op_case(self, pool: list[Any], x: Any) -> Any:
        if self.depth > 1:
            return None
        return hl.case(self.scalar(pool, "i32"), [lambda: self.inner(pool, x.type) for _ in range(1 + self.to(2))])

    def op_while(self, pool: list[Any], x: Any) -> Any:
        """A counter, with a bound and a step, and carries that change or don't."""
        if self.depth > 1:
            return None
        carried = [x, *self.some(pool[-2:])]
        up, bound, step = self.percent(70), self.to(5), 1 + self.to(2)
        start = hl.constant(self.to(2) if up else bound + self.to(2), "i32")
        start = self.scalar(pool, "i32") if self.percent(10) else start
        start = hl.clamp(0, start, 6)
        relation = (
            self.of(["LT", "LE", "NE"][: 3 if step == 1 and self.percent(0) else 2]) if up else self.of(["GT", "GE"])
        )

        def cond(i: Any, *rest: Any) -> Any:
            return hl.compare(i, bound if up else 1, relation)

        def body(i: Any, *rest: Any) -> Any:
            inside = [*pool, i, *rest]
            after = [value if self.percent(30) else self.inner(inside, value.type) for value in rest]
            return [hl.add(i, step) if up else hl.subtract(i, step), *after]

        return hl.while_([start, *carried], cond, body)

    op_while_2 = op_while

    def op_call(self, pool: list[Any], x: Any) -> Any:
        if self.depth or not x.type.is_static:
            return None
        name = f"called{self.to(1 << 30)}"
        draw = self

        def called(a: Any) -> Any:
            inside = [a]
            draw.depth += 1
            for _ in range(3):
                inside += draw.operation(inside)
            draw.depth -= 1
            return inside[-1]

        function = hl.function(str(x.type)[7:-1], name=name)(called)
        other = self.like(pool, x)
        return [function(x), function(other)]
