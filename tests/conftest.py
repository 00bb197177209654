"""What all tests start from."""

import gc
import os
import signal
import sys

# A shell starts jobs in the background with SIGINT ignored, and every process below inherits that. Tests that
# interrupt a process need it as a terminal has it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start hundreds of processes. Where Python is told to keep no bytecode, as in many containers, each of them
# would compile all of hlogen again, which takes as long as everything else of its start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the garbage collector needn't walk it again and again."""
    gc.collect()
    gc.freeze()
