"""Reads one file and checks every program in it. Runs in the worker process: this is where the bindings are loaded."""

from __future__ import annotations

import contextlib
import os
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from hlogen.errors import HlogenError
from hlogen.ir.module import Location, Module, Operation
from hlogen.lint.advice import ADVISED, Advice, Advisor
from hlogen.lint.finding import INTERNAL, PARSE, FileReport, Finding, Ignore, KnownFix, Place
from hlogen.lint.ignore_comments import MARK, ignores_in
from hlogen.lint.in_text import placed
from hlogen.lint.rules import OWN_RULES, TARGET
from hlogen.lint.signature import in_signature
from hlogen.lint.text_edits import digest
from hlogen.mlir import provider
from hlogen.mlir.bytecode import is_bytecode
from hlogen.mlir.errors import NoProgramError, ParseError, TargetVersionError
from hlogen.mlir.files import is_path
from hlogen.mlir.reader import Part, parts
from hlogen.spec.constraint import ConstraintError, Violation
from hlogen.spec.operations import CONSTRAINED, violations_in

# What mends the findings of a program, which may not be readable.
Mend = Callable[[str, Part, Module | None, Sequence[Finding]], list[KnownFix]]
# How an error says where the user's Python is wrong: before itself, at its end, or by a traceback.
_PLACED = re.compile(r'(?:^|where: |File ")([^\n"]+\.py)(?:", line |:)(\d+)')
_PLACE = re.compile(r":(\d+):(\d+):")  # of what upstream refuses to write


def warm_up() -> None:
    """Loads the bindings; BindingsError where there are none."""
    provider.find().context()


def report(
    path: str, name: str, first: int = 0, advice: bool = True, target: str | None = None, mend: Mend | None = None
) -> Iterator[dict[str, Any]]:
    """The findings of the file at `path`, called `name`, as JSON for the other process, program by program.

    `first` is the number of the first of them. At first comes {"digest", "ignores"}, of the file. Before each program
    comes where it is: {"line", "count"}, then {"operations", "findings", "is_mended"}, and if it is, {"fixes"}, which
    `mend` gives; in the end {"done"}. With `advice`, what static analysis is certain of is found as well, and with a
    `target` version what its consumers can't read. Never raises.
    """
    programs: list[Part] = []
    findings = []
    try:
        content = Path(path).read_bytes()
        ignores = ignores_in(content.decode(errors="replace")) if MARK in content and not is_bytecode(content) else ()
        yield {"digest": digest(content), "ignores": [asdict(one) for one in ignores]}
        programs = parts(content, name=name, own_places=True)
        del content  # large files are mostly constants: nothing here holds on to their bytes
    except NoProgramError:
        pass  # an empty program, as upstream's tools take it
    except OSError as error:
        findings = [_failure(name, f"it can't be read: {error.strerror or error}")]
    except (MemoryError, HlogenError) as error:
        findings = [_refusal(name, error)]
    except Exception as error:  # noqa: BLE001 - as below
        findings = [_internal_error(name, error)]
    if findings:
        yield _told({}, [finding.known_by() for finding in findings])
    while len(programs) > first:
        yield {"line": programs[first].line, "count": len(programs)}
        yield from _report(name, programs[first], advice, target, mend, first + 1 if len(programs) > 1 else None)
        first += 1
    yield {"done": True}


def _report(
    name: str, part: Part, advice: bool, target: str | None, mend: Mend | None, number: int | None
) -> Iterator[dict[str, Any]]:
    """What one program gives, the one of this `number` in a file of several."""
    program = None
    try:
        program, findings = found_in(name, part, advice)
        if target is not None and program is not None and not any(finding.is_error for finding in findings):
            findings += _newer_than(target, name, program)
    except (MemoryError, HlogenError) as error:
        findings = [_refusal(name, error)]
    except Exception as error:  # noqa: BLE001 - a file that hlogen itself fails on must not hide what others hold
        findings = [_internal_error(name, error)]
    told = [replace(finding, part=number) for finding in placed(findings, part, name)]
    kinds = {} if program is None else _kinds(program)
    if mend is None or not isinstance(part.content, str) or not (findings or MARK.decode() in part.content):
        yield _told(kinds, told)
        return
    yield _told(kinds, told, is_mended=True)
    yield {"fixes": mend(name, part, program, findings)}


def _kinds(program: Module) -> Counter[str]:
    """How many operations of each name have rules."""
    return Counter(operation.name for operation in program.walk() if operation.name in CONSTRAINED)


def found_in(name: str, part: Part, advice: bool) -> tuple[Module | None, list[Finding]]:
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
    return [finding for part in parts(text, name=name, own_places=True) for finding in found_in(name, part, True)[1]]


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
        return found_in(name, part, False)[1]
    except HlogenError as error:
        return [_refusal(name, error)]


def built_report(name: str, build: Callable[[], Module], advice: bool) -> FileReport:
    """What is found in the program that `build` gives, whatever it raises; `name` is the script that it comes from."""
    kinds: Mapping[str, int] = {}
    ignores: list[Ignore] = []
    with contextlib.suppress(OSError, UnicodeDecodeError):
        ignores += ignores_in(Path(name).read_text(encoding="utf-8"), is_python=True)
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
    findings = [replace(one, file=_as_named(one.file, name)).known_by() for one in findings]
    return FileReport(name, kinds, findings, ignores=ignores)


def joined(reports: Sequence[FileReport]) -> FileReport:
    """The reports of several programs of one file as one, in which what they share stands once."""
    kinds = Counter[str]()
    for each in reports:
        kinds.update(each.kinds)
    once = {(one.place, one.rule, one.message): one for each in reports for one in each.findings}
    findings = sorted(once.values(), key=lambda finding: (finding.line or 0, finding.column or 0))
    return replace(reports[0], kinds=kinds, findings=findings)


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


def _told(kinds: Mapping[str, int], findings: list[Finding], *, is_mended: bool = False) -> dict[str, Any]:
    return {"operations": kinds, "findings": [finding.as_json() for finding in findings], "is_mended": is_mended}


def findings_of(name: str, program: Module, advice: bool = True) -> Iterator[Finding]:
    """The violations in a program of the file called `name`, and advice on what has none, in the order of its text."""
    advisor = Advisor(program) if advice else None
    around: dict[int, tuple[Operation, ...]] = {}

    def finding_of(operation: Operation | None, given: Violation | Advice) -> Finding:
        if not around:
            around.update(_around(program))
        found = _violation(name, given) if isinstance(given, Violation) else _advice(name, given)
        return _within(found, around.get(id(operation), ()))

    by_operation: dict[int, list[tuple[Operation | None, Violation]]] = {}
    for operation, violation in violations_in(program):
        by_operation.setdefault(id(operation), []).append((operation, violation))
    for operation in program.walk():
        violations = by_operation.pop(id(operation), ())
        yield from (finding_of(*one) for one in violations)
        if advisor is not None and not violations and operation.name in ADVISED:
            yield from (finding_of(operation, one) for one in advisor.on(operation))
    yield from (finding_of(*one) for violations in by_operation.values() for one in violations)


def _around(program: Module) -> dict[int, tuple[Operation, ...]]:
    """Each operation, by its id, with those that it is nested in: outermost first, itself last."""
    found: dict[int, tuple[Operation, ...]] = {}
    waiting: list[tuple[Operation, tuple[Operation, ...]]] = [(operation, ()) for operation in program.operations]
    while waiting:
        operation, outer = waiting.pop()
        chain = found[id(operation)] = (*outer, operation)
        for region in operation.regions:
            waiting += [(inner, chain) for block in region.blocks for inner in block.operations]
    return found


def _within(finding: Finding, chain: Sequence[Operation]) -> Finding:
    """The finding with the function that it is in, and the lines on which begins what it is in."""
    names = [operation.attributes.get("sym_name") for operation in chain if operation.name == "func.func"]
    lines = [operation.location.line for operation in chain if operation.location and operation.location.line]
    return replace(finding, function=str(names[-1]) if names else None, scopes=tuple(lines))


def _newer_than(target: str, name: str, program: Module) -> Iterator[Finding]:
    """What consumers of the version `target` can't read of a valid program."""
    from hlogen.mlir import writer

    try:
        writer.to_portable_artifact(program, target)
    except TargetVersionError as error:
        message = str(error)
        place = _PLACE.search(message)
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        rule = OWN_RULES[TARGET]
        yield Finding(name, line, column, TARGET, None, message, fix=rule.fix, level=rule.level)


def _violation(name: str, violation: Violation) -> Finding:
    return Finding(
        *_place(name, violation.location),
        violation.id,
        violation.op,
        violation.message,
        violation.spec or None,
        violation.fix or None,
        violation.upstream,
        related=_related(violation.location),
    )


def _advice(name: str, advice: Advice) -> Finding:
    location = advice.operation.location
    return Finding(
        *_place(name, location),
        advice.rule,
        advice.operation.name,
        advice.message,
        advice.clause,
        advice.fix,
        level=advice.level,
        related=_related(location),
    )


def _place(name: str, location: Location | None) -> Place:
    """File, line and column of a finding in the file called `name`."""
    place = location or Location(name)
    return Place(place.file, place.line or None, place.column or None)


def _related(location: Location | None) -> tuple[Place, ...]:
    """Where the program says that it was made (loc("model.py":3:4))."""
    return (_place("", location.origin),) if location and location.origin else ()


def _failure(name: str, message: str, place: Location | None = None) -> Finding:
    message = message.removeprefix(f"{place or name}: ").removeprefix(f"{name}: ")
    return Finding(*_place(name, place), PARSE, None, message)


def _internal_error(name: str, error: Exception) -> Finding:
    where = traceback.extract_tb(error.__traceback__)[-1]
    message = f"internal error: {type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
    if os.environ.get("HLOGEN_DEBUG"):
        message += "\n" + "".join(traceback.format_exception(error))
    fix = "this is a mistake in hlogen; please report it with the file (HLOGEN_DEBUG=1 shows the traceback)"
    return Finding(name, None, None, INTERNAL, None, message, fix=fix)
