"""Runs the two suites of a checkout of upstream's with hlogen's interpreter, and beside it with upstream's own.

    python tools/suites.py CHECKOUT [--again] [--upstream] [--jobs N]

CHECKOUT is a clone of openxla/stablehlo; its folders stablehlo/tests/interpret and stablehlo/testdata are run as they
stand. Exit code 0: every check holds, or differs as hlogen/conform/suite_differences.py says, and each entry there is
met. With --again, the cases run six times more, each with the constants of its entry as arguments: on these and on
others in turn, with a listener and without, and give the same bits. With --upstream, the cases run on upstream's
interpreter as well, their checks taken out: what is timed is a call for each, which parses, verifies and evaluates it
in a process that stands ready. Ours is timed as a whole, the start of its process included: read, plan, run, compare.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]  # the package, what runs programs again

from helpers.reruns import require_same_bits, with_constants_given  # noqa: E402  # sys.path comes first

import interpreter  # noqa: E402
from hlogen.backends import backend  # noqa: E402
from hlogen.conform.case_result import CaseResult, CaseVerdict  # noqa: E402
from hlogen.conform.forms import as_constants  # noqa: E402
from hlogen.conform.runner import Runner  # noqa: E402
from hlogen.conform.suite_differences import DIFFERENCES, INVALID  # noqa: E402
from hlogen.errors import HlogenError  # noqa: E402
from hlogen.lint.files import program_files  # noqa: E402
from hlogen.mlir.reader import read, read_all  # noqa: E402

SUITES = ("stablehlo/tests/interpret", "stablehlo/testdata")
COLUMNS = {
    CaseVerdict.PASS: "passed",
    CaseVerdict.KNOWN: "known",
    CaseVerdict.FAIL: "failed",
    CaseVerdict.ERROR: "not run",
    CaseVerdict.SKIP: "skipped",
}


def main() -> int:
    options = _options()
    checkout = Path(options.checkout)
    missing = [suite for suite in SUITES if not (checkout / suite).is_dir()]
    if missing:
        print(f"{checkout} is no checkout of openxla/stablehlo: it has no folder {missing[0]}")
        return 2
    print(f"{'suite':28} {'files':>6} {' '.join(f'{word:>8}' for word in COLUMNS.values())} {'seconds':>8}")
    results: list[CaseResult] = []
    took = {}
    for suite in SUITES:
        files = program_files([str(checkout / suite)])
        started = time.perf_counter()
        with Runner(jobs=options.jobs) as runner:
            found = [result for cases in runner.run(files) for result in cases]
        took[suite] = time.perf_counter() - started
        counts = Counter(result.verdict for result in found)
        cells = " ".join(f"{counts[verdict]:8}" for verdict in COLUMNS)
        print(f"{suite:28} {len(files):6} {cells} {took[suite]:8.1f}", flush=True)
        results += found
    is_right = _report(results)
    if options.again:
        is_right &= run_again([result for result in results if result.name])
    if options.upstream:
        for suite in SUITES:
            ran = [result for result in results if suite in result.file and result.name]
            seconds, count = upstream_seconds(ran)
            print(
                f"{suite}: upstream's interpreter ran {count} of {len(ran)} cases in {seconds:.1f} s, "
                f"ours all of them in {took[suite]:.1f} s: {took[suite] / seconds:.2f} of the time"
            )
    return 0 if is_right else 1


def run_again(results: list[CaseResult]) -> bool:
    """Whether the cases of `results` give the same bits again; says which don't."""
    count, wrong = 0, []
    for program, name in _cases(results):
        count += 1
        try:
            module, arguments = with_constants_given(read(program), name)
            require_same_bits(module, arguments, entry=name)
        except (AssertionError, HlogenError) as error:
            wrong.append(f"@{name} doesn't run again to the same bits: {error}; it is {program.decode()[:2000]}")
    print(f"{count - len(wrong)} of {count} cases give the same bits again")
    for line in wrong:
        print(line)
    return not wrong


def upstream_seconds(results: list[CaseResult]) -> tuple[float, int]:
    """The time that upstream's interpreter takes for the cases of `results`, and how many of them it ran to the end."""
    upstream = backend("upstream")
    upstream.version()  # the process is there before the clock runs
    seconds, count = 0.0, 0
    for program, name in _cases(results):
        started = time.perf_counter()
        try:
            upstream.run(program, entry=name)
            count += 1
        except HlogenError:
            pass
        seconds += time.perf_counter() - started
        upstream.version()  # where it died, the start of the next process doesn't count
    return seconds, count


def _cases(results: list[CaseResult]) -> Iterator[tuple[bytes, str]]:
    """Each case as a program without its checks, and the name of its function."""
    names = Counter((result.file, result.name) for result in results)
    for file in dict.fromkeys(result.file for result in results):
        for module in read_all(Path(file)):
            for name, function in module.functions.items():
                if names[file, name] and not function.is_declaration and not function.type.inputs:
                    try:
                        yield str(as_constants(module, name).module).encode(), name
                    except HlogenError:  # checks inside of regions or called functions: for our interpreter alone
                        continue


def _report(results: list[CaseResult]) -> bool:
    """Prints what isn't as it should be, and why the rest is as it is; True where all is as it should be."""
    for (verdict, reason), count in Counter((r.verdict, r.reason) for r in results if r.reason).items():
        print(f"{count} {COLUMNS[verdict]}: {reason}")
    unread = _unread(results)
    without = sum(result.verdict is CaseVerdict.SKIP for result in results)
    print(f"{without - len(unread)} of the {without} skipped files are loaded or refused as they should be")
    wrong = [str(result) for result in results if result.verdict in (CaseVerdict.FAIL, CaseVerdict.ERROR)] + unread
    met = {Path(result.file).name for result in results if result.verdict is CaseVerdict.KNOWN}
    wrong += [
        f"{entry.file} isn't there or doesn't differ as known: its entry in suite_differences.py is out of date"
        for entry in DIFFERENCES
        if entry.file not in met
    ]
    for line in wrong:
        print(line)
    return not wrong


def _unread(results: list[CaseResult]) -> list[str]:
    """Why skipped programs can't be loaded."""
    why = []
    for file in dict.fromkeys(result.file for result in results if result.verdict is CaseVerdict.SKIP):
        try:
            for module in read_all(file):
                interpreter.load(module)
        except HlogenError as error:
            expected = INVALID.get(Path(file).name)
            if expected is not None and str(error).startswith(expected):
                print(f"{file} is no program by the specification: {expected}")
                continue
            why.append(f"{file} can't be loaded: {error}")
    return why


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checkout", metavar="CHECKOUT", help="a clone of openxla/stablehlo")
    parser.add_argument("--again", action="store_true", help="run the cases again, on other inputs in between")
    parser.add_argument("--upstream", action="store_true", help="run upstream's interpreter as well, for its time")
    parser.add_argument("--jobs", "-j", metavar="N", type=int, default=1, help="processes for ours (default: 1)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
