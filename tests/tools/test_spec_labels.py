"""The labels that tools/spec_labels.py finds in a specification."""

import json

from tools import spec_labels

TEXT = """# StableHLO Specification
### Types
* (C1) `type(storage_min) = storage_type`.
  * (C12) `quantization_dimension < rank(self)`.
### Constants
* (C1) a constant's own.
## Ops
### add
#### Inputs
| Label | Name  | Type   | Constraints  |
|-------|-------|--------|--------------|
| (I1)  | `lhs` | tensor | (C1-C6), (C7) |
#### Constraints
* If the operation uses non-quantized tensors:
  * (C1) `type(lhs) = type(rhs) = type(result)`.
### after_all
* a list with (C1) in its midst
## Execution
* (C9) no op's.
"""


def test_labels_are_those_of_ops_and_types(monkeypatch, tmp_path):
    (tmp_path / "spec.md").write_text(TEXT)
    monkeypatch.setattr(spec_labels, "LABELS", tmp_path / "labels.json")
    monkeypatch.setattr("sys.argv", ["spec_labels.py", str(tmp_path / "spec.md"), "StableHLO 0"])
    assert spec_labels.main() == 0
    assert json.loads((tmp_path / "labels.json").read_text()) == {
        "version": "StableHLO 0",
        "labels": {"quantized_element_type": ["C1", "C12"], "add": ["I1", "C1"]},
    }
