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

from helpers.reruns import with_constants_given

from hlogen.backends import backend
from hlogen.backends.errors import OracleError
from hlogen.conform.checks import CaseVerdict, run_content
from hlogen.conform.differences import installed
from hlogen.conform.forms import as_constants
from hlogen.conform.versions import Versions
from hlogen.errors import CheckFailed, HlogenError
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read
from tools.golden_cases.case import AnyOpCase, OpCase
from tools.golden_cases.differences import is_installed
from tools.golden_cases.render import ORACLES

RECORD = Path(__file__).resolve().parents[1] / "golden" / "confirmed.json"
_EVERY = 8
ON_ARGUMENTS = "xla on arguments"
WAYS = (*ORACLES, ON_ARGUMENTS)
Files = Mapping[Path, Sequence[AnyOpCase]]
Asked = Sequence[tuple[Path, AnyOpCase, bytes]]  # cases, the files that they stand in and their programs

# What XLA gets wrong or refuses on arguments, beside what the cases say: the known differences.
_FLOATS = ("bf16", "f32", "f64")
_SUBNORMALS = [
    *(f"{op}/subnormals" for op in ("add", "subtract", "multiply", "divide")),
    *(
        f"{op}/last_bit_{type}"
        for op in ("ceil", "floor", "sign", "add", "subtract", "multiply", "divide", "maximum", "minimum", "clamp")
        for type in _FLOATS
    ),
    *(f"compare/last_bit_{type}_FLOAT" for type in _FLOATS),
    *(f"convert/{types}" for types in ("bf16_to_f64", "f32_to_f64", "f64_to_bf16", "f64_to_f32")),
    *(f"reduce_window/element_type_{type}" for type in ("f32", "f64")),
    *(f"select_and_scatter/element_type_{type}" for type in _FLOATS),
]
UNTIL = {"reduce_window/element_type_bf16": Versions("jaxlib", "0.10.1", until="0.11.2")}  # subnormals, too
DIFFERS_ON_ARGUMENTS = {
    **dict.fromkeys(_SUBNORMALS, "xla.subnormals"),
    **{f"convert/f6{kind}_to_{type}": "xla.f6" for kind in ("E2M3FN", "E3M2FN") for type in ("f32", "f64")},
    "popcnt/element_type_i4": "xla.constant-bit-count",  # not of constants alone
    # The smaller part of a complex number is as far off as the larger one may be; the specification promises neither.
    **{f"{op}/complex_quadrants": "within 1 ULP of the larger part" for op in ("cosine", "rsqrt", "sine")},
    "chlo/lgamma_elsewhere": "in f64 it has 12 digits there, and the specification promises none",
}
_COMPLEX_ORDER = {
    "value": ["compare/direction_GE_complex"],
    "refused": [f"compare/direction_{direction}_complex" for direction in ("GE", "GT", "LE", "LT")],
}
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
    known = known_on_arguments()
    judge = backend("xla")
    for path, case, part in asked:
        is_asked = op not in _REFUSED and isinstance(case, OpCase) and not case.clauses and not case.unasked
        if not is_asked or case.differs.get("xla") == "xla.quantized":
            continue
        detached = as_constants(read(part), "main")
        module, arguments = with_constants_given(detached.module, detached.entry)
        name, wrong = f"{op}/{case.name}", ""
        try:
            detached.require(judge.run(module, *arguments))
        except (CheckFailed, OracleError, HlogenError) as error:
            claimed = case.differs.get("xla")
            if claimed is not None and ".constant" not in claimed:
                continue
            wrong = str(error)
        if bool(wrong) != (name in known):
            said = "agrees, but differs" if wrong else "differs, but agrees"
            yield f"{name} ({path.name}): said that XLA CPU {said} on arguments\n  {wrong}"


def known_on_arguments() -> set[str]:
    """The cases (op/name) whose values XLA gets wrong on arguments, or refuses then, in the installed version."""
    kinds = [entry.kind for entry in installed("xla") if entry.id == "xla.order-of-complex-numbers"]
    past = {name for name, versions in UNTIL.items() if versions.include(backend("xla").version())}
    return DIFFERS_ON_ARGUMENTS.keys() | past | {case for kind in kinds for case in _COMPLEX_ORDER[kind]}


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
    digest.update(repr(sorted(name for name in known_on_arguments() if name.startswith(f"{op}/"))).encode())
    return digest.hexdigest()[:32]
