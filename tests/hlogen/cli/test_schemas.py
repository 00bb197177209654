"""Every command that writes JSON has its schema; what they write is held against it wherever a test calls them."""

from __future__ import annotations

import json

import click
import pytest
from helpers import schemas

from hlogen.cli import main


def commands(group, *names):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *names, name)
        else:
            yield " ".join((*names, name)), command


def test_every_json_of_a_command_has_a_schema():
    listed = dict(commands(main))
    writing = {
        name
        for name, command in listed.items()
        if any("--format" in option.opts and "json" in f"{option.type} {option.help}" for option in command.params)
    }
    assert {"check", "run", "conform list"} < writing
    # What these two write as JSON are files that a run leaves.
    assert {*schemas.of_commands()} == writing | {"conform run", "conform export"}


def test_another_form_is_refused(tmp_path):
    with pytest.raises(AssertionError, match="is not of type"):
        schemas.check(["check"], {**json.loads('{"version": 1}'), "files": "3"})
