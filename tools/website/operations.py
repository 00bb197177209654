"""A page for each operation: what it takes, its rules, what goes through it, how backends differ, its goldens."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import hlogen
from hlogen.cli.handbook import about
from hlogen.conform.differences import KnownDifference, differences
from hlogen.ir import GatherDimensionNumbers, ScatterDimensionNumbers
from hlogen.lint.rule_pages import SPEC
from hlogen.spec.catalogue import constraints_by_op
from hlogen.spec.optable import OPS, OpSpec, Presence
from tools.docs import GOLDEN, Column, capabilities, written
from tools.findings import TITLES
from tools.website.page import Page, cell, table
from tools.website.pictures import ELEMENTWISE, frame, has_picture, is_elementwise

INDEX = "reference/operations"
CRUMBS = [("index", "hlogen"), ("reference", "Reference"), (INDEX, "Operations")]
ROOT = Path(__file__).resolve().parents[2]
# A page of its own explains these.
_EXPLAINED = {"gather": "gather", "dynamic_gather": "gather", "scatter": "scatter"}
# Attributes of several parts, which the specification takes as inputs of their own.
_PARTS = {
    ("gather", "dimension_numbers"): tuple(field.name for field in fields(GatherDimensionNumbers)),
    ("dynamic_gather", "dimension_numbers"): tuple(field.name for field in fields(GatherDimensionNumbers)),
    ("scatter", "scatter_dimension_numbers"): tuple(field.name for field in fields(ScatterDimensionNumbers)),
}
_MOST_LINES = 60  # of an example


def pages() -> Iterator[Page]:
    for op in OPS.values():
        yield _page(op)
    yield _index()


def page_name(mnemonic: str) -> str:
    return f"{INDEX}/{mnemonic}"


def _index() -> Page:
    lines = ["# Operations", "", f"The {len(OPS)} operations of the specification, by their kind."]
    lines += ["[What goes through each](../ops.md) is one table.", ""]
    for kind in sorted({op.kind for op in OPS.values()}):
        rows = [
            (f"[{op.mnemonic}](operations/{op.mnemonic}.md)", _about(op))
            for op in sorted(OPS.values(), key=lambda op: op.name)
            if op.kind == kind
        ]
        lines += [f"## {kind[:1].upper()}{kind[1:]}", "", *table(("operation", "what it gives"), rows), ""]
    return Page(INDEX, "\n".join(lines))


def _page(op: OpSpec) -> Page:
    parts = [
        _head(op),
        _picture(op),
        _form(op),
        _rules(op),
        _example(op),
        _capability(op),
        _accuracy(op),
        _backends(op),
        _goldens(op),
    ]
    return Page(page_name(op.mnemonic), "\n".join(line for part in parts for line in (*part, "")), CRUMBS)


def _head(op: OpSpec) -> Iterator[str]:
    yield f"# {op.mnemonic}"
    yield ""
    yield _about(op)
    yield ""
    own = f"[{_builder(op)}](../api/hlogen.{_spelling(op)}.md) · " if _spelling(op) else ""
    explained = _EXPLAINED.get(op.mnemonic)
    pictures = f" · [in pictures](../../explained/{explained}.md)" if explained else ""
    yield f"`{op.name}`, {op.kind} · {own}[in the specification]({SPEC}#{op.mnemonic}){pictures}"


def _about(op: OpSpec) -> str:
    """The first sentence of what the builder's function says."""
    spelling = _spelling(op)
    text = getattr(hlogen, spelling).__doc__ if spelling else ""
    return about(text or "") or f"`{op.name}`, an operation of {op.kind}."


def _spelling(op: OpSpec) -> str:
    return (written(op.name) or "").strip("`").removeprefix("hl.")


def _builder(op: OpSpec) -> str:
    return f"`hl.{_spelling(op)}`"


def _picture(op: OpSpec) -> Iterator[str]:
    """Which element comes from where."""
    if not has_picture(op.mnemonic):
        return
    yield "## In a picture"
    yield ""
    shown = ELEMENTWISE if is_elementwise(op.mnemonic) else op.mnemonic
    if is_elementwise(op.mnemonic):
        of = "" if shown == op.mnemonic else f" The picture is of `{shown}`."
        yield f"Each element of the result is computed from the elements at the same index.{of}"
    else:
        yield "Point at an element, or choose it with Tab and the arrow keys: the picture shows where it comes from."
    yield ""
    yield frame(shown, page_name(op.mnemonic), f"Picture of {shown}")


def _form(op: OpSpec) -> Iterator[str]:
    """What it takes and gives."""
    yield "## What it takes and gives"
    yield ""
    said = _said(op)
    rows = [("operand", name, _kind(op, name)) for name in op.operands]
    for name, default in op.attributes.items():
        told = default.value if isinstance(default, Presence) else f"`{_literal(default)}` where it is left out"
        rows.append(("attribute", name, "; ".join(filter(None, (_kind(op, name), told)))))
        rows += [(f"in `{name}`", part, "") for part in _PARTS.get((op.mnemonic, name), ())]
    rows += [("region", name, _kind(op, name)) for name in op.regions]
    rows += [("result", name, _kind(op, name)) for name in op.results]
    yield from table(
        ("part", "name", "what it is"),
        [(part, f"`{name}`", ". ".join(filter(None, (said.get(name, ""), kind)))) for part, name, kind in rows],
    )
    if any(name.endswith("...") for name in (*op.operands, *op.results, *op.regions)):
        yield ""
        yield "A name that ends in `...` stands for any number of them."


def _said(op: OpSpec) -> dict[str, str]:
    """What the list in the builder's docstring says of each name: ``- `slice_sizes`: the size of ...``."""
    spelling = "gather" if op.mnemonic == "dynamic_gather" else _spelling(op)  # "as hl.gather"
    text = inspect.getdoc(getattr(hlogen, spelling)) or "" if spelling else ""
    found: dict[str, str] = {}
    for names, told in re.findall(r"^- ((?:`\w+`(?:, )?)+): (.+(?:\n  .+)*)", text, re.M):
        flat = cell(" ".join(told.split()))
        found |= {name: flat[:1].upper() + flat[1:] for name in re.findall(r"\w+", names)}
    return found


def _kind(op: OpSpec, name: str) -> str:
    """What the specification's list of inputs and outputs says of one."""
    plain = name.removesuffix("...")
    for rule in constraints_by_op().get(op.mnemonic, ()):
        named, _, kind = rule.formula.partition(": ")
        if re.match(rf"{op.mnemonic}\.[IO]\d", rule.id) and plain in re.split(r"[^\w]+", named):
            return cell(" ".join(kind.partition("; ")[0].split()))
    return ""


def _literal(default: object) -> str:
    return str(default).lower() if isinstance(default, bool) else str(default)


def _rules(op: OpSpec) -> Iterator[str]:
    """The ids of its constraints, each with its title."""
    rules = constraints_by_op().get(op.mnemonic, ())
    yield "## Rules"
    yield ""
    if not rules:
        yield "The specification has no constraints of it that a program can break."
        return
    page = f"../../rules/{op.mnemonic}.md"
    rows = []
    for rule in rules:
        anchor = rule.id.partition(".")[2].lower()
        formula = " ".join(rule.formula.split()).replace("|", "\\|").replace("`", "'")
        rows.append((f"[{rule.id}]({page}#{anchor})", cell(rule.title), f"`{formula}`" if formula else ""))
    yield from table(("rule", "it asks that", "the specification's words"), rows)


def _example(op: OpSpec) -> Iterator[str]:
    """A program with it that runs and checks itself."""
    goldens = _own_goldens(op)
    best = next((path for path in goldens if path.stem == "example"), goldens[0] if goldens else None)
    if best is None:
        return
    code = re.sub(r"\A(//[^\n]*\n|\n)*", "", best.read_text())
    code = code.partition("\n// ")[0].rstrip()  # a file may have several
    if code.count("\n") < _MOST_LINES:
        yield "## A program"
        yield ""
        yield "It checks its own results; `hlogen test` runs it."
        yield ""
        yield "```mlir"
        yield code
        yield "```"


def _capability(op: OpSpec) -> Iterator[str]:
    yield "## What goes through it"
    yield ""
    rows = []
    for column in _columns():
        found = column.cell(op.name)
        told = found if found is not None else f"no: {column.reasons.get(op.name, '')}"
        rows.append((column.title, told.replace("|", "\\|"), column.meaning))
    yield from table(("part of hlogen", op.mnemonic, "what that means"), rows)


@cache
def _columns() -> list[Column]:
    return capabilities()


def _accuracy(op: OpSpec) -> Iterator[str]:
    lines = (ROOT / "docs" / "accuracy.md").read_text().split("\n")
    head = next(line for line in lines if line.startswith("| op |"))
    row = next((line for line in lines if line.startswith(f"| `{op.name}` |")), None)
    if row:
        yield "## How exact it is"
        yield ""
        yield "The largest error of the interpreter, in units in the last place, and in brackets the largest found."
        yield "[What that means](../../accuracy.md)."
        yield ""
        cells = [*zip(_cells(head), _cells(row), strict=False)][1:]
        yield from table(("elements", "error"), [(type, error) for type, error in cells if type and error])
        if _cells(row)[-1]:
            yield ""
            yield f"{_cells(row)[-1]}."


def _cells(row: str) -> list[str]:
    return [one.strip() for one in row.strip("|").split("|")]


def _backends(op: OpSpec) -> Iterator[str]:
    """The findings whose program has it, or whose clause is its own."""
    yield "## What backends do otherwise"
    yield ""
    rows = [(row, f"../../{_finding(row)}") for row in _differences() if _is_about(row, op)]
    if not rows:
        yield "No difference is known."
        return
    yield from table(
        ("backend", "what happens", "finding"),
        [(TITLES[row.backend], cell(row.reason), f"[{row.id}]({page})") for row, page in rows],
    )


@cache
def _differences() -> list[KnownDifference]:
    return [*{row.id: row for row in reversed(differences())}.values()][::-1]


def _finding(row: KnownDifference) -> str:
    page = f"findings/{row.backend}/{row.path.stem}.md"
    return page if (ROOT / "docs" / page).exists() else f"findings/{row.backend}/not-supported.md"


def _is_about(row: KnownDifference, op: OpSpec) -> bool:
    return op.mnemonic in re.split(r"[:,;\s]+", row.clause.partition(":")[0])


def _goldens(op: OpSpec) -> Iterator[str]:
    """The programs whose folder is its own."""
    files = _own_goldens(op)
    count = len(_golden_files().get(op.name, ()))
    yield "## Goldens"
    yield ""
    if not files:
        yield f"It is in {count} programs of `golden/`."
        return
    yield f"`hlogen test golden/{op.mnemonic}` runs the {len(files)} files about it, each about one clause."
    yield f"{count} programs in all have it."
    yield ""
    yield (
        ", ".join(f'<a href="../../files/{path.relative_to(ROOT)}.txt">{path.stem}</a>' for path in sorted(files)) + "."
    )


def _own_goldens(op: OpSpec) -> list[Path]:
    """Those in its own folder."""
    return [path for path in _golden_files().get(op.name, ()) if path.parent.name == op.mnemonic]


@cache
def _golden_files() -> dict[str, list[Path]]:
    """The golden programs that an operation is in."""
    found: dict[str, list[Path]] = {}
    for path in sorted(GOLDEN.rglob("*.mlir")):
        if path.relative_to(GOLDEN).parts[0] not in ("invalid", "differences"):
            for name in set(re.findall(r"\bstablehlo\.\w+", re.sub(r"//.*", "", path.read_text()))):
                found.setdefault(name, []).append(path)
    return found


def goldens_by_op() -> dict[str, list[Path]]:
    """The files about each operation."""
    return {op.mnemonic: _own_goldens(op) for op in OPS.values()}


def linked_files() -> dict[str, Path]:
    """The goldens, by their paths in the site."""
    paths = {path for op in OPS.values() for path in _own_goldens(op)}
    return {f"files/{path.relative_to(ROOT)}.txt": path for path in paths}
