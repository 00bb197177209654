"""Gives damaged programs to hlogen, which answers with a value or an HlogenError, in time and in its memory.

    python tools/damaged.py [--programs N] [--seed S] [--folder out/damaged]

Programs run in a process that is started again where it dies. What goes wrong is put together by its cause: the type
of the exception and the innermost frame of ours, or how the process ended; the smallest program of each cause is
written to the folder. A run that was interrupted goes on where it was. Exit code 0: nothing went wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]  # the package, and what is damaged

from helpers.damage import IN_BYTECODE, Damaged  # noqa: E402  # sys.path comes first

from hlogen.workers.process import how_it_ended  # noqa: E402

SECONDS = 20.0  # of the processor, in which a program is done, or its process is ended
PATIENCE = 600.0  # seconds, where the process waits for another
_WHERE = struct.Struct("<qq")
_FRAME = re.compile(r'File "([^"]*/(?:hlogen|interpreter)/[^"]*)", line (\d+) in (\S+)')


def main() -> int:
    options = _options()
    folder = Path(options.folder) / f"{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(Damaged(options.seed, options.bytecode), folder)
    try:
        campaign.run(options.programs)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from here")
    finally:
        campaign.keep()
    campaign.tell()
    return 1 if campaign.clusters else 0


class Campaign:
    """How far it is, and what has been found."""

    def __init__(self, programs: Damaged, folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        self.state = folder / "state.json"
        self.next = 0
        self.seconds = 0.0
        self.counts: Counter[str] = Counter()
        self.clusters: dict[str, dict[str, Any]] = {}
        if self.state.exists():
            stored = json.loads(self.state.read_text())
            self.next, self.seconds, self.clusters = stored["next"], stored["seconds"], stored["clusters"]
            self.counts.update(stored["counts"])

    def run(self, programs: int) -> None:
        """Goes on until so many programs have been given."""
        where = self.folder / "where"
        while self.next < programs:
            where.write_bytes(_WHERE.pack(self.next, 0))
            self._run_process(programs, where)

    def _run_process(self, programs: int, where: Path) -> None:
        numbers = (self.programs.seed, self.programs.in_bytecode, self.next, programs)
        command = [sys.executable, "-m", "helpers.damaged_worker", *map(str, numbers), str(where)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path[:2])}
        started = time.monotonic()
        with (self.folder / "stderr").open("w+b") as stderr:
            with subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=stderr, env=environment, text=True
            ) as process:
                done = threading.Event()
                killed = threading.Event()
                watcher = threading.Thread(target=_watch, args=(process, where, done, killed), daemon=True)
                watcher.start()
                try:
                    assert process.stdout is not None
                    self._listen(process.stdout, programs)
                except BaseException:
                    process.kill()
                    raise
                finally:
                    done.set()
                    self.seconds += time.monotonic() - started
                code = process.wait()
            number = _WHERE.unpack(where.read_bytes())[0]
            if code or self.next < programs:
                stderr.seek(0)
                self._death(number, code, killed.is_set(), stderr.read().decode(errors="replace"))
                self.next = number + 1
            self.keep()

    def _listen(self, lines: IO[str], programs: int) -> None:
        shown = begun = time.monotonic()
        first = self.next
        for line in lines:
            said = json.loads(line)
            if "counts" in said:
                self.counts.update(said["counts"])
                self.next = said["next"]
                if time.monotonic() - shown > 10:
                    shown = time.monotonic()
                    rate = (self.next - first) / (time.monotonic() - begun)
                    found = f"{len(self.clusters)} causes"
                    print(f"{self.next:,} of {programs:,} programs, {rate:.0f}/s, {found}", flush=True)
                    self.keep()
                continue
            self._add(f"{said['kind']} at {said['where']}", said["number"], said["what"], said["text"])

    def _death(self, number: int, code: int, was_killed: bool, said: str) -> None:
        frames = [f"{Path(file).name}:{name}:{line}" for file, line, name in _FRAME.findall(said)]
        place = frames[0] if frames else "nowhere"
        how = "hang" if was_killed else how_it_ended(code)
        self.counts["hang" if was_killed else "death"] += 1
        self._add(f"{how} at {place}", number, "death", said[-4000:])

    def _add(self, cause: str, number: int, what: str, text: str) -> None:
        program = self.programs[number]
        empty = {"count": 0, "size": 1 << 60, "file": f"{len(self.clusters):03}.mlir"}
        cluster = self.clusters.setdefault(cause, empty)
        cluster["count"] += 1
        if len(program.content) < cluster["size"]:
            cluster.update(size=len(program.content), number=number, what=what)
            file = self.folder / cluster["file"]
            file.write_bytes(program.content)
            told = (cause, number, what, program.origin, ", ".join(program.damages), text)
            file.with_suffix(".txt").write_text("\n".join(map(str, told)))
        if cluster["count"] == 1:
            print(f"new: {cause}: {cluster['file']} ({what})", flush=True)

    def keep(self) -> None:
        """Writes down how far it is."""
        stored = {"next": self.next, "seconds": self.seconds, "counts": self.counts, "clusters": self.clusters}
        beside = self.state.with_suffix(".new")
        beside.write_text(json.dumps(stored, indent=1))
        beside.replace(self.state)

    def tell(self) -> None:
        """Prints the counts and the causes."""
        print(f"seed {self.programs.seed}: {self.next:,} programs in {self.seconds:,.0f} s")
        for name, count in sorted(self.counts.items()):
            print(f"  {name:32} {count:>10,}")
        for cause, cluster in sorted(self.clusters.items(), key=lambda item: -item[1]["count"]):
            print(f"{cluster['count']:>6}  {cause}  ({self.folder / cluster['file']}, {cluster['size']} bytes)")
        print(f"{len(self.clusters)} causes of what mustn't be")


def _watch(process: subprocess.Popen[str], where: Path, done: threading.Event, killed: threading.Event) -> None:
    """Ends the process where it stays with one program."""
    last, since, used = (-1, 0), time.monotonic(), 0.0
    while not done.wait(0.5):
        try:
            now = _WHERE.unpack(where.read_bytes())
        except FileNotFoundError:  # somebody has removed the folder
            return
        if now != last:
            last, since, used = now, time.monotonic(), _used(process)
        elif time.monotonic() - since > PATIENCE or _used(process) - used > SECONDS:
            killed.set()
            process.send_signal(signal.SIGABRT)  # it says where it is
            if not done.wait(5):
                process.kill()
            return


def _used(process: subprocess.Popen[str]) -> float:
    """Seconds of the processor that a process has taken."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bytecode", type=float, default=IN_BYTECODE, help="the share of programs that are bytecode")
    parser.add_argument("--folder", default=str(ROOT / "out" / "damaged"))
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
