"""Random processes that meet, send and receive: they come to their end exactly where a slow model of them does.

The model moves whoever can move until nobody can. A wrong answer here would be a run that hangs, or a false alarm.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from helpers import campaign

from hlogen.ir import Operation
from interpreter import ExecutionError
from interpreter.grid.grid import Grid, Process
from interpreter.grid.groups import GridSize, ProcessId

OPS = [Operation("stablehlo.all_reduce"), Operation("stablehlo.all_gather")]
Step = tuple[
    str, int, tuple[ProcessId, ...]
]  # meet: the operation and the group; send, recv: the channel and the other


def drawn(seed: int) -> dict[ProcessId, list[Step]]:
    """What each process does. Half of the time the steps fit together, but for one that is lost or doubled."""
    rng = random.Random(seed)
    ids = GridSize(rng.randint(1, 3), rng.randint(1, 2)).process_ids
    plans: dict[ProcessId, list[Step]] = {id: [] for id in ids}
    for _ in range(rng.randint(1, 6)):
        if rng.random() < 0.6 or len(ids) == 1:
            group = tuple(rng.sample(ids, rng.randint(1, len(ids))))
            step: Step = ("meet", rng.randrange(2), group)
            for id in group:
                plans[id].append(step)
        else:
            source, target = rng.sample(ids, 2)
            plans[source].append(("send", rng.randrange(2), (target,)))
            plans[target].append(("recv", rng.randrange(2) if rng.random() < 0.3 else plans[source][-1][1], (source,)))
    if rng.random() < 0.5:
        id = rng.choice(ids)
        if plans[id]:
            at = rng.randrange(len(plans[id]))
            plans[id][at : at + 1] = rng.choice([[], [plans[id][at]] * 2, plans[id][at : at + 2][::-1]])
    return plans


def ends(plans: dict[ProcessId, list[Step]]) -> bool:
    """Whether all processes come to their end, found by moving whoever can move."""
    left = {id: list(steps) for id, steps in plans.items()}
    channels: Counter[tuple[int, ProcessId, ProcessId]] = Counter()
    moved = True
    while moved:
        moved = False
        for id, steps in left.items():
            if not steps:
                continue
            kind, what, others = steps[0]
            if kind == "meet":
                if all(left[other] and left[other][0] == steps[0] for other in others):
                    for other in others:
                        left[other].pop(0)
                    moved = True
                continue
            channel = (what, id, others[0]) if kind == "send" else (what, others[0], id)
            if kind == "send" or channels[channel]:
                channels[channel] += 1 if kind == "send" else -1
                steps.pop(0)
                moved = True
    return not any(left.values())


def worker(process: Process, steps: list[Step]) -> Callable[[], list[object]]:
    def work() -> list[object]:
        seen: list[object] = []
        for kind, what, others in steps:
            if kind == "meet":
                seen.append(process.meet(OPS[what], others, process.id, list))
            elif kind == "send":
                process.send((what, process.id, others[0]), len(seen))
            else:
                process.receive(OPS[what], (what, others[0], process.id), others[0], "for")
        return seen

    return work


@pytest.mark.parametrize(
    "seeds", [range(400), pytest.param(campaign.seeds(400, 20_000), marks=pytest.mark.campaign)], ids=str
)
def test_processes_come_to_their_end_where_the_model_s_do(seeds: range) -> None:
    outcomes = Counter[bool]()
    for seed in seeds:
        plans = drawn(seed)
        replicas, partitions = (max(id[at] for id in plans) + 1 for at in (0, 1))
        grid = Grid(GridSize(replicas, partitions))
        try:
            results = grid.run([worker(grid.processes[id], steps) for id, steps in plans.items()])
            has_ended, said = True, ""
        except ExecutionError as error:
            has_ended, said = False, str(error)
        else:
            for id, steps, seen in zip(plans, plans.values(), results, strict=True):
                assert seen == [list(group) for kind, _, group in steps if kind == "meet"], (seed, id)
        assert has_ended == ends(plans), seed
        assert has_ended or said.startswith("deadlock: "), (seed, said)
        outcomes[has_ended] += 1
    assert min(outcomes.values()) > len(seeds) / 10, outcomes
