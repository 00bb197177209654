"""pytest's way to hlogen, and nothing more: a run that doesn't ask for .mlir tests doesn't import hlogen."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hlogen", "tests in .mlir files (hlogen)")
    group.addoption(
        "--hlogen", action="store_true", help="collect the cases of .mlir tests, as `hlogen test` runs them"
    )
    group.addoption(
        "--hlogen-backend",
        action="append",
        metavar="BACKEND",
        help="what runs .mlir tests, as for `hlogen test --backend`; several run them all; includes --hlogen",
    )
    group.addoption("--hlogen-timeout", type=float, metavar="SECONDS", help="for one case of an .mlir test (600)")
    parser.addini("hlogen", "collect the cases of .mlir tests, as --hlogen does", type="bool", default=False)
    parser.addini("hlogen_backend", "what runs .mlir tests, as --hlogen-backend says", type="args", default=[])
    parser.addini("hlogen_timeout", "seconds for one case of an .mlir test", default="")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("hlogen") or config.getoption("hlogen_backend") or config.getini("hlogen"):
        from hlogen.pytest_plugin import Plugin

        config.pluginmanager.register(Plugin(config), "hlogen .mlir tests")
