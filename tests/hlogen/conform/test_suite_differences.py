"""The table of expectations in upstream's suites that can't be right: it holds for the failure it names, no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.checks import run_file
from hlogen.conform.suite_differences import DIFFERENCES, known, named

ROOT = Path(__file__).parents[3]

# Two NaN of five elements, as in the file of that name.
NANS = """
func.func @main() {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%0, %0) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
"""


def put(folder: Path, text: str) -> Path:
    path = folder / "stablehlo" / "testdata" / "sort_float32_5.mlir"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return path


def test_a_case_that_differs_as_known(tmp_path):
    (result,) = run_file(put(tmp_path, NANS))
    assert result.verdict is CaseVerdict.KNOWN
    assert "openxla/stablehlo#2497" in result.reason
    assert "differs as known: NaN is" in str(result) or "differs as known: the results are NaN" in str(result)
    assert "check.expect_eq: 2 of 5 elements differ" in str(result)


def test_another_failure_of_the_same_file_is_a_failure(tmp_path):
    (result,) = run_file(put(tmp_path, NANS.replace("[1.0,", "[0x7FC00000,")))
    assert result.verdict is CaseVerdict.FAIL
    assert result.reason == ""


def test_another_backend_fails_it(tmp_path):
    (result,) = run_file(put(tmp_path, NANS), "upstream")
    assert result.verdict is CaseVerdict.FAIL


def test_a_file_of_the_same_name_elsewhere_is_not_known(tmp_path):
    path = tmp_path / "sort_float32_5.mlir"
    path.write_text(NANS)
    assert [result.verdict for result in run_file(path)] == [CaseVerdict.FAIL]


@pytest.mark.parametrize("entry", DIFFERENCES, ids=lambda entry: entry.file)
def test_an_entry_holds_for_what_it_names(entry):
    file = f"checkout/stablehlo/testdata/{entry.file}"
    message = f"{entry.check}: {entry.most} of {entry.elements} elements differ\n  at [0]: actual 1, expected 2"
    assert named(file) is entry
    assert known(file, message) is entry
    assert known(file, message.replace(f"{entry.most} of", f"{entry.most + 1} of")) is None
    assert known(file, message.replace(f"of {entry.elements}", f"of {entry.elements + 1}")) is None
    assert known(file, message.replace("check.expect_", "check.other_")) is None
    assert known(file, "internal error: ValueError: 1 of 2") is None


def test_the_page_shows_the_table():
    page = (ROOT / "docs" / "suites.md").read_text()
    for entry in DIFFERENCES:
        assert f"| `{entry.file}` | `{entry.check}` | {entry.most} of {entry.elements} | {entry.reason} |" in page
