"""Result types of the ops that fold dimensions with a region: reduce, reduce_window, sort, select_and_scatter."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.ir.types import I1, TensorType, Type
from hlogen.spec.dims import Dim, differ, dims_of, tensor_of
from hlogen.spec.element_types import is_promotable
from hlogen.spec.inference.registry import Signature, rule
from hlogen.spec.predicates import counted


@rule("stablehlo.reduce")
def reduce(op: Signature) -> tuple[Type, ...]:
    inputs, _ = _inputs_and_init_values(op)
    dimensions = op.integers("dimensions")
    shape = op.same_shape({f"inputs[{at}]": type for at, type in enumerate(inputs)})
    op.dimensions("dimensions", dimensions, len(shape))
    computed = _computed_types(op, inputs)
    kept = [dim for at, dim in enumerate(shape) if at not in dimensions]
    return tuple(tensor_of(kept, type.element_type) for type in computed)


@rule("stablehlo.reduce_window")
def reduce_window(op: Signature) -> tuple[Type, ...]:
    inputs, _ = _inputs_and_init_values(op)
    shape = op.same_shape({f"inputs[{at}]": type for at, type in enumerate(inputs)})
    dims = _num_windows(op, shape, op.integers("window_dimensions"))
    return tuple(tensor_of(dims, type.element_type) for type in _computed_types(op, inputs))


@rule("stablehlo.select_and_scatter")
def select_and_scatter(op: Signature) -> tuple[Type, ...]:
    operand, source, init_value = op.tensors("operand", "source", "init_value")
    op.same_element_type({"operand": operand, "source": source, "init_value": init_value})
    if init_value.rank:
        raise op.error(f"init_value is {init_value}, expected rank 0")
    shape = dims_of(operand)
    windows = _num_windows(op, shape, op.optional_integers("window_dimensions", (1,) * len(shape)))
    if source.rank != operand.rank or any(map(differ, dims_of(source), windows)):
        expected = tensor_of(windows, source.element_type)
        raise op.error(f"source is {source}, expected {expected}: one element for each window of operand {operand}")
    scalar = TensorType((), operand.element_type)
    op.regular("select", op.region(0, "select"), [scalar, scalar], [TensorType((), I1)])
    (computed,) = _computed_types(op, (operand,), 1, "scatter")
    return (operand.with_element_type(computed.element_type),)


@rule("stablehlo.sort")
def sort(op: Signature) -> tuple[Type, ...]:
    inputs = op.variadic("inputs")
    shape = op.same_shape({f"inputs[{at}]": type for at, type in enumerate(inputs)})
    if "dimension" in op.attributes and not -len(shape) <= op.integer("dimension") < max(len(shape), 1):
        raise op.error(f"dimension = {op.integer('dimension')} is no dimension of {inputs[0]}")
    scalars = [TensorType((), type.element_type) for type in inputs for _ in range(2)]
    op.regular("comparator", op.region(0, "comparator"), scalars, [TensorType((), I1)])
    return inputs


def _inputs_and_init_values(op: Signature) -> tuple[tuple[TensorType, ...], tuple[TensorType, ...]]:
    operands = op.variadic("operands", at_least=2)
    if len(operands) % 2:
        raise op.error(f"expected as many inputs as init_values, found {counted(len(operands), 'operand')} in all")
    count = len(operands) // 2
    inputs, init_values = operands[:count], operands[count:]
    for at, (input, init) in enumerate(zip(inputs, init_values, strict=True)):
        if init.rank:
            raise op.error(f"init_values[{at}] is {init}, expected rank 0")
        if init.element_type != input.element_type:
            raise op.error(f"init_values[{at}] is {init}, but inputs[{at}] is {input}: expected one element type")
    return inputs, init_values


def _num_windows(op: Signature, shape: Sequence[Dim], sizes: tuple[int, ...]) -> list[Dim]:
    """How many windows of these sizes there are along each dimension of `shape`."""
    rank = len(shape)
    ones = (1,) * rank
    strides = op.optional_integers("window_strides", ones)
    base = op.optional_integers("base_dilations", ones)
    window = op.optional_integers("window_dilations", ones)
    padding = op.optional_integers("padding", (0,) * (2 * rank))
    for name, values in (
        ("window_dimensions", sizes),
        ("window_strides", strides),
        ("base_dilations", base),
        ("window_dilations", window),
    ):
        op.counted(name, values, rank)
        if any(value < 1 for value in values):
            raise op.error(f"{name} = {list(values)}, expected values of at least 1")
    if len(padding) != 2 * rank:
        raise op.error(f"padding has {counted(len(padding), 'value')}, expected {2 * rank}")
    dims = []
    for at, dim in enumerate(shape):
        if dim.size is None:
            dims.append(Dim(None))
            continue
        dilated = 0 if dim.size == 0 else (dim.size - 1) * base[at] + 1
        padded = dilated + padding[2 * at] + padding[2 * at + 1]
        width = (sizes[at] - 1) * window[at] + 1
        dims.append(Dim(0 if padded <= 0 or width > padded else (padded - width) // strides[at] + 1))
    return dims


def _computed_types(
    op: Signature, inputs: tuple[TensorType, ...], number: int = 0, name: str = "body"
) -> tuple[TensorType, ...]:
    """The scalar types that a region works in: N so far and N new ones in, N out, promotable from the inputs."""
    region = op.region(number, name)
    returned = op.region_results(region, name)
    if len(returned) != len(inputs):
        raise op.error(f"the region {name} returns {counted(len(returned), 'value')}, expected {len(inputs)}")
    computed = tuple(op.as_tensor(f"{name}'s result {at}", type) for at, type in enumerate(returned))
    op.regular(name, region, [*computed, *computed], computed)
    for at, (input, scalar) in enumerate(zip(inputs, computed, strict=True)):
        if scalar.rank:
            raise op.error(f"{name}'s result {at} is {scalar}, expected rank 0")
        if not is_promotable(input.element_type, scalar.element_type):
            raise op.error(f"inputs[{at}] is {input}, which isn't promotable to the {name}'s {scalar.element_type}")
    return computed
