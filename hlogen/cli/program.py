"""Reads the program that a command works on: doesn't crash with upstream's parser, lets no invalid one through."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from hlogen.cli.files import as_file
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.errors import UsageError
from hlogen.ir.module import Location, Module
from hlogen.lint.files import STDIN, exists, missing
from hlogen.lint.finding import FileReport
from hlogen.lint.formats import count
from hlogen.lint.formats.text import text_finding
from hlogen.lint.process import Worker, checked_here
from hlogen.mlir.bytecode import is_bytecode
from hlogen.mlir.errors import ParseError

_ENOUGH = 8  # bytes that tell what a file is


def valid_program(file: str, *, own_places: bool = False) -> Module:
    """The program in `file` ("-": standard input), read and verified; for `own_places` see `hlogen.mlir.reader.read`.

    Where it breaks constraints they are printed and the command ends with exit code 1. Raises ParseError where it
    can't be read, UsageError where there is no such file.
    """
    if file != STDIN and not exists(file):
        raise missing(file)
    if file != STDIN and Path(file).is_dir():
        raise UsageError(f"{file} is a folder; name one program")
    with as_file(file) as (path, name):
        return _valid(path, name, own_places)


def _valid(path: str, name: str, own_places: bool) -> Module:
    report = _checked(path, name)
    for failure in report.findings:
        if failure.is_failure:
            message = failure.message + (f"; {failure.fix}" if failure.fix else "")
            raise ParseError(message, Location(failure.file, failure.line or 0, failure.column or 0))
    if report.findings:
        for finding in report.findings:
            say(text_finding(finding, paint), err=True)
        say(f"{name} has {count(len(report.findings), 'violation')}; nothing was done", err=True)
        raise click.exceptions.Exit(1)
    from hlogen.mlir.reader import read  # brings the bindings

    return read(Path(path).read_bytes(), name=name, verify=True, own_places=own_places)


def _checked(path: str, name: str) -> FileReport:
    """What is found in the file. Text is read in a process of its own, which shows that it doesn't end this one."""
    with contextlib.suppress(OSError), Path(path).open("rb") as file:  # what can't be read is a finding, too
        if is_bytecode(file.read(_ENOUGH)):  # which is read in another process anyway
            return checked_here(path, name)
    with Worker(advice=False) as worker:
        return worker.check(path, name)
