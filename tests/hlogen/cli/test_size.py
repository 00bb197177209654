from __future__ import annotations

import pytest

from hlogen.cli.size import size_of
from hlogen.errors import UsageError


@pytest.mark.parametrize(
    ("text", "size"),
    [("4096", 4096), ("1KiB", 1024), ("2GB", 2_000_000_000), ("1.5GiB", 3 << 29), ("3m", 3_000_000), ("12 b", 12)],
)
def test_sizes_as_people_write_them(text, size):
    assert size_of(text) == size


@pytest.mark.parametrize("text", ["", "-1", "many", "1XB", "GiB", "1 2"])
def test_what_is_no_size(text):
    with pytest.raises(UsageError, match="is no size; write 512MiB"):
        size_of(text)
