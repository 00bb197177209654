"""``hlogen fuzz``: random programs on a backend."""

from __future__ import annotations

from typing import Any

import click

from hlogen.cli.loudness import quiet_option, verbose_option
from hlogen.cli.shared_options import backend_option, time_limit_option


@click.command("fuzz")
@backend_option(None, required=True)
@click.option(
    "--against", metavar="OTHER", default="interpreter", show_default=True,
    help="Leave out what the backend OTHER gets wrong in the same way: the same verdict, and the same results where "
    "there are any. The interpreter gets nothing wrong.",
)  # fmt: skip
@click.option("--time", metavar="TIME", help="How long, such as 90s, 10m or 2h; until Ctrl-C if not given.")
@click.option("--programs", metavar="N", type=click.IntRange(0), help="Stop behind so many programs; 0 only writes.")
@click.option("--jobs", "-j", metavar="N", type=click.IntRange(1), default=1, help="Processes that judge.")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Judge on a dask cluster, such as tcp://host:8786, instead (extra [dask])."
)
@click.option("--op", "ops", metavar="OP", multiple=True, help="Begin programs with this operation; may be repeated.")
@click.option(
    "--size", "sizes", metavar="N", type=click.IntRange(1, 200), multiple=True,
    help="Operations of a program; may be repeated. 1, 4 and 12 if not given.",
)  # fmt: skip
@click.option(
    "--relation", "relations", metavar="FORM", multiple=True,
    help="Run programs in another form, too, which has to give the same: portable, vmap, constants ..., or all.",
)  # fmt: skip
@click.option(
    "--invalid", is_flag=True,
    help="Verify programs in which one thing was changed, and run none: what is accepted that rules forbid?",
)  # fmt: skip
@click.option(
    "--output", "-o", metavar="FOLDER", help="Where findings go, and what was judged; fuzz-BACKEND if not given."
)
@click.option(
    "--to-golden", "golden", metavar="FOLDER",
    help="Write each cause's smallest program, with what is right, into a folder such as golden/differences/xla, too.",
)  # fmt: skip
@click.option(
    "--ulps", metavar="N", type=click.IntRange(0), default=16, show_default=True,
    help="What exponential and its like may be off.",
)  # fmt: skip
@time_limit_option("To compile a program, and to run it.", 20.0)
@quiet_option("Show nothing while it runs.")
@verbose_option("Show each cause as soon as it is found.")
def command(backend_name: str, **given: Any) -> None:
    """Find what a backend gets wrong: random programs, judged by the specification, shrunk and sorted by cause.

    \b
    hlogen fuzz --backend xla --time 10m -j 2
    hlogen fuzz --backend mine.py:Mine --op scatter --op gather --programs 2000

    Programs are drawn from all operations of the specification, with values from the corners of their types. What
    the backend gets wrong is drawn again, smaller and smaller, and told apart by what went wrong. For each cause there
    is a folder: program.mlir, inputs.npz, a test for `hlogen test` (case.mlir) and a bug report.

    With --against, only what is new or different on the backend counts, such as in another version of it. With
    --to-golden, each cause is a test of `hlogen test` and a known difference from then on; no file is replaced.

    With --relation, programs are run in other forms: transformed, batched, printed and read again, with constants for
    arguments. On the interpreter that tests what makes these forms.

    With --invalid, the backend's verifier is judged: it has to refuse what breaks a rule of the specification, and to
    accept what breaks none.

    The same command goes on where it was ended, whatever ended it; several may share a folder. Seeds aren't repeated.

    \b
    Exit codes:
      0    nothing is wrong
      1    something is: the folder says what
      2    wrong usage, or the backend can't be started
      130  interrupted; the same command goes on
    """
    from hlogen.cli.fuzzed import run_fuzz  # NumPy, which help does without

    run_fuzz(backend_name, given)
