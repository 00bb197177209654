"""What ``hlogen docs`` shows: a page in the browser, else in the terminal; in Markdown where output is no terminal."""

from __future__ import annotations

import sys
import webbrowser

from hlogen.cli.handbook import Topic, overview, topic
from hlogen.cli.say import say

_WIDTH = 100


def show(asked: str | None, is_text: bool) -> None:
    """The page that is asked for; without one, the start page, or in the terminal the list of all."""
    found = None if asked is None else topic(asked)
    if is_terminal() and not is_text and (url := (found or Topic("index")).url) and webbrowser.open(url):
        say(f"opened {url}")
        return
    text = found.text if found else "\n".join(["# Pages", "", *overview()])
    say(_rendered(text) if is_terminal() else text)


def is_terminal() -> bool:
    return sys.stdout.isatty()


def _rendered(text: str) -> str:
    """Markdown with the terminal's colours."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(_WIDTH, Console().width), force_terminal=True)
    with console.capture() as captured:
        console.print(Markdown(text, code_theme="ansi_dark", hyperlinks=False))
    return captured.get()
