"""The README and the pages are executed: Python blocks run in order, console blocks print what they show."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "docs", ROOT / "docs" / "how-to", ROOT / "docs" / "explained")
WRITTEN = [ROOT / "README.md", *(page for folder in FOLDERS for page in sorted(folder.glob("*.md")))]
BLOCK = re.compile(r"^```(python|console|mlir)( title=(?P<file>\S+))?\n(?P<body>.*?)^```$", re.M | re.S)
ELSEWHERE = ROOT / "docs" / "sharding.md"  # tests/tools/test_sharding.py runs it, and looks at what it prints
SHOWS = re.compile(r"^```(python|mlir title=)", re.M)  # what its commands are about, or a script
PAGES = [str(page.relative_to(ROOT)) for page in WRITTEN if page != ELSEWHERE and SHOWS.search(page.read_text())]
# Their commands are about files that the reader has: a script that writes nothing, a clone of upstream's, a model.
OF_READERS = {"docs/onnx.md", "docs/suites.md", "docs/transforms.md"}


def blocks(page: str) -> list[tuple[str, str, int]]:
    text = (ROOT / page).read_text()
    return [(m[1], m["body"], text[: m.start()].count("\n") + 2) for m in BLOCK.finditer(text)]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_does_what_it_shows(page: str, tmp_path: Path) -> None:
    """Its Python blocks run as one script; then each ``$ command``, beside what they wrote and its titled files."""
    bodies = [body for kind, body, _ in blocks(page) if kind == "python"]
    (tmp_path / "page.py").write_text("\n".join(bodies))
    done = subprocess.run(
        [sys.executable, "page.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    if page in OF_READERS:
        return
    for match in BLOCK.finditer((ROOT / page).read_text()):
        if match["file"]:
            (tmp_path / match["file"]).write_text(match["body"])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # As at a reader's prompt: pytest says more where CI runs it.
    environment = {key: value for key, value in os.environ.items() if key not in ("CI", "PYTEST_ADDOPTS")}
    environment |= {"PATH": path, "COLUMNS": "120"}
    checker = doctest.OutputChecker()
    for kind, body, line in blocks(page):
        if kind != "console":
            continue
        for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            if command.startswith(("make ", "pip ", "git ")):
                continue  # they set up the machine that this test runs on
            ran = subprocess.run(
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
            if not expected.strip():  # the page leaves out what it prints
                assert ran.returncode == 0, f"{page}:{line}: $ {command}\n{ran.stdout}"
                continue
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert checker.check_output(expected, ran.stdout, flags), f"{page}:{line}: $ {command}\n{ran.stdout}"


def test_commands_of_pages_run() -> None:
    """What the test above goes by is there: where it isn't, nothing would be run."""
    shown = {page for page in PAGES for kind, body, _ in blocks(page) if kind == "console" and "$ hlogen" in body}
    assert {"README.md", "docs/checking.md", "docs/running.md"} <= shown
