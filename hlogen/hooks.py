"""Names that a package shows and a higher one provides, so that the lower one needn't know it.

`interpreter.compare` runs backends, of which the interpreter knows nothing: hlogen provides it. Programs ask whether
they are valid, and know nothing of the constraints; they are shown by the writer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_loaders: dict[tuple[str, str], Callable[[], Any]] = {}


def provide(package: str, name: str, load: Callable[[], Any]) -> None:
    """Makes ``package.name`` what `load` gives when it is first asked for."""
    _loaders[package, name] = load


def provided(package: str, name: str) -> Any:
    """What somebody provides as ``package.name``; AttributeError where nobody does. For a package's `__getattr__`."""
    load = _loaders.get((package, name))
    if load is None:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return load()
