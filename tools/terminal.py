"""Draws docs/check.svg, for tools/docs.py: `hlogen check` in a terminal, on the program of docs/checking.md."""

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
PAGE = ROOT / "docs" / "checking.md"
FILE = "rows.mlir"
# Rich's own, without the fonts that it would fetch from elsewhere.
FORMAT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
  <!-- Written by `make docs`: the program is in docs/checking.md, the words are hlogen's. -->
  <title>hlogen check names every violation, with the rule and the fix</title>
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


def picture() -> str:
    """The program, the command and what it says, in its colours."""
    (program,) = re.findall(rf"^```mlir title={re.escape(FILE)}\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path(FILE).write_text(program)
        said = CliRunner().invoke(main, ["check", FILE], color=True)
    text = f"$ cat {FILE}\n{program}\n$ hlogen check {FILE}\n{said.output}".rstrip()
    shown = Text.from_ansi(text)
    width = max(map(len, shown.plain.splitlines()))
    console = Console(record=True, file=io.StringIO(), width=width, highlight=False, color_system="standard")
    console.print(shown, soft_wrap=True)
    svg = console.export_svg(title="hlogen check", theme=DIMMED_MONOKAI, code_format=FORMAT, unique_id="check")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
