"""Keeps what operations compute in files, with an index."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from hlogen import placing
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
    may go.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        only: Sequence[str] = (),
        most: int = _MOST,
        overwrite: bool = False,
    ) -> None:
        self.folder = Path(folder)
        self.overwrite = overwrite
        self.most = most
        self.selection = Selection([only] if isinstance(only, str) else only)
        self.names: Names | None = None
        self.values: list[dict[str, Any]] = []
        self._executions: dict[tuple[Operation, str | None], int] = {}

    def on_start(self, *executables: Loaded) -> None:
        names = Names(*(executable.plan for executable in executables))
        self.selection.require(names)
        if self.names is None:
            self._make_folder()
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
            self._write(file, result)
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
        cut = [
            {
                "op": op.name,
                "name": self.names.of_op(op),
                "process": process,
                "executions": last + 1,
                "kept": self.most,
            }
            for (op, process), last in self._executions.items()
            if last >= self.most
        ]
        text = json.dumps({"values": self.values, "not_all_kept": cut}, indent=1)
        try:
            (self.folder / INDEX).write_text(text + "\n")
        except OSError as error:
            raise UsageError(f"{self.folder / INDEX} can't be written: {error.strerror or error}") from error

    def _write(self, file: str, value: Any) -> None:
        try:
            placing.write(self.folder / file, lambda target: np.save(target, value, allow_pickle=False), overwrite=True)
        except OSError as error:
            raise UsageError(f"{self.folder / file} can't be written: {error.strerror or error}") from error

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(exist_ok=True)
            there = sorted(path.name for path in self.folder.iterdir())
        except OSError as error:
            raise UsageError(f"{self.folder} can't hold values: {error.strerror or error}") from error
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


def _place(op: Operation) -> str:
    """``_model.mlir_4_8``"""
    if op.location is None:
        return ""
    file = PurePath(op.location.file).name
    at = [file, *map(str, filter(None, (op.location.line, op.location.column)))]
    return "_" + re.sub(r"[^\w.]+", "_", "_".join(at)).strip("_")[-100:]
