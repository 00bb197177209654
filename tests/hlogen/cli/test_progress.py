"""The line on a terminal that says how far a command is."""

from __future__ import annotations

import sys
import time

import pytest

from hlogen.cli.progress import Progress


@pytest.fixture
def seconds(monkeypatch):
    """The clock: what is put into the list is the time."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[-1])
    return now


def test_a_line_that_is_rewritten(seconds, monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    line = Progress("operations compared")
    seconds.append(0.05)
    line.show(1)  # too soon
    seconds.append(3.2)
    line.show(120)
    line.clear()
    assert capsys.readouterr().err == "\r\x1b[2K120 operations compared, 3 s\r\x1b[2K"


def test_nothing_where_nobody_looks_on(seconds, capsys):
    line = Progress("of 12 files")
    seconds.append(5.0)
    line.show(3)
    line.clear()
    assert capsys.readouterr().err == ""
