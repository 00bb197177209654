"""hlogen.conform.case_worker with a parser that aborts the process where a program holds the words of DEADLY."""

from __future__ import annotations

import os

from helpers.mortal_worker import DEADLY

from hlogen.conform import case_worker, checks
from hlogen.mlir.reader import read


def main() -> None:
    def mortal_read(program: bytes, **options):
        if DEADLY.encode() in program:
            os.abort()
        return read(program, **options)

    vars(checks)["read"] = mortal_read
    case_worker.main()


if __name__ == "__main__":
    main()
