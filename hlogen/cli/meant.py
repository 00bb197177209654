"""What is meant by a command or an option that there isn't: "did you mean", by one rule.

At first words that people know from other tools, then what other commands of hlogen have, then the nearest name.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

import click

# Words of other tools for commands: what to call instead.
COMMANDS: Mapping[str, str] = {
    **dict.fromkeys(("lint", "verify", "validate"), "check"),
    **dict.fromkeys(("fix", "format", "fmt"), "check --fix"),
    **dict.fromkeys(("rules", "describe"), "rule"),
    **dict.fromkeys(("interpret", "exec", "execute", "eval", "simulate"), "run"),
    **dict.fromkeys(("sanitize", "asan", "ubsan"), "run --sanitize"),
    **dict.fromkeys(("opt", "translate", "canonicalize", "simplify", "rewrite"), "transform"),
    **dict.fromkeys(("build", "compile", "print", "dump", "serialize"), "emit"),
    **dict.fromkeys(("export", "onnx", "to-onnx"), "export-onnx"),
    **dict.fromkeys(("server", "language-server", "langserver"), "lsp"),
    **dict.fromkeys(("pytest", "filecheck", "unittest"), "test"),
    **dict.fromkeys(("trace", "step", "gdb", "pdb"), "debug"),
    **dict.fromkeys(("vjp", "backward", "differentiate"), "grad"),
    **dict.fromkeys(("batch",), "vmap"),
    **dict.fromkeys(("partition", "spmd"), "shard"),
    **dict.fromkeys(("mpirun", "replicate"), "parallel"),
    **dict.fromkeys(("info", "env", "backends"), "doctor"),
    **dict.fromkeys(("settings",), "config"),
    **dict.fromkeys(("tutorial", "example", "quickstart"), "demo"),
    **dict.fromkeys(("doc", "documentation", "manual", "man", "guide"), "docs"),
    **dict.fromkeys(("complete", "completions"), "completion"),
    **dict.fromkeys(("clean",), "check --clear-cache"),
    **dict.fromkeys(("version",), "--version"),
}
# Words of other tools for options: what to say instead, where the command has it.
OPTIONS: Mapping[str, str] = {
    **{f"--{style}": f"--format {style}" for style in ("json", "sarif", "github", "gitlab", "junit")},
    **dict.fromkeys(("--junitxml", "--junit-xml"), "--format junit=FILE"),
    **dict.fromkeys(("--output-format", "--reporter"), "--format"),
    **dict.fromkeys(("--extend-select", "--enable", "--rules"), "--select"),
    **dict.fromkeys(("--extend-ignore", "--disable", "--skip"), "--ignore"),
    **dict.fromkeys(("--extend-exclude",), "--exclude"),
    **dict.fromkeys(("--add-noqa", "--suppress-all"), "--add-ignores"),
    **dict.fromkeys(("--autofix", "--write"), "--fix"),
    **dict.fromkeys(("--dry-run",), "--diff"),
    **dict.fromkeys(("--silent", "-s"), "--quiet"),
    **dict.fromkeys(("--workers", "--parallel", "--numprocesses", "-n"), "--jobs"),
    **dict.fromkeys(("--timeout",), "--time-limit"),
    **dict.fromkeys(("--memory-limit", "--max-mem"), "--max-memory"),
    **dict.fromkeys(("--nocache",), "--no-cache"),
    **dict.fromkeys(("--cache-clear",), "--clear-cache"),
    **dict.fromkeys(("--args", "--inputs", "--arg"), "--input"),
    **dict.fromkeys(("--function", "--func", "--fn"), "--entry"),
    **dict.fromkeys(("--out",), "--output"),
    **dict.fromkeys(("--overwrite",), "--force"),
}
# Options by which pytest chooses among tests, and tells of them.
_OF_PYTEST = ("-k", "-x", "-m", "--lf", "--ff", "--maxfail", "--durations", "--collect-only", "--pdb")


def instead_of_command(name: str, group: click.Group, context: click.Context) -> str:
    """What to say behind "there is no command", with which `group`, called in `context`, was asked for it."""
    root = context.find_root()
    listed = group.list_commands(context)
    if name in COMMANDS and group is root.command:
        return f"did you mean `hlogen {COMMANDS[name]}`?"
    if elsewhere := [path for path, _ in _commands(root) if path.split()[-1] == name]:
        return f"did you mean `hlogen {elsewhere[0]}`?"
    near = difflib.get_close_matches(name, listed, n=1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(listed)}"


def instead_of_option(name: str, context: click.Context) -> str:
    """What to say behind "there is no option", for the command that `context` calls; "" where nobody knows."""
    own = _options(context.command)
    root = context.find_root()
    meant = OPTIONS.get(name, "")
    if meant and meant.split()[0] in own:
        return f"did you mean {meant}?"
    if name in _OF_PYTEST and context.command_path == "hlogen test":
        return f"`pytest --hlogen {name}` runs the same cases"
    commands = dict(_commands(root))
    if name.lstrip("-") in commands:
        return f"did you mean `hlogen {name.lstrip('-')}`?"
    if near := difflib.get_close_matches(name, own, n=1, cutoff=0.75):
        return f"did you mean {near[0]}?"
    having = [path for path, command in commands.items() if name in _options(command)] if len(name) > 2 else []
    if having:
        listed = ", ".join(f"`hlogen {path}`" for path in having[:3])
        return f"{listed} {'has' if len(having) == 1 else 'have'} it"
    return ""


def _options(command: click.Command) -> list[str]:
    return [
        name for one in command.params if isinstance(one, click.Option) for name in (*one.opts, *one.secondary_opts)
    ]


def _commands(root: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Every command below, by what it is called behind hlogen."""
    waiting: list[tuple[str, click.Command]] = [("", root.command)]
    while waiting:
        path, command = waiting.pop(0)
        if path:
            yield path, command
        if isinstance(command, click.Group):
            waiting += [(f"{path} {name}".strip(), one) for name, one in _below(command, root)]


def _below(group: click.Group, context: click.Context) -> Iterable[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        if (command := group.get_command(context, name)) is not None:
            yield name, command
