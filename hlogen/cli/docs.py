"""``hlogen docs``: the documentation, in the browser or in the terminal."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


def _topics(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What pages are called, and rules once their op is there."""
    del parameter
    from hlogen.cli import complete, handbook

    named = [CompletionItem(name) for name in handbook.shorts() if name.startswith(incomplete)]
    return named or complete.rules(context, context.command.params[0], incomplete)


@click.command("docs")
@click.argument("topic", metavar="[TOPIC]", required=False, shell_complete=_topics)
@click.option("--text", "is_text", is_flag=True, help="Show it in the terminal, also where a browser could.")
def command(topic: str | None, is_text: bool) -> None:
    """Show a page of the documentation.

    \b
    hlogen docs sanitizer
    hlogen docs debug-a-nan
    hlogen docs gather.C16

    TOPIC is the name of a page, or the id of a rule. Without it, all pages are listed.

    In a clone of hlogen, `make docs` builds the pages as a site. Then the page opens in the browser; else its text is
    shown here. Where output is no terminal, the page is written as it is, in Markdown.
    """
    from hlogen.cli.handbook_pages import show  # which reads the pages

    show(topic, is_text)
