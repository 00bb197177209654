"""Runs programs by commands: for backends in any language. Programs, arguments and results are files.

    exec:./runner {program} {arguments} {results}

or, in a file of TOML, with a command that compiles once what runs often:

    backend = "exec:./runner {compiled} {arguments} {results}"
    [options]
    compile = "./compiler {program} -o {compiled}"
    arrays = "npz"

A command is split as a shell would, and runs without one, in the folder of the file of TOML, or else in the one that
hlogen was called from. What stands for what:

- ``{program}``: a file ``program.mlir``, with one public function ``@main``.
- ``{signature}``: a file ``signature.json`` with the types of ``@main``:
  ``{"arguments": [{"element_type": "f32", "shape": [2, 3]}], "results": ...}``.
- ``{compiled}``: a file for `compile` to write.
- ``{arguments}``: with ``arrays = "raw"`` a folder of files ``0.bin``, ``1.bin``, ...: the elements in row-major
  order, little-endian, those of less than a byte in a byte each. With "npz" a file ``arguments.npz`` of arrays ``0``,
  ``1``, ..., where element types that NumPy hasn't are unsigned integers of as many bits.
- ``{results}``: an empty folder to write ``0.bin``, ... to, or a file ``results.npz`` to write.

Exit code 0 says that it worked, 77 that the program has something that the backend hasn't (Unsupported), any other
that it is refused, or can't be run: the last lines of standard error are the reason.
"""

from __future__ import annotations

import ctypes
import json
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hlogen.backends.errors import CannotStartBackend, OracleCrashed, OracleError, Refused, Unsupported, WrongResults
from hlogen.backends.plain import plain_dtype
from hlogen.backends.protocol import Signature
from hlogen.backends.registry import adapter
from hlogen.ir import TensorType
from hlogen.lifeline import users_environment
from hlogen.workers.process import how_it_ended

_UNSUPPORTED = 77
_ARRAYS = ("raw", "npz")
_SHOWN = 400  # characters of what a command says
_LINES = 5
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class _Compiled:
    folder: Path
    signature: Signature


@adapter(
    "exec",
    what="a command",
    argument="a command line",
    example="'./runner {program} {arguments} {results}'",
    wants_folder=True,
)
class Command:
    """Writes what a command reads, and reads what it writes."""

    plain_arrays = True

    def __init__(
        self, run: str, *, compile: str = "", arrays: str = "raw", folder: str = "", version: str = ""
    ) -> None:
        if arrays not in _ARRAYS:
            raise CannotStartBackend(f"arrays is {arrays!r}; it is one of {', '.join(_ARRAYS)}")
        self._run = _split(run, ("program", "signature", "compiled", "arguments", "results"))
        self._compile = _split(compile, ("program", "signature", "compiled"))
        if "{results}" not in run:
            raise CannotStartBackend(f"the command {run!r} doesn't say where {{results}} goes")
        self._arrays = arrays
        self._folder = folder or None
        self._version = version

    def version(self) -> dict[str, str]:
        """What the command of the option ``version`` says, in its first line."""
        if not self._version:
            return {}
        said = subprocess.run(
            shlex.split(self._version),
            cwd=self._folder,
            env=users_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        return {"version": ((said.stdout or said.stderr).strip().splitlines() or ["unknown"])[0]}

    def compile(self, program: str, signature: Signature) -> _Compiled:
        folder = Path(tempfile.mkdtemp())
        (folder / "program.mlir").write_text(program)
        types = {"arguments": signature.arguments, "results": signature.results}
        said = {name: [_described(type) for type in of] for name, of in types.items()}
        (folder / "signature.json").write_text(json.dumps(said, indent=1))
        if self._compile:
            self._called(self._compile, folder, Refused)
            if not (folder / "compiled").exists():
                raise Refused("the command that compiles ended with 0 and wrote no {compiled}")
        return _Compiled(folder, signature)

    def run(self, compiled: _Compiled, arguments: list[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        with tempfile.TemporaryDirectory(dir=compiled.folder) as name:
            folder = Path(name)
            if self._arrays == "npz":
                given = {str(number): array for number, array in enumerate(arguments)}
                np.savez(folder / "arguments.npz", **given)  # type: ignore[arg-type]  # NumPy's stubs take one keyword
                files = {"arguments": folder / "arguments.npz", "results": folder / "results.npz"}
            else:
                files = {"arguments": folder / "arguments", "results": folder / "results"}
                for path in files.values():
                    path.mkdir()
                for number, array in enumerate(arguments):
                    (files["arguments"] / f"{number}.bin").write_bytes(
                        array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
                    )
            self._called(self._run, compiled.folder, OracleError, files)
            return list(self._read(files["results"], compiled.signature.results))

    def _called(
        self, command: Sequence[str], folder: Path, refusal: type[OracleError], files: dict[str, Path] | None = None
    ) -> None:
        places = {
            "program": folder / "program.mlir",
            "signature": folder / "signature.json",
            "compiled": folder / "compiled",
            **(files or {}),
        }
        words = [_filled(word, places) for word in command]
        try:
            ended = subprocess.run(
                words,
                cwd=self._folder,
                capture_output=True,
                check=False,
                stdin=subprocess.DEVNULL,
                env=users_environment(),
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,
            )
        except OSError as error:
            raise CannotStartBackend(f"{words[0]} can't be run: {error.strerror or error}") from error
        if ended.returncode == 0:
            return
        lines = ended.stderr.decode(errors="replace").strip().splitlines()[-_LINES:]
        said = " / ".join(line.strip() for line in lines)[-_SHOWN:] or how_it_ended(ended.returncode)
        if ended.returncode == _UNSUPPORTED:
            raise Unsupported(said)
        if ended.returncode < 0:
            raise OracleCrashed(f"{words[0]} died ({how_it_ended(ended.returncode)}): {said}")
        raise refusal(said)

    def _read(self, results: Path, types: Sequence[TensorType]) -> Sequence[np.ndarray[Any, Any]]:
        if self._arrays == "npz":
            if not results.exists():
                raise WrongResults("the command ended with 0 and wrote no {results}")
            try:
                with np.load(results) as archive:
                    stored = {name: archive[name] for name in archive.files}
            except Exception as error:
                raise WrongResults(f"{{results}} is no .npz file that can be read: {error}") from error
            return [_of_npz(stored, number) for number in range(len(types))]
        return [_of_raw(results / f"{number}.bin", number, type) for number, type in enumerate(types)]


def _end_with_parent() -> None:
    """Asks the kernel to end this process where the one that started it ends, be it killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _split(command: str, names: Sequence[str]) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CannotStartBackend(f"the command {command!r} can't be split into words: {error}") from error
    for word in words:
        try:
            _filled(word, dict.fromkeys(names, Path()))
        except (KeyError, IndexError, ValueError):
            raise CannotStartBackend(
                f"the command {command!r}: in {word} only these may stand in braces: {', '.join(names)}"
            ) from None
    return words


def _filled(word: str, places: dict[str, Path]) -> str:
    return word.format(**{name: str(path) for name, path in places.items()})


def _described(type: TensorType) -> dict[str, Any]:
    return {"element_type": str(type.element_type), "shape": list(type.shape)}


def _of_npz(stored: dict[str, np.ndarray[Any, Any]], number: int) -> np.ndarray[Any, Any]:
    if str(number) not in stored:
        raise WrongResults(f"{{results}} has no array called {number}; it has {', '.join(stored) or 'none'}")
    return stored[str(number)]


def _of_raw(path: Path, number: int, type: TensorType) -> np.ndarray[Any, Any]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WrongResults(f"result {number}: {path.name} can't be read: {error.strerror or error}") from error
    dtype = plain_dtype(type).newbyteorder("<")
    if not type.is_static:
        raise WrongResults(f"result {number} has type {type}, whose shape a file of elements doesn't say: use npz")
    expected = int(np.prod(type.static_shape, dtype=np.int64)) * dtype.itemsize
    if len(data) != expected:
        raise WrongResults(f"result {number} has type {type}, so {expected} bytes; {path.name} has {len(data)}")
    return np.frombuffer(data, dtype).astype(plain_dtype(type), copy=False).reshape(type.static_shape)
