"""``hlogen lsp`` with a worker whose parser aborts the process on DEADLY (see `mortal_worker`), and sleeps on SLOW.

As a module it is the server; with an argument the worker.
"""

from __future__ import annotations

import os
import sys
import time

SLOW = "// this program is slow\nmodule {}\n"


def main() -> None:
    from helpers.mortal_worker import DEADLY

    from hlogen.lint import report
    from hlogen.lsp import worker
    from hlogen.mlir.reader import parts

    def read(text: str):
        if DEADLY in text:
            os.write(2, b"LLVM ERROR: this is the end\n")
            os.abort()
        time.sleep(100)

    def mortal_parts(content: bytes, **options):
        return [
            part._replace(read=lambda text=part.content: read(text))
            if DEADLY in part.content or SLOW in part.content
            else part
            for part in parts(content, **options)
        ]

    vars(report)["parts"] = mortal_parts
    worker.main()


def serve() -> None:
    from hlogen.cli.group import main as hlogen
    from hlogen.lsp import checking, server

    checking.WORKER = "helpers.mortal_lsp"
    vars(server)["_PAUSE"] = 0.02
    hlogen(["lsp"])


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
