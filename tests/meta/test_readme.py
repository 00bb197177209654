"""The README is executed: its Python blocks run in order, its console blocks print what they show."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "how-to").glob("*.md"))]
BLOCK = re.compile(r"^```(python|console|mlir)( title=(?P<file>\S+))?\n(?P<body>.*?)^```$", re.M | re.S)
ELSEWHERE = ROOT / "docs" / "sharding.md"  # tests/tools/test_sharding.py runs it, and looks at what it prints
PAGES = [str(page.relative_to(ROOT)) for page in WRITTEN if page != ELSEWHERE and "\n```python" in page.read_text()]


def blocks(page: str) -> list[tuple[str, str, int]]:
    text = (ROOT / page).read_text()
    return [(m[1], m["body"], text[: m.start()].count("\n") + 2) for m in BLOCK.finditer(text)]


@pytest.mark.parametrize("page", PAGES)
def test_python_blocks_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "page.py"
    bodies = [body for kind, body, _ in blocks(page) if kind == "python"]
    script.write_text("\n".join(bodies))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_console_blocks_print_what_they_show(tmp_path: Path) -> None:
    """Each ``$ command`` of the README is run in one folder, after its titled files were written there."""
    text = (ROOT / "README.md").read_text()
    for match in BLOCK.finditer(text):
        if match["file"]:
            (tmp_path / match["file"]).write_text(match["body"])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "COLUMNS": "120"}
    checker, shown = doctest.OutputChecker(), 0
    for kind, body, line in blocks("README.md"):
        if kind != "console":
            continue
        for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            if command.startswith(("make ", "pip ", "git ")):
                continue  # they set up the machine that this test runs on
            done = subprocess.run(
                command,
                shell=True,
                cwd=tmp_path,
                env=environment,
                text=True,
                timeout=120,
                check=False,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            output = done.stdout
            if not expected.strip():  # the README leaves out what it prints
                assert done.returncode == 0, f"README.md:{line}: $ {command}\n{output}"
                continue
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert checker.check_output(expected, output, flags), f"README.md:{line}: $ {command}\n{output}"
            shown += 1
    assert shown
