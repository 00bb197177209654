"""What is raised where a backend under test fails."""

from __future__ import annotations

from hlogen.errors import HlogenError


class OracleError(HlogenError):
    """A backend under test (upstream's interpreter, XLA, a plugin) couldn't give a result."""


class OracleCrashed(OracleError):
    """The backend's worker process died; the message says how."""


class OracleTimeout(OracleError):
    """The backend's worker process ran over its time limit."""
