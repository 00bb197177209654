"""Reads the program that a command gets as ``SCRIPT.py[:NAME]|FILE|-``."""

from __future__ import annotations

from pathlib import Path

from hlogen.cli.program import valid_program
from hlogen.cli.script import choices, programs_of
from hlogen.errors import UsageError
from hlogen.ir.module import Module
from hlogen.lint.files import STDIN, exists, missing
from hlogen.mlir.files import SUFFIXES


def program_of(source: str, *, own_places: bool = False) -> Module:
    """The program in a file, or the one that a Python script builds; UsageError where there is none or several.

    Of a file with `own_places`, see `hlogen.mlir.reader.read`.
    """
    script, name = _split(source)
    if script == STDIN or script.endswith(SUFFIXES) or (exists(script) and not script.endswith(".py")):
        if name:
            raise UsageError(f"{source}: a name chooses among a script's programs; a file such as {script} holds one")
        return valid_program(script, own_places=own_places)
    if not exists(script):
        raise missing(script)
    programs = programs_of(Path(script))
    if name:
        if name not in programs:
            there = ", ".join(programs) or "no programs"
            raise UsageError(f"{script} defines no program called {name}; it defines: {there}")
        return programs[name].module
    programs = choices(programs, Path(script))
    if not programs:
        raise UsageError(f"{script} defines no program; make one with @hlogen.function(...) or hlogen.module(...)")
    if len(programs) > 1:
        raise UsageError(
            f"{script} defines {len(programs)} programs: {', '.join(programs)}; "
            f"choose one, such as {script}:{next(iter(programs))}"
        )
    (program,) = programs.values()
    return program.module


def _split(source: str) -> tuple[str, str]:
    """``script.py:name`` in two; a name is "" where there is none. Paths may hold a colon themselves."""
    script, colon, name = source.rpartition(":")
    if not colon or exists(source) or not name.isidentifier():
        return source, ""
    return script, name
