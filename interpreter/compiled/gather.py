"""Gathers whole: slices are found and copied in one pass, whatever their elements are."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from hlogen.ir import ElementType, GatherDimensionNumbers
from interpreter.compiled.elements import Held, NotCompiled
from interpreter.compiled.emit import Emitter
from interpreter.compiled.index_space import Shape, clamped, index_vector, position, strides_of
from interpreter.compiled.llvm import Function

_WORDS = (1, 2, 4, 8, 16)


@dataclass(frozen=True)
class Gather:
    """A gather on given shapes, none of which has a 0; `slice_sizes` are those that are read, 1 where there is one."""

    numbers: GatherDimensionNumbers
    operand_shape: Shape
    indices_shape: Shape
    result_shape: Shape
    slice_sizes: Shape
    itemsize: int
    indices_type: ElementType

    def function(self) -> Function:
        """Of a range of result indices along their first dimension, and of the addresses of the result, the operand and
        start_indices. NotCompiled where there is no machine code for it."""
        emit = Emitter()
        self.write(emit, "%result", "%operand", "%indices", ("%begin", "%end"))
        pointers = ["ptr noalias %result", "ptr readonly %operand", "ptr readonly %indices"]
        return Function(emit.text("gather", ["i64 %begin", "i64 %end", *pointers]), "gather", 2, 3)

    def write(self, emit: Emitter, result: str, operand: str, indices: str, rows: tuple[str, str] | None) -> None:
        """The loops, over a range of their first dimension or all of it, on these addresses."""
        if self.itemsize not in _WORDS:
            raise NotCompiled(f"elements of {self.itemsize} bytes")
        word = Held(f"i{8 * self.itemsize}", f"i{8 * self.itemsize}", "unsigned", 8 * self.itemsize)
        numbers, strides = self.numbers, strides_of(self.operand_shape)
        batch_axes = [axis for axis in range(len(self.result_shape)) if axis not in numbers.offset_dims]
        single = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
        offset_dims = [d for d in range(len(self.operand_shape)) if d not in single]
        known_at = max(batch_axes, default=-1) + 1  # as many loops deep, the index vector is known
        at: list[str] = []  # the result index
        source: list[str] = []  # what of the operand's position is known before the loops over offsets behind it
        with ExitStack() as loops:
            for axis in range(len(self.result_shape) + 1):
                if axis == known_at:
                    vector = index_vector(
                        emit, indices, self.indices_shape, numbers.index_vector_dim, self.indices_type,
                        len(numbers.start_index_map), [at[d] for d in batch_axes],
                    )  # fmt: skip
                    for component, d in zip(vector, numbers.start_index_map, strict=True):
                        limit = self.operand_shape[d] - self.slice_sizes[d]
                        source.append(emit.times(clamped(emit, component, 0, limit), strides[d]))
                if axis == len(self.result_shape):
                    break
                low, high = rows if rows and axis == 0 else ("0", str(self.result_shape[axis]))
                number, _ = loops.enter_context(emit.loop(low, high))
                at.append(number)
            for d, indices_dim in zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True):
                batch_index = at[batch_axes[indices_dim - (indices_dim > numbers.index_vector_dim)]]
                source.append(emit.times(batch_index, strides[d]))
            source += [
                emit.times(at[axis], strides[d]) for axis, d in zip(numbers.offset_dims, offset_dims, strict=True)
            ]
            value = emit.load(word, operand, emit.sum(source))
            emit.store(word, value, result, position(emit, at, strides_of(self.result_shape)))
