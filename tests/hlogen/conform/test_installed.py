"""What is installed knows the differences of backends: a wheel has no folder golden/."""

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


@pytest.mark.slow
def test_a_wheel_has_the_known_differences(tmp_path: Path) -> None:
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
