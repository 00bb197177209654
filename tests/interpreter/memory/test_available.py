"""What the system says of its memory, in the words of its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.memory.available import available_bytes, readable

MEMINFO = "MemTotal: 2000 kB\nMemFree: 10 kB\nMemAvailable: 1000 kB\n"
GROUP = {"max": "700\n", "current": "600\n", "stat": "anon 100\ninactive_file 50\nactive_file 30\n"}


@pytest.mark.parametrize(
    ("meminfo", "group", "available"),
    [
        (MEMINFO, {}, 1000 << 10),
        (MEMINFO, GROUP, 150),  # what is cached makes room
        (MEMINFO, GROUP | {"stat": "anon 600\n"}, 100),
        (MEMINFO, GROUP | {"current": "800\n"}, 0),  # a limit that was lowered
        (MEMINFO, GROUP | {"max": "max\n"}, 1000 << 10),
        (MEMINFO, GROUP | {"max": f"{1 << 40}\n"}, 1000 << 10),
    ],
)
def test_the_least_of_what_machine_and_container_have(
    monkeypatch: pytest.MonkeyPatch, meminfo: str, group: dict[str, str], available: int
) -> None:
    files = {"/proc/meminfo": meminfo} | {f"/sys/fs/cgroup/memory.{name}": text for name, text in group.items()}

    def read_text(path: Path) -> str:
        if str(path) not in files:
            raise FileNotFoundError(path)
        return files[str(path)]

    monkeypatch.setattr(Path, "read_text", read_text)
    found = available_bytes()
    monkeypatch.undo()
    assert found == available


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (1024, "1 KiB"),
        (1536, "1.5 KiB"),
        ((1 << 20) - (1 << 10), "1023 KiB"),
        (1 << 20, "1 MiB"),
        (1 << 30, "1 GiB"),
        (5 << 39, "2.5 TiB"),
        (1 << 50, "1 PiB"),
        (3 << 60, "3072 PiB"),
        (1234567, "1.177 MiB"),
    ],
)
def test_bytes_in_words(count: int, text: str) -> None:
    assert readable(count) == text
