"""Shells complete commands, options and what these take, by click's protocol."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from hlogen.spec.catalogue import constraints_by_op
from hlogen.spec.hazards import hazards


@pytest.fixture
def complete(invoke):
    """What bash is given for a line, of which the last word is being typed: values, and "<file>" for its own files."""

    def complete(line):
        words = line.split(" ")
        asked = {"_HLOGEN_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        result = invoke(env=asked)
        assert (result.exit_code, result.stderr) == (0, "")
        given = [entry.split(",", 1) for entry in result.stdout.split()]
        return [value if kind == "plain" else f"<{kind}>" for kind, value in given]

    return complete


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("hlogen ju", ["judge"]),
        ("hlogen ru", ["rule", "run"]),
        ("hlogen --ver", ["--version"]),
        ("hlogen nonsense x", []),
        ("hlogen run p", ["<file>"]),
        ("hlogen check ", ["<file>"]),
        ("hlogen run p.mlir --re", []),
        ("hlogen judge p.mlir --re", ["--results", "--reassociate"]),
        ("hlogen run p.mlir --backend xl", ["<file>", "xla"]),
        ("hlogen run p.mlir --backend x --format j", ["json"]),
        ("hlogen check p.mlir --format sa", ["sarif"]),
        ("hlogen emit p.py --as ", ["text", "bytecode", "portable"]),
        ("hlogen debug p.mlir --trap o", ["overflow"]),
        ("hlogen debug p.mlir --save-values ", ["<dir>"]),
        ("hlogen rule bounds.cl", ["bounds.clamped"]),
        ("hlogen rule promi", [id for id in sorted(hazards()) if id.startswith("promise.")]),
        ("hlogen run p.mlir --sanitize --select bounds,promise.uni", ["bounds,promise.unique"]),
        ("hlogen conform sh", ["shrink"]),
        ("hlogen conform run mine.toml --clause gather.C9", ["gather.C9"]),
        ("hlogen help conform sh", ["shrink"]),
        ("hlogen completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_what_is_completed(complete, line, values):
    assert complete(line) == values


def test_every_op_and_group_is_there(complete):
    assert {*constraints_by_op(), *(hazard.group for hazard in hazards().values())} <= {*complete("hlogen rule ")}


def test_nothing_is_said_in_the_midst_of_a_line(files, invoke):
    files(hlogen_toml="nonsense")
    asked = {"_HLOGEN_COMPLETE": "bash_complete", "COMP_WORDS": "hlogen run --backend x", "COMP_CWORD": "3"}
    assert invoke(env=asked).output == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_of_its_shell(invoke, shell):
    result = invoke("completion", shell)
    assert (result.exit_code, f"_HLOGEN_COMPLETE={shell}_complete" in result.stdout) == (0, True)
    assert f"hlogen completion {shell} >" in invoke("completion", "-h").stdout
    assert (shell == "fish") == ('(string split --max 1 "," $completion)' in result.stdout)
    assert (shell == "zsh") == ("== (loadautofunc|shfunc) ]]" in result.stdout)
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=result.stdout, text=True, check=True)


def test_another_shell_is_named(invoke):
    result = invoke("completion", "tcsh")
    assert (result.exit_code, "'bash', 'zsh', 'fish'" in result.stderr) == (2, True)
