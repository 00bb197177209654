"""The table of what people say of operations by name, and the packages that say it."""

import importlib.metadata

import pytest

from hlogen import custom
from hlogen.errors import UsageError


@pytest.fixture
def installed(monkeypatch):
    """Makes a package name these modules in the group of entry points, as of a process that hasn't asked yet."""

    def install(*values):
        entries = [importlib.metadata.EntryPoint("acme", value, custom.GROUP) for value in values]
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: entries if group == custom.GROUP else [])
        monkeypatch.setattr(custom, "_is_loaded", False)

    return install


def test_installed_packages_are_asked_once(installed, tmp_path, monkeypatch):
    (tmp_path / "acme_installed.py").write_text(
        "from hlogen import custom\ncustom.say('acme.installed', 'word', custom.Said(3, 'here'))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    installed("acme_installed")
    assert custom.said("stablehlo.add", "word") is None
    assert not custom._is_loaded  # an operation is nothing that packages say something of
    assert custom.said("acme.installed", "word") == custom.Said(3, "here")
    assert custom._is_loaded


def test_a_package_that_fails_is_named(installed):
    installed("acme_that_is_not_there:rules")
    for _ in range(2):
        with pytest.raises(UsageError, match=r"an installed package names, acme = acme_that_is_not_there:rules, can't"):
            custom.said("acme.anything", "word")


def test_what_was_said_before_is_given_back():
    first, second = custom.Said(1, "a:1"), custom.Said(2, "b:2")
    before = custom.changes()
    assert custom.say("acme.before", "word", first) is None
    assert custom.say("acme.before", "word", second) == first
    assert custom.said("acme.before", "word") == second
    assert custom.said("acme.before", "another") is None
    assert custom.changes() == before + 2
    assert "acme.before" in custom.known("word")
