"""What all tests start from."""

import gc
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Generator
from importlib.metadata import PackageNotFoundError, version

import numpy  # noqa: F401  # before the threads that it may have are told
import pytest
from helpers.browser import NAMES, Browser, found
from helpers.campaign import share

from hlogen.backends import pool
from hlogen.backends.process import WorkerBackend
from hlogen.collector import paused

# A shell starts jobs in the background with SIGINT ignored, and every process below inherits that. Tests that
# interrupt a process need it as a terminal has it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start hundreds of processes. Where Python is told to keep no bytecode, as in many containers, each of them
# would compile all of hlogen again, which takes as long as everything else of its start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What was found before is nobody's business here: there can't be a cache, but where a test says so.
os.environ["HLOGEN_CACHE_DIR"] = f"{os.devnull}/none"

# NumPy is here by now, with as many threads for its products as users have. In a process that a test starts, to get
# them ready takes a third of the time, on a machine that is busy with other tests anyway.
if "PYTEST_XDIST_WORKER" in os.environ:  # which isn't such a process itself
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# XLA spends most of its time on making small programs fast, and here it is only asked what they compute. These flags
# halve what its compiler takes. Tests of what its users get ask for `xla_as_users_have_it`. Processes of xdist inherit
# both variables.
_USERS_XLA_FLAGS = os.environ.setdefault("USERS_XLA_FLAGS", os.environ.get("XLA_FLAGS", ""))
_QUICKLY = [
    "--xla_backend_optimization_level=0",
    "--xla_llvm_disable_expensive_passes=true",
    "--xla_cpu_parallel_codegen_split_count=1",
]
try:
    if tuple(map(int, version("jaxlib").split(".")[:2])) < (0, 11):
        _QUICKLY.append("--xla_cpu_use_fusion_emitters=false")  # XLA 0.12 has no other way, and ends at the flag
except PackageNotFoundError:
    pass
os.environ["XLA_FLAGS"] = " ".join((_USERS_XLA_FLAGS, *_QUICKLY))


@pytest.fixture(scope="module")
def xla_as_users_have_it() -> Generator[None, None, None]:
    """XLA in worker processes and in commands without those flags. In this process it has read them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XLA_FLAGS", _USERS_XLA_FLAGS)
        patch.setattr(pool, "_backends", {})
        yield
        for each in pool._backends.values():
            if isinstance(each, WorkerBackend):
                each.stop()


@pytest.fixture(scope="session")
def browser() -> Generator[Browser, None, None]:
    """The one Chromium that all tests of pages share."""
    path = found()
    if path is None:
        pytest.skip(f"no browser on PATH: none of {', '.join(NAMES)}")
    running = Browser(path)
    yield running
    running.close()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing of what is collected is dropped: the garbage collector needn't walk it while it grows."""
    with paused():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of tests marked `share(n)`, campaigns have what the gate leaves out."""
    shared = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("share")
        if mark and isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            shared[item.parent, item.originalname, *mark.args].append(item)
    for (_, _, of), cases in shared.items():
        kept = share([tuple(map(id, case.callspec.params.values())) for case in cases], of)
        for number, case in enumerate(cases):
            if number not in kept:
                case.add_marker(pytest.mark.campaign)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the garbage collector needn't walk it again and again.

    Nor need it look for circles after every few hundred objects: most tests make thousands, without a circle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
