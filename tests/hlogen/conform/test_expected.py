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
        *(Record(f"e/{verdict.name}@constants", verdict) for verdict in Verdict if verdict.is_right),
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


ENTRY = '[[expected]]\nid = "a/one@constants"\nverdict = "refused"\nreason = "r"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("other = 1\n" + ENTRY, "there is no key other; the file is a list of [[expected]]"),
        ("expected = 1", "expected is no list; write [[expected]] above each entry"),
        ("expected = [1]", "entry 1 is no table; write [[expected]] above it"),
        (ENTRY + ENTRY + 'reasons = "r"', "entry 2: there is no key reasons; did you mean reason?"),
        (ENTRY + ENTRY.replace("reason", "link"), "entry 2 has no reason"),
        (ENTRY + ENTRY.replace("refused", "refuse"), "entry 2: there is no verdict 'refuse'; did you mean 'refused'?"),
        (ENTRY + ENTRY.replace('"r"', '["r"]'), "entry 2: reason is ['r'], which is no text"),
        (ENTRY + ENTRY.replace('"a/one@constants"', "[1]"), "entry 2: id is [1], which is no text"),
    ],
)
def test_what_is_no_file_of_what_is_expected(path, text, said):
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        Expected.read(path, {})
    assert str(caught.value).removeprefix(f"{path}: ") == said


def test_an_id_that_no_case_has_is_told(path):
    path.write_text(ENTRY + ENTRY.replace("a/one", "a/[pq]wo") + 'versions = { it = ">=5" }')
    with pytest.raises(UsageError, match=r"there is no case a/\[pq\]wo@constants; did you mean a/two@constants\?"):
        Expected.read(path, {}).require_known(path, ["a/one@constants", "a/two@constants"])
    Expected.read(path, {}).require_known(path, ["a/one@constants", "a/two@constants", "a/qwo@constants"])


def test_an_id_fits_itself_and_its_patterns_whole(path):
    """Also one with signs of patterns in it."""
    path.write_text(ENTRY.replace('"a/one@constants"', '["a/[x]@constants", "b/?ne@*", "c/one"]'))
    (entry,) = Expected.read(path, {}).entries
    ids = (
        "a/[x]@constants",
        "a/x@constants",
        "b/one@arguments",
        "b/oone@arguments",
        "c/one",
        "c/one@constants",
        "ac/one",
    )
    assert [id for id in ids if entry.fits(id)] == ["a/[x]@constants", "a/x@constants", "b/one@arguments", "c/one"]


def test_a_reason_has_no_place_in_it():
    assert (
        reason_of("it can't be written:\n  stablehlo.add (at -:1:2): no\nmore")
        == "it can't be written: stablehlo.add: no"
    )
