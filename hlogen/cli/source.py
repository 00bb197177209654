"""Reads the program that a command gets as ``SCRIPT.py[:NAME]|FILE|-``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hlogen.cli.files import as_file, is_of_script, split_source
from hlogen.cli.scripted import Scripted
from hlogen.errors import UsageError
from hlogen.lint.files import STDIN, exists, missing
from hlogen.mlir.files import SUFFIXES
from hlogen.temporary import TemporaryFolder

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.ir.module import Module


def program_of(source: str, *, own_places: bool = False) -> Module:
    """The program in a file, or the one that a Python script builds; UsageError where there is none or several.

    Of a file with `own_places`, see `hlogen.mlir.reader.read`.
    """
    return found(source, own_places=own_places).module


@contextmanager
def as_program_file(source: str) -> Iterator[tuple[str, str]]:
    """As `as_file`; of a script it is the text of its program, whose operations stand at the script's lines."""
    if not is_of_script(source):
        with as_file(source) as path_and_name:
            yield path_and_name
        return
    from hlogen.mlir.writer import to_text

    folder = TemporaryFolder()
    try:
        path = folder.path / "program.mlir"
        path.write_text(to_text(program_of(source), locations=True), encoding="utf-8")
        yield str(path), source
    finally:
        folder.remove()


def found(source: str, *, own_places: bool = False) -> Scripted:
    """As `program_of`, with the arguments that a script has for its program."""
    from hlogen.cli.program import valid_program

    script, name = split_source(source)
    if script == STDIN or script.endswith(SUFFIXES) or (exists(script) and not script.endswith(".py")):
        if name:
            raise UsageError(f"{source}: a name chooses among a script's programs; a file such as {script} holds one")
        return Scripted(valid_program(script, own_places=own_places))
    if not exists(script):
        raise missing(script)
    from hlogen.cli.script import scripted  # and with it what builds programs

    return scripted(Path(script), name)
