"""Which files hold programs, and when a string is the name of one rather than a program."""

from __future__ import annotations

from pathlib import Path

# What folders are searched for, what only a file's name ends in; a file that is named itself may be called anything.
SUFFIXES = (".mlir", ".mlirbc", ".mlir.bc", ".vhlo")
_LONGEST_PATH = 4096


def is_path(text: str) -> bool:
    """True for a line that ends like a program's file, or names a file or folder that exists."""
    if "\n" in text or not text.strip() or len(text) > _LONGEST_PATH or "\0" in text:
        return False
    if text.endswith(SUFFIXES):
        return True
    try:
        return Path(text).exists()
    except OSError:
        return False
