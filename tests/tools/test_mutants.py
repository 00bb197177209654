"""tools/mutants.py: its faults, and what it says of a checkout with a function that is tested and one that isn't."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutation import faults, statements

ROOT = Path(__file__).parents[2]
SOURCE = '''"""Says nothing."""

import os


def clamped(x: int, low: int, high: int) -> int:
    """Between both."""
    if x < low:
        raise ValueError(f"{x - 1} is too low")
    return min(x, high)


def unseen(x: int) -> int:
    return x + 1


def __repr__() -> str:
    return min("a", "b")
'''


def faults_of(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for statement, parameters in statements(ast.parse(text)):
        for fault in faults("a.py", text, statement, parameters):
            changed = fault.applied(text)
            lines = changed.splitlines()
            found.setdefault(fault.kind, []).append(lines[fault.line - 1].strip())
    return found


def test_natural_faults_of_each_statement_that_runs():
    found = faults_of(SOURCE)
    assert found["compared"] == ["if (x <= low):"]
    assert found["never"] == ["if False:"]
    assert found["dropped"] == ["pass"]  # the error; its message is nobody's fault
    assert {"return (max)(x, high)", "return (min(low, high))", "if x < (high):"} <= set(found["neighbour"])
    assert "return (x)" in found["unchanged"]
    assert set(found["constant"]) == {"return x + (2)", "return x + (0)"}


@pytest.mark.parametrize(
    "quiet", ["import os", "'''text'''", "x: int", "T = TypeVar('T', bound=-1)", "raise_me: TypeAlias = max", "pass"]
)
def test_what_runs_nothing_has_no_faults(quiet):
    assert not faults_of(quiet)


def test_faults_that_no_test_notices_are_found(tmp_path):
    files = {
        "hlogen/__init__.py": SOURCE,
        "hlogen/cli.py": "",
        "interpreter/__init__.py": "",
        "pyproject.toml": "[tool.pytest.ini_options]\nmarkers = ['campaign: none']",
        "tests/hlogen/test_clamped.py": (
            "import pytest\nfrom hlogen import clamped, unseen\n\n"
            "def test_inside():\n    assert [clamped(x, 1, 4) for x in (1, 2, 4, 5)] == [1, 2, 4, 4]\n\n"
            "def test_low():\n    with pytest.raises(ValueError):\n        clamped(0, 1, 4)\n\n"
            "def test_runs():\n    unseen(1)\n"
        ),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "tools").mkdir()
    for name in ("mutants.py", "mutation.py", "reach.py"):
        shutil.copy(ROOT / "tools" / name, tmp_path / "tools")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    command = [sys.executable, "tools/mutants.py", "--seed", "4", "--room", "hlogen", "--count", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    judged = [json.loads(line) for line in (tmp_path / "out/mutants/hlogen.4.jsonl").read_text().splitlines()]
    noticed = {one["fault"]["line"]: one["by"] for one in judged}
    lines = {text: number for number, text in enumerate(SOURCE.splitlines(), 1)}
    assert noticed[lines["    return x + 1"]] is None
    assert noticed[lines["    return min(x, high)"]] == "tests/hlogen/test_clamped.py::test_inside"
    assert "return x + 1" in done.stdout
    assert (tmp_path / "hlogen/__init__.py").read_text() == SOURCE
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert again.stdout.splitlines() == done.stdout.splitlines()[-1:]  # it goes on where it was, and nothing is left
