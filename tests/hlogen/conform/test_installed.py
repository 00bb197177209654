"""What is installed: a wheel knows the differences of backends without folder golden/, and pytest finds its plugin."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hlogen.conform.differences import differences

ROOT = Path(__file__).parents[3]
ASKS = """
import hlogen
from hlogen.conform.differences import differences
assert hlogen.__file__.startswith({folder!r}), hlogen.__file__
print(*(difference.id for difference in differences()))
(case,) = [difference.case for difference in differences() if difference.id == "xla.partial-windows"]
assert case.arguments
"""
# Of what else is installed nothing is asked: only the wheel has the entry point.
COLLECTS = """
import importlib.metadata as metadata, sys
sys.path.insert(0, {folder!r})
metadata.distributions = lambda: metadata.MetadataPathFinder.find_distributions(
    metadata.DistributionFinder.Context(path=[{folder!r}]))
import pytest
pytest.main(["-p", "no:cacheprovider", *sys.argv[1:]])
"""


@pytest.mark.slow
def test_a_wheel_has_the_known_differences_and_the_plugin(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    folder = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(folder)
    script = f"import sys; sys.path.insert(0, {str(folder)!r})" + ASKS.format(folder=str(folder))
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [difference.id for difference in differences()]
    (folder / "broken.mlir").write_text("func.func @main() {")
    asks = [sys.executable, "-P", "-c", COLLECTS.format(folder=str(folder)), "--hlogen", str(folder / "broken.mlir")]
    done = subprocess.run(asks, cwd=folder, capture_output=True, text=True, check=False)
    assert "broken.mlir:1:18: " in done.stdout, done.stdout
