"""What `hlogen.mlir.apart` has done in its worker process: functions of the reader and the writer."""

from __future__ import annotations

import importlib
import os
import pickle
from typing import Any

from hlogen import collector
from hlogen.errors import HlogenError
from hlogen.mlir import provider


class Executor:
    """Calls functions; gives what they return, or the HlogenError that they raise, pickled."""

    def __init__(self) -> None:
        provider.find().context()

    def call(self, function: str, arguments: bytes, bindings: str) -> bytes:
        os.environ[provider.VARIABLE] = bindings  # the choice of whoever asks, who may have changed it
        module, _, name = function.partition(":")
        with collector.paused():
            answer: Any
            try:
                answer = getattr(importlib.import_module(module), name)(*pickle.loads(arguments))
            except HlogenError as error:
                answer = error
            return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
