from __future__ import annotations

import json

import pytest

from hlogen.spec.hazards import hazards


def findings(result):
    """The findings that `--format json` has written."""
    return json.loads(result.stdout)["findings"]


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
    (entry,) = findings(result)
    assert result.exit_code == 1
    assert (entry["file"], entry["line"], entry["column"]) == ("bad.mlir", 2, 8)
    assert (entry["rule"], entry["op"], entry["upstream"]) == ("gather.C9", "stablehlo.gather", None)
    assert findings(invoke("check", "good.mlir", "--format=json")) == []


def test_github(tree, invoke):
    result = invoke("check", "bad.mlir", "--format", "github")
    assert result.exit_code == 1
    assert result.stdout.startswith("::error file=bad.mlir,line=2,col=8,endLine=2,endColumn=26,title=gather.C9::")
    assert "%0Aspec: " in result.stdout


def test_select_and_ignore(tree, invoke):
    assert invoke("check", "bad.mlir", "--select", "scatter,gather.C17").exit_code == 0
    assert invoke("check", "bad.mlir", "--select", "gather").exit_code == 1
    assert invoke("check", "bad.mlir", "--ignore", "gather.C9").exit_code == 0
    result = invoke("check", "bad.mlir", "--select", "gather.C99")
    assert result.exit_code == 2
    assert "no constraint or hazard 'gather.C99'; did you mean gather.C9" in result.stderr


def test_standard_input(programs, invoke):
    result = invoke("check", "-", "--format", "json", input=programs["invalid"])
    assert [(entry["file"], entry["line"]) for entry in findings(result)] == [("<stdin>", 2)]


def test_all_violations_of_one_operation_at_once(files, programs, invoke):
    broken = programs["invalid"].replace("start_index_map = [0]", "start_index_map = [0, 1]")
    files(m_mlir=broken)
    entries = findings(invoke("check", "m.mlir", "--format", "json"))
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
    entries = findings(result)
    assert [(entry["file"], entry["rule"]) for entry in entries] == [
        ("./bad.mlir", "gather.C9"),
        ("./c.mlir", "parse"),
        ("./d.mlir", "parse"),
        ("./e.mlir", "gather.C9"),
    ]
    assert entries[2]["message"].startswith("upstream's parser crashed (signal SIG")
    text = invoke("check", ".").stdout
    assert text.endswith("2 violations, 2 files could not be read as a whole\n")


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (["missing.mlir"], "no file or folder missing.mlir"),
        (["god.mlir"], "did you mean good.mlir?"),
        (["empty"], "the folder empty has no programs in it"),
        (["build.py:f", "nope.py:f"], "there is no file or folder nope.py; check the spelling"),
    ],
)
def test_paths_that_are_no_programs(tree, tmp_path, invoke, paths, message):
    (tmp_path / "empty").mkdir()
    (tmp_path / "build.py").touch()
    result = invoke("check", *paths)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert message in result.stderr


SCRIPT = """
import hlogen as hl
import jax.numpy as jnp
import numpy as np

@hl.function("4x3xf32")
def low(x):
    return hl.dynamic_slice(x, [hl.constant(9, "i32"), 0], [1, 3])

def step(x):
    return jnp.take(x, jnp.array([9, 1]), axis=0, mode="clip")
step_args = (np.zeros((4, 3), "f"),)

@hl.function("6xf32", "2xf32")
def unique(x, y):
    return hl.scatter([x], hl.constant([[5], [0]], "i32"), [y], lambda old, new: old + new, update_window_dims=[],
                      inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
                      unique_indices=False)[0]
"""
INVALID = """
import hlogen as hl

@hl.function("4x3xf32")
def bad(x):
    return hl.slice(x, [0, 0], [9, 3], [1, 1])
"""


def test_programs_of_scripts_stand_at_their_lines_among_files(files, invoke, programs):
    files(s_py=SCRIPT, bad_py=INVALID, fails_py="\n1 / 0\n", early_py="import hlogen as hl\nhl.constant(1, 'i99')\n")
    files(a_mlir=programs["invalid"])
    named = ["s.py:step", "bad.py", "a.mlir", "s.py:low", "s.py:unique", "s.py:none", "fails.py", "early.py"]
    found = findings(invoke("check", *named, "--format", "json"))
    assert [(one["file"], one["line"], one["rule"]) for one in found] == [
        ("s.py", 11, "bounds.clamped"),
        ("bad.py", 6, "slice.C3"),
        ("a.mlir", found[2]["line"], found[2]["rule"]),
        ("s.py", 8, "bounds.clamped"),
        ("s.py", 16, "promise.unset"),
        ("s.py", None, "parse"),
        ("fails.py", 2, "parse"),
        ("early.py", 2, "parse"),
    ]
    assert "ZeroDivisionError" in found[-2]["message"]
    result = invoke("check", *named)
    assert result.exit_code == 2
    assert "in 8 files: 2 violations, 2 warnings, 1 note, 3 files could not be read as a whole" in result.stdout
    annotated = invoke("check", "bad.py:bad", "s.py:low", "--format", "github")
    assert annotated.exit_code == 1
    assert annotated.stdout.startswith("::error file=bad.py,line=6,")
    assert invoke("check", "s.py:low", "--no-advice").exit_code == 0
    files(imported_by_uses_py=INVALID.replace("@hl", "# @hl"))
    lines = ("import hlogen as hl", "import imported_by_uses as it", "f = hl.function('4x3xf32')(lambda x: it.bad(x))")
    files(uses_py="\n".join(lines))
    said = invoke("check", "uses.py:f").stdout
    assert said.startswith("imported_by_uses.py:6:12: error: stablehlo.slice breaks slice.C3")
    assert "a Python script writes this program" in invoke("check", "s.py:unique", "--fix").stdout


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


HAZARDS = hazards()


@pytest.fixture
def advised(files):
    names = {
        rule.replace(".", "_").replace("-", "_"): HAZARDS[rule].example
        for rule in ("bounds.clamped", "promise.unset", "promise.unique")
    }
    files(**{f"{name}_mlir": text for name, text in names.items()})


def test_warnings_and_notes_exit_with_0(advised, invoke):
    result = invoke("check", "bounds_clamped.mlir", "promise_unset.mlir")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("bounds_clamped.mlir:3:13: warning: bounds.clamped in stablehlo.gather: ")
    assert [line.split(":")[0] for line in lines[1:3]] == ["    spec", "    fix"]
    assert lines[3] == "    picture: hlogen explain bounds_clamped.mlir --op :3:13"
    assert lines[4].startswith("promise_unset.mlir:3:13: note: promise.unset in stablehlo.scatter: unique_indices ")
    assert (
        lines[5] == "checked 4 operations of 3 kinds in 2 files: no violations, 1 warning, 1 note; 1 fixable with --fix"
    )


def test_a_broken_promise_is_an_error(advised, invoke):
    result = invoke("check", "promise_unique.mlir")
    assert result.exit_code == 1
    assert "promise_unique.mlir:3:13: error: promise.unique in stablehlo.scatter: " in result.stdout
    assert result.stdout.endswith("no violations, 1 error; 1 fixable with --fix\n")


def test_notes_stand_at_the_end(advised, files, programs, invoke):
    files(z_mlir=programs["invalid"])
    places = [line.split(":")[0] for line in invoke("check", ".").stdout.splitlines() if line.startswith("./")]
    assert places == ["./bounds_clamped.mlir", "./promise_unique.mlir", "./z.mlir", "./promise_unset.mlir"]


@pytest.mark.parametrize(("count", "shown"), [(10, 10), (11, 11), (12, 10), (15, 10)])
def test_many_notes_are_counted_unless_they_are_asked_for(files, invoke, count, shown):
    """A single one more is shown: to count it takes a line, too."""
    text = HAZARDS["promise.unset"].example
    files(m_mlir="\n// -----\n".join([text] * count))
    *notes, end = invoke("check", "m.mlir").stdout.splitlines()
    rest = [f"... and {count - shown} more notes; --select promise.unset shows all"] if count > shown else []
    assert all(": note: promise.unset " in line for line in notes[:shown])
    assert notes[shown:] == rest
    checked = f"checked {2 * count} operations of 2 kinds in 1 file: no violations, {count} notes"
    assert end == f"{checked}; {count} fixable with --fix"
    assert len(invoke("check", "m.mlir", "--select", "promise.unset").stdout.splitlines()) == count + 1


def test_advice_can_be_selected_ignored_and_made_an_error(advised, invoke):
    for options, shown, code in [
        (["--ignore", "promise"], ["bounds.clamped"], 0),
        (["--select", "bounds"], ["bounds.clamped"], 0),
        (["--select", "promise.unset"], ["promise.unset"], 0),
        (["--ignore", "promise.unique", "--error", "bounds.clamped"], ["bounds.clamped", "promise.unset"], 1),
        (["--no-advice"], [], 0),
    ]:
        result = invoke("check", ".", *options, "--format", "json")
        assert ([entry["rule"] for entry in findings(result)], result.exit_code) == (shown, code)


def test_levels_in_json_and_for_github(advised, invoke):
    entries = findings(invoke("check", ".", "--format", "json"))
    assert [entry["level"] for entry in entries] == ["warning", "error", "note"]
    commands = [line.split(" ")[0] for line in invoke("check", ".", "--format", "github").stdout.splitlines()[:3]]
    assert commands == ["::warning", "::error", "::notice"]


def test_fix_writes_promises_once(advised, tmp_path, invoke):
    path = tmp_path / "promise_unset.mlir"
    path.chmod(0o640)
    before = path.read_text()
    shown = invoke("check", "promise_unset.mlir", "--diff")
    assert path.read_text() == before
    assert "\n-    unique_indices = false\n+    unique_indices = true\n" in shown.stdout
    assert shown.stdout.endswith("1 note; 1 fix would be made in 1 file\n")
    result = invoke("check", ".", "--fix", "--ignore", "promise.unique")
    assert result.exit_code == 0
    assert "./promise_unset.mlir:3: fixed: promise.unset: unique_indices = true\n" in result.stdout
    assert result.stdout.endswith("no violations, 1 warning; 1 fix made in 1 file\n")
    assert path.read_text() == before.replace("unique_indices = false", "unique_indices = true")
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "bounds_clamped.mlir",
        "promise_unique.mlir",
        "promise_unset.mlir",
    ]
    again = invoke("check", "promise_unset.mlir", "--fix")
    assert again.stdout == "checked 2 operations of 2 kinds in 1 file: no violations; nothing to fix\n"


def test_fix_leaves_alone_what_is_not_selected_and_what_is_no_text(advised, tmp_path, invoke):
    from hlogen.mlir.reader import read
    from hlogen.mlir.writer import to_bytecode

    before = (tmp_path / "promise_unset.mlir").read_bytes()
    invoke("check", ".", "--fix", "--ignore", "promise")
    assert (tmp_path / "promise_unset.mlir").read_bytes() == before
    code = to_bytecode(read(HAZARDS["promise.unset"].example))
    (tmp_path / "code.mlirbc").write_bytes(code)
    result = invoke("check", "code.mlirbc", "--fix")
    assert "code.mlirbc: not fixed: it is bytecode; only text is edited\n" in result.stdout
    assert "note: promise.unset" in result.stdout
    assert (tmp_path / "code.mlirbc").read_bytes() == code
    piped = invoke("check", "-", "--fix", input=before.decode())
    assert "<stdin>: not fixed: standard input has no file to write; --diff shows the edits\n" in piped.stdout
    assert piped.stdout.endswith("1 note; 1 file not fixed\n")


def test_standard_input_is_shown_with_edits(advised, tmp_path, invoke):
    text = (tmp_path / "promise_unset.mlir").read_text()
    shown = invoke("check", "-", "--diff", input=text)
    assert "--- <stdin>\n+++ <stdin>\n" in shown.stdout
    assert "\n+    unique_indices = true\n" in shown.stdout
    assert shown.stdout.endswith("1 fix would be made in 1 file\n")


def test_what_is_read_only_stays_so(advised, tmp_path, invoke):
    path = tmp_path / "promise_unset.mlir"
    path.chmod(0o444)
    before = path.read_bytes()
    result = invoke("check", "promise_unset.mlir", "--fix")
    assert "promise_unset.mlir: not fixed: it is read-only\n" in result.stdout
    assert path.read_bytes() == before
    assert "would be made in 1 file" in invoke("check", "promise_unset.mlir", "--diff").stdout


@pytest.mark.parametrize("options", [["--unsafe-fixes"], ["--diff", "--format", "json"]])
def test_options_that_do_not_go_together(tree, invoke, options):
    assert invoke("check", "good.mlir", *options).exit_code == 2


def test_an_element_type_that_stablehlo_lacks_is_told_as_one(files, invoke, programs):
    files(m_mlir=programs["rows"].replace("x2xf32", "x2xf80"))
    result = invoke("check", "m.mlir")
    assert "breaks gather.I1: operand is tensor<3x2xf80>: f80 is no element type of StableHLO\n" in result.stdout
    result = invoke("run", "m.mlir", "--random")
    assert (result.exit_code, result.stderr.count("error")) == (1, 1)


def test_a_type_of_a_signature_stands_where_it_is_written_there(files, invoke):
    """An alias is no type to be found, least of all in the function behind it."""
    odd = "x!quant.uniform<i8:f32:0, {1.0, 0.5, 0.25}>>"
    body = "{\n  %0 = stablehlo.constant dense<1> : tensor<i32>\n  return\n}"
    files(
        m_mlir=f"""!odd = tensor<4{odd}
func.func @a(%x: tensor<2xf32>,
    %y: tensor<2{odd}) {body}
func.func @b(%x: !odd) {body}
func.func @c(%x: tensor<4{odd}) {body}
"""
    )
    found = [line.partition(": ")[0] for line in invoke("check", "m.mlir").stdout.splitlines() if ", in tensor" in line]
    assert found == ["m.mlir:3:9", "m.mlir:7:1"]


def test_a_fix_leaves_the_notes_of_what_it_leaves(files, invoke):
    """Whatever places the program names, and of no other file."""
    text = hazards()["promise.unset"].example
    odd = text.replace("unique_indices = false", "unique_indices = 0 : i1").replace("@main", "@other")
    assert odd.count("0 : i1") == 1
    lines = "\n".join(
        f'{line} loc("model.py":{number}:1)' if "->" in line and not line.endswith("{") else line
        for number, line in enumerate((odd + text).splitlines(), 33)
    )
    files(m_mlir=lines, n_mlir=text)
    result = invoke("check", "m.mlir", "n.mlir", "--fix")
    assert result.stdout.count("m.mlir:") == 3
    assert ": fixed: promise.unset: unique_indices = true\n" in result.stdout
    assert ": not fixed: unique_indices is written in an unusual way\n" in result.stdout
    (note,) = (line for line in result.stdout.splitlines() if ": note: promise.unset" in line)
    assert "(from model.py:" in note
    assert result.stdout.endswith("1 note; 2 fixes made in 2 files\n")


def test_statistics_count_what_is_found(files, invoke):
    slices = "\n".join(f"  %{n} = stablehlo.slice %a [0:5] : (tensor<2xf32>) -> tensor<5xf32>" for n in range(12))
    add = '  %x = "stablehlo.add"(%a, %0) : (tensor<2xf32>, tensor<5xf32>) -> tensor<2xf32>'
    files(m_mlir=f"func.func @main(%a: tensor<2xf32>) {{\n{slices}\n{add}\n  return\n}}", n_mlir="nonsense")
    result = invoke("check", "m.mlir", "--statistics")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "12  slice.C3",
        " 1  add.C1",
        "checked 13 operations of 2 kinds in 1 file: 13 violations; 12 fixable with --fix --unsafe-fixes",
    ]
    result = invoke("check", "m.mlir", "n.mlir", "--format", "json", "--ignore", "slice")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["rules"] == {"add.C1": 1, "parse": 1}
    for wrong in (["--fix"], ["--diff"], ["--format", "github"]):
        assert invoke("check", "m.mlir", "--statistics", *wrong).exit_code == 2


def test_every_operation_is_checked_whatever_upstream_refuses(files, invoke):
    files(
        m_mlir="""func.func @main(%a: tensor<2xf32>) {
  %0 = stablehlo.slice %a [0:5] : (tensor<2xf32>) -> tensor<5xf32>
  %1 = "chlo.erf"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
func.func @broken() { what is this }
"""
    )
    lines = invoke("check", "m.mlir").stdout.splitlines()
    assert [line.split(": ")[:3] for line in lines if line.startswith("m.mlir")] == [
        ["m.mlir:2:8", "error", "stablehlo.slice breaks slice.C3"],
        ["m.mlir:3:8", "error", "upstream.chlo.erf"],
        ["m.mlir:6:23", "error", "parse"],
    ]
    assert lines[-1] == (
        "checked 1 operation in 1 file: 2 violations, 1 file could not be read as a whole; "
        "1 fixable with --fix --unsafe-fixes"
    )
    result = invoke("check", "m.mlir", "--select", "upstream")
    assert "upstream.chlo.erf" in result.stdout
    assert "slice.C3" not in result.stdout
    assert invoke("check", "m.mlir", "--ignore", "upstream,slice.C3").stdout.count("error:") == 1


def test_what_is_wrong_with_a_program_is_a_violation(files, invoke):
    text = "func.func @f() {\n  return\n}\n"
    files(m_mlir=text * 2)
    result = invoke("check", "m.mlir")
    assert result.exit_code == 1
    assert result.stdout.startswith("m.mlir:4:1: error: program.names: there is another @f already, at m.mlir:1:1\n")
    assert result.stdout.endswith("checked 0 operations in 1 file: 1 violation\n")
    assert invoke("check", "m.mlir", "--ignore", "program").exit_code == 0
    assert invoke("check", "m.mlir", "--select", "program.names").exit_code == 1
    assert invoke("check", "m.mlir", "--select", "program.order").exit_code == 0


def test_nothing_is_said_of_what_was_not_read(files, programs, invoke):
    files(m_mlir="hello", n_mlir=programs["rows"])
    assert invoke("check", "m.mlir").stdout.endswith("0 operations in 1 file: 1 file could not be read as a whole\n")
    assert "no violations in what could be read, 1 file could not" in invoke("check", "m.mlir", "n.mlir").stdout


def test_an_empty_file_is_an_empty_program(files, invoke):
    files(m_mlir="", n_mlir="// nothing yet\n\n")
    result = invoke("check", "m.mlir", "n.mlir")
    assert result.exit_code == 0
    assert result.stdout == "checked 0 operations in 2 files: no operation of StableHLO in there\n"
    assert invoke("run", "m.mlir").exit_code != 0


def test_an_artifact_whose_producer_is_no_text_is_damaged(files, tmp_path, programs, invoke):
    from hlogen.mlir.reader import read
    from hlogen.mlir.writer import to_portable_artifact

    content = to_portable_artifact(read(programs["rows"]), "1.9.0")
    (tmp_path / "m.mlirbc").write_bytes(content.replace(b"StableHLO_v1", b"StableHLO_v\xff", 1))
    result = invoke("check", "m.mlirbc")
    assert result.exit_code == 2
    assert "who wrote it is not in UTF-8" in result.stdout
