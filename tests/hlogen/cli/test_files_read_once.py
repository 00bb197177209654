"""What can be read once, or by this process alone, is read like a file: standard input by its names, pipes, devices."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from hlogen.spec.hazards import hazards

PROGRAM = """func.func @main() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%c, %c) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
"""
SAID = {
    "check": "checked 2 operations of 2 kinds in 1 file: ",
    "run": "@main ran; it has no results",
    "analyze": "no gather, dynamic_gather or scatter in there",
    "test": "1 passed",
}


@pytest.mark.parametrize("command", SAID)
def test_a_pipe(command, invoke):
    reading, writing = os.pipe()
    os.write(writing, PROGRAM.encode())
    os.close(writing)
    try:
        result = invoke(command, f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert result.exit_code == 0, result.output
    assert SAID[command] in result.stdout


NAMES = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]


@pytest.fixture
def broken(tmp_path):
    """Gives this process what can't be parsed as its standard input: a pipe, or a file."""
    standard_input = os.dup(0)

    def give(kind):
        if kind == "a pipe":
            reading, writing = os.pipe()
            os.write(writing, b"broken")
            os.close(writing)
        else:
            (tmp_path / "broken.mlir").write_text("broken")
            reading = os.open(tmp_path / "broken.mlir", os.O_RDONLY)
        os.dup2(reading, 0)
        os.close(reading)

    yield give
    os.dup2(standard_input, 0)
    os.close(standard_input)


@pytest.mark.parametrize("source", NAMES)
@pytest.mark.parametrize("given", ["a pipe", "a file"])
def test_standard_input_by_its_other_names(source, given, broken, invoke):
    if not Path(source).exists():
        pytest.skip("this machine has no such name")
    broken(given)
    result = invoke("check", source)
    assert result.exit_code == 2
    assert result.stdout.startswith(f"{source}:1:1: error: parse: "), result.output


def test_a_process_with_a_pipe_for_standard_input(start_hlogen):
    with start_hlogen("check", "/dev/stdin", stdin=subprocess.PIPE) as process:
        stdout, stderr = process.communicate(b"broken", timeout=120)
    assert process.returncode == 2
    assert stdout.startswith(b"/dev/stdin:1:1: error: parse: "), stdout + stderr


def test_two_pipes_have_their_findings_each(invoke):
    paths = []
    for text in (PROGRAM, "broken"):
        reading, writing = os.pipe()
        os.write(writing, text.encode())
        os.close(writing)
        paths.append(f"/dev/fd/{reading}")
    try:
        result = invoke("check", *paths)
    finally:
        for path in paths:
            os.close(int(Path(path).name))
    assert result.exit_code == 2
    assert f"{paths[1]}:1:1: error: parse: " in result.stdout
    assert f"{paths[0]}:" not in result.stdout
    assert "in 2 files" in result.stdout


def test_edits_of_a_pipe_are_shown_and_not_written(invoke):
    said = {}
    for option in ("--fix", "--diff"):
        reading, writing = os.pipe()
        os.write(writing, hazards()["promise.unset"].example.encode())
        os.close(writing)
        said[option] = invoke("check", option, f"/dev/fd/{reading}").stdout
        os.close(reading)
        name = f"/dev/fd/{reading}"
        if option == "--fix":
            assert f"{name}: not fixed: {name} has no file to write; --diff shows the edits" in said[option]
        else:
            assert f"--- {name}\n+++ {name}\n" in said[option]


def test_standard_input_is_tested(invoke):
    result = invoke("test", "-v", "-", input=PROGRAM)
    assert result.exit_code == 0
    assert result.stdout.startswith("PASS  <stdin>:1 @main (")


def test_what_cannot_be_read(invoke):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        result = invoke("check", f"/dev/fd/{ours.fileno()}")  # which no socket can be opened by
        assert result.exit_code == 2
        assert f"/dev/fd/{ours.fileno()} can't be read: No such device or address" in result.stderr
