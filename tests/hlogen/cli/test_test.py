from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest

GOLDEN = Path(__file__).parents[3] / "golden"

GOOD = """
func.func @main() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %s = stablehlo.add %c, %c : tensor<2xi32>
  %expected = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%s, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
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
BAD = GOOD.replace("[2, 4]", "[2, 5]")


def summary(result):
    return re.sub(r"[\d.]+ s$", "? s", result.stdout.splitlines()[-1])


@pytest.mark.parametrize("backend", ["interpreter", "upstream", "xla"])
def test_one_line_per_case(files, invoke, backend):
    files(good_mlir=GOOD)
    result = invoke("test", "-v", "good.mlir", "--backend", backend)
    assert result.exit_code == 0
    assert result.stdout.startswith("PASS  good.mlir:2 @main (")
    assert summary(result) == "1 passed in ? s"


def test_checks_that_a_script_writes(files, invoke):
    check = (
        'hl.custom_call("check.expect_eq", hl.constant([1], "i32") + 1, hl.constant([{}], "i32"), result_types=[])\n'
    )
    case = "@hl.function()\ndef {}():\n    {}    return ()\n"
    text = "import hlogen as hl\n" + case.format("good", check.format(2)) + case.format("wrong", check.format(3))
    files(s_py=text)
    result = invoke("test", "s.py:good", "s.py:wrong", "--verbose")
    assert result.exit_code == 1
    assert [line.split(" (")[0] for line in result.stdout.splitlines()[:2]] == [
        "PASS  s.py:good:2 @good",
        "FAIL  s.py:wrong:6 @wrong",
    ]


def test_a_failure_shows_the_elements(files, invoke):
    files(good_mlir=GOOD, bad_mlir=BAD)
    result = invoke("test", ".")
    assert result.exit_code == 1
    assert result.stdout.startswith("FAIL  ./bad.mlir:2 @main (")
    assert "at [1]: actual 4, expected 5" in result.stdout
    assert summary(result) == "1 passed, 1 failed in ? s"


def test_json(files, invoke):
    files(good_mlir=GOOD, bad_mlir=BAD)
    result = invoke("test", "good.mlir", "bad.mlir", "--format", "json")
    report = json.loads(result.stdout)
    assert (report["backend"], report["verdicts"]) == ("interpreter", {"PASS": 1, "FAIL": 1})
    cases = report["cases"]
    assert [list(case) for case in cases] == [["file", "line", "name", "verdict", "seconds", "message", "reason"]] * 2
    assert [case["verdict"] for case in cases] == ["PASS", "FAIL"]


def test_reports_of_several_forms(files, invoke):
    files(good_mlir=GOOD, bad_mlir=BAD, m_mlir="func.func @main() { return }", c_mlir="nonsense check.")
    result = invoke("test", ".", "--format=junit=t.xml", "--format=json=t.json", "--format=text=t.txt")
    assert summary(result) == "1 passed, 1 failed, 1 could not be run, 1 skipped in ? s"
    suite = ElementTree.parse("t.xml").getroot()
    assert [suite.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["4", "1", "1", "1"]
    kinds = {case.get("classname"): [kind.tag for kind in case] for case in suite.iter("testcase")}
    assert kinds == {"./bad.mlir": ["failure"], "./c.mlir": ["error"], "./good.mlir": [], "./m.mlir": ["skipped"]}
    assert "at [1]: actual 4, expected 5" in suite.find("testcase/failure").text
    assert len(json.loads(Path("t.json").read_text())["cases"]) == 4
    assert Path("t.txt").read_text().startswith("FAIL  ./bad.mlir:2 @main (")


def test_a_case_that_kills_the_parser_and_the_next(files, programs, invoke, mortal):
    files(a_mlir=programs["deadly"], b_mlir="hello check.", c_mlir=GOOD)
    result = invoke("test", ".", "-v")
    assert result.exit_code == 2
    assert [line[:5].strip() for line in result.stdout.splitlines() if line[:1].isupper()] == ["ERROR", "ERROR", "PASS"]
    assert "upstream's parser crashed (signal SIG" in result.stdout


def test_nothing_to_run_is_no_success(files, programs, invoke):
    files(m_mlir=programs["rows"])
    result = invoke("test", "m.mlir", "-v")
    assert result.exit_code == 2
    assert result.stdout.startswith("SKIP  m.mlir:1")


def test_a_syntax_error_does_not_pass_unseen(files, invoke):
    files(good_mlir=GOOD, typo_mlir="func.func @main() {\n  retrun\n}")
    result = invoke("test", ".")
    assert result.exit_code == 2
    assert "ERROR ./typo.mlir:1 (0.000 s)\n      ./typo.mlir:2:3: custom op 'retrun' is unknown" in result.stdout
    assert summary(result) == "1 passed, 1 could not be run in ? s"


def test_binary_junk(tmp_path, monkeypatch, invoke):
    monkeypatch.chdir(tmp_path)
    cut_off = b"\n\xc3\xa9\xe2\x82"
    for junk, byte in ((b"ab\x9a", "9A at offset 2"), (cut_off, "E2 at offset 3")):
        Path("junk.mlir").write_bytes(junk)
        result = invoke("test", "junk.mlir")
        assert result.exit_code == 2
        assert f"this is neither MLIR bytecode nor text in UTF-8: byte 0x{byte}" in result.stdout


@pytest.mark.parametrize("op", ["gather", "scatter", "dynamic_gather"])
def test_goldens(invoke, op):
    result = invoke("test", GOLDEN / op)
    assert result.exit_code == 0
    assert " passed" in result.stdout.splitlines()[-1]
    assert "failed" not in result.stdout


def test_a_reason_has_its_number(files, programs, invoke):
    files(a_mlir=programs["rows"], b_mlir=programs["rows"], good_mlir=GOOD)
    result = invoke("test", ".", "--jobs", 2)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-2] == "2 skipped: there are no checks in it"
    assert summary(result) == "1 passed, 2 skipped in ? s"


def test_quiet_shows_what_needs_a_look(files, programs, invoke):
    files(bad_mlir=BAD, good_mlir=GOOD, rows_mlir=programs["rows"])
    result = invoke("test", "-q", ".")
    assert result.exit_code == 1
    assert result.stdout.startswith("FAIL  ./bad.mlir:2 @main (")
    assert result.stdout.endswith("where: stablehlo.custom_call at ./bad.mlir:6:3\n")
    assert invoke("test", "-q", "good.mlir").stdout == ""
    assert invoke("test", "-q", "rows.mlir").stdout.startswith("1 skipped: there are no checks in it\n")
    both = invoke("test", "-q", "good.mlir", "-v")
    assert (both.exit_code, "--quiet and --verbose are opposites" in both.stderr) == (2, True)


def test_what_differs_as_known_is_no_failure(tmp_path, invoke):
    folder = tmp_path / "testdata"
    folder.mkdir()
    constant = "dense<[1.0, 2.0, 3.0, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>"
    (folder / "sort_float32_5.mlir").write_text(f"""
func.func @main() {{
  %0 = stablehlo.constant {constant}
  stablehlo.custom_call @check.expect_eq(%0, %0) {{has_side_effect = true}} : (tensor<5xf32>, tensor<5xf32>) -> ()
  func.return
}}
""")
    result = invoke("test", folder, "-v")
    assert result.exit_code == 0
    assert result.stdout.startswith("KNOWN ")
    assert summary(result) == "1 differed as known in ? s"


def test_an_interrupted_run_says_what_it_found(files, start_hlogen):
    names = files(a_mlir=GOOD, b_mlir=ENDLESS)
    with start_hlogen("test", *names, "-j", 1, "-v") as process:
        assert process.stdout.readline().startswith(b"PASS")
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stdout.startswith(b"1 passed in ")
    assert b"interrupted: the files after these were not run" in stderr
    assert b"Traceback" not in stderr
