"""vmap of quantized operations: what each example gives alone. Axes of scales move with their dimensions."""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import Block, FunctionType, Module, Operation, QuantizedType, Region, TensorType, Value, dtype_of
from hlogen.program.copy import Copier

GOLDEN = Path(__file__).parents[3] / "golden"
SIZE = 3

# Batches that there is no program for, and what says so.
REFUSED = {
    "convolution/hybrid_quantized_per_axis": "scales of their own",
    "convolution/quantized_per_axis": "scales of their own",
    "dynamic_gather/quantized_operand": "slice_sizes differ along the batch",
}
# Operations that several processes meet in, or that are control flow, which test_vmap has; batch_norm is decomposed,
# and constants of quantized types can't be asked for there.
LEFT_OUT = ("all_", "collective", "reduce_scatter", "while", "if", "case", "custom_call", "composite", "batch_norm")


def quantized(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, QuantizedType)


def alone(operation: Operation) -> Module:
    """The operation as a program whose arguments are its operands."""
    types = [value.type for value in operation.operands]
    block, copier = Block(types), Copier()
    copier.stands(operation.operands, block.arguments)
    copier.operation(operation, block.operations)
    results = block.operations[0].results
    block.operations.append(Operation("func.return", results))
    kind = FunctionType(tuple(types), tuple(result.type for result in results))
    return Module([Operation("func.func", (), (), {"sym_name": "main", "function_type": kind}, [Region([block])])])


@cache
def operations() -> dict[str, Module]:
    """The quantized operations of the goldens, by the golden's name."""
    found: dict[str, Module] = {}
    for path in sorted(GOLDEN.glob("*/*quantized*.mlir")):
        if path.parent.name in ("real", "differences", "invalid"):
            continue
        for operation in hl.parse(path).walk():
            name = operation.name.partition(".")[2]
            values = chain(operation.operands, operation.results)
            is_taken = name == path.parent.name and not name.startswith(LEFT_OUT)
            if is_taken and operation.operands and any(map(quantized, values)):
                found.setdefault(f"{name}/{path.stem}", alone(operation))
    return found


def drawn(types: tuple[TensorType, ...], batched: tuple[int | None, ...]) -> list[np.ndarray]:
    random = np.random.default_rng(0)
    return [
        random.integers(0, 3, ((SIZE,) if axis == 0 else ()) + type.static_shape).astype(dtype_of(type.element_type))
        for type, axis in zip(types, batched, strict=True)
    ]


@pytest.mark.parametrize("name", sorted(operations()))
def test_a_batch_gives_what_each_example_gives(name: str) -> None:
    module = operations()[name]
    types = tuple(type for type in module.function("main").type.inputs if isinstance(type, TensorType))
    count = len(types)
    alone_batched = [tuple(0 if at == number else None for at in range(count)) for number in range(count)]
    for batched in dict.fromkeys([(0,) * count, *alone_batched]):
        try:
            program = hl.vmap(module, batched, axis_size=SIZE)
        except hl.UsageError as error:
            refused = str(error)
        else:
            refused = ""
        if refused:
            assert REFUSED[name] in refused
            continue
        hl.parse(str(program))  # upstream takes it
        args = drawn(types, batched)
        examples = [
            [arg[number] if axis == 0 else arg for arg, axis in zip(args, batched, strict=True)]
            for number in range(SIZE)
        ]
        try:
            expected = [interpreter.run(module, *example) for example in examples]
        except interpreter.ExecutionError:
            continue  # sizes that are drawn don't fit
        results = interpreter.run(program, *args)
        for number, result in enumerate(results):
            np.testing.assert_array_equal(result, np.stack([one[number] for one in expected]))


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("batch", [0, 1, 2, 3])
def test_a_batch_in_any_dimension_moves_the_axis_of_scales(axis: int, batch: int) -> None:
    scales = ", ".join(f"{number + 1}.0:{number}" for number in range(axis + 2))
    type = f"tensor<2x3x4x!quant.uniform<i8:f32:{axis}, {{{scales}}}>>"
    module = hl.parse(f"""func.func @main(%x: {type}) -> tensor<2x3x4xf32> {{
      %0 = stablehlo.uniform_dequantize %x : ({type}) -> tensor<2x3x4xf32>
      return %0 : tensor<2x3x4xf32>
    }}""")
    program = hl.vmap(module, batch, axis_size=5)
    storage = np.random.default_rng(0).integers(-9, 9, (5, 2, 3, 4)).astype(np.int8)
    (result,) = interpreter.run(str(program), np.moveaxis(storage, 0, batch))
    steps = np.arange(axis + 2).reshape(-1, *[1] * (2 - axis))
    np.testing.assert_array_equal(result, (storage - steps) * (steps + 1.0))
