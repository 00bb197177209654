"""``hlogen config``: what pyproject.toml and hlogen.toml say for a file, and where they say it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from hlogen.cli.complete import files
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.cli.shared_options import format_option
from hlogen.lint.config import DEFAULT, KEYS, config_of
from hlogen.lint.files import exists, missing


@click.command("config")
@click.argument("path", default=".", shell_complete=files)
@format_option("text", "json")
def command(path: str, style: str) -> None:
    """Show what holds for a file or folder (where absent, for this folder), and where it is said.

    \b
    hlogen config
    hlogen config models/step.mlir --format json

    The nearest hlogen.toml, or pyproject.toml with a table [tool.hlogen], above a file holds for it. It may extend
    another one: `extend = "../hlogen.toml"`. Paths and patterns are meant from the folder of the file that they stand
    in; a pattern without a / is a name of files or folders, ** is any number of folders.

    \b
    [tool.hlogen]
    ignore = ["promise.unset"]
    error = ["bounds"]
    exclude = ["third_party"]
    target = "1.1.0"
    baseline = "hlogen-baseline.json"
    per-file-ignores = { "tests/invalid/**" = ["gather", "scatter"] }
    backends = { mine = "backend.py:Mine" }
    """
    if not exists(path):
        raise missing(path)
    config = config_of(path)
    settings = {key: (_plain(config[key]), config.settings[key].source) for key in KEYS}
    if style == "json":
        found = {key: {"value": value, "source": source} for key, (value, source) in settings.items()}
        say(json.dumps({"files": [str(file) for file in config.files], "settings": found}, indent=2))
        return
    if not config.files:
        say("no hlogen.toml here or above, and no pyproject.toml with [tool.hlogen]")
    for key, (value, source) in settings.items():
        about = KEYS[key].help if source == DEFAULT else source
        say(f"{paint(key, 'rule')} = {json.dumps(value)}  {paint(f'# {about}', 'dim')}")


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return list(map(str, value)) if isinstance(value, tuple) else value
