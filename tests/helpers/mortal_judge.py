"""A judge of batches, for processes of a campaign, that may end its process: the settings are a file that counts."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from hlogen.errors import UsageError
from hlogen.fuzz.judge import Tally
from hlogen.fuzz.store import Batch


def judged(file: str, batch: Batch) -> tuple[Tally, float]:
    """Dies as often as the file has letters, one less each time; then judges, but refuses size 2 and fails at 3."""
    left = Path(file).read_text()
    if left:
        Path(file).write_text(left[1:])
        os._exit(9)
    if batch.size == 2:
        raise UsageError("a batch of size 2")
    if batch.size == 3:
        raise IndexError("list index out of range")
    return Tally(Counter({"pass": batch.count})), 0.01
