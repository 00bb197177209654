"""Files of TOML, as people write them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from hlogen.errors import UsageError


def read_toml(path: Path) -> dict[str, Any]:
    """What a file of TOML says. UsageError where it can't be read, or is none."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))  # editors of Windows put a mark in front
    except OSError as error:
        raise UsageError(f"can't read {path}: {error.strerror or error}") from error
    except RecursionError:
        raise UsageError(f"{path} isn't TOML that can be read: it is nested too deep") from None
    except ValueError as error:  # of TOML, of UTF-8, and of numbers that are too long for Python
        raise UsageError(f"{path} isn't TOML: {error}") from error
