"""What is kept for later processes, and where: in the user's folder for caches, which nobody has to have."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

from hlogen.errors import UsageError

FOLDER = "HLOGEN_CACHE_DIR"  # the environment variable that names another one
CHECKED = "check.sqlite"  # what checking files gave: hlogen/lint/cache.py
CODE = "machine-code"  # interpreter/compiled/kept.py


def folder() -> Path:
    """Where it is: HLOGEN_CACHE_DIR, or hlogen in the user's folder for caches. UsageError where there is none."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if Path(base).is_absolute():
        return Path(base) / "hlogen"
    try:
        return Path.home() / ".cache" / "hlogen"
    except RuntimeError as error:
        raise UsageError(f"this user has no home folder, where caches would be\n  fix: set {FOLDER}") from error


def made() -> Path:
    """The folder, which is there now. OSError where it can't be."""
    path = folder()
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def clear() -> None:
    """Removes what is kept, and nothing else that is there."""
    clear_checked()
    shutil.rmtree(folder() / CODE, ignore_errors=True)


def clear_checked() -> None:
    """Removes what checking files gave."""
    for suffix in ("", "-journal"):
        with contextlib.suppress(OSError):
            (folder() / f"{CHECKED}{suffix}").unlink()
