"""The bug report of a finding: the smallest program, what came back, what would be right, how to see it again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np

from hlogen.conform.forms import Form
from hlogen.conform.pictures import first_difference
from hlogen.conform.verdicts import Outcome, Verdict
from hlogen.errors import HlogenError
from hlogen.fuzz.broken import Broken
from hlogen.fuzz.elements import Array
from hlogen.fuzz.golden import as_case
from hlogen.fuzz.judge import Finding
from hlogen.fuzz.program import drawn
from hlogen.fuzz.relations import RelationFailed
from hlogen.mlir.writer import shown
from hlogen.placing import write
from hlogen.spec.pictures import picture_command

_SPEC = "https://github.com/openxla/stablehlo/blob/main/docs/spec.md"
_LONGEST = 72  # characters of a folder's name
_MOST_SHOWN = 64  # elements of an array

_REPORT = """\
# {key}

Verdict: **{verdict}**{cause}.
{known}
{said}

`program.mlir`:

```mlir
{text}
```

{arguments}{results}The specification: {clauses}.

Backend: {backend} ({versions}). Found by hlogen {hlogen}; the program is drawn from `{id}`, {alike}.

To see it again:

```
{command}
```
"""


@dataclass(frozen=True)
class Context:
    """What a report says of the backend beside a finding."""

    backend: str
    address: str
    versions: Mapping[str, str]
    hlogen: str
    ulps: int = 0


def slug(key: str) -> str:
    """The name of a folder for a key; of a long one its beginning, and a digest that tells it from others."""
    whole = re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}-{sha256(key.encode()).hexdigest()[:8]}"


def write_report(folder: Path, finding: Finding, count: int, outcome: Outcome | None, context: Context) -> None:
    """Writes program.mlir, inputs.npz, case.mlir and report.md; `outcome` is what the backend gives now, if known."""
    try:
        form = drawn(finding.smallest).form
    except RelationFailed:  # that is what is wrong: the program as it is
        form = drawn(replace(finding.smallest, relation="")).form
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "program.mlir", shown(form.module).encode())
    if form.arguments:
        arrays = {f"arg{number}": array for number, array in enumerate(form.arguments)}
        fill = partial(np.savez, **arrays)  # type: ignore[arg-type]  # NumPy's stubs mistake them
        write(folder / "inputs.npz", fill, overwrite=True)
    try:
        case = as_case(form, finding.key, context.ulps)
    except HlogenError:
        case = None  # the interpreter has no results for it
    if case is not None:
        _write(folder / "case.mlir", case.encode())
    _write(folder / "report.md", _text(finding, form, count, outcome, context).encode())


def _text(finding: Finding, form: Form, count: int, outcome: Outcome | None, context: Context) -> str:
    arguments = "".join(f"- argument {number}: {_shown(each)}\n" for number, each in enumerate(form.arguments))
    cause = f", as it would be if the backend {finding.cause}" if finding.cause and finding.key != finding.cause else ""
    if finding.cause == "unknown":
        cause = ", of a cause that no model gives"
    command = "judge" if finding.verdict in (Verdict.WRONG_VALUE.value, Verdict.WRONG_TYPE.value) else "run"
    given = " -i inputs.npz" if form.arguments else ""
    command = f"hlogen {command} program.mlir{given} --backend {context.address}"
    if isinstance(form, Broken):
        command = "hlogen check program.mlir"
    elif (drawn := _drawn(form, outcome)) is not None:
        command += f"\n{drawn}"
    return _REPORT.format(
        key=finding.key,
        verdict=finding.verdict,
        cause=cause,
        known=f"\nOn record: {', '.join(finding.known)}.\n" if finding.known else "",
        said="\n".join(f"> {line}" for line in finding.message.splitlines())
        or "> the results aren't those of the specification",
        text=shown(form.module).strip(),
        arguments=f"Arguments (`inputs.npz`):\n\n{arguments}\n" if arguments else "",
        results=_results(form, outcome),
        clauses=", ".join(f"[{op.partition('.')[2]}]({_SPEC}#{op.partition('.')[2]})" for op in finding.ops) or _SPEC,
        backend=context.backend,
        versions=", ".join(f"{name} {version}" for name, version in context.versions.items()),
        hlogen=context.hlogen,
        id=finding.plan.id,
        alike=f"one of {count} that look alike" if count > 1 else "the only one of its kind so far",
        command=command,
    )


def _drawn(form: Form, outcome: Outcome | None) -> str | None:
    """The command that draws the first element that differs; None where none does, or no picture tells more."""
    try:
        found = None if outcome is None or outcome.results is None else first_difference(form, outcome.results)
    except HlogenError:
        return None  # the interpreter has no results for it
    if found is None:
        return None
    op, element = found
    given = ["-i", "inputs.npz"] if form.arguments else []
    return picture_command("program.mlir", op.name, op.name.partition(".")[2], element, given)


def _results(form: Form, outcome: Outcome | None) -> str:
    if outcome is None or outcome.results is None:
        return ""
    lines = []
    try:
        expected = form.expected()
    except HlogenError:
        return ""
    for number, (right, got) in enumerate(zip(expected, outcome.results, strict=True)):
        lines.append(f"- result {number}: {_shown(got)}\n  - by the specification: {_shown(right)}\n")
    return f"The backend's results:\n\n{''.join(lines)}\n"


def _shown(array: Array) -> str:
    elements = str(array.tolist()) if array.size <= _MOST_SHOWN else f"{array.size} elements"
    return f"`{array.dtype}{list(array.shape)}` {elements}"


def _write(path: Path, content: bytes) -> None:
    write(path, lambda file: file.write(content), overwrite=True)
