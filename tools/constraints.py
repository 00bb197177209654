"""Renews constraints.txt: the versions of everything that `make demo`, `make test` and `make docs` install.

python tools/constraints.py PYTHON...    the newest versions that each of these Pythons can have, oldest Python first
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
HEADER = """\
# What `make demo`, `make test` and `make docs` install: everything they need, in versions that were tried together.
# Written by `make constraints`, which takes the newest; `make test-newest` tells beforehand what those change.
"""


def main() -> int:
    newest = {}
    for python in sys.argv[1:]:
        version = _output(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
        newest[version] = _newest(python)
        print(f"Python {version}: {len(newest[version])} packages")
    CONSTRAINTS.write_text(HEADER + "".join(f"{line}\n" for line in lines(newest)))
    return 0


def lines(newest: dict[str, dict[str, str]]) -> list[str]:
    """One line per package and version, from the packages' versions by Python; a version goes for newer Pythons too."""
    pythons, found = list(newest), []
    for name in sorted({name for versions in newest.values() for name in versions}):
        versions = [newest[python].get(name) for python in pythons]
        tail = next(i for i in range(len(versions)) if len(set(versions[i:])) == 1)  # one version from there on
        rows = [(version, f'python_version == "{pythons[i]}"') for i, version in enumerate(versions[:tail])]
        rows.append((versions[tail], f'python_version >= "{pythons[tail]}"' if tail else ""))
        found += [f"{name}=={version}{marker and f' ; {marker}'}" for version, marker in rows if version]
    return found


def _newest(python: str) -> dict[str, str]:
    options = ("--dry-run", "--ignore-installed", "--quiet", "--disable-pip-version-check", "--report", "-")
    report = json.loads(_output(python, "-m", "pip", "install", *options, f"{ROOT}[dev,docs]"))
    packages = [item["metadata"] for item in report["install"] if not item["is_direct"]]
    return {re.sub(r"[-_.]+", "-", package["name"]).lower(): package["version"] for package in packages}


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
