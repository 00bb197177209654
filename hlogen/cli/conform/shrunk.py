"""What ``hlogen conform shrink`` does: the smallest program that shows what is wrong, and a bug report."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import numpy as np

from hlogen.backends.address import found
from hlogen.cli.files import check_target, write_whole
from hlogen.cli.loudness import tell
from hlogen.cli.version import own_version
from hlogen.conform.campaign import Campaign, Settings
from hlogen.conform.corpus import KINDS, corpus
from hlogen.conform.forms import Form
from hlogen.conform.shrink import Shrunk, shrink
from hlogen.conform.verdicts import Verdict, put
from hlogen.errors import UsageError
from hlogen.mlir.writer import shown as shown_program

_REPORT = """\
# {op}: {verdict}

{said}

Program (`{program}`):

```mlir
{text}
```

{arguments}Backend: {backend} ({versions}). Found by hlogen {hlogen}, case `{id}`.

To reproduce:

```
{command}
```
"""


def write_shrunk(
    backend_name: str, case_id: str, suite: tuple[str, ...], output: str | None, force: bool, ulps: int
) -> None:
    """Writes the program, its arguments and the report, beside each other."""
    forms = _forms(case_id, suite)
    stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in case_id)
    target = Path(output or f"{stem}.mlir")
    if target.suffix != ".mlir":
        raise UsageError(f"--output {target}: a program is written; call it {target.stem}.mlir")
    files = [target, target.with_suffix(".npz"), target.with_suffix(".md")]
    for file in files:
        check_target(file, force)
    with Campaign(backend_name, Settings(ulps=ulps)) as campaign:
        versions = campaign.versions()
        form = next((each for each in forms[:-1] if not put(each, campaign.judged, ulps).verdict.is_right), forms[-1])
        shrunk = shrink(form, campaign.judged, found(backend_name).text, ulps, lambda said: tell(f"  {said}", err=True))
        name = campaign.address.name
    contents: dict[Path, Any] = {
        target: lambda file: file.write(shown_program(shrunk.form.module).encode()),
        files[2]: lambda file: file.write(_report(shrunk, target, name, backend_name, versions).encode()),
    }
    if shrunk.form.arguments:
        arrays = {f"arg{number}": array for number, array in enumerate(shrunk.form.arguments)}
        contents[files[1]] = lambda file: np.savez(file, **arrays)  # type: ignore[arg-type]  # NumPy's stubs mistake them
    for path, fill in contents.items():
        write_whole(path, fill, force)
    tell(f"{shrunk.outcome.verdict.value}: wrote {', '.join(map(str, contents))}")


def _forms(case_id: str, suite: tuple[str, ...]) -> list[Form]:
    """The form that the id names, or all of the case."""
    id, at, kind = case_id.rpartition("@")
    if not at:
        id, kinds = case_id, KINDS
    elif kind in KINDS:
        kinds = (kind,)
    else:
        raise UsageError(f"{case_id}: there is no form {kind}; there are {' and '.join(KINDS)}")
    cases = {case.id: case for case in corpus(map(Path, suite))}
    if id not in cases:
        near = difflib.get_close_matches(id, cases, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"there is no case {id}{meant}\n  fix: hlogen conform list shows what there is")
    forms = list(cases[id].forms(kinds))
    if not forms:
        raise UsageError(f"{id} has no form with arguments: none of its constants can be one")
    return forms


def _report(shrunk: Shrunk, target: Path, backend: str, address: str, versions: dict[str, str]) -> str:
    form, outcome = shrunk.form, shrunk.outcome
    ops = {op.name for op in form.module.function(form.entry).body.operations[:-1]} - {"stablehlo.constant"}
    given = f" -i {target.with_suffix('.npz')}" if form.arguments else ""
    command = "judge" if outcome.verdict in (Verdict.WRONG_VALUE, Verdict.WRONG_TYPE) else "run"
    arguments = "".join(
        f"- argument {n}: `{array.dtype}{list(array.shape)}` {array.tolist()}\n"
        for n, array in enumerate(form.arguments)
    )
    return _REPORT.format(
        op=ops.pop() if len(ops) == 1 else form.id,
        verdict=outcome.verdict.value,
        said=outcome.message or "The results are not those of the specification.",
        program=target.name,
        text=shown_program(form.module).strip(),
        arguments=f"Arguments (`{target.with_suffix('.npz').name}`):\n\n{arguments}\n" if form.arguments else "",
        backend=backend,
        versions=", ".join(f"{name} {version}" for name, version in versions.items()),
        hlogen=own_version(),
        id=form.id,
        command=f"hlogen {command} {target}{given} --backend {address}",
    )
