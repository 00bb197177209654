"""Runs programs of several operations on the backends, around what upstream's interpreter does to them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest

import hlogen as hl
from hlogen.backends import Backend, backend
from hlogen.backends.errors import OracleError
from hlogen.conform.differences import installed
from hlogen.ir import Block, DenseArray, IntegerType, Module, Operation, TensorType


def of_backend(name: str) -> Backend:
    """The backend, or the test is skipped: some are too large to be installed for tests."""
    if missing := _missing(name):
        pytest.skip(missing)
    return backend(name)


@cache
def _missing(name: str) -> str:
    """Why a backend can't be started, which takes a process to know; empty where it can."""
    try:
        backend(name).version()
    except OracleError as error:
        return str(error)
    return ""


def run_on(name: str, program: Any, *args: Any) -> tuple[Any, ...]:
    """The results of a program on a backend.

    Where upstream's scatter writes into its inputs (see `golden/differences`), it gets copies of them.
    """
    module = program.module
    if name == "upstream" and any(entry.id == "upstream.scatter-writes-its-inputs" for entry in installed(name)):
        module = _with_copied_inputs(module)
    return backend(name).run(module, *args)


def run_together(name: str, runs: Sequence[tuple[hl.Function, Sequence[Any]]]) -> list[list[Any]]:
    """The results of functions, each with inputs of its own, on a backend: of one program that calls them all.

    XLA compiles that in about half the time that small programs take it one by one. The functions have different names.
    """
    functions = [function for function, _ in runs]
    if len(runs) == 1:
        return [list(run_on(name, functions[0], *runs[0][1]))]

    @hl.function(*(type for function in functions for type in function.type.inputs), name="main")
    def together(*values: Any) -> Any:
        rest, results = iter(values), []
        for function in functions:
            called = function(*islice(rest, len(function.type.inputs)))
            results += called if isinstance(called, tuple) else [called]
        return results

    results = iter(run_on(name, together, *(value for _, args in runs for value in args)))
    return [list(islice(results, len(function.type.results))) for function in functions]


def _with_copied_inputs(module: Module) -> Module:
    copy = hl.parse(str(module))
    for function in copy.functions.values():
        _copy_inputs(function.body)
    return copy


def _copy_inputs(block: Block) -> None:
    operations = []
    for operation in block.operations:
        for region in operation.regions:
            for inner in region.blocks:
                _copy_inputs(inner)
        if operation.name == "stablehlo.scatter":
            operands = list(operation.operands)
            for number in range(len(operation.results)):
                type = operands[number].type
                assert isinstance(type, TensorType)
                dims = {"broadcast_dimensions": DenseArray(IntegerType(64), tuple(range(type.rank)))}
                copied = Operation("stablehlo.broadcast_in_dim", [operands[number]], [type], dims)
                operations.append(copied)
                operands[number] = copied.result
            operation.operands = tuple(operands)
        operations.append(operation)
    block.operations = operations
