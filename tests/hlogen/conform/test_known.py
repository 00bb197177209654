"""What hlogen ships about backends: it is about cases that there are, names differences that there are, and is so."""

import re

import pytest

from hlogen.backends import backend
from hlogen.conform.campaign import Campaign, Settings
from hlogen.conform.corpus import corpus, known_ids
from hlogen.conform.differences import differences
from hlogen.conform.expected import SHIPPED, Expected
from hlogen.conform.records import Record
from hlogen.conform.verdicts import put

NAMES = sorted(path.stem for path in SHIPPED.glob("*.toml"))


@pytest.fixture(scope="module")
def cases():
    return corpus()


def test_there_is_one_for_each_backend_that_others_make():
    assert NAMES == ["onnxruntime", "upstream", "xla"]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_about_cases_and_differences_that_there_are(name):
    path = SHIPPED / f"{name}.toml"
    known = Expected.read(path, {})
    known.require_known(path, known_ids())
    ids = {row.id for row in differences()}
    named = {entry.reason.partition(":")[0] for entry in (*known.entries, *known.others)}
    assert {id for id in named if id.startswith(f"{name}.")} <= ids


def test_it_names_the_differences_that_the_goldens_name(cases):
    for name, title in (("upstream", b"upstream interpreter"), ("xla", b"XLA CPU")):
        known = Expected.read(SHIPPED / f"{name}.toml", {})
        every = [*known.entries, *known.others]
        head = re.compile(rb"^// %s differs: ([\w.-]+:)" % title, re.M)
        for case in cases:
            for id in head.findall(case.text):
                fitting = [entry.reason for entry in every if entry.fits(f"{case.id}@constants")]
                assert any(reason.startswith(id.decode()) for reason in fitting), (name, case.id)


def test_some_of_it_is_so(cases):
    """popcnt has wrong values, of constants and of arguments; what is quantized is refused."""
    xla = backend("xla")
    known = Expected.read(SHIPPED / "xla.toml", xla.version())
    chosen = [case for case in cases if case.op == "popcnt" or case.id == "is_finite/quantized"]
    judged = [known.of(Record.of(put(form, xla))) for case in chosen for form in case.forms()]
    assert [each.record for each in judged if not each.is_as_expected] == []
    assert any(each.entry is not None for each in judged)


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_all_of_it_is_so(name, cases):
    with Campaign(name, Settings(jobs=2)) as campaign:
        known = Expected.read(SHIPPED / f"{name}.toml", campaign.versions())
        judged = [known.of(Record.of(outcome)) for outcome in campaign.run(cases)]
    assert [each.record for each in judged if not each.is_as_expected] == []
