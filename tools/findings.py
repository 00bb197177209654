"""docs/findings/: a page for each known difference of a backend, from golden/differences and from what backends gave.

    python tools/findings.py xla upstream verifier onnxruntime    run the differences on these backends, here

What they give, in the versions that are installed, is written into docs/findings/gave.json, beside what others gave
before. `python tools/docs.py` makes the pages of both.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import interpreter  # noqa: E402
from hlogen.backends import backend, verify  # noqa: E402
from hlogen.conform.differences import KnownDifference, differences  # noqa: E402
from hlogen.conform.differences.table import VERIFIER  # noqa: E402
from hlogen.errors import HlogenError  # noqa: E402
from hlogen.lint.rule_pages import SPEC  # noqa: E402
from hlogen.spec.catalogue import constraints  # noqa: E402
from hlogen.spec.optable import OPS  # noqa: E402

FINDINGS = ROOT / "docs" / "findings"
GAVE = FINDINGS / "gave.json"
GAPS = "not-supported"
TITLES = {
    "xla": "XLA CPU",
    "upstream": "upstream's interpreter",
    VERIFIER: "upstream's verifier",
    "iree": "IREE on the CPU",
    "onnxruntime": "the models that hlogen exports, on onnxruntime",
}
KINDS = {
    "value": "wrong value",
    "refused": "refused",
    "crash": "its process ends",
    "fails": "fails to run",
    "laxer": "lets through what is forbidden",
    "stricter": "refuses what is allowed",
}
_MOST_SHOWN = 16  # elements
_MOST_SAID = 160  # characters


def main() -> int:
    gave = json.loads(GAVE.read_text()) if GAVE.exists() else {}
    for name in sys.argv[1:]:
        installed = backend("upstream" if name == VERIFIER else name).version()
        versions = f"{name}, {', '.join(f'{software} {version}' for software, version in installed.items())}"
        for row in _firsts(differences()):
            if (row.backend == VERIFIER) == (name == VERIFIER):
                gave.setdefault(row.id, {})[versions] = _verdict(row) if name == VERIFIER else _gave(row, name)
    ids = {row.id for row in differences()}
    text = json.dumps({id: gave[id] for id in sorted(gave) if id in ids}, indent=1, sort_keys=True)
    GAVE.write_text(text + "\n")
    return 0


def _verdict(row: KnownDifference) -> str:
    said = verify(row.program)
    return f"refuses it: {_line(said[0])}" if said else "accepts it"


def _gave(row: KnownDifference, name: str) -> str:
    case = row.case
    try:
        results = backend(name).run(case.module, *case.arguments, entry=case.entry)
    except HlogenError as error:
        return _line(str(error).removeprefix(f"{name}: "))
    return "right" if case.holds(results) else _shown(results)


def _line(text: str) -> str:
    line = re.sub(r"0x[0-9a-f]+|\bF\d+ [\d:.]+ +\d+ ", "", text.partition("\n")[0])
    return line if len(line) <= _MOST_SAID else line[:_MOST_SAID].rstrip() + " ..."


def _shown(results: Sequence[Any]) -> str:
    if sum(np.size(result) for result in results) > _MOST_SHOWN:
        return "something else"
    return " and ".join(str(np.asarray(result).tolist()) for result in results)


# ---- the pages


def findings_pages() -> dict[Path, str]:
    """All of docs/findings/ but the file with what backends gave."""
    gave: dict[str, dict[str, str]] = json.loads(GAVE.read_text())
    pages = {FINDINGS / "README.md": _index()}
    for backend_name, rows in _by_backend():
        gaps = [row for row in rows if _is_gap(row)]
        if gaps:
            pages[FINDINGS / backend_name / f"{GAPS}.md"] = _gaps_page(backend_name, gaps, gave)
        for row in rows:
            if not _is_gap(row):
                pages[FINDINGS / backend_name / f"{row.path.stem}.md"] = _page(row, gave.get(row.id, {}))
    return pages


def _firsts(rows: Iterable[KnownDifference]) -> Iterator[KnownDifference]:
    """The first of each id."""
    for _, of_one in groupby(rows, key=lambda row: row.id):
        yield next(of_one)


def _by_backend() -> Iterator[tuple[str, list[KnownDifference]]]:
    rows = sorted(_firsts(differences()), key=lambda row: (list(TITLES).index(row.backend), row.id))
    for name, of_one in groupby(rows, key=lambda row: row.backend):
        yield name, list(of_one)


def _of(row: KnownDifference) -> list[KnownDifference]:
    return [each for each in differences() if each.id == row.id]


def _is_gap(row: KnownDifference) -> bool:
    """Whether the backend says that it can't run the program: no result is wrong, a part of the language is missing."""
    return all(each.kind == "refused" for each in _of(row))


def _versions(row: KnownDifference) -> str:
    versions = row.versions
    since = f" since {versions.since}" if versions.since != "0" else ""
    before = f" before {versions.until}" if versions.until is not None else ""
    return f"{versions.software}{since}{before}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "\\<").replace("*", "\\*")


def _clause(clause: str) -> str:
    """The clause, its operation linked to where the specification has it."""
    if clause in constraints():
        rule = constraints()[clause]
        return f"[{clause}](../../rules/{rule.op}.md)"
    names, colon, rest = clause.partition(":")
    linked = re.sub(
        r"\w+", lambda found: f"[{found[0]}]({SPEC}#{found[0]})" if f"stablehlo.{found[0]}" in OPS else found[0], names
    )
    return f"{linked}{colon}{_cell(rest)}"


def _tracker(said: str) -> str:
    """With links to what is named as owner/repository#number."""
    return re.sub(r"([\w.-]+/[\w.-]+)#(\d+)", r"[\1#\2](https://github.com/\1/issues/\2)", said)


def _page(row: KnownDifference, gave: dict[str, str]) -> str:
    file = f"golden/differences/{row.backend}/{row.path.name}"
    program = row.program.partition("\n\n")[2].strip()
    lines = [
        f"# {_sentence(row.reason)}",
        "",
        f"`{row.id}`, of {TITLES[row.backend]}.",
        "",
        f"- The specification: {_clause(row.clause)}.",
        *(f"- {KINDS[each.kind].capitalize()}, {_versions(each)}: {_cell(each.reason)}." for each in _of(row)),
        *([f"- What the text leaves open: {_cell(row.open)}."] if row.open else []),
        f"- The tracker: {_tracker(row.tracker)}." if row.tracker else "- The tracker: no report is known here.",
        "",
        f"The smallest program, [{file}](../../../{file}):",
        "",
        "```mlir",
        program,
        "```",
        "",
    ]
    if row.backend != VERIFIER:
        right = interpreter.run(row.case.module, *row.case.arguments)
        lines += [f"What is right: {_cell(_shown(right))}. What backends gave:", ""]
    else:
        lines += ["What was said of it:", ""]
    lines += [
        "| backend | gave |",
        "|---|---|",
        *(f"| {name} | {_cell(what)} |" for name, what in sorted(gave.items())),
    ]
    lines += ["", f"```\nhlogen test {file} --backend {row.backend}\n```" if row.backend != VERIFIER else ""]
    return "\n".join(lines).rstrip() + "\n"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _gaps_page(name: str, rows: list[KnownDifference], gave: dict[str, dict[str, str]]) -> str:
    lines = [
        f"# What {TITLES[name]} doesn't run",
        "",
        "These programs are valid, and refused with an error: a part of the language is missing; no result is wrong.",
        "",
        "| program | the specification | why | versions | tracker |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        file = f"golden/differences/{name}/{row.path.name}"
        why = "; ".join(_cell(each.reason) for each in _of(row))
        versions = "; ".join(map(_versions, _of(row)))
        cells = [f"[{row.path.stem}](../../../{file})", _clause(row.clause), why, versions, _tracker(row.tracker or "")]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _index() -> str:
    lines = [
        "# What backends get wrong",
        "",
        "Every known difference of a backend from the specification, with the smallest program that shows it.",
        "",
        "They were found by [`hlogen fuzz`](../fuzzing.md), by the goldens and by",
        "random programs of the tests, and made as small as they get. The text decides; where it is open, pages say",
        "so. A test runs each program: as soon as one shows otherwise, its file in",
        "[golden/differences](../../golden/differences/) gets another line of versions.",
        "",
    ]
    for name, rows in _by_backend():
        pages, gaps = [row for row in rows if not _is_gap(row)], [row for row in rows if _is_gap(row)]
        lines += [f"## {_sentence(TITLES[name])}", ""]
        if pages:
            lines += ["| finding | what happens | in | tracker |", "|---|---|---|---|"]
        for row in pages:
            shows = "; ".join(f"{KINDS[each.kind]}, {_versions(each)}" for each in _of(row))
            shows += "; the text is open" if row.open else ""
            link = f"[{row.path.stem}]({name}/{row.path.stem}.md)"
            lines.append(f"| {link} | {_cell(_sentence(row.reason))} | {shows} | {_tracker(row.tracker or '')} |")
        if gaps:
            what = "part of the language is missing" if len(gaps) == 1 else "parts of the language are missing"
            lines += ["", f"{len(gaps)} {what}: [the table]({name}/{GAPS}.md)."]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.exit(main())
