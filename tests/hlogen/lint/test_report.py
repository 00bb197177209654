"""What is found in a program, with its places: in signatures, behind words of any kind, of scripts, and of several."""

from __future__ import annotations

from pathlib import Path

import pytest

import hlogen as hl
from hlogen.errors import UsageError
from hlogen.ir import Location
from hlogen.lint.finding import INTERNAL, PARSE, FileReport, Finding, Place
from hlogen.lint.report import built_report, joined, report, source_findings, text_findings
from hlogen.mlir.writer import to_bytecode
from hlogen.spec.constraint import ConstraintError, Violation

WRONG = "!quant.uniform<i8<-127:127>:f32, -0.5>"
BAD = """\
// ä
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return %x : tensor<2xf32>
}
"""


def words(text: str) -> list[tuple[str, str]]:
    """The rule of each finding, and what stands where it is said to be."""
    lines = text.split("\n")
    found = []
    for one in placed(text):
        assert one.line is not None
        assert one.column is not None
        assert one.end_column is not None
        found.append((one.rule, lines[one.line - 1][one.column - 1 : one.end_column - 1]))
    return found


def placed(text: str) -> list[Finding]:
    """As a report has them, with the words that they are about."""
    from hlogen.lint.in_text import placed
    from hlogen.lint.report import found_in
    from hlogen.mlir.reader import parts

    return [
        one
        for part in parts(text, name="m.mlir", own_places=True)
        for one in placed(found_in("m.mlir", part, True)[1], part, "m.mlir")
    ]


NARROW = """\
func.func @f(%x: tensor<6xf8E3M4>) -> tensor<2xf8E3M4> {
  %i = stablehlo.constant dense<[0, 8]> : tensor<2xi32>
  %0 = "stablehlo.gather"(%x, %i) {slice_sizes = array<i64: 1>, dimension_numbers = #stablehlo.gather<
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  } : (tensor<6xf8E3M4>, tensor<2xi32>) -> tensor<2xf8E3M4>
  return %0 : tensor<2xf8E3M4>
}
"""


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (NARROW, ["promise.unset", "bounds.clamped", "target.version"]),
        (NARROW.replace("0, 8]", "0, 5]"), ["promise.unset", "target.version"]),
        (NARROW.replace("f8E3M4", "f32"), ["promise.unset", "bounds.clamped"]),
        (NARROW.replace("tensor<2xf8", "tensor<3xf8"), ["gather.C22"]),
    ],
)
def test_what_a_target_cannot_read_is_said_of_what_breaks_no_rule(tmp_path: Path, text: str, rules: list[str]) -> None:
    """Whatever else is certain of it."""
    (tmp_path / "m.mlir").write_text(text)
    said = report(str(tmp_path / "m.mlir"), "m.mlir", target="1.0.0")
    assert sorted(finding["rule"] for one in said for finding in one.get("findings", ())) == sorted(rules)


@pytest.mark.parametrize(
    ("signature", "word"),
    [
        (f"(%x: i1, %y: tensor<2x{WRONG}>) {{", f"tensor<2x{WRONG}>"),
        (f"(%ä: tensor<2x{WRONG}>) {{", f"tensor<2x{WRONG}>"),
        (f"(%x: i1,\n    %y: tensor<2x{WRONG}>) {{", f"tensor<2x{WRONG}>"),
        (
            "(%x: tensor<2x!quant.uniform<i8<-127 : 127> : f32, -0.5> >) {",
            "tensor<2x!quant.uniform<i8<-127 : 127> : f32, -0.5> >",
        ),
    ],
)
def test_a_type_in_a_signature_is_found_there(signature: str, word: str) -> None:
    signature = signature.replace("%ä", "%a")
    other = f"func.func private @g(tensor<4xf32>)\n/{'/'} tensor<2x{WRONG}>\n"
    found = [one for one in words(f"{other}func.func @f{signature}\n  return\n}}\n") if one[0].startswith("quant")]
    assert found == [("quantized_element_type.C5", word)]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('%0 = "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<3xf32>', '"stablehlo.abs"'),
        ("%0 = stablehlo.abs %x : (tensor<2xf32>) -> tensor<3xf32>", "stablehlo.abs"),
        ("%0 = stablehlo.add %x, %nobody : tensor<2xf32>", "%nobody"),
        ("%0 = stablehlo.addd %x, %x : tensor<2xf32>", "stablehlo.addd"),
    ],
)
def test_what_a_finding_is_about_is_one_word(line: str, word: str) -> None:
    text = f"func.func @main(%x: tensor<2xf32>) {{\n  {line}\n  return\n}}\n"
    assert [one for _, one in words(text)] == [word]
    assert [one for _, one in words(f"// ü\n\n{text}// -----\n{text}")] == [word, word]


def test_findings_of_texts_files_and_bytes(tmp_path: Path) -> None:
    file = tmp_path / "bad.mlir"
    file.write_text(BAD)
    for source, name in ((BAD, "-"), (file, str(file)), (str(file), str(file)), (BAD.encode(), "-")):
        (found,) = source_findings(source)
        assert (found.rule, found.place, found.function) == ("add.C1", f"{name}:3:8", "f")
    (found,) = text_findings("x.mlir", BAD)
    assert (found.rule, found.place) == ("add.C1", "x.mlir:3:8")
    assert [one.line for one in source_findings(f"{BAD}// -----\n{BAD}")] == [3, 9]
    (found,) = source_findings("nonsense of\nsome kind")
    assert (found.rule, found.file, found.line) == (PARSE, "-", 1)
    (found,) = source_findings(b"ML\xefRnonsense")
    assert (found.rule, found.message.partition(":")[0]) == (PARSE, "this MLIR bytecode can't be read")
    assert source_findings(to_bytecode(hl.parse(BAD.replace("3x", "2x")))) == []
    with pytest.raises(UsageError, match="there is no file"):
        source_findings("nowhere.mlir")
    advised = "func.func @f(%x: tensor<2xi32>) {\n  %c = stablehlo.constant dense<0> : tensor<2xi32>\n" + (
        "  %0 = stablehlo.divide %x, %c : tensor<2xi32>\n  return\n}"
    )
    assert source_findings(advised) == []
    assert [one.rule for one in text_findings("x.mlir", advised)] == ["number.division"]


def test_reports_of_one_file_are_joined() -> None:
    one = Finding("s.py", 3, 1, "add.C1", "stablehlo.add", "so")
    two, late = (Finding("s.py", line, 2, "add.C1", "stablehlo.add", "so") for line in (3, 9))
    nowhere = Finding("s.py", None, None, PARSE, None, "so")
    other = Finding("s.py", 3, 1, "add.C1", "stablehlo.add", "otherwise")
    first = FileReport("s.py", {"stablehlo.add": 2}, [late, one], digest="d")
    second = FileReport("s.py", {"stablehlo.add": 1, "stablehlo.abs": 1}, [one, two, nowhere, other])
    found = joined([first, second])
    assert (found.file, found.digest, found.kinds) == ("s.py", "d", {"stablehlo.add": 3, "stablehlo.abs": 1})
    assert found.findings == [nowhere, one, other, two, late]
    assert found.operations == 4


def raising(error: Exception):
    def build() -> hl.ir.Module:
        raise error

    return build


def test_what_a_script_raises_is_placed_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script, other = tmp_path / "s.py", tmp_path / "lib" / "o.py"
    script.write_text("x = 1  # hlogen: ignore[add]\n")

    def said(error: Exception) -> list[tuple[str, str, str]]:
        report = built_report("s.py", raising(error), True)
        assert (report.file, report.kinds, len(report.ignores)) == ("s.py", {}, 1)
        assert all(one.fingerprint for one in report.findings)
        return [(one.place, one.rule, one.message) for one in report.findings]

    assert said(UsageError(f"{script}:7: error: it is wrong")) == [("s.py:7", PARSE, "it is wrong")]
    assert said(UsageError(f"it is wrong\n  where: {other}:12")) == [
        ("lib/o.py:12", PARSE, f"it is wrong\n  where: {other}:12")
    ]
    traced = f'it is wrong:\n  File "{other}", line 3, in f\n  File "{script}", line 5, in g'
    assert said(UsageError(traced)) == [("s.py:5", PARSE, traced)]
    assert said(UsageError("it is wrong")) == [("s.py", PARSE, "it is wrong")]
    violations = [
        Violation("add.C1", "m", "s", "f", "stablehlo.add", Location(str(script), 4)),
        Violation("abs.C1", "n", "s", "", "stablehlo.abs", Location("/elsewhere/x.py", 5, 6, Location("a.py", 1, 2))),
    ]
    report = built_report("s.py", raising(ConstraintError("two", violations)), True)
    assert [(one.place, one.rule, one.fix) for one in report.findings] == [
        ("s.py:4", "add.C1", "f"), ("/elsewhere/x.py:5:6", "abs.C1", None)]  # fmt: skip
    assert report.findings[1].related == (Place("a.py", 1, 2),)
    (wrong,) = built_report("s.py", raising(KeyError("k")), True).findings
    assert (wrong.rule, wrong.place) == (INTERNAL, "s.py")
    assert wrong.message.startswith("internal error: KeyError: 'k' (test_report.py:")
