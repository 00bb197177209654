"""hlogen.conform.case_worker for several commands: a request names the working folder of its command, too."""

from __future__ import annotations

import os

from hlogen.conform import case_worker
from hlogen.lint.worker import serve


def _load():
    respond = case_worker._load()

    def run(request):
        os.chdir(request.pop("folder"))
        return respond(request)

    return run


if __name__ == "__main__":
    serve(_load)
