"""What is said of other people's software is said of versions of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Versions:
    """Versions of `software`: from `since`, the first that hlogen supports or that it is said of, up to `until`.

    `until` is the first version that it is no longer said of; None where it is true of the newest.
    """

    software: str
    since: str
    until: str | None = None

    def include(self, installed: Mapping[str, str]) -> bool:
        """Whether what is installed, as a backend's `version()` says, is one of them."""
        version = _numbers(installed.get(self.software, "0"))
        return version >= _numbers(self.since) and (self.until is None or version < _numbers(self.until))

    def __str__(self) -> str:
        return (
            f"{self.software} {self.since} and newer" if self.until is None else f"{self.software} before {self.until}"
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
