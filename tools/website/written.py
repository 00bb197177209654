"""The pages that are files: those of docs/, and three of the root. Links are turned to where the site has things."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.website.page import Page
from tools.website.pictures import in_page
from tools.website.sections import listed

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
OF_ROOT = ("CONTRIBUTING.md", "CHANGELOG.md")
# Long tables for maintainers, which would stand first wherever somebody searches for an operation.
NOT_SEARCHED = {"golden-coverage", "CHANGELOG", "benchmarks"}
FILES = "files"  # the folder of the site with programs and schemas
_FENCE = re.compile(r"^(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)\n(?P<body>.*?)^(?P=fence)$\n?", re.M | re.S)
# A link, or code, in which nothing is one.
_LINK = re.compile(
    r"(?P<code>`+)(?!`).+?(?<!`)(?P=code)(?!`)"
    r"|(?P<picture>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)"
)
_ANCHOR = re.compile(r'^<a id="[^"]+"></a>(?=\n\n## (?P<label>\w+[\w-]*))', re.M)
_TITLED = re.compile(r"(\w+) title=(\S+)")


def pages() -> Iterator[Page]:
    """Every Markdown file, under its path below docs/ without the suffix."""
    for path in _sources():
        name = _name(path)
        text = _moved(path)
        if name.startswith("rules/"):
            text = _indexed(text, name.removeprefix("rules/"))
        yield Page(name, in_page(name, text), _crumbs(name), name not in NOT_SEARCHED)


@cache
def pictures() -> dict[str, Path]:
    """What pages show, by path below docs/."""
    return {str(path.relative_to(DOCS)): path for path in DOCS.rglob("*.svg")}


@cache
def linked_files() -> dict[str, Path]:
    """Files of the repository that pages link to, under the paths that the site has them at."""
    return {_in_site(path): path for page in _sources() for path in _outside(page)}


def _sources() -> list[Path]:
    return [*sorted(DOCS.rglob("*.md")), *(ROOT / name for name in OF_ROOT)]


def _name(path: Path) -> str:
    top = DOCS if path.is_relative_to(DOCS) else ROOT
    return str(path.relative_to(top).with_suffix(""))


def _crumbs(name: str) -> list[tuple[str, str]]:
    """Of a page that no section lists, that of its folder."""
    folder = name.partition("/")[0]
    if name in listed():
        return []
    titles = {"rules": "Rules", "findings": "Findings", "conformance": "Conformance"}
    return [("index", "hlogen"), (f"{folder}/README", titles[folder])]


def _indexed(text: str, op: str) -> str:
    """With the ids of rules where the search finds them: ``gather.C16`` before what else has these words."""
    entry = "```{{index}} ! {op}.{label}, {label}\n```\n\n{anchor}".format
    return _ANCHOR.sub(lambda at: entry(op=op, label=at["label"], anchor=at[0]), text)


def _moved(page: Path) -> str:
    """Its text, with links and blocks as Sphinx wants them."""
    text, parts, end = page.read_text(), [], 0
    for block in _FENCE.finditer(text):
        parts += [_LINK.sub(lambda link: _link(page, link), text[end : block.start()]), _block(block)]
        end = block.end()
    return "".join([*parts, _LINK.sub(lambda link: _link(page, link), text[end:])])


def _block(block: re.Match[str]) -> str:
    """A block whose file has a name shows it above."""
    titled = _TITLED.fullmatch(block["info"].strip())
    if not titled:
        return block[0]
    fence = block["fence"]
    return f"{fence}{{code-block}} {titled[1]}\n:caption: {titled[2]}\n\n{block['body']}{fence}\n"


def _link(page: Path, link: re.Match[str]) -> str:
    """Pages stay; files of the repository are where the site has them; folders are told by their names."""
    if link["code"]:
        return link[0]
    target, _, anchor = link["target"].partition("#")
    if not target or "://" in target or target.startswith("mailto:") or link["picture"]:
        return link[0]
    path = (page.parent / target).resolve()
    if path == ROOT / "README.md":
        return f"[{link['text']}]({_relative(page, 'index.md')})"
    if path in {ROOT / name for name in OF_ROOT} or (path.suffix == ".md" and path.is_relative_to(DOCS)):
        return f"[{link['text']}]({_relative(page, _name(path) + '.md')}{anchor and f'#{anchor}'})"
    if path.is_dir():
        return link["text"]
    return f'<a href="{_relative(page, _in_site(path))}">{link["text"]}</a>'


def _outside(page: Path) -> Iterator[Path]:
    for link in _LINK.finditer(_FENCE.sub("", page.read_text())):
        if link["code"]:
            continue
        path = (page.parent / link["target"].partition("#")[0]).resolve()
        if path.is_file() and path.suffix not in (".md", ".svg") and path.is_relative_to(ROOT):
            yield path


def _in_site(path: Path) -> str:
    """Programs end in .txt there, so that browsers show them."""
    name = path.relative_to(ROOT)
    return f"{FILES}/{name}.txt" if name.suffix == ".mlir" else f"{FILES}/{name}"


def _relative(page: Path, target: str) -> str:
    return os.path.relpath(target, Path(_name(page)).parent)
