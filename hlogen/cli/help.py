"""``hlogen help COMMAND``: what ``hlogen COMMAND -h`` shows."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from hlogen.cli.say import say


def _commands(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The commands below those that are there already."""
    group = _context_of(context, context.params.get("commands") or ()).command
    below = isinstance(group, click.Group)
    return [item for item in group.shell_complete(context, incomplete) if item.type == "plain"] if below else []


@click.command("help")
@click.argument("commands", metavar="[COMMAND]...", nargs=-1, shell_complete=_commands)
@click.pass_context
def command(context: click.Context, commands: tuple[str, ...]) -> None:
    """Explain a command, as its option -h does; without COMMAND, list all of them.

    \b
    hlogen help run
    hlogen help conform run
    """
    say(_context_of(context, commands).get_help())


def _context_of(context: click.Context, names: tuple[str, ...]) -> click.Context:
    """Where the command that `names` lead to is called; the usual error where there is none."""
    found = context.find_root()
    for name in names:
        group = found.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f"{found.command_path} has no commands of its own", context)
        _, command, _ = group.resolve_command(found, [name])
        assert command is not None  # what there isn't is told in resolving
        found = click.Context(command, found, name, **command.context_settings)
    return found
