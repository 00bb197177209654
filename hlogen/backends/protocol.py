"""What a backend is for whoever calls it, and what an adapter is for the worker process that it lives in."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from hlogen.ir import ProgramLike

TIME_LIMIT = 60.0  # seconds for one call
MEMORY_LIMIT = 8 << 30  # bytes of data of a worker


class Backend(Protocol):
    """Runs programs. `name` is one of BACKENDS."""

    @property
    def name(self) -> str: ...

    def run(self, program: ProgramLike, *args: Any, entry: str = "main") -> tuple[np.ndarray[Any, Any], ...]:
        """The results of the function `entry` for `args`, each an array of the element type's own dtype.

        `program` and `args` are what `interpreter.run` takes. Raises OracleError where the backend refuses the program,
        OracleCrashed where it dies of it, OracleTimeout where it takes too long.
        """
        ...

    def version(self) -> dict[str, str]:
        """What runs: names of packages and dialects, and their versions."""
        ...

    def close(self) -> None:
        """Ends the worker, where there is one; the next `run` starts another."""
        ...


class Executor(Protocol):
    """An adapter's class. It is made in the worker process, without arguments, where the backend is used first.

    What it raises is what the caller reads: a message, under the backend's name. UsageError is the caller's mistake;
    ImportError and HlogenError, raised while it is made, say why there is no such backend on this machine.
    """

    def run(self, program: bytes, entry: str, args: list[Any]) -> tuple[np.ndarray[Any, Any], ...]:
        """The results of the function `entry`. `program` is text, bytecode or a portable artifact.

        `args` are arrays and numbers of Python, as the caller gave them.
        """
        ...

    def version(self) -> dict[str, str]:
        """What runs: names of packages and dialects, and their versions."""
        ...
