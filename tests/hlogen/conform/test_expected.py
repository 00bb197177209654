"""Files of what is expected: what they are said of, and what --accept leaves."""

import pytest

from hlogen.conform.expected import Expected, accepted, reason_of
from hlogen.conform.records import Record
from hlogen.conform.verdicts import Verdict
from hlogen.errors import UsageError

TEXT = """
[[expected]]
id = ["a/*", "b/one@constants"]
verdict = "wrong value"
reason = "it is old"
versions = { it = "<2" }

[[expected]]
id = ["a/*", "c/one@constants"]
verdict = ["refused", "unsupported"]
reason = "it is new"
versions = { it = ">=2, <3.5" }
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "it.expected.toml").write_text(TEXT)
    return tmp_path / "it.expected.toml"


@pytest.mark.parametrize(("version", "reason"), [("1.9", "it is old"), ("2", "it is new"), ("3.5", None)])
def test_an_entry_is_said_of_versions(path, version, reason):
    entry = Expected.read(path, {"it": version}).of(Record("a/x@arguments", Verdict.REFUSED)).entry
    assert (entry and entry.reason) == reason


def test_accepting_keeps_reasons_other_versions_and_what_did_not_run(path):
    known = Expected.read(path, {"it": "2"})
    records = [
        Record("a/x@arguments", Verdict.REFUSED),
        Record("d/y@arguments", Verdict.WRONG_VALUE, "because:\n 3\n4"),
    ]
    path.write_text(accepted([known.of(record) for record in records], known))
    again = Expected.read(path, {"it": "2"})
    assert {(entry.patterns, entry.reason, str(entry.versions)) for entry in again.entries} == {
        (("a/x@arguments",), "it is new", str(known.entries[0].versions)),
        (("c/one@constants",), "it is new", str(known.entries[0].versions)),
        (("d/y@arguments",), "because: 3", "()"),
    }
    assert again.others == known.others


@pytest.mark.parametrize("versions", ['">= 2"', '{ it = "2" }', '{ it = ">=2 <x" }', "{ it = 2 }", '{ it = "" }'])
def test_versions_that_say_nothing_are_told(path, versions):
    path.write_text(f'[[expected]]\nid = "a"\nverdict = "refused"\nreason = "r"\nversions = {versions}\n')
    with pytest.raises(UsageError, match=r"it\.expected\.toml: entry 1: (the )?versions"):
        Expected.read(path, {})


def test_a_reason_has_no_place_in_it():
    assert (
        reason_of("it can't be written:\n  stablehlo.add (at -:1:2): no\nmore")
        == "it can't be written: stablehlo.add: no"
    )
