"""``hlogen debug --step``: commands of standard input, and those that people type."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LOG = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.log %x : tensor<2xf32>
  %1 = stablehlo.exponential %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
ENDLESS = """\
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%s = %x) : tensor<i32>
    cond { stablehlo.return %true : tensor<i1> }
    do {
      %1 = stablehlo.add %s, %s : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
  return %0 : tensor<i32>
}
"""


def test_commands_are_read_from_standard_input(files, invoke):
    result = invoke("debug", files(log_mlir=LOG), "-i", "[1.0, 1.0]", input="step\n\nprint %0[0]\nc\n")
    assert result.exit_code == 0, result.output
    assert result.output.split("\n") == [
        "in function @main",
        "  %x: tensor<2xf32>: min 1.0, max 1.0, mean 1; [1.0, 1.0]",
        "-> %0 = stablehlo.log(%x) at log.mlir:2:8",
        "   2 | %0 = stablehlo.log %x : tensor<2xf32>",
        "(step) step",
        "  %0: tensor<2xf32>: min 0.0, max 0.0, mean 0; [0.0, 0.0]",
        "-> %1 = stablehlo.exponential(%0) at log.mlir:3:8",
        "   3 | %1 = stablehlo.exponential %0 : tensor<2xf32>",
        "(step) ",
        "  %1: tensor<2xf32>: min 1.0, max 1.0, mean 1; [1.0, 1.0]",
        "the program has ended",
        "(step) print %0[0]",
        "%0[0] of tensor<2xf32>: 0.0",
        "(step) c",
        "result 0: tensor<2xf32>",
        "[1. 1.]",
        "",
    ]


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        ("step\n", "the commands have ended before the end of the program, so there are no results"),
        ("quit\n", "stopped before the end of the program, so there are no results"),
    ],
)
def test_a_run_that_is_left_has_no_results(files, invoke, commands, message):
    result = invoke("debug", files(log_mlir=LOG), "-i", "[1.0, 1.0]", "--step", input=commands)
    assert result.exit_code == 1
    assert result.stderr.startswith(message)
    assert "result 0" not in result.output


def test_a_program_of_standard_input_leaves_no_room_for_commands(invoke):
    result = invoke("debug", "-", input=LOG)
    assert result.exit_code == 2
    assert "--step reads its commands from standard input; read the program from a file" in result.stderr


def test_in_a_grid_it_says_which_process(files, invoke):
    arguments = ["-i", "[1.0, 1.0]", "--step", "--replicas", "2"]
    result = invoke("debug", files(log_mlir=LOG), *arguments, input="break exponential\nc\nc\nc\n")
    assert result.exit_code == 0, result.output
    assert result.output.index("in process (0, 0)") < result.output.index("in process (1, 0)")


@pytest.fixture
def typed(tmp_path):
    """Runs a program in a terminal of its own: a function that waits for a text, and types the next."""
    pty = pytest.importorskip("pty")
    started = []

    def start(program, *arguments):
        (tmp_path / "model.mlir").write_text(program)
        ours, theirs = pty.openpty()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
        command = [sys.executable, "-m", "hlogen", "debug", "model.mlir", *arguments]
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        started.append((process, ours))
        return process, ours

    yield start
    for process, ours in started:
        process.kill()
        process.wait()
        os.close(ours)


def expect(ours, text, within=60.0):
    os.set_blocking(ours, False)
    seen, until = "", time.monotonic() + within
    while text not in seen:
        assert time.monotonic() < until, seen
        try:
            seen += os.read(ours, 1 << 16).decode()
        except BlockingIOError:
            time.sleep(0.02)
        except OSError:  # the other end has been closed
            assert text in seen, seen
    return seen


def send(ours, text):
    os.write(ours, text.encode())


def test_ctrl_c_comes_back_to_the_prompt_and_ctrl_d_ends_it(typed):
    process, ours = typed(ENDLESS, "-i", "1")
    expect(ours, "(step) ")
    process.send_signal(signal.SIGINT)
    expect(ours, "(step) ")
    send(ours, "continue\n")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert "-> %1 = stablehlo.add(%s, %s) at model.mlir:6:12" in expect(ours, "(step) ")
    send(ours, "print %s\n")
    assert "%s: tensor<i32>: 0" in expect(ours, "(step) ")  # ctrl-d counts at a prompt alone
    send(ours, "\x04")
    expect(ours, "stopped before the end of the program")
    assert process.wait(30) == 1


def test_ctrl_c_in_a_grid(typed):
    process, ours = typed(ENDLESS, "-i", "1", "--replicas", "2")
    expect(ours, "(step) ")
    send(ours, "continue\n")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    expect(ours, "(step) ")
    process.send_signal(signal.SIGINT)
    expect(ours, "quit ends the run")
    send(ours, "quit\n")
    expect(ours, "stopped before the end of the program")
    assert process.wait(30) == 1
