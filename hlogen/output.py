"""Writes programs for others: portable artifacts, and files of every form."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hlogen import placing
from hlogen.door import public, strict
from hlogen.errors import UsageError
from hlogen.ir import HasModule, Module
from hlogen.mlir import writer
from hlogen.mlir.files import form_of
from hlogen.program.axes import require_bound

if TYPE_CHECKING:  # what most of this does without
    from hlogen.transform.changes import Change


@public
def to_portable(program: HasModule, target: str) -> bytes:
    """The program as a portable artifact, which StableHLO consumers from version `target` on can read.

    `target` is a version such as "1.0.0", or "current" or "minimum". For one that doesn't know batching dims (before
    1.1.0), those of gathers and scatters are expanded (hl.transform.expand_batching_dims).

    Raises UsageError where it works along an axis that no hl.vmap has given its name (hl.psum), VerificationError where
    upstream refuses the program, and TargetVersionError where the version doesn't exist
    or can't say what the program says.
    """
    return portable(program, target)[0]


@strict
def save(
    program: HasModule, path: str | os.PathLike[str], *, target: str | None = None, overwrite: bool = False
) -> Path:
    """Writes a program to a file, in the form that its name ends in, and gives the file's path.

    ``.mlir`` is text; ``.mlirbc`` and ``.mlir.bc`` are bytecode, which only the same release of the bindings is sure to
    read, or with a `target` such as "1.1.0" a portable artifact (see to_portable), as ``.vhlo`` always is. The file is
    there as a whole or not at all; one that exists is left as it is unless `overwrite` is set.

    Raises UsageError where it can't be written, VerificationError where upstream refuses the program.
    """
    at = placing.path_of(path)
    style = form_of(at.name, has_target=target is not None)
    if style is None:
        raise UsageError(f"{at} says no form; end its name in .mlir for text, in .mlirbc for bytecode")
    if target is not None and style == "text":
        raise UsageError(f"target is for portable artifacts, and {at} is text; end its name in .mlirbc")
    written, _ = content(program, style, target)
    try:
        placing.write(at, lambda file: file.write(written), overwrite=overwrite)
    except FileExistsError:
        raise UsageError(f"{at} exists already and is left as it is; set overwrite=True to replace it") from None
    except OSError as error:
        raise UsageError(f"{at} can't be written: {error.strerror or error}") from error
    return at


def content(program: HasModule, style: str, target: str | None) -> tuple[bytes, Sequence[Change]]:
    """The program as "text", "bytecode" or "portable", and which operations were expanded for the target."""
    if style == "text":
        text = writer.to_text(program)
        return (text if text.endswith("\n") else text + "\n").encode(), ()
    if style == "bytecode":
        return writer.to_bytecode(program), ()
    return portable(program, target or "current")


def portable(program: HasModule, target: str) -> tuple[bytes, Sequence[Change]]:
    """The artifact, and what was expanded for its target."""
    module = program.module
    require_bound(module)
    if not writer.uses_batching_dims(module) or writer.has_batching_dims(target):
        return writer.to_portable_artifact(module, target), ()
    module, done = _expanded(module)
    return writer.to_portable_artifact(module, target), done


def _expanded(module: Module) -> tuple[Module, Sequence[Change]]:
    from hlogen.transform import changes, expand_batching_dims  # numpy, which most of this does without

    with changes() as done:
        return expand_batching_dims(module), done
