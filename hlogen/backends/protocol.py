"""What a backend is for whoever calls it, and what an adapter is for the worker process that it lives in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from hlogen.ir import ProgramLike, TensorType

TIME_LIMIT = 60.0  # seconds for one call
MEMORY_LIMIT = 8 << 30  # bytes of data of a worker


class Backend(Protocol):
    """Runs programs. `name` is what messages call it."""

    @property
    def name(self) -> str: ...

    def run(self, program: ProgramLike, *args: Any, entry: str = "main") -> tuple[np.ndarray[Any, Any], ...]:
        """The results of the function `entry` for `args`, each an array of the element type's own dtype.

        `program` and `args` are what `interpreter.run` takes. Raises OracleError where the backend can't give a
        result: Unsupported and Refused where it says so itself, WrongResults where what it gave aren't the program's
        results, OracleCrashed where it dies of it, OracleTimeout where it takes too long.
        """
        ...

    def version(self) -> dict[str, str]:
        """What runs: names of packages and dialects, and their versions."""
        ...

    def close(self) -> None:
        """Ends the worker, where there is one; the next `run` starts another."""
        ...


@dataclass(frozen=True)
class Signature:
    """The static types of what a compiled program takes and gives. Complex and quantized tensors aren't among them."""

    arguments: tuple[TensorType, ...]
    results: tuple[TensorType, ...]


class Adapter(Protocol):
    """What an author writes to have a backend here: a class that compiles programs and runs them.

    It is made in a worker process of hlogen's, under limits of time and memory; where it dies, the next program has
    another one. Two methods are needed. Where there are more of these, they say more:

    - ``name``: what reports call it, else the class' name.
    - ``reads``: how `compile` gets a program: "text" (the default), "generic" (text in generic form), "bytecode",
      "portable" or "portable 1.8.0" (a portable artifact, of that version of VHLO).
    - ``lacks``: element types and operations that it has none of, such as ``("f8*", "complex", "stablehlo.fft")``:
      programs with them are unsupported, and it isn't asked.
    - ``plain_arrays = True``: arguments have NumPy's own dtypes alone: elements of less than a byte come as integers of
      a byte, bf16, f8 and the like as unsigned integers of as many bits. Results may come so in any case.
    - ``version()``: what runs, as a dict of names and versions.
    - ``verify(program)``: why its own verifier refuses a program, a list of messages; empty where it accepts it. The
      program is text in generic form, as bytes, that nobody has verified (`hlogen fuzz --invalid`). Without this
      method, a program that upstream's verifier lets through and that `compile` takes is accepted.

    What it raises is what the caller reads. Unsupported says that it has no such type or operation, Refused that it
    doesn't take the program, and so does everything else that `compile` raises; MemoryError is told apart. Raised while
    it is made, any exception says why there is no such backend on this machine.
    """

    def compile(self, program: Any, signature: Signature) -> Any:
        """What `run` needs to run the program's ``@main`` on arrays, as often as one likes.

        `program` is a str where ``reads`` asks for text, else bytes. It is verified, and its @main takes and gives
        static real tensors alone: complex ones come as two, quantized ones as their storage.
        """
        ...

    def run(self, compiled: Any, arguments: list[np.ndarray[Any, Any]]) -> Sequence[np.ndarray[Any, Any]]:
        """What the program gives for `arguments`: an array of each of the types `signature.results`, in their dtypes.

        Elements of less than a byte, and booleans, have a byte each; bf16, f8 and the like are dtypes of ml_dtypes.
        The arrays are C-contiguous. They are the caller's: nothing may be written to them.
        """
        ...
