"""A campaign on a dask cluster: workers may die, and nothing is lost or counted twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
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
