"""The conventions of docs/architecture.md that no linter knows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import hlogen
from hlogen.spec.catalogue import constraints_by_op
from hlogen.spec.hazards import CHECK, LEVELS, RUN, Hazard, hazards
from hlogen.spec.optable import OPS
from interpreter.kernels.registry import kernel, kernels

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for package in ("hlogen", "interpreter") for path in sorted((ROOT / package).rglob("*.py"))]
TEXTS = {".py", ".md", ".mlir", ".j2", ".toml", ".svg", ""}


@pytest.mark.parametrize("op", constraints_by_op())
def test_every_constraint_has_a_section_on_its_page_and_a_golden(op: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{op}.md").read_text()
    golden = (ROOT / "golden" / "invalid" / f"{op}.mlir").read_text()
    for constraint in constraints_by_op()[op]:
        assert f'<a id="{constraint.number.lower()}"></a>\n\n## {constraint.number}' in page, constraint.id
        assert f"```text\n{constraint.formula}\n```\n" in page, constraint.id
        expected = f"// expected: {constraint.id}\n" in golden
        assert expected == (constraint.never_alone is None), constraint.id


@pytest.mark.parametrize("hazard", list(hazards().values()), ids=lambda hazard: hazard.id)
def test_every_hazard_has_a_page_and_is_emitted(hazard: Hazard) -> None:
    """That its example gives it, and its neighbour doesn't, is tested where it is seen: lint and sanitizer."""
    assert hazard.level in LEVELS
    assert set(hazard.seen_by) <= {CHECK, RUN}
    assert hazard.example != hazard.fixed or hazard.inputs != hazard.fixed_inputs
    assert (ROOT / "docs" / "rules" / f"{hazard.id}.md").is_file()
    emitters = {CHECK: ROOT / "hlogen" / "lint", RUN: ROOT / "interpreter"}
    for seer in hazard.seen_by:
        sources = [path.read_text() for path in emitters[seer].rglob("*.py")]
        assert any(f'"{hazard.id}"' in source for source in sources), f"{hazard.id} is emitted nowhere by {seer}"


def test_the_interpreter_runs_what_the_builder_writes() -> None:
    written = {f"stablehlo.{name.rstrip('_')}" for name in dir(hlogen)} & set(OPS)
    assert len(written) > 60
    assert written <= set(kernels())


def test_a_second_registration_is_an_error() -> None:
    assert kernels()
    with pytest.raises(ValueError, match=r"stablehlo\.gather already has a kernel"):
        kernel("stablehlo.gather")(lambda op, planner: lambda: None)


def test_one_word_finds_everything() -> None:
    for op in ("gather", "scatter", "dynamic_gather"):
        for place in ("hlogen/spec", "hlogen/builder", "interpreter/kernels", "tests/model"):
            assert (ROOT / place / f"{op}.py").is_file()
        assert (ROOT / "golden" / op).is_dir()


@pytest.mark.parametrize("package", ["hlogen", "interpreter"])
def test_importing_is_light(package: str) -> None:
    code = f"import sys, {package}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    heavy = {"jaxlib", "jax", "click", "rich", "jinja2", "scipy", "hypothesis", "pytest"}
    assert not heavy & set(done.stdout.split())


def test_the_repo_speaks_of_the_product_alone() -> None:
    words = re.compile(r"/(?:work|tmp|root|home|farm)/[A-Za-z]|\bissue \d|\bthis session\b", re.I)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = [name for name in listed.stdout.split("\0") if name]
    if not names:
        pytest.skip("not a git checkout")
    found = []
    for name in names:
        path = ROOT / name
        if path.suffix in TEXTS and path.is_file() and path != Path(__file__):
            text = path.read_text(errors="ignore")
            found += [f"{name}: {match[0]}" for match in words.finditer(text)]
    assert not found


def test_an_exemption_carries_its_reason() -> None:
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in SOURCES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(r"# (?:type: ignore|noqa)", line)
        and not re.search(r"# (?:type: ignore|noqa)(?:\[[\w, -]+\]|: [A-Z0-9, ]+)\s+[#-] \S", line)
    ]
    assert not bare, "say why"
