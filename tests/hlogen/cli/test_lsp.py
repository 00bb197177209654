from __future__ import annotations

import sys

import pytest


def test_the_missing_package_is_named(invoke, monkeypatch):
    monkeypatch.delitem(sys.modules, "hlogen.lsp.server", raising=False)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    result = invoke("lsp")
    assert result.exit_code == 2
    assert result.stderr == 'error: hlogen lsp needs the package pygls: pip install "hlogen[lsp]"\n'


@pytest.mark.parametrize("length", ["9" * 30, "9" * 6000])
def test_a_message_that_cannot_be_is_told(invoke, length):
    result = invoke("lsp", input=f"Content-Length: {length}\r\n\r\n{{}}".encode())
    assert result.exit_code == 2
    assert result.stderr.startswith("error: the editor can't be followed any more: ")
