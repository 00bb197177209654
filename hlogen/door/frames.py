"""Whose code it is that runs somewhere."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from types import FrameType

_OWN = tuple(f"{Path(__file__).parents[up] / package}/" for up, package in ((1, ""), (2, "interpreter")))


def is_own(frame: FrameType) -> bool:
    """Whether it is hlogen or its interpreter."""
    return frame.f_code.co_filename.startswith(_OWN)


def is_users(frame: FrameType) -> bool:
    """Whether it is neither hlogen nor what it calls."""
    return is_users_file(frame.f_code.co_filename)


def is_users_file(file: str) -> bool:
    """Whether a file of Python is neither hlogen's nor a library's."""
    return not file.startswith(_OWN + _libraries())


def place_of(frame: FrameType) -> str:
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


@lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    import sysconfig  # of no use before something has failed

    return (*(sysconfig.get_path(which) for which in ("stdlib", "purelib", "platlib")), "<frozen ", "<__array_")
