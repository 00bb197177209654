"""What is raised where programs are written in other languages."""

from __future__ import annotations

from hlogen.errors import UsageError


class ExportError(UsageError):
    """A program that can't be written in another language; the message lists all that is in the way, with places."""
