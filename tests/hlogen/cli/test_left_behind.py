"""Whatever happens to a command, nothing is left behind and nothing is lost."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
from collections import Counter
from contextlib import suppress

import pytest
from helpers.campaign import seeds
from helpers.left_behind import COMMANDS, Ended, House, Visit, wrongs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found, and refused, by Linux's means")

SIGNALS = ("INT", "TERM", "QUIT", "HUP", "KILL", "PIPE", "STOP", "closed reader")
HOW_OFTEN_HIT = 1000
# The superuser may write to what is read-only, unless this is taken away; how many processes it has is never limited.
IS_SUPERUSER = os.getuid() == 0
UNPRIVILEGED = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if IS_SUPERUSER else []
# What is said of what was done, and why not more; what a comparison that compares nothing has to say is its output.
SENTENCES = re.compile(r"((note: |wrote )[^\n]*\n)*(error: (?!internal)[^\n]*\n(  [^\n]*\n)*)?")
STOPPED = 0.05  # seconds
STARTING = 0.1  # seconds in which Python may not have come to ignore SIGPIPE


@pytest.fixture
def tell(capsys, record_property):
    """Writes a line of a table, also into the report of the campaign."""

    def tell(line: str) -> None:
        record_property("table", line)
        with capsys.disabled():
            print(line)

    return tell


def start(house: House, command: str) -> Visit:
    return Visit(house, [sys.executable, "-m", "hlogen", *command.split()])


def usual_of(house: House) -> dict[str, Ended]:
    """How commands end to which nothing happens."""
    before, usual = house.files(), {}
    for name, command in COMMANDS.items():
        usual[name] = start(house, command).end()
        assert usual[name].code in (0, 1), (name, usual[name])
        assert not list(wrongs(house, before, usual[name], usual[name], ())), name
        house.tidy()
    return usual


def hit(visit: Visit, name: str, is_for_all: bool) -> None:
    """Sends the signal to the command, or to all of its group, as a terminal does."""
    send = os.killpg if is_for_all else os.kill
    if name == "closed reader":
        visit.process.stdout.close()
        visit.process.stdout = None
        return
    with suppress(ProcessLookupError):
        send(visit.process.pid, signal.Signals[f"SIG{name}"])
        if name == "STOP":
            time.sleep(STOPPED)
            send(visit.process.pid, signal.SIGCONT)


def codes(name: str, moment: float) -> set[int]:
    if name == "INT":
        return {130, -signal.SIGINT}  # while Python starts, it ends by the signal; shells call both 130
    if name == "PIPE" and moment < STARTING:
        return {-signal.SIGPIPE}
    if name in ("PIPE", "STOP"):
        return set()
    return {1} if name == "closed reader" else {-signal.Signals[f"SIG{name}"]}


# Of the folder's files on a disk of its own, which is gone with the shell: they are brought back.
DISK = """
unshare -rm bash -c '
  cp -rT . ../disk; mount -t tmpfs -o size={size} none . && cd "$PWD" && cp -rT ../disk . && mkdir temporary || exit 99
  TMPDIR="$PWD/temporary" HLOGEN; code=$?
  cp -rT temporary "$TMPDIR"; rm -rf temporary ../disk/*; cp -rT . ../disk; exit $code
'; code=$?; rm -rf ./*; cp -rT ../disk .; rm -rf ../disk/*; exit $code
"""
# What a shell does, where HLOGEN stands for the command.
FAULTS = {
    **{f"a disk of {size}": DISK.format(size=size) for size in ("64k", "1m", "3m", "17m")},
    **{f"files of {blocks} KiB": f"ulimit -f {blocks}; exec HLOGEN" for blocks in (0, 1, 100, 4000)},
    **{f"{count} open files": f"ulimit -n {count}; exec HLOGEN" for count in range(5, 21)},
    **{f"{count} processes": f"ulimit -u {count}; exec HLOGEN" for count in (0, 1, 2, 3, 4, 6, 8)},
    **{f"{size} MB of memory": f"ulimit -v {size}000; exec HLOGEN" for size in (100, 200, 300, 500, 700, 1000, 2000)},
    "closed input": "exec <&-; exec HLOGEN",
    "closed output": "exec >&-; exec HLOGEN",
    "closed errors": "exec 2>&-; exec HLOGEN",
    "closed output and errors": "exec >&- 2>&-; exec HLOGEN",
    "all closed": "exec <&- >&- 2>&-; exec HLOGEN",
    "full output": "exec > /dev/full; exec HLOGEN",
    "full output and errors": "exec > /dev/full 2> /dev/full; exec HLOGEN",
    "a folder as input": "exec < .; exec HLOGEN",
    "a removed working folder": "mkdir ../gone; cd ../gone; rmdir ../gone; exec HLOGEN",
    "a read-only working folder": "chmod a-w .; exec HLOGEN",
    "a read-only temporary folder": 'chmod a-w "$TMPDIR"; exec HLOGEN',
    "no temporary folder": "export TMPDIR=/nowhere; exec HLOGEN",
}
HOW_OFTEN_REFUSED = 470


@pytest.mark.campaign
def test_commands_that_are_refused_what_they_need(tmp_path, tell) -> None:
    house = House(tmp_path)
    (tmp_path / "disk").mkdir()
    before, usual = house.files(), usual_of(house)
    wrong: dict[str, int] = dict.fromkeys(FAULTS, 0)
    counts: dict[str, Counter[int]] = {name: Counter() for name in FAULTS}
    found: list[str] = []
    for number, seed in enumerate(seeds(0, HOW_OFTEN_REFUSED)):
        what, name = list(FAULTS)[number % len(FAULTS)], random.Random(seed).choice(list(COMMANDS))
        if IS_SUPERUSER and "processes" in what:
            continue
        line = FAULTS[what].replace("HLOGEN", f'"{sys.executable}" -m hlogen {COMMANDS[name]}')
        rights = UNPRIVILEGED if "unshare" not in line else []
        ended = Visit(house, [*rights, "bash", "-c", line]).end()
        interrupted = {130} if "OpenBLAS" in ended.stderr else set()  # it tells why, and sends itself a SIGINT
        wrongs_are = list(wrongs(house, before, usual[name], ended, {0, 1, 2} | interrupted))
        if ended.code == 2 and not re.fullmatch(SENTENCES, ended.stderr):
            wrongs_are.append(f"no sentence: {ended.stderr}")
        house.tidy()
        counts[what][ended.code] += 1
        if wrongs_are:
            wrong[what] += 1
            found.append(f"seed {seed}, {what}: {name}: {wrongs_are}")
    tell(f"{'fault':<30} times  wrong  exit codes")
    for what in FAULTS:
        tell(f"{what:<30} {counts[what].total():5}  {wrong[what]:5}  {dict(counts[what])}")
    assert not found, "\n".join(found)


@pytest.mark.campaign
def test_commands_that_are_hit_by_signals_at_any_moment(tmp_path, tell) -> None:
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # a shell ignores it for jobs in the background, and for all below
    house = House(tmp_path)
    before, usual = house.files(), usual_of(house)
    counts: Counter[tuple[str, str]] = Counter()
    longest: dict[str, float] = dict.fromkeys(SIGNALS, 0.0)
    found: list[str] = []
    names = list(COMMANDS)
    for number, seed in enumerate(seeds(0, HOW_OFTEN_HIT)):
        rng = random.Random(seed)
        what, name = SIGNALS[number % len(SIGNALS)], names[number // len(SIGNALS) % len(names)]
        moment = rng.uniform(0, 1.1) * usual[name].seconds
        visit = start(house, COMMANDS[name])
        time.sleep(moment)
        hit(visit, what, is_for_all=what != "PIPE" and rng.random() < 0.5)
        ended = visit.end()
        wrong = list(wrongs(house, before, usual[name], ended, codes(what, moment)))
        house.tidy()
        counts[what, f"{ended.code}"] += 1
        longest[what] = max(longest[what], ended.survived)
        if wrong:
            found.append(f"seed {seed}, {what} after {moment:.3f} s of {usual[name].seconds:.3f}: {name}: {wrong}")
    tell("signal         times  wrong  processes gone after  exit codes")
    for what in SIGNALS:
        its = {code: times for (signal, code), times in counts.items() if signal == what}
        bad = sum(f", {what} after" in line for line in found)
        tell(f"{what:<14} {sum(its.values()):5}  {bad:5}  {longest[what]:18.2f} s  {its}")
    assert not found, "\n".join(found)
