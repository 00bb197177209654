"""hlogen's own interpreter as a backend, in this process: it doesn't die."""

from __future__ import annotations

import importlib.metadata
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from hlogen.conform.oracles.process import Program


class InterpreterBackend:
    """Runs programs through `interpreter.run`; its errors come out as they are."""

    name = "interpreter"

    def run(self, program: Program, *args: Any, entry: str = "main") -> tuple[np.ndarray[Any, Any], ...]:
        import interpreter

        results: tuple[np.ndarray[Any, Any], ...] = interpreter.run(program, *args, entry=entry)
        return results

    def version(self) -> dict[str, str]:
        try:
            return {"hlogen": importlib.metadata.version("hlogen")}
        except importlib.metadata.PackageNotFoundError:
            return {"hlogen": "not installed, run from its sources"}

    def close(self) -> None:
        """Nothing to end."""
