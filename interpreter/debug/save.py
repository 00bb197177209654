"""Keeps what operations compute in files, with an index."""

from __future__ import annotations

import json
import os
import re
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePath
from typing import IO, Any

import numpy as np

from hlogen import locking, placing, temporary
from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.ir import Operation
from interpreter.execution.listener import Listener, Loaded
from interpreter.execution.names import Names, Selection
from interpreter.grid.grid import process_of_several

INDEX = "index.json"
_MOST = 100


class SaveValues(Listener):
    """A listener that writes each result to an .npy file of `folder`, named after its number, op and place.

    ``index.json`` lists them: file, op, name, place, type, the number of the execution, and for NumPy's sake the dtype,
    as .npy files know no bf16, f8, i4 and the like (they hold the raw bytes). Of one operation, the first `most`
    executions in each process are kept; the index says how many there were. `only` names operations as Watch does. A
    folder that holds anything is left as it is, unless `overwrite` says that the values an earlier run has left there
    may go; one that another run is writing to is left in any case. UsageError says so.
    """

    @strict
    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        only: str | Sequence[str] = (),
        most: int = _MOST,
        overwrite: bool = False,
    ) -> None:
        self.folder = placing.path_of(folder)
        self.overwrite = overwrite
        self.most = most
        self.selection = Selection([only] if isinstance(only, str) else only)
        self.names: Names | None = None
        self.values: list[dict[str, Any]] = []
        self._executions: dict[tuple[Operation, str | None], int] = {}
        self._claim: weakref.finalize[Any, Any] | None = None  # lets other runs have the folder

    def on_start(self, *executables: Loaded) -> None:
        names = Names(*(executable.plan for executable in executables))
        self.selection.require(names)
        self._claim_folder()
        if self.names is None:
            try:
                self._empty_folder()
            except BaseException:
                self._release()
                raise
        self.names = names

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        assert self.names is not None
        if self.selection.what and (op, self.names.of_op(op)) not in self.selection:
            return
        its = process_of_several()
        process = None if its is None else str(its.id)
        execution = self._executions[op, process] = self._executions.get((op, process), -1) + 1
        if execution >= self.most:
            return
        for value, result in zip(op.results, results, strict=True):
            if not isinstance(result, np.ndarray):
                continue  # a token, or a tuple whose parts have been saved
            file = f"{len(self.values):06}_{op.name}{_place(op)}.npy"
            self._write(file, partial(np.save, arr=result, allow_pickle=False))
            self.values.append(
                {
                    "file": file,
                    "op": op.name,
                    "name": self.names.of(value),
                    "place": str(op.location) if op.location else None,
                    "type": str(value.type),
                    "dtype": result.dtype.name,
                    "shape": list(result.shape),
                    "execution": execution,
                    "process": process,
                }
            )

    def on_end(self) -> None:
        """Writes the index; called when the run has come to its end, or failed."""
        if self.names is None:
            return
        try:
            self._write_index(self.names)
        finally:
            self._release()

    def _write_index(self, names: Names) -> None:
        cut = [
            {
                "op": op.name,
                "name": names.of_op(op),
                "process": process,
                "executions": last + 1,
                "kept": self.most,
            }
            for (op, process), last in self._executions.items()
            if last >= self.most
        ]
        text = json.dumps({"values": self.values, "not_all_kept": cut}, indent=1) + "\n"
        self._write(INDEX, lambda target: target.write(text.encode()))

    def _write(self, file: str, fill: Callable[[IO[bytes]], object]) -> None:
        try:
            placing.write(self.folder / file, fill, overwrite=True)
        except OSError as error:
            raise UsageError(f"{self.folder / file} can't be written: {error.strerror or error}") from error

    def _claim_folder(self) -> None:
        """Makes the folder where it isn't there, and locks it as long as the run goes on."""
        self._release()
        try:
            self.folder.mkdir(exist_ok=True)
            if not locking.CAN_LOCK:
                return
            opened = os.open(self.folder, os.O_RDONLY)
        except OSError as error:
            raise self._unfit(error) from error
        self._claim = weakref.finalize(self, os.close, opened)
        try:
            locking.lock(opened)
        except BlockingIOError:
            self._release()
            raise UsageError(f"another run is writing values to {self.folder}; name another folder") from None
        except OSError:  # a file system without locks
            self._release()

    def _release(self) -> None:
        if self._claim is not None:
            self._claim()
            self._claim = None

    def _unfit(self, error: OSError) -> UsageError:
        return UsageError(f"{self.folder} can't hold values: {error.strerror or error}")

    def _empty_folder(self) -> None:
        try:
            temporary.sweep(self.folder)
            there = sorted(path.name for path in self.folder.iterdir())
        except OSError as error:
            raise self._unfit(error) from error
        if there and not self.overwrite:
            raise UsageError(
                f"{self.folder} holds {there[0]}{' and more' if len(there) > 1 else ''} and is left as it is; "
                "name a new folder, or let this one be overwritten (overwrite=True, --force)"
            )
        if INDEX in there:
            self._remove_earlier()

    def _remove_earlier(self) -> None:
        """Removes what the index lists, and nothing else."""
        try:
            earlier = json.loads((self.folder / INDEX).read_text())
            files = [entry["file"] for entry in earlier["values"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{self.folder / INDEX} is not an index of values; name a new folder") from error
        for file in files:
            if isinstance(file, str) and file == PurePath(file).name and file.endswith(".npy"):
                (self.folder / file).unlink(missing_ok=True)
        (self.folder / INDEX).unlink()  # behind them: whoever is killed in between leaves what the next one removes


def _place(op: Operation) -> str:
    """``_model.mlir_4_8``"""
    if op.location is None:
        return ""
    file = PurePath(op.location.file).name
    at = [file, *map(str, filter(None, (op.location.line, op.location.column)))]
    return "_" + re.sub(r"[^\w.]+", "_", "_".join(at)).strip("_")[-100:]
