"""What a worker does that answers, and first pokes the process that asks, in the midst of its question."""

from __future__ import annotations

import os
import signal


class Poking:
    def version(self) -> dict[str, str]:
        return {"poking": "1"}

    def verify(self, program: bytes) -> tuple[str, ...]:
        os.kill(os.getppid(), signal.SIGUSR1)
        return (program.decode(),)
