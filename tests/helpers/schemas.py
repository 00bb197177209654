"""The JSON that commands write, held against the schemas that are published for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import hlogen

FOLDER = Path(hlogen.__file__).parent / "schemas"


@cache
def of_commands() -> dict[str, Any]:
    """What judges the JSON of each command, by the command's name, such as "conform list"."""
    from jsonschema import Draft202012Validator  # which takes as long as many a test

    found = {}
    for file in FOLDER.glob("*.json"):
        schema = json.loads(file.read_text())
        Draft202012Validator.check_schema(schema)
        found.update(dict.fromkeys(schema["commands"], Draft202012Validator(schema)))
    return found


def check(command: Sequence[str], value: Any) -> None:
    """Holds what a command has written against its schema."""
    name = " ".join(command[: 2 if command[0] == "conform" else 1])
    errors = [f"{error.json_path}: {error.message}" for error in of_commands()[name].iter_errors(value)]
    assert not errors, errors


def check_output(args: Sequence[Any], stdout: str) -> None:
    """The same for what a call has printed, where it was asked for JSON."""
    words = [str(arg) for arg in args]
    is_json = "--format=json" in words or any(pair == ("--format", "json") for pair in pairwise(words))
    if is_json and stdout:
        check(words, json.loads(stdout))
