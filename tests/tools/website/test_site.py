"""The built site, as a newcomer's browser has it from the disk: `make docs` builds it and runs this."""

from __future__ import annotations

import contextlib
import html
import json
import re
import time
from pathlib import Path
from urllib.parse import unquote

import pytest

SITE = Path(__file__).parents[3] / "build" / "site"
pytestmark = [
    pytest.mark.site,
    pytest.mark.skipif(not (SITE / "index.html").exists(), reason="there is no site: `make docs` builds it"),
]
MAIN = (
    "index",
    "install",
    "tutorial",
    "how-to/debug-a-nan",
    "explained/gather",
    "reference/api",
    "reference/api/hlogen.gather",
    "reference/commands/check",
    "reference/operations/gather",
    "rules/gather",
    "findings/README",
    "architecture",
)

# What newcomers ask: the links that they follow from the start page, two at most; where they arrive; what they read.
CLICKS = [
    (["What does index_vector_dim do?"], "questions", "along which one index vector lies"),
    (["Gather in pictures"], "explained/gather", "index_vector_dim: where the index vectors lie"),
    (["Why is my scatter nondeterministic?"], "questions", "the specification leaves their order open"),
    (["find nondeterminism"], "how-to/find-nondeterminism", "Ask the sanitizer"),
    (["Which rule is C16?", "its page"], "rules/gather", "C16: operand and start_indices"),
    (["Plug in your backend"], "how-to/add-a-backend", "A backend is a class with two methods"),
    (["What happens to an index out of bounds?", "Out of bounds"], "modes", "With a mode, every backend"),
    (["debug a NaN"], "how-to/debug-a-nan", "--trap nan"),
    (["export to ONNX"], "how-to/export-to-onnx", "dynamic_axes"),
    (["in CI"], "how-to/check-in-ci", "baseline"),
    (["Why does XLA give something else than hlogen?", "Judge a backend"], "how-to/judge-a-backend", "hlogen judge"),
    (["Write a frontend"], "how-to/write-a-frontend", "hl.located"),
]
# The same by one search: one of the first five results leads there.
SEARCHES = [
    ("index_vector_dim", "explained/gather"),
    ("why is my scatter nondeterministic?", "questions"),
    ("gather.C16", "rules/gather"),
    ("C16", "questions"),
    ("plug in my backend", "how-to/add-a-backend"),
    ("bounds.clamped", "rules/bounds.clamped"),
    ("hl.vmap", "reference/api/hlogen.vmap"),
    ("hlogen judge", "reference/commands/judge"),
    ("out of bounds", "modes"),
    ("NaN", "how-to/debug-a-nan"),
    ("export onnx", "how-to/export-to-onnx"),
    ("batching dims", "explained/batching-dims"),
]

# Elements of the article whose words stand out too little: the least ratio of WCAG is 4.5.
FAINT = """(() => {
  const channel = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parts = color => (color.match(/[\\d.]+/g) || []).map(Number);
  const behind = one => {
    for (; one; one = one.parentElement) {
      const found = parts(getComputedStyle(one).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  const faint = {};
  for (const one of document.querySelectorAll("article *, .sidebar-tree a")) {
    const said = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!said || !one.checkVisibility({visibilityProperty: true}) || one.matches(".headerlink")) continue;
    const [a, b] = [light(parts(getComputedStyle(one).color)), light(behind(one))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) faint[one.tagName + "." + one.className] = [ratio.toFixed(2), one.textContent.slice(0, 40)];
  }
  return faint;
})()"""
# Links, buttons and fields that have no name.
UNNAMED = """[...document.querySelectorAll("a[href], button, input:not([type=hidden])")].filter(one =>
    one.checkVisibility({visibilityProperty: true}) &&
    !(one.textContent.trim() || one.getAttribute("aria-label") || one.title || one.placeholder
      || one.querySelector("[aria-label], img[alt], title"))
  ).map(one => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def open_page(browser):
    opened = []

    def open_page(name, **options):
        page = browser.open((SITE / f"{name}.html").as_uri(), **options)
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        page.close()


def until(page, expression):
    """What the expression gives, as soon as that is something; pages that it is asked of may go meanwhile."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with contextlib.suppress(AssertionError):
            if found := page.evaluate(expression):
                return found
        time.sleep(0.05)
    raise AssertionError(f"never: {expression}")


def follow(page, words):
    """Clicks the link of these words, and waits until its page is there."""
    is_marked = page.evaluate(
        f"""(() => {{
          const links = [...document.querySelectorAll("article a")];
          const link = links.find(one => one.innerText.trim() === {json.dumps(words)});
          if (link) link.id = "followed";
          window.left = false;
          return !!link;
        }})()"""
    )
    assert is_marked, f"no link says {words!r}"
    target = page.evaluate("document.querySelector('#followed').href")
    page.evaluate("document.querySelector('#followed').click()")
    until(page, f"location.href === {json.dumps(target)} && document.readyState === 'complete'")


@pytest.mark.parametrize(("links", "name", "answer"), CLICKS, ids=[links[0] for links, _, _ in CLICKS])
def test_a_question_is_answered_in_two_clicks(open_page, links, name, answer):
    page = open_page("index")
    for words in links:
        follow(page, words)
    assert len(links) <= 2
    assert page.evaluate("location.pathname").endswith(f"/{name}.html")
    assert answer in page.evaluate("document.querySelector('article').innerText")
    assert page.errors == []


@pytest.mark.parametrize(("words", "name"), SEARCHES, ids=[words for words, _ in SEARCHES])
def test_a_question_is_answered_by_one_search(open_page, words, name):
    page = open_page("index")
    page.click(".sidebar-search")
    page.type(words)
    page.press("Enter")
    until(page, "location.pathname.endsWith('/search.html') && document.readyState === 'complete'")
    until(page, "/finished|no documents|did not match/i.test(document.querySelector('#search-results')?.innerText)")
    time.sleep(0.2)
    results = page.evaluate(
        "[...document.querySelectorAll('#search-results ul.search > li > a')].slice(0, 5).map(one => one.pathname)"
    )
    assert any(result.endswith(f"/{name}.html") for result in results), results
    assert page.errors == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", MAIN)
def test_pages_can_be_read(open_page, name, dark):
    page = open_page(name, dark=dark)
    assert page.evaluate(FAINT) == {}
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.evaluate("document.querySelectorAll('h1').length") == 1
    assert page.evaluate("[...document.images].filter(one => !one.alt).length") == 0
    assert page.errors == []


def test_pages_are_there_within_a_second(open_page):
    """The best of several times: other work of the machine only makes them longer."""
    paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    for name in ("index", "rules/gather", "reference/operations/gather"):
        assert min(until(open_page(name), paint) for _ in range(3)) < 1000


@pytest.mark.parametrize("name", MAIN)
def test_pages_fit_narrow_windows(open_page, name):
    page = open_page(name, width=360, height=800)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_keys_reach_the_search_and_the_links(open_page):
    page = open_page("index")
    page.press("/")
    assert page.evaluate("document.activeElement.name") == "q"
    page.press("Tab")
    for _ in range(60):
        if page.evaluate("!!document.activeElement.closest('article')"):
            break
        page.press("Tab")
    assert page.evaluate("document.activeElement.closest('article') && document.activeElement.matches('a')")


def test_no_link_is_dead():
    pages = {path: path.read_text() for path in SITE.rglob("*.html")}
    ids = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    dead = set()
    for path, text in pages.items():
        for link in set(re.findall(r'(?:href|src)="([^"]*)"', text)):
            target, _, anchor = unquote(html.unescape(link)).partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            found = (path.parent / target.partition("?")[0]).resolve() if target else path
            if not found.exists() or (anchor and found in ids and anchor not in ids[found]):
                dead.add(f"{path.relative_to(SITE)}: {link}")
    assert sorted(dead) == []


def test_nothing_comes_from_elsewhere():
    """No page loads anything from the network."""
    loading = re.compile(
        r'<(?:script|img|iframe|source)[^>]+src="(https?:)?//|<link[^>]+stylesheet[^>]+href="(https?:)?//'
    )
    assert [str(path) for path in SITE.rglob("*.html") if loading.search(path.read_text())] == []


def test_it_is_small():
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) < 40_000_000
