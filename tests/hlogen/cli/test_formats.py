"""How a command ends doesn't depend on the form that its findings are told in."""

from __future__ import annotations

import json

import click
import pytest

from hlogen.cli import main
from hlogen.lint.formats import FORMATS
from hlogen.spec.catalogue import constraints
from hlogen.spec.hazards import hazards

GOOD, INVALID = hazards()["promise.unset"].example, constraints()["gather.C9"].example
CHECKED = """func.func @main() {{
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %0, dense<{}> : tensor<i32>
  return
}}
"""


@pytest.mark.parametrize(
    ("command", "other", "code"),
    [
        ("analyze", GOOD, 0),
        ("analyze", INVALID, 1),
        ("analyze", "nonsense", 2),
        ("check", GOOD, 0),
        ("check", INVALID, 1),
        ("check", "nonsense", 2),
        ("test", CHECKED.format(1), 0),
        ("test", CHECKED.format(2), 1),
        ("test", CHECKED.format("nonsense"), 2),
    ],
)
def test_every_format_ends_with_the_same_code(files, invoke, command, other, code):
    files(first_mlir=CHECKED.format(1) if command == "test" else GOOD, other_mlir=other)
    found = main.get_command(click.Context(main), command)
    choices = {"check": FORMATS, "test": ("text", "json", "junit")}.get(command) or next(
        one.type.choices for one in found.params if one.name == "style"
    )
    codes = {choice: invoke(command, ".", "--format", choice).exit_code for choice in choices}
    assert codes == dict.fromkeys(choices, code)
    assert "text" in codes


OUTSIDE = """func.func @main() -> tensor<1xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %i = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>
  BEHIND
  return %0 : tensor<1xf32>
}
"""
FAILS = "check.expect_eq_const %i, dense<1> : tensor<i32>"


@pytest.mark.parametrize(
    ("text", "code", "ids"),
    [
        (CHECKED.format(1), 0, []),
        (CHECKED.format(2), 1, []),
        (CHECKED.format(1).replace("return", "stablehlo.custom_call @nope() : () -> ()\n  return"), 2, []),
        (OUTSIDE.replace("BEHIND", ""), 1, ["bounds.clamped"]),
        (OUTSIDE.replace("BEHIND", FAILS), 1, ["bounds.clamped"]),
    ],
)
def test_a_run_has_a_list_of_findings_however_it_ends(files, invoke, text, code, ids):
    files(main_mlir=text)
    told, listed = (invoke("run", "main.mlir", "--sanitize", "--format", style) for style in ("text", "json"))
    assert (told.exit_code, listed.exit_code) == (code, code)
    assert [finding["id"] for finding in json.loads(listed.stdout)] == ids
    assert all(f"error: {id}" in told.stdout or f"warning: {id}" in told.stdout for id in ids)
