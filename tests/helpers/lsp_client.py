"""A client of the language server protocol, which talks to a process as editors do, and applies edits."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
from pathlib import Path

_PATIENCE = 15  # seconds


class Client:
    def __init__(self, command: list[str], encodings: list[str] | None = None, **options) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
        self._answers: queue.Queue = queue.Queue()
        self._told: queue.Queue = queue.Queue()
        self._asked = 0
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        capabilities = {"general": {"positionEncodings": encodings}} if encodings else {}
        self.served = self.ask("initialize", processId=os.getpid(), rootUri=None, capabilities=capabilities)
        self.tell("initialized")

    def send(self, content: bytes) -> None:
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def tell(self, method: str, **params) -> None:
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def ask(self, method: str, **params):
        """The result, or what is wrong with the request."""
        self._asked += 1
        message = {"jsonrpc": "2.0", "id": self._asked, "method": method}
        self.send(json.dumps(message | ({"params": params} if params else {})).encode())
        while (answer := self._answers.get(timeout=_PATIENCE))["id"] != self._asked:
            pass
        return answer["result"] if "result" in answer else answer["error"]["message"]

    def open(self, path: Path, text: str) -> list[dict]:
        """What is found in a document."""
        uri = path.as_uri()
        self.texts[uri], self.versions[uri] = text, 1
        self.tell("textDocument/didOpen", textDocument={"uri": uri, "languageId": "mlir", "version": 1, "text": text})
        return self.found(uri)

    def change(self, path: Path, *texts: str) -> list[dict]:
        """What is found when a document has become the last of some texts."""
        uri = path.as_uri()
        for text in texts:
            self.texts[uri] = text
            self.versions[uri] += 1
            document = {"uri": uri, "version": self.versions[uri]}
            self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        return self.found(uri)

    def found(self, uri: str) -> list[dict]:
        """What is said next about a document's last version."""
        while True:
            told = self.told("textDocument/publishDiagnostics")
            if (told["uri"], told["version"]) == (uri, self.versions[uri]):
                return told["diagnostics"]

    def told(self, method: str) -> dict:
        """What it says next by this method."""
        while (told := self._told.get(timeout=_PATIENCE))["method"] != method:
            pass
        return told["params"]

    def at(self, path: Path, words: str, *, into: int = 0, nth: int = 0) -> dict:
        """The document and a place in it: so many characters into the nth of some words there."""
        text = self.texts[path.as_uri()]
        at = -1
        for _ in range(nth + 1):
            at = text.index(words, at + 1)
        line = text.count("\n", 0, at + into)
        before = text[text.rfind("\n", 0, at + into) + 1 : at + into]
        position = {"line": line, "character": len(before.encode("utf-16-le")) // 2}
        return {"textDocument": {"uri": path.as_uri()}, "position": position}

    def read(self, path: Path, range: dict) -> str:
        """What stands in a range of a document."""
        start, end = (self._offset(path, range[which]) for which in ("start", "end"))
        return self.texts[path.as_uri()][start:end]

    def edited(self, path: Path, edit: dict) -> str:
        """The text after an edit."""
        text = self.texts[path.as_uri()]
        ((uri, edits),) = edit["changes"].items()
        assert uri == path.as_uri()
        for one in sorted(edits, key=lambda one: self._offset(path, one["range"]["start"]), reverse=True):
            start, end = (self._offset(path, one["range"][which]) for which in ("start", "end"))
            text = text[:start] + one["newText"] + text[end:]
        return text

    def _offset(self, path: Path, position: dict) -> int:
        text = self.texts[path.as_uri()]
        start = 0
        for _ in range(position["line"]):
            start = text.index("\n", start) + 1
        units = text[start:].encode("utf-16-le")[: 2 * position["character"]]
        return start + len(units.decode("utf-16-le"))

    def close(self) -> int:
        """Its exit code, once nobody speaks to it any more."""
        self.process.stdin.close()
        code = self.process.wait(_PATIENCE)
        self._reader.join()
        self.process.stdout.close()
        return code

    def _read(self) -> None:
        while line := self.process.stdout.readline():
            size = int(line.split(b":")[1])
            while self.process.stdout.readline().strip():
                pass
            message = json.loads(self.process.stdout.read(size))
            (self._answers if "id" in message and "method" not in message else self._told).put(message)
