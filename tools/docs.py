"""Writes the generated pages of docs/: a page per constraint, their index, and the table of ops.

python tools/docs.py            write every page; delete those that nothing stands for
python tools/docs.py --check    only compare; exit 1 where a page differs, lacks or is left over
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import hlogen  # noqa: E402  # sys.path comes first
from hlogen.autodiff.batching.registry import batch_rules  # noqa: E402
from hlogen.autodiff.registry import Row, rows  # noqa: E402
from hlogen.cli.rule import (  # noqa: E402
    markdown_hazard_list,
    markdown_hazard_page,
    markdown_list,
    markdown_page,
)
from hlogen.export.onnx.registry import lowered_operations  # noqa: E402
from hlogen.spec.catalogue import constraints  # noqa: E402
from hlogen.spec.hazards import hazards  # noqa: E402
from hlogen.spec.optable import OPS  # noqa: E402
from interpreter.registry import Quantized, kernels  # noqa: E402
from tools import generated  # noqa: E402

RULES = ROOT / "docs" / "rules"
OP_TABLE = ROOT / "docs" / "ops.md"
COMPOSITE = "stablehlo.composite"
SPEC = "https://github.com/openxla/stablehlo/blob/main/docs/spec.md"


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the generated pages of docs/.")
    parser.add_argument("--check", action="store_true", help="only compare with the pages that are there")
    options = parser.parse_args()
    texts = {**rule_pages(), OP_TABLE: op_table()}
    existing = [OP_TABLE, *sorted(RULES.glob("*"))]
    if options.check:
        return 0 if generated.check(texts, existing, "make docs") else 1
    generated.write(texts, existing)
    return 0


def rule_pages() -> dict[Path, str]:
    known = constraints()
    index = [
        "# The rules",
        "",
        f"Every constraint that `hlogen check` knows; they come from [the spec]({SPEC}). Below them the "
        "[hazards](#hazards): what a valid program may meet.",
    ]
    for op in dict.fromkeys(constraint.op for constraint in known.values()):
        index += ["", f"## {op}", "", *markdown_list([c for c in known.values() if c.op == op])]
    index += [
        "",
        "## hazards",
        "",
        "What the specification leaves undefined or to the implementation, or lets happen in silence. `hlogen check` "
        "reports what is certain before a run, `hlogen run --sanitize` what a run meets.",
        "",
        *markdown_hazard_list(list(hazards().values())),
    ]
    pages = {RULES / f"{id}.md": "\n".join(markdown_page(c, known)) + "\n" for id, c in known.items()}
    pages |= {RULES / f"{id}.md": "\n".join(markdown_hazard_page(h)) + "\n" for id, h in hazards().items()}
    return {RULES / "README.md": "\n".join(index) + "\n", **pages}


def op_table() -> str:
    """Which op of the spec the builder writes, the interpreter runs and the rest knows, read off the registries."""
    ran, derived, batched, exported = kernels(), rows(), batch_rules(), lowered_operations()
    lines = [
        "# Ops",
        "",
        "Which ops of the specification the builder writes, the interpreter runs, derivatives and `hl.vmap` go "
        "through, and `to_onnx` exports.",
        "Every op is read and written. *quantized*: the interpreter runs it on quantized tensors, as the "
        "specification has it; it has no others for them. A derivative is that of a linear op, one by a rule, or zero "
        "wherever it exists.",
        "",
        "| op | kind | builder | interpreter | quantized | derivative | vmap | ONNX |",
        "|---|---|---|---|---|---|---|---|",
    ]
    written = run = 0
    for name, op in sorted(OPS.items()):
        mnemonic = name.partition(".")[2]
        spelling = next((s for s in (mnemonic, f"{mnemonic}_") if s in dir(hlogen)), None)
        written += spelling is not None
        run += name in ran
        cells = [
            f"[`{mnemonic}`]({SPEC}#{mnemonic})",
            op.kind,
            f"`hl.{spelling}`" if spelling else "",
            "yes" if name in ran else "",
            "yes" if name in ran and ran[name].quantized is not Quantized.UNDEFINED else "",
            "written out" if name == COMPOSITE else derivative(derived.get(name)),
            "written out" if name == COMPOSITE else "yes" if name in batched else "",
            "yes" if name in exported else "",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    others = sorted(name for name in ran if name not in OPS)
    own = sorted(name for name in derived if name.startswith("hlogen."))
    derived_others = sorted(name for name, row in derived.items() if name not in {*OPS, *own} and not row.is_constant)
    counts = f"the builder writes {written}, the interpreter runs {run}, `to_onnx` exports {len(exported & set(OPS))}"
    lines += ["", f"{len(OPS)} ops: {counts}.", ""]
    lines += ["The interpreter also runs these of other dialects: " + ", ".join(f"`{name}`" for name in others) + "."]
    lines += ["", "Derivatives of other dialects' ops: " + ", ".join(f"`{name}`" for name in derived_others) + "."]
    rules = ", ".join(f"`{name}` ({derivative(derived[name])})" for name in own)
    lines += ["", f"Composites are written out before they are derived or batched; hlogen's own have rules: {rules}."]
    exported_others = sorted(exported - set(OPS))
    lines += [
        "",
        "`to_onnx` also exports these of other dialects: " + ", ".join(f"`{name}`" for name in exported_others) + ".",
    ]
    return "\n".join(lines) + "\n"


def derivative(row: Row | None) -> str:
    """One word for a row of the table of derivatives."""
    if row is None:
        return ""
    if row.is_constant:
        return "zero"
    return "linear" if row.transpose and not row.jvp and not row.vjp else "rule"


if __name__ == "__main__":
    sys.exit(main())
