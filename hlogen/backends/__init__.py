"""The backends that run programs: hlogen's interpreter, upstream's interpreter, XLA CPU, onnxruntime CPU.

::

    from hlogen.backends import backend

    results = backend("xla").run(program, x, y)

A backend is a class that compiles programs and runs them (`protocol.py`: Adapter). Those in `adapters/` come with
hlogen; `address.py` finds any other: a class of a module or file, a plugin, a command, an entry point of a package (see
docs/how-to/add-a-backend.md). Foreign code can end the process that it runs in, so that class lives in a worker
process, under a time and a memory limit. From the caller to the foreign code:

- `pool.py`: `backend(address)`, one object for everybody who asks for the same limits.
- `process.py`: `WorkerBackend`, which starts its worker at the first call, starts another where one died, says of what,
  and ends the last with this process (`hlogen/workers/`).
- `adapted.py`: what the worker runs: programs and arrays in the form that adapters take, what they give looked at.
- `entry.py`: a program's entry function rewritten so that every backend can pass its arguments and results: complex and
  quantized tensors taken apart, dynamic argument types refined to the shapes at hand.

What differs between backends and the specification is not told here, but in `hlogen.conform`.
"""

from hlogen.backends.describe import describe_backends
from hlogen.backends.errors import OutOfMemory, Refused, Unsupported
from hlogen.backends.pool import BACKENDS, backend, verify
from hlogen.backends.protocol import MEMORY_LIMIT, TIME_LIMIT, Adapter, Backend, Signature

__all__ = [
    "BACKENDS",
    "MEMORY_LIMIT",
    "TIME_LIMIT",
    "Adapter",
    "Backend",
    "OutOfMemory",
    "Refused",
    "Signature",
    "Unsupported",
    "backend",
    "describe_backends",
    "verify",
]
