"""Where caches lie, and that nothing else goes with them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hlogen import caching
from hlogen.errors import UsageError


def test_where_it_is(monkeypatch, tmp_path):
    variable = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    monkeypatch.delenv(caching.FOLDER)
    monkeypatch.setenv(variable, str(tmp_path))
    assert caching.folder() == tmp_path / "hlogen"
    monkeypatch.setenv(variable, "relative")
    assert caching.folder() == Path.home() / ".cache" / "hlogen"
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError))
    with pytest.raises(
        UsageError, match="this user has no home folder, where caches would be\n  fix: set HLOGEN_CACHE"
    ):
        caching.clear()
    monkeypatch.setenv(caching.FOLDER, "named")
    assert caching.folder() == Path("named")


def test_what_is_cleared(monkeypatch, tmp_path):
    monkeypatch.setenv(caching.FOLDER, str(tmp_path))
    mine = tmp_path / "mine"
    (tmp_path / caching.CODE / "ab").mkdir(parents=True)
    journal = tmp_path / f"{caching.CHECKED}-journal"  # SQLite's, of a process that was killed
    for path in (mine, journal, tmp_path / caching.CHECKED, tmp_path / caching.CODE / "ab" / "cd"):
        path.write_text("")
    caching.clear_checked()
    assert sorted(tmp_path.iterdir()) == [tmp_path / caching.CODE, mine]
    caching.clear()
    caching.clear()  # there is nothing more
    assert [*tmp_path.iterdir()] == [mine]
