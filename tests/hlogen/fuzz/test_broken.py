"""Programs that break rules: kept where the checker says so, and held against what verifies them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from helpers.campaign import seeds

from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.checks import run_file
from hlogen.errors import UsageError
from hlogen.fuzz.broken import Broken
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.judge import Judge
from hlogen.fuzz.program import INVALID, drawn, planned
from hlogen.fuzz.report import Context, write_report

ROWS = sorted(GRAMMAR.rows())

# Its verifier refuses what has the word in it, and lets everything else through.
BACKEND = """
class Mine:
    def __init__(self, word):
        self.word = word.encode()
    def compile(self, program, signature): ...
    def run(self, compiled, arguments): ...
    def verify(self, program):
        return ["no, thanks"] if self.word in program else []
"""


def judge(folder: Path, word: str) -> Judge:
    (folder / "mine.py").write_text(BACKEND)
    (folder / "mine.toml").write_text(f'backend = "mine.py:Mine"\n[options]\nword = "{word}"\n')
    return Judge(str(folder / "mine.toml"))


def compare(first: int, count: int) -> None:
    """The checker and upstream's verifier say the same, apart from what is on record."""
    with Judge("upstream") as verifier:
        plans = (planned(ROWS[seed % len(ROWS)], seed, 1, INVALID) for seed in range(first, first + count))
        tally = verifier.judge(plans)
    assert tally.verdicts.total() == count
    assert tally.verdicts["pass"] > count * 0.95
    unknown = [f"{found.key}\n{found.message}" for found in tally.findings if not found.known]
    assert all("worker process died" in each for each in unknown), unknown


def test_the_checker_and_upstreams_verifier_agree() -> None:
    compare(0, 120)


@pytest.mark.campaign
@pytest.mark.parametrize("first", seeds(20_000, 40_000, 4000))
def test_the_checker_and_upstreams_verifier_agree_on_many(first: int) -> None:
    compare(first, 4000)


def test_most_changes_break_a_rule() -> None:
    forms = [drawn(planned(op, seed, 1, INVALID)).form for seed in range(2) for op in ROWS]
    broken = [form for form in forms if isinstance(form, Broken) and form.violations]
    assert len(broken) > len(forms) * 0.7
    assert len({each.id for form in broken for each in form.violations}) > 80


def test_what_is_accepted_though_it_is_forbidden_is_told_by_its_rule(tmp_path: Path) -> None:
    with judge(tmp_path, "never there") as mine:
        tally = mine.judge(planned("stablehlo.transpose", seed, 4, INVALID) for seed in range(12))
    assert {found.verdict for found in tally.findings} == {"accepts what is forbidden"}
    (found, *_) = (each for each in tally.findings if each.key == "accepts what (C2) of transpose forbids")
    assert found.ops == ("stablehlo.transpose",)  # the others are left out
    write_report(tmp_path / "it", found, 1, None, Context("mine", "mine.toml", {}, "0"))
    assert "hlogen check program.mlir" in (tmp_path / "it" / "report.md").read_text()
    (case,) = run_file(tmp_path / "it" / "case.mlir")
    assert case.verdict is CaseVerdict.PASS


def test_what_is_refused_though_it_is_allowed_is_told_by_its_operation(tmp_path: Path) -> None:
    with judge(tmp_path, "stablehlo.abs") as mine:
        tally = mine.judge(planned("stablehlo.abs", seed, 3, INVALID) for seed in range(40))
    wrong = Counter(found.key for found in tally.findings if found.verdict == "refused")
    assert set(wrong) == {"refuses what abs allows: no, thanks"}


def test_the_interpreter_verifies_nothing() -> None:
    with Judge("interpreter") as here, pytest.raises(UsageError, match="interpreter has no verifier of its own"):
        here.judge([planned("stablehlo.abs", 1, 1, INVALID)])
