"""hlogen's own interpreter as a backend, in this process: it doesn't die."""

from __future__ import annotations

import importlib.metadata
from typing import Any

import numpy as np

from hlogen.backends.registry import adapter
from hlogen.ir import ProgramLike


@adapter("interpreter", what="hlogen's interpreter", is_in_process=True)
class InterpreterBackend:
    """Runs programs through `interpreter.run`; its errors come out as they are."""

    name = "interpreter"

    def run(self, program: ProgramLike, *args: Any, entry: str = "main") -> tuple[np.ndarray[Any, Any], ...]:
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
