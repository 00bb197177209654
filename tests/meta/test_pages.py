"""What the pages for contributors name is there: folders and files, by their whole path or the end of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "architecture.md",
    *sorted((ROOT / "docs" / "how-to").glob("add-*.md")),
]
TOP = ("hlogen", "interpreter", "tests", "tools", "golden", "docs")
PATHS = [path for top in TOP for path in (ROOT / top, *(ROOT / top).rglob("*")) if path.suffix != ".pyc"]
KNOWN = {f"/{path.relative_to(ROOT)}" for path in PATHS}
# `hlogen/spec/`, `kernels/chlo.py`, `schedule.py`; a name in <> stands for any
NAMED = re.compile(rf"`((?:{'|'.join(TOP)})/[\w./-]*|[\w/]+\.py)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    named = {name.rstrip("/") for name in NAMED.findall(page.read_text())}
    assert len(named) >= 3
    gone = {name for name in named if not any(path.endswith(f"/{name}") for path in KNOWN)}
    assert gone == set()
