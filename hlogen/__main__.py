"""The command ``hlogen``, which ``python -m hlogen`` is, too."""

import os
import signal
import sys
from contextlib import suppress

# Bytes. With less, Python and NumPy can't be relied on to start, nor to say why they don't.
_LEAST = 256_000_000
# With less, the up to 64 threads of OpenBLAS may find no room for 40 MB each, and it ends the process that loads it.
_LEAST_FOR_THREADS = 4_000_000_000


def main() -> None:
    """Runs the command line and exits with its code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # an import that Ctrl-C meets ends without a traceback
    _make_do_with_memory()

    from hlogen.cli import main

    main()


def _make_do_with_memory() -> None:
    """Ends the process with a sentence where it may not have enough to start, written so that it takes next to none."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    limits = {"v": resource.getrlimit(resource.RLIMIT_AS)[0], "d": resource.getrlimit(resource.RLIMIT_DATA)[0]}
    for option, limit in limits.items():
        if limit == resource.RLIM_INFINITY:
            continue
        if limit < _LEAST:
            sentence = (
                f"error: there isn't the memory to start: {limit // 10**6} MB are allowed, and hlogen takes at least "
                f"{_LEAST // 10**6} MB; fix: allow more (ulimit -{option})\n"
            )
            with suppress(OSError):  # nobody can be told
                os.write(2, sentence.encode())
            sys.exit(2)
        if limit < _LEAST_FOR_THREADS:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


if __name__ == "__main__":
    main()
