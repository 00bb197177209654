"""The corpus as files that any language reads: programs as text, arrays as bytes, and one manifest.

A folder for each form of each case, called like its id, with ``program.mlir``, ``argument0``, ... and ``expected0``,
...; ``manifest.json``, which ``manifest.schema.json`` describes, says the rest. Arrays are in row-major order: as
``.bin``, little-endian without a header, or as ``.npy``. Elements of less than a byte have a byte each, booleans are 0
and 1, complex numbers have their real part first, bf16, f8 and the like are their bits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np

from hlogen.backends.plain import to_plain
from hlogen.conform.corpus import KINDS, Case, Kind
from hlogen.conform.forms import Form
from hlogen.errors import UsageError
from hlogen.ir import ComplexType, TensorType, Type
from hlogen.mlir.writer import to_text
from hlogen.placing import write
from interpreter.values.array import Array

Arrays = Literal["bin", "npy"]
FORMAT = "hlogen-vectors"
VERSION = 1
LICENSE = "Apache-2.0"
SCHEMA = Path(__file__).parents[1] / "schemas" / "vectors.json"


def export(
    cases: Sequence[Case],
    folder: Path,
    *,
    kinds: Sequence[Kind] = KINDS,
    arrays: Arrays = "bin",
    hlogen: str = "",
    overwrite: bool = False,
    tell: Callable[[int], None] = lambda done: None,
) -> int:
    """Writes the cases to `folder`; how many there are. `tell` hears how many are written.

    Raises UsageError where the folder is there and not empty, unless `overwrite`, or can't be written to.
    """
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not overwrite)):
        raise UsageError(f"{folder} is there already and not empty; --force writes into it")
    entries: list[dict[str, Any]] = []
    try:
        for case in cases:
            for form in case.forms(kinds):
                entries.append(_written(case, form, folder, arrays, overwrite))
                tell(len(entries))
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "license": LICENSE,
            "hlogen": hlogen,
            "arrays": arrays,
            "cases": entries,
        }
        _write(folder / "manifest.json", json.dumps(manifest, indent=1, ensure_ascii=False).encode(), overwrite)
        _write(folder / "manifest.schema.json", SCHEMA.read_bytes(), overwrite)
    except OSError as error:
        raise UsageError(f"can't write to {folder}: {error.strerror or error}") from error
    return len(entries)


def _written(case: Case, form: Form, folder: Path, arrays: Arrays, overwrite: bool) -> dict[str, Any]:
    place = form.id.replace("#", "/").replace("@", "/")
    type = form.module.function(form.entry).type
    files = _Files(folder, place, arrays, overwrite)
    _write(folder / place / "program.mlir", to_text(form.module).encode(), overwrite)
    checks = []
    for check in form.checks:
        entry = {"result": check.actual, "how": dict(check.comparison.how)}
        if isinstance(check.expected, int):
            entry["other_result"] = check.expected
        else:
            entry["expected"] = files.add("expected", check.expected, type.results[check.actual])
        checks.append(entry)
    return {
        "id": form.id,
        "op": case.op,
        "title": case.title,
        "clauses": case.clauses,
        "element_types": case.element_types,
        "features": case.features,
        "agreed": case.agreed,
        "program": f"{place}/program.mlir",
        "entry": form.entry,
        "arguments": [
            files.add("argument", array, type) for array, type in zip(form.arguments, type.inputs, strict=True)
        ],
        "results": [_described(each) for each in type.results],
        "checks": checks,
    }


class _Files:
    """Arrays in the folder of a case."""

    def __init__(self, folder: Path, place: str, arrays: Arrays, overwrite: bool) -> None:
        self._folder, self._place, self._arrays, self._overwrite = folder, place, arrays, overwrite
        self._counts: dict[str, int] = {}

    def add(self, what: str, array: Array, type: Type) -> dict[str, Any]:
        """Writes the array; what the manifest says of it."""
        assert isinstance(type, TensorType)
        number = self._counts.get(what, 0)
        self._counts[what] = number + 1
        name = f"{self._place}/{what}{number}.{self._arrays}"
        plain = array if isinstance(type.element_type, ComplexType) else to_plain(array, type)
        little = np.ascontiguousarray(plain).reshape(array.shape).astype(plain.dtype.newbyteorder("<"), copy=False)

        def fill(file: IO[bytes]) -> None:
            if self._arrays == "npy":
                np.save(file, little)
            else:
                file.write(little.tobytes())

        (self._folder / name).parent.mkdir(parents=True, exist_ok=True)
        write(self._folder / name, fill, overwrite=self._overwrite)
        return {**_described(type), "shape": list(array.shape), "file": name}


def _described(type: Type) -> dict[str, Any]:
    assert isinstance(type, TensorType)
    return {"element_type": str(type.element_type), "shape": list(type.shape)}


def _write(path: Path, content: bytes, overwrite: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, lambda file: file.write(content), overwrite=overwrite)


def element_files(entry: dict[str, Any]) -> Iterator[str]:
    """The files of arrays that an entry of a manifest names."""
    yield from (each["file"] for each in entry["arguments"])
    yield from (check["expected"]["file"] for check in entry["checks"] if "expected" in check)
