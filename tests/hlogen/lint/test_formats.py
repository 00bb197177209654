from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from json import loads
from xml.etree import ElementTree

from hlogen.ir import Location
from hlogen.lint.finding import PARSE, FileReport, Finding, KnownFix, Place, Replacement
from hlogen.lint.formats import Checked, json, junit, written
from hlogen.lint.formats.github import annotation
from hlogen.lint.formats.junit import Case
from hlogen.lint.formats.text import rule_counts, summary, text_counts, text_finding
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
KEYS += ["spec", "fix", "upstream", "picture", "related", "fingerprint", "fixable"]
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


def test_what_has_no_picture_names_none():
    of_add = replace(WARNING, op="stablehlo.add")
    for finding in (FINDING, NOTE_, of_add, replace(WARNING, part=2), replace(WARNING, line=None)):
        assert finding.picture is None
    assert replace(WARNING, file="a b.mlir", column=None).picture == "hlogen explain 'a b.mlir' --op :3"


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
        "picture": None,
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
        == "m.mlir:3:8: warning: bounds.clamped in stablehlo.gather: too high\n    spec: a\n    fix: b\n"
        "    picture: hlogen explain m.mlir --op :3:8"
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
    many = FileReport("a.mlir", {"stablehlo.add": 12_345})
    assert summary([many] * 1000, [FINDING] * 1001) == "checked 12,345,000 operations in 1,000 files: 1,001 violations"
    assert summary([FileReport("a.mlir")], []) == ("checked 0 operations in 1 file: no operation of StableHLO in there")


MENDED = KnownFix("gather.C17", 3, "they are 3", True, (Replacement(3, 8, 3, 11, "3"), Replacement(4, 1, 5, 1, "")))
BARE = Finding("/tmp/ä b.mlir", None, None, PARSE, None, "no program")


def sarif(*findings: Finding) -> dict:
    (run,) = loads(written("sarif", Checked("1.2.3", [], findings)))["runs"]
    return run


def test_sarif_says_all_that_there_is():
    run = sarif(replace(FINDING, known_fix=MENDED), WARNING, FINDING, NOTE_)
    assert run["tool"]["driver"]["version"] == "1.2.3"
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    region = {"startLine": 3, "startColumn": 8, "endColumn": 26}
    place = {"artifactLocation": {"uri": "m.mlir"}, "region": region}
    first, second, third, fourth = run["results"]
    assert first == {
        "ruleId": "gather.C17",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "sizes differ (from model.py:33)\nspec: a = b\nfix: make them 3"},
        "locations": [{"physicalLocation": place, "logicalLocations": [{"name": "main", "kind": "function"}]}],
        "partialFingerprints": {"hlogen/v1": "0123456789abcdef:1"},
        "relatedLocations": [
            {"physicalLocation": {"artifactLocation": {"uri": "model.py"}, "region": {"startLine": 33}}}
        ],
        "fixes": [
            {
                "description": {"text": "they are 3"},
                "artifactChanges": [
                    {
                        "artifactLocation": {"uri": "m.mlir"},
                        "replacements": [
                            {"deletedRegion": {"startLine": 3, "startColumn": 8, "endLine": 3, "endColumn": 11},
                             "insertedContent": {"text": "3"}},
                            {"deletedRegion": {"startLine": 4, "startColumn": 1, "endLine": 5, "endColumn": 1},
                             "insertedContent": {"text": ""}},
                        ],
                    }
                ],
            }
        ],
    }  # fmt: skip
    assert third["partialFingerprints"] == {"hlogen/v1": "0123456789abcdef:2"}
    assert "fixes" not in third
    assert [(one["ruleIndex"], one["level"]) for one in (second, third, fourth)] == [
        (1, "warning"), (0, "error"), (2, "note")]  # fmt: skip
    (location,) = second["locations"]
    assert location == {"physicalLocation": {**place, "region": {"startLine": 3, "startColumn": 8}}}
    assert "fixes" not in sarif(replace(FINDING, known_fix=MENDED._replace(is_safe=False)))["results"][0]


def test_sarif_tells_of_the_rules_that_are_broken():
    titles = {
        "gather.C17": "paired batching dimensions have the same size",
        "bounds.clamped": "a start index is too high and is clamped",
        "upstream.add": "upstream's verifier refuses it, and no rule of the specification explains that",
        "program.order": "a value is used before it is defined, or by what defines it",
        "ignore.unused": "a comment ignores what isn't there",
        "parse": "the file can't be read",
        "internal": "hlogen itself failed on it",
        "add.C2": "If the operation uses quantized tensors: is_quantized(lhs) and is_quantized(rhs) and "
        "is_quantized(result)",
    }
    rules = sarif(*(replace(FINDING, rule=rule) for rule in titles))["tool"]["driver"]["rules"]
    assert {rule["id"]: rule["shortDescription"]["text"] for rule in rules} == titles
    levels = {rule["id"]: rule["defaultConfiguration"]["level"] for rule in rules}
    assert {id for id, level in levels.items() if level != "error"} == {"bounds.clamped", "ignore.unused"}
    helps = {rule["id"]: rule["help"]["text"] for rule in rules}
    assert helps["ignore.unused"] == "fix: remove it, or what it names in vain"
    assert helps["parse"] == titles["parse"]
    assert helps["gather.C17"].startswith("spec: dim(operand, operand_batching_dims...) = dim(start_indices, ")
    assert helps["bounds.clamped"].partition("\n")[2].startswith("fix: ")
    assert {rule["id"] for rule in rules if "fullDescription" not in rule} == {
        *("upstream.add", "program.order", "parse", "internal", "add.C2")
    }


def test_sarif_of_a_file_that_cannot_be_read():
    run = sarif(FINDING, BARE)
    (notified,) = run["invocations"][0]["toolExecutionNotifications"]
    assert run["invocations"][0]["executionSuccessful"] is False
    place = {"physicalLocation": {"artifactLocation": {"uri": "file:///tmp/%C3%A4%20b.mlir"}}}
    assert notified == {"level": "error", "message": {"text": "no program"}, "locations": [place]}
    assert run["results"][1]["locations"] == [place]


def test_gitlab_says_all_that_there_is():
    first, again, other, note, bare = loads(
        written("gitlab", Checked("1.2.3", [], [FINDING, FINDING, WARNING, NOTE_, replace(BARE, file="./a/../b.mlir")]))
    )
    told = sha256(b"m.mlir\x000123456789abcdef\x001").hexdigest()
    assert first == {
        "description": "sizes differ (from model.py:33)\nspec: a = b\nfix: make them 3",
        "check_name": "gather.C17",
        "fingerprint": told,
        "severity": "major",
        "location": {"path": "m.mlir", "lines": {"begin": 3}},
    }
    assert again == {**first, "fingerprint": sha256(b"m.mlir\x000123456789abcdef\x002").hexdigest()}
    assert (other["severity"], note["severity"], bare["severity"]) == ("minor", "info", "major")
    assert bare["location"] == {"path": "b.mlir", "lines": {"begin": 1}}


def test_junit_has_a_case_for_each_file():
    reports = [FileReport(f"{name}.mlir", {"stablehlo.add": 1}) for name in "abcd"]
    findings = [
        *(replace(FINDING, file="a.mlir"), replace(NOTE_, file="a.mlir"), replace(WARNING, file="a.mlir")),
        *(replace(WARNING, file="b.mlir"), replace(FINDING, file="d.mlir"), replace(BARE, file="d.mlir\x1b[1m\x00")),
        replace(BARE, file="d.mlir", message="no \x00 \x1b[31mprogram"),
    ]
    suite = ElementTree.fromstring(written("junit", Checked("1.2.3", reports, findings)))
    assert dict(suite.attrib) == {
        "name": "hlogen check", "tests": "5", "failures": "1", "errors": "2", "skipped": "0", "time": "0.000",
    }  # fmt: skip
    assert [(one.get("name"), one.get("value")) for one in suite.iter("property")] == [("hlogen", "1.2.3")]
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert [*cases] == ["a.mlir", "b.mlir", "c.mlir", "d.mlir", "d.mlir\\x00"]
    assert {case.get("classname") for case in cases.values()} == {"hlogen.check"}
    (failure,) = cases["a.mlir"]
    assert (failure.tag, failure.get("message")) == ("failure", "1 violation, 1 warning")
    assert failure.text == (
        "a.mlir:3:8: error: stablehlo.gather breaks gather.C17: sizes differ (from model.py:33)\n    spec: a = b\n"
        "    fix: make them 3\na.mlir:3:8: warning: bounds.clamped in stablehlo.gather: too high\n    spec: a\n"
        "    fix: b\n    picture: hlogen explain a.mlir --op :3:8"
    )
    assert not [*cases["b.mlir"], *cases["c.mlir"]]  # a warning fails nothing
    (error,) = cases["d.mlir"]
    assert (error.tag, error.get("message")) == ("error", "1 violation, 1 file could not be read as a whole")
    assert error.text is not None
    assert error.text.endswith("d.mlir: error: parse: no \\x00 program")


def test_junit_of_other_commands():
    cases = [
        Case("a", "passes", seconds=0.25),
        Case("a", "fails", "failure", "1 < 2", "told", 1.5),
        Case("b", "is left out", "skipped", "why"),
        Case("b", "ends", "error", "how", seconds=0),
    ]
    suite = ElementTree.fromstring(junit.suite("mine", cases, {"a": "b"}, "2026-01-02T03:04:05"))
    assert dict(suite.attrib) == {
        "name": "mine", "tests": "4", "failures": "1", "errors": "1", "skipped": "1", "time": "1.750",
        "timestamp": "2026-01-02T03:04:05",
    }  # fmt: skip
    found = [
        (
            case.get("classname"),
            case.get("name"),
            case.get("time"),
            [(one.tag, one.get("message"), one.text) for one in case],
        )
        for case in suite.iter("testcase")
    ]
    assert found == [
        ("a", "passes", "0.2500", []),
        ("a", "fails", "1.5000", [("failure", "1 < 2", "told")]),
        ("b", "is left out", None, [("skipped", "why", None)]),
        ("b", "ends", "0.0000", [("error", "how", None)]),
    ]


def test_json_says_what_can_be_mended():
    checked = Checked("1.2.3", [], [replace(FINDING, known_fix=MENDED._replace(is_safe=False))])
    (entry,) = loads(written("json", checked))["findings"]
    assert entry["fixable"] == {
        "what": "they are 3",
        "safe": False,
        "edits": [
            {"line": 3, "column": 8, "end_line": 3, "end_column": 11, "new": "3"},
            {"line": 4, "column": 1, "end_line": 5, "end_column": 1, "new": ""},
        ],
    }


def test_github_has_the_summary_behind_the_annotations():
    report = FileReport("m.mlir", {"stablehlo.gather": 1})
    lines = written("github", Checked("1.2.3", [report], [FINDING, WARNING])).splitlines()
    assert lines == [
        "::error file=m.mlir,line=3,col=8,endLine=3,endColumn=26,title=gather.C17::sizes differ (from model.py:33)"
        "%0Aspec: a = b%0Afix: make them 3",
        "::warning file=m.mlir,line=3,col=8,title=bounds.clamped::too high%0Aspec: a%0Afix: b"
        "%0Apicture: hlogen explain m.mlir --op :3:8",
        "checked 1 operation in 1 file: 1 violation, 1 warning",
    ]


def test_the_most_frequent_rules_come_first():
    findings = [*[WARNING] * 2, *[FINDING] * 1000, NOTE_, NOTE_]
    assert list(text_counts(findings)) == ["1,000  gather.C17", "    2  bounds.clamped", "    2  promise.unset"]
    assert rule_counts([]) == []
    assert list(text_counts([])) == []


def test_findings_are_known_where_other_lines_and_numbers_change():
    known = FINDING.known_by("  %0:2 = foo %12, #map3")
    same = [FINDING.known_by(line) for line in ("%9:2   =   foo %a, #map\n", " %x = foo %y, #z")]
    assert {one.fingerprint for one in same} == {known.fingerprint}
    assert len(known.fingerprint) == 16
    others = [
        FINDING.known_by("%0 = bar %12, #map3"),
        FINDING.known_by(),
        *(replace(FINDING, **change).known_by("  %0:2 = foo %12, #map3") for change in (
            {"rule": "gather.C18"}, {"op": "stablehlo.scatter"}, {"function": "other"})),
    ]  # fmt: skip
    assert len({one.fingerprint for one in [known, *others]}) == 6
    moved = replace(FINDING, line=99, column=1, file="n.mlir", message="else").known_by("%0 = foo %1, #map")
    assert moved.fingerprint == known.fingerprint
    assert replace(FINDING, message="else").known_by().fingerprint != FINDING.known_by().fingerprint
