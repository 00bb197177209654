"""Pages in the browser."""

import itertools

import pytest

from hlogen.explaining.page import page, part


@pytest.fixture(scope="package")
def blank(browser, tmp_path_factory):
    """A page with the scripts that compute, and without a picture."""
    scripts = [part(name) for name in ("helpers.js", "elements.js", "model.js")]
    place = tmp_path_factory.mktemp("page") / "blank.html"
    place.write_text(f"<!doctype html><meta charset=utf-8><script>{''.join(scripts)}</script>", "utf-8")
    page = browser.open(place.as_uri())
    yield page
    assert page.errors == []
    page.close()


@pytest.fixture(scope="package")
def _tab(browser):
    tab = browser.open("about:blank")
    yield tab
    tab.close()


@pytest.fixture
def opened(_tab, tmp_path):
    """Opens the page of a picture, in a tab that has complained of nothing when the test is over."""
    count = itertools.count()

    def opened(picture, fragment="", element=None):
        place = tmp_path / f"{next(count)}.html"
        place.write_text(page(picture, element), "utf-8")
        _tab.load(f"{place.as_uri()}#{fragment}")
        return _tab

    yield opened
    errors, _tab.errors = _tab.errors, []
    assert errors == []
