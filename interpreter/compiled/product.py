"""Products of matrices, as in kernels/dot.py: by NumPy's own product, or plainly where it has them so."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from interpreter.compiled.emit import Emitter
from interpreter.compiled.layout import Layout, loops, position
from interpreter.compiled.memory import InMemory, Task, Value
from interpreter.compiled.numpy_loops import name_of
from interpreter.compiled.of_numpy import call_loop

_BATCH = 2  # the dimensions behind those of the batch: rows and columns


@dataclass(eq=False)
class Product(Task):
    """Of batches of matrices of one type; `in_order`: each product is rounded, and added to those before."""

    lhs: InMemory
    rhs: InMemory
    result: InMemory
    in_order: bool

    @property
    def reads(self) -> list[Value]:
        return [self.lhs, self.rhs]

    @property
    def writes(self) -> list[InMemory]:
        return [self.result]

    @property
    def work(self) -> int:
        return self.result.layout.size * self.lhs.layout.shape[-1]

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        values = self.lhs, self.rhs, self.result
        batches = [_part(one.layout, slice(0, len(one.layout.shape) - _BATCH)) for one in values]
        sizes, along = loops(batches)
        with ExitStack() as around:
            at = [around.enter_context(emit.loop("0", str(size)))[0] for size in sizes[:-1]]
            starts = [
                position(emit, one.layout, strides[: len(at)], at) for one, strides in zip(values, along, strict=True)
            ]
            last = [strides[-1] if strides else 0 for strides in along]
            count = sizes[-1] if sizes else 1
            if self.in_order:
                self._plainly(emit, starts, last, count)
            else:
                self._by_numpy(emit, starts, last, count)

    def _by_numpy(self, emit: Emitter, starts: list[str], last: list[int], count: int) -> None:
        values = self.lhs, self.rhs, self.result
        type = self.result.type
        places = [
            emit.element(type.stored, one.buffer.pointer(emit), start)
            for one, start in zip(values, starts, strict=True)
        ]
        sizes = [count, *self.lhs.layout.shape[-_BATCH:], self.rhs.layout.shape[-1]]
        strides = [*last, *(stride for one in values for stride in one.layout.strides[-_BATCH:])]
        letter = {"float": "f", "double": "d"}[type.value]
        loop = name_of("matmul", 3 * letter)
        call_loop(emit, loop, places, list(map(str, sizes)), [str(stride * type.width // 8) for stride in strides])

    def _plainly(self, emit: Emitter, starts: list[str], last: list[int], count: int) -> None:
        type = self.result.type.value
        rows, inner = self.lhs.layout.shape[-_BATCH:]
        columns = self.rhs.layout.shape[-1]
        (of_rows, of_lhs), (of_rhs, of_columns), of_result = (
            one.layout.strides[-_BATCH:] for one in (self.lhs, self.rhs, self.result)
        )
        with (
            emit.loop("0", str(count)) as (batch, _),
            emit.loop("0", str(rows)) as (row, _),
            emit.loop("0", str(columns)) as (column, _),
        ):
            bases = [emit.sum([start, emit.times(batch, stride)]) for start, stride in zip(starts, last, strict=True)]
            found = ""
            for k in range(inner):
                x = emit.sum([bases[0], emit.times(row, of_rows), str(k * of_lhs)])
                y = emit.sum([bases[1], emit.times(column, of_columns), str(k * of_rhs)])
                loaded = [
                    emit.load(one.type, one.buffer.pointer(emit), at) for one, at in ((self.lhs, x), (self.rhs, y))
                ]
                product = emit.let(f"fmul {type} {loaded[0]}, {loaded[1]}")
                found = emit.let(f"fadd {type} {found}, {product}") if found else product
            there = emit.sum([bases[2], emit.times(row, of_result[0]), emit.times(column, of_result[1])])
            emit.store(self.result.type, found, self.result.buffer.pointer(emit), there)


def _part(layout: Layout, dims: slice) -> Layout:
    return Layout(layout.shape[dims], layout.strides[dims], layout.offset)
