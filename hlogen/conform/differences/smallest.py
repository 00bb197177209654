"""The program of a known difference: what a backend runs, on what, and how its results are judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import interpreter
from hlogen.errors import CheckFailed, UsageError
from hlogen.ir import Attribute, Block, FunctionType, Module, Operation, Region, Value
from hlogen.mlir.reader import read

_PROGRAM = "program"


@dataclass(frozen=True)
class Smallest:
    """`module` is what a backend runs on `arguments`."""

    module: Module
    arguments: tuple[np.ndarray[Any, Any], ...]
    _judge: Module = field(repr=False)
    entry: str = "main"

    def require(self, results: Sequence[Any]) -> None:
        """Raises CheckFailed where the results of `module` aren't those of the specification."""
        interpreter.run(self._judge, *results)

    def holds(self, results: Sequence[Any]) -> bool:
        """Whether the results of `module` are those of the specification."""
        try:
            self.require(results)
        except CheckFailed:
            return False
        return True


def smallest(text: str | bytes) -> Smallest:
    """What a file says: ``@main`` makes the arguments of ``@program``, calls it, and checks its results."""
    functions = read(text).functions
    operations = functions["main"].body.operations[:-1]
    calls = [op for op in operations if op.name == "func.call"]
    if len(calls) != 1 or _PROGRAM not in functions:
        raise UsageError("the program of a known difference has a @main that calls @program once")
    call = calls[0]
    before, after = operations[: operations.index(call)], operations[operations.index(call) + 1 :]
    program = functions[_PROGRAM]
    others = [function.operation for name, function in functions.items() if name not in ("main", _PROGRAM)]
    inputs = Block()
    inputs.operations = before
    results = Block([value.type for value in call.results])
    places = dict(zip(call.results, results.arguments, strict=True))
    arguments = interpreter.run(_main(inputs, call.operands))
    for op in after:
        op.operands = tuple(places.get(value, value) for value in op.operands)
    results.operations = [*before, *after]
    return Smallest(_main(program.body, (), others), arguments, _main(results, ()))


def _main(block: Block, returned: Sequence[Value], others: Sequence[Operation] = ()) -> Module:
    """The block as a program, with the functions that it calls; what it returns where it has no terminator."""
    if not block.operations or block.operations[-1].name != "func.return":
        block.operations = [*block.operations, Operation("func.return", returned)]
    types = (tuple(value.type for value in values) for values in (block.arguments, block.operations[-1].operands))
    main: dict[str, Attribute] = {"sym_name": "main", "function_type": FunctionType(*types)}
    return Module([Operation("func.func", (), (), main, [Region([block])]), *others])
