"""What `hlogen.mlir.apart` has done in its worker process: functions of the reader and the writer."""

from __future__ import annotations

import importlib
import os
import pickle
import signal
from typing import Any

from hlogen import collector
from hlogen.errors import HlogenError
from hlogen.mlir import provider


class Executor:
    """Calls functions; gives what they return, or the HlogenError that they raise, pickled."""

    def __init__(self) -> None:
        provider.find().context()

    def call(self, seconds: float, function: str, arguments: bytes, bindings: str) -> bytes:
        """`seconds` are those of the processor: on a busy machine, that may take far longer."""
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            return self._call(function, arguments, bindings)
        finally:
            if hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_PROF, 0)

    def _call(self, function: str, arguments: bytes, bindings: str) -> bytes:
        os.environ[provider.VARIABLE] = bindings  # the choice of whoever asks, who may have changed it
        module, _, name = function.partition(":")
        with collector.paused():
            answer: Any
            try:
                answer = getattr(importlib.import_module(module), name)(*pickle.loads(arguments))
            except HlogenError as error:
                answer = error
            return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
