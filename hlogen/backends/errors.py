"""What a backend's failure is called: by its worker process, by its adapter, or by what its results are."""

from __future__ import annotations

from hlogen.errors import HlogenError


class OracleError(HlogenError):
    """A backend under test (upstream's interpreter, XLA, a plugin) couldn't give a result."""

    answers = "error"  # what a worker calls it when it tells


class Unsupported(OracleError):
    """The backend says that it has no such element type, operation or feature. Adapters raise it."""

    answers = "unsupported"


class Refused(OracleError):
    """The backend's compiler refused the program, and lives. Adapters raise it."""

    answers = "refused"


class WrongResults(OracleError):
    """What the backend gave aren't arrays of the results' number, element types and shapes."""

    answers = "wrong results"


class WroteArguments(OracleError):
    """The backend wrote into the arrays that it was given, or beside them."""

    answers = "wrote arguments"


class SharesMemory(OracleError):
    """The backend's results lie in the arrays that it was given: who writes to the one changes the other."""

    answers = "shares memory"


class OracleCrashed(OracleError):
    """The backend's worker process died, or a process of its own; the message says how."""

    answers = "crashed"


class OutOfMemory(OracleCrashed):
    """The backend needed more memory than it may have."""

    answers = "out of memory"


class OracleTimeout(OracleError):
    """The backend took longer than it may."""

    answers = "timeout"


class CannotStartBackend(OracleError):
    """There is no such backend on this machine, or its adapter fails before it is given a program."""

    answers = "cannot start"


_KINDS: tuple[type[OracleError], ...] = (
    OracleError,
    Unsupported,
    Refused,
    WrongResults,
    WroteArguments,
    SharesMemory,
    OracleCrashed,
    OutOfMemory,
    OracleTimeout,
    CannotStartBackend,
)
BY_ANSWER = {kind.answers: kind for kind in _KINDS}
