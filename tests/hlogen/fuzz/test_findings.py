"""Backends that do one thing wrong: it is found, shrunk to a few elements, and called what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod
from pathlib import Path

import pytest

import interpreter
from hlogen.backends.errors import OracleCrashed
from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.checks import run_file
from hlogen.conform.verdicts import put
from hlogen.fuzz.judge import LEFT_OUT, Finding, Judge
from hlogen.fuzz.program import drawn, planned
from hlogen.fuzz.report import Context, slug, write_report
from hlogen.ir import Module

FAULTY = Path(__file__).parents[2] / "helpers" / "faulty_backend.py"


class Fault:
    """The backend under test, and the file that says what it does wrong."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "fault"
        self.file.write_text("")
        toml = folder / "faulty.toml"
        toml.write_text(f'backend = "{FAULTY}:Faulty"\n[options]\nfile = "{self.file}"\n')
        self.judge = Judge(str(toml), time_limit=5.0, tries=300)

    def findings(self, fault: str, ops: str, programs: int) -> list[Finding]:
        self.file.write_text(fault)
        names = [f"stablehlo.{op}" for op in ops.split()]
        self.judge.forget()
        return self.judge.judge(planned(names[seed % len(names)], seed) for seed in range(programs)).findings


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fault]:
    fault = Fault(tmp_path_factory.mktemp("faulty"))
    with fault.judge:
        yield fault


# What the backend does wrong, operations that show it, how many programs are drawn, and the key of all its findings.
FAULTS = [
    ("saturated", "add composite if map while", 60, "saturates where integers wrap in add"),
    ("overwritten", "negate", 60, "wrote into inputs in negate"),
]
MORE_FAULTS = [
    ("drop_for_clamp", "gather", 300, "drops or fills what is out of bounds where indices are clamped in gather"),
    ("dtype", "abs", 300, "wrong type or shape"),
]


@pytest.mark.parametrize(
    ("fault", "ops", "programs", "key"),
    [*FAULTS, *(pytest.param(*row, marks=pytest.mark.campaign) for row in MORE_FAULTS)],
)
def test_a_fault_is_found_shrunk_and_named(faulty: Fault, fault: str, ops: str, programs: int, key: str) -> None:
    findings = faulty.findings(fault, ops, programs)
    keys = Counter(finding.key.partition(":")[0] for finding in findings)
    assert keys.most_common(1)[0][0] == key
    assert keys.total() - keys[key] <= 1, keys  # now and then another mistake gives the same in one program
    shapes = [[array.shape for array in drawn(finding.smallest).form.arguments] for finding in findings]
    assert min(max((prod(shape) for shape in each), default=0) for each in shapes) <= 6, shapes


def test_causes_have_folders_of_their_own() -> None:
    assert slug("reads unsigned indices as signed") == "reads-unsigned-indices-as-signed"
    long = [slug(f"refused: {'can not ' * 20}{end}") for end in ("add", "abs")]
    assert long[0] != long[1]
    assert max(map(len, long)) <= 81


def test_what_is_right_is_no_finding(faulty: Fault) -> None:
    assert faulty.findings("", "gather scatter add maximum negate sort reduce", 140) == []
    assert faulty.findings("other_order", "scatter reduce", 100) == []


def test_a_report_has_all_that_its_reader_needs(faulty: Fault, tmp_path: Path) -> None:
    (finding, *_) = faulty.findings("saturated", "add", 20)
    outcome = put(drawn(finding.smallest).form, faulty.judge.backend)
    write_report(tmp_path, finding, 3, outcome, Context("Faulty", "faulty.toml", {"faulty": "1"}, "0"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["case.mlir", "inputs.npz", "program.mlir", "report.md"]
    report = (tmp_path / "report.md").read_text()
    for part in ("# saturates where integers wrap in add", "wrong value", "stablehlo.add", "by the specification: ",
                 "hlogen judge program.mlir -i inputs.npz --backend faulty.toml", "one of 3 that look alike",
                 finding.plan.id):  # fmt: skip
        assert part in report
    (case,) = run_file(tmp_path / "case.mlir")
    assert case.verdict is CaseVerdict.PASS


class Ending:
    """A backend whose process `popcnt` ends, until it is mended."""

    is_mended = False

    def run(self, program: Module, *args: object, entry: str = "main") -> object:
        if not self.is_mended and any(each.name == "stablehlo.popcnt" for each in program.walk()):
            raise OracleCrashed("ending: the worker process died of this program (signal 6)")
        return interpreter.run(program, *args, entry=entry)


def test_what_ends_the_backend_each_time_is_run_ever_less() -> None:
    judge, ending = Judge("interpreter"), Ending()
    judge.backend = ending  # type: ignore[assignment]

    def verdicts(op: str, first: int) -> Counter[str]:
        return judge.judge(planned(f"stablehlo.{op}", seed) for seed in range(first, first + 60)).verdicts

    verdicts("abs", 0)
    assert verdicts("popcnt", 0) == {"run crash": 60}
    # Behind the second end 4 are left out, behind the third 8, then 16, 32, ...
    assert verdicts("popcnt", 60) == {"run crash": 5, LEFT_OUT: 4 + 8 + 16 + 27}
    assert LEFT_OUT not in verdicts("abs", 60)
    ending.is_mended = True
    assert verdicts("popcnt", 120) == {LEFT_OUT: 5, "pass": 55}
