"""What a campaign has judged and found, in a file of SQLite: several processes may write it, and any may be killed.

Seeds are given out in batches. A batch is done when its tally stands in the file, in the same transaction; what a
killed process had in hand is given out again. So no program is lost, and none counts twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hlogen.errors import UsageError
from hlogen.fuzz.coverage import Cell
from hlogen.fuzz.judge import Finding, Tally
from hlogen.fuzz.program import VERSION as GRAMMAR_VERSION

FORMAT = "hlogen-fuzz"
VERSION = 1
_WAIT = 60.0  # seconds for another process that writes

_TABLES = """
create table about (name text primary key, value text not null);
create table batches (
    id integer primary key, content text not null, owner text not null, since real not null, done integer not null
);
create table verdicts (verdict text primary key, count integer not null);
create table cells (op text, elements text, shape text, feature text, count integer not null,
    primary key (op, elements, shape, feature));
create table findings (id integer primary key, key text not null, content text not null);
create table alike (key text primary key, count integer not null);
create index by_key on findings (key);
"""


@dataclass(frozen=True)
class Batch:
    """Programs that are judged together: `count` seeds from `first`, of `size` operations.

    `ops` are their first ones, in turn, and `relation` the other form that they are run in, if any. `small` are keys of
    findings that needn't be made small again.
    """

    id: int
    first: int
    count: int
    size: int
    ops: tuple[str, ...]
    relation: str = ""
    small: tuple[str, ...] = ()


class Store:
    """The file of a campaign. Raises UsageError where it is no such file, of another version, or can't be written."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        """Starts a campaign about a backend, or goes on with one: then it has to be about the same."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"can't write {path}: {error.strerror or error}") from error
        with self._explained():
            self._connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
            try:
                self._start(about)
            except BaseException:
                self._connection.close()
                raise

    def _start(self, about: Mapping[str, Any]) -> None:
        self._connection.execute("pragma journal_mode = wal")
        self._connection.execute("pragma synchronous = normal")
        with self._changing() as changes:
            there = changes.execute("select name from sqlite_master where type = 'table'").fetchall()
            if not there:
                for statement in _TABLES.split(";"):
                    changes.execute(statement)
                wanted = {"format": FORMAT, "version": VERSION, "grammar": GRAMMAR_VERSION, **about}
                changes.executemany(
                    "insert into about values (?, ?)", [(name, json.dumps(each)) for name, each in wanted.items()]
                )
                return
            if ("about",) not in there:
                raise UsageError(f"{self.path} is a file of SQLite, but not one of hlogen fuzz")
            said = {name: json.loads(value) for name, value in changes.execute("select name, value from about")}
        if said.get("format") != FORMAT:
            raise UsageError(f"{self.path} is a file of SQLite, but not one of hlogen fuzz")
        for name, mine in (("version", VERSION), ("grammar", GRAMMAR_VERSION)):
            if said.get(name) != mine:
                raise UsageError(
                    f"{self.path} has {name} {said.get(name)}; this hlogen writes {name} {mine}\n"
                    "  fix: name another folder with --output, or run the hlogen that wrote it"
                )
        for name, given in about.items():
            if json.dumps(said.get(name)) != json.dumps(given):
                what = f"{name} {said.get(name)}, not {given}"
                raise UsageError(f"{self.path} is about {what}\n  fix: name another folder with --output")

    # ---- batches

    def take(self, content: Mapping[str, Any], count: int, owner: str, stale: float) -> Batch:
        """The next `count` seeds; or a batch that somebody took more than `stale` seconds ago, and isn't done."""
        now = time.time()
        with self._changing() as changes:
            left = changes.execute(
                "select id, content from batches where not done and since < ? order by id limit 1", (now - stale,)
            ).fetchone()
            if left is not None:
                changes.execute("update batches set owner = ?, since = ? where id = ?", (owner, now, left[0]))
                return _batch(left[0], json.loads(left[1]))
            last = changes.execute("select content from batches order by id desc limit 1").fetchone()
            first = 0
            if last is not None:
                said = json.loads(last[0])
                first = said["first"] + said["count"]
            whole = {"first": first, "count": count, **content}
            row = changes.execute(
                "insert into batches (content, owner, since, done) values (?, ?, ?, 0)", (json.dumps(whole), owner, now)
            )
            assert row.lastrowid is not None
            return _batch(row.lastrowid, whole)

    def release(self, owner: str) -> None:
        """Gives back what `owner` has taken and not done."""
        with self._changing() as changes:
            changes.execute("update batches set since = 0 where not done and owner = ?", (owner,))

    def release_dead(self, is_alive: Any) -> None:
        """Gives back what owners have taken that are gone."""
        with self._changing() as changes:
            for (owner,) in changes.execute("select distinct owner from batches where not done").fetchall():
                if not is_alive(owner):
                    changes.execute("update batches set since = 0 where not done and owner = ?", (owner,))

    def add(self, batch: Batch, tally: Tally) -> bool:
        """Writes down what came of a batch; False where that stands there already, and isn't counted again."""
        with self._changing() as changes:
            (is_done,) = changes.execute("select done from batches where id = ?", (batch.id,)).fetchone()
            if is_done:
                return False
            changes.execute("update batches set done = 1 where id = ?", (batch.id,))
            for table, counts in (("verdicts", tally.verdicts), ("alike", tally.alike)):
                changes.executemany(
                    f"insert into {table} values (?, ?) on conflict do update set count = count + excluded.count",
                    counts.items(),
                )
            changes.executemany(
                "insert into cells values (?, ?, ?, ?, ?) on conflict do update set count = count + excluded.count",
                [(*cell, count) for cell, count in tally.cells.items()],
            )
            changes.executemany(
                "insert into findings (key, content) values (?, ?)",
                [(finding.key, json.dumps(finding.to_json())) for finding in tally.findings],
            )
        return True

    # ---- what stands in it

    def verdicts(self) -> Counter[str]:
        return Counter(dict(self._rows("select verdict, count from verdicts")))

    def cells(self) -> Counter[Cell]:
        return Counter({tuple(row[:4]): row[4] for row in self._rows("select * from cells")})

    def findings(self) -> dict[str, list[Finding]]:
        """By key, in the order in which they were found."""
        found: dict[str, list[Finding]] = {}
        for key, content in self._rows("select key, content from findings order by id"):
            found.setdefault(key, []).append(Finding.from_json(json.loads(content)))
        return found

    def alike(self) -> Counter[str]:
        """How many programs more look as if they had the cause of a key."""
        return Counter(dict(self._rows("select key, count from alike")))

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self, statement: str) -> list[Any]:
        with self._explained():
            return self._connection.execute(statement).fetchall()

    @contextlib.contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """All that is changed inside the `with`, or nothing."""
        with self._explained():
            self._connection.execute("begin immediate")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("rollback")
                raise
            self._connection.execute("commit")

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise UsageError(f"can't write {self.path}: {error}") from error


def _batch(id: int, said: Mapping[str, Any]) -> Batch:
    return Batch(id, said["first"], said["count"], said["size"], tuple(said["ops"]), said.get("relation", ""))


def this_process() -> str:
    """What this process is called as an owner of batches."""
    return f"{platform.node()}:{os.getpid()}"


def is_process_alive(owner: str) -> bool:
    """Whether a process, an owner as `this_process` gives it, is there; True of other machines: nobody knows."""
    host, _, pid = owner.rpartition(":")
    if host != platform.node():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
