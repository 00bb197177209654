"""The sliding windows of reduce_window and select_and_scatter; these, by reduce, gather and scatter."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from hlogen.analysis.view import integers_of
from hlogen.builder.elementwise import add, and_, compare, convert, minimum, multiply, or_, select
from hlogen.builder.emit import broadcast_to, emit, emit_constant, i64_array
from hlogen.builder.gather import gather
from hlogen.builder.inner import region
from hlogen.builder.regions import inlined
from hlogen.builder.scatter import scatter
from hlogen.builder.shape import concatenate, iota, pad, reshape, slice
from hlogen.builder.tensor import Tensor
from hlogen.builder.windows import padding_attribute
from hlogen.definitions.registry import definition
from hlogen.ir import Attribute, IntegerType, Operation, TensorType
from hlogen.program.copy import copied

# More elements of windows than this are not written out.
_MOST_ELEMENTS = 1 << 28
_I32, _I64 = IntegerType(32), IntegerType(64)


@definition("stablehlo.reduce_window")
def reduce_window(op: Operation, *operands: Tensor) -> Sequence[Tensor] | None:
    """A reduce of windows that are written out; None where that is too much."""
    if not all(operand.type.is_static for operand in operands):
        return None
    windows, count = Windows.of(op), len(op.results)
    types = [cast(TensorType, result.type) for result in op.results]
    if windows.is_too_large:
        return None
    if 0 in windows.counts:
        return [emit_constant(0, type.element_type, type.shape) for type in types]
    inputs, init_values, rank = operands[:count], operands[count:], len(windows.shape)
    inputs = tuple(windows.written_out(value, init) for value, init in zip(inputs, init_values, strict=True))
    attributes = {"dimensions": i64_array(tuple(range(rank, 2 * rank)))}
    return emit("stablehlo.reduce", [*inputs, *init_values], attributes, [copied(op.regions[0])], types)


@definition("stablehlo.select_and_scatter")
def select_and_scatter(op: Operation, operand: Tensor, source: Tensor, init_value: Tensor) -> Sequence[Tensor] | None:
    if not (operand.type.is_static and source.type.is_static):
        return None
    return scatter_selected(op, selected(op, operand), source, init_value)


def selected(op: Operation, operand: Tensor) -> Tensor:
    """The number of the element that each window of a select_and_scatter selects; of nothing but padding, too large."""
    block = op.regions[0].block
    return Windows.of(op).chosen(operand, lambda one, other: inlined(block, [one, other])[0])[1]


def scatter_selected(op: Operation, numbers: Tensor, source: Tensor, init_value: Tensor) -> Sequence[Tensor]:
    """What a select_and_scatter makes of the elements of these numbers: a scatter to their places."""
    type = cast(TensorType, op.result.type)
    if 0 in type.static_shape:
        return [emit_constant(0, type.element_type, type.shape)]
    windows = Windows.of(op)
    are_apart = all(size <= stride for size, stride in zip(windows.dimensions, windows.strides, strict=True))
    are_apart &= all(max(edges) <= 0 for edges in windows.padding)  # so that each selects an element
    source, init_value = (convert(value, type.element_type) for value in (source, init_value))
    result: Tensor = scatter(
        broadcast_to(init_value, (math.prod(type.static_shape),)),
        numbers,
        source,
        copied(op.regions[1]),
        update_window_dims=[],
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=numbers.rank,
        unique_indices=are_apart,
    )
    return [reshape(result, type.static_shape)]


@dataclass(frozen=True)
class Windows:
    """Where windows lie over a tensor of `shape`; the names are reduce_window's."""

    shape: tuple[int, ...]
    dimensions: tuple[int, ...]
    strides: tuple[int, ...]
    base_dilations: tuple[int, ...]
    dilations: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, op: Operation) -> Windows:
        """Those of a reduce_window or select_and_scatter."""
        shape = cast(TensorType, op.operands[0].type).static_shape
        dimensions, strides, base_dilations, dilations = (
            integers_of(op, name, [1] * len(shape))
            for name in ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
        )
        edges = integers_of(op, "padding", [0] * 2 * len(shape))
        padding = tuple(zip(edges[::2], edges[1::2], strict=True))
        return cls(shape, dimensions, strides, base_dilations, dilations, padding)

    @property
    def spans(self) -> tuple[int, ...]:
        """How many places a window reaches over."""
        return tuple(map(dilated, self.dimensions, self.dilations))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many windows there are."""
        dims = zip(self.shape, self.base_dilations, self.padding, strict=True)
        padded = [dilated(size, dilation) + sum(edges) for size, dilation, edges in dims]
        return tuple(
            0 if size <= 0 or span > size else (size - span) // stride + 1
            for size, span, stride in zip(padded, self.spans, self.strides, strict=True)
        )

    @property
    def attributes(self) -> dict[str, Attribute]:
        """Those of a reduce_window."""
        return {
            "window_dimensions": i64_array(self.dimensions),
            "window_strides": i64_array(self.strides),
            "base_dilations": i64_array(self.base_dilations),
            "window_dilations": i64_array(self.dilations),
            "padding": padding_attribute(self.padding),
        }

    def batched(self, size: int) -> Windows:
        """The same with a new dimension 0, along which each window has one element."""
        return Windows(
            (size, *self.shape),
            (1, *self.dimensions),
            (1, *self.strides),
            (1, *self.base_dilations),
            (1, *self.dilations),
            ((0, 0), *self.padding),
        )

    def summed(self, value: Tensor) -> Tensor:
        """The sum of each window."""
        zero = emit_constant(0, value.element_type, ())
        (result,) = self.reduced([value], [zero], lambda values: [add(*values)])
        return result

    def reduced(
        self,
        inputs: Sequence[Tensor],
        init_values: Sequence[Tensor],
        body: Callable[[list[Tensor]], Sequence[Tensor]],
    ) -> tuple[Tensor, ...]:
        """A reduce_window; edges that take elements away become a pad before it, as not every backend knows them."""
        windows, cut = self, [min(edges) < 0 for edges in self.padding]
        if any(cut):
            before = [edges if is_cut else (0, 0) for edges, is_cut in zip(self.padding, cut, strict=True)]
            steps = [dilation if is_cut else 1 for dilation, is_cut in zip(self.base_dilations, cut, strict=True)]
            inputs = [_padded(value, init, before, steps) for value, init in zip(inputs, init_values, strict=True)]
            windows = replace(
                self,
                base_dilations=tuple(1 if is_cut else at for at, is_cut in zip(self.base_dilations, cut, strict=True)),
                padding=tuple((0, 0) if is_cut else edges for edges, is_cut in zip(self.padding, cut, strict=True)),
            )
        scalars = [TensorType((), value.element_type) for value in init_values]
        derived = region([*scalars, *scalars], "body of reduce_window", body)
        types = [TensorType(self.counts, value.element_type) for value in inputs]
        return emit("stablehlo.reduce_window", [*inputs, *init_values], windows.attributes, [derived], types)

    def summed_back(self, cotangent: Tensor) -> Tensor:
        """For each element the sum of `cotangent` over the windows that it is in: these are windows, too."""
        if 0 in self.shape or 0 in cotangent.type.static_shape:
            return emit_constant(0, cotangent.element_type, self.shape)
        padding = []
        for at, (count, stride) in enumerate(zip(cotangent.type.static_shape, self.strides, strict=True)):
            low = self.spans[at] - 1 - self.padding[at][0]
            wanted = dilated(self.shape[at], self.base_dilations[at]) + self.spans[at] - 1
            padding.append((low, wanted - low - dilated(count, stride)))
        back = Windows(
            cotangent.type.static_shape,
            self.dimensions,
            self.base_dilations,
            self.strides,
            self.dilations,
            tuple(padding),
        )
        return back.summed(cotangent)

    def written_out(self, value: Tensor, padding_value: Tensor) -> Tensor:
        """All windows: their counts, then what is in each."""
        value = _padded(value, padding_value, self.padding, self.base_dilations)
        rank, counts = value.rank, self.counts
        if not rank:
            return value
        parts = []
        for at, stride in enumerate(self.strides):
            starts = iota(TensorType((*counts, 1), _I32), iota_dimension=at)
            parts.append(multiply(starts, emit_constant(stride, _I32, starts.shape)) if stride > 1 else starts)
        windows: Tensor = gather(
            value,
            concatenate(parts, dimension=rank),
            offset_dims=range(rank, 2 * rank),
            collapsed_slice_dims=[],
            start_index_map=range(rank),
            index_vector_dim=rank,
            slice_sizes=self.spans,
            mode="promise_in_bounds",
        )
        if max(self.dilations) == 1:
            return windows
        return slice(
            windows,
            start_indices=[0] * (2 * rank),
            limit_indices=windows.type.static_shape,
            strides=[*[1] * rank, *self.dilations],
        )

    def chosen(self, operand: Tensor, keeps: Callable[[Tensor, Tensor], Tensor]) -> tuple[Tensor, Tensor]:
        """What each window chooses, and the number of that element in `operand`: the number of elements where there is
        none to choose. ``keeps(one, other)`` says whether to keep `one`, which stands before `other`."""
        total = math.prod(self.shape)
        number_type = _I32 if total <= _I32.maximum else _I64
        numbers = reshape(iota(TensorType((total,), number_type)), self.shape)
        none = emit_constant(total, number_type, ())

        def body(values: list[Tensor]) -> Sequence[Tensor]:
            one, at, other, other_at = values
            last = emit_constant(total, number_type, ())
            is_kept = and_(compare(at, last, "NE"), or_(compare(other_at, last, "EQ"), keeps(one, other)))
            return [select(is_kept, one, other), select(is_kept, at, other_at)]

        nothing = emit_constant(0, operand.element_type, ())
        value, number = self.reduced([operand, numbers], [nothing, none], body)
        return value, number

    @property
    def is_too_large(self) -> bool:
        """Whether the windows are too many, or too large, to be written out."""
        return math.prod((*self.counts, *self.spans)) > _MOST_ELEMENTS


def taken(values: Tensor, numbers: Tensor, fill: Tensor | None = None) -> Tensor:
    """The elements of `values` with these numbers; where a number is the number of elements, `fill`, a scalar or a
    tensor of their shape (None for zero)."""
    total = math.prod(values.type.static_shape)
    if total == 0 or 0 in numbers.type.static_shape:
        empty = emit_constant(0, values.element_type, numbers.type.static_shape)
        return empty if fill is None else _spread(fill, empty.type)
    last = emit_constant(total - 1, numbers.element_type, numbers.shape)
    found: Tensor = gather(
        reshape(values, [total]),
        minimum(numbers, last),
        offset_dims=[],
        collapsed_slice_dims=[0],
        start_index_map=[0],
        index_vector_dim=numbers.rank,
        slice_sizes=[1],
        mode="promise_in_bounds",
    )
    other = emit_constant(0, values.element_type, ()) if fill is None else fill
    return select(compare(numbers, last, "LE"), found, _spread(other, found.type))


def dilated(size: int, dilation: int) -> int:
    """How many places `size` elements cover that lie `dilation` apart."""
    return 0 if size == 0 else (size - 1) * dilation + 1


def _padded(value: Tensor, padding_value: Tensor, padding: Sequence[Sequence[int]], dilations: Sequence[int]) -> Tensor:
    return pad(
        value,
        padding_value,
        edge_padding_low=[edges[0] for edges in padding],
        edge_padding_high=[edges[1] for edges in padding],
        interior_padding=[dilation - 1 for dilation in dilations],
    )


def _spread(value: Tensor, type: TensorType) -> Tensor:
    return value if value.rank == type.rank else broadcast_to(value, type.shape)
