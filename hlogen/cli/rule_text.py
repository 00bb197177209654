"""Pages of rules (see `hlogen.lint.rule_pages`) for the terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from hlogen.cli.paint import paint
from hlogen.lint.rule_pages import Code, Notes, Page, Prose

_WIDTH = 100
_LINK = re.compile(r"\[([\w.]+)\]\(\S+\)")


def text_page(page: Page) -> Iterator[str]:
    """A page for the terminal."""
    yield f"{paint(page.id, 'rule')}{paint(f'  {page.title}', 'place') if page.title else ''}"
    for part in page.parts:
        yield ""
        match part:
            case Prose():
                for number, paragraph in enumerate(part.text.split("\n\n")):
                    if number:
                        yield ""
                    yield from textwrap.wrap(paragraph, _WIDTH)
            case Notes():
                for label, text in part.entries:
                    yield from textwrap.wrap(f"{label}: {_unlinked(text)}", _WIDTH, subsequent_indent="    ")
            case Code():
                if part.label:
                    yield paint(f"{part.label}:", "label")
                    yield ""
                yield from _text_code(part)


def _text_code(code: Code) -> Iterator[str]:
    for line in code.text.splitlines():
        if code.language == "diff":
            yield f"    {paint(line, {'+': 'good', '-': 'error'}.get(line[:1], 'dim'))}"
        elif code.label:
            yield f"    {line}" if line else ""
        else:  # a formula
            yield from textwrap.wrap(line, _WIDTH, initial_indent="    ", subsequent_indent="      ")


def _unlinked(text: str) -> str:
    """The words of links: the terminal has none."""
    return _LINK.sub(r"\1", text)
