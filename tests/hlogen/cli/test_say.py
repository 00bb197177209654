"""What strangers' programs and files hold never reaches a terminal, or a log, as more than text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hlogen.cli import main
from hlogen.cli.paint import paint
from hlogen.cli.say import shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("\x1b[2J\x1b]0;title\x07", "\\x1b[2J\\x1b]0;title\\x07"),
        ("over\rwritten\b\x7f\x00", "over\\x0dwritten\\x08\\u007f\\x00"),
        ("\x9b31m", "\\u009b31m"),
        ("left\u202eright\u2066", "left\\u202eright\\u2066"),
        ("µ → 数", "µ → 数"),
        ("\x1b[31mred\x1b[0m", "\x1b[31mred\x1b[0m"),
    ],
)
def test_control_characters_are_spelled_out_and_colours_pass(text: str, said: str) -> None:
    assert shown(text) == said


def test_json_stays_json() -> None:
    text = "\x1b\x07\r\x7f\x9b\u2028\u202e\u2066 µ"
    assert json.loads(shown(json.dumps({"text": text}, ensure_ascii=False, indent=2))) == {"text": text}


def test_what_is_painted_is_shown_as_it_is() -> None:
    assert shown(paint("here", "error")) == paint("here", "error")


CALL = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @"bad\\1B]0;title\\07\\1B[2Jname"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
PLACE = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.exponential %x : tensor<2xf32> loc("a\\1B[2J\\0Db.py":3:4)
  return %0 : tensor<2xf32>
}
"""


@pytest.mark.parametrize(
    ("program", "options"),
    [
        (CALL, ["run", "-i", "[1, 2]"]),
        (PLACE, ["run", "-i", "[1000, 2]", "--sanitize"]),
        (PLACE, ["debug", "-i", "[1, 2]", "--trace"]),
        (PLACE, ["run", "-i", "[1, 2]", "--max-steps", "0"]),
        (PLACE + "\x1b[2J", ["check"]),
        (PLACE + "\x1b[2J", ["run"]),
        (CALL, ["grad"]),
        (CALL, ["vmap"]),
    ],
)
def test_commands_show_what_is_in_a_program(
    program: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.mlir").write_text(program)
    command, *rest = options
    result = CliRunner().invoke(main, [command, "p.mlir", *rest], color=True)
    assert result.output
    assert shown(result.output) == result.output
    assert "\x07" not in result.output
    assert "\x1b[2J" not in result.output
    assert "\r" not in result.output
