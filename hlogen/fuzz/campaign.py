"""A campaign: batches of programs, given out to processes of this machine or of a dask cluster, until time is over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from hlogen.errors import UsageError
from hlogen.fuzz.coverage import weighted
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.judge import SPECIFICATION, TIME_LIMIT, ULPS, Finding, Judge, Tally
from hlogen.fuzz.program import planned
from hlogen.fuzz.shrink import MOST_TRIES
from hlogen.fuzz.store import Batch, Store, is_process_alive, this_process
from hlogen.fuzz.workers import Workers

_STALE = 900.0  # seconds after which a batch is given out again
_SECONDS = 4.0  # that a batch should take, where there aren't many
_RATE = 20  # batches a second that one campaign writes down at ease
_FIRST, _MOST = 16, 1 << 14  # programs of the first batch, and of any


@dataclass(frozen=True)
class Settings:
    """How programs are drawn and judged."""

    address: str
    ops: tuple[str, ...]
    sizes: tuple[int, ...] = (1, 1, 4, 12)  # operations of a program, batch by batch
    relations: tuple[str, ...] = ("",)  # the other forms that programs are run in, batch by batch; "" is none
    time_limit: float = TIME_LIMIT
    ulps: int = ULPS
    tries: int = MOST_TRIES
    against: str = SPECIFICATION  # what is no finding where this backend does the same


@dataclass(frozen=True)
class Progress:
    """Where a campaign stands: programs judged in this run, seconds since its start, cells and causes in all."""

    programs: int
    seconds: float
    new: tuple[Finding, ...] = ()


def chosen_ops(names: tuple[str, ...]) -> tuple[str, ...]:
    """The operations of these names, all that the grammar has where there are none. UsageError for one it hasn't."""
    rows = GRAMMAR.rows()
    if not names:
        return tuple(sorted(rows))
    found = []
    for name in names:
        whole = name if "." in name else f"stablehlo.{name}"
        if whole not in rows:
            raise UsageError(f"the grammar has no row for {name}{GRAMMAR.because(whole)}")
        found.append(whole)
    return tuple(dict.fromkeys(found))


def run(
    store: Store, settings: Settings, workers: Workers, *, seconds: float | None = None, programs: int | None = None
) -> Iterator[Progress]:
    """Judges until `seconds` are over or so many `programs` are, or for ever; tells how far it is after each batch."""
    owner = this_process()
    store.release_dead(is_process_alive)
    start = time.monotonic()
    known, small = set(store.findings()), set[str]()
    counts = store.cells()
    taken = count = number = 0
    size = _FIRST
    at_work = 0
    try:
        while True:
            while workers.free() and (seconds is None or time.monotonic() - start < seconds):
                many = size if programs is None else min(size, programs - taken)
                if many <= 0:
                    break
                in_turn = divmod(number, len(settings.relations))
                content = {
                    "size": settings.sizes[in_turn[0] % len(settings.sizes)],
                    "ops": weighted(settings.ops, counts),
                    "relation": settings.relations[in_turn[1]],
                }
                batch = store.take(content, many, owner, _STALE)
                workers.give(replace(batch, small=tuple(small)))
                taken, number, at_work = taken + batch.count, number + 1, at_work + 1
            if not at_work:
                return
            for batch, (tally, took) in workers.done(1.0):
                at_work -= 1
                if store.add(batch, tally):
                    count += batch.count
                    counts.update(tally.cells)
                small |= tally.small
                wanted = max(_SECONDS, at_work / _RATE)
                size = max(_FIRST, min(_MOST, round(batch.count * wanted / max(took, 0.01))))
                new = tuple({each.key: each for each in tally.findings if each.key not in known}.values())
                known.update(each.key for each in new)
                yield Progress(count, time.monotonic() - start, new)
            yield Progress(count, time.monotonic() - start)
    finally:
        store.release(owner)


def judged(settings: Settings, batch: Batch) -> tuple[Tally, float]:
    """What comes of a batch, and the seconds that it took."""
    start = time.monotonic()
    judge = _judge(settings)
    seeds = range(batch.first, batch.first + batch.count)
    plans = (planned(batch.ops[seed % len(batch.ops)], seed, batch.size, batch.relation) for seed in seeds)
    tally = judge.judge(plans, batch.small)
    return tally, time.monotonic() - start


@lru_cache(maxsize=1)
def _judge(settings: Settings) -> Judge:
    """The one of this process: it remembers what it has examined."""
    return Judge(
        settings.address,
        against=settings.against,
        time_limit=settings.time_limit,
        ulps=settings.ulps,
        tries=settings.tries,
    )
