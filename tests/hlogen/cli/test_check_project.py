"""The life of a repository with `hlogen check`: config, baseline, comments, fixes, and reports for CI."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import hlogen as hl
from hlogen.lint import config
from hlogen.mlir.writer import to_bytecode
from hlogen.spec.hazards import hazards

FUNCTION = """\
func.func @f{0}(%x: tensor<3x4xf32>, %i: tensor<2x{1}xi64>) -> tensor<2x4xf32> {{
  %0 = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], {2}
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}}>
    : (tensor<3x4xf32>, tensor<2x{1}xi64>) -> tensor<2x4xf32> loc("model.py":33:1)
  return %0 : tensor<2x4xf32>
}}
"""
GOOD = FUNCTION.format("", 1, "collapsed_slice_dims = [0],")
BAD = FUNCTION.format("", 2, "collapsed_slice_dims = [0],")  # breaks gather.C3
LATE = "func.func @g(%x: tensor<2xf32>) {\n  %0 = stablehlo.constant dense<7> : tensor<i32>\n" + (
    "  %1 = stablehlo.dynamic_slice %x, %0, sizes = [1] : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>\n  return\n}\n"
)  # bounds.clamped


@pytest.fixture
def repository(files, tmp_path):
    """Two programs that are wrong, one that is right, one that isn't ours, and one of several parts."""
    for folder in ("old", "third_party"):
        (tmp_path / folder).mkdir()
    config.forget()
    files(good_mlir=GOOD, bad_mlir=BAD, late_mlir=LATE)
    Path("old/a.mlir").write_text(f"{GOOD}\n// -----\n{BAD}")
    Path("third_party/b.mlir").write_text(BAD)
    Path("hlogen.toml").write_text('exclude = ["third_party"]\nerror = ["bounds"]\n')
    return tmp_path


@pytest.fixture
def found(invoke):
    def found(*args, **options):
        result = invoke("check", *args, "--format", "json", **options)
        report = json.loads(result.stdout)
        return [(one["file"], one["line"], one["rule"], one["level"]) for one in report["findings"]]

    return found


ALL = [
    ("./bad.mlir", 2, "gather.C3", "error"),
    ("./late.mlir", 3, "bounds.clamped", "error"),
    ("./old/a.mlir", 10, "gather.C3", "error"),
]


def test_configs_and_options(repository, invoke, found):
    assert found(".") == ALL
    assert found(".", "--isolated") == [
        ALL[0],
        ("./late.mlir", 3, "bounds.clamped", "warning"),
        ALL[2],
        ("./third_party/b.mlir", 2, "gather.C3", "error"),
    ]
    Path("old/pyproject.toml").write_text("[tool.hlogen]\nignore = ['gather']\n")
    config.forget()
    assert found(".") == ALL[:2]
    Path("hlogen.toml").write_text(
        'per-file-ignores = { "bad.mlir" = ["gather.C3"] }\nadvice = false\ntime-limit = 60\n'
    )
    config.forget()
    assert found("bad.mlir", "late.mlir") == []
    assert found("late.mlir", "--error", "bounds") == []  # there is no advice to be an error
    assert found("bad.mlir", "old", "third_party", "--exclude", "third_party") == []
    result = invoke("check", "third_party", "--exclude", "third_party")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--exclude leaves out all of it: third_party/b.mlir" in result.stderr
    assert found("-", "--stdin-filename", "bad.mlir", input=BAD) == []
    assert found("-", "--stdin-filename", "x/other.mlir", input=BAD) == [("x/other.mlir", 2, "gather.C3", "error")]
    Path("hlogen.toml").write_text('select = ["gather.C99"]\n')
    config.forget()
    result = invoke("check", "bad.mlir")
    assert result.exit_code == 2
    assert f"{repository / 'hlogen.toml'}: select: there is no constraint or hazard 'gather.C99'" in result.stderr
    assert 'ignore = ["gather"]  # /' in invoke("config", "old").stdout
    told = json.loads(invoke("config", "bad.mlir", "--format", "json").stdout)
    assert told["settings"]["select"] == {"value": ["gather.C99"], "source": str(repository / "hlogen.toml")}
    assert "no hlogen.toml here or above" not in invoke("config").stdout
    assert invoke("config", "nowhere").exit_code == 2


def test_a_baseline_hides_what_is_known_where_lines_move(repository, invoke, found):
    assert invoke("check", ".", "--update-baseline").exit_code == 2  # where to?
    with Path("hlogen.toml").open("a") as file:
        file.write('baseline = "known.json"\n')
    config.forget()
    result = invoke("check", ".")
    assert result.exit_code == 2
    assert "there is no baseline" in result.stderr
    result = invoke("check", ".", "--update-baseline")
    assert (result.exit_code, result.stdout) == (0, f"wrote 3 findings to {repository / 'known.json'}\n")
    assert found(".") == []
    assert invoke("check", ".").stdout.endswith(
        "no violations; 3 findings ignored by comments or known to the baseline\n"
    )
    Path("bad.mlir").write_text(f"// More of it.\n\n{BAD}\n{BAD.replace('@f', '@h').replace('%0', '%7')}")
    assert found(".") == [("./bad.mlir", 11, "gather.C3", "error")]  # in another function
    Path("bad.mlir").write_text(GOOD)
    assert "; 1 finding of the baseline gone (--update-baseline forgets them)" in invoke("check", ".").stdout
    Path("late.mlir").unlink()
    assert invoke("check", "bad.mlir", "--update-baseline").exit_code == 0  # of the others it knows nothing new
    assert list(json.loads(Path("known.json").read_text())["files"]) == ["old/a.mlir"]
    for damage in ("", "[]", '{"version": 2}', '{"version": 1, "files": {"a": [{"rule": 1}]}}', '{"version": 1}'):
        Path("known.json").write_text(damage)
        result = invoke("check", ".")
        assert (result.exit_code, "known.json" in result.stderr) == (2, True)


def test_comments_are_heeded_added_and_told_where_they_are_of_no_use(repository, invoke, found):
    Path("old/a.mlir").write_text(BAD.replace(">}>", ">}> // as the model has it"))
    result = invoke("check", ".", "--add-ignores")
    assert (result.exit_code, result.stdout.splitlines()[:3]) == (
        0,
        [
            "./bad.mlir: added comments for 1 finding",
            "./late.mlir: added comments for 1 finding",
            "./old/a.mlir: added comments for 1 finding",
        ],
    )
    assert "collapsed_slice_dims = [0],  // hlogen: ignore[gather.C3]\n" in Path("bad.mlir").read_text()
    assert found(".") == []
    assert invoke("check", ".").exit_code == 0
    twice = (
        Path("late.mlir").read_text().replace("tensor<1xf32>\n", "tensor<1xf32>\n").replace("bounds.clamped", "add.C1")
    )
    Path("late.mlir").write_text(twice)
    assert [one[2] for one in found("late.mlir")] == ["bounds.clamped", "ignore.unused"]
    invoke("check", "late.mlir", "--add-ignores", "--ignore", "ignore")
    assert "// hlogen: ignore[add.C1, bounds.clamped]\n" in Path("late.mlir").read_text()
    assert [one[2] for one in found("late.mlir")] == ["ignore.unused"]
    assert found("late.mlir", "--no-advice") == []  # what it is for isn't looked for
    assert invoke("check", "late.mlir", "--error", "ignore.unused").exit_code == 1
    Path("good.mlir").write_text("// hlogen: ignore-file[gather]\n" + BAD + "// -----\n" + BAD)
    assert found("good.mlir") == []
    result = invoke("check", "-", "--add-ignores", input=BAD)
    assert result.exit_code == 1
    assert "<stdin>: no comments added: only a file of MLIR's text is written" in result.stdout
    noted = LATE.replace("tensor<1xf32>\n", "tensor<1xf32>  // as it was\n")  # behind which nothing can be said
    Path("good.mlir").write_text(f"{noted}// -----\n{noted}")
    invoke("check", "good.mlir", "--add-ignores")
    before = noted.replace("  %1 =", "  // hlogen: ignore[bounds.clamped]\n  %1 =")
    assert Path("good.mlir").read_text() == f"{before}// -----\n{before}"
    Path("good.mlir").write_text(BAD)
    Path("good.mlir").chmod(0o444)
    Path("code.mlirbc").write_bytes(to_bytecode(hl.parse(LATE)))
    result = invoke("check", "good.mlir", "code.mlirbc", "--add-ignores")
    assert "good.mlir: no comments added: it is read-only" in result.stdout
    assert "code.mlirbc: no comments added: it is bytecode" in result.stdout
    assert Path("good.mlir").read_text() == BAD
    noted = hazards()["promise.unset"].example
    Path("noted.mlir").write_text(noted)
    result = invoke("check", "noted.mlir", "--add-ignores")
    assert "in 1 file: no violations, 1 note; " in result.stdout  # which stays what it is
    assert Path("noted.mlir").read_text() == noted


def test_a_comment_in_front_of_an_operation_is_about_all_in_it(repository, found):
    Path("bad.mlir").write_text(f"// hlogen: ignore[gather] it is old\n{BAD}\n{BAD.replace('@f', '@h')}")
    assert found("bad.mlir") == [("bad.mlir", 10, "gather.C3", "error")]


def test_reports_go_to_files_all_at_once(repository, invoke):
    reports = {"json": "a.json", "sarif": "a.sarif", "junit": "a.xml", "gitlab": "q.json", "github": "g.txt"}
    options = [f"--format={style}={file}" for style, file in reports.items()]
    result = invoke("check", ".", *options)
    assert result.exit_code == 1
    assert result.stdout.endswith("in 4 files: 2 violations, 1 error\n")
    invoke("check", ".", "--format", "sarif", "--output-file", "b.sarif")
    assert Path("b.sarif").read_text() == Path("a.sarif").read_text()
    invoke("check", ".", "-o", "t.txt")
    assert Path("t.txt").read_text() == result.stdout
    (run,) = json.loads(Path("a.sarif").read_text())["runs"]
    places = [one["locations"][0]["physicalLocation"] for one in run["results"]]
    assert [one["artifactLocation"]["uri"] for one in places] == ["bad.mlir", "late.mlir", "old/a.mlir"]
    assert places[0]["region"] == {"startLine": 2, "startColumn": 8, "endColumn": 26}
    (related,) = run["results"][0]["relatedLocations"]
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "model.py"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["gather.C3", "bounds.clamped"]
    assert [one["ruleIndex"] for one in run["results"]] == [0, 1, 0]
    assert len({json.dumps(one["partialFingerprints"]) for one in run["results"]}) == 2  # the first and last are alike
    quality = json.loads(Path("q.json").read_text())
    assert len({one["fingerprint"] for one in quality}) == 3
    assert [one["location"] for one in quality][2] == {"path": "old/a.mlir", "lines": {"begin": 10}}
    suite = ElementTree.parse("a.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "3", "0")
    assert Path("g.txt").read_text().splitlines()[0].startswith("::error file=./bad.mlir,line=2,col=8,endLine=2,")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--format", "xml"], "'xml' is none of text, json"),
        (["--format", "json", "--format", "sarif"], "json and sarif can't share standard output; write sarif=FILE"),
        (["--format", "json=a", "-o", "a"], "two reports can't be written to one file, a"),
        (["--format", "json", "--fix"], "write --format json=FILE beside them"),
        (["--fix", "--statistics"], "are one at a time"),
        (["--format", "json=no/where.json"], "no/where.json can't be written"),
        (["--target", "1"], "--target is a version of StableHLO"),
    ],
)
def test_reports_that_cannot_be(repository, invoke, options, said):
    result = invoke("check", ".", *options)
    assert result.exit_code == 2
    assert said in result.stderr


def test_few_findings_and_any_exit_code(repository, invoke):
    assert invoke("check", ".", "--exit-zero").exit_code == 0
    Path("nonsense.mlir").write_text("nonsense")
    assert invoke("check", ".", "--exit-zero").exit_code == 2
    result = invoke("check", ".", "--max-findings", "1")
    assert result.stdout.count(": error: ") == 1
    assert "; 3 findings more not shown (--max-findings)" in result.stdout
    assert len(json.loads(invoke("check", ".", "--max-findings=0", "--format=json").stdout)["findings"]) == 0


def test_how_much_is_said(repository, invoke):
    assert invoke("check", "good.mlir", "-q").stdout == ""
    assert invoke("check", ".", "-q").stdout.count("error:") == 3
    assert "checked" not in invoke("check", ".", "-q").stdout
    told = invoke("check", ".", "-v").stdout
    assert "./good.mlir: 1 operation, nothing wrong\n" in told
    assert f"config: {repository / 'hlogen.toml'}\n" in told


def test_what_a_target_cannot_read_is_told(repository, found, invoke):
    batched = GOOD.replace(
        "collapsed_slice_dims = [0],", "operand_batching_dims = [0], start_indices_batching_dims = [0],"
    )
    batched = batched.replace("start_index_map = [0]", "start_index_map = []").replace("2x1xi64", "3x0xi64")
    Path("bad.mlir").write_text(batched.replace("2x4xf32", "3x4xf32"))
    assert found("bad.mlir", "--target", "1.1.0") == []
    assert found("bad.mlir", "--target", "1.0.0")[0][2:] == ("target.version", "error")
    assert found("bad.mlir", "--target", "1.0.0", "--ignore", "target") == []
    assert "batching dims" in invoke("check", "bad.mlir", "--target", "1.0.0").stdout


def test_all_programs_of_a_script_are_checked_each_thing_once(files, found):
    build = "lambda x: hl.dynamic_slice(x, [hl.constant(9, 'i32')], [1])"
    files(
        s_py=f"""import hlogen as hl
inner = hl.function("4xf32", private=True)({build})
a = hl.function("4xf32")(lambda x: inner(x))
b = hl.function("4xf32")(lambda x: inner(x))
c = hl.function("4xf32")({build})  # hlogen: ignore[bounds.clamped]
"""
    )
    assert found("s.py") == [("s.py", 2, "bounds.clamped", "warning")]
    assert found("s.py:c") == []


BACKEND = """class Mine:
    name = "mine"

    def compile(self, program, signature):
        return signature

    def run(self, handle, arrays):
        return [arrays[0] * 7]
"""


def test_backends_of_the_project_have_names(files, tmp_path, invoke):
    (tmp_path / "tools").mkdir()
    Path("tools/backend.py").write_text(BACKEND)
    Path("hlogen.toml").write_text('backends = { ours = "tools/backend.py:Mine" }')
    config.forget()
    files(m_mlir="func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {\n  return %x : tensor<2xi32>\n}")
    assert "[ 7 14]" in invoke("run", "m.mlir", "-i", "[1, 2]", "--backend", "ours").stdout
    assert "there is no backend 'theirs'" in invoke("run", "m.mlir", "-i", "[1, 2]", "--backend", "theirs").stderr


def test_what_changes_is_checked_again(monkeypatch, tmp_path, files, invoke):
    """New, changed and deleted files, a config, half of one, until Ctrl-C."""
    config.forget()
    files(a_mlir=GOOD, b_mlir=BAD)
    nested = tmp_path / "folder"

    def new_file():
        nested.mkdir()
        (nested / "c.mlir").write_text(BAD)

    steps = [
        lambda: None,
        lambda: files(b_mlir=GOOD),
        new_file,
        lambda: (tmp_path / "hlogen.toml").write_text("ignore = "),
        lambda: (tmp_path / "hlogen.toml").write_text('ignore = ["gather.C3"]'),
        (nested / "c.mlir").unlink,
    ]

    def one_step(seconds):
        if not steps:
            raise KeyboardInterrupt
        steps.pop(0)()

    monkeypatch.setattr("hlogen.cli.watch.sleep", one_step)
    result = invoke("check", ".", "--watch", "--no-cache")
    assert result.exit_code == 130
    told = [re.sub(r"^\d\d:\d\d:\d\d ", "at ", line) for line in result.stdout.splitlines() if line[0] != " "]
    assert [line.partition(" breaks")[0] for line in told] == [
        "./b.mlir:2:8: error: stablehlo.gather",
        "checked 2 operations in 2 files: 1 violation",
        "watching 2 files; Ctrl-C ends it",
        "at ./b.mlir",
        "checked 2 operations in 2 files: no violations",
        "at ./folder/c.mlir",
        "./folder/c.mlir:2:8: error: stablehlo.gather",
        "checked 3 operations in 3 files: 1 violation",
        "at ./a.mlir, ./b.mlir, ./folder/c.mlir",
        f"error: {tmp_path}/hlogen.toml isn't TOML: Invalid value (at end of document)",
        "at ./a.mlir, ./b.mlir, ./folder/c.mlir",
        "checked 3 operations in 3 files: no violations",
        "at ./folder/c.mlir (gone)",
        "checked 2 operations in 2 files: no violations",
    ]
    for wrong in (["--fix"], ["--format", "json"], ["-o", "f"], ["--statistics"], ["-"]):
        assert invoke("check", "a.mlir", "--watch", *wrong).exit_code == 2
