"""`hlogen.run`: a program on arrays, by any backend, with results as a Python user expects them."""

from __future__ import annotations

from typing import Any

import interpreter
from hlogen.backends.pool import backend as backend_called
from hlogen.builder.function import Function
from hlogen.door import public
from hlogen.ir import ProgramLike
from interpreter.values.arguments import argument_value


@public
def run(program: ProgramLike, *args: Any, backend: str = "interpreter", entry: str = "main") -> Any:
    """What the function `entry` gives for `args`: an array, or a tuple of arrays where there is not just one result.

    `program` is what `hlogen.function` or `hlogen.parse` made, a file, or text. `args` are arrays and numbers of the
    argument types, or lists of numbers. What `hlogen.function` made takes and gives the trees that its Python function
    takes and gives; what it returns as a list is a tuple. `backend` is
    "interpreter", "upstream", "xla", "onnxruntime", or the address of another one, such as "my_backend.py:Mine"
    (docs/how-to/add-a-backend.md). `interpreter.run` has listeners, limits and the sanitizer, and
    gives a tuple always.

    Raises UsageError where an argument doesn't fit or there is no such backend or entry, ConstraintError where the
    program breaks the specification, ExecutionError where it can't be run to its end, OracleError where the backend
    refuses it.
    """
    given = program.leaves(args) if isinstance(program, Function) else args
    if any(isinstance(arg, list) for arg in given):  # whose numbers have no type of their own
        loaded = interpreter.load(program, entry)
        types = loaded.type.inputs
        given = [
            *(
                argument_value(arg, type, what) if isinstance(arg, list) else arg
                for what, arg, type in zip(loaded.said, given, types, strict=False)
            ),
            *given[len(types) :],
        ]
    results = backend_called(backend).run(program, *given, entry=entry)
    if isinstance(program, Function):
        return program.output.unflatten(results)
    return results[0] if len(results) == 1 else results
