from __future__ import annotations

import re

import pytest

import hlogen
from hlogen.backends import backend
from hlogen.backends.errors import OracleError
from hlogen.cli import demo


@pytest.fixture(scope="module")
def output():
    from click.testing import CliRunner

    result = CliRunner().invoke(hlogen_main(), ["demo"])
    assert result.exit_code == 0
    return result.stdout


def hlogen_main():
    from hlogen.cli import main

    return main


def test_it_shows_the_program_its_mlir_and_its_results(output):
    assert demo.SOURCE.splitlines()[3] in output
    assert "func.func @windows(%operand: tensor<2x3x4x2xi32>" in output
    assert "no violations" in output
    assert len(re.findall(r"all agree", output)) == 3 + 3 + 2


def test_it_marks_what_differs(output):
    (row,) = (line for line in output.splitlines() if "DIFFERS" in line)
    cells = [cell.strip() for cell in row.split("│")]
    assert cells[3:6] == ["all agree", "DIFFERS", "all agree"]


def test_it_breaks_the_program_in_three_ways(output):
    assert re.findall(r"breaks (\w+\.C\d+)", output) == [
        "gather.C3",
        "gather.C9",
        "gather.C17",
        "scatter.C6",
    ]
    assert "upstream's verifier accepts this" in output
    assert "mistake in hlogen" not in output


def test_it_is_plain_where_there_is_no_terminal(output):
    assert "\x1b" not in output
    tables = [line for line in output.splitlines() if line.startswith(("│", "┃"))]
    assert max(map(len, tables)) <= 120


def test_the_expected_values_are_those_of_the_semantics():
    from model.gather import gather

    expected = gather(
        demo.OPERAND,
        demo.START_INDICES,
        offset_dims=[3, 4],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0],
        start_indices_batching_dims=[1],
        start_index_map=[2, 1],
        index_vector_dim=3,
        slice_sizes=[1, 1, 2, 2],
    )
    assert demo.WINDOWS.tolist() == expected.tolist()


def test_it_goes_on_without_a_backend(monkeypatch, invoke):
    def without_xla(name):
        if name == "xla":
            raise OracleError("xla: no jaxlib here")
        return backend(name)

    monkeypatch.setattr(demo, "backend", without_xla)
    result = invoke("demo")
    assert result.exit_code == 0
    assert "xla: not available here: xla: no jaxlib here" in result.stdout


def test_its_script_is_a_script_for_emit(files, invoke):
    files(windows_py=demo.SOURCE)
    assert invoke("emit", "windows.py:windows").stdout == str(demo.build(demo.SOURCE)["windows"])
    assert hlogen.check(demo.build(demo.SOURCE)["add_windows"]) == []


def test_what_next_names_commands_that_exist():
    from hlogen.cli.group import COMMANDS

    named = [line.split()[1] for line in demo.NEXT.splitlines()]
    assert set(named) <= set(COMMANDS)
    assert {"grad", "transform", "export-onnx", "shard"} <= set(named)


def test_it_says_where_the_command_is_unless_a_shell_finds_it(tmp_path, monkeypatch):
    folder = tmp_path / ".venv" / "bin"
    folder.mkdir(parents=True)
    (folder / "hlogen").touch(mode=0o755)
    monkeypatch.setattr("sys.executable", str(folder / "python"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert demo.where_to_go_on().startswith("The command is .venv/bin/hlogen. Read docs/tutorial.md ")
    monkeypatch.chdir(folder.parent / "bin" / "..")
    assert demo.where_to_go_on().startswith("The command is bin/hlogen. ")
    monkeypatch.chdir("/")
    monkeypatch.setenv("PATH", str(folder))
    assert demo.where_to_go_on().startswith("Read docs/tutorial.md ")


def test_the_demo_ends_with_where_to_go_on(output):
    assert output.rstrip().endswith(demo.where_to_go_on())
