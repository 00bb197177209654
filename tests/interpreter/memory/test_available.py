"""What the system says of its memory, in the words of its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.memory.available import available_bytes

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
