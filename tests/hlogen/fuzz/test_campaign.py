"""What a campaign gives out, batch by batch, and tells."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hlogen.fuzz import campaign
from hlogen.fuzz.judge import Finding, Tally
from hlogen.fuzz.program import Plan
from hlogen.fuzz.store import Batch, Store

OPS = ("stablehlo.abs", "stablehlo.add", "stablehlo.not", "stablehlo.xor")
PLAN = Plan("it", ())
WRONG = Finding("a key", "wrong value", "unknown", ("stablehlo.add",), "said", PLAN, PLAN)


class Here:
    """Judges batches at once, `many` at a time; the n-th takes `seconds[n]`, and the last of them ever after."""

    def __init__(self, seconds: tuple[float, ...] = (4.0,), tally: Tally | None = None, many: int = 1) -> None:
        self.seconds, self.tally, self.many = seconds, tally or Tally(), many
        self.given: list[Batch] = []
        self.waiting: list[Batch] = []

    def free(self) -> int:
        return self.many - len(self.waiting)

    def give(self, batch: Batch) -> None:
        self.given.append(batch)
        self.waiting.append(batch)

    def done(self, seconds: float) -> Iterator[tuple[Batch, tuple[Tally, float]]]:
        while self.waiting:
            batch = self.waiting.pop(0)
            took = self.seconds[min(self.given.index(batch), len(self.seconds) - 1)]
            yield batch, (replace(self.tally, verdicts=Counter({"pass": batch.count})), took)

    def close(self) -> None: ...


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "it.sqlite", {"backend": "mine"}) as made:
        yield made


def test_batches_take_turns_of_sizes_and_forms(store: Store) -> None:
    here = Here(many=3)
    settings = campaign.Settings("mine", OPS, (1, 4), ("", "vmap", "simplify"))
    states = list(campaign.run(store, settings, here, programs=16 * 8 + 3))
    assert [(batch.size, batch.relation) for batch in here.given] == [
        (1, ""), (1, "vmap"), (1, "simplify"), (4, ""), (4, "vmap"), (4, "simplify"), (1, ""), (1, "vmap"),
        (1, "simplify"),
    ]  # fmt: skip
    assert [(batch.first, batch.count) for batch in here.given] == [*((16 * at, 16) for at in range(8)), (128, 3)]
    assert states[-1].programs == store.verdicts().total() == 131
    assert [state.programs for state in states] == sorted(state.programs for state in states)


def test_batches_take_four_seconds(store: Store) -> None:
    """As far as is known from the one before, from 16 programs to 16384."""
    here = Here((0.5, 64.0, 400.0, 0.0001))
    list(campaign.run(store, campaign.Settings("mine", OPS), here, programs=30_000))
    assert [batch.count for batch in here.given] == [16, 128, 16, 16, 6400, 16384, 30_000 - 22_960]


def test_no_batch_is_given_out_when_time_is_over(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(now)))
    here = Here()
    states = list(campaign.run(store, campaign.Settings("mine", OPS), here, seconds=7.0))
    assert here.given
    assert states[-1].programs == 16 * len(here.given) == store.verdicts().total()
    assert states[-1].seconds < 12


def test_a_cause_is_new_once_and_known_to_those_that_judge(store: Store) -> None:
    cells = Counter({("stablehlo.add", "f32", "scalar", f"{at}"): 1 for at in range(3)})
    other = replace(WRONG, key="another")
    here = Here(tally=Tally(Counter(), cells, [WRONG, WRONG, other], Counter({"a key": 2}), {"a key"}))
    settings = campaign.Settings("mine", OPS)
    states = list(campaign.run(store, settings, here, programs=48))
    assert [[each.key for each in state.new] for state in states if state.new] == [["a key", "another"]]
    assert [batch.small for batch in here.given] == [(), ("a key",), ("a key",)]
    # What nobody has met comes up three times as often: of these first, then of others.
    assert here.given[0].ops == (*OPS, "stablehlo.abs", "stablehlo.abs")
    assert {key: len(each) for key, each in store.findings().items()} == {"a key": 6, "another": 3}
    assert not [state.new for state in campaign.run(store, settings, here, programs=16) if state.new]


def test_what_was_taken_is_given_back(store: Store) -> None:
    """Where something ends the campaign, and where it was ended before."""
    here = Here(many=2)
    running = campaign.run(store, campaign.Settings("mine", OPS), here, programs=1000)
    next(running)
    del running  # as where Ctrl-C ends it
    assert [batch.first for batch in here.given] == [0, 16]
    again = Here()
    list(campaign.run(store, campaign.Settings("mine", OPS), again, programs=32))
    assert [batch.first for batch in again.given] == [16, 32]


def test_a_batch_is_judged_seed_by_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its operations come first in turn, by the number of the seed."""
    settings = campaign.Settings("interpreter", OPS, time_limit=7.0, ulps=3, tries=5)
    judge = campaign._judge(settings)
    asked = []

    def judged(plans: Iterator[Plan], small: tuple[str, ...]) -> Tally:
        asked.append((list(plans), small))
        return Tally()

    monkeypatch.setattr(judge, "judge", judged)
    batch = Batch(1, 6, 3, 2, ("stablehlo.abs", "stablehlo.add"), "vmap", ("a key",))
    tally, took = campaign.judged(settings, batch)
    ((plans, small),) = asked
    assert [plan.id for plan in plans] == ["1.abs.6.2 vmap", "1.add.7.2 vmap", "1.abs.8.2 vmap"]
    assert [plan.steps[0].op for plan in plans] == [
        "stablehlo.abs",
        "stablehlo.add",
        "stablehlo.abs",
    ]
    assert (small, tally, took >= 0) == (("a key",), Tally(), True)
    assert (judge._limit, judge._ulps, judge._tries, judge.other) == (7.0, 3, 5, None)
