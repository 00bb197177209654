"""Draws docs/check.svg and docs/explain.svg, for tools/docs.py: commands in a terminal, on programs of their pages."""

from __future__ import annotations

import io
import re
import tempfile
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

from hlogen.cli import main

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
# Rich's own, without the fonts that it would fetch from elsewhere.
FORMAT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
  <!-- Written by `make pages`: the program is in docs/PAGE, the words are hlogen's. -->
  <title>TITLE</title>
  <style>
    .{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px }}
    .{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif }}
    {styles}
  </style>
  <defs>
    <clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
    {lines}
  </defs>
  {chrome}
  <g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix">
    {matrix}
    </g>
  </g>
</svg>
"""


def check() -> str:
    """`hlogen check`, with its program."""
    title = "hlogen check names every violation, with the rule and the fix"
    return _drawn("checking.md", "rows.mlir", "check", title, has_program=True)


def explain() -> str:
    """`hlogen explain` of a scatter."""
    title = "hlogen explain follows an element of a scatter, update by update"
    return _drawn("explain.md", "scatter.mlir", "explain", title, has_program=False)


def _drawn(page: str, file: str, command: str, title: str, *, has_program: bool) -> str:
    """A command on a program of a page and what it says, in its colours; the program before it where that is wanted."""
    (program,) = re.findall(rf"^```mlir title={re.escape(file)}\n(.*?)^```$", (DOCS / page).read_text(), re.M | re.S)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path(file).write_text(program)
        said = CliRunner().invoke(main, [command, file], color=True)
    shows_program = f"$ cat {file}\n{program}\n" if has_program else ""
    shown = Text.from_ansi(f"{shows_program}$ hlogen {command} {file}\n{said.output}".rstrip())
    width = max(map(len, shown.plain.splitlines()))
    console = Console(record=True, file=io.StringIO(), width=width, highlight=False, color_system="standard")
    console.print(shown, soft_wrap=True)
    form = FORMAT.replace("PAGE", page).replace("TITLE", title)
    svg = console.export_svg(title=f"hlogen {command}", theme=DIMMED_MONOKAI, code_format=form, unique_id=command)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
