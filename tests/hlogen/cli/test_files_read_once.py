"""What can be read once, or by this process alone, is read like a file: standard input by its names, pipes, devices."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hlogen.cli import main
from hlogen.spec.hazards import hazards

ROOT = Path(__file__).parents[3]
PROGRAM = """func.func @main() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%c, %c) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
"""
SAID = {
    "check": "checked 0 operations in 1 file: ",
    "run": "@main ran; it has no results",
    "analyze": "no gather, dynamic_gather or scatter in there",
    "test": "1 passed",
}


@pytest.mark.parametrize("command", SAID)
def test_a_pipe(command, tmp_path):
    reading, writing = os.pipe()
    os.write(writing, PROGRAM.encode())
    os.close(writing)
    try:
        result = CliRunner().invoke(main, [command, f"/dev/fd/{reading}"])
    finally:
        os.close(reading)
    assert result.exit_code == 0, result.output
    assert SAID[command] in result.stdout


@pytest.mark.parametrize("source", ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
@pytest.mark.parametrize("given", ["a pipe", "a file"])
def test_standard_input_by_its_other_names(source, given, tmp_path):
    if not Path(source).exists():
        pytest.skip("this machine has no such name")
    file = tmp_path / "broken.mlir"
    file.write_text("broken")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = [sys.executable, "-m", "hlogen", "check", source]
    with file.open() as opened:
        what = {"input": "broken"} if given == "a pipe" else {"stdin": opened}
        done = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=120, check=False, **what)
    assert done.returncode == 2
    assert done.stdout.startswith(f"{source}:1:1: error: parse: "), done.stdout + done.stderr


def test_two_pipes_have_their_findings_each(tmp_path):
    paths = []
    for text in (PROGRAM, "broken"):
        reading, writing = os.pipe()
        os.write(writing, text.encode())
        os.close(writing)
        paths.append(f"/dev/fd/{reading}")
    try:
        result = CliRunner().invoke(main, ["check", *paths])
    finally:
        for path in paths:
            os.close(int(Path(path).name))
    assert result.exit_code == 2
    assert f"{paths[1]}:1:1: error: parse: " in result.stdout
    assert f"{paths[0]}:" not in result.stdout
    assert "in 2 files" in result.stdout


def test_edits_of_a_pipe_are_shown_and_not_written():
    said = {}
    for option in ("--fix", "--diff"):
        reading, writing = os.pipe()
        os.write(writing, hazards()["promise.unset"].example.encode())
        os.close(writing)
        said[option] = CliRunner().invoke(main, ["check", option, f"/dev/fd/{reading}"]).stdout
        os.close(reading)
        name = f"/dev/fd/{reading}"
        if option == "--fix":
            assert f"{name}: not fixed: {name} has no file to write; --diff shows the edits" in said[option]
        else:
            assert f"--- {name}\n+++ {name}\n" in said[option]


def test_standard_input_is_tested():
    result = CliRunner().invoke(main, ["test", "-"], input=PROGRAM)
    assert result.exit_code == 0
    assert result.stdout.startswith("PASS  <stdin>:1 @main (")


def test_what_cannot_be_read(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(6, "No such device or address")

    reading, writing = os.pipe()
    os.close(writing)
    monkeypatch.setattr("hlogen.cli.files.shutil.copyfileobj", refuse)
    result = CliRunner().invoke(main, ["check", f"/dev/fd/{reading}"])
    os.close(reading)
    assert result.exit_code == 2
    assert f"/dev/fd/{reading} can't be read: No such device or address" in result.stderr
