"""The shape that operands share: NumPy's rules, or none where somebody wants to see every broadcast written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from hlogen.builder.arrays import as_array
from hlogen.builder.emit import as_tensor, broadcast_to, check_array, emit_constant
from hlogen.builder.sizes import Size, broadcast_to_sizes, size_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import current_scope, usage_error
from hlogen.door import strict
from hlogen.ir import ElementType, FloatType, QuantizedType, Shape, TensorType

_is_implicit: ContextVar[bool] = ContextVar("hlogen_broadcasting", default=True)


@strict
def broadcasting(is_implicit: bool) -> AbstractContextManager[None]:
    """Inside ``with hl.broadcasting(False):`` operands of different shapes are an error, but for those of rank 0.

    Otherwise operators and elementwise operations broadcast as NumPy does: shapes are aligned at their last dimension,
    and a dimension of size 1, or one that isn't there, is repeated. What is written is ``broadcast_in_dim``. Each
    thread and each coroutine has its own say.
    """
    return _said(is_implicit)


@contextmanager
def _said(is_implicit: bool) -> Iterator[None]:
    token = _is_implicit.set(is_implicit)
    try:
        yield
    finally:
        _is_implicit.reset(token)


def is_implicit() -> bool:
    """Whether operands of different shapes are broadcast."""
    return _is_implicit.get()


def common_shape(name: str, shapes: Mapping[str, Shape]) -> Shape:
    """The shape that all are broadcast to; UsageError with the sizes that don't go together.

    A dynamic size is that of the others where it is known; where it isn't, all have to have it.
    """
    common: list[int | None] = list(next((shape for shape in shapes.values() if shape), ()))
    if all(not shape or (len(shape) == len(common) and _agree(shape, common)) for shape in shapes.values()):
        return tuple(common)
    if not _is_implicit.get():
        raise usage_error(
            f"{name} takes tensors of one shape inside hl.broadcasting(False), but {_listing(shapes)}\n"
            "  fix: say how dimensions correspond with hl.broadcast_in_dim(operand, shape, broadcast_dimensions=[...])"
        )
    rank = max(map(len, shapes.values()))
    return tuple(_common_size(name, shapes, at - rank) for at in range(rank))


def of_one_type(name: str, **operands: TensorLike) -> tuple[Tensor, ...]:
    """Operands that must have one type. Numbers and arrays take the tensors' element type; shapes are broadcast.

    Raises UsageError where no operand is a tensor, where element types differ, or shapes that don't broadcast.
    """
    tensors = {what: operand for what, operand in operands.items() if isinstance(operand, Tensor)}
    if len(tensors) == len(operands):
        values = tuple(tensors.values())
        type = values[0].value.type
        if all(value.value.type == type for value in values):
            return values
    if not tensors:
        if len(operands) == 1:
            ((what, only),) = operands.items()
            return (as_tensor(only, what),)
        raise usage_error(f"{name} needs a tensor among its operands\n  fix: make one with hl.constant")
    first = next(iter(tensors.values()))
    for value in tensors.values():
        if value.element_type != first.element_type:
            fix = start_fix(value, first.type) or start_fix(first, value.type)
            raise usage_error(
                f"{name} takes tensors of one element type, but {_types(tensors)}\n  fix: "
                + (f"{fix}, or " if fix else "")
                + f"convert one with hl.{_conversion(value.element_type, first.element_type)}"
            )
    arrays = {}
    for what, operand in operands.items():
        if not isinstance(operand, Tensor):
            check_array(operand, what, first.element_type)
            arrays[what] = as_array(operand)
    shapes = {what: value.shape for what, value in tensors.items()} | {
        what: array.shape for what, array in arrays.items()
    }
    common = common_shape(name, shapes)
    is_static = None not in common
    for what, array in arrays.items():
        filled = common if array.ndim == 0 and is_static else None
        tensors[what] = emit_constant(array, first.element_type, filled)
    return broadcast_all([tensors[what] for what in operands], common)


def start_fix(carry: Tensor, type: TensorType) -> str:
    """What to write where a loop starts with a number of Python's and goes on with this type; "" of other tensors."""
    scope = current_scope()
    starts = next((one.starts for one in scope.chain() if carry.value in one.starts), None) if scope else None
    if starts is None or not type.is_static or isinstance(type.element_type, QuantizedType):
        return ""
    number = starts[carry.value]
    said = f'{number!r}, "{type.element_type}"'
    start = f"hl.full({list(type.shape)}, {said})" if type.rank else f"hl.constant({said})"
    if type == TensorType((), FloatType("f32")) and isinstance(number, int):
        start = repr(float(number))
    return f"start the loop with {start} instead of {number!r}, which is {carry.element_type}"


def broadcast_all(values: Sequence[Tensor], common: Shape) -> tuple[Tensor, ...]:
    """Each of `values` repeated to the shape that `common_shape` found for them."""
    return tuple(repeated_to(common, value, values) for value in values)


def repeated_to(common: Shape, value: Tensor, values: Sequence[Tensor]) -> Tensor:
    """`value` repeated to `common`, whose dynamic sizes are those of the first of `values` that has them so."""
    if len(value.shape) == len(common) and all(
        size != 1 or wanted == 1 for size, wanted in zip(value.shape, common, strict=True)
    ):
        return value
    if None not in common:
        return broadcast_to(value, common)
    sizes: list[Size] = []
    for at, size in enumerate(common):
        if size is None:
            from_end = at - len(common)
            source = next(v for v in values if v.rank >= -from_end and v.shape[v.rank + from_end] is None)
            sizes.append(size_of(source, source.rank + from_end))
        else:
            sizes.append(size)
    return broadcast_to_sizes(value, sizes, range(len(common) - value.rank, len(common)))


def _common_size(name: str, shapes: Mapping[str, Shape], at: int) -> int | None:
    """The size of a dimension, counted from the last."""
    sizes = {what: shape[at] for what, shape in shapes.items() if len(shape) >= -at}
    larger = {what: size for what, size in sizes.items() if size != 1}
    found = set(larger.values())
    if len(found) > 1:
        (first, a), (second, b) = next(
            pair for pair in zip(larger.items(), [*larger.items()][1:], strict=False) if pair[0][1] != pair[1][1]
        )
        of_one_rank = len({*map(len, shapes.values())}) == 1
        nearer = "" if of_one_rank else "keep reduced dimensions with keepdims=True, add some with hl.expand_dims, or "
        raise usage_error(
            f"{name} takes tensors whose shapes broadcast, but {_listing(shapes)}: dimension "
            f"{len(shapes[first]) + at} of {first} has size {_size(a)}, dimension {len(shapes[second]) + at} of "
            f"{second} {_size(b)}\n"
            f"  fix: {nearer}say how dimensions correspond with "
            "hl.broadcast_in_dim(operand, shape, broadcast_dimensions=[...])"
        )
    return found.pop() if found else 1


def _agree(shape: Shape, common: list[int | None]) -> bool:
    """Whether they are one shape already: 1 is repeated where a size is dynamic."""
    return all(a == b or (None in (a, b) and 1 not in (a, b)) for a, b in zip(shape, common, strict=True))


def _listing(shapes: Mapping[str, Shape]) -> str:
    return ", ".join(f"{what} is [{', '.join(map(_size, shape))}]" for what, shape in shapes.items())


def _size(size: int | None) -> str:
    return "?" if size is None else str(size)


def _conversion(given: ElementType, wanted: ElementType) -> str:
    """What a user writes to bring a value to another element type."""
    if isinstance(wanted, QuantizedType):
        return f"uniform_quantize(..., {str(wanted)!r})"
    return "uniform_dequantize(...)" if isinstance(given, QuantizedType) else f"convert(..., {str(wanted)!r})"


def _types(tensors: Mapping[str, Tensor]) -> str:
    return ", ".join(f"{what} is {tensor.type}" for what, tensor in tensors.items())
