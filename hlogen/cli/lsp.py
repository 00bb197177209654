"""``hlogen lsp``: the language server, for editors."""

from __future__ import annotations

import sys

import click

from hlogen.cli.say import say
from hlogen.cli.version import own_version
from hlogen.errors import MissingPackageError


@click.command("lsp")
def command() -> None:
    """Serve an editor over standard input and output: what is wrong as you type, what things are, where they are.

    \b
    hlogen lsp    (an editor starts it, and talks to it)

    docs/editors.md says how VS Code, Neovim, Emacs and Helix start it. What is reported is what `hlogen check` finds
    in the text that the editor shows, by the project's config, comments and baseline. Needs the package pygls:
    pip install "hlogen[lsp]".
    """
    try:
        from hlogen.lsp.server import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise MissingPackageError('hlogen lsp needs the package pygls: pip install "hlogen[lsp]"') from None
    if sys.stdin.isatty():
        say("an editor starts this command, and talks to it (docs/editors.md); Ctrl-C ends it", err=True)
    serve(own_version())
