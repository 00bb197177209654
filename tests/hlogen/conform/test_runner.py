"""Files run in worker processes: in order, whoever dies, and nothing stays behind."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from helpers import mortal_worker

from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.runner import CaseRunner, Runner
from hlogen.lint.pool import usual_jobs

GOOD = """
func.func @main() {
  %c = stablehlo.constant dense<1> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%c, %c) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  func.return
}
"""
ENDLESS = """
func.func @main() {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%i = %c) : tensor<i1> cond { stablehlo.return %i : tensor<i1> } do {
    stablehlo.return %i : tensor<i1>
  }
  stablehlo.custom_call @check.expect_eq(%0, %c) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
  func.return
}
"""


def write(folder: Path, **texts: str) -> list[str]:
    for name, text in texts.items():
        (folder / f"{name}.mlir").write_text(text)
    return [str(folder / f"{name}.mlir") for name in texts]


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_files(tmp_path, jobs):
    files = write(tmp_path, **{f"f{number}": GOOD for number in range(8)})
    with Runner(jobs=jobs) as runner:
        found = [(case.file, case.verdict) for cases in runner.run(files) for case in cases]
    assert found == [(file, CaseVerdict.PASS) for file in files]


def test_who_dies_is_one_file_s_verdict(tmp_path, monkeypatch):
    mortal_worker.install(monkeypatch)
    files = write(tmp_path, a=GOOD, b=mortal_worker.DEADLY, c=GOOD)
    with Runner() as runner:
        results = [case for cases in runner.run(files) for case in cases]
    assert [result.verdict for result in results] == [CaseVerdict.PASS, CaseVerdict.ERROR, CaseVerdict.PASS]
    assert "upstream's parser crashed (signal SIGABRT" in results[1].message


def test_who_dies_of_running_only(tmp_path, monkeypatch):
    mortal_worker.install(monkeypatch)
    monkeypatch.setattr("hlogen.lint.process.WORKER", "hlogen.lint.worker")  # the checker survives what kills the run
    with Runner() as runner:
        ((result,),) = runner.run(write(tmp_path, a=mortal_worker.DEADLY))
    assert result.message == "running this file ended the process (signal SIGABRT)"


def test_a_run_can_be_left_in_its_midst(tmp_path):
    files = write(tmp_path, a=GOOD, endless=ENDLESS)
    with Runner() as runner:
        (first,) = next(runner.run(files))
        time.sleep(0.2)  # into the endless one
    assert first.verdict is CaseVerdict.PASS


def test_a_file_that_takes_too_long_could_not_be_run(tmp_path):
    files = write(tmp_path, a=GOOD, endless=ENDLESS, b=GOOD)
    with Runner(time_limit=0.5) as runner:
        results = [case for cases in runner.run(files) for case in cases]
    assert [result.verdict for result in results] == [CaseVerdict.PASS, CaseVerdict.ERROR, CaseVerdict.PASS]
    assert results[1].message == "running this file: it took longer than 0.5 s and was stopped"


def test_few_files_are_worth_one_process():
    assert usual_jobs(1) == usual_jobs(20) == 1
    assert usual_jobs(10_000) >= 1


def test_what_a_program_prints_goes_to_standard_error(tmp_path, capsys):
    text = GOOD.replace("  func.return", "  interpreter.print %c : tensor<2xi32>\n  func.return")
    with Runner() as runner:
        ((result,),) = runner.run(write(tmp_path, a=text))
    assert result.verdict is CaseVerdict.PASS
    out, err = capsys.readouterr()
    assert out == ""
    assert "tensor<2xi32>" in err


def test_what_becomes_of_a_case_whose_process_or_file_goes(monkeypatch):
    answers = iter(
        [
            (None, "signal SIGABRT"),
            (None, "it took longer than 5 s and was stopped"),
            ({"results": [], "printed": ""}, ""),
            ({"results": [{"name": "other"}], "printed": ""}, ""),
        ]
    )

    class Asked:
        def __init__(self, time_limit, module):
            self.ask = lambda request: next(answers)

    monkeypatch.setattr("hlogen.conform.runner.Worker", Asked)
    runner = CaseRunner(5)
    found = [runner.run("/a.mlir", "a.mlir", "interpreter", 0, "main")[0] for _ in range(4)]
    assert {(case.file, case.name, case.verdict) for case in found} == {("a.mlir", "main", CaseVerdict.ERROR)}
    assert [case.message for case in found] == [
        "running this case ended the process (signal SIGABRT)",
        "running this case: it took longer than 5 s and was stopped",
        *2 * ["the file has changed since its cases were found"],
    ]
