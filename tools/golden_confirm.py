"""Asks upstream's interpreter and XLA CPU about the goldens, and keeps what they confirmed in golden/confirmed.json.

Each golden is asked about in three ways: upstream's interpreter runs it; XLA does, which evaluates its constants while
it compiles; and XLA does with the constants as arguments, which tells of the code that it makes. Answers depend on the
text of the goldens, on what is claimed of them and on the version of jaxlib alone. So those of an op that were
confirmed stand until one of these changes, and tests ask again about every eighth of them.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hlogen.backends import backend
from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.checks import run_content
from hlogen.conform.corpus import cases_of
from hlogen.conform.expected import SHIPPED, Expected
from hlogen.conform.records import Record
from hlogen.conform.verdicts import put
from hlogen.lint.split import numbered_parts
from tools.golden_cases.case import AnyOpCase, OpCase
from tools.golden_cases.differences import is_installed
from tools.golden_cases.render import ORACLES

RECORD = Path(__file__).resolve().parents[1] / "golden" / "confirmed.json"
_EVERY = 8
ON_ARGUMENTS = "xla on arguments"
WAYS = (*ORACLES, ON_ARGUMENTS)
Files = Mapping[Path, Sequence[AnyOpCase]]
Asked = Sequence[tuple[Path, AnyOpCase, bytes]]  # cases, the files that they stand in and their programs

_REFUSED = ("dynamic_conv", "dynamic_pad")  # without a constant for what is dynamic


def wrong_claims(op: str, asked: Asked, way: str) -> Iterator[str]:
    """What an oracle says of these cases of an op otherwise than they claim, a message each."""
    if way == ON_ARGUMENTS:
        yield from _wrong_on_arguments(op, asked)
        return
    for path, case, part in asked:
        if way in case.unasked:
            continue
        (result,) = run_content(part, str(path), way)
        claim = _claim(case, way)
        if result.verdict is not (CaseVerdict.KNOWN if claim else CaseVerdict.PASS):
            said = f"differs ({claim})" if claim else "agrees"
            yield f"{op}.{case.name}: said that {ORACLES[way]} {said}, but it is:\n  {result}"


def _claim(case: AnyOpCase, oracle: str) -> str:
    """The known difference that a case claims of the installed oracle; empty where it should agree."""
    difference = case.differs.get(oracle)
    return difference if difference is not None and is_installed(oracle, difference) else ""


def _wrong_on_arguments(op: str, asked: Asked) -> Iterator[str]:
    known = _expected()
    judge = backend("xla")
    for path, case, part in asked:
        is_asked = op not in _REFUSED and isinstance(case, OpCase) and not case.clauses and not case.unasked
        if not is_asked or case.differs.get("xla") == "xla.quantized":
            continue
        for form in (form for found in cases_of(part, path) for form in found.forms(["arguments"])):
            judged = known.of(Record.of(put(form, judge)))
            if not judged.is_as_expected:
                record = judged.record
                yield f"{record.id}: {record.verdict.value}; {SHIPPED.name}/xla.toml says otherwise\n  {record.message}"


def _expected() -> Expected:
    """What is known of XLA CPU, in the installed version."""
    return Expected.read(SHIPPED / "xla.toml", backend("xla").version())


def _wrong_ones(op: str) -> list[str]:
    """The forms with arguments of an op's cases that XLA isn't right about."""
    patterns = {pattern for entry in _expected().entries for pattern in entry.patterns}
    return sorted(pattern for pattern in patterns if pattern.startswith(f"{op}/") and pattern.endswith("@arguments"))


def asked(files: Files) -> Asked:
    """The cases of these files, each with its program."""
    return [
        (path, case, part)
        for path, cases in files.items()
        for case, (_, part) in zip(cases, numbered_parts(path.read_bytes()), strict=True)
    ]


def to_ask(op: str, files: Files) -> Asked:
    """The cases of an op that a test asks about: all where they aren't recorded as they stand, else every eighth."""
    return asked(files)[:: _EVERY if recorded(op, files) else 1]


def recorded(op: str, files: Files) -> bool:
    """Whether all files of an op were confirmed as they stand, by the installed versions."""
    return _record().get(_version(), {}).get(op) == _digest(op, files)


def record(confirmed: Mapping[str, Files]) -> None:
    """Notes that all files of these ops were confirmed by the installed versions."""
    known = _record()
    of_this = {**known.get(_version(), {}), **{op: _digest(op, files) for op, files in confirmed.items()}}
    known[_version()] = dict(sorted(of_this.items()))
    RECORD.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")


def _record() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    return found


def _version() -> str:
    return f"jaxlib {importlib.metadata.version('jaxlib')}"


def _digest(op: str, files: Files) -> str:
    """Of the texts, and of what is claimed of the installed oracles."""
    digest = hashlib.sha256()
    for path, cases in files.items():
        digest.update(path.name.encode() + path.read_bytes())
        digest.update(repr([[_claim(case, oracle) for oracle in ORACLES] for case in cases]).encode())
    digest.update(repr(_wrong_ones(op)).encode())
    return digest.hexdigest()[:32]
