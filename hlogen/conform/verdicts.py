"""What became of a case on a backend, told apart so that a report says what to mend."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

import interpreter
from hlogen.backends import Backend
from hlogen.backends.errors import (
    CannotStartBackend,
    OracleCrashed,
    OracleError,
    OracleTimeout,
    OutOfMemory,
    Refused,
    SharesMemory,
    Unsupported,
    WrongResults,
    WroteArguments,
)
from hlogen.backends.process import WorkerBackend
from hlogen.conform.forms import Form
from hlogen.errors import CheckFailed, HlogenError
from interpreter.values.same import is_same

Arrays = tuple[np.ndarray[Any, Any], ...]


class Verdict(Enum):
    """What is right comes first. HARNESS: the case could not be put to the backend; nothing is said about it."""

    PASS = "pass"
    TOLERATED = "pass within tolerance"
    ADMISSIBLE = "one of several admissible"
    WRONG_VALUE = "wrong value"
    WRONG_TYPE = "wrong type or shape"
    WROTE_INPUTS = "wrote into inputs"
    SHARES_MEMORY = "shares memory with inputs"
    UNSUPPORTED = "unsupported"
    REFUSED = "refused"
    COMPILE_CRASH = "compiler crash"
    RUN_CRASH = "run crash"
    TIME_OUT = "time-out"
    OUT_OF_MEMORY = "out of memory"
    HARNESS = "harness"

    @property
    def is_right(self) -> bool:
        return self in (Verdict.PASS, Verdict.TOLERATED, Verdict.ADMISSIBLE)


@dataclass(frozen=True)
class Outcome:
    """The verdict on one form; `results` is what came back, where something did."""

    id: str
    verdict: Verdict
    message: str = ""
    compile_seconds: float = 0.0
    run_seconds: float = 0.0
    results: Arrays | None = None
    is_backends_end: bool = False  # it can't be started


# Verdicts of what backends raise; compiling and running are told apart where the process died.
_OF_ERRORS: tuple[tuple[type[HlogenError], Verdict], ...] = (
    (Unsupported, Verdict.UNSUPPORTED),
    (Refused, Verdict.REFUSED),
    (WrongResults, Verdict.WRONG_TYPE),
    (WroteArguments, Verdict.WROTE_INPUTS),
    (SharesMemory, Verdict.SHARES_MEMORY),
    (OutOfMemory, Verdict.OUT_OF_MEMORY),
    (OracleTimeout, Verdict.TIME_OUT),
    (CannotStartBackend, Verdict.HARNESS),
)


def put(form: Form, backend: Backend, ulps: int = 0) -> Outcome:
    """Compiles and runs the form on the backend, and judges what it gives."""
    started = compiled = time.perf_counter()
    is_compiling = isinstance(backend, WorkerBackend)
    try:
        if isinstance(backend, WorkerBackend):
            backend.compile(form.module, *form.arguments, entry=form.entry)
            compiled, is_compiling = time.perf_counter(), False
            results = backend.run_watched(form.module, *form.arguments, entry=form.entry)
        else:
            results = backend.run(form.module, *form.arguments, entry=form.entry)
    except HlogenError as error:
        ended = time.perf_counter()
        spent = (ended - started, 0.0) if is_compiling else (compiled - started, ended - compiled)
        is_end = isinstance(error, CannotStartBackend)
        return Outcome(form.id, _of_error(error, is_compiling), str(error), *spent, is_backends_end=is_end)
    ended = time.perf_counter()
    verdict, message = judged(form, results, ulps)
    return Outcome(form.id, verdict, message, compiled - started, ended - compiled, results)


def judged(form: Form, results: Arrays, ulps: int = 0) -> tuple[Verdict, str]:
    """The verdict on results of the right types, and what is wrong with them.

    What a case asks for more closely than the specification does is decided by `interpreter.admissible`: in any order,
    and with `ulps` units in the last place for functions whose accuracy is open. A case that is defined asks for no
    order, and knows better than bounds do.
    """
    try:
        form.require(results)
        if not form.checks and not _is_expected(form, results):
            raise CheckFailed("the results aren't those of the specification")
    except CheckFailed as error:
        if form.is_defined and form.checks and not ulps:
            return Verdict.WRONG_VALUE, str(error)
        try:
            allowed = _contained(form, results, ulps)
            is_right = bool(allowed)
            if form.checks and form.is_defined:
                is_right = is_right and not _contained(form, results)
        except HlogenError:  # nothing is known but what the case says
            return Verdict.WRONG_VALUE, str(error)
        if is_right or (not form.checks and allowed.status == "undecided"):
            return Verdict.ADMISSIBLE, "" if allowed else str(allowed)
        return Verdict.WRONG_VALUE, f"{error}\n{allowed}" if not allowed else str(error)
    if form.is_exact or _is_expected(form, results):
        return Verdict.PASS, ""
    return Verdict.TOLERATED, ""


def _contained(form: Form, results: Arrays, ulps: int = 0) -> interpreter.Verdict:
    return interpreter.admissible(form.module, *form.arguments, entry=form.entry, ulps=ulps).contains(results)


def _is_expected(form: Form, results: Arrays) -> bool:
    """Whether the results are the interpreter's, bit by bit."""
    return all(is_same(*pair).all() for pair in zip(results, form.expected(), strict=True))


def _of_error(error: HlogenError, is_compiling: bool) -> Verdict:
    for kind, verdict in _OF_ERRORS:
        if isinstance(error, kind):
            return verdict
    if isinstance(error, OracleCrashed):
        return Verdict.COMPILE_CRASH if is_compiling else Verdict.RUN_CRASH
    if isinstance(error, OracleError):
        return Verdict.REFUSED if is_compiling else Verdict.RUN_CRASH
    return Verdict.HARNESS
