"""Reports of a run: JUnit's XML for CI, one page of HTML that needs nothing else, and a short one of Markdown."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hlogen.cli.files import check_target, write_content
from hlogen.cli.loudness import tell
from hlogen.conform.corpus import Case, op_of
from hlogen.conform.expected import Judged, reason_of
from hlogen.conform.forms import Form
from hlogen.conform.pictures import first_difference
from hlogen.conform.records import Header
from hlogen.conform.verdicts import Verdict
from hlogen.errors import HlogenError
from hlogen.ir.printer import generic_text
from hlogen.lint.formats import junit
from hlogen.mlir.writer import shown as shown_program
from interpreter.executable import load
from interpreter.execution.names import Names
from interpreter.values.array import Array

_TEMPLATE = Path(__file__).with_name("report.html.j2")
_MOST_ELEMENTS = 64  # of an array that is shown
_MOST_TEXT = 8_000  # characters of a program that is shown
_MOST_CASES = 500  # that are shown whole; others are in the tables
_WHERE = re.compile(r"(?<![\w.])/\S*/")  # the folders of a machine, which pages for others don't show
_MOST_GROUPS = 40  # of cases with one verdict and reason, in Markdown


def check_reports(given: Mapping[str, Any], overwrite: bool) -> None:
    """Raises UsageError where a report that is asked for couldn't be written, so that no run is in vain."""
    for name in _REPORTS:
        if given[name] is not None:
            check_target(Path(given[name]), overwrite)


def write_reports(
    header: Header,
    found: Sequence[Judged],
    cases: Sequence[Case],
    given: Mapping[str, Any],
    overwrite: bool,
) -> None:
    """Writes the files that the options in `given` ask for. UsageError where one can't be written."""
    for name, made in _REPORTS.items():
        if (path := given[name]) is None:
            continue
        content = made(header, found, {case.id: case for case in cases}).encode("utf-8", "replace")
        write_content(Path(path), content, overwrite)
        tell(f"wrote {path}")


def as_junit(header: Header, found: Sequence[Judged], cases: Mapping[str, Case]) -> str:
    """A test case for each case; what is unsupported, or fails as expected, is skipped."""
    del cases
    name = f"hlogen conform {header.backend}"
    return junit.suite(name, map(_junit_case, found), header.versions, header.date) + "\n"


def _junit_case(judged: Judged) -> junit.Case:
    record = judged.record
    case = junit.Case(f"conform.{op_of(record.id)}", record.id, seconds=record.compile_seconds + record.run_seconds)
    kind = _junit_kind(judged)
    if not kind:
        return case
    said = f"expected: {judged.entry.reason}" if judged.is_as_expected and judged.entry else record.message
    verdict = record.verdict.value
    return case._replace(kind=kind, message=f"{verdict}: {said.partition(chr(10))[0]}" if said else verdict, text=said)


def _junit_kind(judged: Judged) -> str:
    verdict = judged.record.verdict
    if judged.is_as_expected:
        return "" if verdict.is_right else "skipped"
    if verdict is Verdict.UNSUPPORTED:
        return "skipped"
    return "error" if verdict is Verdict.HARNESS else "failure"


def as_html(header: Header, found: Sequence[Judged], cases: Mapping[str, Case]) -> str:
    """Tables of ops and clauses by verdict, and each case that isn't right."""
    from jinja2 import Environment  # which takes longer to load than the rest

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    wrong = sorted((each for each in found if not each.record.verdict.is_right), key=lambda each: each.is_as_expected)
    verdicts = [verdict for verdict in Verdict if any(each.record.verdict is verdict for each in found)]
    return template.render(
        header=header,
        settings=json.dumps(header.settings),
        verdicts=verdicts,
        counts=Counter(each.record.verdict for each in found),
        total=len(found),
        news=sum(not each.is_as_expected for each in found),
        tables=[
            ("op", _table(found, _op)),
            ("clause", _table(found, lambda each: _clauses(each, cases))),
        ],
        wrong=[_shown(each, cases.get(_case_id(each)), header) for each in wrong[:_MOST_CASES]],
        left_out=[each.record for each in wrong[_MOST_CASES:]],
    )


def as_markdown(header: Header, found: Sequence[Judged], cases: Mapping[str, Case]) -> str:
    """A table of ops by verdict, and what is wrong, by its reasons."""
    del cases
    verdicts = [verdict for verdict in Verdict if any(each.record.verdict is verdict for each in found)]
    counts = Counter(each.record.verdict for each in found)
    versions = ", ".join(f"{name} {version}" for name, version in header.versions.items())
    news = sum(not each.is_as_expected for each in found)
    hlogen = header.hlogen if header.hlogen[:1].isdigit() else "from its sources"
    lines = [
        f"# {header.backend}: {versions}",
        "",
        f"{len(found)} cases, {sum(each.record.verdict.is_right for each in found)} right; "
        f"{news or 'all'} {'not ' if news else ''}as expected. "
        f"{header.date[:10]}, {header.machine}, hlogen {hlogen}.",
        "",
        "```",
        _WHERE.sub("", f"hlogen conform run {shlex.join([header.address, *header.settings.get('cases', [])])}"),
        "```",
        "",
        *_rows(["op", *(verdict.value for verdict in verdicts)], [("all", counts), *_table(found, _op)], verdicts),
    ]
    groups: dict[tuple[Verdict, str], list[str]] = {}
    for each in found:
        if not each.record.verdict.is_right:
            groups.setdefault((each.record.verdict, _reason(each)), []).append(each.record.id)
    lines += ["", "## What is wrong, by its reasons", ""] if groups else []
    for verdict in verdicts:
        own = sorted(
            ((reason, ids) for (of, reason), ids in groups.items() if of is verdict), key=lambda row: -len(row[1])
        )
        for reason, ids in own[:_MOST_GROUPS]:
            lines.append(f"- {len(ids)} {verdict.value}: {_escaped(reason)} (`{ids[0]}`)")
        if len(own) > _MOST_GROUPS:
            rest = own[_MOST_GROUPS:]
            lines.append(f"- {sum(len(ids) for _, ids in rest)} {verdict.value}, of {len(rest)} other reasons")
    return "\n".join(lines) + "\n"


def _rows(head: Sequence[str], rows: Sequence[tuple[str, Counter[Verdict]]], verdicts: Sequence[Verdict]) -> list[str]:
    lines = [f"| {' | '.join(head)} |", "| --- |" + " ---: |" * len(verdicts)]
    return lines + [f"| {name} | {' | '.join(str(row[verdict] or '') for verdict in verdicts)} |" for name, row in rows]


def _op(judged: Judged) -> Sequence[str]:
    return [op_of(judged.record.id)]


def _reason(judged: Judged) -> str:
    """Why, the same for all cases that are wrong for one reason: without their numbers."""
    if judged.entry is not None and judged.is_as_expected:
        return judged.entry.reason
    if judged.record.verdict is Verdict.WRONG_VALUE:  # whose numbers are the case's own
        return op_of(judged.record.id)
    message = re.sub(r"\b[EFW]\d{4} [\d:.]+ +\d+ ", "", judged.record.message)  # when a process that died said it
    message = re.sub(r" that was explicitly marked illegal.*", "", message)  # the operation itself, with its types
    return re.sub(r"(?<!\w)\d[\d.:]*", "N", _WHERE.sub("", reason_of(message))) or "no reason given"


def _escaped(text: str) -> str:
    """As Markdown shows it: names of MLIR have signs of Markdown in them."""
    return re.sub(r"([\\`*_<>\[\]|])", r"\\\1", text)


def _table(found: Sequence[Judged], names: Callable[[Judged], Sequence[str]]) -> list[tuple[str, Counter[Verdict]]]:
    rows: dict[str, Counter[Verdict]] = {}
    for each in found:
        for name in names(each):
            rows.setdefault(name, Counter())[each.record.verdict] += 1
    return sorted(rows.items())


def _case_id(each: Judged) -> str:
    return each.record.id.rpartition("@")[0]


def _clauses(each: Judged, cases: Mapping[str, Case]) -> Sequence[str]:
    case = cases.get(_case_id(each))
    return case.clauses if case is not None else ()


def _shown(each: Judged, case: Case | None, header: Header) -> dict[str, Any]:
    record = each.record
    program = ""
    arguments: list[str] = []
    expected: list[str] = []
    form = None
    if case is not None:
        try:
            form = next(iter(case.forms([record.id.rpartition("@")[2]])))  # type: ignore[list-item]  # an id's kind
            program, arguments, expected = _described(form)
        except (HlogenError, StopIteration):
            program = case.text.decode(errors="replace").strip()
    got = [_text_of(kept) for kept in record.results]
    texts = [np.array(kept["elements"], str).reshape(kept["shape"]) for kept in record.results if "elements" in kept]
    is_whole = form is not None and len(texts) == len(record.results)
    picture = _picture(form, texts) if form is not None and is_whole else None
    return {
        "record": record,
        "judged": each,
        "title": case.title if case else "",
        "clauses": case.clauses if case else (),
        "program": program[:_MOST_TEXT] + ("\n... " if len(program) > _MOST_TEXT else ""),
        "arguments": arguments,
        "expected": expected,
        "got": got,
        "picture": picture,
        "again": f"hlogen conform run {shlex.quote(header.address)} --id {shlex.quote(record.id)} -o one.jsonl --force",
    }


def _picture(form: Form, results: Sequence[Array]) -> str | None:
    """The picture of the first element that differs, as text; None where no picture tells more."""
    from hlogen.explaining.explanation import explain  # of use where something is wrong alone

    try:
        found = first_difference(form, results)
        if found is None:
            return None
        op, element = found
        name = Names(load(form.module, form.entry).plan).of_op(op)
        return str(explain(form.module, *form.arguments, op=name, element=element, entry=form.entry))
    except HlogenError:  # the interpreter has no results for it
        return None


def _described(form: Form) -> tuple[str, list[str], list[str]]:
    try:
        program = shown_program(form.module)
    except HlogenError:
        program = generic_text(form.module)
    return program, [_text(array) for array in form.arguments], [_text(array) for array in form.expected()]


def _text(array: Array) -> str:
    return _text_of({"dtype": str(array.dtype), "shape": list(array.shape), "elements": [str(x) for x in array.flat]})


def _text_of(kept: Mapping[str, Any]) -> str:
    elements = kept.get("elements")
    head = f"{kept.get('dtype')}{kept.get('shape')}"
    if elements is None:
        return f"{head}, too many elements to keep"
    more = f", ... {len(elements)} in all" if len(elements) > _MOST_ELEMENTS else ""
    return f"{head} {', '.join(map(str, elements[:_MOST_ELEMENTS]))}{more}"


# What is made for which option.
_REPORTS = {"html": as_html, "junit": as_junit, "markdown": as_markdown}
