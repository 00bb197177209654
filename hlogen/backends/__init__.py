"""The backends that run programs: hlogen's interpreter, upstream's interpreter, XLA CPU, onnxruntime CPU.

::

    from hlogen.backends import backend

    results = backend("xla").run(program, x, y)

A backend is one file in `adapters/`, which registers a class; nothing else knows its name (see
docs/how-to/add-a-backend.md). Foreign code can end the process that it runs in, so that class lives in a worker
process, under a time and a memory limit. From the caller to the foreign code:

- `pool.py`: `backend(name)`, one object for everybody who asks for the same limits.
- `process.py`: `WorkerBackend`, which starts its worker at the first call, starts another where one died, says of what,
  and ends the last with this process (`hlogen/workers/`).
- `adapters/`: the executors. `compiling.py` is what those share that compile a program once and run it often.
- `entry.py`: a program's entry function rewritten so that every backend can pass its arguments and results: complex and
  quantized tensors taken apart, dynamic argument types refined to the shapes at hand.

What differs between backends and the specification is not told here, but in `hlogen.conform`.
"""

from hlogen.backends.describe import describe_backends
from hlogen.backends.pool import BACKENDS, backend, verify
from hlogen.backends.protocol import MEMORY_LIMIT, TIME_LIMIT, Backend

__all__ = ["BACKENDS", "MEMORY_LIMIT", "TIME_LIMIT", "Backend", "backend", "describe_backends", "verify"]
