"""docs/ci.md and the hooks for pre-commit: what they show works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hlogen.lint import config

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "ci.md").read_text()
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text()
BLOCKS = dict(re.findall(r"```(toml|mlir)\n(.*?)```", PAGE, re.S))
COMMANDS = [
    *re.findall(r"^\s*- (?:run: )?hlogen (.+)$", PAGE, re.M),
    *(f"{entry} m.mlir" for entry in re.findall(r"entry: hlogen (.+)", HOOKS)),
]
CHECKED = """func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %0, dense<1> : tensor<i32>
  return
}
"""


@pytest.fixture(autouse=True)
def repository(files):
    config._of_folder.cache_clear()
    files(m_mlir=CHECKED)


def test_the_config_on_the_page_is_one_and_its_program_is_clean(files, tmp_path, invoke):
    (tmp_path / "pyproject.toml").write_text(BLOCKS["toml"])
    assert {key for key, found in config.config_of("m.mlir").settings.items() if found.source != config.DEFAULT} == {
        *("exclude", "ignore", "error", "target", "baseline", "per-file-ignores", "backends")
    }
    assert invoke("check", "m.mlir", "--update-baseline").exit_code == 0
    files(page_mlir=BLOCKS["mlir"])
    result = invoke("check", "page.mlir")
    assert (result.exit_code, "; 1 finding ignored by comments" in result.stdout) == (0, True)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_jobs_and_hooks_run(invoke, command):
    result = invoke(*command.split())
    assert (result.exit_code, result.stderr) == (0, "")
    for file in re.findall(r"=(\S+)", command):
        assert Path(file).stat().st_size


def test_hooks_take_what_commands_take():
    from hlogen.mlir.files import SUFFIXES

    files, fixed, tested = (re.compile(pattern) for pattern in re.findall(r"files: (.+)", HOOKS))
    assert all(files.search(f"a{suffix}") and tested.search(f"a{suffix}") for suffix in SUFFIXES)
    assert fixed.search("a.mlir")
    assert not files.search("a.mlir.txt")
