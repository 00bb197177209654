"""Children that are forked while other threads are at work find no lock that nobody will release."""

from __future__ import annotations

import builtins
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import hlogen as hl
import interpreter
from hlogen import forking
from hlogen.registry import Registry

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here"),
    pytest.mark.filterwarnings("ignore:.*fork"),  # JAX and Python warn of threads, which are what this is about
]
PATIENCE = 30.0  # seconds, after which a child hangs

TEXT = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"


def ends_well(call: Callable[[], object]) -> bool:
    """Whether a forked child comes to the end of `call`."""
    child = os.fork()
    if not child:
        try:
            call()
        except BaseException:  # noqa: BLE001 - the child has nobody else to tell
            os._exit(1)
        os._exit(0)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status == 0
        time.sleep(0.001)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return False


@contextmanager
def held(lock: threading.RLock) -> Iterator[None]:
    """Another thread holds the lock."""
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            taken.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait()
    yield
    done.set()
    thread.join()


def test_a_lock_is_open_in_a_child_and_stays_held_in_its_parent() -> None:
    lock = forking.lock()
    with held(lock):
        assert ends_well(lambda: lock.acquire(timeout=0) or os._exit(1))
        assert not lock.acquire(blocking=False)


def test_the_thread_that_holds_a_lock_may_take_it_again() -> None:
    lock = forking.lock()
    with lock:
        assert lock.acquire(timeout=0)


def test_programs_are_read_and_run_in_children_of_threads_that_do_the_same() -> None:
    hl.parse(TEXT)
    over = threading.Event()

    def work() -> None:
        number = 0
        while not over.is_set():
            number += 1
            interpreter.load(f"{TEXT}// {number}\n")

    def child() -> None:
        interpreter.run(f"{TEXT}// of a child\n", [1.0, 2.0])
        str(hl.function("tensor<2xf32>")(lambda x: x + x))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        assert all(ends_well(child) for _ in range(20))
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_a_fork_waits_for_what_other_threads_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the child would wait for ever for what nobody imports there."""
    (tmp_path / "slow_rows").mkdir()
    (tmp_path / "slow_rows" / "__init__.py").write_text("import time; begun(); time.sleep(0.2)")
    monkeypatch.syspath_prepend(str(tmp_path))
    begun = threading.Event()
    monkeypatch.setattr(builtins, "begun", begun.set, raising=False)
    registry: Registry[int] = Registry("slow_rows", "a row")
    thread = threading.Thread(target=registry.rows)
    thread.start()
    begun.wait()
    assert ends_well(registry.rows)
    thread.join()


def test_cached_properties_are_computed_once_and_can_be_replaced() -> None:
    asked = []

    class Asked:
        @forking.cached_property
        def value(self) -> int:
            """What is asked for."""
            asked.append(1)
            return 7

    one = Asked()
    assert (one.value, one.value, asked) == (7, 7, [1])
    assert Asked.value.__doc__ == "What is asked for."
    del one.value
    assert (one.value, asked) == (7, [1, 1])
