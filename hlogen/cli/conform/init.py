"""``hlogen conform init``: what a backend can do, and its file of TOML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hlogen.cli.complete import backends
from hlogen.cli.files import check_target, write_content
from hlogen.cli.loudness import quiet_option, tell
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.cli.shared_options import force_option, output_option
from hlogen.errors import UsageError

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.backends.probe import Probe

_TEXT = """\
# A backend for hlogen: hlogen conform run {file}, hlogen run program.mlir --backend {file}
backend = {backend}     # a name, module:Class, path/to/file.py:Class, pjrt:..., exec:...; paths from here on
name = {name}

# time_limit = 60            # seconds to compile a case, and to run it
# memory_limit = "8GiB"      # of a process of the backend

# [options]                  # keywords that the class is made with
# device = 0

# [environment]
# MY_COMPILER_FLAGS = "-O0"

# What is expected to fail stands in {expected}, which --accept writes:
# [[expected]]
# id = "scatter/*u8*@arguments"
# verdict = "wrong value"
# reason = "indices are read as signed"
# link = "https://example.com/issues/1"
"""


@click.command("init")
@click.option(
    "--backend",
    "backend_name",
    metavar="BACKEND",
    required=True,
    shell_complete=backends,
    help="A class (file.py:Class), pjrt:, exec:.",
)
@output_option("The file of TOML to write; the backend's name if not given.")
@force_option("Replace a file that exists.")
@quiet_option("Show what doesn't work alone.")
def command(backend_name: str, output: str | None, force: bool) -> None:
    """Try a backend, say what it can do, and write a commented file of TOML for it.

    \b
    hlogen conform init --backend my_backend.py:Mine
    hlogen conform init --backend pjrt:/path/to/plugin.so -o mine.toml

    \b
    Exit codes:
      0  it can be run; the file is written
      2  it can't, or wrong usage
    """
    from hlogen.backends.address import found  # NumPy, which help does without
    from hlogen.backends.probe import probed

    address = found(backend_name)
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in address.name).strip("-").lower()
    target = Path(output or f"{name}.toml")
    if target.suffix != ".toml":
        raise UsageError(f"--output {target}: the file is one of TOML; call it {target.stem}.toml")
    check_target(target, force)
    probes = list(probed(address, _show))
    if not any(probe.works for probe in probes):
        raise click.exceptions.Exit(2)
    here = backend_name if address.is_in_process else _seen_from(address.text, target)
    text = _TEXT.format(
        file=target.name,
        backend=_quoted(here),
        name=_quoted(name),
        expected=target.with_suffix(".expected.toml").name,
    )
    write_content(target, text.encode(), force)
    tell(f"wrote {target}\nnext: hlogen conform run {target} -j 2 --html {target.stem}.html")


def _show(probe: Probe) -> None:
    mark = paint("yes", "good") if probe.works else paint("no ", "error")
    (tell if probe.works else say)(f"{mark} {probe.what}" + (f": {probe.said}" if probe.said else ""))


def _seen_from(text: str, target: Path) -> str:
    """The address with a path that is relative to the file where it lies beside or below it."""
    folder = str(target.resolve().parent) + "/"
    return text.replace(folder, "", 1) if text.startswith(folder) else text


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
