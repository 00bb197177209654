"""Files that a generator owns: written, or only compared; what the generator no longer gives is stale."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def write(texts: Mapping[Path, str], existing: Iterable[Path]) -> None:
    """Writes the files of `texts` that differ and deletes those of `existing` that are none of them."""
    stale, different = _compare(texts, existing)
    for path in stale:
        path.unlink()
    for path in different:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[path])
    print(f"{len(texts)} files, {len(different)} written, {len(stale)} deleted")


def check(texts: Mapping[Path, str], existing: Iterable[Path], command: str) -> bool:
    """True where every file is what its generator gives; says what isn't, and that `command` writes it."""
    stale, different = _compare(texts, existing)
    for path in stale:
        print(f"{os.path.relpath(path, ROOT)}: nothing generates this file")
    for path in different:
        print(f"{os.path.relpath(path, ROOT)}: not what its generator gives")
    if stale or different:
        print(f"run `{command}` and look at the difference")
    return not (stale or different)


def _compare(texts: Mapping[Path, str], existing: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    stale = [path for path in existing if path.exists() and path not in texts]
    different = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
    return stale, different
