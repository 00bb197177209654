"""Many operations in one program, which runs through ONNX and in the interpreter: results are compared one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from helpers.onnx_runs import through_onnx

import interpreter
from hlogen.ir import (
    Attribute,
    Block,
    DenseElements,
    FunctionType,
    Module,
    Operation,
    Region,
    TensorType,
    element_type_of,
    parse_element_type,
    tensor,
)
from hlogen.spec.result_types import infer

Array = np.ndarray[Any, Any]

# How far a float result may be off, as a part of the largest one; where nothing is said, it may not be at all.
TOLERANCES = {"float64": 1e-12, "float32": 2e-6, "float16": 4e-3, "bfloat16": 3e-2}
# What models have for elements that are narrower than a byte.
_BYTES = {"int4": np.int8, "int2": np.int8, "uint4": np.uint8, "uint2": np.uint8}


class Operations:
    """A program of independent operations on arguments of their own.

    `close`, given to `add`, allows a result the rounding errors of its dtype; all others must be the same bits, and NaN
    where there is a NaN.
    """

    def __init__(self) -> None:
        self.block = Block()
        self._arguments: list[tuple[TensorType, Array]] = []
        self._added: list[tuple[str, int, tuple[TensorType, ...], Mapping[str, Attribute], Sequence[Region], bool]] = []
        self._constants: set[int] = set()

    def add(
        self,
        name: str,
        *operands: Array,
        attributes: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        results: Sequence[str] | str | None = None,
        types: Sequence[str] | None = None,
        constants: Sequence[int] = (),
        close: bool = False,
    ) -> None:
        """One more operation. `types` are its operands' element types, the arrays' own where they are left out.

        `constants` are the operands that stand in the program, and aren't its arguments.
        """
        arrays = [np.asarray(operand) for operand in operands]
        given = types or [str(element_type_of(array.dtype)) for array in arrays]
        for number, (array, type) in enumerate(zip(arrays, given, strict=True)):
            if number in constants:
                self._constants.add(len(self._arguments))
            self._arguments.append((TensorType(array.shape, parse_element_type(type)), array))
        if results is None:
            operand_types = [type for type, _ in self._arguments[len(self._arguments) - len(arrays) :]]
            result_types: tuple[Any, ...] = infer(name, operand_types, attributes or {}, regions)
        else:
            result_types = tuple(tensor(text) for text in ([results] if isinstance(results, str) else results))
        self._added.append((name, len(arrays), result_types, attributes or {}, regions, close))

    def fix(self) -> None:
        """All operands so far stand in the program."""
        self._constants |= set(range(len(self._arguments)))

    @property
    def arrays(self) -> list[Array]:
        return [array for number, (_, array) in enumerate(self._arguments) if number not in self._constants]

    @property
    def module(self) -> Module:
        types = [type for number, (type, _) in enumerate(self._arguments) if number not in self._constants]
        block = Block(types)
        arguments = iter(block.arguments)
        operands = []
        for number, (type, array) in enumerate(self._arguments):
            if number in self._constants:
                constant = Operation("stablehlo.constant", (), (type,), {"value": DenseElements(type, array)})
                block.operations.append(constant)
                operands.append(constant.result)
            else:
                operands.append(next(arguments))
        waiting, results = iter(operands), []
        for name, count, result_types, attributes, regions, _ in self._added:
            own = [next(waiting) for _ in range(count)]
            block.operations.append(Operation(name, own, result_types, attributes, regions))
            results += block.operations[-1].results
        block.operations.append(Operation("func.return", results))
        signature = FunctionType(tuple(types), tuple(result.type for result in results))
        attributes = {"sym_name": "main", "function_type": signature}
        return Module([Operation("func.func", (), (), attributes, [Region([block])])])

    def compare(self, *, opset: int = 21, threads: int = 1) -> None:
        """Asserts that onnxruntime gives what the interpreter gives."""
        module, arrays = self.module, self.arrays
        with np.errstate(all="ignore"):
            expected = iter(interpreter.run(module, *arrays))
        bytes = [array.astype(_BYTES.get(array.dtype.name, array.dtype)) for array in arrays]
        given = iter(through_onnx(module, *bytes, opset=opset, threads=threads))
        for number, (name, _, types, attributes, _, close) in enumerate(self._added):
            for type in types:
                assert_same(next(given), next(expected), f"{number}: {name} {dict(attributes)} -> {type}", close=close)


def assert_same(given: Array, expected: Array, what: str, *, close: bool = False) -> None:
    assert given.shape == expected.shape, (what, given.shape, expected.shape)
    kind = given.dtype.kind
    wide = given.dtype if kind in "biu" else np.dtype(np.float64)
    mine, theirs = given.astype(wide), expected.astype(wide)
    if close:
        with np.errstate(invalid="ignore"):
            finite = theirs[np.isfinite(theirs)]
        size = float(np.abs(finite).max()) if finite.size else 0.0
        off = TOLERANCES[expected.dtype.name] * (size + 1)
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=off, err_msg=what)
        return
    np.testing.assert_array_equal(mine, theirs, err_msg=what)
    if kind not in "biu":
        numbers = ~np.isnan(theirs)
        np.testing.assert_array_equal(np.signbit(mine)[numbers], np.signbit(theirs)[numbers], err_msg=what)
