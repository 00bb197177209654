"""A headless Chromium that tests drive, over the pipes of its DevTools protocol: messages in JSON that end with NUL.

def test_it(browser, tmp_path):          # the fixture of tests/conftest.py; skips where there is no Chromium
    page = browser.open((tmp_path / "page.html").as_uri())
    assert page.evaluate("document.title") == "..."
    page.press("ArrowRight")
    assert page.errors == []
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PATIENCE = 30  # seconds, for each answer

_OPTIONS = [
    "--headless",
    "--no-sandbox",  # which root can't have
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--remote-debugging-pipe",
]

# Chromium reads from file descriptor 3 and writes to 4.
_LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)

_KEYS = {"Enter": "\r", "Space": " ", "Tab": "\t"}


def found() -> str | None:
    """Where Chromium is on this machine, if it is."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """A running browser; `close` ends it, with all its processes."""

    def __init__(self, path: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="hlogen-browser-", ignore_cleanup_errors=True)
        theirs_in, self._out = _pipe()
        self._in, theirs_out = _pipe()
        launch = [sys.executable, "-I", "-S", "-c", _LAUNCH, str(theirs_in), str(theirs_out)]
        self._process = subprocess.Popen(
            [*launch, path, *_OPTIONS, f"--user-data-dir={self._folder.name}", "about:blank"],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._asked = 0
        self._rest = b""
        self._pages: dict[str, Page] = {}

    def open(self, url: str, *, width: int = 1280, height: int = 900, dark: bool = False, **media: str) -> Page:
        """A new page that has loaded `url`; `media` are features with underscores, as ``prefers_reduced_motion``."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, target, session)
        for domain in ("Page", "Runtime", "Log"):
            page.ask(f"{domain}.enable")
        page.resize(width, height)
        features = {"prefers-color-scheme": "dark" if dark else "light"}
        features |= {name.replace("_", "-"): value for name, value in media.items()}
        page.ask("Emulation.setEmulatedMedia", features=[{"name": n, "value": v} for n, v in features.items()])
        page.load(url)
        return page

    def ask(self, method: str, session: str | None = None, **params: Any) -> Any:
        """The answer to a command of the protocol."""
        self._asked += 1
        number = self._asked
        message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != number:
            self._told(answer)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def wait(self) -> None:
        """Waits for one more event."""
        self._told(self._read())

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._folder.cleanup()

    def _told(self, message: dict) -> None:
        page = self._pages.get(message.get("sessionId", ""))
        if page is not None:
            page.told(message["method"], message["params"])

    def _read(self) -> dict:
        until = time.monotonic() + _PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], max(0, until - time.monotonic()))
            assert ready, f"the browser didn't answer within {_PATIENCE} s"
            more = os.read(self._in, 1 << 20)
            assert more, "the browser came to an end"
            self._rest += more
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)


class Page:
    """One page; `errors` are what its console and its scripts complained of."""

    def __init__(self, browser: Browser, target: str, session: str) -> None:
        self._browser, self._target, self._session = browser, target, session
        self._loads = 0
        self.errors: list[str] = []

    def ask(self, method: str, **params: Any) -> Any:
        return self._browser.ask(method, self._session, **params)

    def load(self, url: str) -> None:
        """Goes to `url`, and waits until it is loaded; if all that is new is the fragment, until it has that."""
        self.ask("Page.bringToFront")  # those behind get no input
        before = self._loads
        gone = self.ask("Page.navigate", url=url)
        assert not gone.get("errorText"), f"{url}: {gone['errorText']}"
        while "loaderId" in gone and self._loads == before:
            self._browser.wait()

    def evaluate(self, expression: str) -> Any:
        """What a JavaScript expression gives, awaited if it is a promise, as JSON has it."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise AssertionError(_words(result["exceptionDetails"]))
        return result["result"].get("value")

    def resize(self, width: int, height: int) -> None:
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def press(self, *keys: str, modifiers: int = 0) -> None:
        """Presses keys one after the other, by their names in JavaScript (``ArrowLeft``, ``Tab``, ``a``)."""
        for key in keys:
            text = _KEYS.get(key, key if len(key) == 1 else "")
            event = {"key": " " if key == "Space" else key, "modifiers": modifiers}
            event |= {"windowsVirtualKeyCode": _CODES.get(key, ord(text) if text else 0)}
            self.ask("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
            self.ask("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text: str) -> None:
        self.ask("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        """Clicks into the middle of the element that a CSS selector finds."""
        x, y = self._middle(selector)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def hover(self, selector: str) -> None:
        x, y = self._middle(selector)
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, path: Path, *, whole: bool = True) -> None:
        """A picture of the page, in PNG: all of it, or what fits."""
        data = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        self._browser.ask("Target.closeTarget", targetId=self._target)

    def told(self, method: str, params: dict) -> None:
        if method == "Page.loadEventFired":
            self._loads += 1
        elif method == "Runtime.exceptionThrown":
            self.errors.append(_words(params["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(each.get("value", each.get("description"))) for each in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"]["text"])

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self.evaluate(
            f"""(() => {{
              const one = document.querySelector({json.dumps(selector)});
              if (!one) return null;
              one.scrollIntoView({{block: "center", inline: "center", behavior: "instant"}});
              const box = one.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"""
        )
        assert box is not None, f"nothing is {selector}"
        return box[0], box[1]


_CODES = {
    "Enter": 13, "Escape": 27, "Space": 32, "Tab": 9, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip


def _pipe() -> tuple[int, int]:
    """Both ends of a pipe, out of the way of the file descriptors that Chromium has for its own."""
    ends = os.pipe()
    away = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
    for end in ends:
        os.close(end)
    return away[0], away[1]


def _words(details: dict) -> str:
    return details.get("exception", {}).get("description") or details["text"]
