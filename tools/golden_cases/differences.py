"""Why an oracle gives another result than a golden says: the known differences, by id."""

from __future__ import annotations

from hlogen.conform.known_differences import DIFFERENCES, installed

# Differences that only goldens have met so far.
_ONLY_HERE = {
    "upstream.scatter-writes-its-inputs": "the interpreter's scatter writes into its inputs, which later ops then read",
    "upstream.quantized-dynamic-gather": "the interpreter rewrites quantized programs first, and has no rewriting for "
    "dynamic_gather",
    "upstream.unsigned-slice-sizes": "the interpreter extends the sign of unsigned slice sizes: ui8 200 becomes -56",
    "xla.unsigned-slice-sizes": "XLA's importer extends the sign of unsigned slice sizes: ui8 200 becomes -56",
    "xla.constant-ui64-indices": "XLA folds constant ui64 indices as i64, so that those from 2^63 up are negative; as "
    "parameters they are right",
}
_KNOWN = {difference.id: difference for difference in DIFFERENCES}


def reason(id: str) -> str:
    """The sentence for the header of a golden."""
    return _KNOWN[id].reason if id in _KNOWN else _ONLY_HERE[id]


def is_installed(oracle: str, id: str) -> bool:
    """Whether the difference shows in the installed version of the oracle."""
    return id in _ONLY_HERE or _KNOWN[id] in installed(oracle)
