"""The options of the commands that run a program: ``hlogen run``, `parallel`, `debug`, `judge` and `compare`."""

from __future__ import annotations

import click
from click import option

from hlogen.cli import complete
from hlogen.cli.shared_options import entry_option

INPUT = option(
    "-i",
    "--input",
    "inputs",
    metavar="FILE|VALUE",
    multiple=True,
    shell_complete=complete.files,
    help="An .npy or .npz file, or a value such as '[[1, 2], [3, 4]]'; repeated for several.",
)

# What it runs on.
INPUTS = (
    INPUT,
    option("--random", is_flag=True, help="Draw what no --input gives: normal floats, integers up to 9."),
    option(
        "--seed",
        metavar="N",
        type=click.IntRange(min=0),
        help="Where --random and stablehlo.rng start; 0 if not given.",
    ),
    entry_option("run", default="main"),
)

# What it may take.
LIMITS = (
    option(
        "--max-steps",
        metavar="N",
        type=click.IntRange(min=0),
        help="Stop after N operations, those in every turn of a loop counted.",
    ),
    option(
        "--max-memory",
        metavar="SIZE",
        help="Don't run what takes more at once, such as 512MiB or 2GiB.",
    ),
    option(
        "--time-limit",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True),
        help="Stop behind the first operation that ends later.",
    ),
)

SCHEDULE = option(
    "--schedule",
    metavar="ORDER",
    help="The order of scatters' updates: lexicographic (the default), reverse, window-major, or a seed.",
)

# What is reported of it.
SANITIZER = (
    option("--sanitize", is_flag=True, help="Report what the specification leaves open or does in silence."),
    option(
        "--select",
        metavar="IDS",
        multiple=True,
        shell_complete=complete.lists_of_rules,
        help="With --sanitize, report only these, such as bounds,promise.",
    ),
    option(
        "--ignore",
        metavar="IDS",
        multiple=True,
        shell_complete=complete.lists_of_rules,
        help="With --sanitize, don't report these.",
    ),
    option(
        "--format",
        "style",
        type=click.Choice(["text", "json"]),
        help="With --sanitize, for people (the default), or a JSON list of findings alone.",
    ),
)

# In how many processes it runs.
PROCESSES = (
    option("--replicas", metavar="R", type=int, help="How many replicas there are."),
    option("--partitions", metavar="P", type=int, help="How many partitions of each."),
)
GRID = (
    *PROCESSES,
    option(
        "--infeed",
        metavar="FILE",
        multiple=True,
        shell_complete=complete.files,
        help="What infeed operations read, in its order; repeated for several processes.",
    ),
)
