from __future__ import annotations

from pathlib import Path

import pytest

import hlogen

DOUBLE = """\
import hlogen as hl

print("a script may print")

@hl.function(hl.tensor("2xi32"))
def double(x):
    return x + x

same = double

if __name__ == "__main__":
    raise SystemExit("not reached")
"""
BATCHED = """\
import hlogen as hl
from double import double

@hl.function(hl.tensor("2x3xf32"), hl.tensor("2x1xi64"))
def batched(operand, start_indices):
    return hl.gather(operand, start_indices, offset_dims=[], collapsed_slice_dims=[1], operand_batching_dims=[0],
        start_indices_batching_dims=[0], start_index_map=[1], index_vector_dim=1, slice_sizes=[1, 1])
"""
INVALID = BATCHED.replace("slice_sizes=[1, 1]", "slice_sizes=[1, 2]")


@pytest.fixture
def scripts(files):
    files(double_py=DOUBLE, batched_py=BATCHED, invalid_py=INVALID)


def test_text(scripts, invoke):
    result = invoke("emit", "double.py")
    assert result.exit_code == 0
    assert "func.func @double(%x: tensor<2xi32>) -> tensor<2xi32>" in result.stdout
    assert result.stdout.endswith("}\n")
    assert result.stderr == "a script may print\n"
    assert list(hlogen.parse(result.stdout).functions) == ["double"]


def test_a_script_imports_from_its_own_folder_and_imported_programs_are_not_meant(scripts, invoke):
    assert "@batched" in invoke("emit", "batched.py").stdout
    assert "@double" in invoke("emit", "batched.py:double").stdout


def test_nothing_is_left_next_to_the_script(scripts, invoke):
    invoke("emit", "batched.py")
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["batched.py", "double.py", "invalid.py"]


@pytest.mark.parametrize(
    ("options", "name"),
    [([], "o.mlirbc"), ([], "o.vhlo"), (["--as", "bytecode"], "o.mlir"), (["--target", "1.0.0"], "p.mlirbc")],
)
def test_bytes(scripts, invoke, options, name):
    result = invoke("emit", "double.py", "-o", name, *options)
    assert result.exit_code == 0
    content = Path(name).read_bytes()
    assert content.startswith(b"ML\xefR")
    assert (b"StableHLO_v1" in content) == (name in ("o.vhlo", "p.mlirbc"))
    assert invoke("emit", name).stdout == invoke("emit", "double.py").stdout


def test_a_dash_is_standard_output(scripts, invoke):
    result = invoke("emit", "double.py", "-o", "-")
    assert result.stdout == invoke("emit", "double.py").stdout
    assert not Path("-").exists()


def test_bytes_on_standard_output(scripts, hlogen, start_hlogen):
    with start_hlogen("emit", "double.py", "--as", "bytecode") as process:
        content, _ = process.communicate(timeout=60)
    assert content.startswith(b"ML\xefR")
    assert list(hlogen_parse(content)) == ["double"]


def hlogen_parse(content):
    return hlogen.parse(content).functions


def test_a_target_that_has_no_batching_dims(scripts, invoke):
    result = invoke("emit", "batched.py", "--target", "1.0.0", "-o", "o.vhlo")
    assert result.exit_code == 0
    assert "StableHLO 1.0.0 has no batching dims, which were expanded: 1 gather rewritten" in result.stderr
    assert "batching_dims" not in invoke("emit", "o.vhlo").stdout


ANNOTATED = """\
import hlogen as hl
from batched import batched
from hlogen.conform.sharded import annotate

annotated = annotate(batched, {"x": 2}, [("x",), None])
"""


def test_annotations_have_no_portable_form(scripts, files, invoke):
    Path("annotated.py").write_text(ANNOTATED)
    assert invoke("emit", "annotated.py:annotated", "-o", "annotated.mlir").exit_code == 0
    result = invoke("emit", "annotated.mlir", "--target", "1.0.0", "-o", "o.vhlo")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: only operations of StableHLO and func")  # and nothing that was done before
    assert (
        "sdy.mesh\nfix: write text or bytecode, which keep Shardy's annotations, or write the program" in result.stderr
    )
    assert not Path("o.vhlo").exists()


def test_a_target_that_is_too_old(scripts, invoke):
    result = invoke("emit", "batched.py", "--target", "0.1.0", "-o", "o.vhlo")
    assert result.exit_code == 2
    assert "not 0.1.0" in result.stderr
    assert not Path("o.vhlo").exists()


def test_nothing_is_overwritten_without_force(scripts, invoke):
    result = invoke("emit", "double.py", "-o", "double.py")
    assert result.exit_code == 2
    assert "double.py exists already and is left as it is" in result.stderr
    assert Path("double.py").read_text() == DOUBLE
    Path("o.mlir").write_text("old")
    assert invoke("emit", "double.py", "-o", "o.mlir", "--force").exit_code == 0
    assert "@double" in Path("o.mlir").read_text()


def test_an_invalid_program_shows_its_diagnostics(scripts, invoke):
    result = invoke("emit", "invalid.py")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "invalid.py:6:12: error: stablehlo.gather breaks gather.C9" in result.stderr


def test_an_invalid_file_shows_its_diagnostics(files, programs, invoke):
    files(m_mlir=programs["invalid"])
    result = invoke("emit", "m.mlir")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("m.mlir:2:8: error: stablehlo.gather breaks gather.C9")


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        (
            "def helper():\n    return {}['x']\nhelper()\n",
            ["line 3, in <module>", "line 2, in helper", "KeyError: 'x'"],
        ),
        ("def f(:\n", ["line 1", "SyntaxError"]),
        ("import nowhere_to_be_found\n", ["line 1", "ModuleNotFoundError"]),
        ("import sys\nsys.exit(3)\n", ["ended itself (exit code 3)"]),
        ("import hlogen as hl\nhl.tensor('2x3xq32')\n", ["s.py:2: error: ", "'q32' is none"]),
        (
            "import hlogen as hl\n@hl.function(hl.tensor('2xi32'))\ndef f(x):\n    return x + y\n",
            ["line 4, in f", "NameError"],
        ),
    ],
)
def test_errors_of_the_script_are_shown_as_its_own(files, invoke, script, shown):
    files(s_py=script)
    result = invoke("emit", "s.py")
    assert (result.exit_code, result.stdout) == (2, "")
    for text in shown:
        assert text in result.stderr
    assert str(Path(hlogen.__file__).parent) not in result.stderr
    assert "importlib" not in result.stderr


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("nowhere.py", "no file or folder nowhere.py"),
        (".", ". is a folder; name one program"),
        ("double.py:nope", "double.py defines no program called nope; it defines: double, same"),
        ("two.py", "two.py defines 2 programs: one, two; choose one, such as two.py:one"),
        ("none.py", "none.py defines no program; make one with @hlogen.function"),
        ("notes.txt", "notes.txt:1:1: error: "),
        ("m.mlir:main", "a name chooses among a script's programs"),
    ],
)
def test_bad_calls(scripts, files, programs, invoke, source, message):
    two = DOUBLE.replace("double(", "one(").replace("same = double", "") + DOUBLE[DOUBLE.index("@") :].replace(
        "double", "two"
    ).replace("same = two", "")
    files(two_py=two, none_py="x = 1\n", notes_txt="hello", m_mlir=programs["rows"])
    result = invoke("emit", source)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_target_without_portable_is_a_mistake(scripts, invoke):
    result = invoke("emit", "double.py", "--target", "1.0.0", "--as", "text")
    assert result.exit_code == 2
    assert "--target is for portable artifacts" in result.stderr
