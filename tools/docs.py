"""Writes the generated pages of docs/: a page per op with its rules and one per hazard, their index, the table of ops,
what backends get wrong, the functions, what is said of wrong calls, the pictures of the rooms and of a terminal; the
stub of hlogen, and the names that shells complete.

python tools/docs.py            write every page; delete those that nothing stands for
python tools/docs.py --check    only compare; exit 1 where a page differs, lacks or is left over
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import hlogen  # noqa: E402  # sys.path comes first
from hlogen.analysis.registry import TABLE as FACTS  # noqa: E402
from hlogen.autodiff.batching.registry import TABLE as BATCHES  # noqa: E402
from hlogen.autodiff.batching.registry import batch_rules  # noqa: E402
from hlogen.autodiff.flatten import is_defined_away  # noqa: E402
from hlogen.autodiff.registry import TABLE as DERIVATIVES  # noqa: E402
from hlogen.autodiff.registry import rows  # noqa: E402
from hlogen.backends.registry import TABLE as BACKENDS  # noqa: E402
from hlogen.cli.rule_lists import markdown_lists  # noqa: E402
from hlogen.explaining.maps import MAPS  # noqa: E402
from hlogen.export.onnx.plain.registry import lowered_operations  # noqa: E402
from hlogen.export.onnx.registry import TABLE as LOWERINGS  # noqa: E402
from hlogen.lint.rule_pages import (  # noqa: E402
    SPEC,
    markdown_op_page,
    markdown_page,
    page_of,
    program_page,
    upstream_page,
)
from hlogen.program.inline import WRITTEN_OUT  # noqa: E402
from hlogen.spec.catalogue import constraints, constraints_by_op  # noqa: E402
from hlogen.spec.hazards import hazards  # noqa: E402
from hlogen.spec.optable import OPS  # noqa: E402
from hlogen.spec.program_rules import PROGRAM_RULES  # noqa: E402
from interpreter.kernels.registry import Quantized, kernels  # noqa: E402
from interpreter.possible.registry import TABLE as POSSIBLE  # noqa: E402
from interpreter.possible.registry import rules  # noqa: E402
from tools import generated, terminal  # noqa: E402
from tools.errors_page import errors_page  # noqa: E402
from tools.findings import FINDINGS, findings_pages  # noqa: E402
from tools.functions_page import functions_page  # noqa: E402
from tools.rooms import picture  # noqa: E402

RULES = ROOT / "docs" / "rules"
OP_TABLE = ROOT / "docs" / "ops.md"
FUNCTIONS = ROOT / "docs" / "functions.md"
ERRORS = ROOT / "docs" / "errors.md"
SCHEMAS = ROOT / "docs" / "schemas.md"
STUB = ROOT / "hlogen" / "__init__.pyi"
COMPLETIONS = ROOT / "hlogen" / "cli" / "completions.json"
ROOMS = ROOT / "docs" / "rooms.svg"
CHECK = ROOT / "docs" / "check.svg"
EXPLAIN = ROOT / "docs" / "explain.svg"
GOLDEN = ROOT / "golden"


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the generated pages of docs/.")
    parser.add_argument("--check", action="store_true", help="only compare with the pages that are there")
    options = parser.parse_args()
    texts = {
        **rule_pages(),
        **findings_pages(),
        OP_TABLE: op_table(),
        FUNCTIONS: functions_page(),
        ERRORS: errors_page(),
        SCHEMAS: schemas_page(),
        STUB: stub(),
        COMPLETIONS: completions(),
        ROOMS: picture(),
        CHECK: terminal.check(),
        EXPLAIN: terminal.explain(),
    }
    existing = [OP_TABLE, FUNCTIONS, ERRORS, SCHEMAS, STUB, COMPLETIONS, ROOMS, CHECK, EXPLAIN]
    existing += [*sorted(RULES.glob("*")), *sorted(FINDINGS.rglob("*.md"))]
    if options.check:
        return 0 if generated.check(texts, existing, "make pages") else 1
    generated.write(texts, existing)
    return 0


def stub() -> str:
    """The public names as type checkers and editors read them: those of the table in `hlogen/__init__.py`."""
    lines = ["# Written by `make pages`: the table of names is in __init__.py.", ""]
    lines += [f"from hlogen import {room} as {room}" for room in vars(hlogen)["_ROOMS"]]
    renamed = []
    for public, (module, own) in sorted(vars(hlogen)["_HOME_OF"].items(), key=lambda item: (item[1][0], item[0])):
        if public == own:
            lines.append(f"from {module} import {own} as {own}")
        else:  # a stub exports what it imports under its own name
            lines.append(f"from {module} import {own} as _{own}")
            renamed.append(f"{public} = _{own}")
    return "\n".join([*lines, "", *renamed]) + "\n"


def schemas_page() -> str:
    rows = []
    for file in sorted((ROOT / "hlogen" / "schemas").glob("*.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        about = schema.get("description", "an object, whose keys the schema explains")
        link = f"[{file.name}](../hlogen/schemas/{file.name})"
        rows.append(f"| {schema['title'].removeprefix('What ')} | {about} | {link} |")
    return "\n".join(
        [
            "# What commands write as JSON",
            "",
            "What programs can rely on in the JSON that `hlogen` writes.",
            "",
            "Each form has a JSON Schema (2020-12), which is installed with hlogen: "
            '`importlib.resources.files("hlogen") / "schemas"`.',
            "Keys keep their names and meaning while a form's `version` is the same; more may come. hlogen's tests",
            "hold what the commands write against the schemas.",
            "",
            "| Form | It is | Schema |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def completions() -> str:
    """What shells complete, where the tables themselves would take too long to load."""
    ids = [*constraints(), *hazards(), *PROGRAM_RULES, "upstream", "parse"]
    backends = [f"{name}:" if row.argument else name for name, row in BACKENDS.rows().items()]
    return json.dumps({"backends": sorted(backends), "rules": sorted(ids)}, indent=0) + "\n"


def rule_pages() -> dict[Path, str]:
    index = [
        "# The rules",
        "",
        f"The {len(constraints())} constraints that `hlogen check` knows, by op; they come from [the spec]({SPEC}). "
        "Below them the [hazards](#hazards): what the specification leaves undefined or to the implementation, or lets "
        "happen in silence. `hlogen check` reports what is certain before a run, `hlogen run --sanitize` what a run "
        "meets. `hlogen rule add.C1` shows one here, `hlogen rule --search WORDS` finds some.",
        "",
        *markdown_lists(),
    ]
    pages = {op: markdown_op_page(op) for op in constraints_by_op()}
    pages |= {
        page.id: markdown_page(page) for page in (upstream_page(), program_page(), *map(page_of, hazards().values()))
    }
    texts = {RULES / f"{name}.md": "\n".join(lines) + "\n" for name, lines in pages.items()}
    return {RULES / "README.md": "\n".join(index) + "\n", **texts}


def op_table() -> str:
    """Which op of the spec the builder writes, the interpreter runs and the rest knows, read off the registries."""
    columns = capabilities()
    counts = {column.title: sum(column.cell(name) not in (None, "0") for name in OPS) for column in columns}
    missing: dict[str, int] = {}
    lines = [
        "# Ops",
        "",
        "Which parts of hlogen can take which operation of the specification.",
        "",
        "All of them are read and written as text. "
        "Where something doesn't, a number says [why not](#why-not). Where something does, there may be attributes and "
        "element types that it can't take; an error says so. A `custom_call` is whatever its target is: those that are "
        "registered run, and those that compute nothing are exported.",
        "",
        *(f"- *{column.title}*: {column.meaning}" for column in columns),
        "",
        f"| op | kind | {' | '.join(column.title for column in columns)} |",
        f"|---|---|{'---|' * len(columns)}",
    ]
    for name, op in sorted(OPS.items()):
        cells = [f"[`{op.mnemonic}`]({SPEC}#{op.mnemonic})", op.kind]
        for column in columns:
            cell = column.cell(name)
            if cell is None:
                reason = f"{column.title}: {column.reasons.get(name, 'nobody has said why')}"
                cell = f"no [{missing.setdefault(reason, len(missing) + 1)}](#why-not)"
            cells.append(cell)
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", f"{len(OPS)} ops. " + ", ".join(f"{title} {count}" for title, count in counts.items()) + "."]
    lines += ["", "## Why not", "", *(f"{number}. {reason}" for reason, number in missing.items())]
    lines += ["", "## Ops of other dialects", "", *other_dialects()]
    return "\n".join(lines) + "\n"


def other_dialects() -> list[str]:
    """What is known of ops that aren't the specification's."""
    own = sorted(name for name in rows() if name.startswith("hlogen."))
    derived = sorted(name for name, row in rows().items() if name not in {*OPS, *own} and not row.is_constant)
    lists = {
        "The interpreter runs": sorted(set(kernels()) - set(OPS)),
        "Derivatives go through": derived,
        "Batches go through": sorted(set(batch_rules()) - set(OPS) - set(own)),
        "`to_onnx` exports": sorted(lowered_operations() - set(OPS)),
    }
    paragraphs = [f"{title} {', '.join(f'`{name}`' for name in names)}." for title, names in lists.items()]
    rules = ", ".join(f"`{name}` ({derivative(name)})" for name in own)
    paragraphs.append(
        "Written out before anything is derived or batched: composites, calls, tuples, asynchronous operations, CHLO's "
        "operations that broadcast, `dot`, `broadcast`, `einsum` and others of older programs. hlogen's own composites "
        f"have rules: {rules}."
    )
    return "\n\n".join(paragraphs).split("\n")


@dataclass(frozen=True)
class Column:
    """A capability: what an op's cell says, None for a blank one, and why blank ones are."""

    title: str
    meaning: str
    cell: Callable[[str], str | None]
    reasons: Mapping[str, str] = field(default_factory=dict)


def written(name: str) -> str | None:
    """How the builder calls an op."""
    mnemonic = name.partition(".")[2]
    return next((f"`hl.{spelling}`" for spelling in (mnemonic, f"{mnemonic}_") if spelling in dir(hlogen)), None)


def derivative(name: str) -> str | None:
    """One word for a row of the table of derivatives."""
    row = rows().get(name)
    if name in WRITTEN_OUT or is_defined_away(name):
        return "written out"
    if row is None or row.refusal:
        return None
    if row.is_constant:
        return "zero"
    return "linear" if row.transpose and not row.jvp and not row.vjp else "rule"


def possible(name: str) -> str | None:
    if name in rules() or (name in kernels() and kernels()[name].elementwise):
        return "yes"
    return None


def golden_counts() -> Counter[str]:
    """How many golden programs each op is in."""
    counts: Counter[str] = Counter()
    for path in GOLDEN.rglob("*.mlir"):
        if path.relative_to(GOLDEN).parts[0] not in ("invalid", "differences"):
            code = re.sub(r"//.*", "", path.read_text())
            counts.update(set(re.findall(r"\bstablehlo\.\w+", code)))
    return counts


def yes_if(known: Container[str]) -> Callable[[str], str | None]:
    return lambda name: "yes" if name in known else None


def capabilities() -> list[Column]:
    refusals = {name: row.refusal.partition("\n")[0] for name, row in rows().items() if row.refusal}
    undefined = {name: k.quantized.value for name, k in kernels().items() if k.quantized is Quantized.UNDEFINED}
    goldens = golden_counts()
    return [
        Column("builder", "the function that writes it", written),
        Column("interpreter", "`interpreter.run` runs it", yes_if(kernels())),
        Column(
            "quantized",
            "the interpreter runs it on quantized tensors, as the specification has it",
            yes_if(set(kernels()) - set(undefined)),
            undefined,
        ),
        Column(
            "derivative",
            "`hl.jvp`, `hl.vjp` and `hl.grad` go through it: it is linear, has a rule, or its derivative is zero "
            "wherever there is one. `convert` and `reduce_precision` are derived as if they didn't round",
            derivative,
            {**DERIVATIVES.reasons(), **refusals},
        ),
        Column(
            "vmap",
            "`hl.vmap` goes through it",
            lambda name: "written out" if name in WRITTEN_OUT or is_defined_away(name) else yes_if(batch_rules())(name),
            BATCHES.reasons(),
        ),
        Column(
            "admissible",
            "`interpreter.admissible` knows what it gives where an operand may have several values, or what any order "
            "may give; else that is unknown",
            possible,
            POSSIBLE.reasons(),
        ),
        Column(
            "facts",
            "`hl.analyze` knows something of the integers that it gives",
            yes_if(FACTS.rows()),
            FACTS.reasons(),
        ),
        Column("picture", "`hl.explain` draws it", yes_if(MAPS.rows()), MAPS.reasons()),
        Column("ONNX", "`to_onnx` exports it", yes_if(lowered_operations()), LOWERINGS.reasons()),
        Column("golden", "the number of programs in `golden/` with it", lambda name: str(goldens[name])),
    ]


if __name__ == "__main__":
    sys.exit(main())
