"""``hlogen rule``: what a constraint or a hazard says, and which there are."""

from __future__ import annotations

import click

from hlogen.cli import complete
from hlogen.cli.loudness import quiet_option
from hlogen.cli.shared_options import format_option


@click.command("rule")
@click.argument("id", metavar="[ID]", required=False, shell_complete=complete.rules)
@click.option("--search", metavar="WORDS", help="Only those whose id, title, formula or reason has all these words.")
@format_option("text", "markdown", "json")
@quiet_option("Leave out how to go on.")
def command(id: str | None, search: str | None, style: str) -> None:
    """Explain a constraint or a hazard: what it says, why, an example and its fix.

    \b
    hlogen rule gather.C17
    hlogen rule --search "sorted dimension"

    ID is a constraint such as gather.C17 or a hazard such as bounds.clamped; an op such as add, a group such as bounds,
    or the start of an id lists what it names. Without ID the ops are listed whose constraints a valid program keeps,
    and the hazards which it may meet. upstream explains what upstream's verifier alone refuses, program what is wrong
    with programs as a whole, and parse what can't be read.

    With --format json what is listed is an array, and what is explained an object.
    """
    from hlogen.cli.rule_lists import show  # the rules, which help does without

    show(id, search, style)
