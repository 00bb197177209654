"""What an explained operation's page shows, read in the browser."""

from __future__ import annotations

import json
import re

import numpy as np
from helpers.browser import Page

from interpreter.values.digits import digits

_LABEL = re.compile(r"(?P<panel>.*?)\[(?P<index>[\d, ]*)\](?: = (?P<value>[^,]*))?(?:, (?P<said>.*))?")


def cells(page: Page, panel: str) -> dict[tuple[int, ...], tuple[str | None, str]]:
    """The values of a panel's elements that are drawn, as texts, where known, and what else is said of them."""
    labels = page.evaluate("[...document.querySelectorAll('#panels [role=gridcell]')].map((cell) => cell.ariaLabel)")
    matches = [_LABEL.fullmatch(label) for label in labels]
    return {
        tuple(map(int, filter(None, match["index"].split(", ")))): (match["value"], match["said"] or "")
        for match in matches
        if match["panel"] == panel
    }


def values(page: Page, panel: str) -> dict[tuple[int, ...], str | None]:
    return {index: value for index, (value, _) in cells(page, panel).items()}


def written(array: np.ndarray) -> dict[tuple[int, ...], str]:
    """An array's elements as a page has them."""
    return {index: digits(array[index]).lower() for index in np.ndindex(*array.shape)}


def cell(panel: str, flat: int) -> str:
    """The selector of an element by its number in a panel."""
    return f"[aria-label^='{panel}:'] [data-flat='{flat}']"


def text(page: Page, selector: str) -> str:
    return page.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")


def outcome(page: Page) -> tuple[str, str]:
    """The element that is explained, and in one sentence where it comes from, or goes."""
    return text(page, "#way h2"), text(page, "#way .outcome")


def choose(page: Page, selector: str, value: object) -> None:
    """Gives a field a value, as a user does."""
    page.evaluate(
        f"""(() => {{
          const field = document.querySelector({json.dumps(selector)});
          field.value = {json.dumps(value)};
          field.dispatchEvent(new Event("change"));
        }})()"""
    )


def type_into(page: Page, selector: str, words: str) -> None:
    """Writes over what stands in a field of text, and presses Enter."""
    page.click(selector)
    page.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
    page.type(words)
    page.press("Enter")


def address(page: Page) -> str:
    """The fragment of the page's address, once what was done last is in it."""
    return page.evaluate("new Promise((done) => setTimeout(() => done(location.hash), 400))")
