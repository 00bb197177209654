from __future__ import annotations

import json

import pytest

KEYS = ["file", "line", "column", "rule", "op", "message", "spec", "fix", "upstream"]


@pytest.fixture
def tree(files, programs):
    files(good_mlir=programs["rows"], bad_mlir=programs["invalid"])


def test_clean(tree, invoke):
    result = invoke("check", "good.mlir")
    assert (result.exit_code, result.stdout) == (0, "checked 1 operation in 1 file: no violations\n")


def test_text_is_compiler_like(tree, invoke):
    result = invoke("check", ".")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("./bad.mlir:2:8: error: stablehlo.gather breaks gather.C9: ")
    assert [line.split(":")[0] for line in lines[1:3]] == ["    spec", "    fix"]
    assert lines[3] == "checked 2 operations in 2 files: 1 violation"
    assert "\x1b" not in result.stdout


def test_colours_on_a_terminal_unless_no_color_says_no(tree, invoke):
    assert "\x1b[" in invoke("check", "bad.mlir", color=True).stdout
    assert "\x1b[" not in invoke("check", "bad.mlir", color=True, env={"NO_COLOR": "1"}).stdout


def test_json(tree, invoke):
    result = invoke("check", "bad.mlir", "good.mlir", "--format", "json")
    (entry,) = json.loads(result.stdout)
    assert result.exit_code == 1
    assert list(entry) == KEYS
    assert (entry["file"], entry["line"], entry["column"]) == ("bad.mlir", 2, 8)
    assert (entry["rule"], entry["op"], entry["upstream"]) == ("gather.C9", "stablehlo.gather", None)
    assert json.loads(invoke("check", "good.mlir", "--format=json").stdout) == []


def test_github(tree, invoke):
    result = invoke("check", "bad.mlir", "--format", "github")
    assert result.exit_code == 1
    assert result.stdout.startswith("::error file=bad.mlir,line=2,col=8,title=gather.C9::")
    assert "%0Aspec: " in result.stdout


def test_select_and_ignore(tree, invoke):
    assert invoke("check", "bad.mlir", "--select", "scatter,gather.C17").exit_code == 0
    assert invoke("check", "bad.mlir", "--select", "gather").exit_code == 1
    assert invoke("check", "bad.mlir", "--ignore", "gather.C9").exit_code == 0
    result = invoke("check", "bad.mlir", "--select", "gather.C99")
    assert result.exit_code == 2
    assert "no constraint 'gather.C99'; did you mean gather.C9" in result.stderr


def test_standard_input(programs, invoke):
    result = invoke("check", "-", "--format", "json", input=programs["invalid"])
    assert [(entry["file"], entry["line"]) for entry in json.loads(result.stdout)] == [("<stdin>", 2)]


def test_all_violations_of_one_operation_at_once(files, programs, invoke):
    broken = programs["invalid"].replace("start_index_map = [0]", "start_index_map = [0, 1]")
    files(m_mlir=broken)
    entries = json.loads(invoke("check", "m.mlir", "--format", "json").stdout)
    assert {entry["rule"] for entry in entries} == {"gather.C3", "gather.C9"}


def test_what_upstream_accepts_is_said(files, invoke):
    from hlogen.spec.catalogue import constraints

    files(m_mlir=constraints()["scatter.C6"].example)
    result = invoke("check", "m.mlir")
    assert result.exit_code == 1
    assert "    upstream: " in result.stdout


def test_a_file_that_cannot_be_read_gives_2_whatever_the_others_hold(tree, files, programs, invoke, mortal):
    files(c_mlir="hello", d_mlir=programs["deadly"], e_mlir=programs["invalid"])
    result = invoke("check", ".", "--format", "json")
    assert result.exit_code == 2
    entries = json.loads(result.stdout)
    assert [(entry["file"], entry["rule"]) for entry in entries] == [
        ("./bad.mlir", "gather.C9"),
        ("./c.mlir", "parse"),
        ("./d.mlir", "parse"),
        ("./e.mlir", "gather.C9"),
    ]
    assert entries[2]["message"].startswith("upstream's parser crashed (signal SIG")
    text = invoke("check", ".").stdout
    assert text.endswith("2 violations, 2 files could not be checked\n")


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (["missing.mlir"], "no file or folder missing.mlir"),
        (["god.mlir"], "did you mean good.mlir?"),
        (["empty"], "the folder empty has no programs in it"),
    ],
)
def test_paths_that_are_not_there(tree, tmp_path, invoke, paths, message):
    (tmp_path / "empty").mkdir()
    result = invoke("check", *paths)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert message in result.stderr


def test_a_time_limit(tree, files, invoke):
    files(long_mlir="module {}\n// -----\n" * 2000)
    result = invoke("check", "long.mlir", "--time-limit", "0.001")
    assert result.exit_code == 2
    assert "longer than 0.001 s" in result.stdout


def test_files_in_the_working_folder_are_not_imported(tree, files, hlogen):
    files(numpy_py="raise SystemExit('imported from the working folder')", json_py="raise SystemExit('also')")
    # -P is what an installed console script does by itself
    code, _, stderr = hlogen("check", "good.mlir", env={"PYTHONSAFEPATH": "1"})
    assert (code, stderr) == (0, "")


def test_a_reader_that_goes_away_is_no_error(files, programs, start_hlogen):
    files(bad_mlir="".join(programs["invalid"].replace("@main", f"@f{number}") for number in range(500)))
    with start_hlogen("check", "bad.mlir") as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
