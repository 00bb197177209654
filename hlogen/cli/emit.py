"""``hlogen emit``: writes the program of a Python script or of a file as text, bytecode or portable artifact."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hlogen.cli.files import check_target, write_whole
from hlogen.cli.program import valid_program
from hlogen.cli.script import choices, programs_of
from hlogen.errors import UsageError
from hlogen.ir.module import Module
from hlogen.lint.files import STDIN, SUFFIXES, exists, missing
from hlogen.mlir import writer

FORMATS = ("text", "bytecode", "portable")


@click.command("emit")
@click.argument("source", metavar="SCRIPT.py[:NAME]|FILE")
@click.option("-o", "--output", metavar="FILE", help="Write to a new file instead of standard output.")
@click.option("--force", is_flag=True, help="Let --output replace a file that exists.")
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    help="MLIR text (the default), MLIR bytecode, or a portable artifact (the default with --target).",
)
@click.option("--target", metavar="VERSION", help="The StableHLO version that must be able to read it, such as 1.0.0.")
def command(source: str, output: str | None, force: bool, style: str | None, target: str | None) -> None:
    """Write the program that a Python script builds.

    SCRIPT.py is run as an import would (not what stands under `if __name__ == "__main__":`). NAME chooses among the
    programs it defines: functions made with hlogen.function, and what hlogen.module made. FILE is a program as .mlir,
    .mlirbc or portable artifact, to write it in another form. Whatever is written has passed upstream's verifier.

    \b
    Exit codes:
      0  written
      1  the program breaks constraints
      2  the script fails, or wrong usage
    """
    style = style or ("portable" if target else "text")
    if target and style != "portable":
        raise UsageError(f"--target is for portable artifacts, which promise compatibility; {style} has no version")
    if output is not None:
        check_target(Path(output), force)
    elif style != "text" and sys.stdout.isatty():
        raise UsageError(f"{style} isn't for terminals; name a file with --output, or pipe it")
    module = _module(source)
    content = _written(module, style, target)
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:
        write_whole(Path(output), lambda file: file.write(content), force)
        click.echo(f"wrote {output}", err=True)


def _module(source: str) -> Module:
    script, name = _split(source)
    if script == STDIN or script.endswith(SUFFIXES) or (exists(script) and not script.endswith(".py")):
        if name:
            raise UsageError(f"{source}: a name chooses among a script's programs; a file such as {script} holds one")
        return valid_program(script)
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


def _written(module: Module, style: str, target: str | None) -> bytes:
    if style == "text":
        text = writer.to_text(module)
        return (text if text.endswith("\n") else text + "\n").encode()
    if style == "bytecode":
        return writer.to_bytecode(module)
    return writer.to_portable_artifact(module, target or "current")
