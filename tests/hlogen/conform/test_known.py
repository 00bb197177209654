"""What hlogen ships about backends: it is about cases that there are, names differences that there are, and is so."""

import pytest

from hlogen.conform.campaign import Campaign, Settings
from hlogen.conform.corpus import KINDS, corpus
from hlogen.conform.differences import differences
from hlogen.conform.expected import SHIPPED, Expected
from hlogen.conform.records import Record

CASES = corpus()
NAMES = sorted(path.stem for path in SHIPPED.glob("*.toml"))


def test_there_is_one_for_each_backend_that_others_make():
    assert NAMES == ["onnxruntime", "upstream", "xla"]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_about_cases_and_differences_that_there_are(name):
    path = SHIPPED / f"{name}.toml"
    known = Expected.read(path, {})
    known.require_known(path, [f"{case.id}@{kind}" for case in CASES for kind in KINDS])
    ids = {row.id for row in differences()}
    named = {entry.reason.partition(":")[0] for entry in (*known.entries, *known.others)}
    assert {id for id in named if id.startswith(f"{name}.")} <= ids


def _news(name, cases):
    with Campaign(name, Settings()) as campaign:
        known = Expected.read(SHIPPED / f"{name}.toml", campaign.versions())
        judged = [known.of(Record.of(outcome)) for outcome in campaign.run(cases)]
    return [each.record for each in judged if not each.is_as_expected], judged


def test_some_of_it_is_so():
    """popcnt has wrong values, of constants and of arguments; what is quantized is refused."""
    news, judged = _news("xla", [case for case in CASES if case.op == "popcnt" or case.id == "is_finite/quantized"])
    assert news == []
    assert any(each.entry is not None for each in judged)


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_all_of_it_is_so(name):
    assert _news(name, CASES)[0] == []
