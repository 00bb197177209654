"""Whatever happens to a command, nothing is left behind and nothing is lost."""

from __future__ import annotations

import os
import random
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
HOW_OFTEN = 1000
STOPPED = 0.05  # seconds


def start(house: House, command: str) -> Visit:
    return Visit(house, [sys.executable, "-m", "hlogen", *command.split()])


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


def codes(name: str) -> set[int]:
    if name == "INT":
        return {130, -signal.SIGINT}  # while Python starts, it ends by the signal; shells call both 130
    if name in ("PIPE", "STOP"):
        return set()
    return {1} if name == "closed reader" else {-signal.Signals[f"SIG{name}"]}


@pytest.mark.campaign
def test_commands_that_are_hit_by_signals_at_any_moment(tmp_path, capsys) -> None:
    house = House(tmp_path)
    before = house.files()
    usual: dict[str, Ended] = {}
    for name, command in COMMANDS.items():
        usual[name] = start(house, command).end()
        assert usual[name].code in (0, 1), (name, usual[name])
        assert not list(wrongs(house, before, usual[name], usual[name], ())), name
        house.tidy()
    counts: Counter[tuple[str, str]] = Counter()
    longest: dict[str, float] = dict.fromkeys(SIGNALS, 0.0)
    found: list[str] = []
    names, most = list(COMMANDS), int(os.environ.get("HOW_OFTEN", HOW_OFTEN))
    for number, seed in enumerate(seeds(0, most)):
        rng = random.Random(seed)
        what, name = SIGNALS[number % len(SIGNALS)], names[number // len(SIGNALS) % len(names)]
        moment = rng.uniform(0, 1.1) * usual[name].seconds
        visit = start(house, COMMANDS[name])
        time.sleep(moment)
        hit(visit, what, is_for_all=rng.random() < 0.5)
        ended = visit.end()
        wrong = list(wrongs(house, before, usual[name], ended, codes(what)))
        house.tidy()
        counts[what, f"{ended.code}"] += 1
        longest[what] = max(longest[what], ended.survived)
        if wrong:
            found.append(f"seed {seed}, {what} after {moment:.3f} s of {usual[name].seconds:.3f}: {name}: {wrong}")
    with capsys.disabled():
        print("\nsignal         times  wrong  processes gone after  exit codes")
        for what in SIGNALS:
            its = {code: times for (signal, code), times in counts.items() if signal == what}
            bad = sum(f", {what} after" in line for line in found)
            print(f"{what:<14} {sum(its.values()):5}  {bad:5}  {longest[what]:18.2f} s  {its}")
    assert not found, "\n".join(found)
