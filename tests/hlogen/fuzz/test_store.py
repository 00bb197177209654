"""What a campaign has found survives whatever ends it, and counts once."""

from __future__ import annotations

import platform
import sqlite3
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import mortal_judge

from hlogen.errors import HlogenError, UsageError
from hlogen.fuzz import campaign
from hlogen.fuzz.judge import Finding, Tally
from hlogen.fuzz.program import Plan, Step
from hlogen.fuzz.store import Store, is_process_alive, this_process
from hlogen.fuzz.workers import Processes

ABOUT = {"backend": "mine", "address": "mine.toml", "versions": {"mine": "1"}}
CONTENT = {"size": 1, "ops": ["stablehlo.add", "stablehlo.abs"]}
PLAN = Plan("1.add.7.1", (Step("stablehlo.add", (0, 3), ((1, 2), ())),))
FINDING = Finding("a key", "wrong value", "unknown", ("stablehlo.add",), "said", PLAN, PLAN, ("mine.known",))


def tally(count: int) -> Tally:
    cells = Counter({("stablehlo.add", "f32", "scalar", "plain"): count})
    return Tally(Counter({"pass": count - 1, "wrong value": 1}), cells, [FINDING], Counter({"a key": 2}))


def test_what_is_added_is_there_and_counts_once(tmp_path: Path) -> None:
    with Store(tmp_path / "new" / "it.sqlite", ABOUT) as store:
        first, second = (store.take(CONTENT, 5, "me:1", 60) for _ in range(2))
        assert (first.first, first.count, first.size, first.ops) == (0, 5, 1, ("stablehlo.add", "stablehlo.abs"))
        assert second.first == 5
        assert store.add(first, tally(5))
        assert not store.add(first, tally(5))
        assert store.add(second, tally(5))
    with Store(tmp_path / "new" / "it.sqlite", ABOUT) as store:
        assert store.verdicts() == {"pass": 8, "wrong value": 2}
        assert store.cells() == {("stablehlo.add", "f32", "scalar", "plain"): 10}
        assert store.findings() == {"a key": [FINDING, FINDING]}
        assert store.alike() == {"a key": 4}
        assert store.take(CONTENT, 3, "me:1", 60).first == 10


def test_what_a_dead_process_had_is_given_out_again(tmp_path: Path) -> None:
    path = tmp_path / "it.sqlite"
    with Store(path, ABOUT) as store:
        taken = store.take(CONTENT, 5, "host:1", 60)
        kept = store.take(CONTENT, 5, "host:2", 60)
    with Store(path, ABOUT) as store:
        store.release_dead(lambda owner: owner == "host:2")
        assert store.take(CONTENT, 9, "host:3", 60) == taken
        assert store.take(CONTENT, 9, "host:3", 60).first == 10  # host:2 has the second one
        store.release("host:2")
        assert store.take(CONTENT, 9, "host:3", 60) == kept
        assert store.take(CONTENT, 9, "host:3", -1) == taken  # taken too long ago


def test_several_processes_share_a_file(tmp_path: Path) -> None:
    firsts: list[int] = []

    def work(owner: str) -> None:
        with Store(tmp_path / "it.sqlite", ABOUT) as store:
            for _ in range(10):
                batch = store.take(CONTENT, 3, owner, 60)
                firsts.append(batch.first)
                assert store.add(batch, tally(3))

    threads = [threading.Thread(target=work, args=(f"me:{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(firsts) == list(range(0, 120, 3))
    with Store(tmp_path / "it.sqlite", ABOUT) as store:
        assert store.verdicts().total() == 120


def test_files_that_are_none_of_it(tmp_path: Path) -> None:
    path = tmp_path / "it.sqlite"
    path.write_text("text\n" * 500)
    with pytest.raises(UsageError, match=r"can't write .*it.sqlite: file is not a database"):
        Store(path, ABOUT)
    assert path.read_text() == "text\n" * 500
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("create table mine (x)")
    with pytest.raises(UsageError, match="is a file of SQLite, but not one of hlogen fuzz"):
        Store(other, ABOUT)
    mine = tmp_path / "mine.sqlite"
    Store(mine, ABOUT).close()
    with pytest.raises(UsageError, match=r"mine.sqlite is about versions \{'mine': '1'\}, not \{'mine': '2'\}"):
        Store(mine, {**ABOUT, "versions": {"mine": "2"}})
    with sqlite3.connect(mine) as connection:
        connection.execute("update about set value = '99' where name = 'grammar'")
    with pytest.raises(UsageError, match="has grammar 99; this hlogen writes grammar 1"):
        Store(mine, ABOUT)
    (tmp_path / "a file").write_text("")
    with pytest.raises(UsageError, match="can't write"):
        Store(tmp_path / "a file" / "it.sqlite", ABOUT)


def test_only_a_process_that_is_there_is_alive() -> None:
    assert is_process_alive(this_process())
    assert not is_process_alive(f"{platform.node()}:{2**22 + 1}")
    assert is_process_alive("another machine:1")


def test_workers_that_die_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "deaths"
    file.write_text("xx")
    settings = campaign.Settings("mine", ("stablehlo.add",), (1,))
    workers = Processes(mortal_judge.judged, str(file), 1)
    try:
        with Store(tmp_path / "it.sqlite", ABOUT) as store:
            states = list(campaign.run(store, settings, workers, programs=40))
            assert states[-1].programs == 40
            assert store.verdicts() == {"pass": 40}
            for size, said in (
                (2, "a batch of size 2"),
                (3, "internal error of hlogen, in the .* IndexError: list ind"),
            ):
                with pytest.raises(HlogenError, match=said):
                    list(campaign.run(store, replace(settings, sizes=(size,)), workers, programs=40))
                store.take({"size": 1, "ops": []}, 1, "me", 60)  # it was given back
            file.write_text("x" * 9)
            with pytest.raises(HlogenError, match="the processes that judge died 5 times in a row, the last with 9"):
                list(campaign.run(store, settings, workers, programs=40))
            assert store.take({"size": 1, "ops": []}, 1, "me", 60).first == 72  # it was given back
    finally:
        workers.close()
