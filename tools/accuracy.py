"""Writes docs/accuracy.md: how exact each elementwise operation is, stated and found.

python tools/accuracy.py             write the page from interpreter/kernels/ and docs/accuracy.json
python tools/accuracy.py --check     only compare; exit 1 where the page differs
python tools/accuracy.py --measure   measure first, and write docs/accuracy.json: five minutes

What is measured depends on the machine's NumPy and C library; the bounds are what tests hold, on any machine. f64 is
measured twice, with NumPy's vectorised functions and, in a process of its own, with the C library's.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import numpy as np  # noqa: E402  # sys.path comes first
from helpers.accuracy_measure import SMALL, measure, types_of  # noqa: E402
from helpers.accuracy_reference import REFERENCES  # noqa: E402

from hlogen.ir import parse_element_type  # noqa: E402
from interpreter.execution.traits import ROUNDED_ONCE  # noqa: E402
from interpreter.kernels.accuracy import stated  # noqa: E402
from interpreter.kernels.registry import traits_of  # noqa: E402
from tools import generated  # noqa: E402

PAGE, FOUND = ROOT / "docs" / "accuracy.md", ROOT / "docs" / "accuracy.json"
REAL, COMPLEX = 1000, 200  # points per range
PLAIN = "X86_V3 X86_V4 AVX512_ICL AVX512_SPR AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL"
EIGHT = [name for name in SMALL if name not in ("bf16", "f16")]
COLUMNS = {
    "f64": ["f64"], "f32": ["f32"], "bf16": ["bf16"], "f16": ["f16"], "f8, f6, f4": EIGHT,
    "complex<f64>": ["complex<f64>"], "complex<f32>": ["complex<f32>"],
}  # fmt: skip
Rows = dict[str, dict[str, list[float]]]


def main() -> int:
    parser = argparse.ArgumentParser(description="Write docs/accuracy.md.")
    parser.add_argument("--check", action="store_true", help="only compare with the page that is there")
    parser.add_argument("--measure", action="store_true", help="measure first")
    parser.add_argument("--f64", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.f64:
        print(json.dumps(found(["f64"])))
        return 0
    if options.measure:
        rows = found(["f64", "f32", *SMALL, "complex<f64>", "complex<f32>"])
        for name, row in plain_rows().items():
            rows[name]["f64"][0] = max(rows[name]["f64"][0], row["f64"][0])
        FOUND.write_text(written(rows))
    texts = {PAGE: page()}
    if options.check:
        return 0 if generated.check(texts, [PAGE], "make pages") else 1
    generated.write(texts, [PAGE])
    return 0


def written(rows: Rows) -> str:
    """The measurements as JSON, an operation a line."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    return f'{{"numpy": "{np.__version__}", "machine": "{platform.machine()}", "rows": {{\n{lines}\n}}}}\n'


def found(types: Iterable[str]) -> Rows:
    """The largest error found, rounded up, and the number of points, per operation and type."""
    rows: Rows = {}
    for name in REFERENCES:
        rows[name] = {}
        for type in types_of(name):
            if type in types:
                count = COMPLEX if type.startswith("complex") else REAL
                result = measure(name, type, count, seed=2026)
                rows[name][type] = [math.ceil(result.ulps * 1000) / 1000, result.points]
    return rows


def plain_rows() -> Rows:
    """Likewise of f64, with NumPy's vectorised functions switched off."""
    environment = {**os.environ, "NPY_DISABLE_CPU_FEATURES": PLAIN, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, __file__, "--f64"], env=environment, check=True, capture_output=True, text=True
    )  # fmt: skip
    rows: Rows = json.loads(done.stdout)
    return rows


def page() -> str:
    data = json.loads(FOUND.read_text())
    lines = [
        "# How exact results are",
        "",
        "How exact each operation of the interpreter is, for each element type.",
        "",
        "The specification promises no accuracy. These are the interpreter's own bounds of its elementwise operations, "
        "in ULP: units in the last place of the exact value. 0 is exact, 0.5 is rounded correctly. "
        "`interpreter/kernels/` has them beside the kernels, tests hold them against mpmath on every machine, and a "
        "`result_accuracy` that asks for more is refused.",
        "",
        "A cell says what is stated, and behind it the largest error found and on how many points: magnitudes of "
        "every size, ranges of each function's own, and places that are awkward (ends of the range, near roots, poles "
        f"and multiples of pi / 2). Measured with NumPy {data['numpy']} on {data['machine']}, of f64 both with NumPy's "
        "vectorised functions and with the C library's. Types of at most 8 bits are measured on every value where an "
        "operation has one operand; `make campaign` does so for those of 16, and takes more points of the others.",
        "",
        "- Floats narrower than f64 are computed in f64 (add, multiply and the like of those narrower than f32 in f32, "
        f"which gives the same) and rounded once. {ROUNDED_ONCE:g} is 0.5, but for values so near to the middle of two "
        "floats that f64 can't tell the sides apart.",
        "- Of complex numbers, the error is that of the worse part, in units of the larger part of the exact value: a "
        "part that is small beside the other may have fewer digits. complex<f32> is computed in complex<f64>.",
        "- Zeros' signs, infinities, NaN and branch cuts are IEEE-754's and C's Annex G's.",
        "- Reductions of floats take the balanced tree of neighbours and round in the type of the body at each step, "
        "as the specification has it: a sum of bf16 whose body adds bf16 rounds to bf16 at each addition. A body of a "
        "wider type (f32 inputs' sum in f64, say) rounds in that. `dot_general` and `convolution` add up in f32, or in "
        "f64 of f64, and round once at the end; with an `algorithm`, as that says.",
        "",
        f"| op | {' | '.join(COLUMNS)} | |",
        f"|---|{'---|' * (len(COLUMNS) + 1)}",
    ]
    for name in REFERENCES:
        cells = [cell(name, types, data["rows"][name]) for types in COLUMNS.values()]
        bounds = traits_of(name).accuracy
        remarks = [bounds.remark] if bounds and bounds.remark else []
        if bounds and bounds.plain is not None:
            remarks.append(f"{bounds.plain:g} of f64 on machines without x87's wider type")
        lines.append(f"| `{name}` | {' | '.join(cells)} | {'; '.join(remarks)} |")
    return "\n".join(lines) + "\n"


def cell(name: str, types: list[str], row: dict[str, Any]) -> str:
    known = [row[type] for type in types if type in row]
    if not known:
        return ""
    bound = stated(name, parse_element_type(types[0]), has_extended=True)
    if bound is None:
        return ""
    worst, points = max(ulps for ulps, _ in known), sum(points for _, points in known)
    return f"{'exact' if bound == 0 else f'{bound:g}'} ({worst:g} on {points:,})"


if __name__ == "__main__":
    sys.exit(main())
