"""What is raised where types are spelled."""

from __future__ import annotations

from hlogen.errors import UsageError


class TypeSyntaxError(UsageError):
    """Text that should name a type and doesn't, such as ``hl.tensor("2x3xq32")``."""
