"""What people say of operations by name: of composites, and of what custom calls call.

There is one table, by the key that operations are looked up by (`Operation.called`): "acme.norm" is every composite of
that name, "@acme_solve" every custom call of that target. Derivatives, batches, facts, possible results, runs and ONNX
each ask it for their own word ("jvp"); `hl.custom_rules` fills it, and so do installed packages, which name a module
that does in the group of entry points "hlogen.rules".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hlogen import forking
from hlogen.errors import HlogenError, UsageError

GROUP = "hlogen.rules"


@dataclass(frozen=True)
class Said:
    """A rule that somebody gave for a key, and where."""

    rule: Any
    place: str
    options: Mapping[str, Any] = field(default_factory=dict)


_TABLE: dict[str, dict[str, Said]] = {}
_changes = 0
_lock = forking.lock()
_is_loaded = False


def said(key: str, word: str) -> Said | None:
    """What was said of the operations of `key` under `word`."""
    return said_of(key).get(word)


def said_of(key: str) -> Mapping[str, Said]:
    """All that was said of the operations of `key`, by its words."""
    if key not in _TABLE and not _is_loaded and is_custom(key):
        _load_installed()
    return _TABLE.get(key, {})


def say(key: str, word: str, what: Said) -> Said | None:
    """Says `what` of the operations of `key`, from now on; gives what was said before."""
    global _changes
    with _lock:
        words = _TABLE.setdefault(key, {})
        before = words.get(word)
        words[word] = what
        _changes += 1
    return before


def changes() -> int:
    """How often something was said: what is made by rules is made anew where there are others."""
    return _changes


def known(word: str) -> list[str]:
    """The keys of which something was said under `word`."""
    if not _is_loaded:
        _load_installed()
    return [key for key, words in _TABLE.items() if word in words]


def files() -> set[str]:
    """The files that rules stand in."""
    return {each.place.rpartition(":")[0] for words in _TABLE.values() for each in words.values()}


def is_custom(key: str) -> bool:
    """Whether `key` is one that people may say something of: a custom call's, or a composite's that isn't hlogen's."""
    return key.startswith("@") or not key.startswith(("stablehlo.", "chlo.", "func.", "sdy.", "check.", "hlogen."))


def _load_installed() -> None:
    """Imports the modules that installed packages name; once, unless one of them fails."""
    global _is_loaded
    with _lock:
        if _is_loaded:
            return
        _is_loaded = True  # they may build programs themselves
        try:
            import importlib.metadata  # which takes as long as many a run

            for entry in importlib.metadata.entry_points(group=GROUP):
                _loaded(f"the rules that an installed package names, {entry.name} = {entry.value},", entry.load)
        except HlogenError:
            _is_loaded = False
            raise


def _loaded(what: str, load: Callable[[], object]) -> None:
    try:
        load()
    except HlogenError:
        raise
    except Exception as error:  # whatever a module does when it is imported
        raise UsageError(f"{what} can't be loaded: {type(error).__name__}: {error}") from error
