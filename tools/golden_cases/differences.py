"""Why an oracle gives another result than a golden says: the known differences, by id."""

from __future__ import annotations

from dataclasses import dataclass

from hlogen.conform.known_differences import DIFFERENCES, installed
from hlogen.conform.oracles import backend


@dataclass(frozen=True)
class GoldenDifference:
    """A difference that only a golden has met so far. `until` is the first StableHLO without it."""

    reason: str
    until: tuple[int, int, int] | None = None


ONLY_HERE = {
    "upstream.scatter-writes-its-inputs": GoldenDifference(
        "the interpreter's scatter writes into its inputs, which later ops then read", until=(1, 18, 0)
    ),
    "upstream.unsigned-slice-sizes": GoldenDifference(
        "the interpreter extends the sign of unsigned slice sizes: ui8 200 becomes -56"
    ),
    "xla.loop-in-update-computation": GoldenDifference(
        "XLA CPU's compiler aborts on a while inside of update_computation"
    ),
    "xla.unsigned-slice-sizes": GoldenDifference(
        "XLA's importer extends the sign of unsigned slice sizes: ui8 200 becomes -56"
    ),
}
KNOWN = {difference.id: difference for difference in DIFFERENCES}


def reason(id: str) -> str:
    """The sentence for the header of a golden."""
    return KNOWN[id].reason if id in KNOWN else ONLY_HERE[id].reason


def is_installed(oracle: str, id: str) -> bool:
    """Whether the difference shows in the installed version of the oracle."""
    if id in KNOWN:
        return KNOWN[id] in installed(oracle)
    until = ONLY_HERE[id].until
    if until is None:
        return True
    version = backend(oracle).version()["StableHLO"]
    return tuple(int(part) for part in version.split(".")) < until
