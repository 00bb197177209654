from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from hlogen.cli import meant
from hlogen.cli.group import COMMANDS, main

ROOT = str(Path(__file__).parents[3])


def environment():
    return {**os.environ, "PYTHONPATH": ROOT}


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("name", [None, *COMMANDS, "conform run", "conform shrink"])
def test_help_everywhere(invoke, name, option):
    result = invoke(*(name or "").split(), option)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(f"Usage: hlogen {name or '[OPTIONS]'}")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.strip().startswith(f"hlogen {name} ") for line in lines) or name in (None, "demo", "doctor")


def test_the_list_says_what_commands_say_themselves(invoke):
    listing = invoke("-h").stdout
    for name, summary in COMMANDS.items():
        command = main.get_command(click.Context(main), name)
        assert command is not None
        assert command.name == name
        assert command.help
        assert f"  {name} " in listing
        assert f" {summary}\n" in listing  # in one line


def test_the_options_of_check_stand_in_sections_each_once(invoke):
    said = invoke("check", "-h").stdout
    assert re.findall(r"^(\w.*):$", said, re.M)[-3:] == ["Fixes", "Speed", "Other options"]
    options = [one.opts[-1] for one in main.get_command(click.Context(main), "check").params if one.name != "paths"]
    assert all(len(re.findall(rf"^  (?:-\w, )?{option}\b", said, re.M)) == 1 for option in options)


def test_version(invoke):
    from importlib.metadata import PackageNotFoundError, version

    try:
        expected = version("hlogen")
    except PackageNotFoundError:
        expected = "(not installed, run from its sources)"
    assert {invoke(option).stdout for option in ("-V", "--version")} == {f"hlogen {expected}\n"}


def test_help_is_a_command_too(invoke):
    assert invoke().stderr == invoke("-h").stdout
    assert invoke("help").stdout == invoke("-h").stdout
    for names in (["run"], ["conform"], ["conform", "run"]):
        assert invoke("help", *names).stdout == invoke(*names, "-h").stdout
    for wrong, said in ("nun", "did you mean run?"), ("run it", "hlogen run has no commands"):
        result = invoke("help", *wrong.split())
        assert (result.exit_code, said in result.stderr) == (2, True)


def test_help_loads_nothing_heavy():
    """Nor does what a shell asks for: every command but the demo, whose arrays are its text."""
    loaded = ", ".join(
        f"hlogen.cli.{name.replace('-', '_')}"
        for name in (*COMMANDS, "conform.run", "conform.list", "conform.init", "conform.shrink", "conform.report")
        if name != "demo"
    )
    code = f"import sys, {loaded}; print(sorted({{'numpy', 'rich', 'jaxlib', 'interpreter'}} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert result.stdout == "[]\n"


def test_checking_loads_numpy_and_bindings_only_in_the_worker(files, programs):
    files(m_mlir=programs["rows"])
    code = """
import sys
from hlogen.cli import main
try:
    main(["check", "m.mlir"])
except SystemExit as end:
    print(end.code, sorted({'numpy', 'rich', 'jaxlib', 'interpreter'} & set(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert result.stdout.endswith("0 []\n")


def test_an_unknown_command_names_the_nearest(invoke):
    result = invoke("chek", "x.mlir")
    assert result.exit_code == 2
    assert "there is no command 'chek'; did you mean check?" in result.stderr
    assert "there are emit, export-onnx, check" in invoke("xyz").stderr


def test_wrong_options_are_usage_errors(invoke):
    result = invoke("check", "--formt", "json", "x.mlir")
    assert result.exit_code == 2
    usage, hint, error = result.stderr.splitlines()
    assert usage.startswith("Usage: hlogen check [OPTIONS] ")
    assert hint == "`hlogen check -h` explains it."
    assert error == "error: there is no option --formt; did you mean --format?"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("lint m", "there is no command 'lint'; did you mean `hlogen check`?"),
        ("fmt m", "there is no command 'fmt'; did you mean `hlogen check --fix`?"),
        ("shrink m", "there is no command 'shrink'; did you mean `hlogen conform shrink`?"),
        ("conform check m", "there is no command 'check'; did you mean `hlogen check`?"),
        ("conform verify m", "there is no command 'verify'; there are init, run, list"),
        ("version", "there is no command 'version'; did you mean `hlogen --version`?"),
        ("run m --judge r.npz", "there is no option --judge; did you mean `hlogen judge`?"),
        ("run m --compare xla", "there is no option --compare; did you mean `hlogen compare`?"),
        ("run m --debug", "there is no option --debug; did you mean `hlogen debug`?"),
        ("run m --trap nan", "there is no option --trap; `hlogen debug` has it"),
        ("run m --json", "there is no option --json; did you mean --format json?"),
        ("check m --json", "there is no option --json; did you mean --format json?"),
        ("emit m --json", "there is no option --json\n"),
        ("check m --output-format sarif", "there is no option --output-format; did you mean --format?"),
        ("check m --add-noqa", "there is no option --add-noqa; did you mean --add-ignores?"),
        ("check m --timeout 3", "there is no option --timeout; did you mean --time-limit?"),
        ("test m -n 4", "there is no option -n; did you mean --jobs?"),
        ("test m -k sort", "there is no option -k; `pytest --hlogen -k` runs the same cases"),
        ("check m --entry f", "there is no option --entry; `hlogen "),
        ("check m --basline b", "there is no option --basline; did you mean --baseline?"),
    ],
)
def test_an_unknown_word_names_the_one_that_is_meant(invoke, call, said):
    result = invoke(*call.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error: {said}" in result.stderr


def test_what_is_said_to_be_meant_is_there():
    context = click.Context(main)
    known = dict(meant._commands(context))
    options = {option for command in (main, *known.values()) for option in meant._options(command)}
    assert not {*meant.COMMANDS} & {*known}
    for said in meant.COMMANDS.values():
        words = said.split()
        assert words[0] in known or words == ["--version"]
        assert {*words[1:]} <= {*meant._options(known.get(words[0], main))}
    assert {said.split()[0] for said in meant.OPTIONS.values()} <= options


def fail(monkeypatch, error):
    @click.command("doctor")
    def command():
        raise error

    monkeypatch.setattr("hlogen.cli.doctor.command", command)


def test_an_unexpected_error_is_an_internal_error(monkeypatch, invoke):
    fail(monkeypatch, ZeroDivisionError("division by zero"))
    result = invoke("doctor")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: internal error: ZeroDivisionError: division by zero (in test_group.py:")
    assert "HLOGEN_DEBUG=1 shows the traceback" in result.stderr


def test_debug_shows_the_traceback(monkeypatch):
    from click.testing import CliRunner

    fail(monkeypatch, ZeroDivisionError("division by zero"))
    result = CliRunner().invoke(main, ["doctor"], env={"HLOGEN_DEBUG": "1"})
    assert result.exit_code == 2
    assert "Traceback (most recent call last)" in result.stderr


@pytest.mark.parametrize(("error", "code"), [(MemoryError(), 2), (KeyboardInterrupt(), 130), (EOFError(), 2)])
def test_other_ends(monkeypatch, invoke, error, code):
    fail(monkeypatch, error)
    assert invoke("doctor").exit_code == code


def test_without_bindings(files, hlogen, programs):
    files(m_mlir=programs["rows"])
    code, stdout, stderr = hlogen("check", "m.mlir", env={"HLOGEN_BINDINGS": "torch_mlir"})
    if code == 0:
        pytest.skip("torch-mlir is installed here")
    assert (code, stdout) == (2, "")
    assert stderr.startswith("error: HLOGEN_BINDINGS asks for torch_mlir, but ")
    assert len(stderr.splitlines()) == 1


def wait_for_worker(pid):
    """Until the process has started its worker: from then on it is in the command."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    if not children.exists():
        pytest.skip("there is no /proc here to look at")
    for _ in range(600):
        if children.read_text():
            return
        time.sleep(0.1)
    raise TimeoutError("the worker never started")


def test_interrupt(files, start_hlogen):
    files(long_mlir="module {}\n// -----\n" * 50_000)
    with start_hlogen("check", "long.mlir", "--no-cache", stdin=-1) as process:
        wait_for_worker(process.pid)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in stderr
    assert stdout == b""
