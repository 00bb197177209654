"""What is said of other people's software is said of versions of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hlogen.errors import UsageError


@dataclass(frozen=True)
class Versions:
    """Versions of `software`: from `since`, the first that hlogen supports or that it is said of, up to `until`.

    `until` is the first version that it is no longer said of; None where it is true of the newest.
    """

    software: str
    since: str
    until: str | None = None

    @classmethod
    def of(cls, software: str, text: str) -> Versions:
        """What ``>=0.11, <0.12`` says, or a part of it. Raises UsageError where it isn't of this form."""
        found = _RANGE.fullmatch(text)
        if found is None or not text.strip():
            raise UsageError(f'the versions of {software} are {text!r}; write ">=0.11", "<0.12" or ">=0.11, <0.12"')
        return cls(software, found[1] or "0", found[2])

    @property
    def range(self) -> str:
        """As `of` reads it; empty for all."""
        bounds = [f">={self.since}"] if self.since != "0" else []
        return ", ".join(bounds + ([f"<{self.until}"] if self.until is not None else []))

    def include(self, installed: Mapping[str, str]) -> bool:
        """Whether what is installed, as a backend's `version()` says, is one of them."""
        version = _numbers(installed.get(self.software, "0"))
        return version >= _numbers(self.since) and (self.until is None or version < _numbers(self.until))

    def __str__(self) -> str:
        return (
            f"{self.software} {self.since} and newer" if self.until is None else f"{self.software} before {self.until}"
        )


_RANGE = re.compile(r"\s*(?:>=\s*(\d[\d.]*))?\s*,?\s*(?:<\s*(\d[\d.]*))?\s*")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
