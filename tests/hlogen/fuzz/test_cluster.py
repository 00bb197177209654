"""A campaign on a dask cluster: workers may die, and nothing is lost or counted twice."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hlogen.errors import HlogenError
from hlogen.fuzz import campaign
from hlogen.fuzz.judge import Tally
from hlogen.fuzz.store import Batch, Store

distributed = pytest.importorskip("distributed")

from hlogen.fuzz.cluster import Cluster  # noqa: E402 - it needs dask

SETTINGS = campaign.Settings("mine", ("stablehlo.add",), (1,))


def judged(settings: Any, batch: Batch) -> tuple[Tally, float]:
    if batch.first == 32 and settings == "refuses":
        raise HlogenError("no more")
    return Tally(Counter({"pass": batch.count})), 0.5


@pytest.fixture
def cluster() -> Any:
    with distributed.LocalCluster(
        n_workers=4, processes=False, threads_per_worker=1, dashboard_address=None, worker_dashboard_address=None
    ) as made:
        yield made


def test_a_campaign_survives_its_workers(cluster: Any, tmp_path: Path) -> None:
    workers = Cluster(judged, None, cluster.scheduler_address)
    with Store(tmp_path / "it.sqlite", {"backend": "mine"}) as store:
        for number, _ in enumerate(campaign.run(store, SETTINGS, workers, programs=2000)):
            if number in (3, 6):
                name, worker = next(iter(cluster.workers.items()))
                cluster.sync(worker.close, nanny=False, executor_wait=False)
                del cluster.workers[name]
        assert store.verdicts() == {"pass": 2000}
        assert store._rows("select count(*) from batches where not done") == [(0,)]
    workers.close()


def test_errors_end_it_without_loss(cluster: Any, tmp_path: Path) -> None:
    workers = Cluster(judged, "refuses", cluster.scheduler_address)
    with Store(tmp_path / "it.sqlite", {"backend": "mine"}) as store:
        with pytest.raises(HlogenError, match="no more"):
            list(campaign.run(store, SETTINGS, workers, programs=2000))
        assert store.take({"size": 1, "ops": []}, 1, "me", 60).first <= 32  # it was given back
    workers.close()
    with pytest.raises(HlogenError, match=r"the scheduler at tcp://127\.0\.0\.1:9 can't be reached"):
        Cluster(judged, None, "tcp://127.0.0.1:9")


WORKERS = 1000
SIMULATED = {  # what dask measures of each worker, of which all are this process
    "distributed.worker.use-file-locking": False, "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "1h", "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.worker.memory.target": False, "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False, "distributed.worker.memory.terminate": False,
    "distributed.scheduler.worker-ttl": None, "distributed.scheduler.work-stealing": False,
    "distributed.comm.timeouts.connect": "60s",
}  # fmt: skip
times: Counter[int] = Counter()  # that a batch was judged


def judged_slowly(settings: Any, batch: Batch) -> tuple[Tally, float]:
    """Takes what a batch takes: some nothing, some two seconds."""
    times[batch.id] += 1
    time.sleep((0.0, 0.1, 0.5, 2.0)[batch.id % 4])
    return Tally(Counter({"pass": batch.count})), 0.5


@pytest.mark.campaign
def test_a_thousand_workers_that_come_and_die_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dask = pytest.importorskip("dask")
    from distributed import system_monitor
    from distributed.utils import LoopRunner, sync

    own = system_monitor.psutil.Process()
    monkeypatch.setattr(system_monitor.psutil, "Process", lambda: own)
    monkeypatch.setattr(distributed.Worker, "start_http_server", lambda *_, **__: None)
    runner = LoopRunner(asynchronous=False)
    runner.start()
    workers: list[Any] = []
    deaths, is_over = 0, False

    async def scheduled() -> Any:
        return await distributed.Scheduler(protocol="inproc", dashboard=False, dashboard_address=":0", port=0)

    async def come(count: int) -> None:
        made = (distributed.Worker(scheduler.address, nthreads=1, heartbeat_interval="60s") for _ in range(count))
        workers.extend(await asyncio.gather(*made))

    async def die_and_come() -> None:
        nonlocal deaths
        random = Random(1)
        while not is_over:
            await asyncio.sleep(0.5)
            dying = [workers.pop(random.randrange(len(workers))) for _ in range(20)]
            await asyncio.gather(*(each.close(nanny=False, executor_wait=False, timeout=1) for each in dying))
            deaths += len(dying)
            await come(15)

    since = time.monotonic()
    with dask.config.set(SIMULATED):
        scheduler = sync(runner.loop, scheduled)
        for _ in range(WORKERS // 50):
            sync(runner.loop, come, 50)
        started = time.monotonic() - since
        cluster = Cluster(judged_slowly, None, scheduler.address)
        with Store(tmp_path / "it.sqlite", {"backend": "mine"}) as store:
            runner.loop.add_callback(die_and_come)
            list(campaign.run(store, SETTINGS, cluster, programs=500_000))
            is_over = True
            assert store.verdicts() == {"pass": 500_000}
            assert store._rows("select count(*) from batches where not done") == [(0,)]
            ((batches,),) = store._rows("select count(*) from batches")
        again = sum(count > 1 for count in times.values())
        print(f"{WORKERS} workers in {started:.0f} s; {batches} batches in {time.monotonic() - since - started:.0f} s, "
              f"{deaths} workers died, {again} batches were judged again and counted once")  # fmt: skip
        cluster.close()
    assert deaths >= 40
