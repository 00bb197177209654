"""Which differences a program can be seen to meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hlogen.conform.differences.table import KnownDifference, installed
from hlogen.ir import IntegerType, Module, Operation, QuantizedType, TensorType, Value
from hlogen.transform.portable_inputs import Inputs


def met(name: str, module: Module) -> list[KnownDifference]:
    """The differences of the backend `name`, in the version that is installed, that a program can be seen to meet."""
    return [entry for entry in installed(name) if entry.id in MEETS and MEETS[entry.id](module)]


def scatter_input_is_used_again(module: Module) -> bool:
    """Whether a scatter's input may be a tensor that something else reads too, now or when a region runs again."""
    inputs = Inputs(module)
    return any(
        operation.name == "stablehlo.scatter"
        and not all(inputs.is_own(value, operation) for value in operation.operands[: len(operation.results)])
        for operation in module.walk()
    )


def takes_abs_and_squares_integers(module: Module) -> bool:
    """Whether integers are multiplied by themselves, and there is an abs of integers that they may go into."""
    names = {op.name for op in module.walk() if op.operands and _is_integer(op.operands[0]) and _is_square_or_abs(op)}
    return names == {"stablehlo.multiply", "stablehlo.abs"}


def quantized_types(module: Module, *names: str) -> set[QuantizedType]:
    """The quantized element types of these operations' operands and results; of all operations' if none are named."""
    wanted = {f"stablehlo.{name}" for name in names}
    types = [
        value.type for op in module.walk() if op.name in wanted or not names for value in (*op.operands, *op.results)
    ]
    elements = [type.element_type for type in types if isinstance(type, TensorType)]
    return {element for element in elements if isinstance(element, QuantizedType)}


def _is_square_or_abs(op: Operation) -> bool:
    return op.name == "stablehlo.abs" or (op.name == "stablehlo.multiply" and len(set(op.operands)) == 1)


def _is_integer(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, IntegerType)


# Operations that upstream's interpreter has no quantized form of, beside scatter and dynamic_gather.
NOT_QUANTIZED_UPSTREAM = (
    "all_gather", "collective_broadcast", "collective_permute", "dynamic_update_slice", "iota", "is_finite", "map",
    "optimization_barrier", "reduce", "reverse", "sort",
)  # fmt: skip

MEETS: Mapping[str, Callable[[Module], bool]] = {
    "upstream.quantized-products": lambda module: bool(quantized_types(module, "dot_general", "convolution")),
    "upstream.quantized-add": lambda module: len(quantized_types(module, "add")) > 1,
    "upstream.unsigned-storage": lambda module: any(t.storage_type.is_unsigned for t in quantized_types(module)),
    "upstream.expressed-types": lambda module: any(t.expressed_type.name != "f32" for t in quantized_types(module)),
    "upstream.quantized-operations": lambda module: bool(quantized_types(module, *NOT_QUANTIZED_UPSTREAM)),
    "upstream.scatter-writes-its-inputs": scatter_input_is_used_again,
    "xla.abs-of-square": takes_abs_and_squares_integers,
}
