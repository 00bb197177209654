"""Writes tests/hlogen/spec/labels.json: the labels of inputs and constraints that the specification has for each op.

python tools/spec_labels.py PATH_OF_spec.md VERSION    VERSION is kept with them, such as "StableHLO 1.20.0 (a commit)"
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

LABELS = Path(__file__).resolve().parents[1] / "tests" / "hlogen" / "spec" / "labels.json"
_SECTION = re.compile(r"##(#?) +(.+)")
_LABEL = re.compile(r"\s*[*|] \(([CI]\d+)\)")


def labels(text: str) -> dict[str, list[str]]:
    """Those of each op, in the order of the text; those of types are called quantized_element_type."""
    found: dict[str, list[str]] = {}
    part = section = ""
    for line in text.splitlines():
        if heading := _SECTION.fullmatch(line):
            part, section = (part, heading[2]) if heading[1] else (heading[2], "")
        elif (label := _LABEL.match(line)) and (part == "Ops" or section == "Types"):
            found.setdefault("quantized_element_type" if section == "Types" else section, []).append(label[1])
    return found


def main() -> int:
    path, version = sys.argv[1:]
    rows = [f"    {json.dumps(op)}: {json.dumps(of)}" for op, of in labels(Path(path).read_text()).items()]
    rows_text = ",\n".join(rows)
    LABELS.write_text(f'{{\n  "version": {json.dumps(version)},\n  "labels": {{\n{rows_text}\n  }}\n}}\n')
    print(f"{len(rows)} ops and types")
    return 0


if __name__ == "__main__":
    sys.exit(main())
