"""Pages of docs/ as Sphinx reads them: links, titled blocks, anchors; the colours of MLIR."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pygments.token import Error

from tools.website import pictures, written
from tools.website.build import pages
from tools.website.mlir_lexer import MlirLexer
from tools.website.page import cell
from tools.website.slug import slug

ROOT = Path(__file__).parents[3]
PAGES = pages()


def moved(monkeypatch, folder, text):
    """What becomes of a page docs/how-to/page.md with this text."""
    monkeypatch.setattr(written, "DOCS", folder / "docs")
    monkeypatch.setattr(written, "ROOT", folder)
    for name in ("docs/order.md", "golden/add/add.mlir", "docs/how-to/page.md", "CONTRIBUTING.md", "README.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    page = folder / "docs" / "how-to" / "page.md"
    page.write_text(text)
    return written._moved(page)


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("[a](../order.md#b)", "[a](../order.md#b)"),
        ("[a](#b)", "[a](#b)"),
        ("[a](https://x.y/z.md)", "[a](https://x.y/z.md)"),
        ("[a](../../CONTRIBUTING.md)", "[a](../CONTRIBUTING.md)"),
        ("[a](../../README.md)", "[a](../index.md)"),
        ("[the `a`](../../golden/add/add.mlir)", '<a href="../files/golden/add/add.mlir.txt">the `a`</a>'),
        ("[golden/add](../../golden/add/)", "golden/add"),
        ("![a](check.svg)", "![a](check.svg)"),
        ("`x[1](../../golden/add/)`", "`x[1](../../golden/add/)`"),
        ("```text\n[a](../../golden/add/)\n```\n", "```text\n[a](../../golden/add/)\n```\n"),
        ("```python title=a.py\nx\n```\n", "```{code-block} python\n:caption: a.py\n\nx\n```\n"),
    ],
)
def test_links_and_blocks(monkeypatch, tmp_path, there, here):
    assert moved(monkeypatch, tmp_path, there) == here


def test_rules_are_found_by_their_ids():
    text = PAGES["rules/gather"].text
    assert '```{index} ! gather.C16, C16\n```\n\n<a id="c16"></a>\n\n## C16: ' in text


def test_anchors_are_those_of_rules_or_of_github():
    assert slug("C16: operand and start_indices") == "c16"
    assert slug("2. `index_vector_dim`: where they lie") == "2-index_vector_dim-where-they-lie"


def test_cells_show_their_words():
    assert cell("a | b <c> *d*\n`<e> *f*` ``g|h``") == r"a \| b \<c> \*d\* `<e> *f*` ``g\|h``"


def test_every_frame_has_its_picture():
    shown = {
        name
        for page in PAGES.values()
        for name in re.findall(r'<iframe [^>]*src="[./]*pictures/(.+?).html"', page.text)
    }
    drawn = {shown.name for shown in pictures.OF_PAGES}
    drawn |= {page.name.rpartition("/")[2] for page in PAGES.values() if page.name.startswith("reference/operations/")}
    assert shown <= drawn
    assert {"gather", "scatter", "add", "explained-gather-2"} <= shown


def test_a_picture_shows_what_its_page_tells():
    (shown,) = [one for one in pictures.OF_PAGES if one.name == "explained-gather-7"]
    assert "clamped" in shown.html
    assert str(ROOT) not in shown.html


@pytest.mark.parametrize("path", sorted((ROOT / "golden").rglob("*.mlir"))[::40], ids=lambda path: path.stem)
def test_mlir_has_its_colours(path):
    text = path.read_text()
    tokens = [*MlirLexer(stripnl=False, ensurenl=False).get_tokens(text)]
    assert "".join(word for _, word in tokens) == text
    assert [word for kind, word in tokens if kind is Error] == []
