"""Do the tests notice realistic faults? Draws places of the sources by lot, makes a natural fault at each, and runs the
tests that reach it, nearest first, until one fails.

python tools/mutants.py --count 48 --seed 7    48 places; those of seed 7 that were judged before aren't judged again
python tools/mutants.py --minutes 30           as many as that time takes
python tools/mutants.py --room interpreter/possible
python tools/mutants.py --again                judges anew the faults that nothing has noticed so far

Each judgment is a line of JSON in out/mutants/SEED.jsonl (or ROOM.SEED.jsonl). A fault that nothing notices is a hole
in the tests, or no fault: whoever reads it decides. What tests reach is known from tools/reach.py, which runs those
once that are new to it: at the first time all, for twenty minutes.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import reach
from tools.mutation import ROOT, Fault, faults, modules, statements

OUT = ROOT / "out" / "mutants"
FIRST_SECONDS, FIRST_FILES = 20, 6  # of tests near the place, before those of all files are collected


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--count", type=int)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--room", default="", help="a folder or file of hlogen/ or interpreter/")
    parser.add_argument("--kinds", nargs="+", help="of faults, such as compared constant and/or; all otherwise")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for each fault")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    record = OUT / f"{options.room.strip('/').replace('/', '.') + '.' if options.room else ''}{options.seed}.jsonl"
    record.parent.mkdir(parents=True, exist_ok=True)
    lines = record.read_text().splitlines() if record.exists() else []
    judged = {json.dumps(one["fault"]): one for one in map(json.loads, lines)}
    drawn: Iterable[Fault] = draw(options.room, options.seed, options.kinds)
    if options.again:
        drawn = [Fault(**one["fault"]) for one in judged.values() if one["by"] is None and _is_there_still(one)]
    until = time.monotonic() + options.minutes * 60 if options.minutes else float("inf")
    try:
        with tempfile.TemporaryDirectory(prefix="hlogen-mutants-") as folder:
            judge = Judge(Path(folder), options.seconds)
            for fault in drawn:
                if (options.count and len(judged) >= options.count and not options.again) or time.monotonic() > until:
                    break
                key = json.dumps(vars(fault))
                found = None if key in judged and not options.again else judge(fault)
                if found is None:  # known; or no program any more, and another is drawn
                    continue
                judged[key] = found
                written = record.with_suffix(".tmp")
                written.write_text("".join(json.dumps(one) + "\n" for one in judged.values()))
                written.rename(record)
                if found["by"] is None:
                    print(f"\n{found['diff']}not noticed by {found['tests']} tests\n", flush=True)
                else:
                    print(f"{fault.path}:{fault.line} {fault.kind}: {found['by']}", flush=True)
    except KeyboardInterrupt:
        print("stopped; the same command goes on")
    survivors = [one for one in judged.values() if one["by"] is None]
    print(f"{len(survivors)} of {len(judged)} faults not noticed; all are in {record.relative_to(ROOT)}")
    return 0


def _is_there_still(judged: dict[str, Any]) -> bool:
    """Whether a fault can be made where it was: the source has the same text there."""
    fault = Fault(**judged["fault"])
    added = [line[1:] for line in judged["diff"].splitlines()[3:] if line.startswith("+")]
    return "\n".join(added) in fault.applied((ROOT / fault.path).read_text())


def draw(room: str, seed: int, chosen: Sequence[str] | None = None) -> Iterator[Fault]:
    """One fault at each statement, in the order of the lot; all kinds of faults have equal chances."""
    places = []
    for path in modules(room):
        text = (ROOT / path).read_text()
        places += [(path, text, *place) for place in statements(ast.parse(text))]
    lot = random.Random(seed)
    lot.shuffle(places)
    for path, text, statement, parameters in places:
        kinds = defaultdict(list)
        for fault in faults(path, text, statement, parameters):
            if fault.kind in (chosen or [fault.kind]) and _is_other_program(text, fault.applied(text)):
                kinds[fault.kind].append(fault)
        if kinds:
            yield lot.choice(kinds[lot.choice(sorted(kinds))])


def _is_other_program(text: str, changed: str) -> bool:
    try:
        return ast.dump(ast.parse(text)) != ast.dump(ast.parse(changed))
    except SyntaxError:
        return False


class Judge:
    """Runs tests in a copy of the checkout, with one fault at a time."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._where, self._seconds = folder / "copy", seconds
        self._where.mkdir()
        reach.copied(self._where)
        self._files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))
        rooms = {path for path in self._files if not reach.is_known(path)}
        if rooms:
            counting = folder / "counting"
            counting.mkdir()
            reach.copied(counting)
            print(f"{len(rooms)} files of tests run once, to know what they reach")
            reach.collect(counting, sorted(rooms))
        self._reach = reach.Reach(self._files)
        self._clock = int(time.time()) - 1_000_000

    def __call__(self, fault: Fault) -> dict[str, Any] | None:
        """What came of a fault: ``by`` is the test that noticed it, or None. None in all for what can't be imported."""
        target = self._where / fault.path
        text = target.read_text()
        changed = fault.applied(text)
        diff = difflib.unified_diff(text.splitlines(True), changed.splitlines(True), fault.path, fault.path, n=2)
        try:
            self._write(target, changed)
            reached = self._reach.tests(fault.path, None if fault.is_outside else fault.line)
            if fault.is_outside:  # a table, perhaps, that others read
                reached = list(dict.fromkeys([*reached, *self._reach.tests_of(f"tests/{Path(fault.path).parent}")]))
            tests = nearest(reached, fault.path, self._seconds)
            near = list(dict.fromkeys(test.file for test in tests))[:FIRST_FILES]
            first: list[reach.Test] = []
            rest: list[reach.Test] = []
            total = 0.0
            for test in tests:
                total += test.seconds
                (first if test.file in near and total < FIRST_SECONDS else rest).append(test)
            # What is computed once and kept is reached by whichever test comes first.
            beside = set(self._reach.tests(fault.path, None)) - set(reached)
            rest += nearest(sorted(beside), fault.path, FIRST_SECONDS)
            start = time.monotonic()
            by = self._noticed(first) or self._noticed(rest)
            is_clear = by is None or "::" in by
            if not is_clear and self._runs([sys.executable, "-c", "import hlogen.cli, interpreter"], 60) != 0:
                return None
            return {
                "fault": vars(fault), "by": by, "tests": len(tests), "files": sorted({test.file for test in tests}),
                "seconds": round(time.monotonic() - start, 1), "diff": "".join(diff),
            }  # fmt: skip
        finally:
            self._write(target, text)

    def _write(self, target: Path, text: str) -> None:
        target.write_text(text)
        self._clock += 1  # a time that no bytecode was made of
        os.utime(target, (self._clock, self._clock))

    def _noticed(self, tests: list[reach.Test]) -> str | None:
        if not tests:
            return None
        job = {"what": "judge", "tests": [test.id for test in tests], "seconds": self._seconds}
        command, environment = reach.command_of(self._where, job, list(dict.fromkeys(test.file for test in tests)))
        code = self._runs(command, 2 * self._seconds + 60, environment)
        if code in (0, 5):  # passed; or what is left of a parametrized test has other names, and nothing was run
            return None
        said = re.search(r"^NOTICED (.*)$", self._said, re.MULTILINE)
        return said[1] if said else f"{tests[0].file}: it ends with {code}"

    def _runs(self, command: list[str], seconds: float, environment: dict[str, str] | None = None) -> int | None:
        """The exit status, or None after too long a time; nothing that it has started stays."""
        env = environment or {**os.environ, "PYTHONPATH": str(self._where)}
        process = subprocess.Popen(
            command, cwd=self._where, env=env, start_new_session=True, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            self._said, _ = process.communicate(timeout=seconds)
            return process.returncode
        except subprocess.TimeoutExpired:
            self._said = ""
            return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def nearest(tests: list[reach.Test], path: str, seconds: float) -> list[reach.Test]:
    """Tests of the place's own file at first, then of its room, then those that reach little; one of each function
    before another of the same, and as many as the time is enough for."""
    room, name = Path("tests", path).parent, Path(path).stem

    def distance(test: reach.Test) -> tuple[bool, int]:
        parts = Path(test.file).parent.parts
        common = sum(a == b for a, b in zip(parts, room.parts, strict=False))
        return name not in Path(test.file).stem, len(room.parts) - common

    seen: dict[str, int] = defaultdict(int)
    ranked = []
    for test in sorted(tests, key=lambda test: (test.seconds > 2, test.reached, test.id)):
        function = test.id.split("[")[0]
        seen[function] += 1
        ranked.append(((test.seconds > 2, seen[function] // 4, *distance(test), test.seconds > 0.2), test))
    chosen, total = [], 0.0
    for _, test in sorted(ranked, key=lambda pair: pair[0]):
        if total + test.seconds <= seconds:
            chosen.append(test)
            total += test.seconds
    return chosen


if __name__ == "__main__":
    sys.exit(main())
