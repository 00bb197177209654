"""`save`: a model as a file, with its large constants in another file beside it. Both are there, or neither."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import onnx

from hlogen import placing
from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.export.errors import ExportError
from hlogen.temporary import TemporaryFolder

# Constants from this many bytes on are large.
LARGE = 1 << 20

# What a protobuf file may have.
_MOST_BYTES = (1 << 31) - 1
# Where constants begin in their file, so that they can be mapped into memory.
_PAGE = 4096


@strict
def save(
    model: onnx.ModelProto, path: str | PathLike[str], *, external_data: bool = True, overwrite: bool = False
) -> tuple[Path, ...]:
    """Writes the model to `path`, and its constants of 1 MiB and more to ``<path>.data`` next to it.

    With ``external_data=False`` all is in one file, which can have up to 2 GB. A file that exists is left as it is
    unless `overwrite` is set. What is written has passed ONNX's checker; where anything fails nothing is written. Only
    a process that is killed in the moment between the two files leaves new constants beside an old model.

    Gives the paths of the files that are there now.
    """
    target = placing.path_of(path)
    try:
        str(target).encode()
    except UnicodeEncodeError:
        raise UsageError(f"{target} can't be written: ONNX takes no path that isn't UTF-8") from None
    try:
        return _saved(model, target, external_data, overwrite)
    except OSError as error:
        raise UsageError(f"{target} can't be written: {error.strerror or error}") from error


def _saved(model: onnx.ModelProto, target: Path, external_data: bool, overwrite: bool) -> tuple[Path, ...]:
    _require_writable(target, overwrite)
    if target.exists() and not target.is_file():  # a device or a pipe: nothing can lie beside it
        content = _whole(model)
        with target.open("wb") as file:
            file.write(content)
        return (target,)
    target = placing.behind_links(target)
    data = target.with_name(f"{target.name}.data")
    large = [tensor for tensor in model.graph.initializer if len(tensor.raw_data) >= LARGE] if external_data else []
    if large:
        _require_writable(data, overwrite)
    temporary = TemporaryFolder(within=target.parent)
    try:
        folder = temporary.path / "new"
        folder.mkdir()
        if large:
            content = _serialized(_externalized(model, large, data.name))
            _write_tensors(folder / data.name, large)
        else:
            content = _whole(model)
        (folder / target.name).write_bytes(content)
        _check(folder / target.name)
        _move(folder, [data, target] if large else [target], overwrite)
    finally:
        temporary.remove()
    return (target, data) if large else (target,)


def _require_writable(target: Path, overwrite: bool) -> None:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        target.stat()  # the system's own words on links in a circle, and on names that are too long
    if target.is_dir():
        raise UsageError(f"{target} is a folder; name a file to write")
    if not target.parent.is_dir():
        raise UsageError(f"{target} can't be written: the folder {target.parent} doesn't exist; make it first")
    if target.is_file() and not overwrite:
        raise _exists(target)


def _exists(target: Path) -> UsageError:
    return UsageError(
        f"{target} exists already and is left as it is; choose another name, or let it be overwritten "
        "(overwrite=True, --force)"
    )


def _whole(model: onnx.ModelProto) -> bytes:
    constants = sum(len(tensor.raw_data) for tensor in model.graph.initializer)
    if constants > _MOST_BYTES:
        raise _too_large(constants)
    return _serialized(model)


def _serialized(model: onnx.ModelProto) -> bytes:
    size = model.ByteSize()
    if size > _MOST_BYTES:
        raise _too_large(size)
    content: bytes = model.SerializeToString()
    return content


def _too_large(size: int) -> ExportError:
    return ExportError(
        f"the model has {size:,} bytes, and a file of a model can have {_MOST_BYTES:,}\n"
        "  fix: let large constants go to a file of their own (external data), or make them arguments of the program"
    )


def _externalized(model: onnx.ModelProto, large: Sequence[onnx.TensorProto], location: str) -> onnx.ModelProto:
    """The model where the large constants name their place in the file `location`. They aren't copied."""
    stored, elsewhere = onnx.ModelProto(), {tensor.name for tensor in large}
    _copy(model, stored, without="graph")
    _copy(model.graph, stored.graph, without="initializer")
    offset = 0
    for tensor in model.graph.initializer:
        copied = stored.graph.initializer.add()
        if tensor.name not in elsewhere:
            copied.CopyFrom(tensor)
            continue
        _copy(tensor, copied, without="raw_data")
        copied.data_location = onnx.TensorProto.EXTERNAL
        size = len(tensor.raw_data)
        for key, value in (("location", location), ("offset", str(offset)), ("length", str(size))):
            copied.external_data.add(key=key, value=value)
        offset = _after(offset, size)
    return stored


def _after(offset: int, size: int) -> int:
    return -(-(offset + size) // _PAGE) * _PAGE


def _copy(source: Any, target: Any, without: str) -> None:
    """All fields of a protobuf message but one."""
    for field, value in source.ListFields():
        if field.name == without:
            continue
        if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            getattr(target, field.name).extend(value)
        else:
            setattr(target, field.name, value)


def _write_tensors(path: Path, tensors: Sequence[onnx.TensorProto]) -> None:
    with path.open("xb") as file:
        for tensor in tensors:
            file.seek(_after(file.tell(), 0))
            file.write(tensor.raw_data)


def _check(path: Path) -> None:
    try:
        onnx.checker.check_model(str(path), full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        raise ExportError(f"the model isn't valid: {error}") from error


def _move(folder: Path, targets: Sequence[Path], overwrite: bool) -> None:
    """Moves the files of a folder to their places, all or none; what they replace is there until they are."""
    before = folder.with_name("before")
    before.mkdir()
    try:
        for target in targets:
            if overwrite and target.exists():
                shutil.copymode(target, folder / target.name)
                _keep(target, before / target.name)
        for target in targets:
            try:
                placing.place(folder / target.name, target, overwrite=overwrite)
            except FileExistsError as error:  # another process has been faster
                raise _exists(target) from error
    except BaseException:
        for target in targets:
            if _is_at(target, folder / target.name):
                if (before / target.name).exists():
                    (before / target.name).replace(target)
                else:
                    target.unlink(missing_ok=True)
        raise


def _keep(file: Path, kept: Path) -> None:
    """Another name for the file, or where the file system has none, a copy of it."""
    try:
        os.link(file, kept)
    except OSError:
        shutil.copy2(file, kept)


def _is_at(target: Path, file: Path) -> bool:
    """Whether `file` has been moved to `target`, or is just being moved."""
    return not file.exists() or (target.exists() and target.samefile(file))
