from __future__ import annotations

from dataclasses import replace
from json import loads

from hlogen.ir import Location
from hlogen.lint.finding import PARSE, FileReport, Finding, Place
from hlogen.lint.formats import Checked, json, written
from hlogen.lint.formats.github import annotation
from hlogen.lint.formats.text import summary, text_finding
from hlogen.spec.constraint import Violation

FINDING = Finding(
    *("m.mlir", 3, 8, "gather.C17", "stablehlo.gather", "sizes differ", "a = b", "make them 3", None),
    end_column=26,
    function="main",
    part=2,
    related=(Place("model.py", 33),),
    fingerprint="0123456789abcdef",
)
KEYS = ["file", "line", "column", "end_line", "end_column", "part", "function", "op", "rule", "level", "message"]
KEYS += ["spec", "fix", "upstream", "related", "fingerprint", "fixable"]
WARNING = Finding("m.mlir", 3, 8, "bounds.clamped", "stablehlo.gather", "too high", "a", "b", level="warning")
NOTE_ = Finding("m.mlir", 3, 8, "promise.unset", "stablehlo.gather", "could be promised", "a", "b", level="note")


def test_text_is_what_a_violation_says_itself():
    violation = Violation(
        "scatter.C6",
        "f32 differs from f64",
        "a = b",
        "use f32",
        "stablehlo.scatter",
        Location("m.mlir", 3, 8),
        "accepts it",
    )
    finding = Finding(
        "m.mlir", 3, 8, "scatter.C6", "stablehlo.scatter", "f32 differs from f64", "a = b", "use f32", "accepts it"
    )
    assert text_finding(finding) == str(violation)


def test_text_of_a_file_that_cannot_be_read():
    finding = Finding("m.mlir", None, None, PARSE, None, "no program\n  1 | x\n    | ^", fix="write one")
    assert text_finding(finding) == "m.mlir: error: parse: no program\n    1 | x\n      | ^\n    fix: write one"


def test_json_has_the_keys_of_the_schema_in_order():
    other = Finding("ü.mlir", None, None, PARSE, None, 'say "what"\n')
    found = loads(
        written("json", Checked("1.2.3", [FileReport("m.mlir", {"stablehlo.gather": 2})], [FINDING, other], 3))
    )
    entries = found.pop("findings")
    assert found == {
        "version": json.VERSION,
        "hlogen": "1.2.3",
        "files": 1,
        "operations": 2,
        "hidden": 3,
        "rules": {"gather.C17": 1, "parse": 1},
    }
    assert [list(entry) for entry in entries] == [KEYS, KEYS]
    assert entries[0] == {
        "file": "m.mlir",
        "line": 3,
        "column": 8,
        "end_line": 3,
        "end_column": 26,
        "part": 2,
        "function": "main",
        "op": "stablehlo.gather",
        "rule": "gather.C17",
        "level": "error",
        "message": "sizes differ",
        "spec": "a = b",
        "fix": "make them 3",
        "upstream": None,
        "related": [{"file": "model.py", "line": 33, "column": None}],
        "fingerprint": "0123456789abcdef",
        "fixable": None,
    }
    assert (entries[1]["file"], entries[1]["line"], entries[1]["message"]) == ("ü.mlir", None, 'say "what"\n')


def test_json_keeps_names_that_are_no_text():
    told = written("json", Checked("1.2.3", [], [replace(FINDING, file="ü\udcff.mlir")]))
    assert loads(told.encode())["findings"][0]["file"] == "ü\udcff.mlir"


def test_json_of_nothing():
    assert loads(written("json", Checked("1.2.3", [], [])))["findings"] == []


def test_github_escapes_data_and_properties():
    finding = Finding("a,b:c%.mlir", 3, 8, "gather.C17", "stablehlo.gather", "50% of a:b,\r\nc", "x", "y", "z")
    assert annotation(finding) == (
        "::error file=a%2Cb%3Ac%25.mlir,line=3,col=8,title=gather.C17::"
        "50%25 of a:b,%0D%0Ac%0Aspec: x%0Afix: y%0Aupstream: z"
    )


def test_github_leaves_out_what_is_not_known():
    assert annotation(Finding("m.mlir", None, None, PARSE, None, "no")) == "::error file=m.mlir,title=parse::no"


def test_advice_has_its_level():
    assert (
        text_finding(WARNING)
        == "m.mlir:3:8: warning: bounds.clamped in stablehlo.gather: too high\n    spec: a\n    fix: b"
    )
    assert text_finding(NOTE_) == "m.mlir:3:8: note: promise.unset in stablehlo.gather: could be promised"
    assert annotation(WARNING).startswith("::warning file=m.mlir,")
    assert annotation(NOTE_).startswith("::notice file=m.mlir,")


def test_the_summary_counts_advice():
    report = FileReport("m.mlir", {"stablehlo.gather": 1}, [WARNING, NOTE_, NOTE_])
    assert summary([report], report.findings) == ("checked 1 operation in 1 file: no violations, 1 warning, 2 notes")
    broken = replace(WARNING, level="error")
    assert summary([report], [broken, FINDING]) == "checked 1 operation in 1 file: 1 violation, 1 error"


def test_summary():
    clean = FileReport("a.mlir", {"stablehlo.gather": 1, "stablehlo.add": 1})
    assert summary([clean], []) == "checked 2 operations of 2 kinds in 1 file: no violations"
    bad = FileReport("m.mlir", {"stablehlo.gather": 1}, [FINDING])
    assert summary([clean, bad], [FINDING]) == "checked 3 operations of 2 kinds in 2 files: 1 violation"
    failed = Finding("x.mlir", 1, 1, PARSE, None, "no")
    assert summary([bad, FileReport("x.mlir", {}, [failed])], [FINDING, failed]) == (
        "checked 1 operation in 2 files: 1 violation, 1 file could not be read as a whole"
    )
    assert summary([FileReport("a.mlir")], []) == ("checked 0 operations in 1 file: no operation of StableHLO in there")
