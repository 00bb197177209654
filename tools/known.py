"""Writes what hlogen ships about a backend, from records of `hlogen conform run` on several of its versions.

    python tools/known.py xla xla-0.10.2.jsonl xla-0.12.0.1.jsonl

An entry for each reason: the known difference (golden/differences) that a golden names, or that its program or the
backend's message shows; else what stands in the file already; else the message. An entry is said of the versions of its
difference, or, where the records differ, of those that were run.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from hlogen.conform.corpus import Case, corpus, known_ids  # noqa: E402
from hlogen.conform.differences import KnownDifference, differences  # noqa: E402
from hlogen.conform.expected import SHIPPED, Entry, Expected, reason_of, written  # noqa: E402
from hlogen.conform.records import Header, Record, read_records  # noqa: E402
from hlogen.conform.versions import Versions  # noqa: E402

# What a backend says -> the difference that it is, or the reason.
_MESSAGES = {
    "xla": {
        r"PRIMITIVE_TYPE_INVALID|primitive_type_invalid|uniform_(de)?quantize|shape\.h:\d+\] Check failed: buffer": (
            "xla.quantized"
        ),
        r"dynamic_conv' op can't": "xla.dynamic-conv",
        r"dynamic_gather' op can't": "xla.slice-sizes-as-operand",
        r"expected bounded result": "xla.unbounded-shapes",
        r"Slice size at index \d+ in gather op is out of range": "xla.unsigned-slice-sizes",
        r"cbrt operation; got C": "xla.complex-cbrt",
        r"ragged-dot": "xla.ragged-dot",
        r"[Ff]6E[23]M[23]FN|array\.h:\d+\] Check failed: std::distance": "xla.f6",
        r"different precisions": "xla.mixed-floats",
        r"Algorithm not supported": "xla.dot-algorithm",
        r"unhandled direction for conversion": "xla.constant-order-of-complex-numbers",
        r"ComputeOutputToInputIndexing": "xla.loop-in-update-computation",
        r"accumulator shape at index|computation parameter and operand": "xla.promotion-in-reductions",
        r"defined in the parent region for export": (
            "XLA's regions can't use what is computed around them, constants alone"
        ),
        r"ir_array\.cc:\d+\] Check failed: bit_offset": "xla.concatenated-i2",
        r"Expected instruction to have shape equal to": "xla.scatter-into-rank-0",
    },
    "upstream": {
        r"Failed to lower quantize|uniform_(de)?quantize|unresolved materialization": (
            "the interpreter rewrites quantized programs first, and knows no way for this one"
        ),
        r"Expected same type for an SSA register": "upstream.promotion",
        r"Unsupported element type: complex": "upstream.order-of-complex-numbers",
        r"dynamic result types": "upstream.dynamic-results",
    },
    "onnxruntime": {
        r"dynamic_slice' expected 'sizes'": "what StableHLO prints for it doesn't parse",
        r"elements of type (\S+) can't be in an ONNX model": r"ONNX or onnxruntime has no elements of type \1",
        r"opset \d+:\s+stablehlo\.(\w+) \(at .*?\): (.*)": r"\1: \2",
    },
}
# Differences of one backend that another one has too.
_OF_BOTH = {
    "upstream": {
        "differences/xla/constant-unsigned-indices": "upstream.unsigned-indices",
        "differences/xla/same-input-twice": "upstream.scatter-writes-its-inputs",
        "differences/xla/constant-rounding-of-f8E3M4": "upstream.rounding-of-f8E3M4",
        "differences/xla/constant-total-order": "upstream.total-order",
        "differences/xla/unsigned-slice-sizes": "upstream.unsigned-slice-sizes",
        "differences/xla/promotion": "upstream.promotion",
        "differences/xla/float-promotion": "upstream.promotion",
        "differences/xla/promotion-in-reductions": "upstream.promotion-in-reductions",
        "differences/xla/batch-norm": "upstream.missing-operations",
        "differences/xla/random-body-of-map": "upstream.missing-operations",
        "differences/xla/constant-division-by-zero": "upstream.division-by-zero",
        "differences/xla/collective-broadcast": "upstream.process-ids",
        "differences/iree/batch-norm-grad": "upstream.missing-operations",
        "differences/iree/cholesky": "upstream.missing-operations",
        "differences/iree/collectives": "upstream.process-ids",
        "differences/iree/dot-algorithm": "upstream.dot-algorithm",
        "differences/iree/empty-contraction": "upstream.empty-contraction",
        "differences/iree/unsigned-indices": "upstream.unsigned-indices",
        "differences/xla/computation-of-all-reduce": "upstream.process-ids",
    },
}
_HEAD = re.compile(rb"^// (?:XLA CPU|upstream interpreter) differs: ((?:xla|upstream)\.[\w-]+):", re.M)


def main(name: str, *paths: str) -> int:
    """Writes hlogen/conform/known/NAME.toml."""
    runs = [read_records(Path(path)) for path in paths]
    runs.sort(key=lambda run: _sorted_by(run[0].versions))
    cases = {case.id: case for case in corpus()}
    target = SHIPPED / f"{name}.toml"
    groups: dict[Entry, list[str]] = {}
    found: dict[Entry, dict[int, list[str]]] = {}
    for number, (header, records) in enumerate(runs):
        known = Expected.read(target, header.versions) if target.exists() else Expected()
        rows = {row.id: row for row in differences() if row.backend == name and row.is_in(header.versions)}
        for record in records:
            if not record.verdict.is_right:
                entry = _entry(name, record, cases.get(record.id.rpartition("@")[0]), rows, known)
                found.setdefault(entry, {}).setdefault(number, []).append(record.id)
    for entry, by_run in found.items():
        for id in sorted({id for ids in by_run.values() for id in ids}):
            where = [number for number, ids in by_run.items() if id in ids]
            expected = [number for number, (header, _) in enumerate(runs) if entry.is_said_of(header.versions)]
            said = entry if where == expected else _in_runs(entry, where, runs)
            groups.setdefault(said, []).append(id)
    entries = [replace(entry, patterns=tuple(ids)) for entry, ids in groups.items()]
    entries += _of_programs_for_interpreters(target, cases.keys())
    target.parent.mkdir(exist_ok=True)
    target.write_text(written(entries))
    print(f"{target}: {len(entries)} reasons, {sum(len(entry.patterns) for entry in entries)} cases")
    return 0


def _of_programs_for_interpreters(target: Path, ids: Collection[str]) -> Iterator[Entry]:
    """What stands in the file of cases that no other backend is asked about: `hlogen test` reads it."""
    known = Expected.read(target, {}) if target.exists() else Expected()
    others = {id for id in known_ids() if id.rpartition("@")[0] not in ids}
    for entry in (*known.entries, *known.others):
        if patterns := tuple(each for each in entry.patterns if each in others):
            yield replace(entry, patterns=patterns)


def _entry(name: str, record: Record, case: Case | None, rows: Mapping[str, KnownDifference], known: Expected) -> Entry:
    said, known_entry = _difference(name, record, case, rows), known.of(record).entry
    entry = known_entry if known_entry is not None and record.verdict in known_entry.verdicts else None
    difference = rows.get(said or (entry.reason.partition(":")[0] if entry is not None else ""))
    if difference is not None:
        versions = (difference.versions,) if difference.versions.range else ()
        return Entry((), (record.verdict,), f"{difference.id}: {difference.reason}", versions=versions)
    if said and not said.startswith(f"{name}."):
        return Entry((), (record.verdict,), said)
    if entry is not None:
        return Entry((), (record.verdict,), entry.reason, entry.link)
    return Entry((), (record.verdict,), reason_of(record.message))


def _difference(name: str, record: Record, case: Case | None, rows: Mapping[str, KnownDifference]) -> str:
    """The id of the known difference that a case shows, or another reason; empty where none is known."""
    if case is None:
        return ""
    stem = case.id.rpartition("/")[2]
    ids: list[str] = [head.decode() for head in _HEAD.findall(case.text)]
    if case.op == "differences":
        ids.append(f"{name}.{stem}")
    for id in ids:
        if record.id.endswith("@arguments"):
            id = id.replace(".constant-", ".") if id not in rows or ".constant-" in id else id
        if id in rows:
            return id
    if (both := _OF_BOTH.get(name, {}).get(case.id)) is not None:
        return both
    for pattern, said in _MESSAGES.get(name, {}).items():
        if (match := re.search(pattern, record.message)) is not None:
            return str(match.expand(said))
    return ""


def _in_runs(entry: Entry, where: Sequence[int], runs: Sequence[tuple[Header, Sequence[Record]]]) -> Entry:
    """Of the first versions, or of the last ones."""
    versions = [header.versions for header, _ in runs]
    software = next(iter(versions[0]))
    since = versions[where[0]][software] if where[0] else "0"
    until = versions[where[-1] + 1][software] if where[-1] + 1 < len(runs) else None
    return replace(entry, versions=(Versions(software, since, until),))


def _sorted_by(versions: Mapping[str, str]) -> list[int]:
    return [int(part) for part in next(iter(versions.values())).split(".") if part.isdigit()]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
