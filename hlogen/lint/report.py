"""Reads one file and checks every program in it. Runs in the worker process: this is where the bindings are loaded."""

from __future__ import annotations

import os
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from hlogen.errors import HlogenError
from hlogen.ir.module import Location, Module
from hlogen.lint.advice import ADVISED, Advice, Advisor
from hlogen.lint.finding import INTERNAL, PARSE, FileReport, Finding
from hlogen.lint.fix import NotFixable, find_fix
from hlogen.lint.signature import in_signature
from hlogen.mlir import provider
from hlogen.mlir.errors import NoProgramError, ParseError
from hlogen.mlir.files import is_path
from hlogen.mlir.reader import Part, parts
from hlogen.spec.constraint import ConstraintError, Violation
from hlogen.spec.operations import CONSTRAINED, violations_in

# How an error says where the user's Python is wrong: before itself, at its end, or by a traceback.
_PLACED = re.compile(r'(?:^|where: |File ")([^\n"]+\.py)(?:", line |:)(\d+)')


def warm_up() -> None:
    """Loads the bindings; BindingsError where there are none."""
    provider.find().context()


def report(path: str, name: str, first: int = 0, advice: bool = True) -> Iterator[dict[str, Any]]:
    """The findings of the file at `path`, called `name`, as JSON for the other process, program by program.

    `first` is the number of the first of them. Before each comes where it is: {"line", "count"}, then {"operations",
    "findings"}; in the end {"done"}. With `advice`, what static analysis is certain of is found as well. Never raises.
    """
    programs: list[Part] = []
    findings = []
    try:
        # Large files are mostly constants: nothing here holds on to their bytes.
        programs = parts(Path(path).read_bytes(), name=name, own_places=True)
    except NoProgramError:
        pass  # an empty program, as upstream's tools take it
    except OSError as error:
        findings = [_failure(name, f"it can't be read: {error.strerror or error}")]
    except (MemoryError, HlogenError) as error:
        findings = [_refusal(name, error)]
    if findings:
        yield _told({}, findings)
    while len(programs) > first:
        yield {"line": programs[first].line, "count": len(programs)}
        yield _report(name, programs[first], advice)
        first += 1
    yield {"done": True}


def _report(name: str, part: Part, advice: bool) -> dict[str, Any]:
    """What one program gives."""
    try:
        program, findings = _found(name, part, advice)
    except (MemoryError, HlogenError) as error:
        return _told({}, [_refusal(name, error)])
    except Exception as error:  # noqa: BLE001 - a file that hlogen itself fails on must not hide what others hold
        return _told({}, [_internal_error(name, error)])
    return _told({} if program is None else _kinds(program), findings)


def _kinds(program: Module) -> Counter[str]:
    """How many operations of each name have rules."""
    return Counter(operation.name for operation in program.walk() if operation.name in CONSTRAINED)


def _found(name: str, part: Part, advice: bool) -> tuple[Module | None, list[Finding]]:
    """One program, None where nothing of it can be read, and what is found in it, in the order of its text."""
    errors: list[ParseError] = []
    try:
        program: Module | None = part.read()
    except ParseError:
        program, errors = part.read_rest()
    findings = [_refusal(name, error) for error in errors]
    if program is not None:
        findings += (in_signature(finding, part) for finding in findings_of(name, program, advice))
    if errors:
        findings.sort(key=lambda finding: (finding.line or 0, finding.column or 0))
    return program, findings


def text_findings(name: str, text: str) -> list[Finding]:
    """What is found in a program that is written in a text, even where it can't be read as a whole."""
    return [finding for part in parts(text, name=name, own_places=True) for finding in _found(name, part, True)[1]]


def source_findings(source: str | bytes | os.PathLike[str]) -> list[Finding]:
    """What is wrong in the programs of a file or a text, without advice, even where it can't be read as a whole.

    Raises UsageError where there is no such file.
    """
    name = (
        os.fspath(source) if isinstance(source, os.PathLike) or (isinstance(source, str) and is_path(source)) else "-"
    )
    try:
        return [
            finding for part in parts(source, name=str(name), own_places=True) for finding in _wrong(str(name), part)
        ]
    except ParseError as error:
        return [_refusal(str(name), error)]


def _wrong(name: str, part: Part) -> list[Finding]:
    try:
        return _found(name, part, False)[1]
    except HlogenError as error:
        return [_refusal(name, error)]


def built_report(name: str, build: Callable[[], Module], advice: bool) -> FileReport:
    """What is found in the program that `build` gives, whatever it raises; `name` is the script that it comes from."""
    kinds: Mapping[str, int] = {}
    try:
        program = build()
        kinds = _kinds(program)
        findings = list(findings_of(name, program, advice))
    except ConstraintError as error:
        findings = [_violation(name, violation) for violation in error.violations]
    except HlogenError as error:
        places = [Location(file, int(line)) for file, line in _PLACED.findall(str(error))]
        message = re.sub(r"^[^\n]+\.py:\d+: error: ", "", str(error))
        findings = [_failure(name, message, places[-1] if places else None)]
    except Exception as error:  # noqa: BLE001 - as above
        findings = [_internal_error(name, error)]
    return FileReport(name, kinds, [replace(one, file=_as_named(one.file, name)) for one in findings])


def _as_named(file: str, script: str) -> str:
    """The script as the user calls it; other files as seen from the working folder, which GitHub asks for."""
    place, here = Path(file).resolve(), Path.cwd()
    if place == Path(script).resolve():
        return script
    return str(place.relative_to(here)) if place.is_relative_to(here) else file


def _refusal(name: str, error: MemoryError | HlogenError) -> Finding:
    if isinstance(error, MemoryError):
        return _failure(name, "there isn't enough memory to read this file")
    if not isinstance(error, ParseError):
        return _failure(name, str(error))
    return replace(_failure(name, str(error), error.location), rule=error.rule or PARSE, fix=error.fix or None)


def _told(kinds: Mapping[str, int], findings: list[Finding]) -> dict[str, Any]:
    return {"operations": kinds, "findings": [asdict(finding) for finding in findings]}


def fix(path: str, name: str) -> dict[str, Any]:
    """The edits that set promises in the file at `path`, or why there are none, as JSON for the other process."""
    try:
        return asdict(find_fix(Path(path).read_bytes(), name))
    except NotFixable as error:
        return {"refused": str(error)}
    except (OSError, MemoryError, HlogenError) as error:
        return {"refused": f"it can't be read: {error}"}


def findings_of(name: str, program: Module, advice: bool = True) -> Iterator[Finding]:
    """The violations in a program of the file called `name`, and advice on what has none, in the order of its text."""
    advisor = Advisor(program) if advice else None
    by_operation: dict[int, list[Violation]] = {}
    for operation, violation in violations_in(program):
        by_operation.setdefault(id(operation), []).append(violation)
    for operation in program.walk():
        violations = by_operation.pop(id(operation), ())
        yield from (_violation(name, violation) for violation in violations)
        if advisor is not None and not violations and operation.name in ADVISED:
            yield from (_advice(name, one) for one in advisor.on(operation))
    yield from (_violation(name, violation) for violations in by_operation.values() for violation in violations)


def _violation(name: str, violation: Violation) -> Finding:
    file, line, column, origin = _place(name, violation.location)
    return Finding(
        file,
        line,
        column,
        violation.id,
        violation.op,
        violation.message + origin,
        violation.spec or None,
        violation.fix or None,
        violation.upstream,
    )


def _advice(name: str, advice: Advice) -> Finding:
    file, line, column, origin = _place(name, advice.operation.location)
    return Finding(
        file,
        line,
        column,
        advice.rule,
        advice.operation.name,
        advice.message + origin,
        advice.clause,
        advice.fix,
        level=advice.level,
    )


def _place(name: str, location: Location | None) -> tuple[str, int | None, int | None, str]:
    """File, line and column of a finding in the file called `name`, and what to add to its message.

    A program may say where it was made (loc("model.py":3:4)): that is told too.
    """
    place = location or Location(name)
    return place.file, place.line or None, place.column or None, f" (from {place.origin})" if place.origin else ""


def _failure(name: str, message: str, place: Location | None = None) -> Finding:
    place = place or Location(name)
    message = message.removeprefix(f"{place}: ").removeprefix(f"{name}: ")
    return Finding(place.file, place.line or None, place.column or None, PARSE, None, message)


def _internal_error(name: str, error: Exception) -> Finding:
    where = traceback.extract_tb(error.__traceback__)[-1]
    message = f"internal error: {type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
    if os.environ.get("HLOGEN_DEBUG"):
        message += "\n" + "".join(traceback.format_exception(error))
    fix = "this is a mistake in hlogen; please report it with the file (HLOGEN_DEBUG=1 shows the traceback)"
    return Finding(name, None, None, INTERNAL, None, message, fix=fix)
