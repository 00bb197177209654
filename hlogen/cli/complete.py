"""What shells complete beside commands, options and choices: files, rules, backends.

Shells ask at each press of the key, so nothing here loads NumPy, which the tables of rules and backends do: their names
are in completions.json, which `make pages` writes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import click
from click.shell_completion import CompletionItem


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shell's own files."""
    del context, parameter
    return [CompletionItem(incomplete, type="file")]


def one_of(values: Iterable[str]) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """These, for an option that takes more than they are."""
    return lambda context, parameter, incomplete: [CompletionItem(one) for one in values if one.startswith(incomplete)]


def folders(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shell's own folders."""
    del context, parameter
    return [CompletionItem(incomplete, type="dir")]


def backends(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Those that have a name, or else files: a script with a class, a file of TOML."""
    import importlib.metadata  # which no other command needs

    installed = [entry.name for entry in importlib.metadata.entry_points(group="hlogen.backends")]
    from hlogen.lint.config import config_of  # which nothing else that shells ask for needs

    own = config_of(os.curdir)["backends"]
    named = [CompletionItem(name) for name in (*_names()["backends"], *installed, *own) if name.startswith(incomplete)]
    return [*files(context, parameter, incomplete), *named]


def rules(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """An id, such as gather.C9; until its op or group is there, that."""
    del context, parameter
    return [CompletionItem(id) for id in _rules(incomplete)]


def lists_of_rules(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The last id of a list: ``gather.C9,scatter``."""
    del context, parameter
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{id}") for id in _rules(last)]


def _rules(incomplete: str) -> list[str]:
    ids = [id for id in _names()["rules"] if id.startswith(incomplete)]
    groups = dict.fromkeys(id.partition(".")[0] for id in ids)
    return ids if len(groups) == 1 else [*groups]


@cache
def _names() -> dict[str, list[str]]:
    names: dict[str, list[str]] = json.loads(Path(__file__).with_name("completions.json").read_text(encoding="utf-8"))
    return names
