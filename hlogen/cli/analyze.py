"""``hlogen analyze``: what is proved about gathers and scatters before they run, and what is left open."""

from __future__ import annotations

import json

import click

from hlogen.cli.paint import paint
from hlogen.cli.source import program_of
from hlogen.lint.analyze import WORDS, Analysis, analyze
from hlogen.lint.formats import count
from hlogen.spec.constraint import Verdict

_ROLES = {WORDS[Verdict.HOLDS]: "good", WORDS[Verdict.VIOLATED]: "warning", WORDS[Verdict.UNKNOWN]: "dim"}


@click.command("analyze")
@click.argument("sources", metavar="SCRIPT.py[:NAME]|FILE|-...", nargs=-1, required=True)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs (a JSON list).",
)
def command(sources: tuple[str, ...], style: str) -> None:
    """Show what is certain of every gather and scatter before the program runs.

    For each one: what its indices are known to be, and whether all windows are in bounds, the index vectors sorted, no
    element updated twice and every schedule gives the same. Each is proved, refuted or open, with the reason; what is
    proved or refuted holds for every input. `hlogen check` reports what of it deserves a change.

    JSON has one object per operation: {file, line, column, op, index_vectors, components, in_bounds,
    indices_are_sorted, sorted_to_the_letter, unique_indices, schedule_independent}.
    """
    operations = [one for source in sources for one in analyze(program_of(source)).operations]
    if style == "json":
        texts = [json.dumps(one.as_json(), ensure_ascii=False) for one in operations]
        click.echo("[" + ",".join(f"\n  {text}" for text in texts) + ("\n]" if texts else "]"))
        return
    for one in operations:
        first, *rest = str(one).splitlines()
        click.echo(paint(first, "place"))
        for line in rest:
            click.echo(_painted(line))
        click.echo()
    verdicts = [WORDS[proof.verdict] for one in operations for proof in one.proofs.values()]
    done = ", ".join(f"{verdicts.count(word)} {word}" for word in _ROLES)
    click.echo(f"{count(len(operations), 'operation')}: {done}" if operations else str(Analysis(())))


def _painted(line: str) -> str:
    for word, role in _ROLES.items():
        before, found, after = line.partition(f" {word} ")
        if found and before.rstrip().endswith(":"):
            return f"{before} {paint(word, role)} {after}"
    return line
