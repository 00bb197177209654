"""What all tests start from."""

import gc
import os
import signal
import sys
from collections.abc import Generator

import pytest

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


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing of what is collected is dropped: the garbage collector needn't walk it while it grows."""
    with paused():
        return (yield)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the garbage collector needn't walk it again and again.

    Nor need it look for circles after every few hundred objects: most tests make thousands, without a circle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
