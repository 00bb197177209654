"""Which hlogen this is."""

from __future__ import annotations


def own_version() -> str:
    """The version that is installed; a checkout that isn't installed has none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("hlogen")
    except PackageNotFoundError:
        return "(not installed, run from its sources)"
