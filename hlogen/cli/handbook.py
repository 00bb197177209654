"""The pages of the documentation, as files: their sections, what each is for, and where a topic stands.

They are Markdown, installed with hlogen. `make docs` builds a site of the same pages, under the same names.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from hlogen.errors import UsageError
from hlogen.toml import read_toml

_HERE = Path(__file__).parents[1] / "docs"  # where an installed hlogen has them
_ROOT = Path(__file__).parents[2]
FOLDER = _HERE if _HERE.is_dir() else _ROOT / "docs"
SITE = _ROOT / "build" / "site"  # beside the sources alone
_NO_PROSE = ("#", "<", "|", "```", "![", "- ", "(", "---")
_RULE = re.compile(r"([a-z_]+)\.([CIO]\d[\w-]*)", re.I)


@dataclass(frozen=True)
class Section:
    """A part of the documentation. `page` is its own page where somebody wrote one; `pages` stand below it."""

    title: str
    name: str
    about: str = ""
    page: str = ""
    pages: list[str] = field(default_factory=list)

    @property
    def own(self) -> str:
        """The page of the section itself, written or made of its pages' first lines."""
        return self.page or self.name


@dataclass(frozen=True)
class Topic:
    """A page, or the part of it that begins with the heading of the anchor."""

    page: str
    anchor: str = ""

    @property
    def text(self) -> str:
        """Its Markdown."""
        text = (FOLDER / f"{self.page}.md").read_text(encoding="utf-8")
        if not self.anchor:
            return text
        _, _, part = text.partition(f'<a id="{self.anchor}"></a>\n')
        return part.partition("\n<a id=")[0].strip()

    @property
    def url(self) -> str | None:
        """Where the built site has it; None where it isn't built."""
        path = SITE / f"{self.page}.html"
        return f"{path.as_uri()}{self.anchor and f'#{self.anchor}'}" if path.exists() else None


@cache
def sections() -> list[Section]:
    """The parts of the documentation, as contents.toml has them."""
    return [Section(**row) for row in read_toml(FOLDER / "contents.toml")["section"]]


def names() -> list[str]:
    """Every page that is a file: those of the sections first, in their order."""
    listed = [name for section in sections() for name in (section.page, *section.pages) if name]
    every = sorted(str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.md"))
    return [name for name in dict.fromkeys([*listed, *every]) if (FOLDER / f"{name}.md").exists()]


def topic(asked: str) -> Topic:
    """The page that is meant: by its name, the end of it, or the id of a rule. UsageError where there is none."""
    known = names()
    word = asked.strip().removesuffix(".md").replace(" ", "-").lower()
    for name in known:
        if word in (name.lower(), name.lower().rpartition("/")[2], name.lower().removesuffix("/readme")):
            return Topic(name)
    rule = _RULE.fullmatch(asked.strip())
    if rule and f"rules/{rule[1].lower()}" in known:
        found = Topic(f"rules/{rule[1].lower()}", rule[2].lower())
        if found.text:
            return found
    near = _of_operations(asked.strip()) or difflib.get_close_matches(word, {*shorts()}, 3)
    meant = f"did you mean {' or '.join(near)}?" if near else "`hlogen docs` lists the pages"
    raise UsageError(f"there is no page about {asked!r}; {meant}")


def _of_operations(label: str) -> list[str]:
    """Rules with this label, as ``C16``: those of gather and scatter first, three at most."""
    if not re.fullmatch(r"[a-zA-Z]\d+", label):
        return []
    operations = (name.removeprefix("rules/") for name in names() if name.startswith("rules/"))
    found = [one for one in operations if Topic(f"rules/{one}", label.lower()).text]
    first = [one for one in ("gather", "scatter") if one in found]
    return [f"{one}.{label.upper()}" for one in dict.fromkeys([*first, *found])][:3]


def shorts() -> list[str]:
    """What a page is called for short: ``debug-a-nan``."""
    return [*dict.fromkeys(map(_short, names()))]


def title(text: str) -> str:
    """The words of the first heading."""
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1] if found else ""


def about(text: str) -> str:
    """What a page is for: the first sentence of its first paragraph; "" where it begins with none."""
    for paragraph in re.split(r"\n\s*\n", re.sub(r"\A\s*#[^\n]*\n", "", text)):
        flat = " ".join(paragraph.split())
        if flat and not flat.startswith(_NO_PROSE):
            return first_sentence(flat)
    return ""


def first_sentence(text: str) -> str:
    return re.split(r"(?<=[^.\d]{2}[.!?:])\s(?=[A-Z`\[])", text)[0]


def overview() -> Iterator[str]:
    """Markdown: every page of the sections and what it is for."""
    for section in sections():
        yield f"## {section.title}"
        yield ""
        for name in (section.page, *section.pages):
            if name and (FOLDER / f"{name}.md").exists():
                yield f"- **{_short(name)}**: {about(Topic(name).text)}"
        yield ""


def _short(name: str) -> str:
    return name.removesuffix("/README").rpartition("/")[2]
