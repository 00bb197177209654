"""A page of the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hlogen.cli import handbook


@dataclass(frozen=True)
class Page:
    """Markdown as Sphinx reads it. `crumbs` are the pages above one that the menu doesn't list: names and titles."""

    name: str
    text: str
    crumbs: Sequence[tuple[str, str]] = ()
    is_searched: bool = True

    @property
    def title(self) -> str:
        return handbook.title(self.text)

    @property
    def about(self) -> str:
        """What it is for."""
        return handbook.about(self.text)

    @property
    def source(self) -> str:
        """With what Sphinx is told about it in front."""
        told = []
        if self.crumbs:
            told += ["orphan: true", f'crumbs: "{"|".join(f"{name}={title}" for name, title in self.crumbs)}"']
        if not self.is_searched:
            told.append("nosearch: true")
        return "\n".join(["---", *told, "---", "", self.text]) if told else self.text


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a Markdown table."""
    line = "| {} |".format
    return [line(" | ".join(head)), f"|{'---|' * len(head)}", *(line(" | ".join(row)) for row in rows)]


def cell(text: str) -> str:
    """Text as it stands in a cell, where nothing of it is Markdown but code and links."""
    return " ".join(in_prose(plain, text).replace("|", "\\|").split())


def in_prose(change: Callable[[str], str], text: str) -> str:
    """`text` with `change` made to what isn't code."""
    parts = re.split(r"(`+[^`]+`+)", text)
    parts[::2] = [change(part) for part in parts[::2]]
    return "".join(parts)


def plain(text: str) -> str:
    """Words that Markdown shows as they are."""
    return text.replace("<", "\\<").replace("*", "\\*")
