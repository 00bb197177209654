"""The tests on every supported Python that the machine has: ``make test-all``."""

import os
from pathlib import Path

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "venv"

# Pythons that pyenv installed are there even when they aren't on the PATH.
_PYENV = sorted(Path("~/.pyenv/versions").expanduser().glob("3.*/bin"))
os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *map(str, _PYENV)])


@nox.session(python=["3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    """The tests of `make test`, with the newest jaxlib that this Python can have."""
    session.install("--upgrade", "--upgrade-strategy", "eager", "--editable", ".[dev]")
    session.run("pytest", "-n", "2", "--dist", "loadfile", "-q", "-m", "not campaign", *session.posargs)
