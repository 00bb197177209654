from __future__ import annotations

import sys


def test_the_missing_package_is_named(invoke, monkeypatch):
    monkeypatch.delitem(sys.modules, "hlogen.lsp.server", raising=False)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    result = invoke("lsp")
    assert result.exit_code == 2
    assert result.stderr == 'error: hlogen lsp needs the package pygls: pip install "hlogen[lsp]"\n'
