"""``hlogen conform run``: the corpus on a backend."""

from __future__ import annotations

from typing import Any

import click

from hlogen.cli.conform.choice import case_options, expected_option, report_options
from hlogen.cli.loudness import quiet_option, verbose_option
from hlogen.cli.shared_options import backend_argument, force_option, output_option, time_limit_option


@click.command("run")
@backend_argument()
@case_options
@output_option("The file of records; BACKEND.jsonl if not given.")
@click.option("--resume", is_flag=True, help="Go on with the file of records: what it has isn't run again.")
@force_option("Start the file of records, and reports, anew.")
@click.option("--jobs", "-j", metavar="N", type=click.IntRange(1), default=1, help="Processes of the backend.")
@click.option("--maxfail", metavar="N", type=click.IntRange(1), help="Stop behind N cases that aren't as expected.")
@click.option(
    "--ulps", metavar="N", type=click.IntRange(0), default=0, help="What exponential and its like may be off."
)
@click.option("--max-memory", metavar="SIZE", help="What a process of the backend may take, such as 2GiB.")
@time_limit_option("To compile a case, and to run it.")
@expected_option("What is expected to fail; beside BACKEND if not given.")
@click.option("--accept", is_flag=True, help="Write the file of what is expected from what is found.")
@report_options
@quiet_option("Show what isn't as expected alone: nothing where all is.")
@verbose_option("Show a line for each case, what is as expected included.")
def command(backend_name: str, **given: Any) -> None:
    """Run the corpus on BACKEND: a name, a class (file.py:Class), a .toml file.

    \b
    hlogen conform run mine.toml -j 2 --html report.html
    hlogen conform run xla --op scatter --type bf16

    Every case runs with its values as constants and with the same values as arguments, in a process of the backend's
    own. What came of it is written at once to a file of records, one line a case: a run that was ended goes on with
    --resume.

    \b
    Verdicts: pass, pass within tolerance, one of several admissible;
    wrong value, wrong type or shape, wrote into inputs, shares their memory;
    unsupported, refused, compiler crash, run crash, time-out, out of memory;
    harness (nothing is said).

    \b
    Exit codes:
      0    every case is right, or as expected
      1    a case isn't as expected: it fails, or passes against expectation
      2    wrong usage, or the backend can't be started
      130  interrupted; --resume goes on
    """
    from hlogen.cli.conform.campaigns import run_campaign  # NumPy, which help does without

    run_campaign(backend_name, given)
